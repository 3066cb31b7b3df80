"""The data of the step-by-step replay of a battle: every card face, and the board at every anchor of the story."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from app.engine import Board, Row, Ruleset, Stand
from app.web.cards import CardView, in_battle
from app.web.views.battles.story import BattleChapter, StoryAct

_ABSENT: Final = -1
_STANDS: Final = len(Stand)


@dataclass(frozen=True, slots=True)
class _Life:
    """The life of a side over some part of the battle."""

    before: int
    after: int


class SideReplay:
    """One side over a battle: all cards and statuses that it ever shows, and each of its different rows as numbers."""

    def __init__(self, game: Ruleset, rows: Sequence[Row], flavour: Sequence[str | None]) -> None:
        """`rows` are those of all boards."""
        self.first = rows[0]
        one_each = {id(row): row for row in rows}  # most boards share theirs with the one before
        numbers: dict[Row, int] = {}
        self._number_of = {
            at: numbers.setdefault(row, len(numbers)) for at, row in one_each.items()
        }
        self._rows = rows = [*numbers]
        known = in_battle(game)
        pieces = dict.fromkeys(chain.from_iterable(row.cards for row in rows))
        faces = {
            face: at for at, face in enumerate(dict.fromkeys((p.place, p.card) for p in pieces))
        }
        self._codes = {p: faces[p.place, p.card] * _STANDS + p.stand for p in pieces}
        self.statuses = [*dict.fromkeys(status.name for row in rows for status in row.statuses)]
        own = {(p.place, p.card) for p in self.first.cards}
        self.cards = [
            CardView(place, *known[card], _named(flavour, place) if (place, card) in own else None)
            for place, card in faces
        ]
        self.laid_out = len(self.first.cards)
        """How many of the cards are there from the beginning: the first ones."""
        self.most = max((row.life or 0 for row in rows), default=0)

    def numbers(self, rows: Iterable[Row]) -> list[int]:
        """Where these very objects are among the different rows."""
        return [self._number_of[id(row)] for row in rows]

    def rows(self) -> list[list[object]]:
        """Each different row: life (null if not counted), faces from the top, amounts of statuses.

        A face counts for three, 1 more is down, 2 more is gone; a status is -1 if absent, null without an amount.
        """
        return [
            [row.life, [*map(self._codes.__getitem__, row.cards)], self._amounts(row)]
            for row in self._rows
        ]

    def _amounts(self, row: Row) -> list[int | None]:
        held = {status.name: status.amount for status in row.statuses}
        return [held.get(name, _ABSENT) for name in self.statuses]

    def amount(self, at: int) -> int | None:
        """How much of that status there is at the beginning, -1 if it is absent; None without an amount."""
        return self._amounts(self.first)[at]


def _named(flavour: Sequence[str | None], place: int) -> str | None:
    return flavour[place - 1] if place <= len(flavour) else None


class BattleReplay:
    """A battle step by step: the boards at the `anchors`, which are numbers of events in the order of the page."""

    def __init__(
        self,
        game: Ruleset,
        boards: Sequence[Board],
        anchors: Sequence[int],
        flavours: Sequence[Sequence[str | None]],
    ) -> None:
        rows = [board.home for board in boards], [board.away for board in boards]
        self.home, self.away = (
            SideReplay(game, each, own) for each, own in zip(rows, flavours, strict=True)
        )
        self.most = max(self.home.most, self.away.most)
        self._boards = [*_at(boards, anchors)]

    def data(self) -> str:
        """The rows of home and of away, and at each anchor the numbers of both: nothing but numbers."""
        both = (
            self.home.numbers(board.home for board in self._boards),
            self.away.numbers(board.away for board in self._boards),
        )
        at = [*chain.from_iterable(zip(*both, strict=True))]
        return json.dumps([self.home.rows(), self.away.rows(), at], separators=(",", ":"))

    def life(self, part: StoryAct | BattleChapter) -> tuple[_Life, _Life] | None:
        """The life of both over this part of the story; None in a game that keeps no count of it."""
        span = part.span
        if not span:
            return None
        start, end = self._boards[max(span.start - 1, 0)], self._boards[span.stop - 1]
        rows = (start.home, end.home), (start.away, end.away)
        found = [
            _Life(before.life, after.life)
            for before, after in rows
            if before.life is not None and after.life is not None
        ]
        return (found[0], found[1]) if len(found) == len(rows) else None


def _at(boards: Sequence[Board], anchors: Sequence[int]) -> Iterator[Board]:
    """The board at each anchor: as it is before the next one is told."""
    at = told = 0
    for following in [*anchors[1:], boards[-1].n + 1]:
        told = max(told, following)
        while at + 1 < len(boards) and boards[at + 1].n < told:
            at += 1
        yield boards[at]
