"""Who meets whom in a round robin, in which round and at which table, and who sits in which seat.

The Berger tables: everybody has the first seat as often as the second, or once more.
"""

from collections.abc import Iterator
from typing import NamedTuple


class Pairing(NamedTuple):
    """A meeting: the places of both in the field, that of the first seat first. Rounds and tables count from 1."""

    round: int
    table: int
    first: int
    second: int


def rounds(count: int) -> int:
    """How many rounds so many need to meet each other once."""
    return count - 1 + count % 2 if count > 1 else 0


def single(count: int) -> Iterator[Pairing]:
    """Every pair of so many meets once; of an odd number one rests in each round."""
    size = count + count % 2
    for round_ in range(1, rounds(count) + 1):
        table = 0
        for pair in _round(size, round_):
            if max(pair) < count:
                table += 1
                yield Pairing(round_, table, *pair)


def double(count: int) -> Iterator[Pairing]:
    """Every pair meets twice, with seats exchanged: the second half of the rounds repeats the first."""
    yield from single(count)
    yield from (
        Pairing(each.round + rounds(count), each.table, each.second, each.first)
        for each in single(count)
    )


def _round(size: int, round_: int) -> Iterator[tuple[int, int]]:
    """The pairs of a round of an even number, as the Berger tables have them: the last one stays, all others move on."""
    turning = size - 1
    start = (round_ - 1) * (size // 2) % turning
    last = size - 1
    yield (start, last) if round_ % 2 else (last, start)
    for step in range(1, size // 2):
        yield (start + step) % turning, (start - step) % turning
