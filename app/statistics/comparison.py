"""Compare two entries by their results against opponents that both met."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from app.engine import DRAW, HOME, NOT_PLAYED
from app.tournament.full_table import FullTable

_GAIN = {HOME: 2, DRAW: 1}


@dataclass(frozen=True, slots=True)
class Both:
    """The outcomes of both against the entrant of this index, each from its own view."""

    opponent: int
    one: int
    other: int

    @property
    def lead(self) -> int:
        """How much better the first did, in half points: 2 for a win against a loss, 0 for the same result."""
        return _GAIN.get(self.one & 3, 0) - _GAIN.get(self.other & 3, 0)


@dataclass(frozen=True)
class _Comparison:
    """A comparison. `direct`: the outcome of the two against each other, as the first sees it.

    `met`: the opponents of both. Those with the greatest difference come first, then the higher-placed.
    """

    direct: int
    met: Sequence[Both]

    @cached_property
    def better(self) -> int:
        """The number of opponents against whom the first did better."""
        return sum(each.lead > 0 for each in self.met)

    @cached_property
    def worse(self) -> int:
        """The number of opponents against whom the second did better."""
        return sum(each.lead < 0 for each in self.met)

    @property
    def same(self) -> int:
        """The number of opponents against whom both did the same."""
        return len(self.met) - self.better - self.worse


def compare(table: FullTable, one: int, other: int) -> _Comparison:
    """Compare the entrants with these indices."""
    mine, theirs = table.row(one), table.row(other)
    met = [
        Both(line.entry, mine[line.entry], theirs[line.entry])
        for line in table.standings
        if NOT_PLAYED not in (mine[line.entry], theirs[line.entry])
    ]
    return _Comparison(mine[other], sorted(met, key=lambda each: -abs(each.lead)))
