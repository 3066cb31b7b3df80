"""Requests as only programs send them: each is one request, of a bounded size, and keeps nobody else waiting."""

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Thread

import pytest
from fastapi import FastAPI, Request
from starlette.responses import PlainTextResponse, Response
from uvicorn import Server

from app.connections import Listener
from app.web.front import connections
from app.web.front.connections import configured

Say = Callable[[bytes], bytes]
LAST = b"GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Of a server that tells what it was asked."""
    app = FastAPI()

    @app.api_route("/{what}", methods=["GET", "POST"])
    async def tell(what: str, request: Request) -> Response:
        names = sorted({name for name in request.headers if name.startswith("x-")})
        return PlainTextResponse(f"<{what} {(await request.body()).decode()} {' '.join(names)}>")

    server = Server(configured(app, lifespan="off"))
    with Listener(fileno=socket.create_server(("127.0.0.1", 0)).detach()) as listener:
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture
def say(port: int) -> Say:
    """Sends this, part after part, and hears all that is said until the server closes the line."""

    def told(*parts: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            heard = b""
            with suppress(ConnectionError):
                for part in parts:
                    line.sendall(part)
                while some := line.recv(65_536):
                    heard += some
            return heard

    return told


def statuses(heard: bytes) -> list[bytes]:
    return re.findall(rb"HTTP/1\.1 (\d+)", heard)


def answers(heard: bytes) -> list[bytes]:
    return re.findall(rb"<([^>]*)>", heard)


@pytest.mark.parametrize("protocol", [b"h2c", b"websocket"])
@pytest.mark.parametrize("apart", [False, True])
def test_a_wish_for_another_protocol_makes_no_second_request_of_a_body(
    say: Callable[..., bytes], protocol: bytes, apart: bool
) -> None:
    """A server may ignore Upgrade (RFC 9110, 7.8); a message is as long as it says (RFC 9112, 6.3)."""
    inner = b"GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
    head = (
        b"POST /one HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: %b\r\n"
        b"HTTP2-Settings: AAMA\r\nX-Own: 1\r\nContent-Length: %d\r\n\r\n" % (protocol, len(inner))
    )
    parts = [head, inner + LAST] if apart else [head + inner + LAST]
    assert answers(say(*parts)) == [b"one " + inner + b" x-own", b"last  "]


def test_a_field_behind_a_body_is_none_of_the_request(say: Say) -> None:
    """RFC 9110, 6.5.1."""
    heard = say(
        b"POST /one HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"5\r\nhello\r\n0\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n" + LAST
    )
    assert answers(heard) == [b"one hello ", b"last  "]


@pytest.mark.parametrize(
    "head",
    [
        b"GET /one HTTP/1.1\r\nHost: x\r\n" + b"a: b\r\n" * 200,
        b"GET /one HTTP/1.1\r\nHost: x\r\na: " + b"b" * 1_000_000,
        b"GET /one HTTP/1.1\r\nHost: x\r\n" + b"a: %b\r\n" % (b"b" * 30_000) * 3,
        b"GET /" + b"a" * 100_000,
    ],
    ids=["fields", "endless", "long", "address"],
)
def test_a_head_has_its_bounds(say: Say, head: bytes) -> None:
    """RFC 6585, 5."""
    assert statuses(say(head + b"\r\n\r\n" if head.endswith(b"\n") else head)) == [b"431"]


def test_so_have_fields_behind_a_body_and_what_stands_beside_its_chunks(
    say: Callable[..., bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_BODY", 1_000_000)
    head = b"POST /one HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert answers(say(head, b"0\r\n", b"a: b\r\n" * 200, b"\r\n")) == []
    assert answers(say(head, b"5;a=" + b"b" * 2_000_000, b"\r\nhello\r\n0\r\n\r\n")) == []


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET /one HTTP/1.1\r\n\r\n", b"400"),
        (b"GET /one HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", b"400"),
        (b"CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", b"501"),
        (b"no HTTP at all\r\n\r\n", b"400"),
    ],
)
def test_a_head_that_no_browser_sends_is_refused(say: Say, head: bytes, status: bytes) -> None:
    assert statuses(say(head)) == [status]


def test_what_is_no_request_is_not_answered_in_place_of_the_one_before_it(say: Say) -> None:
    heard = say(b"GET /one HTTP/1.1\r\nHost: x\r\n\r\nno HTTP at all\r\n\r\n")
    assert statuses(heard)[:1] == [b"200"]
    assert answers(heard) == [b"one  "]
