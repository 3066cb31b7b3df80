"""Circles: A beat B, B beat C, and C beat A."""

from collections.abc import Iterator
from math import comb

from app.league.crossing import Crossed, members


def circles(crossed: Crossed) -> int:
    """How many triples go round, exactly, draws or not.

    Of three who all beat each other, one beats both others unless they go round. So circles are the
    triples without an open pair (drawn or not played), less the pairs that somebody beat, except
    open pairs. That takes a step for each entry and each open pair, not for each triple.
    """
    everybody = crossed.everybody()
    open_ = [
        everybody & ~(won | lost | 1 << rank)
        for rank, (won, lost) in enumerate(zip(crossed.won, crossed.lost, strict=True))
    ]
    pairs = beaten_open = closed_open = 0
    for rank, others in enumerate(open_):
        for other in members(others >> rank << rank):
            pairs += 1
            beaten_open += (crossed.lost[rank] & crossed.lost[other]).bit_count()
            closed_open += (others & open_[other]).bit_count()
    count = len(open_)
    with_open = pairs * (count - 2) - sum(comb(each.bit_count(), 2) for each in open_)
    with_open += closed_open // 3
    beaten = sum(comb(each.bit_count(), 2) for each in crossed.won) - beaten_open
    return comb(count, 3) - with_open - beaten


def highest(crossed: Crossed) -> Iterator[tuple[int, int, int]]:
    """Circles whose lowest member stands highest, each as (A, B, C) from its best member on; nobody is in two."""
    free = crossed.everybody()
    for lowest in range(len(crossed.won)):
        above = free & ((1 << lowest) - 1)
        if free >> lowest & 1 and (found := _highest_with(crossed, lowest, above)):
            yield found
            free &= ~sum(1 << rank for rank in found)


def _highest_with(crossed: Crossed, lowest: int, among: int) -> tuple[int, int, int] | None:
    """The circle of this one with the two best of those above it."""
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
