"""Requests that we make reach the public internet and nothing else."""

import asyncio
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ipaddress import ip_address
from threading import Event, Thread
from typing import Final

import pytest

from app.jobs import outgoing
from app.jobs.outgoing import post
from app.text.hosts import Address, is_public

PRIVATE: Final = """
    0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8
    192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1
    255.255.255.255 :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 64:ff9b::a00:1 64:ff9b:1::1
    100::1 2001::1 2001:0:a00:1:0:0:80ff:fffe 2001:db8::1 2002:7f00:1::1 2002:c0a8:101::1 3fff::1 5f00::1 fc00::1
    fd00:ec2::254 fe80::1 fec0::1 ff02::1
"""


@pytest.mark.parametrize("address", PRIVATE.split())
def test_no_address_of_a_private_network_is_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    ["1.1.1.1", "162.159.128.233", "2606:4700::1111", "64:ff9b::101:101", "2002:101:101::1"],
)
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        *("https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://127.1/"),
        *("https://2130706433/", "https://0x7f.0.0.1/", "https://[::ffff:127.0.0.1]/"),
        *("https://169.254.169.254/latest/meta-data/", "https://0/", "https://１２７.0.0.1/"),
    ],
)
def test_a_private_address_is_not_called_however_it_is_written(url: str) -> None:
    answer = asyncio.run(post(url, {}, b"{}"))

    assert answer.status is None, answer


async def _resolve(*addresses: str) -> Sequence[Address]:
    return [ip_address(each) for each in addresses]


def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    answer = asyncio.run(
        post("https://hooks.example/", {}, b"", resolve=lambda *_: _resolve("1.1.1.1", "10.0.0.1"))
    )

    assert answer.text == "hooks.example does not lead to the public internet"


def test_a_dns_that_hangs_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    is_over, ended = Event(), Event()

    def hang(*_: object, **__: object) -> list[object]:
        is_over.wait(30)
        ended.set()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    monkeypatch.setattr(outgoing, "SECONDS", 0.1)
    answer = asyncio.run(post("https://hooks.example/", {}, b""))

    assert answer.text == "no answer within 0.1 s"
    assert not ended.is_set()
    is_over.set()  # the answer that comes too late is nobody's


@contextmanager
def _server(reply: bytes) -> Iterator[tuple[int, list[bytes]]]:
    """A server on this machine that gives everybody the same reply; its port, and what it was sent."""
    heard: list[bytes] = []

    def serve() -> None:
        with listener:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                with connection:
                    heard.append(connection.recv(65_536))
                    connection.sendall(reply)

    listener = socket.create_server(("127.0.0.1", 0))
    thread = Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1], heard
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()


def _post_here(port: int) -> outgoing.OutgoingAnswer:
    """To a name whose only address is looked at once, and may be reached; no other is."""
    asked: list[str] = []

    async def resolve(host: str, _port: int) -> Sequence[Address]:
        asked.append(host)  # asked again, the DNS would give another answer: it is not asked again
        return await _resolve("127.0.0.1" if asked == ["hooks.example"] else "10.0.0.1")

    return asyncio.run(
        post(
            f"http://hooks.example:{port}/7",
            {"X-Sign": "1"},
            b"{}",
            resolve=resolve,
            may_reach=lambda address: address == ip_address("127.0.0.1"),
        )
    )


def test_the_connection_goes_to_the_address_that_was_looked_at_and_names_the_host() -> None:
    with _server(b"HTTP/1.1 204 No Content\r\n\r\n") as (port, heard):
        answer = _post_here(port)

    assert answer.is_good
    assert f"host: hooks.example:{port}".encode() in heard[0].lower()


def test_a_redirect_is_an_answer_and_is_not_followed() -> None:
    with _server(b"HTTP/1.1 307 Go\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n") as (
        port,
        heard,
    ):
        answer = _post_here(port)

    assert (answer.status, answer.is_good, len(heard)) == (307, False, 1)


def test_of_a_long_answer_the_beginning_is_read() -> None:
    reply = (
        b"HTTP/1.1 429 Slowly\r\nRetry-After: 120\r\nContent-Length: 50000000\r\n\r\n"
        + b"x" * 99_999
    )
    with _server(reply) as (port, _):
        answer = _post_here(port)

    assert (answer.status, answer.text, answer.retry_after) == (429, "x" * outgoing.MOST_READ, 120)


def test_an_answer_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        answer = _post_here(silent.getsockname()[1])

    assert answer.text == "no answer within 0.2 s"
