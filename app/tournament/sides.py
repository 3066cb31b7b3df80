"""Sides of a field: leave out battles within a side, and count the table of the sides."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from app.engine import NOT_PLAYED
from app.tournament.standings import Standing, placed


@dataclass(frozen=True, slots=True)
class SideLine:
    """A line of the table of sides: the sums of its members. `side`: its index. Equal sides share a `place`."""

    side: int
    place: int
    members: int
    points: int
    wins: int
    draws: int
    losses: int

    @property
    def average(self) -> float:
        """The points per member."""
        return self.points / self.members if self.members else 0.0


def apart(sides: Sequence[Hashable]) -> Callable[[int, bytes], bytes]:
    """Return a function that removes the battles with its own side from an entrant's row of outcomes."""
    count = len(sides)
    masks = {
        side: int.from_bytes(bytes(NOT_PLAYED if each == side else 0 for each in sides))
        for side in {*sides}
    }
    return lambda index, row: (int.from_bytes(row) | masks[sides[index]]).to_bytes(count)


def halves_apart(sides: Sequence[Hashable], halves: Iterable[bytes]) -> list[bytes]:
    """Return the outcomes of each entrant against all later ones, without those of its own side."""
    without = apart(sides)
    return [
        without(index, bytes(index + 1) + half)[index + 1 :] for index, half in enumerate(halves)
    ]


def battles(sides: Sequence[Hashable]) -> int:
    """Return the number of pairs from different sides."""
    return (len(sides) ** 2 - sum(size**2 for size in Counter(sides).values())) // 2


def table(lines: Iterable[Standing], sides: Sequence[int | None], count: int) -> list[SideLine]:
    """Return the table of the sides, by points, then by wins. `sides`: the side of each entrant by index."""
    sums = [[0] * 5 for _ in range(count)]
    for line in lines:
        if (side := sides[line.entry]) is not None:
            own = (1, line.points, line.wins, line.draws, line.losses)
            sums[side] = [before + more for before, more in zip(sums[side], own, strict=True)]

    order = sorted(enumerate(sums), key=lambda each: (-each[1][1], -each[1][2], each[0]))
    ranks = placed(order, lambda each: each[1][1:3])
    return [SideLine(side, place, *own) for place, (side, own) in ranks]
