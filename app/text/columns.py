"""Plain text for letters: as wide as a mail may be, with Japanese broken where Japanese is broken."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, compress, count
from operator import add
from typing import Final

WIDTH: Final = 72
_GAP: Final = "  "
_NARROWEST: Final = 16

_NEVER_FIRST: Final = frozenset(
    "、。，．・：；？！‼⁉）］｝」』】〉》〕〟ーァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎ々〻…‥゛゜ヽヾゝゞ～〜"
    "!?,.:;)]}”’%»"
)
_NEVER_LAST: Final = frozenset("×（［｛「『【〈《〔“‘([{«")
_CLOSING: Final = frozenset("）］｝」』】〉》〕)]}")
_KEPT_WHOLE: Final = {"】": "【", "」": "「", "』": "『", "]": "["}
"""Text in these brackets is broken across lines only if it does not fit on one."""
_BRACKETS: Final = re.compile(r"[【】「」『』\[\]]")
_KATAKANA: Final = frozenset(map(chr, (*range(0x30A1, 0x30FB), 0x30FC)))
"""A word of these characters is broken across lines only if it does not fit on one."""
_COUNTERS: Final = frozenset("年月日時分秒位人戦勝敗件点名枚番回第組本体")
_IN_ADDRESSES: Final = re.compile("@|://")
_HANGING_MARKS: Final = ("- ", "・", "* ")


class _Cells(dict[str, int]):
    """A cache of the columns of each character. Characters beyond the first plane are not cached."""

    def __missing__(self, char: str) -> int:
        if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
            cells = 0
        else:
            cells = 2 if unicodedata.east_asian_width(char) in "WFA" else 1
        if char <= "\uffff":
            self[char] = cells
        return cells


_CELLS: Final = _Cells()
_cells: Final = _CELLS.__getitem__


def width(text: str) -> int:
    """The width in columns. Japanese characters, and others drawn as wide, count two."""
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
    """The rows as lines with aligned columns; the columns listed in `right` are aligned to the right.

    `width` measures a text where it is shown: a terminal draws `–` narrow, Japanese mail programs draw it wide.
    """
    return _joined(rows, [[width(cell) for cell in row] for row in rows], right)


def _joined(
    rows: Sequence[Sequence[str]], wide: Sequence[Sequence[int]], right: Collection[int]
) -> list[str]:
    """These rows with aligned columns; `wide`: the width of each cell."""
    columns = []
    for at, used in enumerate(zip(*wide, strict=True)):
        most, cells = max(used), [row[at] for row in rows]
        gaps = [" " * (most - own) for own in used]
        columns.append([*map(add, gaps, cells)] if at in right else [*map(add, cells, gaps)])
    return [_GAP.join(cells).rstrip() for cells in zip(*columns, strict=True)]


def fitted(
    rows: Sequence[Sequence[str]], wide: int, right: Collection[int] = (), columns: int = WIDTH
) -> list[str]:
    """The rows as lines with aligned columns. A cell in the `wide` column wraps if the line is too short for it."""
    used = [[width(cell) for cell in row] for row in rows]
    others = (each for at, each in enumerate(zip(*used, strict=True)) if at != wide)
    room = columns - sum(len(_GAP) + max(each) for each in others)
    if all(row[wide] <= room for row in used):
        return _joined(rows, used, right)
    cells: list[Sequence[str]] = []
    for row in rows:
        first, *more = _broken(row[wide], max(room, _NARROWEST))
        cells.append([*row[:wide], first, *row[wide + 1 :]])
        cells += ([part if at == wide else "" for at in range(len(row))] for part in more)
    return aligned(cells, right)


def wrapped(text: str) -> str:
    """The text with long lines broken; the rest of a broken line is indented under its beginning.

    No line begins with `>` or `From `, which mail programs would misread. At most one blank line stands in a row.
    """
    lines: list[str] = []
    for line in text.strip("\n").split("\n"):
        if line.strip():
            lines += map(_harmless, _lines(line.rstrip()))
        elif lines and lines[-1]:
            lines.append("")
    return "\n".join(lines) + "\n"


def height(line: str) -> int:
    """How many lines it is broken into."""
    return len(_lines(line.rstrip()))


def _lines(line: str) -> Sequence[str]:
    """The lines that it is broken into."""
    return (line,) if 2 * len(line) <= WIDTH else _long_lines(line)


@lru_cache(maxsize=1 << 10)
def _long_lines(line: str) -> tuple[str, ...]:
    """The lines that a long one is broken into. Cached: a letter breaks many twice, to count them and to send them."""
    return tuple(_broken(line))


def _harmless(line: str) -> str:
    return f" {line}" if line.startswith((">", "From ")) else line


def _broken(line: str, columns: int = WIDTH) -> Iterator[str]:
    if width(line) <= columns:
        yield line
        return
    text = line.lstrip(" ")
    indent = line[: len(line) - len(text)]
    mark = next((mark for mark in _HANGING_MARKS if text.startswith(mark)), "")
    hanging = indent + " " * width(mark)
    used = [*accumulate(map(_cells, text), initial=0)]
    ends = _ends(text, used, columns - len(hanging))
    begin, before = 0, indent
    while begin < len(text):
        full = bisect_right(used, used[begin] + columns - len(before)) - 1
        last = len(text) - len(text[full:].lstrip(" "))  # blanks at the end take no room
        at = bisect_right(ends, last) - 1
        while ends[at] < len(text) and not text[begin : ends[at]].strip():
            at += 1
        yield (before + text[begin : ends[at]]).rstrip()
        begin, before = len(text) - len(text[ends[at] :].lstrip(" ")), hanging


def _ends(text: str, used: Sequence[int], columns: int) -> list[int]:
    """Where a line may begin or end: after blanks, between brackets and between Japanese characters.

    `used`: the columns before each character.
    """
    breaks = [*compress(count(1), map(_may_break, text, text[1:])), len(text)]
    whole = _whole(text, used, columns - 2)  # a full stop may follow
    ends = [0]
    for end in [at for at in breaks if at not in whole] if whole else breaks:
        if used[end] - used[ends[-1]] > columns:
            for part in (at for at in breaks if ends[-1] < at < end):
                ends += _cuts(text, used, ends[-1], part, columns)
            ends += _cuts(text, used, ends[-1], end, columns)
        else:
            ends.append(end)
    return ends


def _whole(text: str, used: Sequence[int], columns: int) -> set[int]:
    """The positions at which a line is not broken, since the brackets around them fit on one line. The widest
    brackets count.
    """
    opened: dict[str, list[int]] = {opening: [] for opening in _KEPT_WHOLE.values()}
    pairs: list[tuple[int, int]] = []
    for found in _BRACKETS.finditer(text):
        if found[0] in opened:
            opened[found[0]].append(found.start())
        elif before := opened[_KEPT_WHOLE[found[0]]]:
            pairs.append((before.pop(), found.end()))
    kept: set[int] = set()
    end = 0
    for first, last in sorted(pairs):
        if first >= end and used[last] - used[first] <= columns:
            kept.update(range(first + 1, last))
            end = last
    return kept


@lru_cache(maxsize=1 << 14)
def _may_break(last: str, char: str) -> bool:
    if char == " " or char in _NEVER_FIRST or last in _NEVER_LAST or not _cells(char):
        return False
    if last in _CLOSING and (char.isdigit() or char in _NEVER_LAST or char == "/"):
        return not char.isdigit()  # a digit is a card's place: 【攻撃】6
    if (last.isdigit() and char in _COUNTERS) or (last in _KATAKANA and char in _KATAKANA):
        return False
    return last == " " or _cells(last) == 2 or _cells(char) == 2


def _cuts(text: str, used: Sequence[int], begin: int, end: int, columns: int) -> Iterator[int]:
    """Where a word that is longer than a line is cut, and its end. An address stays whole, since it must be usable."""
    while used[end] - used[begin] > columns and not _IN_ADDRESSES.search(text, begin, end):
        begin = max(bisect_right(used, used[begin] + columns) - 1, begin + 1)
        yield begin
    yield end
