"""A mail as it arrived to the one text that its sender wrote, and the address for the answer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.engine import Lang
from app.errors import DomainError, Problem
from app.letters.replies.untaken import Untaken
from app.mail.inbox.addresses import mailboxes
from app.mail.inbox.body import Attached, MailBody, TooLarge, read_body
from app.mail.inbox.language import language_of
from app.mail.inbox.own_text import OwnText
from app.mail.inbox.parts import Headers, TooComplex, read_parts, split_headers
from app.text.characters import one_line, shown
from app.text.charsets import Undecodable, decode_header

MAX_BYTES = 1024 * 1024
TELL_LANGUAGE = ("content-language", "accept-language", "content-type", "date")
"""The fields of a header that hint at the language of its writer."""
_MAX_FIELDS = 500
_MAX_FIELD = 64 * 1024
_SHOWN = 40

_NOTHING = MailBody(OwnText("", is_ended=False), (), ())
_ID = re.compile(r"<[^<>\s]{1,250}>")
_RECIPIENTS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to")
# A mail server quotes there what the sender says of themselves: decoded, it might look like words of the server.
_NEVER_ENCODED = ("authentication-results",)
# Something else may look like a header, but has none of these in it.
_OF_A_MAIL = (
    "from",
    "to",
    "subject",
    "date",
    "message-id",
    "received",
    "return-path",
    "mime-version",
)


class NotAMail(DomainError):
    """Bytes that no mail program can have sent: empty, or without a header."""

    code: ClassVar[str] = "not-a-mail"


@dataclass(frozen=True, slots=True)
class ReadMail:
    """A mail that was read.

    `text` is the sender's own: plain, in NFC, with LF, without quotes, signature and phone footers;
    otherwise as typed. `echoes`: there was nothing but a letter of ours, unquoted. `headers` are all
    fields in order, names in small letters, as `automatic` wants them. `from_address` is None if there is
    no address to answer. `attached`: the texts of its files. `untaken`: its other parts. `doubts`: lines that equal some of a letter of ours. `problems` say why there is no
    text: `mail-too-large`, `mail-too-complex`, `mail-garbled`, `mail-two-readings`.
    """

    message_id: str | None
    references: tuple[str, ...]
    in_reply_to: tuple[str, ...]
    subject: str
    from_address: str | None
    from_name: str | None
    recipients: tuple[str, ...]
    date: str | None
    text: str
    echoes: bool
    lang: Lang
    headers: tuple[tuple[str, str], ...]
    problems: tuple[Problem, ...] = ()
    attached: tuple[Attached, ...] = ()
    untaken: tuple[Untaken, ...] = ()
    doubts: tuple[Problem, ...] = ()


def read_mail(
    raw: bytes,
    size: int | None = None,
    letters: Sequence[str] = (),
    *,
    is_too_slow: bool = False,
) -> ReadMail:
    """The mail in these bytes, however odd. Raises `NotAMail` if there is none.

    `size`: of how many bytes these are the first, if of more. `letters`: texts of ours that it may answer. `is_too_slow`: its text is left alone. What is wrong with its text is a problem of the mail, so that its sender can be told.
    """
    headers, body = split_headers(raw[:MAX_BYTES].lstrip(b"\r\n"))
    headers = Headers((name, value[:_MAX_FIELD]) for name, value in headers[:_MAX_FIELDS])
    if not any(name in _OF_A_MAIL for name, _ in headers):
        raise NotAMail([Problem("not-a-mail")])
    sender = next(iter(mailboxes(headers.first("from") or b"")), None)
    subject = _shown(headers.first("subject") or b"")
    name = sender.name if sender else None
    read, problem = _NOTHING, Problem("mail-too-complex") if is_too_slow else None
    if not is_too_slow:
        box = sender.address.partition("@")[0] if sender else ""
        read, problem = _read(headers, body, f"{name or ''} {box}", size or len(raw), letters)
    text = read.own.text
    said = (text, *(each.text for each in read.attached))
    return ReadMail(
        message_id=next(iter(_ids(headers, "message-id")), None),
        references=_ids(headers, "references"),
        in_reply_to=_ids(headers, "in-reply-to"),
        subject=subject,
        from_address=sender.address if sender else None,
        from_name=name,
        recipients=_recipients(headers),
        date=_shown(headers.first("date") or b"") or None,
        text=text,
        echoes=read.own.echoes,
        lang=language_of(*said, subject, name or "", hint=_hint(headers)),
        headers=tuple(
            (name, _plain(value) if name in _NEVER_ENCODED else _shown(value))
            for name, value in headers
        ),
        problems=(problem,) if problem else (),
        attached=read.attached,
        untaken=read.untaken,
        doubts=read.own.doubts,
    )


def _read(
    headers: Headers, body: bytes, name: str, size: int, letters: Sequence[str]
) -> tuple[MailBody, Problem | None]:
    """The body of a mail of so many bytes, or what is wrong with it."""
    is_cut = size > MAX_BYTES
    try:
        return read_body(read_parts(headers, body), name, letters, is_cut=is_cut), None
    except (TooLarge, TooComplex, Undecodable) as fault:
        if is_cut:
            problem = Problem("mail-too-large", size=str(size), suggestions=(str(MAX_BYTES),))
        else:
            code = "mail-garbled" if isinstance(fault, Undecodable) else "mail-too-complex"
            problem = Problem(code)
            if fault.args:
                one, other = _difference(*fault.args)
                problem = Problem("mail-two-readings", one=one, other=other)
        return _NOTHING, problem


def _difference(one: str, other: str) -> tuple[str, str]:
    """The first words in which two readings of the same bytes differ."""
    for pair in zip(one.split("\n"), other.split("\n"), strict=False):
        if pair[0] != pair[1]:
            return shown(pair[0].strip()[:_SHOWN]), shown(pair[1].strip()[:_SHOWN])
    return "", ""


def _shown(raw: bytes) -> str:
    """A field to be read by people: bytes that fit no encoding are shown as such."""
    try:
        return one_line(decode_header(raw))
    except Undecodable:
        return _plain(raw)


def _plain(raw: bytes) -> str:
    return one_line(raw.decode("ascii", "replace"))


def _ids(headers: Headers, name: str) -> tuple[str, ...]:
    return tuple(_ID.findall((headers.first(name) or b"").decode("ascii", "ignore")))


def _recipients(headers: Headers) -> tuple[str, ...]:
    found = (box.address for value in headers.all(*_RECIPIENTS) for box in mailboxes(value))
    return tuple(dict.fromkeys(found))


def _hint(headers: Headers) -> str:
    values = headers.all(*TELL_LANGUAGE)
    return b" ".join(values).decode("ascii", "ignore")
