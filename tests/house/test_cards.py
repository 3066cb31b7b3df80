"""A card is one record: a new one is an entry in the `cards.py` of its game, and stands everywhere from then on.

Each test adds one to a copy of a game, and asks the copy and the game as it is the same questions.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

import app
from tests.support.tables import by_row

APP: Final = Path(app.__file__).parent


class NewCard(NamedTuple):
    """An entry for the `cards.py` of a game, where it stands, and what everybody must find then."""

    game: str
    before: str
    """The text behind the last entry."""
    entry: str
    id: str
    sign: str
    ja: str
    en: str
    text: str
    """Part of what is read of it in English."""


NEW: Final = (
    NewCard(
        "fest",
        '        ),\n    ),\n)\n"""Each card with its family',
        '_guest("G13", "鐘", "時計塔の番人", "Keeper of the Clock", "arts food", Printed("S08"), Printed("S12")),',
        *("G13", "鐘", "時計塔の番人", "Keeper of the Clock", "Abilities: arts, food."),
    ),
    NewCard(
        "ocg",
        ")\nCARDS: Final",
        '_command("K10", "茶", "お茶の時間", "Tea Time", "green", 0, Heal(1), text=Words("1回復。", "Heals 1.")),',
        *("K10", "茶", "お茶の時間", "Tea Time", "Heals 1."),
    ),
    NewCard(
        "ocg",
        ")\nCARDS: Final",
        '_char("C33", "杵", "餅つきの", "ゲン", "Gen", "Rice Pounder", "green", 0, 1, 2),',
        *("C33", "杵", "餅つきのゲン", "Gen, Rice Pounder", ""),
    ),
    NewCard(
        "acts",
        ")  # fmt: skip\nCARDS: Final",
        '_servant("S15", "風", "ウィンドランナー", "Wind Runner", 1, 20, 20, 0, Attack("Gust", 1, 20, ja="突風")),',
        *("S15", "風", "ウィンドランナー", "Wind Runner", "! Gust [1e:20:phys:2R]."),
    ),
    NewCard(
        "laplaplus",
        ")\n\nRULES_VERSION: Final",
        'Card(number=26, id="lull", char="凪", ja="なぎ", en="Lull", family=Family.OTHER, force=1,'
        ' text_ja="何もしない。", text_en="It does nothing.", abilities=()),',
        *("lull", "凪", "なぎ", "Lull", "It does nothing."),
    ),
    NewCard(
        "shiden-issen-2",
        ")\n\nBLANK: Final",
        'Skill(number=34, id="lull", char="凪", ja="凪", reading="なぎ", en="Lull", type=Type.ATTACHMENT,'
        ' text_ja="何もしない。", text_en="It does nothing."),',
        *("lull", "凪", "凪", "Lull", "It does nothing."),
    ),
)
ASKED: Final = """
import hashlib, itertools, json, sys
from dataclasses import replace
from app import games
from app.engine import TellingSheet
from app.errors import BuildUnreadable

game = games.rulesets(sys.argv[1])[0]
decks = [build for _, build in sorted(game.starters("en").items())] or [game.sample_build]
battles = [game.play(*pair) for pair in itertools.product(decks[:2], repeat=2)]
played = json.dumps([[each.as_dict() for each in battle.events] for battle in battles])

def read(typed):
    try:
        return [str(game.read_build(typed).cards)]
    except BuildUnreadable as refusal:
        return sorted({each.code for each in refusal.problems})

def with_card(deck, id):  # in place of one or two others
    for count in (2, 1):
        for card in sorted({*deck.cards}):
            cards = list(deck.cards)
            if cards.count(card) >= count:
                for _ in range(count):
                    cards[cards.index(card)] = id
                text = game.write_build(replace(deck, cards=tuple(cards)))
                if read(text) and isinstance(read(text)[0], str) and read(text)[0].startswith("("):
                    return game.read_build(text)

def told(id):  # in both languages, with the boards
    deck = with_card(decks[0], id)
    sheet, said = TellingSheet("A"), []
    for other in decks:
        battle = game.play(deck, other)
        for lang in ("ja", "en"):
            said += [line.text for line in game.tell(battle.events, sheet, sheet, lang)]
        said += [str(board) for board in game.boards(deck, other, battle)]
    return len(said)

print(json.dumps({
    "cards": {c.id: [c.number, c.char, c.name.ja, c.name.en, c.text.ja, c.text.en] for c in game.known},
    "decks": [[*build.cards] for build in decks],
    "written": [game.write_build(build, how) for build in decks for how in ("characters", "ja", "en")],
    "played": hashlib.sha256(played.encode()).hexdigest(),
    "rules": game.rules_version,
    "read": [read(typed) for typed in sys.argv[2:]],
    "told": told(sys.argv[-1]) if sys.argv[-1] in {card.id for card in game.known} else 0,
}))
"""


def asked(top: Path, game: str, *typed: str) -> dict[str, Any]:
    """What the game is in the program in this folder, and what it reads in what is typed."""
    done = subprocess.run(
        [sys.executable, "-c", ASKED, game, *typed],
        env={**os.environ, "PYTHONPATH": str(top)},
        cwd=top,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def copy_with(card: NewCard, top: Path) -> Path:
    """A program of which one game has this card as well; all else is as it is."""
    folder = card.game.replace("-", "_")
    (top / "app" / "games").mkdir(parents=True)
    for each in [*APP.iterdir(), *(APP / "games").iterdir()]:
        if each.name not in ("games", folder, "__pycache__"):
            (top / "app" / each.relative_to(APP)).symlink_to(each)
    shutil.copytree(
        APP / "games" / folder,
        top / "app" / "games" / folder,
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    table = top / "app" / "games" / folder / "cards.py"
    text = table.read_text(encoding="utf-8")
    assert text.count(card.before) == 1, f"where do the cards of {card.game} end?"
    table.write_text(text.replace(card.before, card.entry + card.before), encoding="utf-8")
    return top


@by_row("card", NEW)
def test_a_new_card_is_one_entry_and_changes_nothing_else(card: NewCard, tmp_path: Path) -> None:
    names = (card.sign, card.ja, card.en, card.id)
    before = asked(APP.parent, card.game, *names)
    after = asked(copy_with(card, tmp_path / card.game / card.id), card.game, *names)

    number, sign, ja, en, _, text = after["cards"].pop(card.id)
    assert (sign, ja, en) == (card.sign, card.ja, card.en)
    assert number > max(row[0] for row in before["cards"].values())
    assert card.text in text
    by_names, unknown = after.pop("read"), before.pop("read")
    assert after.pop("told") > before.pop("told") == 0
    assert after == before
    assert len({*map(str, by_names)}) == 1
    assert not [each for each in by_names if each in unknown]
