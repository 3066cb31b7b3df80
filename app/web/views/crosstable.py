"""The cross table of a season, of a large one a few rows at a time."""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from app.engine import Lang
from app.league.results import FinishedRun
from app.tournament.standings import Standing
from app.web.views.heatmap import MOST_LINKED, Head, in_order, linked

MOST_CELLS: Final = MOST_LINKED**2
"""Links on one page: as many as the largest map of the laboratory has."""


def rows_a_page(entries: int) -> int:
    """How many rows stand on one page: all of them, as long as they are few."""
    return max(1, MOST_CELLS // max(entries, 1))


def crosstable(run: FinishedRun, rows: Sequence[Standing], here: str, lang: Lang) -> Markup:
    """These rows of the table, both sides in order of place; `here` leads to the season's pages."""
    columns = heads_of(run, run.standings)
    outcomes = in_order(rows, run.standings, run.row)
    return linked(columns, zip(heads_of(run, rows), outcomes, strict=True), here, lang)


def heads_of(run: FinishedRun, lines: Sequence[Standing]) -> list[Head]:
    """Whom these lines of the season's table are about."""
    return [
        Head(
            run.participants[line.entry].number,
            run.participants[line.entry].name,
            line.place,
            line.points,
        )
        for line in lines
    ]
