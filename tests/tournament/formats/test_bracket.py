"""Knock-outs: seeds, byes, draws settled by dice, third place, the second chance and its last game."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from app.engine import AWAY, DRAW, HOME
from app.tournament.formats.bracket import NOBODY, BracketPart, Knockout, seats, spread
from app.tournament.formats.format import NEVER, Field, Pairing, play_out
from app.tournament.formats.lots import Lots
from tests.support.tables import by_row

COUNTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33)


def stronger(pairings: Sequence[Pairing]) -> list[int]:
    return [HOME if each.first < each.second else AWAY for each in pairings]


def by_chance(seed: int) -> object:
    draw = random.Random(seed)
    return lambda pairings: [draw.choice((HOME, DRAW, AWAY)) for _ in pairings]


def test_seeds_meet_as_late_as_they_can() -> None:
    """The usual bracket of eight."""
    assert [seed + 1 for seed in seats(8)] == [1, 8, 4, 5, 2, 7, 3, 6]


@by_row("count", COUNTS)
def test_the_strongest_win_in_order_and_only_they_rest(count: int) -> None:
    field = Field(tuple(range(count)))
    size = 1 << max(count - 1, 0).bit_length()
    results = play_out(Knockout(), field, stronger)
    table = Knockout().standings(field, results)

    resting = {*range(count)} - {side for each in results if each.round == 1 for side in each[2:4]}
    assert resting == ({*range(size - count)} if count > 1 else {*range(count)})
    assert len(results) == max(count - 1, 0) + (count > 3)
    assert [each.entry for each in table[:4]] == [*range(min(count, 4))]
    assert [each.place for each in table[:4]] == [*range(1, min(count, 4) + 1)]
    third = (results[-1].round, 2) if results else ()
    for each in results:
        if each[:2] != third and each.second is not None:
            # of the two, the weaker one is the strongest that they can meet in this round
            assert max(each.first, each.second) < size >> (each.round - 1)


@given(st.lists(st.integers(0, 7), min_size=3, max_size=40))
def test_sides_are_spread_over_a_bracket_without_touching_rests_or_ranks(sides: list[int]) -> None:
    """Only neighbours in seeding change places; in the first round no more meet their own than must."""
    count = len(sides)
    placed = spread(Field(tuple(range(count)), sides=sides, apart=True))
    order = seats(1 << (count - 1).bit_length())
    size, resting = len(order), len(order) - count
    line = [placed[seed] if seed < len(placed) else NOBODY for seed in order]
    games = [*zip(line[::2], line[1::2], strict=True)]
    busy = range(resting, size // 2), range(size // 2, count)
    waiting, rest = (Counter(sides[at] for at in those) for those in busy)
    unavoidable = max(waiting[side] + rest[side] - len(busy[1]) for side in {*sides})

    assert sorted(each for each in placed if each != NOBODY) == [*range(count)]
    for part in (1 << power for power in range(size.bit_length() - 1)):
        for at in range(0, size, size // part):  # each part of the bracket has one of the best
            assert sum(0 <= each < part for each in line[at : at + size // part]) == 1
    assert {first for first, second in games if second == NOBODY} == {*range(resting)}
    own = [two for two in games if NOBODY not in two and sides[two[0]] == sides[two[1]]]
    assert len(own) == max(unavoidable, 0)


@by_row("count", COUNTS)
def test_where_all_are_of_different_sides_a_bracket_stays_as_it_is(count: int) -> None:
    field = Field(tuple(range(count)), sides=range(count), apart=True)
    results = play_out(Knockout(), field, stronger)

    assert results == play_out(Knockout(), Field(field.seeds), stronger)


def test_of_one_side_the_last_two_meet_in_the_final() -> None:
    """By seeds alone 1 meets 4 in the first round, and 5 meets 8 two rounds before the final."""
    for sides in ([0, 1, 1, 0], [0, 1, 2, 3, 4, 5, 6, 0], [0, 1, 2, 2, 3, 3, 1, 0]):
        field = Field(tuple(range(len(sides))), sides=sides, apart=True)
        results = play_out(Knockout(third_place=False), field, stronger)
        earlier = [each for each in results if each.round < results[-1].round]
        assert all(sides[each.first] != sides[each.second or 0] for each in earlier)


@by_row("count", COUNTS)
@by_row("reset", [True, False])
def test_with_a_second_chance_everybody_but_the_first_loses_twice(count: int, reset: bool) -> None:
    stage = Knockout(second_chance=True, reset=reset)
    for seed in range(6):
        field = Field(tuple(range(count)), lots=Lots(root=bytes([seed]) * 32))
        results = play_out(stage, field, by_chance(seed))  # type: ignore[arg-type]
        games = stage.games(field, results)
        lost = Counter(each.loser for each in games if each.outcome is not None)
        table = stage.standings(field, results)
        if count < 2:
            assert not results
            continue
        winner = table[0].entry
        assert games[-1].winner == winner
        assert all(lost[each] == 2 for each in range(count) if each not in {winner, table[1].entry})
        assert lost[table[1].entry] == 2 if reset else lost[table[1].entry] in {1, 2}
        assert lost[winner] in {0, 1}
        assert len(results) in {2 * count - 2, 2 * count - 1}
        assert [each.place for each in table[:2]] == [1, 2]
        assert len({(each.round, each.table) for each in results}) == len(results)
        assert all(
            n == 1
            for n in Counter((each.round, side) for each in results for side in each[2:4]).values()
        )


def test_the_final_is_played_again_only_if_the_unbeaten_one_loses_it() -> None:
    field = Field((0, 1))
    stage = Knockout(second_chance=True)
    upset = play_out(stage, field, lambda due: [AWAY if each.round == 2 else HOME for each in due])

    assert [each.planned.part for each in stage.games(field, upset)] == [
        BracketPart.WINNERS, BracketPart.FINAL, BracketPart.RESET,
    ]  # fmt: skip
    assert len(play_out(stage, field, stronger)) == 2


def test_a_draw_is_settled_by_dice_and_stays_a_draw() -> None:
    lots = Lots(root=b"\xaa" * 32, stage="cup", rules="laplaplus@1", nonces=("alice", "bob"))
    field = Field((0, 1), lots=lots)
    (result,) = play_out(Knockout(), field, lambda due: [DRAW for _ in due])
    (game,) = Knockout().games(field, [result])

    assert result.outcome == DRAW
    assert list(game.throws) == lots.throws(1, 1, 0, 1)
    assert all(one == other for one, other in game.throws[:-1])
    one, other = game.throws[-1]
    assert (game.winner == 0) == (one > other)
    assert Knockout().standings(field, [result])[0].draws == 1


def test_dice_differ_by_pairing_and_favour_nobody() -> None:
    lots = Lots(root=b"\x01" * 32, rules="laplaplus@1")
    thrown = [lots.throws(1, table, 0, 1) for table in range(1, 401)]

    assert len({str(each) for each in thrown}) > 30
    assert 160 < sum(each[-1][0] > each[-1][1] for each in thrown) < 240
    assert any(len(each) > 1 for each in thrown)
    assert all(1 <= die <= 6 for each in thrown for two in each for die in two)


def test_whoever_left_loses_without_a_battle_and_results_stand() -> None:
    field = Field((0, 1, 2, 3), left={0: 0})
    before = Knockout().pairings(Field(field.seeds), [])
    after = Knockout().pairings(field, [])

    assert set(after) < set(before)
    results = play_out(Knockout(), field, stronger)
    assert Knockout().standings(field, results)[0].entry == 1


@by_row("stage", [Knockout(), Knockout(second_chance=True)])
def test_results_may_come_in_any_order(stage: Knockout) -> None:
    field = Field(tuple(range(11)))
    results = play_out(stage, field, by_chance(3))  # type: ignore[arg-type]
    draw = random.Random(1)

    some: list = []  # type: ignore[type-arg]
    known = {each[:2]: each for each in results}
    while due := stage.pairings(field, some):
        assert all(known[each[:2]][:4] == each for each in due)
        some.append(known[draw.choice(due)[:2]])
    assert sorted(some) == sorted(results)
    assert stage.standings(field, some) == stage.standings(field, results)


@pytest.mark.parametrize("stage", [Knockout(), Knockout(second_chance=True)])
def test_one_late_takes_a_place_left_empty_else_goes_before_the_first_round(
    stage: Knockout,
) -> None:
    """In a full bracket the late one meets the last of the seeds that have nobody; all others meet as they would have."""
    whole = Field(tuple(range(8)))
    hole = Field(tuple(range(9)), left={5: NEVER}, late=frozenset({8}))
    more = Field(tuple(range(9)), late=frozenset({8}))
    met = {frozenset(each[2:4]) for each in stage.pairings(whole, [])}
    filled = {frozenset(each[2:4]) for each in stage.pairings(hole, [])}
    results = play_out(stage, more, lambda due: [HOME for _ in due])
    every = {frozenset(each[2:4]) for each in results}

    assert {pair for pair in met if 5 not in pair} <= filled
    assert {pair - {5} | {8} for pair in met if 5 in pair} <= filled
    assert len(met & every) >= 3
    assert {each.entry for each in stage.standings(hole, [])} == {*range(9)} - {5}
