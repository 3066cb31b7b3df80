"""Turns to write. SQLite has one writer at a time; the threads of a process wait in the order in which they came."""

from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

WAIT_SECONDS: Final = 10
"""The longest wait for a turn."""


class NoTurn(Exception):
    """Others have been writing for too long."""


@dataclass(slots=True)
class Turns:
    """One at a time has the turn, and gives it to the one who has waited for the longest time."""

    _lock: Lock = field(default_factory=Lock)
    _waiting: deque[Lock] = field(default_factory=deque)
    _is_taken: bool = False

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    def take(self, seconds: float = WAIT_SECONDS) -> None:
        """It is our turn. Raises `NoTurn` if it was not for so long."""
        with self._lock:
            if not self._is_taken:
                self._is_taken = True
                return
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=seconds):
            return
        with self._lock, suppress(ValueError):  # else it has come at the last moment
            self._waiting.remove(mine)
            raise NoTurn

    def give_back(self) -> None:
        """It is the turn of the next one."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False


@dataclass(slots=True)
class Turn:
    """The turn of one writing session: taken when it begins to write, given back when its connection is free."""

    turns: Turns
    is_taken: bool = False

    def take(self) -> None:
        """It is the turn of this session. Raises `NoTurn`."""
        if not self.is_taken:
            self.turns.take()
            self.is_taken = True

    def give_back(self) -> None:
        """It is the turn of the next one, if it was ours."""
        if self.is_taken:
            self.is_taken = False
            self.turns.give_back()
