"""Deadlines and bounds of connections: of the head of a request, of its body, and of the taking of the answer."""

import asyncio
import os
import socket
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event
from typing import Any, Final

import httptools
from starlette.types import ASGIApp
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
"""In bytes: a body has 20 seconds, and one more for each this many bytes that have come."""
MOST_HEAD: Final = 64 * 1024
"""Bytes of an address and of all header and trailer fields."""
MOST_FIELDS: Final = 100
MOST_BODY: Final = 48 * 1024 * 1024
"""Bytes on the line, with the sizes of chunks and what else stands beside them: more than is read of any form."""
MOST_AT_ONCE: Final = 8
"""Answers that are given from memory before it is the turn of other connections."""
SHUTDOWN_SECONDS: Final = 10
"""Seconds for open requests to end when the server is stopped."""
ANSWER_SECONDS: Final = 60
"""Seconds for which a client may take nothing of a waiting answer."""
_LAST: Final = b"Connection: close\r\nContent-Length: 0\r\n\r\n"
_TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\n" + _LAST
_TOO_MANY: Final = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n"


def _parser(of: "Http") -> httptools.HttpRequestParser:
    parser = httptools.HttpRequestParser(of)
    parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn's own
    return parser


class Http(HttpToolsProtocol):
    """A connection of a browser, which has its place, its time and its bounds."""

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
        self._is_over = False
        """Whether nothing is read any more."""
        self._is_in_head = False
        self._head = self._fields = self._at_once = 0
        self._data = b""

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
        if self._is_over:
            return
        self._data = data
        self._got += len(data)
        self._at_once = 0
        if self._since is None:
            self._since = time.monotonic()
        was_in_head = self._is_in_head
        super().data_received(data)
        if was_in_head and self._is_in_head:  # and of its fields none may have come to its end
            self._weigh(len(data))
        elif self._got > MOST_BODY:
            self._refuse(413)

    def on_message_begin(self) -> None:
        """The head of a request begins."""
        super().on_message_begin()
        self._is_in_head = True
        self._head = self._fields = 0

    def on_url(self, url: bytes) -> None:
        """A part of the address is there."""
        self._weigh(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header field.

        A trailer field, behind the body, is not part of the head and is ignored (RFC 9110, 6.5.1).
        """
        self._fields += 1
        self._weigh(len(name) + len(value))
        if self._is_in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """A head is there; if a body follows, we wait for that."""
        self._is_in_head = False
        if self._is_over:
            return
        if fault := self._fault():
            self._refuse(fault)
            return
        super().on_headers_complete()
        if self._should_upgrade():
            return  # it comes again
        self._got = 0
        if not self._is_idle:
            self._since = time.monotonic()

    def on_body(self, body: bytes) -> None:
        """A part of the body is there."""
        if not self._is_over:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete: it is our turn."""
        if self._is_over or self._should_upgrade():
            return
        super().on_message_complete()
        if not self._is_idle:
            self._places.serve(self)

    def _weigh(self, size: int) -> None:
        """Count these bytes of the head or the trailer fields. Too many are refused (RFC 6585, 5)."""
        self._head += size
        if self._head > MOST_HEAD or self._fields > MOST_FIELDS:
            self._refuse(431)

    def _fault(self) -> int:
        """The status with which a head is refused that only attackers send; else 0 (RFC 9112, 3.2)."""
        hosts = sum(name == b"host" for name, _ in self.headers)
        version = self.parser.get_http_version()
        if version not in ("1.0", "1.1"):
            return 505
        if hosts > 1 or (version == "1.1" and not hosts):
            return 400
        return 501 if self.parser.get_method() == b"CONNECT" else 0

    def _refuse(self, status: int) -> None:
        """Nothing more is read; the client hears why, unless it still waits for another answer."""
        if self._is_over:
            return
        self._is_over = True
        if self._is_idle:
            self.transport.write(STATUS_LINE[status] + _LAST)
            self.transport.close()
        elif self.cycle.more_body:
            self.transport.close()
        else:
            self.cycle.keep_alive = False

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP."""
        self._refuse(400)

    # --- other protocols, of which we have none: the request is an ordinary one (RFC 9110, 7.8) ----------

    def _should_upgrade(self) -> bool:
        return bool(self.parser.should_upgrade())

    def handle_websocket_upgrade(self) -> None:
        """The parser has stopped behind a head that asks for another protocol; it begins anew without that wish.

        Else it would take the body for the next request.
        """
        if self._is_over:
            return
        stopped = sys.exc_info()[1]
        at = stopped.args[0] if isinstance(stopped, httptools.HttpParserUpgrade) else 0
        version = self.parser.get_http_version().encode()
        head = [b"%b %b HTTP/%b" % (self.parser.get_method(), self.url, version)]
        head += [b"%b: %b" % field for field in self.headers if field[0] != b"upgrade"]
        rest = self._data[at:]
        self.parser = _parser(self)
        self.data_received(b"\r\n".join([*head, b"", b""]) + rest)

    def on_response_complete(self) -> None:
        """An answer is given."""
        super().on_response_complete()
        if self._is_idle:
            self._since = None
            self._places.wait_for(self)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Answer from memory right here: a task and the layers around the app cost four times the answer.

        Not if a request waits behind another, as the client chooses how deep that goes. Not for a client
        that reads nothing, nor for many in a row while others wait.
        """
        self._at_once += 1
        is_simple = cycle.keep_alive and not (self._is_answering or self.flow.write_paused)
        is_simple = is_simple and self._at_once <= MOST_AT_ONCE
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
        """The client's name in the access log. Behind a proxy it is the client that the proxy names."""
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
class _Door:
    """Admits clients. Each serving process has its own number of places."""

    places: Places | None = None

    def __call__(self, **options: Any) -> Http:
        """The connection of the next client."""
        if self.places is None:
            self.places = Places(affordable(MOST), PER_CLIENT)
            self.places.keep_swept()
        proxies = _TrustedHosts(os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"))
        return Http(self.places, proxies, **options)


def configured(app: Callable[..., Any], **options: Any) -> Config:
    """The configuration of uvicorn's own server, with places and deadlines for its connections."""
    return Config(
        app,
        http=_Door(),  # type: ignore[arg-type]
        ws="none",  # we have none, and they would have neither place nor time
        backlog=BACKLOG,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        **options,
    )


class _Stoppable(Server):
    """A server that ends once `stop` is set, as signals do. Everything else under way is told at the same time."""

    def __init__(self, config: Config, stop: Event) -> None:
        super().__init__(config)
        self._stop = stop

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """They are others' to hear."""
        yield

    async def on_tick(self, counter: int) -> bool:
        """Whether to end; asked ten times a second."""
        return await super().on_tick(counter) or self._stop.is_set()


def serve(app: ASGIApp, listener: socket.socket, stop: Event) -> None:
    """Answer requests until `stop` is set; open requests are answered to the end."""
    _Stoppable(configured(app), stop).run(sockets=[listener])
