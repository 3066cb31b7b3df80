"""The progress of battles, on stderr when they take more than a second."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

SILENT_SECONDS: Final = 1.0
SPARSE_SECONDS: Final = 10.0
"""Between two lines where stderr is no terminal."""


@contextmanager
def counted(total: int, *, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """A function to call with the number of battles just played."""
    if quiet or sys.stderr is None:
        yield lambda battles: None
    elif sys.stderr.isatty():
        with _bar(total) as done:
            yield done
    else:
        yield _lines(total)


class _Pace:
    """How many battles are done, how fast they go, and how long the others will take."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.began = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def __str__(self) -> str:
        speed = self.done / self.seconds if self.seconds else 0.0
        minutes, seconds = divmod(round((self.total - self.done) / speed) if speed else 0, 60)
        hours, minutes = divmod(minutes, 60)
        left = f"{hours}:{minutes:02}:{seconds:02} left"
        return f"{self.done:,} of {self.total:,} battles, {speed:,.0f} a second, {left}"


def _lines(total: int) -> Callable[[int], None]:
    """A plain line now and then."""
    pace = _Pace(total)
    next_at = SPARSE_SECONDS

    def done(battles: int) -> None:
        nonlocal next_at
        pace.done += battles
        if pace.seconds >= next_at and pace.done < total:
            sys.stderr.write(f"{pace}\n")
            sys.stderr.flush()
            next_at = pace.seconds + SPARSE_SECONDS

    return done


@contextmanager
def _bar(total: int) -> Iterator[Callable[[int], None]]:
    """A bar that is gone when all is done."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    pace = _Pace(total)
    bar = Progress(
        BarColumn(), TextColumn("{task.description}"), console=Console(stderr=True), transient=True
    )
    task = bar.add_task("", total=total)

    def done(battles: int) -> None:
        pace.done += battles
        bar.update(task, advance=battles, description=str(pace))
        if pace.seconds >= SILENT_SECONDS and not bar.live.is_started:
            bar.start()

    try:
        yield done
    finally:
        if bar.live.is_started:
            bar.stop()
