"""Letters to a mail server, one after the other over one connection.

SMTP knows no exactly-once: between the dot that ends a letter and the server's answer no client can tell
whether it was taken. Before the dot every fault is safe to try again; after it the letter is in doubt.
"""

import asyncio
import re
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event
from typing import Final
from urllib.parse import unquote, urlsplit

from aiosmtplib import (
    SMTP,
    SMTPAuthenticationError,
    SMTPException,
    SMTPResponseException,
    SMTPSenderRefused,
)

from app.mail.transport.delivery import DeliveryFate, Parcel, ServerAnswer, Transport, is_nobodys
from app.mail.transport.maildir import Maildir
from app.settings import Settings
from app.text.privacy import mask

# The faults of any step: its own, the network's, and names that cannot be names of hosts.
FAULTS: Final = (SMTPException, OSError, ValueError)
_PORTS: Final = {"smtp": 25, "smtps": 465, "smtp+starttls": 587}
_LOOK_SECONDS: Final = 0.2
_LINE_STARTS: Final = re.compile(rb"^\.", re.MULTILINE)


class BadSmtpUrl(Exception):
    """HIKYAKU_SMTP_URL names no mail server. The text names the fault, without the password."""


@dataclass(frozen=True, slots=True)
class Server:
    """The address of a mail server, its protocol and its log-in."""

    scheme: str
    host: str
    port: int
    user: str | None = None
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds we wait for an answer. After the dot, long: a letter given up there is in doubt."""

    command: float = 30
    dot: float = 300
    stopped: float = 10
    """For all that is left of a letter once we are asked to stop."""
    goodbye: float = 2


def server_at(url: str) -> Server:
    """The server at this address. Raises `BadSmtpUrl`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadSmtpUrl("the port in HIKYAKU_SMTP_URL is no number of a port") from None
    if parts.scheme not in _PORTS or not parts.hostname:
        raise BadSmtpUrl(
            "HIKYAKU_SMTP_URL must look like smtp://host, smtps://user:password@host"
            " or smtp+starttls://user:password@host:587"
        )
    return Server(
        scheme=parts.scheme,
        host=parts.hostname,
        port=port or _PORTS[parts.scheme],
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password or ""),
    )


def why_not(server: Server, domain: str, seconds: float) -> str:
    """Why this server takes no letters of a site of this domain, as far as can be said without one; else empty."""
    line = Smtp(server, patience=Patience(command=seconds))
    try:
        return line.knock(domain)
    finally:
        line.close()


