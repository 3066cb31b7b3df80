"""The questions that conditions of orders may ask about a view."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from operator import attrgetter, itemgetter
from typing import Any, Final

from app.engine.matches.forms import unknown
from app.engine.matches.game import OrderVariable as Variable, View
from app.engine.words import Words
from app.games.ocg.effects import COLOUR_NAMES
from app.games.ocg.orders import card_of, own_cards
from app.games.ocg.pool import MOST_POOLS, POOLS, MatchCards
from app.games.ocg.view import Fighter, Name, fighters, seats

_SLOT: Final = re.compile(r"(e?)([0-9]{1,9})")


def _of_side(view: View, what: str, *, is_foe: bool) -> int:
    whose = view[seats(view)[is_foe]]
    count: int = len(whose["damage"]) if what == "damage" else whose[what]
    return count


def _walking(fighters: Mapping[Name, Fighter]) -> int:
    return sum(not each.has.wall for each in fighters.values())


def _guarding(fighters: Mapping[Name, Fighter]) -> int:
    return sum(each.counters for each in fighters.values())


def _standing(view: View, count: Callable[[Mapping[Name, Fighter]], int], *, is_foe: bool) -> int:
    return count(fighters(view, seats(view)[is_foe]))


_ASKED: Final = {
    "turn": Variable("ターン", itemgetter("turn")),
    "initiative": Variable("先手、先攻", lambda view: int(view["initiative"] == seats(view)[0])),
    "battlefield": Variable("戦場", itemgetter("battlefield")),
    **{
        f"{side}.{what}": Variable(
            f"{whose}{called}", partial(_of_side, what=what, is_foe=side == "e")
        )
        for side, whose in (("my", "自分の"), ("e", "相手の"))
        for what, called in (("damage", "ダメージ"), ("pile", "山札"), ("hand", "手札"))
    },
    **{
        name: Variable(called, partial(_standing, count=count, is_foe=name.startswith("e.")))
        for name, called, count in (
            ("my.chars", "自分のキャラクター", len),
            ("my.attackers", "自分のアタックできる数", _walking),
            ("my.guards", "自分の反撃できる数", _guarding),
            ("e.chars", "相手のキャラクター", len),
            ("e.ready", "相手のアタックできる数", _walking),
        )
    },
}
ASKED_OF: Final = {
    "power": Variable("攻撃力", lambda fighter: fighter.has.power),
    "dur": Variable("耐久力", lambda fighter: fighter.left),
    "level": Variable("レベル", lambda fighter: fighter.level),
}
"""The variables of a character."""


def _is(fighter: Fighter | None, what: Callable[[Fighter], Any], value: object) -> bool | None:
    return None if fighter is None else bool(what(fighter) == value)


@lru_cache(maxsize=MOST_POOLS)
def asked(pool: MatchCards) -> Mapping[str, Variable]:
    """Return the variables of conditions in a match with these cards."""
    areas = tuple(id.lower() for id, card in pool.items() if card.kind == "area")
    return _ASKED | {"battlefield": _ASKED["battlefield"]._replace(words=areas)}


@lru_cache(maxsize=MOST_POOLS)
def asked_is(pool: MatchCards) -> Mapping[str, Variable]:
    """Return the words that conditions may use for a character."""
    return {
        word.lower(): Variable(ja, partial(_is, what=attrgetter(what), value=value))
        for word, ja, what, value in (
            *((name, words.ja, "card.colour", name) for name, words in COLOUR_NAMES.items()),
            ("swift", "速攻", "has.swift", True),
            ("wall", "壁", "has.wall", True),
            *((who, words.ja, "card.who", who) for who, words in pool.characters.items()),
            *((id, "", "card.id", id) for id in pool),
        )
    }


_THINGS: Final = [Words(each, each) for each in ("1", "e2")]


def thing(word: str, view: View) -> Fighter | None:
    """Return the character in this slot, or None. Raises `OrderError`."""
    found = _SLOT.fullmatch(word)
    if found is None:
        raise unknown(word, [*_THINGS, Words("戦場", "battlefield")])
    return fighters(view, seats(view)[bool(found[1])]).get(int(found[2]))


def is_there(word: str, view: View) -> bool:
    """Whether the slot is occupied, the character is on the field, or the card is in the hand. Raises `OrderError`."""
    if _SLOT.fullmatch(word):
        return thing(word, view) is not None
    who = POOLS.of(view["config"]).called.get(word)
    if who is None:
        return card_of(word, "discard", own_cards(view)) in view["my"].get("hand", [])
    standing = (fighters(view, seat).values() for seat in seats(view))
    return any(each.card.who == who for side in standing for each in side)
