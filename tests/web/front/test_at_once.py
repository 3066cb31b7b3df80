"""A page at hand is answered by the server itself: the same bytes as ever, in order, and no more than is taken."""

import logging
import re
import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from threading import Thread
from typing import Any

import pytest
from fastapi import FastAPI, Response
from uvicorn import Server

from app.connections import Listener
from app.store.database import Database
from app.web.dependencies import Site
from app.web.front import logs, lookout
from app.web.front.connections import configured
from app.web.front.page_cache import PageCache
from tests.support.outgoing import some_settings
from tests.support.people import NOW
from tests.web.front.visitors import PUBLIC

LONG = 1_000_000
LAST = b"GET /en/a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


Answer = tuple[int, frozenset[tuple[str, str]], bytes]


@dataclass
class Served:
    """A server in this process; what the app was asked, and what was answered at once."""

    port: int
    made: list[str] = field(default_factory=list)
    at_once: list[str] = field(default_factory=list)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def say(self, said: bytes) -> bytes:
        """What a client hears that says this, until the line is closed."""
        with self.connect() as line:
            line.sendall(said)
            return heard(line)

    def ask(self, path: str, *headers: str, method: str = "GET") -> Answer:
        """The answer, without its date."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as line:
            line.putrequest(method, path, skip_accept_encoding=True)
            for header in headers:
                line.putheader(*header.split(": "))
            line.endheaders()
            answer = line.getresponse()
            told = frozenset(each for each in answer.getheaders() if each[0] != "date")
            return answer.status, told, answer.read()


def heard(line: socket.socket) -> bytes:
    told = b""
    while part := line.recv(1_000_000):
        told += part
    return told


@pytest.fixture
def served(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(lookout, "LOOK_SECONDS", 3600)
    monkeypatch.setattr(lookout, "STALE_SECONDS", 3600)
    app = FastAPI()
    app.add_middleware(PageCache, site=Site(database, some_settings(), b"", lambda: NOW))
    at_once = PageCache.at_once

    @app.get("/en/{what}")
    async def page(what: str) -> Response:
        here.made.append(what)
        headers = PUBLIC if what != "own" else {"Cache-Control": "no-store"}
        text = what * (LONG if what == "l" else 1_000)
        return Response(text, media_type="text/plain", headers=headers)

    def counted(cache: PageCache, scope: Any) -> tuple[int, bytes, bytes] | None:
        if answer := at_once(cache, scope):
            here.at_once.append(scope["path"].rpartition("/")[2])
        return answer

    monkeypatch.setattr(PageCache, "at_once", counted)
    server = Server(configured(app))
    with Listener(fileno=socket.create_server(("127.0.0.1", 0)).detach()) as listener:
        here = Served(listener.getsockname()[1])
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield here
        finally:
            server.should_exit = True
            thread.join()


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("GET", []),
        ("GET", ["Accept-Encoding: gzip"]),
        ("GET", ["Accept-Encoding: identity", "Accept-Encoding: br"]),
        ("GET", ['If-None-Match: "0"', 'If-None-Match: W/"1"']),
        ("GET", ["If-None-Match: *"]),
        ("GET", ["Range: bytes=0-9", 'If-Range: "1"']),
        ("HEAD", ["Accept-Encoding: gzip"]),
    ],
)
def test_it_says_the_same_as_the_app_around_it(
    served: Served, method: str, headers: list[str]
) -> None:
    first, second = (served.ask("/en/a", *headers, method=method) for _ in range(2))
    third = served.ask("/en/a", *headers, method=method)
    assert first[0] == (304 if any("None" in each for each in headers) else 200)
    assert {first, second} == {third}
    assert (served.made, served.at_once) == (["a"], ["a", "a"])


def test_pipelined_requests_are_answered_in_order_however_many_there_are(served: Served) -> None:
    served.ask("/en/a")
    names = ["own", *["a"] * 3_000, "b", "a", "own", "a"]
    lines = served.say(
        b"".join(f"GET /en/{each} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for each in names) + LAST
    )
    bodies = re.findall(rb"\r\n\r\n(own|a|b)", lines)
    assert [each.decode() for each in bodies] == [*names, "a"]
    assert 1 < len(served.at_once) < 100  # between the others it is the turn of other lines


def test_no_more_is_written_than_a_client_takes(served: Served) -> None:
    served.ask("/en/l")
    with served.connect() as line:
        line.sendall(b"GET /en/l HTTP/1.1\r\nHost: x\r\n\r\n" * 100 + LAST)
        assert line.recv(1)
        served.ask("/en/l")  # comes later, and is answered: so much for the others at once
        assert len(served.at_once) < 50
        assert len(heard(line)) > 100 * LONG


def test_a_line_goes_on_after_a_request_with_a_body_and_ends_where_its_client_says(
    served: Served,
) -> None:
    served.ask("/en/a")
    told = served.say(
        b"GET /en/a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
        + LAST
        + b"GET /en/a HTTP/1.1\r\nHost: x\r\n\r\n"
    )
    assert told.count(b"HTTP/1.1 200 OK") == 2
    assert b"aaa" in served.say(b"GET /en/a HTTP/1.0\r\n\r\n")


def test_the_access_log_names_the_other_end_where_a_server_in_front_hands_on_no_address(
    served: Served, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "GATHERING_SECONDS", 3600)
    monkeypatch.setattr(logs, "_answered", logs.BatchedLog("uvicorn.access"))
    logs.install()
    served.ask("/en/a")
    with caplog.at_level(logging.INFO, "uvicorn.access"):
        for path in ("/en/a", "/en/own?to=olga@example.com"):
            served.ask(path, 'X-Forwarded-For: olga@example.com" 200')
        logs.write()
    assert served.at_once == ["a"]
    by_app, at_once = caplog.messages
    assert by_app == 'unknown - "GET /en/own?to=…@… HTTP/1.1" 200'
    assert re.fullmatch(r'127\.0\.0\.1:\d+ - "GET /en/a HTTP/1\.1" 200', at_once)


def test_the_access_log_has_it_and_names_whom_a_server_in_front_names(
    served: Served, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "GATHERING_SECONDS", 3600)
    monkeypatch.setattr(logs, "_answered", logs.BatchedLog("uvicorn.access"))
    with caplog.at_level(logging.INFO, "uvicorn.access"):
        for _ in range(3):
            served.ask("/en/a", "X-Forwarded-For: 192.0.2.7")
        assert len(caplog.messages) == 1
        logs.write()
    lines = "\n".join(caplog.messages).splitlines()
    assert [line[line.index("192.0.2.7") :] for line in lines] == [
        '192.0.2.7:0 - "GET /en/a HTTP/1.1" 200'
    ] * 3
