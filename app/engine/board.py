"""The board of a battle as all games have it: cards in order, life, and other counters."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from app.engine.battle import Battle, Change, Side, made_often
from app.engine.build import Build
from app.engine.words import Words


class Stand(IntEnum):
    """The state of a card. The game's `Terms` have its words for the last two."""

    UP = 0
    DOWN = 1
    GONE = 2


class Piece(NamedTuple):
    """A card on the board now, in the place of the card that began at `place` (from 1) of the build."""

    place: int
    card: str
    stand: Stand = Stand.UP


class Status(NamedTuple):
    """A status of a side, with its amount if it has one."""

    name: Words
    amount: int | None = None


@made_often
@dataclass(frozen=True, slots=True)
class Row:
    """One side of the board: its cards from the top, with those that are gone. `life` is None if it is not counted."""

    cards: tuple[Piece, ...]
    life: int | None
    statuses: tuple[Status, ...] = ()


@made_often
@dataclass(frozen=True, slots=True)
class Board:
    """Both sides as they stand from event `n` on."""

    n: int
    home: Row
    away: Row


def plain_boards(
    builds: Sequence[Build], battle: Battle, changes: Iterable[Change]
) -> Iterator[Board]:
    """The boards of a battle that shows only changes of life: the cards stay as they were built."""
    changed = list(changes)
    life: list[int | None] = [*battle.hp] if changed else [None, None]
    sides = list(Side)
    for change in reversed(changed):
        life[sides.index(change.side)] = change.before
    cards = [tuple(Piece(at, card) for at, card in enumerate(each.cards, 1)) for each in builds]
    yield Board(battle.events[0].n, *map(Row, cards, life))
    for change in changed:
        life[sides.index(change.side)] = change.after
        yield Board(change.n, *map(Row, cards, life))
