"""Mail from the site's own mail server, by LMTP or SMTP. A mail is accepted once it is kept, and not before."""

# ruff: noqa: N802 - aiosmtpd names and calls its hooks so

import asyncio
import logging
import socket
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_address
from threading import Thread
from typing import Final
from urllib.parse import urlsplit

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from app import clock
from app.connections import AT_ONCE, Places, affordable
from app.mail.inbox.arrivals import MOST_BYTES, ArrivedMail, with_envelope
from app.mail.inbox.deliverers import host_of, said_by
from app.store.database import StoreUnavailable
from app.text.privacy import mask_traceback

Keep = Callable[[Sequence[bytes]], None]
"""Commits these mails in one transaction, or raises."""

HERE: Final = IPv4Network("127.0.0.0/8")
TAKEN: Final = "250 2.6.0 kept"
TRY_AGAIN: Final = "451 4.3.0 we cannot keep it at the moment"
TOO_MUCH_TO_ONE: Final = "451 4.7.1 too many mails to this address within an hour, try again later"
TOO_MUCH_BY_ONE: Final = "451 4.7.1 too many mails by this host within an hour, try again later"
MOST_TO_SECRET: Final = 120
"""Mails an hour to one secret address: its player sends a few, all else is a program."""
MOST_BY_HOST: Final = 600
"""Mails an hour that one host outside gave to our mail server. What comes from our own networks is not counted."""
HOUR: Final = 3600.0
MOST_KEYS: Final = 10_000
"""The most keys told apart; of more, the longest unused are forgotten."""
LONGEST_LINE: Final = 64 * 1024
"""The most bytes in a line of a mail. The standard allows 998, but many programs do not know."""
MOST: Final = 200
"""Connections. A mail server has twenty to one place at a time."""
TOGETHER: Final = 50
"""Mails that one transaction keeps at most."""
COMMAND_SECONDS: Final = 60
"""From an answer of ours until the next command is there. Nothing but the site's own mail server speaks to us."""
MAIL_SECONDS: Final = 60
MAIL_RATE: Final = 1_000
"""In bytes: a mail has a minute, and a second more for each this many bytes that have come."""
HEARD_OUT: Final = 4 * MOST_BYTES
"""Bytes read of a mail that is too large, so that its sender hears that it is."""
_ENDING_SECONDS: Final = 5
_TOO_MANY: Final = b"421 4.3.2 too many connections, come back later\r\n"
_TOO_SLOW: Final = b"421 4.4.2 that took too long\r\n"
_TOO_MUCH: Final = b"552 5.3.4 that is too much\r\n"

logger = logging.getLogger(__name__)
# aiosmtpd logs senders and recipients; faults are logged here, without any address.
logging.getLogger("mail.log").setLevel(logging.CRITICAL)


@dataclass(slots=True)
class Rates:
    """A budget for each key, to be used at once; it is refilled in the course of an hour."""

    most: int
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    """The rest of each key's budget, and when it was counted."""

    def take(self, key: str, now: float) -> bool:
        """Whether there was one left; then it is taken. `now`: seconds of a clock that never goes back."""
        left, at = self._left.pop(key, (float(self.most), now))
        left = min(float(self.most), left + (now - at) * self.most / HOUR)
        may = left >= 1
        self._left[key] = left - may, now
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return may


class BadListenUrl(Exception):
    """HIKYAKU_MAIL_LISTEN is no place to listen at. The text names the fault."""


@dataclass(frozen=True, slots=True)
class _Place:
    """The address at which we listen for the site's mail server, and the protocol."""

    protocol: type[SMTP]
    host: str
    port: int


