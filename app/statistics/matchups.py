"""Match-ups: how the strong fare against the weak, who answers whom, and how close it all is."""

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
    """The lowest-placed who beat it, and the highest-placed whom it beat, as ranks."""

    enemy: int | None
    victim: int | None


@dataclass(frozen=True, slots=True)
class BestAnswer:
    """The entry of this rank has this score against those whom it is an answer to."""

    rank: int
    score: float


def upsets(crossed: Crossed) -> float | None:
    """The share of battles that the lower-placed won, a draw being half: 0 in a strict pecking order,
    near one half if places mean nothing. Battles between those who share a place are left out.
    """
    halves = played = 0
    for rank, place in enumerate(crossed.places):
        above = (1 << place - 1) - 1
        halves += crossed.halves(rank, above)
        played += crossed.played(rank, above)
    return share(halves, played)


def bands(crossed: Crossed) -> list[int]:
    """How many entries have a score in each band, the lowest first; a score between two is in the higher one."""
    counts = [0] * BANDS
    for rank in range(len(crossed.won)):
        if played := crossed.played(rank):
            band = crossed.halves(rank) * BANDS // (2 * played)
            counts[min(band, BANDS - 1)] += 1
    return counts


def tiers(count: int, most: int) -> list[range]:
    """The ranks in at most this many tiers, best first; their sizes differ by one at most."""
    number = min(count, most)
    edges = [count * tier // number for tier in range(number + 1)] if number else []
    return [range(start, stop) for start, stop in pairwise(edges)]


def matrix(crossed: Crossed, tiers: Sequence[range]) -> list[list[float | None]]:
    """The score of each tier against each; None where they did not meet."""
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
    """Each entry's worst enemy and favourite victim, in order of rank."""
    return [
        Rivals(lost.bit_length() - 1 if lost else None, next(members(won), None))
        for won, lost in zip(crossed.won, crossed.lost, strict=True)
    ]


def rivals_of(row: bytes, table: Sequence[Standing]) -> Rivals:
    """The worst enemy and favourite victim of the entry with these outcomes, from nothing else."""
    lost, won = row.translate(LOST), row.translate(WON)
    enemies = (at for at in reversed(range(len(table))) if lost[table[at].entry])
    victims = (rank for rank, standing in enumerate(table) if won[standing.entry])
    return Rivals(next(enemies, None), next(victims, None))


def top(places: Sequence[int]) -> int:
    """How many are the top of a field: a tenth, but three at least, and all who are level with the last of them."""
    least = max(LEAST_TOP, -(-len(places) // 10))
    return sum(place <= least for place in places)


def lower_half(places: Sequence[int]) -> range:
    """The ranks of those who have at least half of the field above them, and do not belong to its top."""
    above = max(top(places), (len(places) + 1) // 2)
    return range(sum(place <= above for place in places), len(places))


def best_answer(crossed: Crossed, to: range, of: range) -> BestAnswer | None:
    """The one of these with the best score against those; of equals the highest.

    Only who has met all of them is asked.
    """
    against = (1 << to.stop) - (1 << to.start)
    answers = [
        BestAnswer(rank, score)
        for rank in of
        if (met := crossed.played(rank, against)) == len(to) - (rank in to)
        and (score := share(crossed.halves(rank, against), met)) is not None
    ]
    return max(answers, key=lambda answer: answer.score, default=None)
