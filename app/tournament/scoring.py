"""Scoring: the points of results, and the tie-breaks of entries with equal points."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Final, Protocol, Self

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED
from app.errors import Problem, SeasonRefused
from app.i18n import N_
from app.text.characters import shown

MOST_POINTS: Final = 1_000_000
_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break of entries that are level so far; more is better.

    `slug` stands in commands, records, digests and downloads and never changes. `label` and `meaning`, a sentence, are
    messages of the catalogue. `value` is the number of an entry among those that it is level with.
    """

    slug: str
    label: str
    meaning: str
    value: "Callable[[Table, int, Sequence[int]], float | None]"


def _head_to_head(table: "Table", entry: int, level: Sequence[int]) -> int | None:
    """None where no other entrant is left to compare with. One small table, no restart."""
    if len(level) == 1:
        return None
    row = table.rows[entry]
    return table.score(bytes(row[other] for other in level))


def _sonneborn_berger(table: "Table", entry: int, _level: Sequence[int]) -> float:
    row = table.rows[entry]
    beaten = sum(compress(table.points, row.translate(WON)))
    drawn = sum(compress(table.points, row.translate(DRAWN)))
    return (2 * beaten + drawn) / 2


def _wins(table: "Table", entry: int, _level: Sequence[int]) -> int:
    return table.wins[entry]


TIE_BREAKS: Final = {
    each.slug: each
    for each in (
        TieBreak(
            "head-to-head",
            N_("Head-to-head"),
            N_("Points from the battles among those who are level, counted once for all of them."),
            _head_to_head,
        ),
        TieBreak(
            "sonneborn-berger",
            N_("Sonneborn–Berger"),
            N_(
                "The points of everyone beaten, and half the points of everyone drawn with. To beat the strong counts for more."
            ),
            _sonneborn_berger,
        ),
        TieBreak("wins", N_("Wins"), N_("The number of battles won."), _wins),
    )
}
"""All there are, by slug: a new one is one more here."""
DEFAULT: Final = ("head-to-head", "sonneborn-berger", "wins")
"""Those of pasted lists, and of seasons that name none, in this order. Others do not join them by being there."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of a win, a draw and a loss, and the tie-breaks, in order."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    tie_breaks: tuple[TieBreak, ...] = tuple(TIE_BREAKS[slug] for slug in DEFAULT)

    @classmethod
    def of(cls, win: int, draw: int, loss: int, tie_breaks: Sequence[str]) -> Self:
        """With the tie-breaks of these slugs. Raises `SeasonRefused` with every problem."""
        if found := [*problems(win, draw, loss, tie_breaks)]:
            raise SeasonRefused(found)
        return cls(win, draw, loss, tuple(TIE_BREAKS[slug] for slug in tie_breaks))

    @property
    def slugs(self) -> list[str]:
        """The slugs of its tie-breaks, in order."""
        return [each.slug for each in self.tie_breaks]


def problems(win: int, draw: int, loss: int, slugs: Sequence[str]) -> Iterator[Problem]:
    """The problems of a scoring that no season can have."""
    if not MOST_POINTS >= win >= draw >= loss >= 0:
        points = (win, draw, loss)
        yield Problem("scoring-impossible", words=(*map(str, points), f"{MOST_POINTS:,}"))
    for slug in dict.fromkeys(slugs):
        if slug not in TIE_BREAKS:
            yield Problem("unknown-tie-break", words=(shown(slug[:_SHOWN]), ", ".join(TIE_BREAKS)))
        if slugs.count(slug) > 1:
            yield Problem("tie-break-doubled", words=(shown(slug[:_SHOWN]),))


def _mask(winner: int) -> bytes:
    """A translation of outcome bytes: 1 where it ended like this, else 0."""
    return bytes(byte != NOT_PLAYED and byte & 3 == winner for byte in range(256))


WON: Final = _mask(HOME)
DRAWN: Final = _mask(DRAW)
LOST: Final = _mask(AWAY)


class Rows(Protocol):
    """The rows of a cross table. Those of a large one need not all be unpacked at a time."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[bytes]: ...

    def __getitem__(self, entry: int, /) -> bytes: ...


class Table:
    """The cross table, counted."""

    def __init__(self, rows: Rows, scoring: Scoring) -> None:
        self.rows = rows
        self.scoring = scoring
        counts = [[row.translate(mask).count(1) for mask in (WON, DRAWN, LOST)] for row in rows]
        self.wins, self.draws, self.losses = ([each[kind] for each in counts] for kind in range(3))
        self.points = [
            scoring.win * wins + scoring.draw * draws + scoring.loss * losses
            for wins, draws, losses in zip(self.wins, self.draws, self.losses, strict=True)
        ]

    def score(self, row: bytes) -> int:
        """The points of the battles in a row, or in a part of it."""
        scoring = self.scoring
        return (
            scoring.win * row.translate(WON).count(1)
            + scoring.draw * row.translate(DRAWN).count(1)
            + scoring.loss * row.translate(LOST).count(1)
        )
