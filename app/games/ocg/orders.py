"""Orders as text: one line a play, a stance or a discard; and the action of one such text."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from app.engine.matches.game import Action, OrderError, View
from app.engine.matches.orders.forms import OrderForms, OrderSlot, card_named, verb_of
from app.engine.words import Lang, Words
from app.games.ocg.actions import empty
from app.games.ocg.cards import CARDS, Card
from app.text.characters import normal

VERBS: Final[Mapping[str, str]] = {
    "summon": "summon",
    "class": "class",
    "set": "set",
    "area": "area",
    "command": "command",
    "attack": "attack",
    "guard": "guard",
    "discard": "discard",
    "pass": "pass",
    "召喚": "summon",
    "クラスチェンジ": "class",
    "セット": "set",
    "エリア": "area",
    "コマンド": "command",
    "アタック": "attack",
    "ガード": "guard",
    "捨てる": "discard",
    "パス": "pass",
}
PLAYS: Final = frozenset({"summon", "class", "area", "set", "command"})

_MEANT: Final[Mapping[str, Callable[[Card], bool]]] = {
    "summon": lambda card: card.is_basic,
    "class": lambda card: card.is_class,
    "set": lambda card: card.kind == "item",
    "area": lambda card: card.kind == "area",
    "command": lambda card: card.kind == "command",
    "target": lambda card: card.kind == "char",
    "discard": lambda _: True,
}
_SPELLED: Final = {
    id: (*card.name, *((card.who_ja,) if card.who else ())) for id, card in CARDS.items()
}
"""What the names of cards may begin with: in English that of a character stands first, in Japanese it may stand alone."""
_SLOTS: Final = {
    "card": OrderSlot(
        ".+?",
        Words("カード", "a card"),
        (
            *map(str.lower, CARDS),
            *(normal(x).replace(",", "") for each in _SPELLED.values() for x in each),
        ),
    ),
    "who": OrderSlot(r"[^\s>]+", Words("キャラクター", "a character")),
    "targets": OrderSlot(".*", Words("対象", "targets")),
}
_ON: Final = "{card} on {who}"
_BY: Final = "{card} by {who}[ > {targets}]"
_FORMS: Final = {
    "class": OrderForms(_SLOTS, _ON, _ON, Words("クラスチェンジ C11 on 2", "class C11 on 2")),
    "set": OrderForms(_SLOTS, _ON, _ON, Words("セット I01 on 2", "set I01 on 2")),
    "command": OrderForms(
        _SLOTS, _BY, _BY, Words("コマンド K04 by 1 > e2, e1", "command K04 by 1 > e2, e1")
    ),
    "pass": OrderForms(_SLOTS, "", "", Words("パス", "pass")),
}
_REFERENCE = re.compile(r"(|e|new)([0-9]{1,9})")
_ITEM = re.compile(r"e([0-9]{1,9})\.(\S+)")
LANGS: Final[tuple[Lang, Lang]] = ("ja", "en")
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Part:
    """What one line says: a play, or the names that a stance or a discard lists. `pass` has neither."""

    verb: str
    play: Mapping[str, Any]
    names: tuple[int | str, ...] = ()


def parse(text: str, view: View, *_: object) -> dict[str, Any]:
    """The action of all these lines together. Raises `OrderError`."""
    orders = empty()
    seen: set[str] = set()
    start = 0
    cards = own_cards(view)
    for row in text.split("\n"):
        if row.strip():
            part = part_of(row, cards, start)
            is_single = part.verb in ("attack", "guard", "discard")
            if (is_single and part.verb in seen) or (seen and "pass" in {*seen, part.verb}):
                raise OrderError(
                    start + 1,
                    Words(
                        "この行は、ほかの行と一緒には書けません。",
                        "This line cannot stand beside the others.",
                    ),
                )
            seen.add(part.verb)
            if part.play:
                orders["plays"].append(dict(part.play))
            elif is_single:
                orders[part.verb] = [*part.names]
        start += len(row) + 1
    if not seen:
        raise OrderError(len(text) + 1, Words("命令がありません。", "There is no order."))
    return orders


def written(action: Action, *_: object) -> str:
    """The canonical text of the orders."""
    rows = [_row(play) for play in action["plays"]]
    rows += [
        f"{key} {', '.join(map(str, action[key]))}"
        for key in ("attack", "guard", "discard")
        if action[key]
    ]
    return "\n".join(rows) or "pass"


def _row(play: Mapping[str, Any]) -> str:
    row = f"{play['p']} {play['card']}"
    if "on" in play:
        return f"{row} on {play['on']}"
    if "by" in play:
        targets = ", ".join(map(str, play["targets"]))
        return f"{row} by {play['by']}" + (f" > {targets}" if targets else "")
    return row


# --- one line -------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def part_of(row: str, cards: tuple[str, ...], start: int = 0) -> Part:
    """What this line of a player with these cards says; it begins at this place of the text, counted from 0.

    Raises `OrderError`.
    """
    text = row.lower().replace("、", ",")
    word, _, rest = text.strip().partition(" ")
    at = start + len(text) - len(text.lstrip()) + 1
    verb = verb_of(word, at, VERBS)
    behind = at + len(word) + 1 + len(rest) - len(rest.lstrip())
    rest = rest.strip()
    found, places = _FORMS[verb].read(rest, behind) if verb in _FORMS else ({}, {})
    match verb:
        case "summon" | "area":
            return Part(verb, {"p": verb, "card": card_of(rest, verb, cards, behind)})
        case "class" | "set":
            card = card_of(found["card"], verb, cards, behind)
            on = _reference(found["who"], places["who"])
            return Part(verb, {"p": verb, "card": card, "on": on})
        case "command":
            card = card_of(found["card"], verb, cards, behind)
            by = _reference(found["who"], places["who"])
            listed = _listed(found["targets"], places["targets"]) if "targets" in found else ()
            targets = [_target(each, cards, place) for each, place in listed]
            return Part(verb, {"p": verb, "card": card, "by": by, "targets": targets})
        case "attack" | "guard":
            names = tuple(_reference(each, place) for each, place in _listed(rest, behind))
            return Part(verb, {}, names)
        case "discard":
            named = [card_of(each, verb, cards, place) for each, place in _listed(rest, behind)]
            return Part(verb, {}, tuple(named))
    return Part(verb, {})


def _listed(text: str, at: int) -> Iterator[tuple[str, int]]:
    """The entries of a list, each with its place in the text."""
    for entry in text.split(","):
        yield entry.strip(), at + len(entry) - len(entry.lstrip())
        at += len(entry) + 1


def _reference(text: str, at: int) -> int | str:
    """A character: `2` the own one in this slot, `new1`, or `e2`, which is the enemy's."""
    found = _REFERENCE.fullmatch(text)
    if found is None:
        raise OrderError(
            at,
            Words(
                f"「{text}」はキャラクターの番号ではありません（2、new1、e2など）。",
                f"“{text}” names no character; write 2, new1 or e2.",
            ),
        )
    of, number = found.groups()
    return f"{of}{int(number)}" if of else int(number)


