"""The door for the site's own mail server: LMTP or SMTP. A mail is taken when it is kept, and not before."""

# ruff: noqa: N802 - aiosmtpd names and calls its hooks so

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import Any, Final
from urllib.parse import urlsplit

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from app.league.masking import mask_traceback
from app.mail.inbound import MOST_BYTES, with_envelope

Keep = Callable[[bytes], None]
"""Commits these bytes, or raises."""

TAKEN: Final = "250 2.6.0 kept"
TRY_AGAIN: Final = "451 4.3.0 we cannot keep it at the moment"
LONGEST_LINE: Final = 64 * 1024
"""Of a mail, in bytes. The standard has 998, and many a program knows nothing of it."""
_ENDING_SECONDS: Final = 5

logger = logging.getLogger(__name__)
# aiosmtpd writes down who writes to whom; what goes wrong we write down ourselves, without any address.
logging.getLogger("mail.log").setLevel(logging.CRITICAL)


class BadListenUrl(Exception):
    """HIKYAKU_MAIL_LISTEN is no place to listen at. The text says what is wrong."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the site's mail server finds us, and what it speaks there."""

    protocol: type[SMTP]
    host: str
    port: int


def place_at(url: str) -> Place:
    """What the address says. Raises `BadListenUrl`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        port = None
    protocol = _PROTOCOLS.get(parts.scheme) if port is not None else None
    if protocol is None or port is None or not parts.hostname:
        raise BadListenUrl("HIKYAKU_MAIL_LISTEN must look like lmtp://127.0.0.1:2400 or smtp://…")
    return Place(protocol, parts.hostname, port)


@contextmanager
def listening(listener: socket.socket, protocol: type[SMTP], keep: Keep) -> Iterator[None]:
    """Beside what is done inside, a thread takes mail in; what it has in hand at the end is answered."""
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    thread = Thread(
        target=loop.run_until_complete, args=(_serve(listener, protocol, keep, stop),), name="mail"
    )
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


async def _serve(
    listener: socket.socket, protocol: type[SMTP], keep: Keep, stop: asyncio.Event
) -> None:
    door = _Door(keep)

    def connection() -> SMTP:
        return protocol(
            door,
            data_size_limit=MOST_BYTES,
            enable_SMTPUTF8=True,
            ident="Hikyaku",
            hostname="localhost",
            loop=asyncio.get_running_loop(),
        )

    server = await asyncio.get_running_loop().create_server(connection, sock=listener)
    await stop.wait()
    server.close()
    await door.wait(_ENDING_SECONDS)
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    await asyncio.sleep(0)


class _Smtp(SMTP):
    """Takes lines of any length that a person can have written."""

    line_length_limit = LONGEST_LINE


class _Lmtp(LMTP):
    """The same, and after a mail one answer for each of its recipients (RFC 2033, 4.2)."""

    line_length_limit = LONGEST_LINE
    _answers = 1

    async def smtp_DATA(self, arg: str) -> None:
        self._answers = len(self.envelope.rcpt_tos) if self.envelope else 1
        try:
            await super().smtp_DATA(arg)
        finally:
            self._answers = 1

    async def push(self, status: str | bytes) -> None:
        text = status.decode() if isinstance(status, bytes) else status
        times = 1 if text.startswith("354") else max(self._answers, 1)
        await super().push("\r\n".join([text] * times))


_PROTOCOLS: Final[dict[str, type[SMTP]]] = {"lmtp": _Lmtp, "smtp": _Smtp}


class _Door:
    """What aiosmtpd asks when a mail is there, or when something went wrong."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._in_hand: set[asyncio.Task[Any]] = set()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.original_content or b""
        raw = with_envelope(content, envelope.mail_from or "", envelope.rcpt_tos)
        # A task of its own: what has been begun is kept, even if the other side hangs up.
        keeping = asyncio.create_task(asyncio.to_thread(self._keep, raw))
        self._in_hand.add(keeping)
        keeping.add_done_callback(self._in_hand.discard)
        try:
            await asyncio.shield(keeping)
        except Exception as error:
            logger.error("a mail could not be kept\n%s", mask_traceback(error))
            return TRY_AGAIN
        return TAKEN

    async def handle_exception(self, error: Exception) -> str:
        logger.error("a mail could not be taken in\n%s", mask_traceback(error))
        return TRY_AGAIN

    async def wait(self, seconds: float) -> None:
        """What is being kept has been, or has taken too long."""
        if self._in_hand:
            await asyncio.wait(self._in_hand, timeout=seconds)
