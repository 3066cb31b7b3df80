"""A card is one record, and a version of rules is its cards.

A new card is an entry in the `cards.py` of its game, in the version that it comes with. The test adds one to the next
version of a copy of each game, and asks the copy and the game as it is the same questions.
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
    """Part of its English text."""


NEW: Final = (
    NewCard(
        "fest",
        '        ),\n    ),\n)\n"""Each card with its family',
        '_guest("G13", "鐘", "時計塔の番人", "Keeper of the Clock", "arts food", _printed("S08"), _printed("S12")),',
        *("G13", "鐘", "時計塔の番人", "Keeper of the Clock", "Abilities: arts, food."),
    ),
    NewCard(
        "ocg",
        ")\nCARDS: Final",
        '_command("K10", "茶", "お茶の時間", "Tea Time", "green", 0, Heal(1)),',
        *("K10", "茶", "お茶の時間", "Tea Time", "Remove up to 1 damage"),
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
        ")\n\nVERSIONS: Final",
        'Card(number=26, id="lull", char="凪", ja="なぎ", en="Lull", family=Family.OTHER, force=1,'
        ' text_ja="何もしない。", text_en="It does nothing.", abilities=()),',
        *("lull", "凪", "なぎ", "Lull", "It does nothing."),
    ),
    NewCard(
        "shiden-issen-2",
        ")\n\nVERSIONS: Final",
        'Skill(number=34, id="lull", char="凪", ja="凪", reading="なぎ", en="Lull", type=Type.ATTACHMENT,'
        ' text=Words("何もしない。", "It does nothing.")),',
        *("lull", "凪", "凪", "Lull", "It does nothing."),
    ),
)
QUESTIONS: Final = APP.parent / "tests" / "support" / "cards_asked.py"
NEXT: Final = "the-next"
FINGERPRINTS: Final = {
    "acts@0.30b-p1": "f6e341a0e03dcbf113d0700a826da5e0c609304260a5ffda17262e0d33b9bf94",
    "fest@1.01-p1": "769cf593bd8c474b25262c1a4fd36cdc503331a4f00f7f81f9ad7ad490f3e2e3",
    "laplaplus@1": "2a3dd2169ac5df9a3709a439530a60c88e0a306fd12659b410a2f1850bb36631",
    "ocg@2006-p2": "4720c85b518c09a0abdd4c8b110b9e31b1a53b0cf65c37ca88fe5f53b1cba74a",
    "shiden-issen-2@1.03-p1": "207137ee0f98e3fedc84bbf9339177a0f3eb629f5206fb825eb1ca62f197c360",
}
"""Of the cards and settings of each version: one that seasons have played never changes."""


def asked(top: Path, game: str, version: str, *typed: str) -> dict[str, Any]:
    """The answers about this version of the game, and how it reads what was typed, from the program
    in this folder.
    """
    done = subprocess.run(
        [sys.executable, "-P", str(QUESTIONS), game, version, *typed],
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
    """Copy the program, with this card in the next version of one game."""
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
    entry = card.entry.removesuffix(",") + f'.during(since="{NEXT}"),'
    assert text.count(card.before) == 1, f"where do the cards of {card.game} end?"
    text = text.replace(card.before, entry + card.before)
    first = "by_version(("
    assert text.count(first) == 1, f"where are the versions of {card.game}?"
    begin, end = text.split(first)
    versions, end = end.split(")", 1)
    table.write_text(f'{begin}{first}{versions.rstrip(", ")}, "{NEXT}"){end}', encoding="utf-8")
    return top


@by_row("card", NEW)
def test_a_new_card_is_one_entry_in_the_next_version_alone(card: NewCard, tmp_path: Path) -> None:
    """Both versions are offered; in the old one nothing has changed, in the new one all that is new is the card."""
    names = (card.sign, card.ja, card.en, card.id)
    top = copy_with(card, tmp_path / card.game / card.id)
    now = asked(APP.parent, card.game, "newest", *names)
    old = asked(top, card.game, now["rules"], *names)
    new = asked(top, card.game, "newest", *names)

    versions = now.pop("versions")
    assert versions == now.pop("matches")
    assert versions[0] == now["rules"]
    assert (old.pop("versions"), old.pop("matches")) == ([NEXT, *versions],) * 2
    assert old == now
    assert now["fingerprint"] == FINGERPRINTS.get(now["rules"]), (
        f"Take the change back if seasons have played {now['rules']}. "
        f"Else put {now['fingerprint']} under this version in FINGERPRINTS."
    )

    number, sign, ja, en, _, text = new["cards"].pop(card.id)
    assert (sign, ja, en) == (card.sign, card.ja, card.en)
    assert number > max(row[0] for row in now["cards"].values()), "raise its number in NEW"
    assert card.text in text
    assert new["told"] > now["told"] == 0
    assert new["fingerprint"] != now["fingerprint"]
    same = ("cards", "decks", "written")
    assert [new[key] for key in same] == [now[key] for key in same]
    assert len({*map(str, new["read"])}) == 1
    assert not [each for each in new["read"] if each in now["read"]]
