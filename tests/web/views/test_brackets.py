"""Brackets of many sizes: every game once, lines that lead where winners go, and rounds by their names."""

from itertools import pairwise

import pytest

from app.engine import HOME
from app.league.seasons.stages import plans
from app.tournament.formats.bracket import NOBODY
from app.tournament.formats.format import Field, play_out
from app.tournament.formats.stages import Phase, PlayedStage
from app.web.views.brackets import BracketSide, BracketView, bracket

SIZES = (2, 3, 4, 5, 8, 12, 16, 33, 64)


def drawn(written: str, count: int) -> tuple[Phase, BracketView]:
    """The bracket of this many entries, in which the better seed always wins."""
    (plan,), _ = plans.read(written)
    stage, field = PlayedStage("1", plan.made()), Field(tuple(range(count)))
    results = play_out(stage.format, field, lambda due: [HOME for _ in due])
    phase = Phase(0, stage, field, results, (), is_last=True)
    view = bracket(phase.games, lambda entry: BracketSide(f"C{entry}"), lambda game: None, "en")
    return phase, view


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("written", ["knockout", "double-knockout"])
def test_every_game_is_drawn_once_and_every_winner_is_led_on(written: str, count: int) -> None:
    phase, view = drawn(written, count)
    fought = [each for each in phase.games if NOBODY not in (each.first, each.second)]
    cells = [cell for row in view.rows for column in row for cell in column.cells if cell.sides]

    assert len(cells) == len(fought)
    assert view.lit is not None
    for row in view.rows:
        for column, after in pairwise(row):
            there = {side.entry for cell in after.cells for side in cell.sides}
            passing = {cell.through for cell in after.cells if cell.is_passed}
            for cell in column.cells:
                assert not cell.join or cell.through in there | passing
    for row in view.rows[:1]:
        lit = [any(cell.is_lit for cell in column.cells) for column in row]
        assert lit[-1]


def test_rounds_are_called_by_their_names() -> None:
    titles = [
        [[column.title for column in row] for row in drawn(*each)[1].rows]
        for each in (("knockout", 12), ("double-knockout", 12))
    ]

    assert titles == [
        [["Round 1", "Quarter-finals", "Semi-finals", "Final"], ["Match for third place"]],
        [
            [*(f"Winners' bracket, round {at}" for at in range(1, 5)), "Final"],
            [f"Losers' bracket, round {at}" for at in range(1, 6)],
        ],
    ]
