"""A small LRU cache that computes one miss at a time, and a queue in front of it."""

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from threading import BoundedSemaphore, Lock
from typing import Any, Final, Generic, TypeVar

from cachetools import LRUCache

from app.errors import Busy, Problem

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

MOST_IN_LINE: Final = 16
"""The most requests in a queue. Each occupies one of the server's 40 threads, and there are two queues."""
PATIENCE_SECONDS: Final = 10


class Turnstile:
    """A queue in which one request works at a time. Raises `Busy` if it is full, or after too long a wait."""

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
    """A cache of the `most` latest answers. An answer must never change; one miss is computed at a time."""

    def __init__(self, most: int, turns: AbstractContextManager[Any]) -> None:
        self._turns = turns
        self._answers: LRUCache[K, T] = LRUCache(most)
        self._lock = Lock()

    def get(self, about: K) -> T | None:
        """Return the answer if it is in the cache, else None."""
        with self._lock:
            return self._answers.get(about)

    def of(self, about: K, compute: Callable[[], T]) -> T:
        """Return the answer, computed on a miss. The least recently used answer may then be dropped."""
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
"""The queue for battles that a page waits for."""
