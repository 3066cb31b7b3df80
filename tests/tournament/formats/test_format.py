"""What every format promises: its meetings, one after the other, are the same for the same input."""

from collections.abc import Sequence

from app.engine import AWAY, DRAW, HOME
from app.tournament.formats.format import NEVER, Field, Pairing, PairingResult, play_out
from app.tournament.formats.round_robin import RoundRobin, double, single


def stronger(pairings: Sequence[Pairing]) -> list[int]:
    """The lower number wins, its neighbour draws."""
    return [
        DRAW if abs(each.first - each.second) == 1 else HOME if each.first < each.second else AWAY
        for each in pairings
    ]


def test_a_round_robin_is_what_the_berger_tables_say_and_needs_no_order_of_results() -> None:
    field = Field((4, 2, 0, 3, 1))
    all_at_once = RoundRobin().pairings(field, [])
    results = play_out(RoundRobin(), field, stronger)

    assert [(each.first, each.second) for each in all_at_once] == [
        (field.seeds[each.first], field.seeds[each.second]) for each in single(5)
    ]
    for some in (results[::2], results[::-3], results):
        left = RoundRobin().pairings(field, some)
        done = {each[:4] for each in some}
        assert left == [each for each in all_at_once if each not in done]
    assert [each.entry for each in RoundRobin().standings(field, results)] == [0, 1, 2, 3, 4]
    assert len(RoundRobin(2).pairings(field, [])) == len([*double(5)])


def test_whoever_leaves_a_round_robin_loses_what_is_left_and_who_never_was_there_met_nobody() -> (
    None
):
    whole, retired, never = (
        RoundRobin().pairings(Field((0, 1, 2, 3), left=left), [])
        for left in ({}, {2: 1}, {2: NEVER})
    )
    without = [each for each in retired if isinstance(each, PairingResult)]

    assert never == [each for each in whole if 2 not in each[2:]]
    assert [each[:4] for each in retired] == [each[:4] for each in whole]
    assert {each.round for each in without} == {2, 3}
    lost = {each.first if each.outcome & 3 == AWAY else each.second for each in without}
    assert lost == {2}
