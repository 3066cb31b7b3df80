"""A mail server for measuring: a process on the loopback that takes letters, fails on demand, and kills clients."""

# ruff: noqa: N802 - aiosmtpd names its hooks for the commands of SMTP

import asyncio
import os
import random
import re
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

from aiosmtpd.smtp import SMTP, Envelope, Session

_MESSAGE_ID: Final = re.compile(rb"^Message-ID:\s*(<[^>]+>)", re.MULTILINE | re.IGNORECASE)

_GREETING: Final = re.compile(r"(?P<at>[A-Z]+)\.(?P<times>\d+)\.(?P<pid>\d+)\.example")


def greeting(pid: int, at: str, times: int) -> str:
    """A client that greets the server like this is killed when it says this line for the n-th time."""
    return f"{at}.{times}.{pid}.example"


class SinkLine(NamedTuple):
    """The fate of a letter at the server: `taken` or `refused` (for good)."""

    did: str
    recipient: str
    message_id: str


@dataclass(frozen=True, slots=True)
class Weather:
    """How many of a hundred letters the server answers with 4xx or 5xx, or cuts off after receiving all of them.

    It keeps every other letter that it cuts off. Of `torn` letters it reads one line and cuts off.
    `slow`: seconds for each answer to a letter. While `closed`, it answers 421 to everyone.
    """

    later: float = 0
    never: float = 0
    cut: float = 0
    torn: float = 0
    slow: float = 0
    closed: bool = False


@dataclass(slots=True)
class _Sky:
    """The current weather, and the folder for letters."""

    weather: Weather
    boxes: Path | None


@dataclass(frozen=True, slots=True)
class Sink:
    """A running mail server. Each deed is in its log before the client hears of it."""

    port: int
    log: Path
    _telling: Connection

    def turn(self, weather: Weather) -> None:
        """Change the weather from now on."""
        self._telling.send(weather)

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def lines(self) -> list[SinkLine]:
        """Everything that it has done so far."""
        text = self.log.read_text(encoding="utf-8")
        return [SinkLine(*line.split("\t")) for line in text.splitlines()]


@contextmanager
def sink(log: Path, weather: Weather = Weather(), boxes: Path | None = None) -> Iterator[Sink]:
    """A mail server in this weather, the same one in every run; letters lie in `boxes`, in a folder for each address."""
    log.touch()
    processes = get_context("forkserver")
    ours, theirs = processes.Pipe()
    process = processes.Process(
        target=_serve, args=(log, _Sky(weather, boxes), theirs), daemon=True
    )
    process.start()
    theirs.close()
    try:
        yield Sink(ours.recv(), log, ours)
    finally:
        process.kill()
        process.join()
        ours.close()


class _Server(SMTP):
    """Takes each letter, or fails as drawn by lot; kills the clients that asked for it."""

    def __init__(self, log: Path, sky: _Sky, draw: random.Random, heard: Counter[str]) -> None:
        self.log = log
        self.sky = sky
        self.draw = draw
        self.heard = heard
        self.greeted = ""
        super().__init__(self, hostname="localhost")

    def _is_last(self, at: str) -> re.Match[str] | None:
        """Whether the client has said this as often as it asked to be killed for."""
        found = _GREETING.fullmatch(self.greeted)
        if not found or found["at"] != at:
            return None
        self.heard[self.greeted] += 1
        return found if self.heard[self.greeted] == int(found["times"]) else None

    def _hear(self, at: str) -> None:
        """Kill the client if it asked to be killed at this line."""
        if found := self._is_last(at):
            self._kill(found)

    def _kill(self, found: re.Match[str]) -> NoReturn:
        os.kill(int(found["pid"]), signal.SIGKILL)
        self._cut()

    def _cut(self) -> NoReturn:
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()
        raise asyncio.CancelledError

    async def _handle_client(self) -> None:
        if self.sky.weather.closed:
            await self.push("421 4.3.2 closed")
            self._cut()
        await super()._handle_client()

    async def smtp_EHLO(self, arg: str) -> None:
        """Answer the greeting."""
        self.greeted = arg
        self._hear("EHLO")
        await super().smtp_EHLO(arg)

    async def smtp_MAIL(self, arg: str | None) -> None:
        """Begin a letter."""
        self._hear("MAIL")
        await super().smtp_MAIL(arg)

    async def smtp_RCPT(self, arg: str | None) -> None:
        """Take a recipient of the letter."""
        self._hear("RCPT")
        await super().smtp_RCPT(arg)

    async def smtp_DATA(self, arg: str) -> None:
        """Take the text of the letter; only part of it if the client asked to be killed during it."""
        self._hear("DATA")
        for at in ("BODY", "END"):
            if found := self._is_last(at):
                await self.push("354 go on")
                while await self._reader.readline() != b".\r\n" and at == "END":
                    pass
                self._kill(found)
        if (torn := self.sky.weather.torn) and self.draw.uniform(0, 100) < torn:
            await self.push("354 go on")
            await self._reader.readline()
            self._cut()
        await super().smtp_DATA(arg)

    async def smtp_RSET(self, arg: str) -> None:
        """Forget the letter."""
        self._hear("RSET")
        await super().smtp_RSET(arg)

    async def smtp_QUIT(self, arg: str) -> None:
        """End the connection."""
        self._hear("QUIT")
        await super().smtp_QUIT(arg)

    async def handle_DATA(self, _: SMTP, session: Session, envelope: Envelope) -> str:
        """Answer the letter."""
        weather, drawn = self.sky.weather, self.draw.uniform(0, 100)
        await asyncio.sleep(weather.slow)
        if drawn < weather.later:
            return "451 not now"
        if drawn < weather.later + weather.never:
            self._note("refused", envelope)
            return "554 never"
        if drawn < weather.later + weather.never + weather.cut:
            if self.draw.random() < 0.5:
                self._note("taken", envelope)
            self._cut()
        self._note("taken", envelope)
        self._hear("DOT")
        return "250 taken"

    def _note(self, did: str, envelope: Envelope) -> None:
        content = envelope.content
        found = _MESSAGE_ID.search(content) if isinstance(content, bytes) else None
        line = SinkLine(did, envelope.rcpt_tos[0], found[1].decode() if found else "")
        if self.sky.boxes and did == "taken" and isinstance(content, bytes):
            _put(self.sky.boxes / line.recipient, content)
        with self.log.open("a", encoding="utf-8") as file:
            file.write("\t".join(line) + "\n")


def _put(box: Path, content: bytes) -> None:
    """Put the letter into the box. It gets its final name once all of it is there."""
    box.mkdir(exist_ok=True)
    draft = box / f"{len(list(box.iterdir())):04}"
    draft.write_bytes(content)
    draft.rename(draft.with_suffix(".eml"))


def _serve(log: Path, sky: _Sky, listening: Connection) -> None:
    asyncio.run(_listen(log, sky, listening))


async def _listen(log: Path, sky: _Sky, listening: Connection) -> None:
    draw, heard = random.Random(1), Counter[str]()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Server(log, sky, draw, heard), "127.0.0.1", 0)
    listening.send(server.sockets[0].getsockname()[1])
    is_alone = asyncio.Event()

    def hear() -> None:
        try:
            sky.weather = listening.recv()
        except (EOFError, OSError):  # the measuring process is gone, and says no more
            is_alone.set()

    loop.add_reader(listening.fileno(), hear)
    await is_alone.wait()
