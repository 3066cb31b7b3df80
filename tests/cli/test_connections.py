"""Clients that only hold a place keep nobody out, and very slow ones are cut off. Sockets are real."""

import asyncio
import errno
import os
import resource
import smtplib
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from fastapi import FastAPI, Request
from starlette.responses import PlainTextResponse, Response
from uvicorn import Server

from app import connections as all_connections
from app.connections import Listener, Places, raise_limit
from app.mail.transport import listener as mail_door
from app.mail.transport.listener import listening, place_at
from app.web.front import connections
from app.web.front.connections import configured
from tests.support.mail_peers import a_mail, until
from tests.support.ports import free_port
from tests.support.processes import PROCESSES
from tests.support.serving import served

DESCRIPTORS = 512
MANY = 600
"""Of those who say nothing: more than a process with so few descriptors can have."""
LOOPBACK = "127.0.0.1"


@pytest.fixture
def crowd() -> Iterator[Callable[[int, int, bytes], list[socket.socket]]]:
    """People who connect to a port, say this much and then nothing."""
    raise_limit()
    with ExitStack() as stack:

        def come(many: int, port: int, saying: bytes = b"") -> list[socket.socket]:
            there = []
            for _ in range(many):
                one = stack.enter_context(socket.create_connection((LOOPBACK, port), timeout=60))
                if saying:
                    one.sendall(saying)
                there.append(one)
            return there

        yield come


def is_gone(one: socket.socket) -> bool:
    """Whether the other side has closed it, after whatever it said."""
    one.settimeout(0.01)
    try:
        while one.recv(4096):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


def answered(address: str) -> httpx2.Response:
    """The page, asked for again as a browser does if the server, crowded, closed the line before it could answer."""
    for _ in range(2):
        with suppress(httpx2.RemoteProtocolError):
            return httpx2.get(address, timeout=60)
    return httpx2.get(address, timeout=60)


