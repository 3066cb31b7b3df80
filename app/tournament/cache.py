"""A small LRU cache, whose misses are computed one at a time, and a queue in front of it."""

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from threading import BoundedSemaphore, Lock
from typing import Any, Final, Generic, TypeVar

from cachetools import LRUCache

from app.errors import Busy, Problem

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

MOST_IN_LINE: Final = 16
"""Each request in line occupies one of the server's 40 threads. There are two lines; pages need the others."""
PATIENCE_SECONDS: Final = 10


class Turnstile:
    """One request passes at a time, and few wait. Raises `Busy` where the line is full, and after too long a wait."""

    def __init__(self) -> None:
        self._line = BoundedSemaphore(MOST_IN_LINE)
        self._turn = Lock()

    def __enter__(self) -> None:
        if not self._line.acquire(blocking=False):
            raise Busy([Problem("busy")])
        if not self._turn.acquire(timeout=PATIENCE_SECONDS):
            self._line.release()
            raise Busy([Problem("busy")])

    def __exit__(self, *_: object) -> None:
        self._turn.release()
        self._line.release()


class Cache(Generic[K, T]):
    """The `most` latest answers, each about something that never changes; misses are computed one at a time."""

    def __init__(self, most: int, turns: AbstractContextManager[Any]) -> None:
        self._turns = turns
        self._answers: LRUCache[K, T] = LRUCache(most)
        self._lock = Lock()

    def get(self, about: K) -> T | None:
        """The answer, if it is there."""
        with self._lock:
            return self._answers.get(about)

    def of(self, about: K, compute: Callable[[], T]) -> T:
        """The answer, computed on a miss; then the least recently used one may go."""
        if (known := self.get(about)) is not None:
            return known
        with self._turns:
            if (known := self.get(about)) is not None:
                return known
            answer = compute()
            with self._lock:
                self._answers[about] = answer
            return answer


IN_TURN: Final = Turnstile()
"""The turnstile for battles that a page waits for."""
