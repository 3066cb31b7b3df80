"""Circles: A beat B, B beat C, and C beat A."""

from collections.abc import Iterable, Iterator
from itertools import compress
from math import comb
from typing import Final

from app.statistics.crosstable import Crossed, members

_FLAGS: Final = bytes.maketrans(b"01", b"\x00\x01")


def circles(crossed: Crossed) -> int:
    """Return the exact number of circles of three, even with draws.

    Of three who all beat each other, one beats both others unless they form a circle. So circles are the triples
    without an open pair (drawn or not played), less the pairs that one entry beat, except open pairs. That takes a step
    for each entry and each open pair, not for each triple.
    """
    count = len(crossed.won)
    decided = [won | lost for won, lost in zip(crossed.won, crossed.lost, strict=True)]
    open_above = [((1 << rank) - 1) & ~each for rank, each in enumerate(decided)]
    beaten_open = closed_open = 0
    for rank, others in enumerate(open_above):
        flags = f"{others:b}".encode()[::-1].translate(_FLAGS)
        beaten_open += _shared(crossed.lost[rank], compress(crossed.lost, flags))
        closed_open += _shared(others, compress(open_above, flags))
    pairs = sum(map(int.bit_count, open_above))
    with_open = pairs * (count - 2) + closed_open
    with_open -= sum(comb(count - 1 - each.bit_count(), 2) for each in decided)
    beaten = sum(comb(each.bit_count(), 2) for each in crossed.won) - beaten_open
    return comb(count, 3) - with_open - beaten


def _shared(one: int, others: Iterable[int]) -> int:
    """Return how many members the set shares with these sets in total.

    The sum runs without interpreted code, since it is called millions of times.
    """
    return sum(map(int.bit_count, map(one.__and__, others)))


def highest(crossed: Crossed, among: int | None = None) -> Iterator[tuple[int, int, int]]:
    """Yield circles as (A, B, C), starting with the best member; no entry is in two.

    The highest lowest member comes first.

    `among`: search only this many entries at the top of the table.
    """
    free = crossed.everybody()
    for lowest in range(len(crossed.won))[:among]:
        above = free & ((1 << lowest) - 1)
        if free >> lowest & 1 and (found := _highest_with(crossed, lowest, above)):
            yield found
            free &= ~sum(1 << rank for rank in found)


def _highest_with(crossed: Crossed, lowest: int, among: int) -> tuple[int, int, int] | None:
    """Return the circle of this entry with the two best of `among`; None if there is none."""
    beat_it = crossed.lost[lowest] & among
    found = [
        (beaten, next(members(closing)))
        for beaten in members(crossed.won[lowest] & among)
        if (closing := crossed.won[beaten] & beat_it)
    ]
    if not found:
        return None
    beaten, closing = min(found, key=sorted)
    return (beaten, closing, lowest) if beaten < closing else (closing, lowest, beaten)
