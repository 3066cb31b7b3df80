"""Bytes of a mail to text, by its declared charset or unambiguous evidence, never by a guess."""

import codecs
import re
from base64 import b64decode
from binascii import a2b_qp
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator

from app.mail.inbox.japanese import decode_cp51932, decode_iso_2022_jp

_BOM = "\ufeff"
_ESCAPE = re.compile(rb"\x1b[$(&]")
# An escape sequence that is left over fits ASCII, but no text has one in it.
_NO_TEXT = re.compile("\0|\x1b[$(&]")
_CONTROL = re.compile(rb"[\0\x0e\x0f\x1b]")
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
    Windows-31J, each only if it fits without a fault. A byte order mark says its encoding, and is dropped. Raises
    `Undecodable` rather than guess.
    """
    data = bytes(data)
    if charset is None and data.isascii() and not _CONTROL.search(data):
        return data.decode("ascii")
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
    if "=?" not in text:
        return text
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
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        yield "utf-16"  # these bytes begin no text of another encoding
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


ISO_2022_JP = "iso-2022-jp-ms"
CP51932 = "cp51932"

_LABEL = re.compile(r"[a-z0-9][a-z0-9.:+_-]{0,39}")
# The names and nicknames of the charsets of Japanese mail; Python does not know all of them.
_JAPANESE = (
    (re.compile(r"s(hift)?[-_]?jis|31j|932|ms[-_]?kanji|mac[-_]?japan"), "cp932"),
    (re.compile(r"2022[-_]?jp|5022\d|^jis$"), ISO_2022_JP),
    (re.compile(r"euc[-_]?jp|51932|ujis"), CP51932),
    (re.compile(r"utf-?8"), "utf-8"),
)
# Python has more codecs than there are charsets, and some of them are slow (punycode, idna).
_CHARSET = re.compile(
    r"ascii|utf-(16|32)(-[bl]e)?|iso8859-\d+|cp\d+|koi8-[rtu]|gb18030|gb2312|gbk|hz|big5(hkscs)?"
    r"|euc_kr|johab|iso2022_kr|tis-620|mac-\w+"
)
_IN_WINDOWS = {
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "big5": "cp950",
}
_ONE_BYTE = re.compile(r"cp(125\d|874|437|8[56]\d)|iso8859|koi8|mac-")


def encoding_named(label: str | None) -> str | None:
    """The encoding meant by a label, in its Windows sense: more characters, none of them other ones.

    None if there is no label or no such charset.
    """
    name = (label or "").strip(" \t\"'").lower()
    if not _LABEL.fullmatch(name):
        return None
    for pattern, encoding in _JAPANESE:
        if pattern.search(name):
            return encoding
    try:
        name = codecs.lookup(name).name
    except LookupError:
        return None
    return _IN_WINDOWS.get(name, name) if _CHARSET.fullmatch(name) else None


def is_wide(encoding: str) -> bool:
    """Whether its units are of two or four bytes, so that nothing else is told by single bytes."""
    return encoding.startswith(("utf-16", "utf-32"))


def is_one_byte(encoding: str) -> bool:
    """Whether nearly every sequence of bytes fits it, so that fitting says nothing."""
    return _ONE_BYTE.match(encoding) is not None
