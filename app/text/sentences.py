"""Sentences of a text as people type it."""

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

from app.text.columns import shortened, width

_ENDS: Final = "。．！？!?‼⁉♪☆★"
_OPEN: Final = "「『（(【《〈［[“"
_CLOSED: Final = "」』）)】》〉］]”"
_MARK: Final = re.compile(f"[{re.escape(_ENDS + _OPEN + _CLOSED)}.]")
_PAGE: Final = 50
"""Columns; a line narrower than this was not broken by a mail program."""
_TITLE: Final = 4
"""A capital and at most two letters before a full stop, such as `Mrs.`, are an abbreviation."""


def first_sentence(text: str, columns: int) -> str:
    """The first sentence of the text, on one line; one wider than this ends in `…` after a whole word."""
    paragraph = "".join(_joined(takewhile(bool, map(str.strip, text.strip().splitlines()))))
    sentence = paragraph[: _end_of_sentence(paragraph)].rstrip()
    if width(sentence) <= columns:
        return sentence
    cut = shortened(sentence, columns - width("…"), "")
    if sentence[len(cut) : len(cut) + 1].isascii() and cut[-1:].isascii():
        cut = cut.rpartition(" ")[0] or cut
    return f"{cut.rstrip(' 、，,;:・')}…"


def _joined(lines: Iterable[str]) -> Iterator[str]:
    """The lines joined; a stroke marks a break that the writer made, as opposed to one made by the page width."""
    last = ""
    for line in lines:
        spaces = last[-1:].isascii() or line[0].isascii()
        if last and width(last) < _PAGE and not _ends(last, len(last) - 1):
            yield " / " if spaces else "／"
        elif last and spaces:
            yield " "
        yield line
        last = line


def _end_of_sentence(text: str) -> int:
    """The place after the first mark that ends a sentence outside brackets."""
    depth = 0
    for mark in _MARK.finditer(text):
        at, char = mark.start(), mark[0]
        if char in _OPEN:
            depth += 1
        elif char in _CLOSED:
            depth = max(depth - 1, 0)
        elif not depth and _ends(text, at):
            return _after_marks(text, at + 1)
    return len(text)


def _ends(text: str, at: int) -> bool:
    return text[at] in _ENDS or _is_full_stop(text, at)


def _is_full_stop(text: str, at: int) -> bool:
    if text[at] != "." or not (text[at + 1 : at + 2] or " ").isspace():
        return False
    word = text[max(at - _TITLE, 0) : at].rpartition(" ")[2]
    return not (word[:1].isupper() and len(word) < _TITLE)


def _after_marks(text: str, at: int) -> int:
    while at < len(text) and text[at] in f"{_ENDS}.…{_CLOSED}":
        at += 1
    return at
