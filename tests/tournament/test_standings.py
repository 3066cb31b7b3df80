"""Standings: points, tie-breaks in order, shared places."""

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED
from app.tournament.scoring import Scoring
from app.tournament.standings import Standing, standings

SEEN = {"W": HOME, "D": DRAW, "L": AWAY, "-": NOT_PLAYED}


def table(*rows: str, scoring: Scoring | None = None) -> list[Standing]:
    """Standings of a cross table written row by row, with spaces to please the eye."""
    return standings(
        [bytes(SEEN[c] for c in row.replace(" ", "")) for row in rows], scoring or Scoring()
    )


def only(*slugs: str) -> Scoring:
    return Scoring.of(3, 1, 0, slugs)


def places(lines: list[Standing]) -> list[tuple[int, int]]:
    return [(line.place, line.entry) for line in lines]


def test_a_win_is_worth_three_a_draw_one_and_a_loss_nothing() -> None:
    lines = table("- W D", "L - L", "D W -")

    assert [(line.entry, line.points) for line in lines] == [(0, 4), (2, 4), (1, 0)]
    assert (lines[0].wins, lines[0].draws, lines[0].losses) == (1, 1, 0)


def test_a_season_may_value_results_otherwise() -> None:
    lines = table("- W L", "L - W", "W L -", scoring=Scoring(2, 1, 1, ()))

    assert [line.points for line in lines] == [3, 3, 3]


def test_equals_share_a_place_and_the_earlier_entry_is_shown_first() -> None:
    lines = table("- L L L", "W - D D", "W D - D", "W D D -")

    assert places(lines) == [(1, 1), (1, 2), (1, 3), (4, 0)]


def test_whoever_beat_the_other_stands_above_among_equals() -> None:
    """1 and 3 have 6 points each, and 3 beat 1; 0 and 2 have 3 each, and 2 beat 0."""
    lines = table("- L L W", "W - W L", "W L - L", "L W W -", scoring=only("head-to-head"))

    assert [(line.entry, line.points, line.tie_breaks) for line in lines] == [
        (3, 6, (3,)),
        (1, 6, (0,)),
        (2, 3, (3,)),
        (0, 3, (0,)),
    ]


def test_head_to_head_is_one_small_table_and_does_not_start_again() -> None:
    """0, 1, 2 are tied with 4 and have 3, 3, 3 among themselves less 0's draw.

    Among the three: 0 has W L, 1 has W L, 2 has L W: all 3. They stay together although each pair
    of them could be told apart.
    """
    lines = table("- W L D", "L - W D", "W L - D", "D D D -", scoring=only("head-to-head"))

    assert [(line.entry, line.place, line.tie_breaks) for line in lines] == [
        (0, 1, (3,)),
        (1, 1, (3,)),
        (2, 1, (3,)),
        (3, 4, (None,)),
    ]


def test_tie_breaks_apply_in_the_order_the_season_names() -> None:
    """0 (two wins, one loss) and 1 (one win, three draws) both have 6 points."""
    rows = ("- L W W -", "W - D D D", "L D - W D", "L D L - W", "- D D L -")
    wins_first = table(*rows, scoring=only("wins", "head-to-head"))
    head_first = table(*rows, scoring=only("head-to-head", "wins"))

    assert [line.entry for line in wins_first][:2] == [0, 1]
    assert [line.entry for line in head_first][:2] == [1, 0]


def test_sonneborn_berger_counts_the_points_of_those_beaten_and_half_of_those_drawn_with() -> None:
    lines = table("- W D", "L - L", "D W -", scoring=only("sonneborn-berger"))

    assert [(line.entry, line.tie_breaks) for line in lines] == [
        (0, (2.0,)),
        (2, (2.0,)),
        (1, (0.0,)),
    ]


def test_a_pair_that_does_not_meet_counts_for_nobody() -> None:
    lines = table("- - W", "- - W", "L L -")

    assert [(line.entry, line.points) for line in lines] == [(0, 3), (1, 3), (2, 0)]


def test_an_empty_field_has_no_standings() -> None:
    assert standings([], Scoring()) == []
