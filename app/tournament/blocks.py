"""All pairs of a field, played block by block."""

import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from functools import lru_cache
from itertools import islice
from typing import Final

from app.engine import NOT_PLAYED, Build, exchanged
from app.games import ruleset
from app.games.house import with_cards
from app.tournament.executors import LOCAL, NoWorkers, OtherVersion, hands
from app.tournament.fingerprint import fingerprint

BLOCK_SECONDS: Final = 1
"""About so long it takes to play a block."""
FEW_BLOCKS: Final = 2
"""So few are done before other processes have started."""

logger = logging.getLogger(__name__)


@lru_cache(maxsize=20_000)
def build_of(slug: str, version: str, text: str) -> Build:
    """The build that is written so in these rules. Raises `BuildUnreadable`, and `RulesNotInstalled`."""
    return ruleset(slug, version).read_build(text).nameless()


def blocks(count: int, size: int, todo: range) -> Iterator[range]:
    """The rows to do, in blocks of whole rows with about `size` battles; row i meets all that come after it."""
    start = todo.start
    battles = 0
    for row in todo:
        battles += count - 1 - row
        if battles >= size:
            yield range(start, row + 1)
            start, battles = row + 1, 0
    if start < todo.stop:
        yield range(start, todo.stop)


def play_block(slug: str, version: str, builds: Sequence[Build], rows: range) -> list[bytes]:
    """For each row its outcomes against all later entries, the row at home."""
    field = builds[rows.start :]
    width = len(field)
    played = ruleset(slug, version).outcomes(field, range(len(rows)))
    return [played[i * width + i + 1 : (i + 1) * width] for i in range(len(rows))]


def play_as(
    asked: str,
    slug: str,
    version: str,
    field: Sequence[Build],
    rows: int,
    house: str | None = None,
) -> list[bytes]:
    """The block of the field's first rows, if these rules have the fingerprint here that was asked for.

    `house` is the text of their house cards: a worker has none. Raises `OtherVersion`.
    """
    if house is not None:
        with_cards(slug, house, version)
    if asked != (ours := fingerprint(slug, version)):
        raise OtherVersion(ours, asked)
    return play_block(slug, version, field, range(rows))


def play_blocks(
    slug: str,
    version: str,
    builds: Sequence[Build],
    todo: range | None = None,
    compute: str = LOCAL,
    alone: Callable[[], object] = lambda: None,
) -> Generator[tuple[range, list[bytes]]]:
    """Play the rows to do, or all; yields each block of rows, in order, as soon as it is done.

    A few blocks are played here; more go to the executor, a block for each core and one to follow.
    When a cluster has had no worker for a while, `alone` is called and the rest is played here.
    Raises `RulesNotInstalled`, and `ComputeUnavailable`.
    """
    pace = ruleset(slug, version).pace
    count = len(builds)
    todo = range(count) if todo is None else todo
    portions = list(blocks(count, pace.battles * BLOCK_SECONDS, todo))
    if len(portions) <= FEW_BLOCKS:
        for rows in portions:
            yield rows, play_block(slug, version, builds, rows)
        return
    done = 0
    try:
        for each in _play_portions(slug, version, builds, portions, compute):
            yield each
            done += 1
    except NoWorkers as error:
        logger.warning("%s: its battles are played here", error)
        alone()
        yield from _play_portions(slug, version, builds, portions[done:], LOCAL)


def _play_portions(
    slug: str, version: str, builds: Sequence[Build], portions: Sequence[range], compute: str
) -> Generator[tuple[range, list[bytes]]]:
    with hands(compute, ruleset(slug, version).pace) as there:
        asked = fingerprint(slug, version)
        cards = ruleset(slug, version).house
        house = cards.text if cards else None

        def ask(rows: range) -> Future[list[bytes]]:
            mine = builds[rows.start :]
            return there.executor.submit(play_as, asked, slug, version, mine, len(rows), house)

        submitted = ((rows, ask(rows)) for rows in portions)
        waiting = deque(islice(submitted, 2 * there.many))
        try:
            while waiting:
                rows, played = waiting[0]
                try:
                    found = there.wait(played)
                except (CancelledError, ValueError):
                    # How `distributed` says that it has lost a task with the worker that had it.
                    found = there.wait(ask(rows))
                yield rows, found
                waiting.popleft()
                waiting.extend(islice(submitted, 1))
        finally:
            for _, unwanted in waiting:
                unwanted.cancel()


def full_rows(halves: Sequence[bytes]) -> list[bytes]:
    """Each entry's outcomes against all others from its own view, out of those against later entries."""
    count = len(halves)
    table = square(halves, count)
    return [bytes(table[i * count : (i + 1) * count]) for i in range(count)]


def square(halves: Iterable[bytes], count: int) -> bytearray:
    """The table of `count` entries, row by row, with the battles of the first against all later ones in it."""
    table = bytearray([NOT_PLAYED]) * (count * count)
    for i, half in enumerate(halves):
        table[i * count + i + 1 : (i + 1) * count] = half
        table[(i + 1) * count + i :: count] = exchanged(half)
    return table
