"""How close a field is, who answers whom, and everybody's rivals."""

import pytest
from hypothesis import given, strategies as st

from app.engine import AWAY, HOME
from app.statistics.crosstable import share
from app.statistics.matchups import (
    BANDS,
    BestAnswer,
    Rivals,
    bands,
    best_answer,
    lower_half,
    matrix,
    rivals,
    rivals_of,
    tiers,
    top,
    upsets,
)
from app.tournament.scoring import Scoring
from app.tournament.standings import standings
from tests.league.tables import crossed, crossed_of, ranks, tables
from tests.support.tables import by_row

ORDERED = ("-WWW", "L-WW", "LL-W", "LLL-")
UPSET = ("-WWL", "L-WW", "LL-W", "WLL-")
"""The same, but the last beat the first: 6, 6, 3 and 3 points, 0 before 1 and 2 before 3 head to head."""


def test_a_pecking_order_has_no_upsets() -> None:
    assert upsets(crossed(*ORDERED)) == 0


def test_one_upset_of_six_battles() -> None:
    assert upsets(crossed(*UPSET)) == 1 / 6


def test_a_draw_is_half_an_upset_unless_they_share_the_place() -> None:
    """0 beat both others, who drew with each other and are level: two battles count. 3 points beat 1 and 0."""
    assert upsets(crossed("-WW", "L-D", "LD-")) == 0
    assert upsets(crossed("-WD", "L-W", "DL-")) == pytest.approx((0 + 0 + 0.5) / 3)


def test_nobody_met_nobody() -> None:
    assert upsets(crossed("--", "--")) is None


def test_scores_fall_into_bands() -> None:
    """3/3, 2/3, 1/3, 0/3: the last band holds 90 to 100 %, the first 0 to 10 %."""
    counts = bands(crossed(*ORDERED))

    assert {band: count for band, count in enumerate(counts) if count} == {0: 1, 3: 1, 6: 1, 9: 1}


def test_a_score_between_two_bands_is_in_the_higher_one() -> None:
    """One half is neither below nor above: with ten bands it opens the sixth."""
    assert bands(crossed("-D", "D-"))[BANDS // 2] == 2


def test_the_worst_enemy_stands_lowest_and_the_favourite_victim_highest() -> None:
    assert rivals(crossed(*UPSET)) == [Rivals(3, 1), Rivals(0, 2), Rivals(1, 3), Rivals(2, 0)]


@given(tables())
def test_the_rivals_of_one_are_found_without_counting_all(rows: list[bytes]) -> None:
    table = standings(rows, Scoring())

    assert [rivals_of(rows[line.entry], table) for line in table] == rivals(crossed_of(rows))


def test_who_never_lost_has_no_enemy_and_who_never_won_no_victim() -> None:
    first, *_, last = rivals(crossed(*ORDERED))

    assert (first, last) == (Rivals(None, 1), Rivals(2, None))


@by_row(("count", "expected"), [(2, 2), (3, 3), (30, 3), (31, 4), (40, 4), (1000, 100)])
def test_the_top_is_a_tenth_and_three_at_least(count: int, expected: int) -> None:
    assert top(range(1, count + 1)) == expected


def test_who_is_level_with_the_last_of_the_top_belongs_to_it() -> None:
    assert top((1, 2, 3, 3, 5, 6)) == 4
    assert lower_half((1, 2, 3, 3, 5, 6)) == range(4, 6)
    assert lower_half((1, 2, 2, 2, 2, 2, 2, 8)) == range(7, 8)


def test_the_best_answer_has_the_best_score_against_them() -> None:
    """Against ranks 0 and 1: 3 won one of two; 0 won its only one, since nobody meets himself."""
    table = crossed(*UPSET)

    assert best_answer(table, range(2), range(2, 4)) == BestAnswer(3, 0.5)
    assert best_answer(table, range(2), range(4)) == BestAnswer(0, 1.0)
    assert best_answer(table, range(1), range(1)) is None


def test_of_equal_answers_the_highest_is_the_best() -> None:
    assert best_answer(crossed(*ORDERED), range(1), range(1, 4)) == BestAnswer(1, 0.0)


@by_row(("count", "most"), [(0, 10), (1, 10), (7, 10), (10, 10), (39, 10), (1000, 10)])
def test_tiers_hold_everybody_once_and_are_even(count: int, most: int) -> None:
    parts = tiers(count, most)

    assert [rank for tier in parts for rank in tier] == list(range(count))
    assert len(parts) == min(count, most)
    assert max(map(len, parts), default=0) - min(map(len, parts), default=0) <= 1


def test_tiers_meet() -> None:
    """The upper two won three of four against the lower two; each met one of his own."""
    assert matrix(crossed(*UPSET), [range(2), range(2, 4)]) == [[0.5, 0.75], [0.25, 0.5]]


def test_one_alone_does_not_meet_his_own_tier() -> None:
    assert matrix(crossed("-W", "L-"), tiers(2, 10)) == [[None, 1.0], [0.0, None]]


@given(tables(), st.integers(1, 4))
def test_what_a_tier_scores_the_other_does_not(rows: list[bytes], most: int) -> None:
    table = matrix(crossed_of(rows), tiers(len(rows), most))

    for i, row in enumerate(table):
        for j, score in enumerate(row):
            back = table[j][i]
            assert (score is None) == (back is None)
            assert score is None or back is None or score + back == pytest.approx(1)


@given(tables())
def test_upsets_and_rivals_are_those_of_the_cross_table(rows: list[bytes]) -> None:
    """Counted again from bytes, battle by battle."""
    places = {line.entry: line.place for line in standings(rows, Scoring())}
    order = ranks(rows)
    scored = played = 0
    for rank, entry in enumerate(order):
        for other, byte in enumerate(rows[entry]):
            if byte != 255 and places[entry] > places[other]:
                played += 1
                scored += {HOME: 2, AWAY: 0}.get(byte & 3, 1)
        beaten_by = [order.index(o) for o, byte in enumerate(rows[entry]) if byte == AWAY]
        beat = [order.index(o) for o, byte in enumerate(rows[entry]) if byte == HOME]
        expected = Rivals(max(beaten_by, default=None), min(beat, default=None))
        assert rivals(crossed_of(rows))[rank] == expected

    assert upsets(crossed_of(rows)) == share(scored, played)
