"""Mail for sites without a mail server: a mailbox somewhere, read over IMAP and never changed."""

import ssl
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from imapclient import IMAPClient  # type: ignore[import-untyped]
from imapclient.exceptions import IMAPClientError  # type: ignore[import-untyped]

from app.mail.inbox.arrivals import MOST_BYTES, ArrivedMail
from app.text.privacy import mask

FAULTS: Final = (IMAPClientError, OSError, ValueError)
"""The faults of any step: the server's refusals, the network's errors, names that cannot be names of hosts."""
ANSWER_SECONDS: Final = 30
_PORTS: Final = {"imap": 143, "imaps": 993, "imap+starttls": 143}
_WHOLE: Final = f"BODY.PEEK[]<0.{MOST_BYTES + 1}>"


class BadImapUrl(Exception):
    """HIKYAKU_IMAP_URL names no mailbox. The text names the fault, without the password."""


class Unreachable(Exception):
    """The mailbox cannot be read at the moment. The text says why, without any address."""


@dataclass(frozen=True, slots=True)
class Box:
    """A mailbox, and how its server wants to be spoken to."""

    scheme: str
    host: str
    port: int
    user: str
    password: str = field(repr=False)
    folder: str = "INBOX"

    @property
    def name(self) -> str:
        """A name that no other mailbox has."""
        return f"{self.user}@{self.host}:{self.port}/{self.folder}"


def box_at(url: str) -> Box:
    """The mailbox at this address. Raises `BadImapUrl`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadImapUrl("the port in HIKYAKU_IMAP_URL is no number of a port") from None
    if parts.scheme not in _PORTS or not parts.hostname or not parts.username:
        raise BadImapUrl(
            "HIKYAKU_IMAP_URL must look like imaps://user:password@host/INBOX"
            " or imap+starttls://user:password@host"
        )
    return Box(
        scheme=parts.scheme,
        host=parts.hostname,
        port=port or _PORTS[parts.scheme],
        user=unquote(parts.username),
        password=unquote(parts.password or ""),
        folder=unquote(parts.path.strip("/")) or "INBOX",
    )


class Imap:
    """An open mailbox. Its methods raise only `Unreachable`: then it is to be opened anew."""

    def __init__(self, box: Box, *, tls: ssl.SSLContext | None = None) -> None:
        try:
            self._client: Any = IMAPClient(
                box.host,
                port=box.port,
                ssl=box.scheme == "imaps",
                ssl_context=tls,
                timeout=ANSWER_SECONDS,
            )
        except FAULTS as error:
            raise Unreachable(_why(error)) from error
        try:
            if box.scheme == "imap+starttls":
                self._client.starttls(tls)
            self._client.login(box.user, box.password)
            self.tells = bool(self._client.has_capability("IDLE"))
            """Whether the server says by itself when a mail comes in."""
        except FAULTS as error:
            self._hang_up()
            raise Unreachable(_why(error)) from error
        self._client.normalise_times = False  # they come with their zone
        self._folder = box.folder
        self.uid_validity = 0

    def look(self) -> tuple[int, int]:
        """The mailbox as it is now: something else as soon as one more mail is in it."""
        chosen = self._do(self._client.select_folder, self._folder, True)
        self.uid_validity = int(chosen.get(b"UIDVALIDITY", 0))
        return int(chosen.get(b"UIDNEXT", 0)), int(chosen.get(b"EXISTS", 0))

    def newer_than(self, uid: int) -> list[int]:
        """The UIDs of all mails that have come after this one, in order."""
        # `n:*` means the last mail at least, even if its UID is smaller.
        found = self._do(self._client.search, ["UID", f"{uid + 1}:*"])
        return sorted(each for each in found if each > uid)

    def since(self, moment: datetime) -> list[tuple[int, datetime]]:
        """The UIDs of all mails that were put there from this moment on, each with when it was, in order."""
        day = (moment - timedelta(days=1)).date()  # of the server's zone
        found = self._do(self._client.search, ["SINCE", day])
        dated = self._do(self._client.fetch, found, ["INTERNALDATE"]) if found else {}
        put = {uid: parts[b"INTERNALDATE"] for uid, parts in dated.items()}
        return sorted((uid, at) for uid, at in put.items() if at >= moment)

    def content(self, uids: Sequence[int]) -> Iterator[tuple[int, ArrivedMail]]:
        """These mails, each with its UID and when it was put there."""
        try:
            for uid in uids:
                for parts in self._client.fetch([uid], [_WHOLE, "INTERNALDATE"]).values():
                    raw = ArrivedMail(parts[b"BODY[]<0>"] or b"")
                    raw.said = parts[b"INTERNALDATE"]
                    yield uid, raw
        except (*FAULTS, KeyError) as error:
            raise Unreachable(_why(error)) from error

    def begin_to_listen(self) -> None:
        """From now on the server tells of new mail."""
        self._do(self._client.idle)

    def hears_something(self, seconds: float) -> bool:
        """Whether something happened in the mailbox within this many seconds."""
        return bool(self._do(self._client.idle_check, seconds))

    def end_listening(self) -> None:
        """The server waits for questions again."""
        self._do(self._client.idle_done)

    def close(self) -> None:
        """Leave the mailbox, without waiting long for its server."""
        try:
            self._client.logout()
        except FAULTS:
            self._hang_up()

    def _do(self, act: Any, *arguments: Any) -> Any:
        try:
            return act(*arguments)
        except FAULTS as error:
            raise Unreachable(_why(error)) from error

    def _hang_up(self) -> None:
        with suppress(*FAULTS):
            self._client.shutdown()


def _why(error: BaseException) -> str:
    return mask(str(error) or type(error).__name__)[:500]
