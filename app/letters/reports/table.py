"""The table as a report shows it: its top, and the neighbours of the reader."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.league.results.results import FinishedRun
from app.letters.render import one_line
from app.text.columns import fitted
from app.tournament.standings import Standing

_TOP: Final = 3
AROUND: Final = 3
NOBODY: Final = -1
"""No participant's index."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A line of the table; None in a list of rows stands for those left out."""

    place: int
    name: str
    wins: int
    draws: int
    losses: int
    points: int
    is_mine: bool


def table(run: FinishedRun, me: int) -> Iterator[TableRow | None]:
    """The top, and those around the player."""
    rank = run.ranks[me]
    shown = sorted(
        {*range(_TOP), *range(rank - AROUND, rank + AROUND + 1)} & {*range(len(run.standings))}
    )
    before = -1
    for at in shown:
        if at == before + 2:  # one line takes no more room than the mark that it is missing
            yield _row(run, run.standings[at - 1], me)
        elif at > before + 1:
            yield None
        yield _row(run, run.standings[at], me)
        before = at
    if before < len(run.standings) - 1:
        yield None


def top(run: FinishedRun, most: int) -> list[TableRow]:
    """The first lines of the table, for a reader who is not in it."""
    return [_row(run, standing, NOBODY) for standing in run.standings[:most]]


def table_lines(rows: Sequence[TableRow | None]) -> list[str]:
    """The same in plain text; the player's own line is marked."""
    cells = [
        [
            "" if row is None or not row.is_mine else "*",
            ":" if row is None else f"{row.place:,}",
            "" if row is None else row.name,
            "" if row is None else f"{row.wins}-{row.draws}-{row.losses}",
            "" if row is None else f"{row.points:,}",
        ]
        for row in rows
    ]
    return fitted(cells, 2, right=frozenset({1, 3, 4}))


def _row(run: FinishedRun, standing: Standing, me: int) -> TableRow:
    return TableRow(
        standing.place,
        one_line(run.participants[standing.entry].name),
        standing.wins,
        standing.draws,
        standing.losses,
        standing.points,
        standing.entry == me,
    )
