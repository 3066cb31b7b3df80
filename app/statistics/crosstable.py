"""The cross table as sets: whom each entry beat, drew with and lost to."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final, Self

from app.tournament.scoring import DRAWN, LOST, WON
from app.tournament.standings import Standing

_DIGITS: Final = bytes.maketrans(b"\x00\x01", b"01")


@dataclass(frozen=True, slots=True)
class Crossed:
    """Entries are called by their rank, 0 being the best; bit r of a set stands for the entry of rank r.

    `places` are those of the table, which equals share.
    """

    won: tuple[int, ...]
    drawn: tuple[int, ...]
    lost: tuple[int, ...]
    places: tuple[int, ...]

    @classmethod
    def of(cls, row: Callable[[int], bytes], table: Sequence[Standing]) -> Self:
        """The table in which these had these outcomes, each from its own view."""
        order = [standing.entry for standing in table]
        won, drawn, lost = [], [], []
        for entry in order:  # one after the other: all rows in order would be the whole table again
            outcomes = _picked(row(entry), order)
            won.append(_as_set(outcomes, WON))
            drawn.append(_as_set(outcomes, DRAWN))
            lost.append(_as_set(outcomes, LOST))
        places = tuple(standing.place for standing in table)
        return cls(tuple(won), tuple(drawn), tuple(lost), places)

    def everybody(self) -> int:
        """The set of all."""
        return (1 << len(self.won)) - 1

    def played(self, rank: int, among: int = -1) -> int:
        """How many of those it met."""
        return ((self.won[rank] | self.drawn[rank] | self.lost[rank]) & among).bit_count()

    def halves(self, rank: int, among: int = -1) -> int:
        """Its score against those: two for a win, one for a draw."""
        won, drawn = self.won[rank] & among, self.drawn[rank] & among
        return 2 * won.bit_count() + drawn.bit_count()


def share(halves: int, played: int) -> float | None:
    """The score of these battles, from 0 (all lost) to 1 (all won); a draw is half. None without battles."""
    return halves / (2 * played) if played else None


def members(of: int) -> Iterator[int]:
    """The ranks in a set, the best first."""
    while of:
        lowest = of & -of
        yield lowest.bit_length() - 1
        of ^= lowest


def _picked(row: bytes, order: Sequence[int]) -> bytes:
    return bytes(itemgetter(*order)(row)) if len(order) > 1 else row


def _as_set(row: bytes, ending: bytes) -> int:
    digits = row.translate(ending).translate(_DIGITS)[::-1]
    return int(digits or b"0", 2)
