"""Clients for measuring a server on the loopback: browsers behind a server in front, and a mail server that brings mail."""

import asyncio
import gzip
import re
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Self
from urllib.parse import urlencode

HOST: Final = "127.0.0.1"
MOST_TRIES: Final = 30
_LATER_SECONDS: Final = 5
_BOUNDARY: Final = "hikyaku-bench-7f3a"
_KEY: Final = re.compile(r'name="form_key" value="([^"]+)"')


@dataclass(slots=True)
class Watch:
    """What all clients have seen together."""

    waits: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds until the answer that is no `come again later`, by what was asked for."""
    statuses: Counter[int] = field(default_factory=Counter)
    later: Counter[str] = field(default_factory=Counter)
    """How often something was to be asked again later: 503 with Retry-After, or 4xx to a mail."""
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the server."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """Its page."""
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()

    @property
    def form_key(self) -> str:
        """The key of the form on its page; empty if there is none."""
        found = _KEY.search(self.text)
        return found[1] if found else ""


class LineClosed(ConnectionError):
    """The line was closed before any byte of an answer came."""


class Browser:
    """A browser at an address of its own, which comes again when it is told so."""

    def __init__(self, port: int, address: str, watch: Watch) -> None:
        self.port = port
        self.address = address
        self.watch = watch
        self.cookies: dict[str, str] = {}
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.leave()

    async def get(self, path: str, called: str) -> Answer:
        """The page; called so among the waits."""
        return await self._ask("GET", path, called)

    async def post(self, path: str, fields: Mapping[str, str], called: str) -> Answer:
        """The answer to a form without files."""
        kind = "application/x-www-form-urlencoded"
        return await self._ask("POST", path, called, kind, urlencode(fields).encode())

    async def post_parts(self, path: str, fields: Mapping[str, str], called: str) -> Answer:
        """The answer to a form that may have files."""
        parts = (
            f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'
            for name, text in fields.items()
        )
        body = f"{''.join(parts)}--{_BOUNDARY}--\r\n".encode()
        return await self._ask(
            "POST", path, called, f"multipart/form-data; boundary={_BOUNDARY}", body
        )

    def leave(self) -> None:
        """The line is closed."""
        if self._line:
            self._line[1].close()
            self._line = None

    async def _ask(
        self, method: str, path: str, called: str, kind: str = "", body: bytes = b""
    ) -> Answer:
        began = time.monotonic()
        for _ in range(MOST_TRIES):
            answer = await self._once(method, path, kind, body)
            self.watch.statuses[answer.status] += 1
            pause = answer.headers.get("retry-after", "")
            if answer.status != 503 or not pause.isdecimal():
                break
            self.watch.later[called] += 1
            await asyncio.sleep(int(pause))
        if answer.status >= 400:
            self.watch.wrong.append(f"{called}: {answer.status}")
        self.watch.waits[called].append(time.monotonic() - began)
        return answer

    async def _once(self, method: str, path: str, kind: str, body: bytes) -> Answer:
        """Asked on the line that there is, or on a new one: servers close a line that waits, without a word.

        An answer that breaks off is not asked for again, as browsers do not: what was asked for may have been done.
        """
        if self._line:
            with suppress(LineClosed):
                return await self._exchange(*self._line, method, path, kind, body)
            self.leave()
        self._line = await asyncio.open_connection(HOST, self.port)
        return await self._exchange(*self._line, method, path, kind, body)

    async def _exchange(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        method: str,
        path: str,
        kind: str,
        body: bytes,
    ) -> Answer:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {HOST}:{self.port}",
            f"X-Forwarded-For: {self.address}",
            "Accept-Encoding: gzip",
            *([f"Content-Type: {kind}"] if kind else ()),
            *([f"Content-Length: {len(body)}"] if method == "POST" else ()),
        ]
        if self.cookies:
            held = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            lines.append(f"Cookie: {held}")
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        try:
            first = await reader.readexactly(1)
        except (ConnectionError, asyncio.IncompleteReadError) as closed:
            raise LineClosed from closed
        rest = await reader.readuntil(b"\r\n\r\n")
        head = (first + rest).decode("latin-1").split("\r\n")
        headers = {}
        for line in head[1:-2]:
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
            if name.lower() == "set-cookie":
                cookie, _, held = value.partition(";")[0].partition("=")
                self.cookies[cookie] = held
        length = int(headers.get("content-length", 0))
        answer = Answer(int(head[0].split()[1]), headers, await reader.readexactly(length))
        if headers.get("connection") == "close":
            self.leave()
        return answer


@dataclass(frozen=True, slots=True)
class Parcel:
    """A mail with its envelope."""

    sender: str
    to: str
    raw: bytes


class MailServer:
    """The site's own mail server: it brings mail by LMTP over a few lines, and keeps what is not taken for later."""

    def __init__(self, port: int, watch: Watch) -> None:
        self.port = port
        self.watch = watch
        self.waiting: asyncio.Queue[tuple[float, Parcel]] = asyncio.Queue()

    def bring(self, parcel: Parcel) -> None:
        """The mail is brought as soon as a line is free."""
        self.waiting.put_nowait((time.monotonic(), parcel))

    async def work(self) -> None:
        """Bring one mail after the other over one line, for ever."""
        reader, writer = await asyncio.open_connection(HOST, self.port)
        try:
            await self._hear(reader)
            writer.write(b"LHLO mx.example.com\r\n")
            await self._hear(reader)
            while True:
                since, parcel = await self.waiting.get()
                self._note(await self._give(reader, writer, parcel), since, parcel)
        finally:
            writer.close()

    async def _give(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, parcel: Parcel
    ) -> int:
        """The last answer to this mail."""
        for line in (f"MAIL FROM:<{parcel.sender}>", f"RCPT TO:<{parcel.to}>", "DATA"):
            writer.write(f"{line}\r\n".encode())
            code = await self._hear(reader)
            if code >= 400:
                writer.write(b"RSET\r\n")
                await self._hear(reader)
                return code
        text = re.sub(rb"\r?\n", b"\r\n", parcel.raw)
        writer.write(re.sub(rb"(?m)^\.", b"..", text).rstrip(b"\r\n") + b"\r\n.\r\n")
        return await self._hear(reader)

    def _note(self, code: int, since: float, parcel: Parcel) -> None:
        """What has become of a mail; one that is to come later comes in a moment."""
        if code == 250:
            self.watch.waits["mail, until 250"].append(time.monotonic() - since)
        elif 400 <= code < 500:
            self.watch.later["mail, until 250"] += 1
            loop = asyncio.get_running_loop()
            loop.call_later(_LATER_SECONDS, self.waiting.put_nowait, (since, parcel))
        else:
            self.watch.wrong.append(f"mail: {code}")

    async def _hear(self, reader: asyncio.StreamReader) -> int:
        """The code of the next answer."""
        while (line := await reader.readline())[3:4] == b"-":
            pass
        if not line:
            raise ConnectionResetError
        return int(line[:3])
