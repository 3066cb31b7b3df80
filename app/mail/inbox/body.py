"""The parts of a mail to the one text that its sender wrote, and to the files that stand beside it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from app.letters.replies.untaken import Untaken, UntakenWhy, named
from app.mail.inbox.documents import NotADocument, lines_of_csv, text_of_docx
from app.mail.inbox.html import text_of_html
from app.mail.inbox.own_text import OwnText, cut
from app.mail.inbox.parts import MimePart, TooComplex, read_parts, shown, split_headers
from app.text.characters import tidy
from app.text.charsets import Undecodable, decode_text

_NOTHING = OwnText("", is_ended=False)
_NO_PROSE = frozenset(
    f"text/{kind}"
    for kind in (
        "calendar",
        "css",
        "csv",
        "directory",
        "javascript",
        "rfc822-headers",
        "rtf",
        "tab-separated-values",
        "vcard",
        "x-amp-html",
        "x-vcard",
        "xml",
    )
)
"""Kinds of text that programs read. All others are read as plain text, whatever they are called."""
_FILES = frozenset(
    f"text/{kind}" for kind in ("calendar", "directory", "rtf", "vcard", "x-vcard", "xml")
)
"""Kinds of files that senders attach and nobody reads."""
_TABLES = ("text/csv", "text/comma-separated-values", "text/tab-separated-values")
_ENCRYPTED = (
    "application/pgp-encrypted",
    "application/pkcs7-mime",
    "application/x-pkcs7-mime",
)
_SIGNATURES = (
    "application/pgp-keys",
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
)
_FORKS = ("application/applefile", "application/mac-binhex40")
_ENRICHED = ("text/enriched", "text/richtext")
_MARKED_UP = re.compile(r"<param>[^<>]{0,80}</param>|</?[A-Za-z-]{1,40}>", re.IGNORECASE)
_UNKNOWN = "application/octet-stream"
_MAIL = "message/rfc822"
_ORDER = {"text/plain": 0, "text/html": 1}
_MOST_ATTACHED = 64 * 1024
"""Characters or bytes of an attached text."""


class TooLarge(Exception):
    """The text itself is in the rest of a mail that was cut."""


@dataclass(frozen=True, slots=True)
class FileText:
    """The text of a file; it counts where the mail itself has no entry, and is named as `untaken` if it does not."""

    text: str
    untaken: Untaken


@dataclass(frozen=True, slots=True)
class FilePicture:
    """A picture, unopened; it counts where the mail brings the entry that it belongs to, and is named as `untaken` if not.

    `is_within`: it belongs to a text in HTML, as logos below a signature do.
    """

    name: str
    content: bytes
    untaken: Untaken
    is_within: bool


class MailBody(NamedTuple):
    """A mail without its header: what its sender wrote, the files that may be read, and all that is not; pictures are in both."""

    own: OwnText
    attached: tuple[FileText, ...]
    untaken: tuple[Untaken, ...]
    pictures: tuple[FilePicture, ...] = ()


def read_body(
    part: MimePart, name: str = "", letters: Sequence[str] = (), *, is_cut: bool = False
) -> MailBody:
    """The plain text of this part, or its HTML if that is blank; several inline texts in a row. `name` is the sender's, `letters` what they may answer.

    What cannot be read is told beside it. `is_cut`: the mail went on, so that of its last part the end is missing, and
    what came after. Raises `Undecodable` where a text fits no encoding and has no other form, and `TooLarge` where the
    text is in the part that was cut.
    """
    last = [*_leaves(part)][-1] if is_cut else None
    own = _inline(_without(part, last) if last else part, name, letters)
    attached: list[FileText] = []
    pictures: list[FilePicture] = []
    untaken = [named("encrypted")] if own.is_encrypted else []
    if own.forwarded:
        attached.append(FileText(cut(own.forwarded, name).text, named("mail")))
    for leaf in _leaves(part):
        if leaf is last:
            untaken.append(_untaken(leaf, "large") or named("attachment", why="large"))
        elif isinstance(found := _attached(leaf, name), FileText):
            if found.text.strip() or leaf.kind != "text/plain":
                attached.append(found)
        elif found := found or _untaken(leaf):
            untaken.append(found)
            if found.kind == "picture":
                is_within = any(leaf is each for each in _related(part))
                pictures.append(FilePicture(leaf.name, leaf.data, found, is_within))
    if last:
        if not (own.text.strip() or own.echoes or attached) or not _may_be_cut(part, last):
            raise TooLarge
        untaken.append(named("rest"))
    return MailBody(own, tuple(attached), tuple(dict.fromkeys(untaken)), tuple(pictures))


def _leaves(part: MimePart) -> Iterator[MimePart]:
    if not part.parts:
        yield part
    for each in part.parts:
        yield from _leaves(each)


def _related(part: MimePart) -> Iterator[MimePart]:
    """The parts that are shown within a text in HTML (RFC 2387)."""
    for each in part.parts:
        yield from _leaves(each) if part.kind == "multipart/related" else _related(each)


def _without(part: MimePart, leaf: MimePart) -> MimePart:
    """The same parts, and of this one no content."""
    if part is leaf:
        return replace(part, data=b"")
    return replace(part, parts=tuple(_without(each, leaf) for each in part.parts))


def _may_be_cut(part: MimePart, leaf: MimePart) -> bool:
    """Whether this part is no text of its own: a file, or the last of several forms of one."""
    if leaf.is_attachment or not leaf.kind.startswith("text/"):
        return True
    if part.kind == "multipart/alternative" and len(part.parts) > 1:
        return True
    return any(_may_be_cut(each, leaf) for each in part.parts[-1:] if each.parts)


def _untaken(leaf: MimePart, why: UntakenWhy = "") -> Untaken | None:
    """The kind of this part, if it is not read as text."""
    kind, name = leaf.kind, leaf.name
    if kind in _ENCRYPTED or name.lower() in ("smime.p7m", "encrypted.asc"):
        return named("encrypted")
    if kind in (*_SIGNATURES, *_FORKS) or name.lower().endswith((".p7s", ".sig")):
        return None
    if kind == "application/ms-tnef" or name.lower() == "winmail.dat":
        return named("winmail", name or "winmail.dat")
    if kind.startswith("image/"):
        return named("picture", name, why)
    if kind.startswith("message/"):
        return named("mail", name or _subject_in(leaf.data))
    is_text = kind.startswith("text/") and kind not in _FILES
    if is_text and not leaf.is_attachment and not why:
        return None
    return named("attachment", name or ("" if kind == _UNKNOWN else kind), why)


def _subject_in(raw: bytes) -> str:
    headers, _ = split_headers(raw[:_MOST_ATTACHED])
    return shown((headers.first("subject") or b"").decode("latin-1"))


# --- files ----------------------------------------------------------------------------------------


def _attached(leaf: MimePart, name: str) -> FileText | Untaken | None:
    """The text of this file, or why it cannot be read; None if it is no file of ours to read."""
    if not (leaf.is_attachment or leaf.kind in (_UNKNOWN, _MAIL, *_TABLES)):
        return None
    ending = leaf.name.lower().rpartition(".")[2] if "." in leaf.name else ""
    read = _READERS.get(ending) or (None if ending else _READERS.get(leaf.kind))
    read = read or (_READERS["txt"] if leaf.kind.startswith("text/") and leaf.kind not in _FILES else None)  # fmt: skip
    if not read:
        return None
    untaken = _untaken(leaf) or named("attachment", leaf.name or leaf.kind)
    try:
        text = tidy(read(leaf))
    except NotADocument:
        return replace(untaken, why="broken")
    except (Undecodable, TooComplex):
        return replace(untaken, why="garbled")
    except TooLarge:
        return replace(untaken, why="large")
    if len(text) > _MOST_ATTACHED:
        return replace(untaken, why="large")
    return FileText(cut(text, name).text, untaken)


def _text(leaf: MimePart) -> str:
    if len(leaf.data) > 2 * _MOST_ATTACHED:  # it may be UTF-16
        raise TooLarge
    return decode_text(leaf.data, leaf.charset)


def _table(leaf: MimePart) -> str:
    return "\n".join(lines_of_csv(tidy(_text(leaf))))


def _page(leaf: MimePart) -> str:
    return text_of_html(_text(leaf))


def _document(leaf: MimePart) -> str:
    return text_of_docx(leaf.data)


def _mail(leaf: MimePart) -> str:
    return _inline(read_parts(*split_headers(leaf.data)), "", ()).text


_READERS = {
    **dict.fromkeys(("txt", "text", "md", "markdown", _UNKNOWN, "text/plain"), _text),
    **dict.fromkeys(("csv", "tsv", *_TABLES), _table),
    **dict.fromkeys(("htm", "html", "text/html"), _page),
    **dict.fromkeys(("eml", _MAIL), _mail),
    **dict.fromkeys(
        ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        _document,
    ),
}
"""How files are read, by the ending of their names; by their kind if they have none."""


# --- texts ----------------------------------------------------------------------------------------


def _inline(part: MimePart, name: str, letters: Sequence[str]) -> OwnText:
    if part.is_attachment:
        return _NOTHING
    if part.kind == "multipart/alternative":
        return _first_of(part.parts, name, letters)
    if part.parts:
        return _all_of(part.parts, name, letters)
    if part.kind == "text/html":
        text = tidy(text_of_html(decode_text(part.data, part.charset)))
        return cut(text, name, letters)
    if part.kind.startswith("text/") and part.kind not in _NO_PROSE:
        text = tidy(decode_text(part.data, part.charset))
        own = cut(_MARKED_UP.sub("", text) if part.kind in _ENRICHED else text, name, letters)
        return own._replace(text=_unflowed(own.text, part.drops_spaces)) if part.is_flowed else own
    return _NOTHING


def _first_of(forms: tuple[MimePart, ...], name: str, letters: Sequence[str]) -> OwnText:
    """The first alternative that is not blank: plain text before HTML, and that before all others."""
    fault: Undecodable | None = None
    for form in sorted(forms, key=lambda form: _ORDER.get(form.kind, 2)):
        try:
            own = _inline(form, name, letters)
        except Undecodable as undecodable:
            fault = undecodable
        else:
            if own.text.strip() or own.echoes:
                return own
    if fault:
        raise fault
    return _NOTHING


def _all_of(parts: tuple[MimePart, ...], name: str, letters: Sequence[str]) -> OwnText:
    """One text after the other, until a signature or an original message ends them all."""
    texts = []
    own = _NOTHING
    is_encrypted = False
    for part in parts:
        own = _inline(part, name, letters)
        is_encrypted = is_encrypted or own.is_encrypted
        texts.append(own.text)
        if own.is_ended:
            break
    text = "\n".join(text for text in texts if text)
    return own._replace(
        text=text, echoes=own.echoes and not text.strip(), is_encrypted=is_encrypted
    )


def _unflowed(text: str, drops_spaces: bool) -> str:
    """The text with the lines joined that format=flowed has divided (RFC 3676)."""
    joined: list[str] = []
    for line in text.split("\n"):
        typed = line.removeprefix(" ")
        if not typed.endswith(" "):
            joined.append(typed + "\n")
        else:
            joined.append(typed[:-1] if drops_spaces else typed)
    return "".join(joined).removesuffix("\n")
