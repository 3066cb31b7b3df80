"""Questions about the cards of a version of a game, asked in a separate process.

`python -P cards_asked.py GAME VERSION TYPED…`. `VERSION` may be `newest`. `TYPED` are spellings,
the last one the id of a card. The answers are JSON.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from hashlib import sha256
from importlib import import_module
from itertools import product
from typing import Any, Final

from app import games
from app.engine import Build, Ruleset, TellingSheet
from app.engine.matches.dice import Dice, canonical
from app.engine.matches.game import Chance, Game
from app.errors import BuildUnreadable

_NO_RULES: Final = ("since", "until", "text", "text_ja", "text_en")
"""What a record says that no outcome comes of."""


def fingerprint(rules: Ruleset) -> str:
    """The SHA-256 of a version's cards and settings in canonical JSON; texts that say what a card does may be mended."""
    folder = import_module(f"app.games.{rules.slug.replace('-', '_')}.cards")
    cards = folder.VERSIONS[rules.rules_version].values()
    settings = rules.match.settle({}) if rules.match else {}
    sizes = [rules.sizes[0], rules.sizes[-1]]
    return sha256(canonical([*map(plain, cards), plain(settings), sizes])).hexdigest()


def plain(value: Any) -> Any:
    """The value as JSON has it; a verb by the name of its class."""
    if is_dataclass(value):
        said = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
        said = {name: plain(each) for name, each in said.items() if name not in _NO_RULES}
        return {"verb": type(value).__name__, **said}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (tuple, list)):
        return [*map(plain, value)]
    return value if value is None or isinstance(value, (str, int)) else type(value).__name__


def read(rules: Ruleset, typed: str) -> list[str]:
    """The build that was typed, or the kinds of all its problems."""
    try:
        return [str(rules.read_build(typed).cards)]
    except BuildUnreadable as refusal:
        return sorted({each.code for each in refusal.problems})


def with_card(rules: Ruleset, deck: Build, id: str) -> Build:
    """The deck with that card in place of one or two others."""
    for count, card in product((2, 1), sorted({*deck.cards})):
        cards = [*deck.cards]
        if cards.count(card) >= count:
            for _ in range(count):
                cards[cards.index(card)] = id
            built = replace(deck, cards=tuple(cards if rules.is_ordered else sorted(cards)))
            if rules.allows(built):
                return built
    raise LookupError(id)


def told(rules: Ruleset, decks: list[Build], id: str) -> int:
    """How many lines are said of a deck with that card, in both languages, with the boards."""
    deck, sheet, said = with_card(rules, decks[0], id), TellingSheet("A"), list[str]()
    for foe in decks:
        battle = rules.play(deck, foe)
        said += [
            line.text
            for lang in ("ja", "en")
            for line in rules.tell(battle.events, sheet, sheet, lang)
        ]
        said += [str(board) for board in rules.boards(deck, foe, battle)]
    return len(said)


def imagined(game: Game[Any], decks: list[Build]) -> list[Any]:
    """Worlds that the house imagines of decks that are no starters, at the first decision of seat A."""
    if game.search is None:
        return []
    builds = [game.as_data(deck) for deck in decks[-2:]]
    state = game.new({}, {"A": builds[0], "B": builds[-1]})
    while isinstance(pending := game.pending(state), Chance):
        state, _ = game.apply_chance(state, pending, Dice(b"").draw(pending))
    dice = Dice(b"worlds")
    return [game.dump(game.search.imagine(game.view(state, "A"), dice, game.cards))]


def answers(slug: str, version: str, typed: list[str]) -> dict[str, Any]:
    """All that is asked."""
    rules = games.ruleset(slug, None if version == "newest" else version)
    decks = [build for _, build in sorted(rules.starters("en").items())] or [rules.sample_build()]
    battles = [rules.play(*pair) for pair in product(decks[:2], repeat=2)]
    played = json.dumps([[each.as_dict() for each in battle.events] for battle in battles])
    known = {
        card.id: [card.number, card.char, card.name.ja, card.name.en, card.text.ja, card.text.en]
        for card in (*rules.known, *rules.unbuilt)
    }
    return {
        "versions": [each.rules_version for each in games.rulesets(slug)],
        "matches": [each.rules for each in games.match_games(slug)],
        "rules": rules.rules_version,
        "fingerprint": fingerprint(rules),
        "cards": known,
        "decks": [[*build.cards] for build in decks],
        "written": [
            rules.write_build(build, how) for build in decks for how in ("characters", "ja", "en")
        ],
        "played": sha256(played.encode()).hexdigest(),
        "imagined": imagined(rules.match, decks) if rules.match else [],
        "read": [read(rules, each) for each in typed],
        "told": told(rules, decks, typed[-1]) if typed[-1] in known else 0,
    }


if __name__ == "__main__":
    json.dump(answers(sys.argv[1], sys.argv[2], sys.argv[3:]), sys.stdout)
