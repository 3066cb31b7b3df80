"""What the conditions of orders ask of a view."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from app.engine.matches.game import OrderError, View
from app.engine.words import Words
from app.games.ocg.abilities import COLOURS, KEYWORDS
from app.games.ocg.cards import CARDS, CHARACTERS, COLOUR_NAMES, WHO
from app.games.ocg.orders import card_of, own_cards
from app.games.ocg.view import Fighter, fighters, seats

_WHO: Final = {**WHO, **{words.ja: who for who, words in CHARACTERS.items()}}
"""The names of characters, by their spelling in either language."""
ASKED_JA: Final = {
    "initiative": "先手、先攻",
    "battlefield": "戦場",
    "my.attackers": "自分のアタックできる数",
    "my.guards": "自分の反撃できる数",
    "e.ready": "相手のアタックできる数",
    "swift": "速攻",
    "wall": "壁",
    **{name: words.ja for name, words in COLOUR_NAMES.items()},
    **{
        f"{side}.{what}": f"{whose}{called}"
        for side, whose in (("my", "自分の"), ("e", "相手の"))
        for what, called in (
            ("damage", "ダメージ"),
            ("pile", "山札"),
            ("hand", "手札"),
            ("chars", "キャラクター"),
        )
    },
}
"""What conditions may ask about, in Japanese."""
ASKED_OF_JA: Final = {"power": "攻撃力", "dur": "耐久力", "level": "レベル"}
"""What they ask of a character, in Japanese."""
_SLOT = re.compile(r"(e?)([0-9]{1,9})")
_OF_SLOT = re.compile(r"(e?)([0-9]{1,9})\.(power|dur|level)")
_OF_SIDE = re.compile(r"(my|e)\.([a-z]+)")


def _walking(fighters: Mapping[int, Fighter]) -> int:
    return sum(not each.has.wall for each in fighters.values())


def _guarding(fighters: Mapping[int, Fighter]) -> int:
    return sum(each.counters for each in fighters.values())


_COUNTED: Final[Mapping[str, Callable[[Mapping[int, Fighter]], int]]] = {
    "my.chars": len,
    "my.attackers": _walking,
    "my.guards": _guarding,
    "e.chars": len,
    "e.ready": _walking,
}
_VARIABLES: Final = (
    "turn, initiative, battlefield, my.damage, my.pile, my.hand, my.chars, my.attackers, my.guards, "
    "e.damage, e.pile, e.hand, e.chars, e.ready, 1.power, 1.dur, 1.level, e2.power, e2.dur, e2.level"
)


def value(name: str, view: View, *_: object) -> int | str | None:
    """The value of a variable; None if it is of an empty slot. Raises `OrderError`."""
    match name:
        case "turn":
            turn: int = view["turn"]
            return turn
        case "initiative":
            return int(view["initiative"] == seats(view)[0])
        case "battlefield":
            area: str = view["battlefield"]
            return area
    if found := _OF_SLOT.fullmatch(name):
        fighter = _at(found[1], found[2], view)
        if fighter is None:
            return None
        values = {"power": fighter.has.power, "dur": fighter.left, "level": fighter.level}
        return values[found[3]]
    if found := _OF_SIDE.fullmatch(name):
        mine, theirs = seats(view)
        whose = mine if found[1] == "my" else theirs
        if name in _COUNTED:
            return _COUNTED[name](fighters(view, whose))
        match found[2]:
            case "damage":
                return len(view[whose]["damage"])
            case "pile" | "hand" as zone:
                count: int = view[whose][zone]
                return count
    raise OrderError(
        1,
        Words(
            f"「{name}」という変数はありません（{_VARIABLES}）。",
            f"There is no variable “{name}”; these are: {_VARIABLES}.",
        ),
    )


def holds(thing: str, test: str, word: str, view: View, *_: object) -> bool | None:
    """Whether the test holds; None of an empty slot. Raises `OrderError`."""
    if test == "exists":
        return _exists(thing, view)
    behind = len(thing) + 2
    if test != "is":
        raise OrderError(
            behind,
            Words(f"このゲームに「{test}」はありません。", f"This game does not know “{test}”."),
        )
    at = behind + len(test) + 1
    if thing == "battlefield":
        card = CARDS.get(word.upper())
        if card is None or card.kind != "area":
            raise _unknown(word, at, "R01")
        return bool(card.id == view["battlefield"])
    found = _SLOT.fullmatch(thing)
    if found is None:
        raise _unknown(thing, 1, "1, e2, battlefield")
    if not (word in COLOURS or word in KEYWORDS or word in _WHO or word.upper() in CARDS):
        raise _unknown(word, at, f"{', '.join(COLOURS)}, {', '.join(KEYWORDS)}, Ine, C11")
    fighter = _at(found[1], found[2], view)
    if fighter is None:
        return None
    if word in KEYWORDS:
        return fighter.has.wall if word == "wall" else fighter.has.swift
    card = fighter.card
    return word in (card.colour, card.id.lower()) or _WHO.get(word) == card.who


def _exists(thing: str, view: View) -> bool:
    """A slot is occupied, a character of that name stands on the field, or the card is in the hand."""
    if found := _SLOT.fullmatch(thing):
        return _at(found[1], found[2], view) is not None
    if thing in _WHO:
        return any(
            each.card.who == _WHO[thing]
            for seat in seats(view)
            for each in fighters(view, seat).values()
        )
    return card_of(thing, "discard", own_cards(view)) in view["my"].get("hand", [])


def _at(of: str, slot: str, view: View) -> Fighter | None:
    mine, theirs = seats(view)
    return fighters(view, theirs if of else mine).get(int(slot))


def _unknown(word: str, at: int, examples: str) -> OrderError:
    return OrderError(
        at,
        Words(
            f"「{word}」は分かりません（{examples}など）。",
            f"“{word}” is not known here; write {examples}.",
        ),
    )
