"""Standings: points, then tie-breaks in the season's order, then shared places."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from app.tournament.scoring import Rows, Scoring, Table
from app.tournament.tiebreaks import NO_FACTS, Facts, Tally, TieBreak

Each = TypeVar("Each")


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table. `entry`: the index of its row. Equals share a `place`.

    `tie_breaks`: the value of each tie-break of the scoring.
    """

    entry: int
    place: int
    points: int
    wins: int
    draws: int
    losses: int
    tie_breaks: tuple[float | None, ...]


def standings(
    rows: Rows, scoring: Scoring, facts: Facts = NO_FACTS, left: Collection[int] = ()
) -> list[Standing]:
    """Return the table, best first; within a shared place the earlier entry is first.

    `rows`: each entry's outcomes from its own view (itself at home), a byte for every entry. `facts`: what outcomes do
    not show. `left`: entries ranked below all who stayed.
    """
    return ranked(Table(rows, scoring, facts), range(len(rows)), scoring.tie_breaks, left)


def ranked(
    table: Tally,
    field: Iterable[int],
    tie_breaks: Sequence[TieBreak],
    left: Collection[int] = (),
) -> list[Standing]:
    """Return the lines of these entries, best first, as these tie-breaks decide."""
    numbers: dict[int, list[float | None]] = {entry: [] for entry in field}
    stayed = [entry for entry in numbers if entry not in left]
    gone = [entry for entry in numbers if entry in left]
    tied = [*_split(stayed, table.points), *_split(gone, table.points)]
    for tie_break in tie_breaks:
        still_tied: list[list[int]] = []
        for group in tied:
            values = {entry: tie_break.value(table, entry, group) for entry in group}
            for entry in group:
                numbers[entry].append(values[entry])
            still_tied.extend(_split(group, values) if len(group) > 1 else [group])
        tied = still_tied
    level = {entry: at for at, group in enumerate(tied) for entry in group}
    return [
        Standing(
            entry,
            place,
            table.points[entry],
            table.wins[entry],
            table.draws[entry],
            table.losses[entry],
            tuple(numbers[entry]),
        )
        for place, entry in placed(level, level.__getitem__)
    ]


def placed(
    best_first: Iterable[Each], mark: Callable[[Each], object]
) -> Iterator[tuple[int, Each]]:
    """Yield each item with its place. Neighbours with equal marks share a place, and the next places are skipped."""
    place = 1
    for _, group in groupby(best_first, key=mark):
        level = [*group]
        yield from ((place, each) for each in level)
        place += len(level)


def _split(
    group: Sequence[int], values: "Sequence[float] | dict[int, float | None]"
) -> Iterator[list[int]]:
    """Yield groups of equal value, the highest first, each in order of entry."""
    ordered = sorted(group, key=lambda entry: values[entry] or 0, reverse=True)
    for _, equals in groupby(ordered, key=lambda entry: values[entry]):
        yield sorted(equals)
