"""What the label of a charset means to the program that wrote it."""

import codecs
import re

ISO_2022_JP = "iso-2022-jp-ms"
CP51932 = "cp51932"

_LABEL = re.compile(r"[a-z0-9][a-z0-9.:+_-]{0,39}")
# The names and nicknames of what every Japanese mail is written in; Python does not know all of them.
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
