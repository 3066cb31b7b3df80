"""Plain text for letters: as wide as a mail may be, with Japanese broken where Japanese is broken."""

import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final

WIDTH: Final = 72
_GAP: Final = "  "

_NEVER_FIRST: Final = frozenset(
    "、。，．・：；？！‼⁉）］｝」』】〉》〕〟ーァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎ々〻…‥゛゜ヽヾゝゞ～〜"
    "!?,.:;)]}”’%»"
)
_NEVER_LAST: Final = frozenset("（［｛「『【〈《〔“‘([{«")
_HANGING_MARKS: Final = ("- ", "・", "* ")


@lru_cache(maxsize=8192)
def _cells(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WFA" else 1


def width(text: str) -> int:
    """In columns: Japanese characters and those drawn wide beside them are two."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def shortened(text: str, columns: int, mark: str = "…") -> str:
    """The text, ending in the mark if it would be wider than this."""
    if width(text) <= columns:
        return text
    kept, used = [], width(mark)
    for char in text:
        used += _cells(char)
        if used > columns:
            break
        kept.append(char)
    return "".join(kept).rstrip() + mark


def aligned(
    rows: Sequence[Sequence[str]],
    right: Collection[int] = (),
    width: Callable[[str], int] = width,
) -> list[str]:
    """The rows as lines, columns under each other; those in `right` are set to the right.

    `width`: of a text, where it is shown. A terminal draws narrow what Japanese mail programs draw wide (`–`).
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        _GAP.join(
            (" " * (columns - width(cell))).join(("", cell) if at in right else (cell, ""))
            for at, (cell, columns) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def wrapped(text: str) -> str:
    """Every line of the text broken so that it fits; the rest of a broken line hangs under its beginning.

    No line begins with `>` or `From `, which mail programs take for something else, and no more than
    one blank line stands in a row.
    """
    lines: list[str] = []
    for line in text.strip("\n").split("\n"):
        if line.strip():
            lines += map(_harmless, _broken(line.rstrip()))
        elif lines and lines[-1]:
            lines.append("")
    return "\n".join(lines) + "\n"


def _harmless(line: str) -> str:
    return f" {line}" if line.startswith((">", "From ")) else line


def _broken(line: str) -> Iterator[str]:
    if width(line) <= WIDTH:
        yield line
        return
    rest = line.lstrip(" ")
    indent = line[: len(line) - len(rest)]
    mark = next((mark for mark in _HANGING_MARKS if rest.startswith(mark)), "")
    hanging = indent + " " * width(mark)
    current = indent
    for piece in _pieces(rest, WIDTH - width(hanging)):
        if width(current) + width(piece.rstrip(" ")) > WIDTH and current.strip():
            yield current.rstrip()
            current = hanging + piece.lstrip(" ")
        else:
            current += piece
    yield current.rstrip()


def _pieces(text: str, columns: int) -> Iterator[str]:
    """The text cut where a line may end: after blanks, and between Japanese characters."""
    piece = ""
    for char in text:
        if piece and _may_break(piece, char):
            yield from _cut(piece, columns)
            piece = ""
        piece += char
    yield from _cut(piece, columns)


def _may_break(piece: str, char: str) -> bool:
    last = piece[-1]
    if char == " " or char in _NEVER_FIRST or last in _NEVER_LAST or not _cells(char):
        return False
    return last == " " or _cells(last) == 2 or _cells(char) == 2


def _cut(piece: str, columns: int) -> Iterator[str]:
    """A word that no line can hold is cut, unless it is an address: that must stay whole to be used."""
    while width(piece) > columns and "@" not in piece and "://" not in piece:
        at = next(at for at in range(len(piece), 0, -1) if width(piece[:at]) <= columns)
        yield piece[:at]
        piece = piece[at:]
    yield piece
