"""The structure of a mail (RFC 5322, RFC 2045 to 2047): header fields and parts, as bytes.

Own code, since the standard library's parser needs seconds for a megabyte of short lines and fails on
parts nested a thousand deep.
"""

import re
from binascii import a2b_qp, unhexlify
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from app.text.characters import one_line
from app.text.charsets import Undecodable, decode_base64, decode_text, decode_words

_SIGNED: Final = bytes.fromhex("2a864886f70d010702")
_SEQUENCE, _OCTETS, _NAME, _EXPLICIT = 0x30, 0x04, 0x06, 0xA0
_CONSTRUCTED: Final = 0x20
_DEEPEST: Final = 16
_MOST_PACKED: Final = 50_000
"""Elements in it."""


class _Broken(Exception):
    """No BER, or too much of it."""


class _Element(NamedTuple):
    """Its tag, where its content begins and ends, and where the next one begins."""

    tag: int
    begin: int
    end: int
    after: int


def signed_content(data: bytes) -> bytes | None:
    """What was signed, as it is: a part of a mail with its header; None if this is no such signature."""
    reader = _Reader(data)
    try:
        name, content = reader.inside(reader.at(0), _SEQUENCE)[:2]
        if data[name.begin : name.end] != _SIGNED:
            return None
        (signed,) = reader.inside(content, _EXPLICIT)
        _version, _digests, packed, *_ = reader.inside(signed, _SEQUENCE)
        _kind, wrapped = reader.inside(packed, _SEQUENCE)
        (octets,) = reader.inside(wrapped, _EXPLICIT)
        return b"".join(reader.octets(octets, _DEEPEST))
    except (_Broken, ValueError):
        return None


class _Reader:
    """Elements of BER, of definite length or not; at most this many in all."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._left = _MOST_PACKED

    def inside(self, element: _Element, tag: int) -> list[_Element]:
        """The elements in this one. Raises `_Broken` if it is another."""
        if element.tag != tag:
            raise _Broken
        return list(self._all(element))

    def octets(self, element: _Element, depth: int) -> Iterator[bytes]:
        """The pieces of a string of bytes, which may be strings themselves."""
        if element.tag == _OCTETS:
            yield self._data[element.begin : element.end]
        elif element.tag != _OCTETS | _CONSTRUCTED or not depth:
            raise _Broken
        else:
            for each in self._all(element):
                yield from self.octets(each, depth - 1)

    def _all(self, element: _Element) -> Iterator[_Element]:
        at = element.begin
        while at < element.end:
            yield (each := self.at(at))
            at = each.after

    def at(self, at: int, depth: int = _DEEPEST) -> _Element:
        """The element that begins here."""
        self._left -= 1
        head = self._data[at : at + 2]
        if self._left < 0 or not depth or len(head) < 2 or head[0] & 0x1F == 0x1F:
            raise _Broken
        tag, length = head
        begin = at + 2
        if length == 0x80 and tag & _CONSTRUCTED:
            end = begin
            while self._data[end : end + 2] != b"\0\0":
                end = self.at(end, depth - 1).after
            return _Element(tag, begin, end, end + 2)
        if length >= 0x80:
            count = length & 0x7F
            if not 0 < count <= 4:
                raise _Broken
            length = int.from_bytes(self._data[begin : begin + count])
            begin += count
        # A mail may have been cut, and a signature with it: what was signed stands in front.
        end = min(begin + length, len(self._data))
        return _Element(tag, begin, end, end)


_MOST: Final = 2000
# A quoted string that is not closed ends with the field, as a comment does; the rest is an atom.
_TOKEN: Final = re.compile(r'"((?:[^"\\]|\\.)*+)"?|([();,])|([^"();,]+)', re.DOTALL)
_QUOTED_PAIR: Final = re.compile(r"\\(.)", re.DOTALL)
_AROUND_SLASH: Final = re.compile(r"\s*/\s*")
_PARAMETER: Final = re.compile(r"([^*\s]+?)(?:\*([0-9]{1,3}))?(\*)?")
_PERCENT: Final = re.compile(rb"%([0-9A-Fa-f]{2})")


@dataclass(frozen=True, slots=True)
class MimeField:
    """A value such as `text/plain` in small letters, and its parameters by name, their bytes as Latin-1 (see `shown`)."""

    value: str
    parameters: dict[str, str] = field(default_factory=dict)


def read_mime_field(raw: str) -> MimeField:
    """The field, however broken: as much of the parameters as can be read.

    Comments are left out. Of a parameter given twice the first counts, and one in pieces (RFC 2231) is put
    together from those that there are.
    """
    value, *rest = _divided(raw[:_MOST])
    parameters: dict[str, str] = {}
    pieces: dict[str, dict[int, tuple[str, bool]]] = {}
    for typed in rest:
        name, equals, said = typed.partition("=")
        found = _PARAMETER.fullmatch(name.strip().lower())
        if not found or not equals:
            continue
        if found[2] is None and not found[3]:
            parameters.setdefault(found[1], said.strip())
        else:
            place = pieces.setdefault(found[1], {})
            place.setdefault(int(found[2] or 0), (said.strip(), bool(found[3])))
    for name, those in pieces.items():
        parameters[name] = _joined([those[place] for place in sorted(those)]) or parameters.get(
            name, ""
        )
    value = _AROUND_SLASH.sub("/", value.lower())
    return MimeField(next(iter(value.replace(",", " ").split()), ""), parameters)


def _divided(raw: str) -> list[str]:
    """The text between semicolons outside of quoted strings and comments, without quotes and comments."""
    parts, depth = [""], 0
    for token in _TOKEN.finditer(raw):
        quoted, mark, atom = token.groups()
        if mark in ("(", ")"):
            depth = max(0, depth + (1 if mark == "(" else -1))
            parts[-1] += " "
        elif depth:
            continue
        elif mark == ";":
            parts.append("")
        else:
            parts[-1] += mark or atom or _QUOTED_PAIR.sub(r"\1", quoted or "")
    return parts


def _joined(pieces: list[tuple[str, bool]]) -> str:
    """The pieces of a value in a row; those that say so are percent-encoded in the charset that the first names."""
    if not any(is_encoded for _, is_encoded in pieces):
        return "".join(said for said, _ in pieces)
    first, is_encoded = pieces[0]
    charset = None
    if is_encoded and first.count("'") >= 2:
        charset, _language, first = first.split("'", 2)
    raw = b""
    for said, is_percent in [(first, is_encoded), *pieces[1:]]:
        data = said.encode("latin-1", "replace")
        raw += _PERCENT.sub(lambda found: unhexlify(found[1]), data) if is_percent else data
    return _shown_bytes(raw, charset)


def shown(said: str) -> str:
    """A parameter to be read by people: also with bytes of any charset and encoded words (RFC 2047) in it."""
    try:
        raw = said.encode("latin-1")
    except UnicodeEncodeError:  # it has been decoded
        return one_line(said)
    try:
        return one_line(decode_words(_shown_bytes(raw, None)))
    except Undecodable:
        return one_line(said)


def _shown_bytes(raw: bytes, charset: str | None) -> str:
    try:
        return one_line(decode_text(raw, charset))
    except Undecodable:
        return one_line(raw.decode("latin-1"))


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
    """The name of its file; empty without one."""


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
