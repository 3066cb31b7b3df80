"""The wall clock of the site under test: it goes faster than ours, and can be set."""

import struct
import time
from datetime import UTC, datetime
from mmap import mmap
from pathlib import Path
from typing import Final

from app.clock import CLOCK
from app.store import moments

SPEED: Final = 60
"""A second of ours is a minute of the site: leases run out, deadlines come, rests end within seconds."""
_FACE: Final = struct.Struct("=dd")


class Wall:
    """A clock that all processes with this file read. `ahead` says by how much it was set wrong."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            path.write_bytes(_FACE.pack(time.time() - self.uptime(), 0.0))
        with path.open("r+b") as file:
            self._face = mmap(file.fileno(), _FACE.size)

    def uptime(self) -> float:
        """Seconds of the site since the machine started: they cannot be set."""
        return SPEED * time.clock_gettime(time.CLOCK_BOOTTIME)

    def shown(self) -> float:
        """What the wall clock shows."""
        right, ahead = _FACE.unpack_from(self._face)
        return float(right + ahead + self.uptime())

    def set(self, ahead: float) -> None:
        """Let the clock be this many seconds fast from now on."""
        right, _ = _FACE.unpack_from(self._face)
        _FACE.pack_into(self._face, 0, right, ahead)

    def right(self) -> datetime:
        """The time that it would show if nobody had set it."""
        right, _ = _FACE.unpack_from(self._face)
        return datetime.fromtimestamp(right + self.uptime(), UTC)

    def hang(self) -> None:
        """It is the clock of this process."""
        CLOCK.wall, CLOCK.uptime = self.shown, self.uptime
        # The clock of a PostgreSQL server goes as ours.
        vars(moments)["shared"] = lambda _, now: now
