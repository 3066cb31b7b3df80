"""Remarks on a legal build, as a friend who knows the rules would make them before the deadline."""

from collections.abc import Iterator
from typing import Final

from app.engine.build import Build
from app.engine.words import Words
from app.games.acts.cards import ETHER
from app.games.acts.pool import MatchCards
from app.games.acts.words.deck import split

_FEW_ETHER: Final = 6
_MANY_ETHER: Final = 16
_FEW_SERVANTS: Final = 8
_LARGE: Final = 3
_MANY_LARGE: Final = 6
_MANY_ANSWERS: Final = 4

NO_SERVANT: Final = Words(
    "サーヴァントが1体もいません。戦えるのはマスターだけです。",
    "It has no servants: the master fights alone.",
)
FEW_SERVANTS: Final = Words(
    "サーヴァントが{count}体だけです。手札に来ないターンが多くなります。",
    "It has only {count} servants. In many turns you will have none in hand.",
)
FEW_ETHER: Final = Words(
    "エーテルが{count}枚だけです。マスターの初めの分を使い切ると、サーヴァントに付ける分が足りなくなります。",
    "It has only {count} ether. The master's first ether is soon used, and little follows.",
)
MANY_ETHER: Final = Words(
    "エーテルが{count}枚あります。マスターに付くのは所持量までなので、手札に余るかもしれません。",
    "It has {count} ether. A master holds no more than its capacity, so some may stay in hand.",
)
MANY_LARGE: Final = Words(
    "サイズ3のサーヴァントが多めです。ちょうどのエーテルでメイクすると、そのターンは動けません。",
    "Many of its servants have size 3. Made with exactly 3 ether, they cannot act in that turn.",
)
MANY_ANSWERS: Final = Words(
    "スピードツールが{count}枚あります。相手に答えるときにしか使えません。",
    "It has {count} speed tools. They only answer the opponent.",
)
ALONE: Final = Words(
    "「シグナルタワー」のビーコンは、ほかのサーヴァントがいないと働きません。",
    "“Signal Tower” helps other servants, but the deck has none.",
)
LOST_OZ: Final = Words(
    "「オズ」のスキルのうち2つは、マスターが「ちゆき」でないと働きません。",
    "Two skills of “Oz” work only with the master Chiyuki.",
)


def remarks(build: Build, pool: MatchCards) -> Iterator[Words]:
    """The remarks on the build, the gravest first."""
    masters, deck = split(build, pool)
    servants = {id: n for id, n in deck.items() if pool[id].kind == "servant"}
    count, ether = sum(servants.values()), deck[ETHER]
    if not count:
        yield NO_SERVANT
    elif count < _FEW_SERVANTS:
        yield FEW_SERVANTS.filled(count=count)
    if ether < _FEW_ETHER:
        yield FEW_ETHER.filled(count=ether)
    elif ether > _MANY_ETHER:
        yield MANY_ETHER.filled(count=ether)
    if sum(n for id, n in servants.items() if pool[id].size == _LARGE) >= _MANY_LARGE:
        yield MANY_LARGE
    if servants.keys() == {"S10"}:
        yield ALONE
    if "X02" in servants and "X01" not in masters:
        yield LOST_OZ
    answers = sum(n for id, n in deck.items() if pool[id].tool == "speed")
    if answers > _MANY_ANSWERS:
        yield MANY_ANSWERS.filled(count=answers)
