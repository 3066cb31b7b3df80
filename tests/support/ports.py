"""Ports of the loopback that no other test takes meanwhile."""

import secrets
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager


def free_port() -> int:
    """A free port for a server to listen on. The system never hands out this one by itself."""
    while True:
        port = 10_000 + secrets.randbelow(22_000)  # `random` would give the same to all workers
        with closing(socket.socket()) as taken:
            try:
                taken.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


@contextmanager
def closed_port() -> Iterator[int]:
    """A port that is taken, but on which nothing listens."""
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]
