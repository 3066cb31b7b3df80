"""Team matches: board meets board, first seats go by turns, the match counts before the boards."""

from collections import Counter
from collections.abc import Callable, Sequence

from hypothesis import given, strategies as st

from app.engine import AWAY, DRAW, HOME
from app.tournament.formats.bracket import Knockout
from app.tournament.formats.format import WITHOUT_BATTLE, Bye, Field, Format, Pairing, play_out
from app.tournament.formats.round_robin import RoundRobin
from app.tournament.formats.swiss import Swiss
from app.tournament.formats.teams import TeamMatches
from app.tournament.scoring import Scoring

THREE = TeamMatches(RoundRobin(), 3)
NINE = Field(tuple(range(9)), sides=(0, 0, 0, 1, 1, 1, 2, 2, 2))


def unless(*upsets: tuple[int, int]) -> Callable[[Sequence[Pairing]], list[int]]:
    """The lower number wins, but for these pairs, in which the higher one does."""

    def play(due: Sequence[Pairing]) -> list[int]:
        return [
            HOME if (each.first < each.second) != (tuple(sorted(each[2:])) in upsets) else AWAY
            for each in due
        ]

    return play


@given(
    sizes=st.lists(st.integers(1, 4), min_size=2, max_size=5),
    boards=st.integers(1, 4),
    inner=st.sampled_from([RoundRobin(), RoundRobin(2), Swiss(3), Knockout(), Knockout(True)]),
    shuffled=st.randoms(use_true_random=False),
    gone=st.sets(st.integers(0, 19), max_size=3),
)
def test_teams_of_any_size_play_to_the_end_and_each_member_once_a_round_at_their_own_board(
    sizes: list[int], boards: int, inner: Format, shuffled: st.DataObject, gone: set[int]
) -> None:
    sides = [side for side, size in enumerate(sizes) for _ in range(size)]
    seeds = [*range(len(sides))]
    shuffled.shuffle(seeds)  # type: ignore[attr-defined]
    left = dict.fromkeys(gone & {*seeds}, 0)
    field = Field(tuple(seeds), left=left, sides=sides)
    stage = TeamMatches(inner, boards)
    results = play_out(stage, field, unless())
    board_of = {
        entry: at for team in stage.lineups(field).values() for at, entry in enumerate(team)
    }
    busy = Counter(
        (each.round, entry) for each in results for entry in each[2:4] if entry is not None
    )

    assert not stage.pairings(field, results)
    assert results == play_out(stage, field, unless())
    assert stage.standings(field, results) == stage.standings(field, results[::-1])
    assert {*busy.values()} <= {1}
    assert left.keys().isdisjoint(entry for _, entry in busy)
    for each in results:
        assert board_of[each.first] < boards
        if each.second is not None:
            assert sides[each.first] != sides[each.second]
            assert board_of[each.first] == board_of[each.second]
            assert (each.table - 1) % boards == board_of[each.first]
    if isinstance(inner, RoundRobin):
        met = Counter(frozenset(each[2:4]) for each in results if each.second is not None)
        assert met == {
            frozenset((one, other)): inner.meetings
            for one in seeds
            for other in seeds
            if sides[one] < sides[other]
            and board_of[one] == board_of[other] < boards
            and left.keys().isdisjoint((one, other))
        }


def test_the_match_counts_before_the_boards() -> None:
    """Team 0 wins both matches by one board, team 1 beats team 2 by three."""
    results = play_out(THREE, NINE, unless((0, 3), (0, 6)))
    half = THREE.matches(NINE, results[:4])
    teams = THREE.team_standings(NINE, results)

    assert [(each.entry, each.points) for each in teams] == [(0, 6), (3, 3), (6, 0)]
    assert [each.tie_breaks[0] for each in teams] == [4, 4, 1]
    assert [each.is_over for each in half] == [True, False, False]
    assert [(each.first, each.points) for each in THREE.matches(NINE, results)] == [
        (3, (3, 0)),
        (0, (2, 1)),
        (6, (1, 2)),
    ]
    lines = THREE.standings(NINE, results)
    assert [(each.entry, each.place) for each in lines[:4]] == [(0, 1), (1, 1), (2, 1), (3, 4)]
    assert lines[0].points < lines[1].points
    assert THREE.cut(NINE, results, 2).through == (0, 1, 2, 3, 4, 5)


def test_a_missing_board_is_lost_and_a_member_above_the_boards_sits_out() -> None:
    field = Field((0, 1, 2, 3, 4), left={0: 0}, sides=(0, 0, 0, 1, 1))
    stage = TeamMatches(RoundRobin(), 2)
    due = stage.pairings(field, [])
    results = play_out(stage, field, lambda pairs: [DRAW for _ in pairs])
    (match,) = stage.matches(field, results)

    assert due == [Bye(1, 3), Pairing(1, 2, 4, 1)]
    assert match.points == (0.5, 1.5)
    assert results[0].outcome >> 2 == WITHOUT_BATTLE
    assert {each.entry: each.points for each in stage.standings(field, results)} == {
        3: 3,
        4: 1,
        0: 0,
        1: 1,
        2: 0,
    }


def test_a_level_match_of_a_knock_out_is_won_at_the_higher_boards_else_by_dice() -> None:
    """One board each: the first team won at the second board, the other at the first."""
    field = Field((0, 1, 2, 3), Scoring(), sides=(0, 0, 1, 1))
    stage = TeamMatches(Knockout(), 2)
    results = play_out(stage, field, unless((0, 2)))
    (game,) = stage.games(field, results)
    drawn = play_out(stage, field, lambda due: [DRAW for _ in due])
    (by_dice,) = stage.games(field, drawn)

    assert game.winner == 2
    assert not game.throws
    assert [each.entry for each in stage.team_standings(field, results)] == [2, 0]
    assert by_dice.throws
    assert stage.standings(field, drawn)[0].entry == by_dice.winner


def test_a_team_that_rests_has_won_all_its_boards() -> None:
    stage = TeamMatches(Swiss(1), 3)
    results = play_out(stage, NINE, unless())
    (rest,) = [each for each in stage.matches(NINE, results) if each.second is None]

    assert sum(rest.points) == rest.points[0] == 3
    assert sum(each.second is None for each in results) == 3