class Smtp:
    """A connection to a mail server, opened with the first letter."""

    def __init__(
        self,
        server: Server,
        *,
        patience: Patience = Patience(),
        tls: ssl.SSLContext | None = None,
        stop: Event | None = None,
    ) -> None:
        self.server = server
        self.stop = stop or Event()
        self.patience = patience
        self.tls = tls
        self._runner: asyncio.Runner | None = None
        self._client: SMTP | None = None
        self._wire: asyncio.BaseTransport | None = None

    def deliver(self, parcel: Parcel, leaving: Callable[[], bool]) -> ServerAnswer:
        """The server's answer, or the fault before or after the dot.

        A letter to an address for examples is dead without the server hearing of it.
        """
        if is_nobodys(parcel.recipient):
            return ServerAnswer(
                DeliveryFate.DEAD, "no server was asked: the address is one for examples"
            )
        self._runner = self._runner or asyncio.Runner()
        return self._runner.run(self._deliver_in_time(parcel, leaving))

    def knock(self, domain: str) -> str:
        """Why the server does not let us in; empty if it does. No mail is sent."""
        self._runner = self._runner or asyncio.Runner()
        return self._runner.run(self._knock(domain))

    def close(self) -> None:
        """Leave the server, without waiting long for it."""
        if self._runner:
            with self._runner as runner:
                runner.run(self._leave())
            self._runner = None

    async def _knock(self, domain: str) -> str:
        self._client = self._new_client(f"@{domain}")
        try:
            await self._client.connect()
        except FAULTS as error:
            return _why(error)
        return ""

    async def _deliver_in_time(self, parcel: Parcel, leaving: Callable[[], bool]) -> ServerAnswer:
        hurrying = asyncio.create_task(self._hurry())
        try:
            return await self._deliver(parcel, leaving)
        finally:
            hurrying.cancel()

    async def _hurry(self) -> None:
        """Some seconds after `stop` each connection is cut: a fault like others, before the dot or after it."""
        while not self.stop.is_set():  # it is set in other threads, and wakes nobody  # noqa: ASYNC110
            await asyncio.sleep(_LOOK_SECONDS)
        await asyncio.sleep(self.patience.stopped)
        while True:
            if self._client and isinstance(self._client.transport, asyncio.WriteTransport):
                self._client.transport.abort()
            await asyncio.sleep(_LOOK_SECONDS)

    async def _deliver(self, parcel: Parcel, leaving: Callable[[], bool]) -> ServerAnswer:
        try:
            client = await self._greet(parcel.sender)
        except FAULTS as error:
            await self._break_off()
            fate = DeliveryFate.UNWELCOME if _is_about_us(error) else DeliveryFate.UNREACHABLE
            return ServerAnswer(fate, _why(error))
        try:
            answer = await self._hand_over(client, parcel, leaving)
        except FAULTS as error:
            await self._break_off()
            return ServerAnswer(DeliveryFate.RETRY, _why(error), broken=True)
        except BaseException:
            await self._break_off()  # no other worker finishes what was begun
            raise
        if answer.fate is not DeliveryFate.SENT:
            await self._forget(client)
        return answer

    async def _greet(self, sender: str) -> SMTP:
        """A letter of ours has begun; on a new connection if the server has closed the last one."""
        if self._client and self._client.is_connected:
            with suppress(ConnectionError, TimeoutError, SMTPSenderRefused):
                # Servers end a session after a number of letters, or of faults.
                await self._client.mail(sender)
                return self._client
        await self._break_off()
        self._client = self._new_client(sender)
        await self._client.connect()
        self._wire = self._client.transport
        await self._client.mail(sender)
        return self._client

    def _new_client(self, sender: str) -> SMTP:
        return SMTP(
            hostname=self.server.host,
            port=self.server.port,
            username=self.server.user,
            password=self.server.password if self.server.user else None,
            use_tls=self.server.scheme == "smtps",
            start_tls=self.server.scheme == "smtp+starttls",
            tls_context=self.tls,
            timeout=self.patience.command,
            local_hostname=sender.rpartition("@")[2].encode("idna").decode("ascii"),
        )

    async def _hand_over(
        self, client: SMTP, parcel: Parcel, leaving: Callable[[], bool]
    ) -> ServerAnswer:
        """From the recipient to the answer. What it raises, it raises before the dot."""
        code, words = await client.execute_command(b"RCPT", b"TO:<%b>" % parcel.recipient.encode())
        if not 250 <= code < 260:
            return _refusal(code, words)
        if not leaving():
            return ServerAnswer(DeliveryFate.NOT_OURS, "")
        code, words = await client.execute_command(b"DATA")
        if code != 354:
            return _refusal(code, words)
        return await self._send(client, parcel.content)

    async def _send(self, client: SMTP, content: bytes) -> ServerAnswer:
        """Send everything but the dot, and if the server is still listening then, the dot."""
        protocol, transport = client.protocol, client.transport
        if protocol is None or not isinstance(transport, asyncio.WriteTransport):
            raise ConnectionResetError("the connection is lost")
        answer = asyncio.ensure_future(protocol.read_response(timeout=self.patience.dot))
        try:
            protocol.write(_LINE_STARTS.sub(b"..", content))
            async with asyncio.timeout(self.patience.dot):
                await asyncio.sleep(0)
                # A transport has no event for it.
                while transport.get_write_buffer_size() and not answer.done():  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            if answer.done():  # it gave up in the middle of the letter
                await self._break_off()
                return _refusal(*answer.result())
            protocol.write(b".\r\n")
        except BaseException:
            answer.cancel()
            raise
        try:
            code, words = await answer
        except FAULTS as error:
            await self._break_off()
            return ServerAnswer(DeliveryFate.DOUBT, _why(error), broken=True)
        if 200 <= code < 300:
            return ServerAnswer(DeliveryFate.SENT, _reply(code, words))
        return _refusal(code, words, unclear=DeliveryFate.DOUBT)

    async def _forget(self, client: SMTP) -> None:
        """The next letter starts anew, whatever the server still has of this one."""
        try:
            await client.rset()
        except FAULTS:
            await self._break_off()

    async def _leave(self) -> None:
        if self._client and self._client.is_connected:
            with suppress(*FAULTS):
                await self._client.quit(timeout=self.patience.goodbye)
        await self._break_off()

    async def _break_off(self) -> None:
        """The connection is gone, with everything not yet sent."""
        client, self._client = self._client, None
        wire, self._wire = self._wire, None
        if client:
            client.close()
        if isinstance(wire, asyncio.WriteTransport):
            wire.abort()
        await asyncio.sleep(0)  # for the loop to close the socket


def _refusal(code: int, words: str, unclear: DeliveryFate = DeliveryFate.RETRY) -> ServerAnswer:
    """The fate of a letter that a server did not take; `unclear` where its code is no refusal."""
    reply = _reply(code, words)
    match code:
        case 421:  # it closes, perhaps because of this very letter
            return ServerAnswer(DeliveryFate.RETRY, reply, broken=True)
        case 530:  # it wants a password, or TLS
            return ServerAnswer(DeliveryFate.UNWELCOME, reply)
        case _ if 400 <= code < 500:
            return ServerAnswer(DeliveryFate.RETRY, reply)
        case _ if 500 <= code < 600:
            return ServerAnswer(DeliveryFate.DEAD, reply)
    return ServerAnswer(unclear, reply, broken=True)


def _is_about_us(error: BaseException) -> bool:
    """Whether it takes no letters of ours: a wrong password, or a sender that it does not like."""
    return isinstance(error, SMTPAuthenticationError | SMTPSenderRefused) and error.code >= 500


def _why(error: BaseException) -> str:
    if isinstance(error, SMTPResponseException):
        return _reply(error.code, error.message)
    return mask(str(error) or type(error).__name__)


def _reply(code: int, words: str) -> str:
    """The reply as text that can be kept: of any bytes, shortened, without addresses."""
    text = words.encode(errors="surrogateescape").decode(errors="replace")
    return mask(f"{code} {' '.join(text.split())}".replace("\0", ""))[:500]


# --- the choice -----------------------------------------------------------------------------------


def transports(settings: Settings, stop: Event | None = None) -> Sequence[Transport]:
    """So many connections to a mail server if one is named, which hurry after `stop`, else the Maildir. Raises `BadSmtpUrl`."""
    if settings.smtp_url:
        server = server_at(settings.smtp_url)
        return [Smtp(server, stop=stop) for _ in range(settings.mail_connections)]
    return [Maildir(settings.maildir)]
