"""Connections from outside: how many there are at most, and which one goes when there is one too many.

The connection that has been silent for the longest time makes room for the next one: so a
thousand clients that only hold a place keep no player out. A connection that is being served is never closed.
"""

import errno
import logging
import os
import socket
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, Protocol

BACKLOG: Final = 256
"""How many connections may wait to be accepted."""
AT_ONCE: Final = 16
"""How many are accepted in one turn of Python's event loop. For a few turns each holds a
descriptor, with a place or not.
"""
KEPT_BACK: Final = 400
"""Descriptors that connections leave to everything else: the database, mail servers, files, connections just accepted."""
MOST_DESCRIPTORS: Final = 65_536
CLOSING_SECONDS: Final = 5
"""How long a connection that we have closed may take to receive our last bytes."""
_FEWEST: Final = 16

logger = logging.getLogger(__name__)


class Connection(Protocol):
    """A connection that has a place."""

    def is_overdue(self, now: float) -> bool:
        """Whether it has been silent for too long."""

    def end(self) -> None:
        """The client is told, if there is something to tell, and the connection closes."""

    def drop(self) -> None:
        """The connection is gone at once, and its descriptor free."""


class Places:
    """The places of a listener: `most` in all, and `per_client` for each named client."""

    def __init__(self, most: int, per_client: int | None = None) -> None:
        self.most = most
        self.per_client = per_client or most
        self._taken: dict[Connection, str | None] = {}
        self._by_client: defaultdict[str | None, int] = defaultdict(int)
        self._waiting: dict[Connection, None] = {}
        """Connections that we wait for, the longest first."""
        self._ended: dict[Connection, float] = {}

    def __len__(self) -> int:
        return len(self._taken)

    def take(self, connection: Connection, client: str | None) -> bool:
        """The connection has a place, if need be that of another; False if all others are being served.

        `client`: whose it is; None for a server in front, which speaks for many clients and may have any number.
        """
        if client is not None and self._by_client[client] >= self.per_client:
            if not self._make_room(client):
                return False
        elif len(self._taken) >= self.most and not self._make_room():
            return False
        self._taken[connection] = client
        self._by_client[client] += 1
        self._waiting[connection] = None
        return True

    def leave(self, connection: Connection) -> None:
        """Its place is free."""
        self._waiting.pop(connection, None)
        self._ended.pop(connection, None)
        if connection in self._taken:
            client = self._taken.pop(connection)
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]

    def serve(self, connection: Connection) -> None:
        """The connection has sent a request, and keeps its place until that is answered."""
        self._waiting.pop(connection, None)

    def wait_for(self, connection: Connection) -> None:
        """The request is answered; we wait for the next one."""
        if connection in self._taken:
            self._waiting.pop(connection, None)
            self._waiting[connection] = None

    def sweep(self) -> None:
        """Connections that were silent for too long are gone: told first, and a little later dropped."""
        now = time.monotonic()
        for connection in list(self._taken):
            ended = self._ended.get(connection)
            if ended is None and connection.is_overdue(now):
                self._ended[connection] = now
                self.serve(connection)  # it makes room for others by itself
                connection.end()
            elif ended is not None and now - ended > CLOSING_SECONDS:
                self.leave(connection)
                connection.drop()

    def keep_swept(self) -> None:
        """It is swept now, and every second from now on, whatever goes wrong in one of them."""
        from asyncio import get_running_loop  # here: help does without it

        get_running_loop().call_later(1, self.keep_swept)
        self.sweep()

    def _make_room(self, client: str | None = None) -> bool:
        """The connection for which we have waited longest is dropped; if a client is named, the longest of theirs."""
        found = (each for each in self._waiting if client is None or self._taken[each] == client)
        longest = next(found, None)
        if longest is None:
            logger.warning("too many connections: one was refused, since all others are served")
            return False
        self.leave(longest)
        longest.drop()
        logger.warning("too many connections: one that said nothing made room for the next")
        return True


class Listener(socket.socket):
    """A listening socket that works without free descriptors: a connection that cannot be kept is closed at once.

    Otherwise the event loop would report the waiting connection without end. One descriptor is kept back for this.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._kept_back = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)

    def accept(self) -> tuple[socket.socket, Any]:
        """The connection that waits longest. Raises `BlockingIOError` if none does, or if it had to be closed.

        Where not even the descriptor is left that was kept back, it waits: the event loop asks again a second later.
        """
        with suppress(OSError):  # else another thread was faster
            if self._kept_back < 0:
                self._kept_back = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
        try:
            return super().accept()
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE) or self._kept_back < 0:
                raise
        logger.error("no descriptors are left: a connection was sent away")
        self._give_up()
        with suppress(OSError):
            super().accept()[0].close()
        raise BlockingIOError

    def _give_up(self) -> None:
        """No descriptor is kept back. Its number is forgotten before it is free: from then on another file may have it."""
        kept_back, self._kept_back = self._kept_back, -1
        if kept_back >= 0:
            os.close(kept_back)

    def listen(self, _: int = BACKLOG, /) -> None:
        """So many may wait, whatever an event loop says: Python's accepts as many at once as it says that may wait."""
        super().listen(BACKLOG)

    def close(self) -> None:
        """No connection is accepted any more."""
        self._give_up()
        super().close()

    def __reduce__(self) -> tuple[Any, ...]:
        """A process that is being started listens at the same place."""
        from multiprocessing.reduction import DupFd  # only `serve --workers` needs it

        return _shared, (DupFd(self.fileno()),)


def _shared(descriptor: Any) -> Listener:
    return Listener(fileno=descriptor.detach())


@contextmanager
def listening(host: str, port: int) -> Iterator[Listener]:
    """A listener at this address until the block ends. Raises `OSError` where there can be none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.create_server((host, port), family=family, backlog=BACKLOG)
    with Listener(fileno=bound.detach()) as listener:
        yield listener


def address(listener: socket.socket) -> str:
    """The URL at which a browser finds it."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def raise_limit() -> None:
    """This process may have as many descriptors as the system lets it have without asking."""
    with suppress(ImportError, OSError, ValueError):
        from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit

        soft, hard = getrlimit(RLIMIT_NOFILE)
        most = MOST_DESCRIPTORS if hard == RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
        if soft != RLIM_INFINITY and soft < most:
            setrlimit(RLIMIT_NOFILE, (most, hard))


def affordable(most: int) -> int:
    """So many connections, or fewer where the descriptors of this process would not do."""
    with suppress(ImportError):
        from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit

        soft, _ = getrlimit(RLIMIT_NOFILE)
        if soft != RLIM_INFINITY:
            return min(most, max(_FEWEST, soft - KEPT_BACK))
    return most
