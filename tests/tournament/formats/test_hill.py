"""The hill: a new one challenges all who stand there, the weakest falls, age counts, and it closes never."""

import random

from app.engine import AWAY, DRAW, HOME
from app.tournament.formats.format import NEVER, Field, Pairing, PairingResult, play_out
from app.tournament.formats.hill import Hill, Top
from app.tournament.scoring import Scoring


def outcome(pairing: Pairing) -> int:
    """Two entries always have the same result, in either order."""
    low, high = sorted(pairing[2:])
    won = random.Random(low * 1000 + high).choice((HOME, AWAY, DRAW))
    return won if pairing.first == low or won == DRAW else HOME + AWAY - won


def test_a_new_one_meets_all_on_the_hill_and_nobody_else() -> None:
    field = Field(tuple(range(12)))
    stage = Hill(4)
    results: list[PairingResult] = []
    while due := stage.pairings(field, results):
        top, _ = stage.top(field, results)
        assert {each.first for each in due} == {due[0].first}
        assert [each.second for each in due] == [*top.entries]
        assert len(due) <= 4
        results.append(PairingResult.of(due[0], outcome(due[0])))
        assert stage.pairings(field, results)[: len(due) - 1] == due[1:]
        results += [PairingResult.of(each, outcome(each)) for each in due[1:]]
    top, _ = stage.top(field, results)

    assert len(top.entries) == 4
    assert len(top.fallen) == 8
    assert {*top.entries, *top.fallen} == {*range(12)}
    assert top.ages == {entry: 11 - entry for entry in top.entries}
    table = stage.standings(field, results)
    assert {each.entry for each in table[:4]} == {*top.entries}
    assert [each.entry for each in table[4:]] == [*reversed(top.fallen)]


def test_it_goes_on_whenever_somebody_enters() -> None:
    stage = Hill(3)
    play = lambda due: [outcome(each) for each in due]  # noqa: E731
    before = play_out(stage, Field((0, 1, 2, 3, 4)), play)
    one_more = Field((0, 1, 2, 3, 4, 5))

    assert not stage.pairings(Field((0, 1, 2, 3, 4)), before)
    assert play_out(stage, one_more, play)[: len(before)] == before
    assert {each.first for each in stage.pairings(one_more, before)} == {5}


def test_the_one_with_the_fewest_points_falls_and_of_equals_who_came_last() -> None:
    """Three who draw: the fourth loses to all and falls; a fifth draws with all and falls as the youngest."""
    scoring, top = Scoring(tie_breaks=()), Top()
    for entry in range(3):
        top = top.challenged(entry, bytes([DRAW] * entry), 3, scoring)
    weak = top.challenged(3, bytes([AWAY] * 3), 3, scoring)
    equal = weak.challenged(4, bytes([DRAW] * 3), 3, scoring)
    strong = equal.challenged(5, bytes([HOME, DRAW, DRAW]), 3, scoring)

    assert (weak.entries, weak.fallen) == ((0, 1, 2), (3,))
    assert (equal.entries, equal.fallen) == ((0, 1, 2), (3, 4))
    assert (strong.entries, strong.fallen) == ((1, 2, 5), (3, 4, 0))
    assert strong.ages == {1: 4, 2: 3, 5: 0}
    assert all(len(row) == 3 for row in strong.rows)


def test_who_leaves_stands_there_no_more() -> None:
    stage = Hill(3)
    results = play_out(stage, Field((0, 1, 2)), lambda due: [outcome(each) for each in due])
    top, due = stage.top(Field((0, 1, 2, 3), left={1: 3, 3: NEVER}), results)

    assert (top.entries, top.fallen, due) == ((0, 2), (1,), [])
