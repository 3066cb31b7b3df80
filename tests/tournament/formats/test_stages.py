"""Stages: who comes through one plays the next, lots are drawn for each by itself."""

from collections.abc import Sequence

import pytest

from app.engine import AWAY, DRAW, HOME
from app.tournament.formats.bracket import Knockout
from app.tournament.formats.format import Field, Pairing, Result, play_out
from app.tournament.formats.groups import Groups
from app.tournament.formats.lots import Lots
from app.tournament.formats.stages import Stage, under_way
from app.tournament.formats.swiss import Swiss

CUP = (Stage("groups", Groups(4)), Stage("final", Knockout()))


def stronger(pairings: Sequence[Pairing]) -> list[int]:
    return [HOME if each.first < each.second else AWAY for each in pairings]


def test_groups_go_over_into_a_knockout() -> None:
    field = Field(tuple(range(16)))
    results: dict[str, list[Result]] = {}
    first = under_way(CUP, field, results)
    results["groups"] = play_out(first.stage.format, first.field, stronger)
    second = under_way(CUP, field, results)
    results["final"] = play_out(second.stage.format, second.field, stronger)
    over = under_way(CUP, field, results)

    assert (first.at, second.at, over.at) == (0, 1, 1)
    assert (first.is_over, second.is_over, over.is_over) == (False, False, True)
    assert sorted(second.field.seeds) == [*range(8)]
    table = over.stage.format.standings(over.field, results["final"])
    assert [each.entry for each in table[:2]] == [0, 1]


def test_whoever_left_between_stages_does_not_go_on() -> None:
    stages = (Stage("swiss", Swiss(3), best=4), Stage("final", Knockout()))
    field = Field(tuple(range(8)))
    results = {"swiss": play_out(Swiss(3), field, stronger)}
    through = under_way(stages, field, results).field.seeds
    without = under_way(stages, Field(field.seeds, left=frozenset({through[0]})), results)

    assert len(through) == 4
    assert without.field.seeds == through[1:]


def test_each_stage_has_dice_of_its_own() -> None:
    twice = (Stage("one", Knockout(), best=2), Stage("two", Knockout()))
    field = Field((0, 1), lots=Lots(root=b"\x05" * 32, stage="cup"))
    drawn = {"one": [Result(1, 1, 0, 1, DRAW)]}
    first, second = under_way(twice, field, {}), under_way(twice, field, drawn)

    assert (first.field.lots.stage, second.field.lots.stage) == ("cup-one", "cup-two")
    with pytest.raises(ValueError, match="at least one"):
        under_way((), field, {})
