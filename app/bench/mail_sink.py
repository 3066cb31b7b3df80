"""A mail server for measuring: a process of its own on the loopback that takes letters, or fails as it is told."""

# ruff: noqa: N802 - aiosmtpd names its hooks for the commands of SMTP

import asyncio
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, NamedTuple

from aiosmtpd.smtp import SMTP, Envelope, Session

_MESSAGE_ID: Final = re.compile(rb"^Message-ID:\s*(<[^>]+>)", re.MULTILINE | re.IGNORECASE)


class Line(NamedTuple):
    """What the server did with a letter: `taken` or `refused` (for good)."""

    did: str
    recipient: str
    message_id: str


@dataclass(frozen=True, slots=True)
class Weather:
    """How often, of a hundred letters, the server says 4xx, 5xx, or cuts the line after it has all of a letter.

    Of the letters that it cuts it has kept every other one.
    """

    later: float = 0
    never: float = 0
    cut: float = 0


@dataclass(frozen=True, slots=True)
class Sink:
    """A mail server that runs. What it did stands in its log before it says so."""

    port: int
    log: Path

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def lines(self) -> list[Line]:
        """Everything that it did so far."""
        text = self.log.read_text(encoding="utf-8")
        return [Line(*line.split("\t")) for line in text.splitlines()]


@contextmanager
def sink(log: Path, weather: Weather = Weather()) -> Iterator[Sink]:
    """A mail server in this weather, the same one in every run."""
    log.touch()
    processes = get_context("forkserver")
    ours, theirs = processes.Pipe()
    process = processes.Process(target=_serve, args=(log, weather, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        yield Sink(ours.recv(), log)
    finally:
        process.kill()
        process.join()
        ours.close()


class _Server(SMTP):
    """Takes a letter, or does what is drawn for it."""

    def __init__(self, log: Path, weather: Weather, draw: random.Random) -> None:
        self.log = log
        self.weather = weather
        self.draw = draw
        super().__init__(self, hostname="localhost")

    async def handle_DATA(self, _: SMTP, session: Session, envelope: Envelope) -> str:
        """The answer to a letter."""
        weather, drawn = self.weather, self.draw.uniform(0, 100)
        if drawn < weather.later:
            return "451 not now"
        if drawn < weather.later + weather.never:
            self._note("refused", envelope)
            return "554 never"
        if drawn < weather.later + weather.never + weather.cut:
            if self.draw.random() < 0.5:
                self._note("taken", envelope)
            if isinstance(self.transport, asyncio.WriteTransport):
                self.transport.abort()
            raise asyncio.CancelledError
        self._note("taken", envelope)
        return "250 taken"

    def _note(self, did: str, envelope: Envelope) -> None:
        content = envelope.content
        found = _MESSAGE_ID.search(content) if isinstance(content, bytes) else None
        line = Line(did, envelope.rcpt_tos[0], found[1].decode() if found else "")
        with self.log.open("a", encoding="utf-8") as file:
            file.write("\t".join(line) + "\n")


def _serve(log: Path, weather: Weather, listening: Connection) -> None:
    asyncio.run(_listen(log, weather, listening))


async def _listen(log: Path, weather: Weather, listening: Connection) -> None:
    draw = random.Random(1)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Server(log, weather, draw), "127.0.0.1", 0)
    listening.send(server.sockets[0].getsockname()[1])
    is_alone = asyncio.Event()
    loop.add_reader(listening.fileno(), is_alone.set)  # whoever measured is gone, and says no more
    await is_alone.wait()
