"""Bytes of a mail to text, without guessing what cannot be known."""

import re
from base64 import b64decode
from binascii import a2b_qp
from codecs import BOM_UTF8
from collections.abc import Iterator

from app.mail.charsets import CP51932, ISO_2022_JP, encoding_named, is_one_byte, is_wide
from app.mail.japanese import decode_cp51932, decode_iso_2022_jp

_BOM = "\ufeff"
_ESCAPE = re.compile(rb"\x1b[$(&]")
# An escape sequence that is left over fits ASCII, but no text has one in it.
_NO_TEXT = re.compile("\0|\x1b[$(&]")
_KANJI = re.compile("[\u0800-\U0010ffff]")
# Bytes that Python reads as CP932 although they are nothing in it.
_NOT_WINDOWS_31J = re.compile("[\x80\uf8f0-\uf8f3]")

_ENCODED_WORD = re.compile(r"=\?([^?\s*]+)(?:\*[^?\s]*)?\?([BbQq])\?([^?]*)\?=")
_BASE64 = re.compile(rb"[A-Za-z0-9+/]+")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]")


class Undecodable(ValueError):
    """Bytes that are no text in any encoding that they may be in."""


def decode_text(data: bytes | bytearray, charset: str | None) -> str:
    """The text that these bytes are, in the charset they are declared to be in, as Windows sees it.

    Where none is declared or a wrong one: escape sequences mean ISO-2022-JP, then UTF-8, then
    Windows-31J, each only if it fits without a fault. A byte order mark is dropped. Raises
    `Undecodable` rather than guess.
    """
    data = bytes(data)
    for encoding in dict.fromkeys(_candidates(data, encoding_named(charset))):
        try:
            text = _decode(data, encoding)
        except UnicodeError:
            continue
        if not _NO_TEXT.search(text):
            return text.removeprefix(_BOM)
    raise Undecodable


def decode_header(raw: bytes | str) -> str:
    """The text of a header field: raw bytes of any charset, encoded words (RFC 2047), or both.

    Adjacent words are put together before they are decoded, since some programs divide a character
    between them. Raises `Undecodable`.
    """
    data = raw.encode("utf-8", "surrogateescape") if isinstance(raw, str) else raw
    return decode_words(decode_text(data, None))


def decode_words(text: str) -> str:
    """The text with its encoded words (RFC 2047) decoded. Raises `Undecodable`."""
    shown: list[str] = []
    word, charset, at = bytearray(), "", 0
    for found in _ENCODED_WORD.finditer(text):
        gap = text[at : found.start()]
        if gap.strip() or found[1].lower() != charset:
            shown += decode_text(word, charset), gap if gap.strip() or not charset else ""
            word, charset = bytearray(), found[1].lower()
        word += _word(found[2], found[3])
        at = found.end()
    return "".join([*shown, decode_text(word, charset), text[at:]])


def decode_base64(data: bytes) -> bytes:
    """Base64 as it arrives: with blanks in it, without its padding, or several pieces in a row."""
    pieces = _BASE64.findall(_NOT_BASE64.sub(b"", data))
    return b"".join(
        b64decode(piece[: len(piece) - (len(piece) % 4 == 1)] + b"==") for piece in pieces
    )


def _word(kind: str, text: str) -> bytes:
    data = text.encode("utf-8")
    return decode_base64(data) if kind in "Bb" else a2b_qp(data.replace(b" ", b"_"), header=True)


def _candidates(data: bytes, declared: str | None) -> Iterator[str]:
    if declared and is_wide(declared):
        yield declared
    if _ESCAPE.search(data):
        yield ISO_2022_JP
    elif declared and _is_utf_8_after_all(data, declared):
        yield "utf-8"
    if declared:
        yield declared
    yield "utf-8"
    yield "cp932"


def _is_utf_8_after_all(data: bytes, declared: str) -> bool:
    """Whether a label is plainly wrong although the bytes fit it.

    No sentence of another encoding happens to be UTF-8; one odd character may.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    if is_one_byte(declared) or declared == ISO_2022_JP:
        return not text.isascii()
    return data.startswith(BOM_UTF8) or len(_KANJI.findall(text)) > 2


def _decode(data: bytes, encoding: str) -> str:
    if encoding == ISO_2022_JP:
        return decode_iso_2022_jp(data)
    if encoding == CP51932:
        return decode_cp51932(data)
    text = data.decode(encoding)
    if encoding == "cp932" and (found := _NOT_WINDOWS_31J.search(text)):
        raise UnicodeDecodeError(encoding, data, found.start(), found.end(), "no such character")
    return text