def _target(text: str, cards: Sequence[str], at: int) -> int | str:
    """A character, an item of one, or a card that is called back."""
    if _REFERENCE.fullmatch(text):
        return _reference(text, at)
    if (found := _ITEM.fullmatch(text)) and found[2].upper() in CARDS:
        return f"e{int(found[1])}.{found[2].upper()}"
    return card_of(text, "target", cards, at)


def card_of(text: str, verb: str, cards: Sequence[str], at: int) -> str:
    """The card with this id, or the one that a beginning of its name fits, among those of the own deck."""
    name = _BLANKS.sub(" ", text.replace(",", " ")).strip()
    if name.upper() in CARDS:
        return name.upper()
    meant = _MEANT[verb]
    return card_named(name, {id: _SPELLED[id] for id in cards if meant(CARDS[id])}, at)


def own_cards(view: View) -> tuple[str, ...]:
    """The cards of the deck played, or of all decks while it is not drawn; a spectator's are all there are."""
    decks = view["my"].get("decks", [CARDS])
    at = view["my"].get("deck", -1)
    return _sorted((*chain(*(decks if at < 0 else [decks[at]])),))


@lru_cache(maxsize=1 << 7)
def _sorted(ids: tuple[str, ...]) -> tuple[str, ...]:
    return (*sorted({*ids}),)
