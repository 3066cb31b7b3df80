"""A letter becomes a mail that every server takes: 7 bits wide, in parts, with its place in its thread."""

import hashlib
import re
from base64 import encodebytes
from binascii import b2a_qp
from collections.abc import Iterator
from email.errors import MessageError
from email.header import Header
from email.headerregistry import BaseHeader, HeaderRegistry
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime
from functools import lru_cache
from typing import Any, Final

from app.letters.links import Route, with_secrets
from app.letters.render import Attachment
from app.mail.transport.delivery import Parcel
from app.notices.registry import kind_of
from app.settings import Settings
from app.store.tables import Letter
from app.text.columns import shortened

_SENDER: Final = "飛脚 Hikyaku"
_SUPPRESSED: Final = "DR, RN, NRN, OOF, AutoReply"
"""Receipts and answers of programs. Never all of them: reports of failure tell us which addresses are dead."""
_SENDER_COLUMNS: Final = 60
_ID: Final = re.compile(r"<[!-;=?-~]+>")
_MOST_REFERENCES: Final = 20
_SHORT: Final = 70
_LINE: Final = 78
_UNPRINTABLE: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_DOT_ATOM: Final = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*", re.ASCII)
_LOCAL_PART: Final = re.compile(r"[!-~]{1,64}")
_DOMAIN: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?")


class Unmailable(Exception):
    """No mail can be made of the letter. The text says why, without any address."""


class _Headers(HeaderRegistry):
    """The library's, but no class is made twice: it makes one for each field of each mail, which takes most of the time."""

    @lru_cache  # noqa: B019 - there is one of it
    def __getitem__(self, name: str) -> type[BaseHeader]:
        return super().__getitem__(name)


class _Wire(EmailPolicy):
    """As it travels. A Message-ID or a link is never encoded or broken in two: its target would be lost.

    Plain words are neither parsed nor folded, which is slow; but the content's type is asked for again.
    """

    def header_store_parse(self, name: str, value: Any) -> tuple[str, Any]:
        if isinstance(value, str) and _is_plain(value) and name != "Content-Type":
            return name, value
        return self._again(name, value) if name == "Content-Type" else self._parsed(name, value)

    def _parsed(self, name: str, value: Any) -> tuple[str, Any]:
        return super().header_store_parse(name, value)

    _again = lru_cache(_parsed)

    def fold_binary(self, name: str, value: str) -> bytes:
        if name in ("Message-ID", "In-Reply-To", "References", "List-Unsubscribe"):
            value = "\r\n ".join(value.split())
        elif name == "From":
            words, _, address = value.rpartition(" ")
            named = [words] if words.startswith('"') else words.split()
            value = "\r\n ".join((*named, address))
        elif (
            name == "Subject" and not value.isascii()
        ):  # the library drops blanks between its words
            value = Header(str(value), "utf-8", _LINE, name).encode(linesep="\r\n")
        elif not _is_plain(value) or len(name) + len(value) > _SHORT:
            return super().fold_binary(name, value)
        return f"{name}: {value}\r\n".encode("ascii")


def _is_plain(value: str) -> bool:
    return value.isascii() and value.isprintable()


_WIRE: Final = _Wire(
    linesep="\r\n", cte_type="7bit", header_factory=_Headers(), max_line_length=_LINE
)


def compose(
    letter: Letter, route: Route, settings: Settings, attached: Attachment | None = None
) -> Parcel:
    """The same bytes each time. Raises `Unmailable`."""
    recipient = on_the_wire(route.recipient)
    is_plain = route.text_only or not letter.html
    try:
        if attached or is_plain:
            content = _by_library(letter, recipient, route, settings, attached)
        else:
            content = _at_once(letter, recipient, route, settings)
    except (ValueError, MessageError) as error:
        raise Unmailable(f"no mail can be made of its words ({type(error).__name__})") from error
    return Parcel(letter.message_id, route.bounces_to, recipient, content)


def _by_library(
    letter: Letter, recipient: str, route: Route, settings: Settings, attached: Attachment | None
) -> bytes:
    message = _message(letter, recipient, route, settings)
    if attached:
        _attach(message, attached, _boundary(letter, "all"))
    message["Content-Language"] = letter.lang  # last: it would go with the text into its part
    return message.as_bytes()


