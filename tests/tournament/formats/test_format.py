"""What every format promises: its meetings, one after the other, are the same for the same input."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from app.engine import AWAY, DRAW, HOME
from app.tournament.formats.bracket import Knockout
from app.tournament.formats.divisions import Divisions
from app.tournament.formats.format import NEVER, Field, Format, Pairing, PairingResult, play_out
from app.tournament.formats.groups import Groups
from app.tournament.formats.hill import Hill
from app.tournament.formats.round_robin import RoundRobin, double, single
from app.tournament.formats.swiss import Swiss
from tests.support.tables import by_row


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


KEPT = {(0, 7), (1, 2), (2, 5), (3, 4)}
AVOIDS = {
    each: frozenset(other for two in KEPT if each in two for other in two if other != each)
    for two in KEPT
    for each in two
}


@by_row("seed", range(3))
@by_row(
    "stage",
    [RoundRobin(), RoundRobin(2), Groups(2), Divisions((4, 4)), Swiss(4), Hill(4), Knockout()],
)
def test_who_avoids_somebody_never_meets_them_but_where_a_knockout_leaves_no_other(
    stage: Format, seed: int
) -> None:
    seeds = [*range(8)]
    Random(seed).shuffle(seeds)
    field = Field(tuple(seeds), avoids=AVOIDS)
    results = play_out(stage, field, stronger)
    pairs = [(each.round, each.first, each.second) for each in results if each.second is not None]
    met = {(min(two), max(two)) for _, *two in pairs}
    first = {(min(two), max(two)) for round_, *two in pairs if round_ == 1}

    assert results
    assert not (first if isinstance(stage, Knockout) else met) & KEPT
    if isinstance(stage, RoundRobin):
        assert len(met) == 28 - len(KEPT)


def test_two_who_avoid_each_other_are_in_different_groups() -> None:
    for two in combinations(range(9), 2):
        one, other = two
        avoids = {one: frozenset({other}), other: frozenset({one})}
        groups = Groups(3).members(Field(tuple(range(9)), avoids=avoids))

        assert sorted(map(len, groups)) == [3, 3, 3]
        assert not any({*two} <= {*group} for group in groups)


def test_in_a_knockout_two_who_avoid_each_other_are_in_different_halves() -> None:
    for two in combinations(range(2, 8), 2):
        one, other = two
        avoids = {one: frozenset({other}), other: frozenset({one})}
        field = Field(tuple(range(8)), avoids=avoids)
        games = Knockout(third_place=False).games(field, [])
        halves = [
            {side for each in half for side in (each.first, each.second)}
            for half in (games[:2], games[2:4])
        ]

        assert not any({*two} <= half for half in halves)
        assert field.classes[one] == field.classes[other]


def test_of_a_chain_of_wishes_that_joins_more_than_half_the_rest_is_left_to_chance() -> None:
    avoids = {0: frozenset({1, 2, 3}), 1: frozenset({0}), 2: frozenset({0}), 3: frozenset({0})}
    classes = Field((0, 1, 2, 3), avoids=avoids).classes

    assert classes[0] == classes[1]
    assert len({*classes.values()}) == 3
