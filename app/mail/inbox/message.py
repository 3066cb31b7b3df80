"""A mail as it arrived to the one text that its sender wrote, and the address for the answer."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.engine import Lang
from app.errors import DomainError, Problem
from app.letters.replies.untaken import Untaken
from app.mail.inbox.body import FilePicture, FileText, MailBody, TooLarge, read_body
from app.mail.inbox.own_text import OwnText
from app.mail.inbox.parts import Headers, TooComplex, read_parts, split_headers
from app.text.characters import one_line, shown
from app.text.charsets import Undecodable, decode_header, decode_text, decode_words

_JAPANESE = re.compile("[\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uff01-\uff9f]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_NOT_PROSE = re.compile(r"[a-z]{2,10}://\S*|\S{1,64}@\S*")
_HINT = re.compile(r"\bja\b|2022-jp|shift_?jis|euc-?jp|\+0900\b", re.IGNORECASE)
# A letter says less than a kana or kanji: an English card name has nine of them.
_LETTERS_A_SIGN = 4
_MOST_LETTERS = 11
# The language of this many characters is that of all. Looking for addresses takes 64 steps for each.
_MOST_READ = 32 * 1024


def language_of(*texts: str, hint: str = "") -> Lang:
    """The language of the first text that has letters in it, else that of the hint (some headers).

    Japanese with English labels and cards in it is Japanese; English with cards in one-character
    notation is English. An OK is of no language, where anything else says one.
    """
    found: Lang | None = None
    for text in texts:
        signs, letters = _counted(text)
        if signs or letters:
            found = "ja" if signs * _LETTERS_A_SIGN >= letters else "en"
            if not _is_brief(signs, letters):
                return found
    return found or ("ja" if _HINT.search(hint) else "en")


def is_brief(text: str) -> bool:
    """Whether it is too short to be of any language: a word that people of all languages know."""
    return _is_brief(*_counted(text))


def _is_brief(signs: int, letters: int) -> bool:
    return not signs and letters <= _MOST_LETTERS


def _counted(text: str) -> tuple[int, int]:
    """How many kana and kanji it has, and how many letters."""
    prose = text[:_MOST_READ]
    # To look for addresses takes far longer than to see that there are none.
    if "@" in prose or "://" in prose:
        prose = _NOT_PROSE.sub(" ", prose)
    return len(_JAPANESE.findall(prose)), len(_LATIN.findall(prose))


# An unclosed quote or comment ends with the field, so that no part of it is looked at twice.
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"?|<([^<>]*)>?|\(([^()]*)\)?|([,;])|([^"<(,;]+)', re.DOTALL)
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*+"?|[()]|[^"()]+', re.DOTALL)
_AROUND_AT = re.compile(r"\s+@\s*|@\s+")
_QUOTED_PAIR = re.compile(r"\\(.)", re.DOTALL)
_QUOTED_LOCAL_PART = re.compile(r'"([^\s"\\<>()@,:;]+)"@')
# Dots may stand anywhere before the @: phones in Japan have had such addresses for twenty years.
_ADDRESS = re.compile(r'[^\s<>()@,:;"\\\x00-\x20\x7f]{1,64}@[^\s<>()@,:;"\\\x00-\x20\x7f]{1,253}')
_LONGEST = 254


@dataclass(frozen=True, slots=True)
class _Mailbox:
    """An address, and the name written beside it."""

    address: str
    name: str | None = None


def mailboxes(raw: bytes) -> list[_Mailbox]:
    """All addresses of a From, To or Reply-To field; anything else in it is left out."""
    found = [_Draft()]
    for token in _TOKEN.finditer(_without_inner_comments(_as_text(raw))):
        if token.lastindex == 4:
            found.append(_Draft())
        else:
            found[-1].add(token)
    return [box for draft in found if (box := draft.mailbox())]


def _without_inner_comments(text: str) -> str:
    """The text with comments of one level: in a comment may stand others (RFC 5322, section 3.2.2)."""
    if "(" not in text:
        return text
    kept: list[str] = []
    depth = 0
    for piece in _PIECE.findall(text):
        if piece == "(":
            depth += 1
            kept.append("(" if depth == 1 else " ")
        elif piece == ")" and depth:
            depth -= 1
            kept.append(" " if depth else ")")
        else:
            kept.append(piece)
    return "".join(kept)


class _Draft:
    """An address as far as it has been read."""

    def __init__(self) -> None:
        self.typed = ""
        self.phrase = ""
        self.angle: str | None = None
        self.comment = ""

    def add(self, token: re.Match[str]) -> None:
        match token.lastindex:
            case 2:
                self.angle = token[2]
            case 3:
                self.comment = token[3]
            case kind:
                self.typed += token[0]
                self.phrase += _QUOTED_PAIR.sub(r"\1", token[1]) if kind == 1 else token[0]

    def mailbox(self) -> _Mailbox | None:
        # Above the address may stand the name of a group, a route (RFC 5321, appendix C) or `mailto:`.
        bare = (self.angle if self.angle is not None else self.typed).rpartition(":")[2]
        address = _QUOTED_LOCAL_PART.sub(r"\1@", _AROUND_AT.sub("@", bare.strip()))
        # In the form in which addresses are compared a single character may become eighteen.
        compared = unicodedata.normalize("NFKC", address).casefold()
        if not _ADDRESS.fullmatch(address) or max(len(address), len(compared)) > _LONGEST:
            return None
        local, _, domain = address.rpartition("@")
        name = _name((self.phrase if self.angle is not None else "") or self.comment)
        return _Mailbox(f"{local}@{domain.lower()}", None if name == address else name)


def _name(text: str) -> str | None:
    try:
        return one_line(decode_words(text.strip())) or None
    except Undecodable:
        return None


def _as_text(raw: bytes) -> str:
    try:
        return decode_text(raw, None)
    except Undecodable:
        return raw.decode("ascii", "replace")


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
    no address to answer. `attached`: the texts of its files. `untaken`: its other parts, of which `pictures` may be opened. `doubts`: lines that equal some of a letter of ours. `problems` say why there is no
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
    attached: tuple[FileText, ...] = ()
    untaken: tuple[Untaken, ...] = ()
    pictures: tuple[FilePicture, ...] = ()
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
        pictures=read.pictures,
        doubts=read.own.doubts,
    )


def _read(
    headers: Headers, body: bytes, name: str, size: int, letters: Sequence[str]
) -> tuple[MailBody, Problem | None]:
    """The body of a mail with this many bytes, or its problem."""
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
