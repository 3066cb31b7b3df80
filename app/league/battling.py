"""All pairs of a field, played block by block."""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from os import cpu_count
from typing import Final

from app.engine import NOT_PLAYED, Build, Pace, exchanged
from app.games import ruleset

BLOCK_SECONDS: Final = 1
"""About so long it takes to play a block."""
FEW_BLOCKS: Final = 2
"""So few are done before other processes have started."""


def blocks(count: int, size: int, first: int = 0) -> Iterator[range]:
    """The rows from `first` on, in blocks of whole rows with about `size` battles; row i meets all that come after it."""
    start = first
    battles = 0
    for row in range(first, count):
        battles += count - 1 - row
        if battles >= size:
            yield range(start, row + 1)
            start, battles = row + 1, 0
    if start < count:
        yield range(start, count)


def play_block(slug: str, builds: Sequence[Build], rows: range) -> list[bytes]:
    """For each row its outcomes against all later entries, the row at home."""
    field = builds[rows.start :]
    width = len(field)
    played = ruleset(slug).outcomes(field, range(len(rows)))
    return [played[i * width + i + 1 : (i + 1) * width] for i in range(len(rows))]


def play_blocks(
    slug: str, builds: Sequence[Build], first: int = 0
) -> Iterator[tuple[range, list[bytes]]]:
    """Play the rows from `first` on; yields each block of rows, in order, as soon as it is done.

    A few blocks are played here; more go to a thread or a process for each core.
    """
    pace = ruleset(slug).pace
    todo = list(blocks(len(builds), pace.battles * BLOCK_SECONDS, first))
    if len(todo) <= FEW_BLOCKS:
        for rows in todo:
            yield rows, play_block(slug, builds, rows)
        return
    with all_cores(pace) as executor:
        waiting = deque(executor.submit(play_block, slug, builds, rows) for rows in todo)
        try:
            for rows in todo:
                yield rows, waiting.popleft().result()
        finally:
            executor.shutdown(wait=False, cancel_futures=True)  # nobody asks for the others


def all_cores(pace: Pace) -> Executor:
    """What keeps every core busy: threads, unless each would hold the interpreter."""
    if pace.in_threads:
        return ThreadPoolExecutor(cpu_count())
    return ProcessPoolExecutor(mp_context=get_context("spawn"))


def full_rows(halves: Sequence[bytes]) -> list[bytes]:
    """Each entry's outcomes against everybody from its own view, out of those against later entries."""
    count = len(halves)
    table = bytearray([NOT_PLAYED]) * (count * count)
    for i, half in enumerate(halves):
        table[i * count + i + 1 : (i + 1) * count] = half
        table[(i + 1) * count + i :: count] = exchanged(half)
    return [bytes(table[i * count : (i + 1) * count]) for i in range(count)]
