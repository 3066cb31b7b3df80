"""Match-ups: results of strong against weak, best answers, and rivals."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from app.statistics.crosstable import Crossed, members, share
from app.tournament.scoring import LOST, WON
from app.tournament.standings import Standing

BANDS: Final = 10
"""The number of equal bands in which scores are counted."""
LEAST_TOP: Final = 3


@dataclass(frozen=True, slots=True)
class Rivals:
    """The lowest-placed entry that beat it, and the highest-placed that it beat, as ranks."""

    enemy: int | None
    victim: int | None


@dataclass(frozen=True, slots=True)
class BestAnswer:
    """The rank of an entry, and its score against the entries it answers."""

    rank: int
    score: float


def upsets(crossed: Crossed) -> float | None:
    """Return the share of battles won by the lower-placed, with draws as half: 0 in a strict pecking order.

    It is near one half if places mean nothing. Battles within a shared place are left out.
    """
    halves = played = 0
    for rank, place in enumerate(crossed.places):
        above = (1 << place - 1) - 1
        halves += crossed.halves(rank, above)
        played += crossed.played(rank, above)
    return share(halves, played)


def bands(crossed: Crossed) -> list[int]:
    """Return the number of entries in each band of scores, the lowest first. A border belongs to the higher band."""
    counts = [0] * BANDS
    for rank in range(len(crossed.won)):
        if played := crossed.played(rank):
            band = crossed.halves(rank) * BANDS // (2 * played)
            counts[min(band, BANDS - 1)] += 1
    return counts


def tiers(count: int, most: int) -> list[range]:
    """Return the ranks in at most `most` tiers, best first. Their sizes differ by at most one."""
    number = min(count, most)
    edges = [count * tier // number for tier in range(number + 1)] if number else []
    return [range(start, stop) for start, stop in pairwise(edges)]


def matrix(crossed: Crossed, tiers: Sequence[range]) -> list[list[float | None]]:
    """Return the score of each tier against each; None if they did not meet."""
    sets = [(1 << tier.stop) - (1 << tier.start) for tier in tiers]
    return [
        [
            share(
                sum(crossed.halves(rank, against) for rank in tier),
                sum(crossed.played(rank, against) for rank in tier),
            )
            for against in sets
        ]
        for tier in tiers
    ]


def rivals(crossed: Crossed) -> list[Rivals]:
    """Return each entry's worst enemy and favourite victim, in order of rank."""
    return [
        Rivals(lost.bit_length() - 1 if lost else None, next(members(won), None))
        for won, lost in zip(crossed.won, crossed.lost, strict=True)
    ]


def rivals_of(row: bytes, table: Sequence[Standing]) -> Rivals:
    """Return the worst enemy and favourite victim of one entry, from its outcomes alone."""
    lost, won = row.translate(LOST), row.translate(WON)
    enemies = (at for at in reversed(range(len(table))) if lost[table[at].entry])
    victims = (rank for rank, standing in enumerate(table) if won[standing.entry])
    return Rivals(next(enemies, None), next(victims, None))


def top(places: Sequence[int]) -> int:
    """Return the size of a field's top: a tenth, but at least three, and all who tie with the last of them."""
    least = max(LEAST_TOP, -(-len(places) // 10))
    return sum(place <= least for place in places)


def lower_half(places: Sequence[int]) -> range:
    """Return the ranks with at least half of the field above them, without the top."""
    above = max(top(places), (len(places) + 1) // 2)
    return range(sum(place <= above for place in places), len(places))


def best_answer(crossed: Crossed, to: range, of: range) -> BestAnswer | None:
    """Return the best score of entries `of` against `to`; among equals the highest-placed. None if none is possible.

    Only an entry that met all of `to` is considered.
    """
    against = (1 << to.stop) - (1 << to.start)
    answers = [
        BestAnswer(rank, score)
        for rank in of
        if (met := crossed.played(rank, against)) == len(to) - (rank in to)
        and (score := share(crossed.halves(rank, against), met)) is not None
    ]
    return max(answers, key=lambda answer: answer.score, default=None)