def test_many_more_who_say_nothing_keep_nobody_out(
    tmp_path: Path, crowd: Callable[..., list[socket.socket]]
) -> None:
    mail_port = free_port()
    url = f"sqlite:///{tmp_path / 'hikyaku.db'}"
    listen = f"lmtp://{LOOPBACK}:{mail_port}"
    with served(tmp_path, url, descriptors=DESCRIPTORS, HIKYAKU_MAIL_LISTEN=listen) as server:
        web_port = urlsplit(server.address).port or 0
        slow = b"POST /en/submit HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\nbuild="
        crowd(MANY, web_port)
        crowd(MANY // 2, web_port, b"GET /en/ HTTP/1.1\r\nHo")
        crowd(MANY // 2, web_port, slow)
        crowd(MANY, mail_port)
        crowd(MANY // 2, mail_port, b"LHLO mx.example\r\nMAIL FR")

        for page in ("en/", "readyz"):
            assert answered(server.address + page).status_code == 200
        with smtplib.LMTP(LOOPBACK, mail_port, timeout=60) as lmtp:
            assert not lmtp.sendmail("a@example.com", ["play@hikyaku.example"], a_mail())
        assert server.process.poll() is None
        log = server.log.read_text()

    assert "too many connections" in log
    assert "Traceback" not in log
    assert "open files" not in log
    assert len(log) < 100_000  # a line for each request that was answered, and little else


@contextmanager
def pages() -> Iterator[int]:
    """A server of a page that reads what it is sent; yields its port."""
    app = FastAPI()

    @app.post("/")
    async def read(request: Request) -> Response:
        return PlainTextResponse(str(len(await request.body())))

    @app.get("/")
    async def long() -> Response:
        return PlainTextResponse("x" * 30_000_000)

    server = Server(configured(app, lifespan="off"))
    with Listener(fileno=socket.create_server((LOOPBACK, 0)).detach()) as listener:
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = server.force_exit = True
            thread.join()


@pytest.fixture
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "ANSWER_SECONDS"):
        monkeypatch.setattr(connections, name, 1)
    for name in ("COMMAND_SECONDS", "MAIL_SECONDS"):
        monkeypatch.setattr(mail_door, name, 1)
    monkeypatch.setattr("app.connections.CLOSING_SECONDS", 1)


BODY = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"
KEPT = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"


@pytest.mark.usefixtures("_hurried")
@pytest.mark.parametrize(
    ("said", "drip"),
    [(b"", b""), (b"GE", b"T"), (b"GET / HTTP/1.1\r\n", b"a: b\r\n"), (BODY, b"x"), (KEPT, b"G")],
    ids=["nothing", "a letter at a time", "a header at a time", "a body by bytes", "kept alive"],
)
def test_whoever_speaks_too_slowly_is_sent_away(said: bytes, drip: bytes) -> None:
    with pages() as port, closing(socket.create_connection((LOOPBACK, port))) as slow:
        slow.sendall(said)

        def has_gone() -> bool:
            if not is_gone(slow):
                try:
                    slow.sendall(drip)
                except ConnectionError:
                    return True
                return False
            return True

        until(has_gone, seconds=30)


@pytest.mark.usefixtures("_hurried")
def test_whoever_takes_nothing_of_a_long_answer_is_sent_away() -> None:
    with pages() as port, closing(socket.socket()) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect((LOOPBACK, port))
        deaf.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(5)  # and takes nothing of it for so long
        got = 0
        deaf.settimeout(60)
        try:
            while some := deaf.recv(1 << 20):
                got += len(some)
        except ConnectionError:
            pass

    assert got < 30_000_000


@pytest.mark.usefixtures("_hurried")
def test_a_body_that_comes_fast_enough_has_all_the_time_that_it_needs() -> None:
    with pages() as port, closing(socket.create_connection((LOOPBACK, port))) as steady:
        steady.sendall(BODY)
        for _ in range(10):
            steady.sendall(b"x" * 10_000)
            time.sleep(0.3)
        steady.settimeout(60)

        assert b"100000" in steady.recv(4096)


@pytest.mark.usefixtures("_hurried")
@pytest.mark.parametrize(
    ("said", "drip"),
    [
        ([], b""),
        ([], b"L"),
        (["LHLO x", "MAIL FROM:<a@example.com>"], b""),
        (["LHLO x", "MAIL FROM:<a@example.com>", "RCPT TO:<b@example.com>", "DATA"], b"x"),
        (["LHLO x", "MAIL FROM:<a@example.com>", "RCPT TO:<b@example.com>", "DATA"], b"x\r\n"),
    ],
    ids=["nothing", "a letter at a time", "no recipient", "a mail by bytes", "a mail by lines"],
)
def test_whoever_brings_mail_too_slowly_is_sent_away(said: list[str], drip: bytes) -> None:
    place = place_at(f"lmtp://{LOOPBACK}:{free_port()}")
    kept: list[bytes] = []
    with (
        closing(socket.create_server((place.host, place.port))) as listener,
        listening(listener, place.protocol, kept.extend),
        closing(smtplib.LMTP(LOOPBACK, place.port)) as lmtp,
    ):
        for command in said:
            lmtp.docmd(command)
        assert lmtp.sock

        def has_gone() -> bool:
            assert lmtp.sock
            if is_gone(lmtp.sock):
                return True
            try:
                lmtp.sock.sendall(drip)
            except ConnectionError:
                return True
            return False

        until(has_gone, seconds=30)
    assert not kept


def test_a_mail_that_takes_long_to_keep_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mail_door, "MAIL_SECONDS", 0.5)
    monkeypatch.setattr(mail_door, "COMMAND_SECONDS", 0.5)
    place = place_at(f"lmtp://{LOOPBACK}:{free_port()}")
    with (
        closing(socket.create_server((place.host, place.port))) as listener,
        listening(listener, place.protocol, lambda _: time.sleep(2)),
        smtplib.LMTP(LOOPBACK, place.port) as lmtp,
    ):
        assert not lmtp.sendmail("a@example.com", ["play@hikyaku.example"], a_mail())


def test_who_comes_when_no_descriptor_is_left_is_sent_away_and_the_next_is_let_in(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    accept, faults = socket.socket.accept, iter([OSError(errno.EMFILE, "Too many open files")])

    def with_faults(listener: socket.socket) -> tuple[socket.socket, Any]:
        for fault in faults:
            raise fault
        return accept(listener)

    monkeypatch.setattr(socket.socket, "accept", with_faults)
    with Listener(fileno=socket.create_server((LOOPBACK, 0)).detach()) as listener:
        with closing(socket.create_connection(listener.getsockname())) as first:
            with pytest.raises(BlockingIOError):
                listener.accept()
            until(lambda: is_gone(first))
        with closing(socket.create_connection(listener.getsockname())):
            listener.accept()[0].close()

    assert caplog.messages == ["no descriptors are left: a connection was sent away"]


def accept_while_a_thread_takes_every_descriptor(file: str) -> None:
    """Ends with 0 if the file of the thread is open all the time."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    listener = Listener(fileno=socket.create_server((LOOPBACK, 0)).detach())
    listener.setblocking(False)
    clients = [socket.create_connection(listener.getsockname()) for _ in range(3)]
    nothing: list[int] = []
    with suppress(OSError):
        while True:
            nothing.append(os.open(os.devnull, os.O_RDONLY))
    is_free, is_taken, taken = Event(), Event(), [-1]

    def take() -> None:
        is_free.wait()
        taken[0] = os.open(file, os.O_RDONLY)
        is_taken.set()

    def close(descriptor: int) -> None:
        os.close(descriptor)
        is_free.set()
        is_taken.wait(60)

    Thread(target=take, daemon=True).start()
    vars(all_connections)["os"] = SimpleNamespace(**{**vars(os), "close": close})
    for _ in clients:
        with suppress(OSError):
            listener.accept()
    assert os.fstat(taken[0]).st_ino == Path(file).stat().st_ino
    os.close(nothing.pop())
    with suppress(BlockingIOError):
        listener.accept()
    os.close(nothing.pop())
    listener.accept()
    os._exit(0)


def test_the_descriptor_that_is_kept_back_is_never_that_of_another_thread(tmp_path: Path) -> None:
    file = tmp_path / "database"
    file.touch()
    process = PROCESSES.Process(
        target=accept_while_a_thread_takes_every_descriptor, args=(str(file),)
    )
    process.start()
    process.join()

    assert process.exitcode == 0


class Somebody:
    """A connection of which it is only noted what became of it."""

    is_dropped = False

    def is_overdue(self, now: float) -> bool:
        return False

    def end(self) -> None: ...

    def drop(self) -> None:
        self.is_dropped = True


def test_one_client_makes_room_for_themselves_and_not_for_others() -> None:
    places = Places(most=5, per_client=2)
    alice, bob = Somebody(), [Somebody() for _ in range(3)]
    taken = [places.take(alice, "alice"), *(places.take(each, "bob") for each in bob)]

    assert taken == [True] * 4
    assert [each.is_dropped for each in (alice, *bob)] == [False, True, False, False]


def test_whoever_speaks_for_many_may_have_all_places() -> None:
    places = Places(most=5, per_client=2)
    proxied = [Somebody() for _ in range(6)]

    assert all(places.take(each, None) for each in proxied)
    assert [each.is_dropped for each in proxied] == [True, *[False] * 5]


def test_whoever_is_being_served_stays_and_the_next_is_refused_then() -> None:
    places = Places(most=2)
    first, second, third = Somebody(), Somebody(), Somebody()
    for each in (first, second):
        places.take(each, None)
        places.serve(each)

    assert not places.take(third, None)
    places.wait_for(first)
    assert places.take(third, None)
    assert (first.is_dropped, second.is_dropped, len(places)) == (True, False, 2)


def test_a_sweep_that_fails_is_not_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked at every second goes on, and the log has the fault."""
    places, swept = Places(1), asyncio.Event()
    faults = iter([ZeroDivisionError()])

    def sweep() -> None:
        for fault in faults:
            raise fault
        swept.set()

    async def serve() -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: told.append(context))
        monkeypatch.setattr(loop, "call_later", lambda _, act: loop.call_soon(act))
        loop.call_soon(places.keep_swept)
        await swept.wait()
        return told

    monkeypatch.setattr(places, "sweep", sweep)
    (told,) = asyncio.run(serve())
    assert isinstance(told["exception"], ZeroDivisionError)
