"""Team matches: board meets board, first seats go by turns, the meeting counts before the boards."""

from collections import Counter

import pytest

from app.engine import AWAY, DRAW, HOME
from app.tournament.formats.format import Field, Result, play_out
from app.tournament.formats.teams import TeamMatches

THREE = TeamMatches(((0, 1, 2), (3, 4, 5), (6, 7, 8)))


@pytest.mark.parametrize("meetings", [1, 2])
def test_every_board_meets_that_of_every_other_team_and_no_one_of_its_own(meetings: int) -> None:
    stage = TeamMatches(THREE.teams, meetings)
    due = stage.pairings(Field(tuple(range(9))), [])
    met = Counter(frozenset(each[2:]) for each in due)

    assert met == {
        frozenset((one, other)): meetings
        for board in range(3)
        for one in range(board, 9, 3)
        for other in range(board, 9, 3)
        if one < other
    }
    assert len({each[:2] for each in due}) == len(due)
    firsts = Counter(each.first for each in due)
    assert all(abs(2 * firsts[entry] - 2 * meetings) <= 2 for entry in range(9))


def test_the_meeting_counts_before_the_boards() -> None:
    """Team 0 wins both meetings by one board, team 1 beats team 2 by three."""
    field = Field(tuple(range(9)))
    due = THREE.pairings(field, [])
    lost = {frozenset((0, 3)), frozenset((0, 6))}

    def outcome(first: int, second: int) -> int:
        better = max(first, second) if frozenset((first, second)) in lost else min(first, second)
        return HOME if better == first else AWAY

    results = [Result.of(each, outcome(each.first, each.second)) for each in due]
    half = [*THREE.matches(field, results[:4])]
    teams = THREE.team_standings(field, results)

    assert [(each.entry, each.points) for each in teams] == [(0, 6), (1, 3), (2, 0)]
    assert [each.tie_breaks[0] for each in teams] == [12, 12, 3]
    assert [each.is_over for each in half] == [True, False, False]
    assert not THREE.pairings(field, results)
    assert {each.entry for each in THREE.standings(field, results)[:2]} == {1, 2}


def test_a_shorter_team_plays_as_many_boards_as_it_has_and_who_left_counts_for_neither() -> None:
    stage = TeamMatches(((0, 1, 2), (3, 4)))
    field = Field((0, 1, 2, 3, 4), left=frozenset({4}))
    results = play_out(stage, field, lambda due: [DRAW for _ in due])
    (meeting,) = stage.matches(field, results)

    assert [set(each[2:4]) for each in results] == [{0, 3}]
    assert (meeting.for_first, meeting.for_second, meeting.is_over) == (1, 1, True)