def _at_once(letter: Letter, recipient: str, route: Route, settings: Settings) -> bytes:
    """What the library says of a letter with HTML, in a fraction of the time: most letters are such."""
    boundary = _boundary(letter, "")
    head = b"".join(
        _WIRE.fold_binary(*_WIRE.header_store_parse(name, value))
        for name, value in _fields(letter, recipient, route, settings)
    )
    head += (
        "MIME-Version: 1.0\r\n"
        f'Content-Type: multipart/alternative;\r\n boundary="{boundary}"\r\n'
        f"Content-Language: {letter.lang}\r\n"
    ).encode("ascii")
    between = f"\r\n--{boundary}".encode()
    plain = _part(_printable(_whole(letter.text, route)), "plain")
    html = _part(_printable(_whole(letter.html, route)), "html", b"MIME-Version: 1.0\r\n")
    return b"%b%b\r\n%b%b\r\n%b%b--\r\n" % (head, between, plain, between, html, between)


def _part(text: str, kind: str, more: bytes = b"") -> bytes:
    """The text with its fields, as it is if that can travel; else in the shorter of both ways (RFC 2045, 6.7 and 6.8)."""
    lines = text.encode().splitlines()
    body = b"\r\n".join(lines) + b"\r\n"
    way = "7bit"
    if not body.isascii() or max(map(len, lines), default=0) > _LINE:
        written = {
            "base64": encodebytes(body).replace(b"\n", b"\r\n"),
            "quoted-printable": b2a_qp(body),
        }
        way, body = min(written.items(), key=lambda each: len(each[1]))
    head = f'Content-Type: text/{kind}; charset="utf-8"\r\nContent-Transfer-Encoding: {way}\r\n'
    return b"%b%b\r\n%b" % (head.encode(), more, body)


def on_the_wire(address: str) -> str:
    """The address as RFC 5322 wants it. Phones in Japan have had dots where it wants quotes for them."""
    local, _, domain = address.rpartition("@")
    try:
        domain = domain.encode("idna").decode("ascii")
    except UnicodeError:
        raise Unmailable("the domain of its address cannot be one") from None
    if not (_LOCAL_PART.fullmatch(local) and _DOMAIN.fullmatch(domain)):
        raise Unmailable("its address cannot be written in a mail")
    if not _DOT_ATOM.fullmatch(local):
        escaped = re.sub(r'(["\\])', r"\\\1", local)
        local = f'"{escaped}"'
    return f"{local}@{domain}"


def _message(letter: Letter, recipient: str, route: Route, settings: Settings) -> EmailMessage:
    message = EmailMessage(policy=_WIRE)
    for name, value in _fields(letter, recipient, route, settings):
        message[name] = value
    message.set_content(_printable(_whole(letter.text, route)))
    if letter.html and not route.text_only:
        message.add_alternative(_printable(_whole(letter.html, route)), subtype="html")
        message.set_boundary(_boundary(letter, ""))
    return message


def _fields(
    letter: Letter, recipient: str, route: Route, settings: Settings
) -> Iterator[tuple[str, str]]:
    yield "From", _sender(route.sender or _SENDER, settings.mail_address)
    yield "To", recipient
    yield "Reply-To", route.reply_to
    yield "Subject", " ".join(_printable(_whole(letter.subject, route)).split())
    yield "Date", format_datetime(letter.created_at.astimezone(settings.zone))
    yield "Message-ID", letter.message_id
    answered = _ID.findall(letter.in_reply_to)[:1]
    if answered:
        thread = [known for known in _ID.findall(letter.references) if known not in answered]
        yield "In-Reply-To", answered[0]
        yield "References", " ".join((thread + answered)[-_MOST_REFERENCES:])
    is_reply = answered and (letter.mail_id or kind_of(letter).is_answer)
    yield "Auto-Submitted", "auto-replied" if is_reply else "auto-generated"
    yield "X-Auto-Response-Suppress", _SUPPRESSED
    if route.unsubscribe:
        yield "List-Unsubscribe", f"<{route.unsubscribe}>"
        yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"


def _attach(message: EmailMessage, attached: Attachment, boundary: str) -> None:
    message.add_attachment(
        attached.content, maintype="application", subtype="zip", filename=attached.name
    )
    message.set_boundary(boundary)


def _boundary(letter: Letter, part: str) -> str:
    """Found in no text of ours, and the same each time."""
    digest = hashlib.sha256(f"{part}{letter.message_id}".encode()).hexdigest()
    return f"=_{digest[:32]}"


@lru_cache
def _sender(name: str, address: str) -> str:
    """A name and our address; the name quoted, or in encoded words where it is not in ASCII."""
    short = shortened(_printable(name), _SENDER_COLUMNS)
    if short.isascii():
        escaped = re.sub(r'(["\\])', r"\\\1", short)
        return f'"{escaped}" <{address}>'
    return f"{' '.join(Header(short, 'utf-8', header_name='From').encode().split())} <{address}>"


def _whole(text: str | None, route: Route) -> str:
    return with_secrets(text or "", route.key, route.own)


def _printable(text: str) -> str:
    return _UNPRINTABLE.sub("", text)
