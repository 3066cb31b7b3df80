"""Deadlines of connections: for the head of a request, for its body, and for taking the answer."""

import asyncio
import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Any, Final

from fastapi import FastAPI
from uvicorn import Config, Server
from uvicorn._types import ASGI3Application, HTTPScope
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.protocols.utils import get_client_addr

from app.connections import BACKLOG, Places, affordable
from app.web.client import network_of
from app.web.front import logs
from app.web.front.page_cache import MEMORY, PageCache

MOST: Final = 1_000
PER_CLIENT: Final = 200
"""A browser has six, and many may share an address. A proxy in front has as many as there are."""
HEAD_SECONDS: Final = 15
"""From the first moment, or from the first byte of a later request, until its head is there."""
BODY_SECONDS: Final = 20
BODY_RATE: Final = 1_000
"""Bytes. A body has 20 seconds, and one more for so many of its bytes that have come."""
SHUTDOWN_SECONDS: Final = 10
"""Seconds for open requests to end when the server is stopped."""
ANSWER_SECONDS: Final = 60
"""Seconds for which a client may take nothing of a waiting answer."""
_TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_TOO_MANY: Final = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n"


class Http(HttpToolsProtocol):
    """A connection of a browser, which has its place and its time."""

    def __init__(self, places: Places, proxies: _TrustedHosts, **options: Any) -> None:
        super().__init__(**options)
        self._places = places
        self._proxies = proxies
        self._since: float | None = time.monotonic()
        """Since when we wait for what comes now; None between two requests: for that there is a timer."""
        self._got = 0
        self._untaken_since: float | None = None
        self._memory: PageCache | None = self.app_state.get(MEMORY)
        self._is_answering = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected; they stay if there is a place."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        client = None if host in self._proxies else network_of(host)
        if not self._places.take(self, client):
            transport.write(_TOO_MANY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._places.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """The client has sent something."""
        self._got += len(data)
        if self._since is None:
            self._since = time.monotonic()
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """A head is there; if a body follows, we wait for that."""
        super().on_headers_complete()
        self._got = 0
        if not self._is_idle:
            self._since = time.monotonic()

    def on_message_complete(self) -> None:
        """The request is complete: it is our turn."""
        super().on_message_complete()
        if not self._is_idle:
            self._places.serve(self)

    def on_response_complete(self) -> None:
        """An answer is given."""
        super().on_response_complete()
        if self._is_idle:
            self._since = None
            self._places.wait_for(self)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Answer from memory here and now: a task, and the layers around the app, cost four times the answer.

        Not where one waits behind another, in a depth that the client chooses, nor for a client that takes nothing.
        """
        is_simple = cycle.keep_alive and not (self._is_answering or self.flow.write_paused)
        is_simple = is_simple and cycle.scope["http_version"] == "1.1"
        if self._memory and is_simple and (answer := self._memory.at_once(cycle.scope)):
            self._answer(cycle, *answer)
        else:
            super()._start_asgi_task(cycle, app)

    def _answer(self, cycle: RequestResponseCycle, status: int, head: bytes, body: bytes) -> None:
        self._is_answering = True
        dated = b"".join(b"%b: %b\r\n" % header for header in cycle.default_headers)
        self.transport.writelines((STATUS_LINE[status] + dated + head, body))
        cycle.response_started = cycle.response_complete = True
        if self.access_log:
            logs.note(self._asker(cycle.scope), cycle.scope, status)
        self.on_response_complete()
        self._is_answering = False

    def _asker(self, scope: HTTPScope) -> str:
        """Who asks, as the access log names them: through a server in front, whom that names."""
        if self.client and self.client[0] in self._proxies:
            named = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
            host, port = self._proxies.get_trusted_client_address(
                b", ".join(named).decode("latin1")
            )
            if host:
                return f"{host}:{port}"
        return get_client_addr(scope)

    def pause_writing(self) -> None:
        """The client does not take the answer."""
        super().pause_writing()
        self._untaken_since = time.monotonic()

    def resume_writing(self) -> None:
        """The client takes the answer again."""
        super().resume_writing()
        self._untaken_since = None

    @property
    def _is_idle(self) -> bool:
        """Whether every request has been answered."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def is_overdue(self, now: float) -> bool:
        """Whether head, body or the taking of the answer takes too long; we ourselves may take our time."""
        if self.transport.is_closing():
            return True
        if self._untaken_since is not None:
            return now - self._untaken_since > ANSWER_SECONDS
        if self._since is None:
            return False
        if self._is_idle:
            return now - self._since > HEAD_SECONDS
        if self.flow.read_paused:
            self._since, self._got = now, 0
        return self.cycle.more_body and now - self._since > BODY_SECONDS + self._got / BODY_RATE

    def end(self) -> None:
        """A client that has begun a request hears why there is no answer."""
        if self.transport.is_closing():
            return
        if self._got and self._is_idle:
            self.transport.write(_TOO_SLOW)
        self.transport.close()

    def drop(self) -> None:
        """It is gone at once."""
        self.transport.abort()


@dataclass(slots=True)
class Door:
    """Lets clients in; in each process that serves it has places of its own."""

    places: Places | None = None

    def __call__(self, **options: Any) -> Http:
        """The connection of the next client."""
        if self.places is None:
            self.places = Places(affordable(MOST), PER_CLIENT)
            _sweep(self.places)
        proxies = _TrustedHosts(os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"))
        return Http(self.places, proxies, **options)


def _sweep(places: Places) -> None:
    """Now, and every second from now on."""
    places.sweep()
    asyncio.get_running_loop().call_later(1, _sweep, places)


def configured(app: Callable[..., Any], **options: Any) -> Config:
    """The configuration of uvicorn's own server, with places and deadlines for its connections."""
    return Config(
        app,
        http=Door(),  # type: ignore[arg-type]
        ws="none",  # we have none, and they would have neither place nor time
        backlog=BACKLOG,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        **options,
    )


class _Stoppable(Server):
    """A server that ends as well once `stop` is set: a signal may have come before it heard signals itself."""

    def __init__(self, config: Config, stop: Event) -> None:
        super().__init__(config)
        self._stop = stop

    async def on_tick(self, counter: int) -> bool:
        """Whether to end; asked ten times a second."""
        return await super().on_tick(counter) or self._stop.is_set()


def serve(app: FastAPI, listener: socket.socket, stop: Event) -> None:
    """Answer requests until `stop` is set or a signal comes; open requests are answered to the end."""
    _Stoppable(configured(app), stop).run(sockets=[listener])
