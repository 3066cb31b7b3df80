"""Decodes the bytes of mails and files: by their label, by evidence, or by which text is most plausible."""

import codecs
import re
from base64 import b64decode
from binascii import a2b_qp
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator

from app.text.japanese import decode_cp51932, decode_iso_2022_jp

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
    """No encoding gives a plausible text. With two arguments: these two encodings are equally plausible."""


def decode_text(data: bytes | bytearray, charset: str | None = None) -> str:
    """Decode the bytes by the charset that they declare, read as Windows reads it.

    Without a declaration, or with a wrong one: escape sequences mean ISO-2022-JP, then UTF-8 if it fits, else the
    encoding with the most plausible text. A byte order mark names its encoding, and is dropped. Raises `Undecodable`
    if no text is plausible, or two are equally so.
    """
    data = bytes(data)
    if charset is None and data.isascii() and not _CONTROL.search(data):
        return data.decode("ascii")
    for encoding in dict.fromkeys(_candidates(data, encoding_named(charset))):
        if (text := _fitting(data, encoding)) is not None:
            return text.removeprefix(_BOM)
    return _weighed(data)


def _fitting(data: bytes, encoding: str) -> str | None:
    """The text, if the bytes are one in this encoding."""
    try:
        text = _decode(data, encoding)
    except UnicodeError:
        return None
    return None if _NO_TEXT.search(text) else text


def _weighed(data: bytes) -> str:
    """Decode with each encoding and return the most plausible text, judged by `_cost`."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise Undecodable
    for group in _UNLABELLED:
        ranked = []
        for encoding, usual in group.items():
            text = _fitting(data, encoding)
            if text and (cost := _cost(text[:_MOST_WEIGHED], usual)) < _MOST_COST:
                ranked.append((cost, text))
        ranked.sort(key=lambda each: each[0])
        if len(ranked) > 1 and ranked[1][0] - ranked[0][0] < _MARGIN:
            raise Undecodable(*(text for _, text in ranked[:2]))
        if ranked:
            return ranked[0][1]
    raise Undecodable


def _cost(text: str, usual: re.Pattern[str]) -> float:
    """The share of non-ASCII characters in an unusual place. Half-width ones are rare, and count a tenth."""
    strange = [char for char in usual.sub("", text) if not char.isascii()]
    many = sum(not char.isascii() for char in text)
    rare = sum(map(_HALF_WIDTH.__contains__, text)) / 10
    return (len(strange) + rare) / max(many, 1)


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


def _is_utf_8_after_all(data: bytes, declared: str) -> bool:
    """Whether bytes that fit their label are UTF-8 all the same.

    A sentence in another encoding is never valid UTF-8 by chance; a single odd character may be.
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

_MOST_COST = 0.3
_MARGIN = 0.15
_MOST_WEIGHED = 64 * 1024
_HALF_WIDTH = frozenset(map(chr, range(0xFF61, 0xFFA0)))
_CJK = "\u3005-\u3007\u3041-\u30ff\u3400-\u9fff"
_JAPANESE_TEXT = re.compile(
    # A character or two at the edge of a Latin word, with nothing Japanese around them, are letters of that word.
    rf"(?<![{_CJK}])[{_CJK}]{{1,2}}(?![{_CJK}]|[a-z])(?<![a-z][{_CJK}])(?<![a-z][{_CJK}]{{2}})"
    rf"|[{_CJK}]{{3,}}|(?<=[{_CJK}])[{_CJK}]|(?<![A-Za-z])[\uff66-\uff9f](?![A-Za-z])"
    r"|[\u3000-\u3004\u3008-\u3020\uff01-\uff60\uffe0-\uffe6\u2010-\u22ff\u2460-\u266f\u0391-\u0451]"
    r"|[\u00a7\u00b0-\u00b4\u00b6\u00d7\u00f7\u3021-\u3040\u3200-\u33ff]"
)
_LOWER, _UPPER = "\u00df-\u00f6\u00f8-\u00ff\u0153\u0161\u017e", "\u00c0-\u00d6\u00d8-\u00de\u0152"
_WESTERN_TEXT = re.compile(
    rf"(?<=[A-Za-z])[{_LOWER}]{{1,2}}(?![A-Z])|(?<![A-Za-z{_LOWER}])[{_LOWER}]{{1,2}}(?=[a-z])"
    rf"|(?<![\w])[{_UPPER}\u0160\u017d](?=[a-z{_LOWER}])|(?<=[A-Z])[{_UPPER}](?![a-z])|[{_UPPER}](?=[A-Z])"
    r"|(?<!\w)[àáéèêóòôúíøåäöÀÁÉÅÖÓÚØ](?=\s[A-Za-z])"
    r"|\u2019(?=(?:s|t|re|ve|ll|d|m)\b)|(?<=\b[cdjlmnostyCDJLMNOSTY])\u2019|(?<=\b[Qq]u)\u2019"
    r"|(?<![A-Za-z])[\u201c\u2018\u00ab\u201e\u00bf\u00a1](?=\s?[A-Za-z\d\u00c0-\u00ff])"
    r"|(?<=[\w.,!?])\s?[\u201d\u2019\u00bb](?![A-Za-z])"
    r"|(?<=[\s\d])[\u2013\u2014\u2022\u00b7](?=[\s\d])|^[\u2013\u2014\u2022\u00b7]\s"
    r"|(?<=[A-Za-z.,!?])[\u2026\u2122\u00ae\u00aa\u00ba]|\u2026(?=\s?[a-z])|(?<!\w)[\u00a9\u00a7](?!\w)|[\u20ac\u00a3](?=\s?\d)"
    r"|(?<=\d)\s?[\u20ac\u00a3\u00b0\u00ba\u00d7\u00bd\u00bc\u00be%]|(?<!\w)[\u00bd\u00bc\u00be]|\u00a0",
    re.MULTILINE,
)
_CYRILLIC_TEXT = re.compile(
    r"(?<!\w)(?:[\u0401-\u042f]?[\u0430-\u045f]{3,}|[\u0401-\u042f][\u0430-\u045f]{2}|[\u0410-\u042f]{3,})(?!\w)"
    r"|(?<=[\u0430-\u045f]\s)[\u0430-\u045f]{1,2}(?=\s)"
)
_UNLABELLED = (
    {
        "cp932": _JAPANESE_TEXT,
        CP51932: _JAPANESE_TEXT,
        "cp1252": _WESTERN_TEXT,
        "cp1251": _CYRILLIC_TEXT,
    },
    {"mac-roman": _WESTERN_TEXT},
)
"""The encodings tried for texts without a label, with the characters usual in each. The last is tried only if no
other is plausible.
"""

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
    """The encoding that a label means, as Windows reads it: the same characters and some more.

    None without a label, or with an unknown one.
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
    """Whether its units are two or four bytes long, so that single bytes tell nothing."""
    return encoding.startswith(("utf-16", "utf-32"))


def is_one_byte(encoding: str) -> bool:
    """Whether nearly every sequence of bytes fits it, so that fitting says nothing."""
    return _ONE_BYTE.match(encoding) is not None
