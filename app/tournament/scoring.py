"""Scoring: the points of results, and the counted cross table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Final, Protocol, Self

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED, winners
from app.errors import Problem, SeasonRefused
from app.text.characters import shown
from app.tournament.tiebreaks import DEFAULT, MOST, NO_FACTS, TIE_BREAKS, Facts, TieBreak

MOST_POINTS: Final = 1_000_000
_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of a win, a draw and a loss, and the tie-breaks, in order."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    tie_breaks: tuple[TieBreak, ...] = tuple(TIE_BREAKS[slug] for slug in DEFAULT)

    @classmethod
    def of(
        cls,
        win: int,
        draw: int,
        loss: int,
        tie_breaks: Sequence[str],
        offered: Mapping[str, TieBreak] = TIE_BREAKS,
    ) -> Self:
        """Return a scoring with the tie-breaks of these slugs, out of those `offered`. Raises `SeasonRefused`."""
        if found := [*problems(win, draw, loss, tie_breaks, offered)]:
            raise SeasonRefused(found)
        return cls(win, draw, loss, tuple(offered[slug] for slug in tie_breaks))

    @property
    def slugs(self) -> list[str]:
        """The slugs of the tie-breaks, in order."""
        return [each.slug for each in self.tie_breaks]


def problems(
    win: int,
    draw: int,
    loss: int,
    slugs: Sequence[str],
    offered: Mapping[str, TieBreak] = TIE_BREAKS,
) -> Iterator[Problem]:
    """Yield the problems of a scoring that no season can have."""
    if not MOST_POINTS >= win >= draw >= loss >= 0:
        most = f"{MOST_POINTS:,}"
        yield Problem("scoring-impossible", win=str(win), draw=str(draw), loss=str(loss), most=most)
    for slug in dict.fromkeys(slugs):
        if slug not in offered:
            yield Problem(
                "unknown-tie-break", typed=shown(slug[:_SHOWN]), offered=", ".join(offered)
            )
        if slugs.count(slug) > 1:
            yield Problem("tie-break-doubled", typed=shown(slug[:_SHOWN]))
    if len(slugs) > MOST:
        yield Problem("too-many-tie-breaks", most=str(MOST))


def _mask(winner: int) -> bytes:
    """Return a translation of outcome bytes: 1 for this winner, else 0."""
    return bytes(byte != NOT_PLAYED and byte & 3 == winner for byte in range(256))


WON: Final = _mask(HOME)
LOST: Final = _mask(AWAY)
MET: Final = bytes(byte != NOT_PLAYED for byte in range(256))


_DIGITS: Final = [bytes(b"01"[byte == how] for byte in range(256)) for how in (DRAW, HOME, AWAY)]


def those(ended: bytes, how: int) -> int:
    """Return the set of those against whom it ended so, of `winners` of a row. Bit 0 stands for the last of them."""
    return int(ended.translate(_DIGITS[how]), 2)


class Rows(Protocol):
    """The rows of a cross table. A large table may unpack them one at a time."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[bytes]: ...

    def __getitem__(self, entry: int, /) -> bytes: ...


class Counts:
    """Wins, draws and losses of all entrants, and the numbers computed from these alone."""

    def __init__(
        self,
        scoring: Scoring,
        wins: Sequence[int],
        draws: Sequence[int],
        losses: Sequence[int],
        facts: Facts = NO_FACTS,
        members: Sequence[int] | None = None,
    ) -> None:
        """`members`: the entrants in the table; None for all."""
        self.scoring = scoring
        self.wins, self.draws, self.losses = wins, draws, losses
        self.facts = facts
        self.points = [
            scoring.win * wins + scoring.draw * draws + scoring.loss * losses
            for wins, draws, losses in zip(wins, draws, losses, strict=True)
        ]
        self._members = range(len(self.points)) if members is None else members

    @cached_property
    def rates(self) -> list[float]:
        """The share of its battles that each entrant has won."""
        return [
            wins / (wins + draws + losses or 1)
            for wins, draws, losses in zip(self.wins, self.draws, self.losses, strict=True)
        ]

    @cached_property
    def upper(self) -> list[int]:
        """1 for an entrant with at least as many points as the middle of the table, else 0."""
        middle = sorted(self.points[each] for each in self._members)[len(self._members) // 2]
        return [int(points >= middle) for points in self.points]


class Table(Counts):
    """The counts of a full cross table."""

    def __init__(self, rows: Rows, scoring: Scoring, facts: Facts = NO_FACTS) -> None:
        self.rows = rows
        counts = [[*map(winners(row).count, (HOME, DRAW, AWAY))] for row in rows]
        wins, draws, losses = ([each[kind] for each in counts] for kind in range(3))
        super().__init__(scoring, wins, draws, losses, facts)

    def beaten(self, entry: int, values: Sequence[float]) -> Iterable[float]:
        """Return the values of all beaten opponents."""
        return compress(values, self.rows[entry].translate(WON))

    def sonneborn_berger(self, entry: int) -> float:
        """Return the points of all beaten opponents, plus half of those of all drawn with."""
        ended = winners(self.rows[entry])
        return self._sum(those(ended, HOME)) + self._sum(those(ended, DRAW)) / 2

    def _sum(self, opponents: int) -> int:
        digits = enumerate(self._digits)
        return sum((opponents & digit).bit_count() << at for at, digit in digits)

    @cached_property
    def _digits(self) -> list[int]:
        """For each binary digit of points, the lowest first, the set of entrants whose points have it."""
        length = max(self.points).bit_length()
        return [int("".join(str(p >> at & 1) for p in self.points), 2) for at in range(length)]

    def met(self, entry: int) -> Iterable[float]:
        """Return the points of all opponents."""
        return compress(self.points, self.rows[entry].translate(MET))

    def score_against(self, entry: int, others: Sequence[int]) -> int:
        """Return the points from battles with these entrants."""
        row = self.rows[entry]
        return self.score(bytes(row[other] for other in others))

    def score(self, row: bytes) -> int:
        """Return the points of the battles in a row, or in a part of it."""
        wins, draws, losses = map(winners(row).count, (HOME, DRAW, AWAY))
        return self.scoring.win * wins + self.scoring.draw * draws + self.scoring.loss * losses
