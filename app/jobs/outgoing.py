"""Requests that we make: to public addresses alone, whatever a name, a redirect or a changed answer of the DNS says.

The name is resolved here, every address that it has is looked at, and the connection goes to one of those looked at.
Redirects are not followed. An answer is waited for so long and no longer, and its first bytes are all that is read.
"""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from ipaddress import ip_address
from ssl import SSLContext
from threading import Thread
from typing import Final

import httpx2

from app.text.hosts import Address, is_public

SECONDS: Final = 5
"""From looking the name up to the answer."""
MOST_READ: Final = 200
"""Bytes of an answer."""
# It logs every address that it is given; of ours most are secrets of others.
logging.getLogger("httpx2").setLevel(logging.WARNING)

Resolve = Callable[[str, int], Awaitable[Sequence[Address]]]


@dataclass(frozen=True, slots=True)
class OutgoingAnswer:
    """The answer to a request: its status and first characters; no status, and why, where there was none."""

    status: int | None
    text: str
    retry_after: int = 0
    """Seconds after which the other side wants to be asked again; 0 if it says nothing."""

    @property
    def is_good(self) -> bool:
        """Whether the other side took it."""
        return self.status is not None and 200 <= self.status < 300


async def resolve(host: str, port: int) -> Sequence[Address]:
    """Every address that this name has now. Raises `OSError` for one that has none.

    The thread that waits for the DNS is one that nobody waits for: the loop, which has others, ends with them.
    """
    found: Future[list[str]] = Future()

    def look_up() -> None:
        found.set_running_or_notify_cancel()  # from here on it can be given an answer that comes too late
        try:
            places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found.set_result([str(place[0]).partition("%")[0] for *_, place in places])
        except (OSError, UnicodeError) as error:
            found.set_exception(error)

    Thread(target=look_up, name="dns", daemon=True).start()
    names = await asyncio.wrap_future(found)
    return [ip_address(each) for each in names]


async def post(
    url: str,
    headers: Mapping[str, str],
    body: bytes,
    *,
    most: int = MOST_READ,
    resolve: Resolve = resolve,
    may_reach: Callable[[Address], bool] = is_public,
    verify: SSLContext | bool = True,
) -> OutgoingAnswer:
    """Post the body to this address, if it leads to the public internet. Returns the error, if any;
    raises nothing.

    Only this many bytes of the answer are read.
    """
    return await _ask("POST", url, headers, body, most, resolve, may_reach, verify)


async def get(
    url: str,
    most: int,
    *,
    resolve: Resolve = resolve,
    may_reach: Callable[[Address], bool] = is_public,
    verify: SSLContext | bool = True,
) -> OutgoingAnswer:
    """The answer of this address, at most this many bytes of it; or the error. Raises nothing."""
    return await _ask("GET", url, {}, b"", most, resolve, may_reach, verify)


async def _ask(
    method: str,
    url: str,
    headers: Mapping[str, str],
    body: bytes,
    most: int,
    resolve: Resolve,
    may_reach: Callable[[Address], bool],
    verify: SSLContext | bool,
) -> OutgoingAnswer:
    try:
        async with asyncio.timeout(SECONDS):
            return await _answer(
                method, httpx2.URL(url), headers, body, most, resolve, may_reach, verify
            )
    except TimeoutError:
        return OutgoingAnswer(None, f"no answer within {SECONDS} s")
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, RuntimeError, ValueError) as error:
        return OutgoingAnswer(None, (str(error) or type(error).__name__)[:MOST_READ])


async def _answer(
    method: str,
    url: httpx2.URL,
    headers: Mapping[str, str],
    body: bytes,
    most: int,
    resolve: Resolve,
    may_reach: Callable[[Address], bool],
    verify: SSLContext | bool,
) -> OutgoingAnswer:
    name = url.raw_host.decode("ascii")
    addresses = await resolve(name, url.port or 443)
    if not addresses or not all(map(may_reach, addresses)):
        return OutgoingAnswer(None, f"{name} does not lead to the public internet")
    there = str(addresses[0])
    async with httpx2.AsyncClient(trust_env=False, follow_redirects=False, verify=verify) as client:
        request = client.build_request(
            method,
            url.copy_with(host=there),
            content=body,
            headers={**headers, "Host": url.netloc.decode("ascii")},
            extensions={"sni_hostname": name},
        )
        answer = await client.send(request, stream=True)
        try:
            text = await _beginning(answer, most) if most else ""
        finally:
            await answer.aclose()
    return OutgoingAnswer(answer.status_code, text, _seconds(answer.headers.get("Retry-After", "")))


async def _beginning(answer: httpx2.Response, most: int) -> str:
    """Its first characters, as they came: nothing is unpacked."""
    read = b""
    async for some in answer.aiter_raw():
        read += some
        if len(read) >= most:
            break
    return read[:most].decode("utf-8", "replace")


def _seconds(typed: str) -> int:
    return min(int(typed), 86_400) if typed.isascii() and typed.isdigit() and len(typed) < 9 else 0
