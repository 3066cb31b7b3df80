"""The fields that describe a part of a mail (RFC 2045, RFC 2231), read as far as they can be understood."""

import re
from binascii import unhexlify
from dataclasses import dataclass, field
from typing import Final

from app.text.characters import one_line
from app.text.charsets import Undecodable, decode_text, decode_words

_MOST: Final = 2000
# A quoted string that is not closed ends with the field, as a comment does; the rest is an atom.
_TOKEN: Final = re.compile(r'"((?:[^"\\]|\\.)*+)"?|([();,])|([^"();,]+)', re.DOTALL)
_QUOTED_PAIR: Final = re.compile(r"\\(.)", re.DOTALL)
_AROUND_SLASH: Final = re.compile(r"\s*/\s*")
_NAME: Final = re.compile(r"([^*\s]+?)(?:\*([0-9]{1,3}))?(\*)?")
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
        found = _NAME.fullmatch(name.strip().lower())
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
    return _decoded(raw, charset)


def shown(said: str) -> str:
    """A parameter to be read by people: also with bytes of any charset and encoded words (RFC 2047) in it."""
    try:
        raw = said.encode("latin-1")
    except UnicodeEncodeError:  # it has been decoded
        return one_line(said)
    try:
        return one_line(decode_words(_decoded(raw, None)))
    except Undecodable:
        return one_line(said)


def _decoded(raw: bytes, charset: str | None) -> str:
    try:
        return one_line(decode_text(raw, charset))
    except Undecodable:
        return one_line(raw.decode("latin-1"))
