"""The time of this process. A clock that is set wrong for a moment by mistake moves nothing.

The wall clock is compared with how long the machine has been up, which cannot be set. If it
has jumped, the time goes on as it was known until the wall clock has stayed where it is for a minute.
"""

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

JUMP_SECONDS: Final = 30
"""Smaller corrections of the wall clock are followed at once."""
STAYS_SECONDS: Final = 60
"""A wall clock that has stayed where it jumped to for so long is believed."""
APART: Final = timedelta(minutes=10)
"""The clocks of several hosts differ by less: a moment that was kept, and is further ahead, is of a clock that was wrong."""
MOST_BEHIND: Final = timedelta(days=2)
"""A wall clock that lags further behind the time known earlier is believed instead: that time was of a clock that was ahead."""
AWAY_SECONDS: Final = 600
"""After a longer time without a known time, acts that cannot be taken back wait for a minute as well."""

logger = logging.getLogger(__name__)


def _uptime() -> float:
    """Seconds since the machine started, those in which it slept among them where the system counts them."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class Clock:
    """Wall clock, checked against uptime.

    A jump is followed only after it has lasted a minute.
    """

    def __init__(
        self, wall: Callable[[], float] = time.time, uptime: Callable[[], float] = _uptime
    ) -> None:
        self.wall = wall
        self.uptime = uptime
        self._lock = Lock()
        self._known: float | None = None
        """The wall clock less the time since the start."""
        self._seen: float | None = None
        """The wall clock less the time since the start, after a jump, as long as it is not believed."""
        self._seen_since = 0.0
        self._waits_until = 0.0

    def now(self) -> datetime:
        """The time as it is known."""
        with self._lock:
            return datetime.fromtimestamp(self._look() + self.uptime(), UTC)

    @property
    def is_settled(self) -> bool:
        """Whether the time is sure enough for acts that cannot be taken back."""
        with self._lock:
            self._look()
            return self._seen is None and self.uptime() >= self._waits_until

    def recall(self, at: datetime, uptime: float | None) -> None:
        """Start from a time known earlier: `at`, when this machine had been up for `uptime`.

        None: on another machine, or before its start.
        """
        with self._lock:
            wall, up = self.wall(), self.uptime()
            is_same = uptime is not None and uptime <= up
            then = at.timestamp() + (up - (uptime or 0) if is_same else 0)
            ahead = wall - then
            if ahead < -MOST_BEHIND.total_seconds() or (ahead > AWAY_SECONDS and not is_same):
                self._waits_until = up + STAYS_SECONDS
            elif is_same or ahead < -JUMP_SECONDS:
                self._known = then - up
            self._look()

    def _look(self) -> float:
        up = self.uptime()
        offset = self.wall() - up
        if self._known is None or abs(offset - self._known) <= JUMP_SECONDS:
            self._known, self._seen = offset, None
        elif self._seen is None or abs(offset - self._seen) > JUMP_SECONDS:
            self._seen, self._seen_since = offset, up
            jump = offset - self._known
            logger.warning("the clock has jumped by %+.0f s; keeping the old time for now", jump)
        elif up - self._seen_since >= STAYS_SECONDS:
            logger.warning("the clock has stayed where it jumped to, so its time is used now")
            self._known, self._seen = offset, None
        return self._known


CLOCK: Final = Clock()
"""The clock of this process."""


def now() -> datetime:
    """The time as this process knows it."""
    return CLOCK.now()


@cache
def boot() -> str:
    """Which start of which machine this is; empty where the system does not say."""
    try:
        told = Path("/proc/sys/kernel/random/boot_id").read_text()
    except OSError:
        return ""
    return sha256(told.encode()).hexdigest()[:16]
