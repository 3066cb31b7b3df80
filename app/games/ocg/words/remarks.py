"""Remarks on a legal deck, as a friend who knows the rules would make them before the deadline."""

from collections import Counter
from collections.abc import Iterator
from math import comb
from typing import Any, Final

from app.engine.build import Build
from app.engine.words import Words
from app.games.ocg.pool import MatchCards
from app.games.ocg.words.deck import as_data

_FIRST: Final = 5
_RISK: Final = 20
"""The limit of a remark: in one match of this many, both opening hands lack a basic character."""
_LARGE: Final = 60

NO_BASIC: Final = Words(
    "{deck}基本キャラクター（レベル0）が1枚もありません。誰も召喚できません。",
    "{deck}It has no basic character (level 0), so it cannot summon.",
)
FEW_BASICS: Final = Words(
    "{deck}基本キャラクターは{count}枚だけです。引き直しても最初の5枚に1枚もないことが、{one}回に1回ほどあります。",
    "{deck}There are only {count} basic characters: once in about {one} matches even the second five cards have none.",
)
NOBODY_BELOW: Final = Words(
    "{deck}「{card}」を重ねる相手、レベル{level}の{who}がデッキにいません。",
    "{deck}“{card}” cannot be laid on anything: the deck has no {who} of level {level}.",
)
MORE_CLASSES: Final = Words(
    "{deck}{who}のクラスカードが{above}枚あるのに、基本キャラクターは{below}枚です。手札で余るかもしれません。",
    "{deck}There are {above} class cards of {who} for {below} basic characters: some may never leave your hand.",
)
NEVER_USED: Final = Words(
    "{deck}「{card}」にはレベル{level}のキャラクターが必要ですが、デッキにいません。",
    "{deck}“{card}” needs a character of level {level}, and the deck has none.",
)
ONE_COLOUR: Final = Words(
    "{deck}基本キャラクターが{colours}色だけです。召喚は1ターンに1色1人なので、並べるのに時間がかかります。",
    "{deck}Its basic characters have {colours} colours only. One of a colour is summoned in a turn, so the field fills slowly.",
)
LARGE: Final = Words(
    "{deck}{count}枚あります。山札切れには強くなりますが、クラスカードと土台がそろいにくくなります。",
    "{deck}It has {count} cards: safer against an empty pile, but class cards and their basics meet less often.",
)
_DECK: Final = Words("デッキ{number}：", "Deck {number}: ")
_FEW_COLOURS: Final = 2


def remarks(build: Build, pool: MatchCards) -> Iterator[Words]:
    """The remarks on the decks, the gravest first."""
    decks = as_data(build)["decks"]
    for number, deck in enumerate(decks, 1):
        head = _DECK.filled(number=number) if len(decks) > 1 else Words("", "")
        if deck:
            for words, filled in _of(Counter(deck), pool):
                yield words.filled(deck=head, **filled)


def _of(deck: Counter[str], pool: MatchCards) -> Iterator[tuple[Words, dict[str, Any]]]:
    size = deck.total()
    chars = [(pool[id], n) for id, n in deck.items() if pool[id].kind == "char"]
    basics = sum(n for card, n in chars if card.is_basic)
    if not basics:
        yield NO_BASIC, {}
    elif (once := _without(size, basics) ** 2) * _RISK > 1:
        yield FEW_BASICS, {"count": basics, "one": max(2, round(1 / once))}
    there = {(card.who, card.level) for card, _ in chars}
    for card, _ in chars:
        if card.is_class and (card.who, card.level - 1) not in there:
            who = pool.characters[card.who]
            yield NOBODY_BELOW, {"card": card.name, "who": who, "level": card.level - 1}
    for name, called in pool.characters.items():
        above = sum(n for card, n in chars if card.who == name and card.is_class)
        below = sum(n for card, n in chars if card.who == name and card.is_basic)
        if below and above > 2 * below:
            yield MORE_CLASSES, {"who": called, "above": above, "below": below}
    highest = max((card.level for card, _ in chars), default=0)
    for id in deck:
        card = pool[id]
        if card.kind in ("item", "command") and card.level > highest:
            yield NEVER_USED, {"card": card.name, "level": card.level}
    colours = len({card.colour for card, _ in chars if card.is_basic})
    if 0 < colours < _FEW_COLOURS + 1 and basics:
        yield ONE_COLOUR, {"colours": colours}
    if size > _LARGE:
        yield LARGE, {"count": size}


def _without(size: int, basics: int) -> float:
    """Return the probability that the first five cards have no basic character."""
    return comb(size - basics, _FIRST) / comb(size, _FIRST) if size >= _FIRST else 0.0
