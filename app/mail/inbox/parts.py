"""The structure of a mail (RFC 5322, RFC 2045 to 2047): header fields and parts, as bytes.

Own code, since the standard library's parser needs seconds for a megabyte of short lines and fails on
parts nested a thousand deep.
"""

import re
from binascii import a2b_qp
from collections.abc import Iterator
from dataclasses import dataclass

from app.mail.inbox.files.smime import signed_content
from app.mail.inbox.mime_fields import MimeField, read_mime_field, shown
from app.text.charsets import decode_base64

MAX_DEPTH = 10
MAX_PARTS = 50

_FIELD = re.compile(rb"([!-9;-~]{1,100})[ \t]*:[ \t]*")
_KNOWN = re.compile(
    rb"\n(?:from|to|cc|subject|date|message-id|received|return-path|mime-version|content-[a-z-]{1,40})[ \t]*:",
    re.IGNORECASE,
)
_HEADER_END = re.compile(rb"\r?\n\r?\n")
_KIND = re.compile(
    r"(text|application|image|audio|video|font|model|message|multipart|chemical|x-[^\s/]+)/[^\s/]+"
)
_SMIME = ("application/pkcs7-mime", "application/x-pkcs7-mime")
_PLAIN = MimeField("text/plain")
_LINE_END = re.compile(rb"\A\r?\n")


class TooComplex(Exception):
    """Parts nested too deep, or too many of them, to have been written by a person."""


class Headers(tuple[tuple[str, bytes], ...]):
    """Header fields in order: names in small letters, values unfolded."""

    __slots__ = ()

    def all(self, *names: str) -> list[bytes]:
        """The values of all fields with one of these names."""
        return [value for name, value in self if name in names]

    def first(self, name: str) -> bytes | None:
        """The value of the first field with this name."""
        return next(iter(self.all(name)), None)


@dataclass(frozen=True)
class MimePart:
    """A mail or a part of it: its type and its content. `parts` are only those of a multipart."""

    kind: str
    charset: str | None
    is_attachment: bool
    is_flowed: bool
    drops_spaces: bool
    parts: tuple["MimePart", ...]
    data: bytes
    name: str = ""
    """The name of its file; empty if it has none."""


def split_headers(raw: bytes) -> tuple[Headers, bytes]:
    """The header fields at the start of these bytes, and the body after the blank line.

    A line that is no field is left out if fields of a mail stand below it; else it begins the text.
    """
    fields: list[tuple[str, list[bytes]]] = []
    last = _last_known(raw)
    at = 0
    while at < len(raw):
        end = raw.find(b"\n", at) + 1 or len(raw)
        line = raw[at:end].rstrip(b"\r\n")
        if not line:
            at = end
            break
        if line[:1] in {b" ", b"\t"} and fields:
            fields[-1][1].append(line)
        elif field := _FIELD.match(line):
            fields.append((field[1].decode("ascii").lower(), [line[field.end() :]]))
        elif at > last and (fields or not line.startswith(b"From ")):
            break  # but a mailbox file's own line comes before the first field
        at = end
    return Headers((name, b"".join(lines)) for name, lines in fields), raw[at:]


def _last_known(raw: bytes) -> int:
    """The place of the last field above the first blank line that only a header has; -1 if there is none."""
    end = _HEADER_END.search(raw)
    header = raw[: end.start() + 1] if end else raw
    return max((found.start() for found in _KNOWN.finditer(header)), default=-1)


def read_parts(headers: Headers, body: bytes) -> MimePart:
    """The mail as a tree of parts. Raises `TooComplex`."""
    return _read(headers, body, MAX_DEPTH, iter(range(MAX_PARTS)))


def _read(headers: Headers, body: bytes, depth: int, places: Iterator[int]) -> MimePart:
    if depth < 0 or next(places, None) is None:
        raise TooComplex
    typed = [*map(_read_field, headers.all("content-type")), _PLAIN]
    kind_field = next((each for each in typed if _KIND.fullmatch(each.value)), typed[0])
    kind = kind_field.value if _KIND.fullmatch(kind_field.value) else "text/plain"
    placed = _read_field(headers.first("content-disposition") or b"")
    parts: tuple[MimePart, ...] = ()
    if kind.startswith("multipart/"):
        pieces = _pieces(body, kind_field.parameters.get("boundary", ""))
        parts = tuple(_read(*split_headers(piece), depth - 1, places) for piece in pieces)
    name = placed.parameters.get("filename") or kind_field.parameters.get("name") or ""
    encoding = _read_field(headers.first("content-transfer-encoding") or b"").value
    data = b"" if parts else _decoded(body, encoding)
    is_packed = kind in _SMIME or name.lower() == "smime.p7m"
    if is_packed and (signed := signed_content(data)) is not None:
        return _read(*split_headers(signed), depth - 1, places)
    return MimePart(
        kind=kind if parts or not kind.startswith("multipart/") else "text/plain",
        charset=kind_field.parameters.get("charset", "").strip().lower() or None,
        # Put beside the text, as it says or as its file's name does. A whole mail stands beside nothing.
        is_attachment=depth < MAX_DEPTH and (placed.value == "attachment" or bool(name)),
        is_flowed=kind_field.parameters.get("format", "").lower() == "flowed",
        drops_spaces=kind_field.parameters.get("delsp", "").lower() == "yes",
        parts=parts,
        data=data,
        name=shown(name),
    )


def _read_field(raw: bytes) -> MimeField:
    return read_mime_field(raw.decode("latin-1"))


def _pieces(body: bytes, boundary: str) -> Iterator[bytes]:
    """The parts between the delimiters, without the preamble and the epilogue."""
    delimiter = re.compile(
        rb"(?:\A|\r?\n)--"
        + re.escape(boundary.encode("latin-1", "replace"))
        + rb"(--)?[ \t]*(?=\r?\n|\Z)"
    )
    start = None
    for found in delimiter.finditer(body):
        if start is not None:
            yield _LINE_END.sub(b"", body[start : found.start()], count=1)
        start = None if found[1] else found.end()
        if found[1]:
            break
    if start is not None:
        yield _LINE_END.sub(b"", body[start:], count=1)


def _decoded(body: bytes, encoding: str) -> bytes:
    match encoding:
        case "base64":
            return decode_base64(body)
        case "quoted-printable":
            return a2b_qp(body)
        case _:
            return body
