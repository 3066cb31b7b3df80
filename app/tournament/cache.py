"""What takes a while to work out is worked out once, in turn, and kept."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from threading import BoundedSemaphore, Lock
from typing import Any, Final, Generic, TypeVar

from app.errors import Busy, Problem

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

MOST_IN_LINE: Final = 16
"""Whoever is in line keeps one of the 40 threads of the server. There are two lines; pages need the others."""
PATIENCE_SECONDS: Final = 10


class Turnstile:
    """One passes at a time, and few wait. Raises `Busy` for whoever finds the line full or waits too long."""

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


class Kept(Generic[K, T]):
    """The latest so many answers, each about something that never changes; worked out in turn."""

    def __init__(self, most: int, turns: AbstractContextManager[Any]) -> None:
        self._most = most
        self._turns = turns
        self._answers: OrderedDict[K, T] = OrderedDict()
        self._lock = Lock()

    def get(self, about: K) -> T | None:
        """The answer, if it is still kept."""
        with self._lock:
            if about in self._answers:
                self._answers.move_to_end(about)
            return self._answers.get(about)

    def of(self, about: K, work_out: Callable[[], T]) -> T:
        """The answer, worked out unless it is kept; then the one that nobody asked for longest may go."""
        if (known := self.get(about)) is not None:
            return known
        with self._turns:
            if (known := self.get(about)) is not None:
                return known
            answer = work_out()
            with self._lock:
                self._answers[about] = answer
                if len(self._answers) > self._most:
                    self._answers.popitem(last=False)
            return answer


IN_TURN: Final = Turnstile()
"""For what is played while somebody waits."""
