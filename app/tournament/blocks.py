"""All pairs of a field, played block by block."""

import logging
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Final, Generic

from app.engine import Build, in_rows
from app.engine.outcomes import square
from app.games import ruleset
from app.games.house import with_cards
from app.tournament.executors import LOCAL, NoWorkers, OtherVersion, Portion, hands
from app.tournament.fingerprint import fingerprint

BLOCK_SECONDS: Final = 1
"""About how many seconds a block takes to play."""
FEW_BLOCKS: Final = 2
"""The most blocks that are played here. They are done before other processes would have started."""

Row = tuple[Build, Sequence[Build]]
"""A build and the opponents it meets; the build is at home."""

logger = logging.getLogger(__name__)


@lru_cache(maxsize=20_000)
def build_of(slug: str, version: str, text: str) -> Build:
    """Read the build in this text by these rules. Raises `BuildUnreadable`, and `RulesNotInstalled`."""
    return ruleset(slug, version).read_build(text).nameless()


def blocks(count: int, size: int, todo: range) -> Iterator[range]:
    """Yield the rows of `todo` in blocks of about `size` battles. Row i meets every later entry."""
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
    """Return the outcomes of each of these rows against all later entries, with the row at home."""
    game = ruleset(slug, version)
    some, later = builds[rows.start : rows.stop], builds[rows.stop :]
    among, against = (
        in_rows(outcomes, len(some))
        for outcomes in (game.outcomes(some), game.outcomes(some, later))
    )
    return [half[at:] + rest for at, (half, rest) in enumerate(zip(among, against, strict=True), 1)]


def play_rows(slug: str, version: str, rows: Sequence[Row]) -> list[bytes]:
    """Return the outcomes of each of these builds against its opponents."""
    game = ruleset(slug, version)
    return [game.outcomes([build], others) for build, others in rows]


def play_as(
    asked: str,
    house: str | None,
    play: Callable[..., list[bytes]],
    slug: str,
    version: str,
    portion: tuple[Any, ...],
) -> list[bytes]:
    """Play a portion on a worker, by `play_block` or `play_rows`. `asked`: the fingerprint of the rules wanted.

    `house`: the text of the house cards in these rules, which a worker does not have. Raises `OtherVersion` if the
    worker has other rules.
    """
    if house is not None:
        with_cards(slug, house, version)
    if asked != (ours := fingerprint(slug, version)):
        raise OtherVersion(ours, asked)
    return play(slug, version, *portion)


def play_blocks(
    slug: str,
    version: str,
    builds: Sequence[Build],
    todo: range | None = None,
    compute: str = LOCAL,
    alone: Callable[[], object] = lambda: None,
) -> Generator[tuple[range, list[bytes]]]:
    """Play the rows to do, or all, and yield each block of rows in order.

    A few blocks are played here. More go to the executor: two blocks for each core at a time. If a cluster has had no
    worker for a while, `alone` is called and the rest is played here. If a process of ours dies, this one plays the
    rest. Raises `RulesNotInstalled`, and `ComputeUnavailable`.
    """
    count = len(builds)
    size = ruleset(slug, version).pace.battles * BLOCK_SECONDS
    portions = list(blocks(count, size, range(count) if todo is None else todo))

    def given(rows: range) -> tuple[Any, ...]:
        return builds[rows.start :], range(len(rows))

    yield from _played(_Task(slug, version, play_block, given), portions, compute, alone)


def play_pairs(
    slug: str,
    version: str,
    rows: Sequence[Row],
    compute: str = LOCAL,
    alone: Callable[[], object] = lambda: None,
) -> list[bytes]:
    """Return the outcomes of each of these builds against its opponents.

    A few battles are played here, more by the executor, as `play_blocks` does.
    """
    portions = [*_in_portions(rows, ruleset(slug, version).pace.battles * BLOCK_SECONDS)]
    task: _Task[list[Row]] = _Task(slug, version, play_rows, lambda some: (some,))
    return [row for _, played in _played(task, portions, compute, alone) for row in played]


def _in_portions(rows: Sequence[Row], size: int) -> Iterator[list[Row]]:
    """Yield the rows in portions of about `size` battles."""
    portion: list[Row] = []
    battles = 0
    for row in rows:
        portion.append(row)
        battles += len(row[1])
        if battles >= size:
            yield portion
            portion, battles = [], 0
    if portion:
        yield portion


@dataclass(frozen=True, slots=True)
class _Task(Generic[Portion]):
    """How portions of a game's battles are played. `given`: returns what `play` takes for a portion."""

    slug: str
    version: str
    play: Callable[..., list[bytes]]
    given: Callable[[Portion], tuple[Any, ...]]


def _played(
    task: _Task[Portion], portions: Sequence[Portion], compute: str, alone: Callable[[], object]
) -> Generator[tuple[Portion, list[bytes]]]:
    done = 0
    if len(portions) > FEW_BLOCKS:
        try:
            for each in _on_executor(task, portions, compute):
                yield each
                done += 1
        except NoWorkers as error:
            logger.warning("%s: its battles are played here", error)
            if compute != LOCAL:
                alone()
                yield from _played(task, portions[done:], LOCAL, alone)
                return
    play = partial(task.play, task.slug, task.version)
    yield from ((each, play(*task.given(each))) for each in portions[done:])


def _on_executor(
    task: _Task[Portion], portions: Sequence[Portion], compute: str
) -> Generator[tuple[Portion, list[bytes]]]:
    game = ruleset(task.slug, task.version)
    with hands(compute, game.pace) as there:
        asked = fingerprint(task.slug, task.version)
        house = game.house.text if game.house else None
        play = partial(play_as, asked, house, task.play, task.slug, task.version)
        given = map(task.given, portions)
        for portion, (_, found) in zip(portions, there.in_order(play, given), strict=True):
            yield portion, found


def full_rows(halves: Sequence[bytes]) -> list[bytes]:
    """Return each entry's outcomes against all others from its own view. `halves`: outcomes against later entries."""
    return in_rows(bytes(square(halves, len(halves))), len(halves))
