"""How a round was drawn: the same function tells the pairings and why, by the results before it."""

from collections.abc import Callable, Sequence
from random import Random

from app.engine import AWAY, DRAW, HOME
from app.tournament.formats.bracket import Knockout
from app.tournament.formats.by_hand import ByHand
from app.tournament.formats.divisions import Divisions
from app.tournament.formats.format import (
    BYE,
    NEVER,
    Bye,
    Field,
    Format,
    Pairing,
    PairingResult,
    play_out,
)
from app.tournament.formats.groups import Groups
from app.tournament.formats.hill import Hill
from app.tournament.formats.round_robin import RoundRobin, single
from app.tournament.formats.swiss import Swiss
from app.tournament.formats.teams import TeamMatches
from tests.support.tables import by_row

FORMATS: list[Format] = [
    RoundRobin(),
    RoundRobin(2),
    Groups(3),
    Groups(2, by_lot=True),
    Divisions((4, 3)),
    Swiss(4),
    Knockout(),
    Knockout(second_chance=True),
    Hill(4),
    ByHand(tuple(single(9))),
]


def by_chance(random: Random) -> Callable[[Sequence[Pairing]], list[int]]:
    return lambda due: [random.choice((HOME, AWAY, DRAW)) for _ in due]


@by_row("stage", FORMATS)
@by_row("way", ["whole", "apart", "left"])
def test_every_round_is_drawn_again_as_it_was_paired(stage: Format, way: str) -> None:
    for seed in range(3):
        random = Random(seed)
        seeds = random.sample(range(9), 9)
        field = Field(tuple(seeds))
        if way == "apart":
            avoids = {0: frozenset({5}), 5: frozenset({0})}
            field = Field(
                tuple(seeds), sides=[at % 4 for at in range(9)], apart=True, avoids=avoids
            )
        if way == "left":
            field = Field(tuple(seeds), left={2: 1, 7: NEVER}, late=frozenset({8}))
        results = play_out(stage, field, by_chance(random))
        if isinstance(stage, Knockout):
            results = [each for each in results if each.second is not None]
        for round_ in {each.round for each in results}:
            drawn = stage.draw(field, results, round_)
            known = {
                each[:4] for each in results if each.round == round_ and each.second is not None
            }
            met = {each[:4] for each in drawn.due if not isinstance(each, Bye)}
            rest = {each.first for each in drawn.due if isinstance(each, Bye)}

            assert met >= known
            assert isinstance(stage, Knockout) or met == known
            if isinstance(stage, Swiss):
                assert rest == {e.first for e in results if e.round == round_ and e.second is None}
            there = {0, *(each.table for each in drawn.due if not isinstance(each, Bye))}
            assert {each.table for each in drawn.reasons} <= there
            assert all(0 <= entrant < 9 for each in drawn.reasons for entrant in each.entrants)


def kinds(stage: Format, field: Field, results: list[PairingResult], round_: int) -> set[str]:
    return {each.kind for each in stage.draw(field, results, round_).reasons}


def test_a_swiss_round_tells_score_groups_floats_seats_byes_and_what_was_forbidden() -> None:
    field = Field(tuple(range(5)), avoids={0: frozenset({1}), 1: frozenset({0})})
    results = play_out(Swiss(3), field, lambda due: [HOME for _ in due])
    first, second = (Swiss(3).draw(field, results, at).reasons for at in (1, 2))

    assert {each.kind for each in first} == {"first-round", "apart", "bye"}  # no seats yet
    assert [each.entrants for each in first if each.kind == "apart"] == [(0, 1)]
    groups = [(*each.figures, *each.entrants) for each in second if each.kind == "score-group"]
    assert [each[0] for each in groups] == [3, 0]
    assert {"float", "seats", "bye"} <= {each.kind for each in second}
    for each in second:
        if each.kind == "seats":
            assert all(0 <= many <= 1 for many in each.figures)
        if each.kind == "float":
            assert list(each.figures) == [3, 0]


def test_what_organisers_set_and_who_rests_of_a_large_side_is_told() -> None:
    given = (Pairing(1, 0, 0, 1), Bye(1, 2))
    sides = [0, 0, 0, 0, 0, 1]
    large = Field(tuple(range(6)), sides=sides, apart=True)

    assert {"given", "given-bye"} <= kinds(Swiss(3), Field(tuple(range(6)), given=given), [], 1)
    assert "surplus" in kinds(Swiss(3), large, [], 1)


def test_where_seats_leave_no_pairing_that_is_told() -> None:
    field, random = Field(tuple(range(5))), Random(0)
    results = play_out(Swiss(4), field, by_chance(random))

    assert "seatless" in kinds(Swiss(4), field, results, 4)
    assert "met" in kinds(Swiss(4), field, results, 3) | kinds(Swiss(4), field, results, 4)


def test_a_bracket_tells_seeds_free_places_who_changed_places_and_where_each_came_from() -> None:
    field = Field(tuple(range(6)))
    results = play_out(Knockout(second_chance=True), field, lambda due: [HOME for _ in due])
    sides = [0, 1, 1, 0, 2, 3]

    assert kinds(Knockout(), field, results, 1) == {"bracket", "seed", "free"}
    assert "moved" in kinds(Knockout(), Field(field.seeds, sides=sides, apart=True), [], 1)
    assert {"won", "lost", "came-free"} <= set().union(
        *(kinds(Knockout(second_chance=True), field, results, at) for at in (2, 3))
    )
    two = Field((0, 1), avoids={0: frozenset({1}), 1: frozenset({0})})
    assert "after-all" in kinds(Knockout(), two, [], 1)
    gone = Field(field.seeds, left={4: 0})
    assert "gone" in kinds(Knockout(), gone, [], 1)


def test_a_hill_tells_who_challenges_and_teams_are_drawn_by_their_captains() -> None:
    field = Field(tuple(range(5)))
    results = play_out(Hill(3), field, lambda due: [HOME for _ in due])

    assert kinds(Hill(3), field, results, 5) == {"challenge", "hill", "fallen"}
    teams = Field(tuple(range(6)), sides=[0, 0, 1, 1, 2, 2])
    stage = TeamMatches(Swiss(2), 2)
    drawn = stage.draw(teams, play_out(stage, teams, lambda due: [HOME for _ in due]), 2)
    assert {each.first for each in drawn.due} <= {0, 2, 4}
    assert any(isinstance(each, Bye) and each.outcome == BYE for each in drawn.due)
