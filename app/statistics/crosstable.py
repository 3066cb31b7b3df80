"""The cross table as sets: the entries that each entry beat, drew with and lost to."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from app.engine import AWAY, DRAW, HOME, winners
from app.tournament.full_table import in_order
from app.tournament.scoring import those
from app.tournament.standings import Standing


@dataclass(frozen=True, slots=True)
class Crossed:
    """A cross table by rank; 0 is the best. Each set is a number whose bit r stands for the entry of rank r.

    `places`: the places of the table, which equals share.
    """

    won: tuple[int, ...]
    drawn: tuple[int, ...]
    lost: tuple[int, ...]
    places: tuple[int, ...]

    @classmethod
    def of(cls, row: Callable[[int], bytes], table: Sequence[Standing]) -> Self:
        """Return the sets for this table. `row`: returns an entry's outcomes from its own view."""
        won, drawn, lost = [], [], []
        for outcomes in in_order(table, table[::-1], row):
            ended = winners(outcomes)
            won.append(those(ended, HOME))
            drawn.append(those(ended, DRAW))
            lost.append(those(ended, AWAY))
        places = tuple(standing.place for standing in table)
        return cls(tuple(won), tuple(drawn), tuple(lost), places)

    def everybody(self) -> int:
        """Return the set of all entries."""
        return (1 << len(self.won)) - 1

    def played(self, rank: int, among: int = -1) -> int:
        """Return how many entries of `among` it met."""
        return ((self.won[rank] | self.drawn[rank] | self.lost[rank]) & among).bit_count()

    def halves(self, rank: int, among: int = -1) -> int:
        """Return its score against entries of `among`: two for a win, one for a draw."""
        won, drawn = self.won[rank] & among, self.drawn[rank] & among
        return 2 * won.bit_count() + drawn.bit_count()


def share(halves: int, played: int) -> float | None:
    """Return the score of these battles, from 0 (all lost) to 1 (all won); a draw is half. None without battles."""
    return halves / (2 * played) if played else None


def members(of: int) -> Iterator[int]:
    """Yield the ranks in a set, the best first."""
    while of:
        lowest = of & -of
        yield lowest.bit_length() - 1
        of ^= lowest
