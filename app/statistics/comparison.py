"""Two entries side by side: how each fared against the field that both met."""

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
        """How much better the first did: 2 for a win against a loss, 0 for the same result."""
        return _GAIN.get(self.one & 3, 0) - _GAIN.get(self.other & 3, 0)


@dataclass(frozen=True)
class _Comparison:
    """`direct` is the outcome of their own battle for the first; `met` are those whom both met.

    Where they differ most comes first, then who stands higher.
    """

    direct: int
    met: Sequence[Both]

    @cached_property
    def better(self) -> int:
        """Against how many the first did better."""
        return sum(each.lead > 0 for each in self.met)

    @cached_property
    def worse(self) -> int:
        """Against how many the second did better."""
        return sum(each.lead < 0 for each in self.met)

    @property
    def same(self) -> int:
        """Against how many both did the same."""
        return len(self.met) - self.better - self.worse


def compare(table: FullTable, one: int, other: int) -> _Comparison:
    """The entrants with these indices, compared."""
    mine, theirs = table.row(one), table.row(other)
    met = [
        Both(line.entry, mine[line.entry], theirs[line.entry])
        for line in table.standings
        if NOT_PLAYED not in (mine[line.entry], theirs[line.entry])
    ]
    return _Comparison(mine[other], sorted(met, key=lambda each: -abs(each.lead)))
