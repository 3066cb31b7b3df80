"""The queue before the database.

Few requests use it at once, a fixed number wait, and others are asked to come again.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final
from weakref import WeakKeyDictionary

from app.errors import Busy, Problem

WAIT_SECONDS: Final = 15
"""A request that gets no place within this time is asked to come again."""
READERS: Final = 1
"""Requests of one process that read at once: threads only wait for one another, and four make a page dearer by a third."""
MORE_READERS: Final = 3
"""How many more may read if those before them take long, so that nobody waits for the statistics of
a large season.
"""
LONG_SECONDS: Final = 0.03
"""Several pages are made in this time."""
READERS_WAITING: Final = 300
WRITERS: Final = 8
"""Requests of one process that write at once. They take no place of readers', whatever they wait for."""
WRITERS_WAITING: Final = 200


@dataclass(slots=True)
class Queue:
    """A queue with a number of places, and a number of waiters in order of arrival.

    A request that keeps its place for long lends it to the next; at most `more` places are lent at once.
    """

    places: int
    most_waiting: int
    more: int = 0
    waiting: int = 0
    lent: int = 0
    _free: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = field(
        default_factory=WeakKeyDictionary
    )
    """Of each event loop: a server has one."""

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """A place during the block. Raises `Busy` where too many wait already, and after too long a wait."""
        loop = asyncio.get_running_loop()
        free = self._free.setdefault(loop, asyncio.Semaphore(self.places))
        if free.locked() and self.waiting >= self.most_waiting:
            raise Busy([Problem("busy")])
        self.waiting += 1
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await free.acquire()
        except TimeoutError:
            raise Busy([Problem("busy")]) from None
        finally:
            self.waiting -= 1
        is_lent, lending = False, None

        def lend() -> None:
            nonlocal is_lent, lending
            if is_lent := self.lent < self.more:
                self.lent += 1
                free.release()
            else:
                lending = loop.call_later(LONG_SECONDS, lend)

        if self.more:
            lending = loop.call_later(LONG_SECONDS, lend)
        try:
            yield
        finally:
            if lending:
                lending.cancel()
            if is_lent:
                self.lent -= 1
            else:
                free.release()


@dataclass(frozen=True, slots=True)
class Queues:
    """Those of one site: readers never wait for writers."""

    readers: Queue = field(default_factory=lambda: Queue(READERS, READERS_WAITING, MORE_READERS))
    writers: Queue = field(default_factory=lambda: Queue(WRITERS, WRITERS_WAITING))
