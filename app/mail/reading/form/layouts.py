"""Tables, frames and fences that people lay their lines out in, as the plain lines they stand for."""

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise, zip_longest
from typing import Final

from app.mail.labels import LABELS, heads_table, label_of

_FENCE: Final = re.compile(r"\s*(```|~~~)\w{0,20}\s*")
_BAR: Final = re.compile("[|｜│┃║¦]")
_TIE: Final = re.compile("[:：=＝]")
_JOINTS: Final = " \t\u3000/／|｜;；,，、。"
_JOINT: Final = re.compile(f"[{_JOINTS}]+")
_BRACKETED: Final = re.compile(r"\s*([【《〔〈<\[［])")
_LABELLED: Final = re.compile(
    r"([【《〔〈<\[［])([^【】《》〔〕〈〉<>\[\]［］]{1,40})[】》〕〉>\]］]"
)
_MOST_CELLS: Final = 30
_LONGEST_LABEL: Final = 40
_LONGEST_ROW: Final = 5000


def laid_out(lines: Sequence[str]) -> list[str]:
    """The same lines: where fields stand in a table, a row is its label and its value; a fence around them is left out.

    Tables and fences of a story stay as typed.
    """
    found: list[str] = []
    at = 0
    while at < len(lines):
        rows = _rows(lines, at)
        if rows and any(map(_says_field, rows)):
            found += _table(lines[at : at + len(rows)], rows)
        else:
            found += chain.from_iterable(map(_divided, lines[at : at + max(len(rows), 1)]))
        at += len(rows) or 1
    return _unfenced(found)


def _divided(line: str) -> list[str]:
    """The line, or several if more than one label with its value stands in it."""
    if bracketed := _BRACKETED.match(line):
        return _bracketed(line, bracketed[1])
    ties = [*islice(_TIE.finditer(line[:_LONGEST_ROW]), _MOST_CELLS)]
    if len(ties) < 2 or not (first := label_of(line)) or first.is_bare:
        return [line]
    begun, parts, start = {first.field}, [], 0
    for before, tie in pairwise(ties):
        at = max(before.end(), tie.start() - _LONGEST_LABEL)
        for joint in _JOINT.finditer(line, at, tie.start()):
            field = _field(line[joint.end() : tie.start()].strip())
            is_sure = "lore" not in begun or joint[0].strip(", ") or len(joint[0]) > 1
            if field and field not in begun and is_sure:
                parts.append(line[start : joint.start() + joint[0].startswith("。")])
                start = joint.end()
                begun.add(field)
                break
    return [*parts, line[start:]]


def _bracketed(line: str, opener: str) -> list[str]:
    """The line, or several if labels in such brackets stand in it one behind the other."""
    parts: list[str] = []
    begun: set[str] = set()
    start = 0
    for found in islice(_LABELLED.finditer(line[:_LONGEST_ROW]), _MOST_CELLS):
        field = _field(found[2]) if found[1] == opener else None
        if field and field not in begun:
            if begun:
                parts.append(line[start : found.start()].rstrip(_JOINTS))
                start = found.start()
            begun.add(field)
    return [*parts, line[start:]]


def _rows(lines: Sequence[str], start: int) -> list[list[str]]:
    """The rows of the table that begins in this line; none if none does."""
    rows: list[list[str]] = []
    for line in lines[start:]:
        cells = _cells(line)
        if not cells and not (rows and is_rule(line)):
            break
        rows.append(cells)
    return rows


def _table(lines: Sequence[str], rows: Sequence[list[str]]) -> Iterator[str]:
    """These rows of a table as plain lines."""
    header: list[str] = []
    for at, (line, cells) in enumerate(zip(lines, rows, strict=True)):
        if header and len(cells) > 1:
            yield from _under(header, cells)
        elif header and is_rule(line):
            continue
        elif _is_header(cells):
            header = cells
        else:
            header = []
            yield from _row(line, cells, is_heading=_divides("".join(lines[at + 1 : at + 2])))


def _unfenced(lines: list[str]) -> list[str]:
    """The lines without fences between which a label stands."""
    fences = [at for at, line in enumerate(lines) if _FENCE.fullmatch(line)]
    dropped: set[int] = set()
    for start, end in zip(fences[::2], [*fences[1::2], len(lines)], strict=False):
        if any(map(label_of, lines[start + 1 : end])):
            dropped |= {start, end}
    return [line for at, line in enumerate(lines) if at not in dropped]


def _field(label: str) -> str | None:
    found = LABELS.field(label) if 0 < len(label) <= _LONGEST_LABEL else None
    return found[0] if found else None


def is_rule(line: str) -> bool:
    """Whether it is a line of marks alone, as people draw them."""
    drawn = line.strip()
    return len(drawn) > 2 and "`" not in drawn and not any(map(str.isalnum, drawn))


def _divides(line: str) -> bool:
    """Whether it divides the heading of a table from its rows."""
    return "-" in line and _BAR.search(line) is not None and is_rule(line)


def _cells(line: str) -> list[str]:
    """The cells of a row; none if it is no row."""
    if len(line) > _LONGEST_ROW:
        return []
    bar = _BAR.search(line)
    if bar and _TIE.search(line, 0, bar.start()):
        return []
    if bar:
        cells = _BAR.split(line.strip())
        cells = cells[not cells[0].strip() : len(cells) - (not cells[-1].strip())]
    elif "\t" in line:
        cells = line.strip("\t").split("\t")
    elif "," in line:
        cells = next(csv.reader([line], skipinitialspace=True), [])
    else:
        return []
    return [each.strip() for each in cells[:_MOST_CELLS]]


def _says_field(cells: Sequence[str]) -> bool:
    """Whether a label stands in this row."""
    return _is_header(cells) or bool(cells and (_field(cells[0]) or label_of(cells[0])))


def _is_header(cells: Sequence[str]) -> bool:
    """Whether each of them names a field of its own, and one of them the name or the build."""
    fields = [_field(each) for each in cells if each]
    return len(fields) > 1 and all(fields) and len({*fields}) == len(fields) and not {"name", "build"}.isdisjoint(fields)  # fmt: skip


def _under(header: Sequence[str], cells: list[str]) -> Iterator[str]:
    """A line for each cell of a row below the names of its columns."""
    if is_rule("".join(cells)) or not any(char.isalnum() for each in cells for char in each):
        return
    if (more := len(cells) - len(header)) > 0:  # commas between cards divide no columns
        at = next(
            (at for at, each in enumerate(header) if _field(each) == "build"), len(header) - 1
        )
        cells = [*cells[:at], ",".join(cells[at : at + more + 1]), *cells[at + more + 1 :]]
    for label, value in zip_longest(header, cells, fillvalue=""):
        if label and value:
            yield f"{label}: {value}"


def _row(line: str, cells: list[str], *, is_heading: bool) -> Iterator[str]:
    """A row between bars as the line it stands for; any other line as it is."""
    bar = _BAR.match(line.strip())
    if not (bar and cells and _BAR.match(line.strip()[-1]) and len(line.strip()) > 1):
        yield from _divided(line)
        return
    filled = [each for each in cells if each]
    if is_rule("".join(cells)) or not filled:
        return
    if len(filled) == 1:
        yield filled[0]
    elif filled[0].isdecimal():
        yield f"{filled[0]}. {', '.join(filled[1:])}"
    elif _field(filled[0]) or not (is_heading or heads_table(*filled)):
        yield f"{filled[0].rstrip(':： ')}: {' '.join(filled[1:])}"
