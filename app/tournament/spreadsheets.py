"""Tables as CSV for spreadsheets: lines, cells, and the cross table."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED

BOM: Final = "\ufeff"
# A spreadsheet would run what begins so. In some countries it also begins a cell after each semicolon.
_FORMULA: Final = re.compile(r"(^|;)([\s\"]*)(?=[=+\-@\t\r＝＋－＠])")


def line(cells: Sequence[str], start: str = "") -> bytes:
    """Return the cells as a line of the file."""
    text = io.StringIO(newline="")
    csv.writer(text).writerow(cells)
    return (start + text.getvalue()).encode()


def results(row: bytes, blank: str = "") -> Iterator[str]:
    """Yield `W`, `L` or `D` for each battle of the row, from its own view, and `blank` if none was played."""
    letters = {HOME: "W", AWAY: "L", DRAW: "D"}
    return (blank if byte == NOT_PLAYED else letters[byte & 3] for byte in row)


def lines(names: Sequence[str], rows: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the cross table line by line: names in the first row and the first column."""
    safe = [harmless(name) for name in names]
    yield line(["", *safe], start=BOM)
    for name, row in zip(safe, rows, strict=True):
        yield line([name, *results(row)])


def harmless(name: str) -> str:
    """Return the name as a cell, with an apostrophe if a spreadsheet would take it for a formula."""
    return _FORMULA.sub(r"\1'\2", name)
