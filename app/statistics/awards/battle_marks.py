"""Marks that only replayed battles tell."""

from collections import Counter
from itertools import pairwise
from typing import Final

from app.statistics.awards.field import PLAIN, Field, Mark, Marks

_BEHIND: Final = 4
"""Who was behind by a smaller part of the life than this did not come back."""


def longest(field: Field) -> Marks:
    """Where many battles last to the limit, the longest of those that were decided before it."""
    turns = Counter(turn for _, _, turn in field.lengths)
    limit = max(turns, default=0)
    for one, other, turn in field.lengths:
        if turn > 1 and (turn < limit or turns[limit] == 1):
            yield PLAIN, one, Mark(turn, other)
            yield PLAIN, other, Mark(turn, one)


def closest(field: Field) -> Marks:
    """Of equally close ones the longest."""
    for each in field.battles:
        if each.winner is not None and len(each.course) > 1:
            home, away = (max(hp, 0) for hp in each.hp)
            yield from each.both(abs(home - away), -len({*each.course}))


def comeback(field: Field) -> Marks:
    """How far each was behind who won all the same."""
    for each in field.battles:
        if each.winner is not None and each.course:
            sign = 1 if each.winner == each.home else -1
            behind = [sign * (away - home) for home, away in each.course]
            gained = max(behind) - max(behind[0], 0)
            if gained * _BEHIND >= max(each.course[0]):
                yield PLAIN, each.winner, Mark(max(behind), each.other(each.winner), gained)


def blow(field: Field) -> Marks:
    """The most that each took from an opponent in one turn."""
    for each in field.battles:
        for before, after in pairwise(each.course):
            for rank, at in ((each.home, 1), (each.away, 0)):
                if (fell := before[at] - after[at]) > 1:
                    yield PLAIN, rank, Mark(fell, each.other(rank))


def own_hand(field: Field) -> Marks:
    """How much each lost by its own cards."""
    lost: Counter[int] = Counter()
    for each in field.battles:
        lost += Counter({each.home: each.own[0], each.away: each.own[1]})
    for rank, points in lost.items():
        yield PLAIN, rank, Mark(points)
