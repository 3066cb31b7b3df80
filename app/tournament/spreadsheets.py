"""Tables as CSV for spreadsheets: the cross table, and the standings."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED
from app.tournament.full_table import Entrant, FullTable

BOM: Final = "\ufeff"
# A spreadsheet would run what begins so. In some countries it also begins a cell after each semicolon.
_FORMULA: Final = re.compile(r"(^|;)([\s\"]*)(?=[=+\-@\t\r＝＋－＠])")


def line(cells: Sequence[str], start: str = "") -> bytes:
    """The cells as a line of the file."""
    text = io.StringIO(newline="")
    csv.writer(text).writerow(cells)
    return (start + text.getvalue()).encode()


def results(row: bytes, blank: str = "") -> Iterator[str]:
    """`W`, `L` or `D` for each battle of the row, from its own view; blank where none was played."""
    letters = {HOME: "W", AWAY: "L", DRAW: "D"}
    return (blank if byte == NOT_PLAYED else letters[byte & 3] for byte in row)


def lines(names: Sequence[str], rows: Iterable[bytes]) -> Iterator[bytes]:
    """The cross table, a line each: names in the first row and the first column."""
    safe = [harmless(name) for name in names]
    yield line(["", *safe], start=BOM)
    for name, row in zip(safe, rows, strict=True):
        yield line([name, *results(row)])


def standings_lines(
    table: FullTable, entrants: Sequence[Entrant], sides: Sequence[str] = ()
) -> Iterator[bytes]:
    """The standings, best first, a line each; the first line names the columns. `sides`: of each entrant, by its index."""
    figures = ["points", "wins", "draws", "losses", *table.scoring.slugs]
    columns = ["place", "number", "name", "owner", "build", *(["side"] if sides else ())]
    yield line([*columns, *figures], start=BOM)
    for standing in table.standings:
        entrant = entrants[standing.entry]
        side = [sides[standing.entry]] if sides else []
        texts = map(harmless, (entrant.name, entrant.owner, entrant.written, *side))
        counts = (standing.points, standing.wins, standing.draws, standing.losses)
        broken = ("" if value is None else f"{value:g}" for value in standing.tie_breaks)
        yield line([str(standing.place), str(entrant.number), *texts, *map(str, counts), *broken])


def harmless(name: str) -> str:
    """The name as a cell: with an apostrophe where a spreadsheet would take it for a formula."""
    return _FORMULA.sub(r"\1'\2", name)
