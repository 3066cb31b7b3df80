"""Tables and documents to lines, whoever made them: a mail program, a spreadsheet, a word processor."""

import csv
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final
from xml.parsers import expat

from app.mail.labels import label_of

MOST_BYTES: Final = 2 * 1024 * 1024
"""Of its text with the marks of XML, unpacked."""
MOST_FILES: Final = 2_000
_DOCUMENT: Final = re.compile(r"word/document\d{0,3}\.xml")
_WORDS: Final = re.compile(r"http.{1,60}/wordprocessingml/(?:[\w/]{1,20}/)?main")
_LEFT_OUT: Final = frozenset(("del", "moveFrom", "rt", "instrText", "Fallback"))
"""What was struck out, what a field computes, ruby, and what stands there twice for old programs."""
_SIGNS: Final = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_DEEPEST: Final = 10
"""Tables inside tables are told apart so deep."""


class NotADocument(Exception):
    """No document of Word, a broken one, or one that is too large."""


def text_of_docx(data: bytes) -> str:
    """Its paragraphs as lines, its tables as `lines_of` lays them out. Raises `NotADocument`."""
    document = _Document()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = document.begin
    parser.EndElementHandler = document.end
    parser.CharacterDataHandler = document.write
    parser.StartDoctypeDeclHandler = _refuse  # no entities, so no “billion laughs”
    try:
        parser.Parse(_main_part(data), True)
    except (expat.ExpatError, zipfile.BadZipFile, zlib.error, OSError, ValueError) as error:
        raise NotADocument from error
    except (NotImplementedError, RuntimeError, EOFError, RecursionError) as error:  # of zipfile
        raise NotADocument from error
    return "\n".join(document.lines)


