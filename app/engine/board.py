"""The board of a battle, as far as all games have one: cards in order, life, and what else counts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from app.engine.battle import Battle, Change, Side, made_often
from app.engine.build import Build
from app.engine.words import Words


class Stand(IntEnum):
    """How a card stands. The game's `Terms` say what it calls the last two."""

    UP = 0
    DOWN = 1
    GONE = 2


class Piece(NamedTuple):
    """A card on the board: what stands now where the card at `place` of the build, from 1, began."""

    place: int
    card: str
    stand: Stand = Stand.UP


class Status(NamedTuple):
    """What else holds for a side, and how much of it there is, where it is counted."""

    name: Words
    amount: int | None = None


@made_often
@dataclass(frozen=True, slots=True)
class Row:
    """One side of the board: its cards from the top, those that are gone too; no life where none is counted."""

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
    """The boards of a battle by its changes of life alone: the cards stand as they were built."""
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
