"""Ratings across seasons: whose strength moves, by how much, and in which order battles count."""

import pytest
from hypothesis import given, strategies as st

from app.engine import NOT_PLAYED, Side
from app.tournament.formats import round_robin
from app.tournament.ratings import skill
from app.tournament.ratings.skill import START


def test_a_first_win_counts_as_the_library_says() -> None:
    found = skill.after({}, [("alice", "bob", Side.HOME)])

    # The figures of openskill's own documentation for two newcomers.
    assert found["alice"].mean == pytest.approx(27.635, abs=0.001)
    assert found["bob"].mean == pytest.approx(22.365, abs=0.001)
    assert found["alice"].deviation == pytest.approx(8.066, abs=0.001)
    assert [each.battles for each in found.values()] == [1, 1]


def test_an_upset_moves_more_than_what_was_expected_and_a_draw_of_equals_nothing() -> None:
    before = skill.after({}, [("strong", "weak", Side.HOME)] * 5)
    expected = skill.after(before, [("strong", "weak", Side.HOME)])
    upset = skill.after(before, [("strong", "weak", Side.AWAY)])
    level = skill.after({}, [("one", "other", None)])

    assert expected["strong"].mean - before["strong"].mean > 0
    assert before["strong"].mean - upset["strong"].mean > 2 * (
        expected["strong"].mean - before["strong"].mean
    )
    assert level["one"].mean == level["other"].mean == START.mean
    assert level["one"].deviation < START.deviation


def test_nobody_is_rated_by_their_own_characters_by_strangers_or_by_what_was_not_played() -> None:
    owners = ["alice", "", "alice", "bob", "carol"]
    outcomes = {(0, 3): 1, (2, 3): 2, (3, 4): 0, (0, 4): NOT_PLAYED, (2, 4): NOT_PLAYED}

    played = [*skill.battles(owners, lambda *pair: outcomes[pair])]

    assert sorted(played, key=str) == [
        ("alice", "bob", Side.AWAY),
        ("alice", "bob", Side.HOME),
        ("bob", "carol", None),
    ]


@given(st.integers(2, 40))
def test_battles_count_in_the_rounds_of_the_berger_tables(count: int) -> None:
    played = [
        sorted((int(home), int(away)))
        for home, away, _ in skill.battles([str(at) for at in range(count)], lambda *_: 0)
    ]
    rounds = [
        sorted(map(sorted, round_robin.pairs_of(count, round_)))
        for round_ in range(1, round_robin.rounds(count) + 1)
    ]

    assert played == [pair for pairs in rounds for pair in pairs]