def _main_part(data: bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = archive.infolist()
        main = next((part for part in parts if _DOCUMENT.fullmatch(part.filename)), None)
        if not main or len(parts) > MOST_FILES:
            raise NotADocument
        if main.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise NotADocument
        with archive.open(main) as opened:
            content = opened.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise NotADocument
    return content


def _refuse(*_doctype: object) -> None:
    raise NotADocument


class _Document:
    """Lines as they grow while the document is read; a cell of a table has its own."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._line: list[str] = []
        self._outer: list[list[str]] = []
        self._tables: list[list[list[list[str]]]] = []
        self._deep = 0
        self._left_out = 0
        self._is_text = False

    def begin(self, name: str, _attributes: object) -> None:
        tag = _tag(name)
        if tag in _LEFT_OUT or self._left_out:
            self._left_out += 1
        elif tag == "t":
            self._is_text = True
        elif tag in _SIGNS:
            self._line.append(_SIGNS[tag])
        elif tag == "tbl":
            self._deep += 1
            if self._deep <= _DEEPEST:
                self._tables.append([])
        elif tag == "tr" and self._in_table:
            self._tables[-1].append([])
        elif tag == "tc" and self._in_table:
            self._outer.append(self.lines)
            self.lines = []

    def end(self, name: str) -> None:
        tag = _tag(name)
        if self._left_out:
            self._left_out -= 1
        elif tag == "t":
            self._is_text = False
        elif tag == "p":
            self._end_paragraph()
        elif tag == "tc" and self._in_table:
            cell, self.lines = self.lines, self._outer.pop()
            if self._tables[-1]:
                self._tables[-1][-1].append(cell)
        elif tag == "tbl":
            if self._deep <= _DEEPEST:
                rows: list[Row] = [*self._tables.pop()]
                self.lines += lines_of(rows)
            self._deep -= 1

    def write(self, text: str) -> None:
        if self._is_text and not self._left_out:
            self._line.append(text)

    @property
    def _in_table(self) -> bool:
        return 0 < self._deep <= _DEEPEST

    def _end_paragraph(self) -> None:
        self.lines += "".join(self._line).split("\n")
        self._line = []


def _tag(name: str) -> str:
    """The name of an element of Word; of those of other programs only what they mean for both."""
    space, _, tag = name.rpartition(" ")
    return tag if _WORDS.fullmatch(space) or tag == "Fallback" else ""


Row = Sequence[Sequence[str]]
"""Cells, each the lines in it."""
_LONGEST_LABEL: Final = 40
_DELIMITERS: Final = "\t,;"
_MOST_ASKED: Final = 20
_MOST_ROWS: Final = 2_000


def lines_of(rows: Sequence[Row]) -> list[str]:
    """The lines of a table: `label: value` where its first cells are labels of an entry, or its first row is.

    Other cells stand side by side, with a tab between them; those of several lines below each other.
    """
    rows = [[_trimmed(cell) for cell in row] for row in rows]
    heads = [_label(cell) for cell in rows[0]] if rows else []
    if len(rows) > 1 and _is_header(rows[0], heads):
        words = [cell[0] if cell else "" for cell in rows[0]]
        return [line for row in rows[1:] for line in _below(words, row)]
    first = next((at for at, row in enumerate(rows) if row and _label(row[0])), len(rows))
    return [line for at, row in enumerate(rows) for line in _beside(row, has_labels=at > first)]


def lines_of_csv(text: str) -> list[str]:
    """The lines of a file that a spreadsheet has written."""
    lines = text.splitlines(keepends=True)
    delimiter = max(_DELIMITERS, key=lambda mark: sum(mark in line for line in lines[:_MOST_ASKED]))
    read = csv.reader(lines, delimiter=delimiter)
    rows: list[Row] = []
    try:
        for row in read:
            rows.append([cell.splitlines() for cell in row])
            if len(rows) > _MOST_ROWS:
                break
    except csv.Error:
        return text.split("\n")
    return lines_of(rows)


def _trimmed(cell: Sequence[str]) -> list[str]:
    said = [at for at, line in enumerate(cell) if line.strip()]
    lines = list(cell[said[0] : said[-1] + 1]) if said else []
    if len(lines) == 1:  # the colon has its own column
        return [lines[0].strip()] if lines[0].strip() not in (":", "：") else []
    return lines


def _label(cell: Sequence[str]) -> str | None:
    """The word of this cell, if it is a label of an entry and nothing else."""
    word = cell[0].strip().rstrip(":：").rstrip() if len(cell) == 1 else ""
    if not word or len(word) > _LONGEST_LABEL:
        return None
    label = label_of(f"{word}:")
    return word if label and not label.rest.strip() else None


def _is_header(row: Row, labels: Sequence[str | None]) -> bool:
    known = sum(label is not None for label in labels)
    return known > 1 and known * 2 > sum(bool(cell) for cell in row)


def _below(heads: Sequence[str], row: Row) -> Iterator[str]:
    """A row below its heads; a cell below none goes on with the one before."""
    labelled: list[list[str]] = []
    for at, cell in enumerate(row):
        head = heads[at].rstrip(":：") if at < len(heads) else ""
        if head and cell:
            labelled.append([f"{head}: {cell[0]}", *cell[1:]])
        elif cell and labelled:
            labelled[-1][-1] += f", {', '.join(cell)}"
    for lines in labelled:
        yield from lines


def _beside(row: Row, *, has_labels: bool) -> Iterator[str]:
    """A row of its own: a label and what stands beside it, several such pairs, or cells that are neither."""
    cells = [cell for cell in row if cell]
    labels = [_label(cell) for cell in cells]
    places = [at for at, label in enumerate(labels) if label]
    is_pair = has_labels and len(cells) == 2 and len(cells[0]) == 1 and row[0]
    if len(cells) > 1 and (is_pair or (places and places[0] == 0)):
        if len(cells) % 2 or places != list(range(0, len(cells), 2)):
            places = [0]
        for begin, end in zip(places, [*places[1:], len(cells)], strict=True):
            first, *others = cells[begin + 1 : end] or [[""]]
            rest = ", ".join(" ".join(cell) for cell in others)
            yield f"{cells[begin][0].rstrip(':：')}: {first[0]}" + (f", {rest}" if rest else "")
            yield from first[1:]
    elif all(len(cell) == 1 for cell in cells) and not any(label_of(cell[0]) for cell in cells[1:]):
        if cells:
            yield "\t".join(cell[0] for cell in cells)
    else:
        for cell in cells:
            yield from cell
