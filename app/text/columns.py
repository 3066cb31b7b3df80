"""Plain text for letters: as wide as a mail may be, with Japanese broken where Japanese is broken."""

import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
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
_CLOSES: Final = frozenset(_KEPT_WHOLE)
_KATAKANA: Final = frozenset(map(chr, (*range(0x30A1, 0x30FB), 0x30FC)))
"""A word of these characters is broken across lines only if it does not fit on one."""
_COUNTERS: Final = frozenset("年月日時分秒位人戦勝敗件点名枚番回第組本体")
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
    wide = [[width(cell) for cell in row] for row in rows]
    widths = [max(column) for column in zip(*wide, strict=True)]
    sides = [at in right for at in range(len(widths))]
    return [
        _GAP.join(
            " " * (columns - own) + cell if is_right else cell + " " * (columns - own)
            for cell, own, columns, is_right in zip(row, filled, widths, sides, strict=True)
        ).rstrip()
        for row, filled in zip(rows, wide, strict=True)
    ]


def fitted(
    rows: Sequence[Sequence[str]], wide: int, right: Collection[int] = (), columns: int = WIDTH
) -> list[str]:
    """The rows as lines with aligned columns. A cell in the `wide` column wraps if the line is too short for it."""
    others = (at for at in range(len(rows[0]) if rows else 0) if at != wide)
    room = columns - sum(len(_GAP) + max(width(row[at]) for row in rows) for at in others)
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
    rest = line.lstrip(" ")
    indent = line[: len(line) - len(rest)]
    mark = next((mark for mark in _HANGING_MARKS if rest.startswith(mark)), "")
    hanging = indent + " " * width(mark)
    current, used = indent, width(indent)
    for piece in _pieces(rest, columns - width(hanging)):
        end = used + width(piece)
        if (
            end > columns
            and end - len(piece) + len(piece.rstrip(" ")) > columns
            and current.strip()
        ):
            yield current.rstrip()
            current = hanging + piece.lstrip(" ")
            used = width(current)
        else:
            current += piece
            used = end
    yield current.rstrip()


def _pieces(text: str, columns: int) -> Iterator[str]:
    """The text cut where a line may end: after blanks, between brackets and between Japanese characters."""
    whole = _whole(text, columns - 2)  # a full stop may follow
    for piece in _split(text, whole):
        if width(piece) <= columns:
            yield piece
        elif whole:
            for part in _split(piece, frozenset()):
                yield from _cut(part, columns)
        else:
            yield from _cut(piece, columns)


def _split(text: str, whole: Collection[int]) -> Iterator[str]:
    begin = 0
    for at in range(1, len(text)):
        if at not in whole and _may_break(text[at - 1], text[at]):
            yield text[begin:at]
            begin = at
    yield text[begin:]


def _whole(text: str, columns: int) -> frozenset[int]:
    """The positions at which a line is not broken, since the brackets around them fit on one line. The widest
    brackets count.
    """
    if _CLOSES.isdisjoint(text):
        return frozenset()
    opened: dict[str, list[int]] = {opening: [] for opening in _KEPT_WHOLE.values()}
    pairs: list[tuple[int, int]] = []
    used = [0]
    for at, char in enumerate(text):
        used.append(used[-1] + _cells(char))
        if char in opened:
            opened[char].append(at)
        elif before := opened.get(_KEPT_WHOLE.get(char, "")):
            pairs.append((before.pop(), at + 1))
    kept: set[int] = set()
    end = 0
    for first, last in sorted(pairs):
        if first >= end and used[last] - used[first] <= columns:
            kept.update(range(first + 1, last))
            end = last
    return frozenset(kept)


@lru_cache(maxsize=1 << 14)
def _may_break(last: str, char: str) -> bool:
    if char == " " or char in _NEVER_FIRST or last in _NEVER_LAST or not _cells(char):
        return False
    if last in _CLOSING and (char.isdigit() or char in _NEVER_LAST or char == "/"):
        return not char.isdigit()  # a digit is a card's place: 【攻撃】6
    if (last.isdigit() and char in _COUNTERS) or (last in _KATAKANA and char in _KATAKANA):
        return False
    return last == " " or _cells(last) == 2 or _cells(char) == 2


def _cut(piece: str, columns: int) -> Iterator[str]:
    """Cut a word that is longer than a line. An address stays whole, since it must be usable."""
    while width(piece) > columns and "@" not in piece and "://" not in piece:
        at = next(at for at in range(len(piece), 0, -1) if width(piece[:at]) <= columns)
        yield piece[:at]
        piece = piece[at:]
    yield piece
