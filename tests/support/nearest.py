"""When a test looks for something in a long text: show the nearest lines instead of the whole text."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from heapq import nlargest

LONG = 400
"""Texts with more characters than this are not shown whole."""
_SHOWN = 3
_WIDTH = 160
_TITLE = re.compile(r"<title>\s*(.*?)\s*</title>", re.DOTALL)


def told(op: str, sought: object, text: object) -> list[str] | None:
    """The message for a failed `sought in text`, or `not in`; empty if both can be shown as they
    are.
    """
    is_long = isinstance(text, str) and isinstance(sought, str) and len(text) > LONG
    if op not in ("in", "not in") or not is_long:
        return None
    assert isinstance(text, str)
    assert isinstance(sought, str)
    found = [*_standing(sought, text)] if op == "not in" else [*_nearest(sought, text)]
    where = "there it stands" if op == "not in" else "nearest to it"
    return [f"{sought!r} {op} {named(text)}; {where}:", *found]


def named(text: str) -> str:
    """A page by its title, any other text by its length."""
    page = _TITLE.search(text)
    return f"the page {page[1]!r}" if page else f"a text of {text.count(chr(10)) + 1} lines"


def _standing(sought: str, text: str) -> Iterator[str]:
    at = text.find(sought)
    for _ in range(_SHOWN):
        if at < 0:
            return
        number = text.count("\n", 0, at) + 1
        begin = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at + len(sought))
        yield _line(number, text[begin : end if end >= 0 else None], at - begin, len(sought))
        at = text.find(sought, at + max(1, len(sought)))


def _nearest(sought: str, text: str) -> Iterator[str]:
    """The lines with the longest piece of it, in their order."""
    matcher = SequenceMatcher(b=sought, autojunk=False)
    pieces = []
    for number, line in enumerate(text.split("\n"), 1):
        matcher.set_seq1(line)
        piece = matcher.find_longest_match()
        if piece.size:
            pieces.append((piece.size, -number, line, piece.a))
    for size, number, line, at in sorted(nlargest(_SHOWN, pieces), key=lambda each: -each[1]):
        yield _line(-number, line, at, size)


def _line(number: int, line: str, at: int, size: int) -> str:
    """So much of the line around what stands there as fits."""
    begin = max(0, at - max(0, _WIDTH - size) // 2)
    shown = line[begin : begin + max(_WIDTH, size)]
    before, after = "…" * (begin > 0), "…" * (begin + len(shown) < len(line))
    return f"{number}: {before}{shown.strip()}{after}"