def place_at(url: str) -> _Place:
    """The place at this address. Raises `BadListenUrl`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        port = None
    protocol = _PROTOCOLS.get(parts.scheme) if port is not None else None
    if protocol is None or port is None or not parts.hostname:
        raise BadListenUrl("HIKYAKU_MAIL_LISTEN must look like lmtp://127.0.0.1:2400 or smtp://…")
    return _Place(protocol, parts.hostname, port)


@contextmanager
def listening(
    listener: socket.socket,
    protocol: type[SMTP],
    keep: Keep,
    relay: str = "",
    relay_at: IPv4Network | IPv6Network = HERE,
) -> Iterator[None]:
    """During the `with` block a thread takes mail in; mails in hand at the end are answered.

    Of mail that this relay delivers from there it is kept when that had it.
    """
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    thread = Thread(
        target=loop.run_until_complete,
        args=(_serve(listener, protocol, _Door(keep, relay, relay_at), stop),),
        name="mail",
    )
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


async def _serve(
    listener: socket.socket,
    protocol: type[SMTP],
    door: "_Door",
    stop: asyncio.Event,
) -> None:
    places = Places(affordable(MOST))

    def connection() -> SMTP:
        made = protocol(
            door,
            data_size_limit=MOST_BYTES,
            enable_SMTPUTF8=True,
            ident="Hikyaku",
            hostname="localhost",
            loop=asyncio.get_running_loop(),
        )
        assert isinstance(made, _Bounded)  # noqa: S101 - both of _PROTOCOLS are
        made.places = places
        return made

    loop = asyncio.get_running_loop()
    server = await loop.create_server(connection, sock=listener, backlog=AT_ONCE)
    places.keep_swept()
    await stop.wait()
    server.close()
    await door.wait(_ENDING_SECONDS)
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    await asyncio.sleep(0)


class _Bounded(SMTP):
    """A connection that has its place and its time; it takes lines of any length that a person can have written."""

    line_length_limit = LONGEST_LINE
    places: Places
    _stands: asyncio.Transport | None = None
    """The transport to the client, if there was a place for it."""
    _since: float = 0
    """Since when we wait for what comes now."""
    _got = 0
    """How many bytes of the mail have come."""
    _in_mail = False
    _is_served = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - asyncio says so
        if not self.places.take(self, None):
            transport.write(_TOO_MANY)
            transport.close()
            return
        self._stands = transport
        self._since = time.monotonic()
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._stands:
            self.places.leave(self)
            super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if self._stands:
            self._got += len(data)
            super().data_received(data)
            if self._in_mail and self._got > HEARD_OUT:
                self._say_and_close(_TOO_MUCH)

    def eof_received(self) -> bool | None:
        return super().eof_received() if self._stands else None

    async def push(self, status: str | bytes) -> None:
        self._since, self._got = time.monotonic(), 0
        if not self._is_served:
            self.places.wait_for(self)
        await super().push(status.decode() if isinstance(status, bytes) else status)

    async def smtp_DATA(self, arg: str) -> None:
        self._in_mail = True
        try:
            await super().smtp_DATA(arg)
        finally:
            self._in_mail = self._is_served = False
            self.places.wait_for(self)

    def serve(self) -> None:
        """A mail is there, and being kept, without a limit of time."""
        self._is_served = True
        self.places.serve(self)

    async def _handle_client(self) -> None:
        with suppress(ConnectionError):  # the other side may hang up
            await super()._handle_client()

    def is_overdue(self, now: float) -> bool:
        """Whether a command or a mail takes too long. A mail that is being kept is asked for nothing."""
        if self._is_served:
            return False
        if self._in_mail:
            return now - self._since > MAIL_SECONDS + self._got / MAIL_RATE
        return now - self._since > COMMAND_SECONDS

    def end(self) -> None:
        """The client hears that it took too long."""
        self._say_and_close(_TOO_SLOW)

    def drop(self) -> None:
        """It is gone at once."""
        if self._stands:
            self._stands.abort()

    def _say_and_close(self, words: bytes) -> None:
        if self._stands and not self._stands.is_closing():
            self._stands.write(words)
            self._stands.close()


class _Smtp(_Bounded):
    """SMTP."""


class _Lmtp(_Bounded, LMTP):
    """LMTP: after a mail one answer for each of its recipients (RFC 2033, 4.2)."""

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
    """The hooks that aiosmtpd calls when a mail is there, or when something went wrong."""

    def __init__(self, keep: Keep, relay: str, relay_at: IPv4Network | IPv6Network) -> None:
        self._keep = keep
        self._relay, self._relay_at = relay, relay_at
        self._waiting: list[tuple[bytes, asyncio.Future[Exception | None]]] = []
        """Mails that are there, each with what will be known of it: that it is kept, or why not."""
        self._keeping: asyncio.Task[None] | None = None
        self._to_secrets = Rates(MOST_TO_SECRET)
        self._by_hosts = Rates(MOST_BY_HOST)

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """The plain address is never refused: its players would wait because of the one host that sends too much."""
        box = address.rpartition("@")[0].casefold()
        if "+" in box and not self._to_secrets.take(box, time.monotonic()):
            return TOO_MUCH_TO_ONE
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.original_content or b""
        host = host_of(content)
        if host and not self._by_hosts.take(host, time.monotonic()):
            return TOO_MUCH_BY_ONE
        raw = ArrivedMail(with_envelope(content, envelope.mail_from or "", envelope.rcpt_tos))
        raw.at = clock.now()
        if ip_address(str((session.peer or ("",))[0]).partition("%")[0]) in self._relay_at:
            raw.said = said_by(self._relay, content)
        assert isinstance(server, _Bounded)  # noqa: S101 - both of _PROTOCOLS are
        server.serve()
        fault = await self._kept(raw)
        if fault is None:
            return TAKEN
        if isinstance(fault, StoreUnavailable):
            logger.error("a mail could not be kept: %s", fault)
        else:
            logger.error("a mail could not be kept\n%s", mask_traceback(fault))
        return TRY_AGAIN

    async def handle_exception(self, error: Exception) -> str:
        if isinstance(error, ConnectionError):
            raise error  # the other side has gone
        logger.error("a mail could not be taken in\n%s", mask_traceback(error))
        return TRY_AGAIN

    async def wait(self, seconds: float) -> None:
        """The mails in hand have been kept, or have taken too long."""
        if self._keeping:
            await asyncio.wait([self._keeping], timeout=seconds)

    async def _kept(self, raw: bytes) -> Exception | None:
        """The mail is kept, or the reason why not. What has been begun is done, even if the other side hangs up."""
        fate: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((raw, fate))
        if not self._keeping:
            self._keeping = asyncio.create_task(self._keep_waiting())
        return await asyncio.shield(fate)

    async def _keep_waiting(self) -> None:
        """A mail is kept at once; those that come meanwhile share the next transaction, and one wait for the disk."""
        while some := self._waiting[:TOGETHER]:
            del self._waiting[:TOGETHER]
            faults: list[Exception | None]
            try:
                faults = await asyncio.to_thread(self._keep_together, [raw for raw, _ in some])
            except Exception as error:  # no thread can be started
                faults = [error] * len(some)
            for (_, fate), fault in zip(some, faults, strict=True):
                fate.set_result(fault)
        self._keeping = None

    def _keep_together(self, raws: Sequence[bytes]) -> list[Exception | None]:
        """Why each could not be kept, if it could not; where one is at fault, each is kept for itself."""
        try:
            self._keep(raws)
        except StoreUnavailable as error:
            return [error] * len(raws)
        except Exception as error:
            return [error] if len(raws) == 1 else [self._keep_together([raw])[0] for raw in raws]
        return [None] * len(raws)
