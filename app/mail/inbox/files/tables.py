"""Rows of cells to lines, whoever made the table: a mail program, a spreadsheet, a word processor."""

import csv
from collections.abc import Iterator, Sequence
from typing import Final

from app.mail.labels import label_of

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
    if len(lines) == 1:  # a colon alone stands in a column of its own
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
