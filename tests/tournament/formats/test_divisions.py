"""Divisions: all meet in theirs, the best go up, the last go down, and nobody is lost."""

import random
from collections.abc import Sequence

from app.engine import AWAY, DRAW, HOME
from app.tournament.formats.divisions import Divisions
from app.tournament.formats.format import Field, Pairing, play_out
from tests.support.tables import by_row


def stronger(pairings: Sequence[Pairing]) -> list[int]:
    return [HOME if each.first < each.second else AWAY for each in pairings]


def test_the_best_go_up_and_the_last_go_down() -> None:
    """Three divisions of three; the lower number wins, the seeds are upside down."""
    stage = Divisions((3, 3, 3))
    field = Field((8, 7, 6, 5, 4, 3, 2, 1, 0))
    results = play_out(stage, field, stronger)

    assert stage.members(field) == [(8, 7, 6), (5, 4, 3), (2, 1, 0)]
    assert [each.entry for each in stage.standings(field, results)] == [6, 7, 8, 3, 4, 5, 0, 1, 2]
    assert stage.promoted(field, results) == (6, 7, 3, 8, 4, 0, 5, 1, 2)


def test_over_the_seasons_the_strongest_come_to_the_top() -> None:
    stage = Divisions((4, 4, 4), moves=2)
    order = tuple(random.Random(1).sample(range(14), 14))
    for _ in range(6):
        field = Field(order)
        order = stage.promoted(field, play_out(stage, field, stronger))

    assert order[:2] == (0, 1)
    assert {0, 1, 2, 3} <= {*order[:8]}
    assert sorted(order) == [*range(14)]


@by_row("count", [0, 1, 3, 5, 9, 12])
def test_whoever_is_few_or_many_meets_the_own_division_alone(count: int) -> None:
    stage = Divisions((2, 4), moves=3, meetings=2)
    field = Field(tuple(range(count)))
    division = {entry: at for at, each in enumerate(stage.members(field)) for entry in each}
    due = stage.pairings(field, [])
    results = play_out(stage, field, lambda due: [DRAW for _ in due])

    assert all(division[each.first] == division[each.second or 0] for each in due)
    sizes = [len(each) for each in stage.members(field)]
    assert len(due) == sum(size * (size - 1) for size in sizes)
    assert sorted(stage.promoted(field, results)) == [*range(count)]
    assert len({each[:2] for each in due}) == len(due)
