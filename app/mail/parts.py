"""The structure of a mail (RFC 5322, RFC 2045 to 2047): header fields and parts, as bytes.

Own code, since the standard library's parser needs seconds for a megabyte of short lines and fails on
parts nested a thousand deep. It still reads the parameters of single fields.
"""

import re
from binascii import a2b_qp
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from email.utils import collapse_rfc2231_value

from app.mail.decoding import decode_base64

MAX_DEPTH = 10
MAX_PARTS = 50
_MAX_PARAMETERS = 2000

_FIELD = re.compile(rb"([!-9;-~]{1,100})[ \t]*:[ \t]*")
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
class Part:
    """A mail or a part of it: what it is, what is in it. `parts` are only those of a multipart."""

    kind: str
    charset: str | None
    is_attachment: bool
    is_flowed: bool
    drops_spaces: bool
    parts: tuple["Part", ...]
    data: bytes


def split_headers(raw: bytes) -> tuple[Headers, bytes]:
    """The header fields at the start of these bytes, and what comes after the blank line."""
    fields: list[tuple[str, list[bytes]]] = []
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
        elif fields or not line.startswith(
            b"From "
        ):  # a mailbox file's own line comes before the first
            break
        at = end
    return Headers((name, b"".join(lines)) for name, lines in fields), raw[at:]


def read_parts(headers: Headers, body: bytes) -> Part:
    """The mail as a tree of parts. Raises `TooComplex`."""
    return _read(headers, body, MAX_DEPTH, iter(range(MAX_PARTS)))


def _read(headers: Headers, body: bytes, depth: int, places: Iterator[int]) -> Part:
    if depth < 0 or next(places, None) is None:
        raise TooComplex
    fields = _mime_fields(headers)
    kind = fields.get_content_type()
    parts: tuple[Part, ...] = ()
    if kind.startswith("multipart/"):
        pieces = _pieces(body, fields.get_boundary() or "")
        parts = tuple(_read(*split_headers(piece), depth - 1, places) for piece in pieces)
    return Part(
        kind=kind if parts or not kind.startswith("multipart/") else "text/plain",
        charset=_parameter(fields, "charset"),
        is_attachment=_is_attachment(fields, is_whole_mail=depth == MAX_DEPTH),
        is_flowed=_parameter(fields, "format") == "flowed",
        drops_spaces=_parameter(fields, "delsp") == "yes",
        parts=parts,
        data=b"" if parts else _decoded(body, fields.get("content-transfer-encoding", "")),
    )


def _mime_fields(headers: Headers) -> Message:
    fields = Message()
    for name in ("content-type", "content-disposition", "content-transfer-encoding"):
        value = headers.first(name)
        if value is not None:
            fields[name] = value[:_MAX_PARAMETERS].decode("latin-1")
    return fields


def _is_attachment(fields: Message, *, is_whole_mail: bool) -> bool:
    """Whether it was put beside the text: said to be, or has a file's name."""
    named = bool(fields.get_filename()) and not is_whole_mail
    return named or fields.get_content_disposition() == "attachment"


def _parameter(fields: Message, name: str) -> str | None:
    value = fields.get_param(name)
    return collapse_rfc2231_value(value).strip().lower() if value else None


def _pieces(body: bytes, boundary: str) -> Iterator[bytes]:
    """What stands between the delimiters; neither the preamble nor what follows the last of them."""
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
    match encoding.strip().lower():
        case "base64":
            return decode_base64(body)
        case "quoted-printable":
            return a2b_qp(body)
        case _:
            return body
