"""A real mail server for tests: a separate process on loopback that fails on demand."""

# ruff: noqa: N802 - aiosmtpd names its hooks for the commands of SMTP

import asyncio
import base64
import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import cached_property
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from app.mail.transport.smtp import Patience
from tests.support.processes import PROCESSES

CERTIFICATE = Path(__file__).parents[1] / "mail" / "localhost.pem"
"""For localhost, with its key; made for these tests and good for nothing else."""
PATIENT = Patience(command=300, dot=300, goodbye=300)
"""However busy the machine is, its answers are waited for."""
NEVER = 3600
"""Seconds: longer than any test."""


@dataclass(frozen=True)
class Fault:
    """What happens at a command, `times` times, to letters for `to` if that is given.

    `at`: HELLO, MAIL, RCPT, DATA, BODY (in the middle of the letter), DOT (after all of it), RSET.
    `does`: an answer, `cut` for a cut line, or `taken, cut`: the letter is kept, its answer never comes.
    It happens after so many seconds, and not before there is a file `after`.
    """

    at: str
    does: str = ""
    to: str = ""
    times: int = 1
    seconds: float = 0
    after: str = ""


@dataclass(frozen=True)
class Received:
    """A letter that the server has taken, and the envelope that it came in."""

    sender: str
    recipient: str
    message: EmailMessage

    @cached_property
    def id(self) -> str:
        return str(self.message["Message-ID"])


@dataclass(frozen=True)
class Sink:
    """A mail server that runs. What it took stands in a file before it says so."""

    port: int
    log: Path

    @property
    def url(self) -> str:
        return f"smtp://localhost:{self.port}"

    @property
    def received(self) -> list[Received]:
        return self.received_after(0)[0]

    def received_after(self, place: int) -> tuple[list[Received], int]:
        """The letters in its file after this many bytes, and the place where the next one begins."""
        with self.log.open("rb") as file:
            file.seek(place)
            whole, end, _being_written = file.read().rpartition(b"\n")
        received = [_received(json.loads(line)) for line in whole.splitlines()]
        return received, place + len(whole + end)

    @property
    def said(self) -> list[str]:
        """The commands that it heard."""
        return self.log.with_suffix(".commands").read_text().splitlines()


def _received(kept: dict[str, str]) -> Received:
    message = message_from_bytes(base64.b64decode(kept["content"]), policy=default)
    assert isinstance(message, EmailMessage)
    return Received(kept["sender"], kept["recipient"], message)


@contextmanager
def mail_server(folder: Path, *faults: Fault, port: int = 0, **options: Any) -> Iterator[Sink]:
    """A server that does this. Options: `starttls`, `tls`, `password`."""
    folder.mkdir(exist_ok=True)
    log = folder / "received.jsonl"
    log.touch()
    told = {"faults": [asdict(fault) for fault in faults], "log": str(log), "port": port, **options}
    ours, theirs = Pipe()
    process = PROCESSES.Process(target=_run, args=(told, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        yield Sink(ours.recv(), log)
    finally:
        process.kill()
        process.join()
        ours.close()


def is_time(fault: dict[str, Any]) -> bool:
    """Whether there is the file that it waits for, if it does."""
    return not fault["after"] or Path(fault["after"]).exists()


class _Server(SMTP):
    """Answers as its faults say."""

    def __init__(self, told: dict[str, Any], faults: list[dict[str, Any]], **options: Any) -> None:
        self.told = told
        self.faults = faults
        super().__init__(self, hostname="localhost", **options)

    async def misbehaves(self, at: str, envelope: Envelope | None = None) -> str | None:
        to = envelope.rcpt_tos[0] if envelope and envelope.rcpt_tos else ""
        for fault in self.faults:
            if fault["at"] == at and fault["times"] and fault["to"] in to:
                fault["times"] -= 1
                await asyncio.sleep(fault["seconds"])
                while not is_time(fault):  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
                if fault["does"] == "cut":
                    self.cut()
                return str(fault["does"]) or None
        return None

    async def push(self, status: str | bytes) -> None:
        """In any bytes."""
        await super().push(
            status.encode(errors="surrogateescape") if isinstance(status, str) else status
        )

    def cut(self) -> None:
        assert self.transport
        self.transport.abort()  # type: ignore[attr-defined]
        raise asyncio.CancelledError

    def note(self, line: str) -> None:
        with Path(self.told["log"]).with_suffix(".commands").open("a") as file:
            file.write(f"{line}\n")

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, lines: list[str]
    ) -> list[str]:
        self.note(f"EHLO {hostname}")
        session.host_name = hostname
        answer = await self.misbehaves("HELLO")
        return [answer] if answer else lines

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.note(f"MAIL {address}")
        if answer := await self.misbehaves("MAIL"):
            return answer
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.note(f"RCPT {address}")
        envelope.rcpt_tos.append(address)
        answer = await self.misbehaves("RCPT", envelope)
        if answer:
            envelope.rcpt_tos.clear()
        return answer or "250 OK"

    async def smtp_DATA(self, arg: str) -> None:
        if answer := await self.misbehaves("DATA", self.envelope):
            await self.push(answer)
            return
        if any(fault["at"] == "BODY" and fault["times"] for fault in self.faults):
            await self.push("354 go on")
            await self._reader.readline()
            if answer := await self.misbehaves("BODY", self.envelope):
                await self.push(answer)
                self.cut()
        await super().smtp_DATA(arg)

    async def handle_RSET(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.note("RSET")
        return await self.misbehaves("RSET") or "250 OK"

    async def handle_QUIT(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.note("QUIT")
        return "221 Bye"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        answer = await self.misbehaves("DOT", envelope)
        if answer in (None, "taken, cut"):
            self.keep(envelope)
        if answer == "taken, cut":
            self.cut()
        return answer or "250 queued"

    def keep(self, envelope: Envelope) -> None:
        assert isinstance(envelope.content, bytes)
        kept = {
            "sender": envelope.mail_from,
            "recipient": envelope.rcpt_tos[0],
            "content": base64.b64encode(envelope.content).decode(),
        }
        with Path(self.told["log"]).open("a") as file:
            file.write(json.dumps(kept) + "\n")


def _run(told: dict[str, Any], listening: Connection) -> None:
    asyncio.run(_serve(told, listening))


async def _serve(told: dict[str, Any], listening: Connection) -> None:
    faults = told["faults"]
    options: dict[str, Any] = {}
    tls = None
    if told.get("starttls") or told.get("tls"):
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(CERTIFICATE)
        tls = context if told.get("tls") else None
        options["tls_context"] = None if tls else context
    if password := told.get("password"):
        options |= {"authenticator": _knows(password), "auth_require_tls": False}

    def _connection() -> SMTP:
        return _Server(told, faults, **options)

    loop = asyncio.get_running_loop()
    server = await loop.create_server(_connection, "127.0.0.1", told["port"], ssl=tls)
    listening.send(server.sockets[0].getsockname()[1])
    await server.serve_forever()


def _knows(password: str) -> Any:
    def authenticate(
        server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: LoginPassword
    ) -> AuthResult:
        return AuthResult(success=data.password == password.encode(), handled=False)

    return authenticate
