"""Groups: by seeding or by lot, all meet in theirs, the best go on and meet their own group last."""

from collections import Counter
from collections.abc import Sequence

from app.engine import AWAY, HOME
from app.tournament.formats.bracket import Knockout
from app.tournament.formats.format import Field, Pairing, play_out
from app.tournament.formats.groups import Groups
from app.tournament.formats.lots import Lots
from tests.support.tables import by_row


def stronger(pairings: Sequence[Pairing]) -> list[int]:
    return [HOME if each.first < each.second else AWAY for each in pairings]


def test_groups_are_filled_to_and_fro_by_seeding() -> None:
    field = Field((5, 0, 1, 2, 3, 4, 6))

    assert Groups(3).members(field) == [(5, 4, 6), (0, 3), (1, 2)]


@by_row(("count", "groups"), [(7, 3), (8, 2), (9, 4), (32, 8), (3, 3), (2, 4)])
@by_row("by_lot", [True, False])
@by_row("meetings", [1, 2])
def test_all_meet_in_their_group_and_nobody_else(
    count: int, groups: int, by_lot: bool, meetings: int
) -> None:
    stage = Groups(groups, by_lot=by_lot, meetings=meetings)
    field = Field(tuple(range(count)), lots=Lots(root=b"\x07" * 32))
    members = stage.members(field)
    due = stage.pairings(field, [])
    met = Counter(frozenset(each[2:]) for each in due)

    assert sorted(sum(members, ())) == [*range(count)]
    assert max(map(len, members)) - min(map(len, members)) <= 1
    assert met == {
        frozenset((one, other)): meetings
        for group in members
        for one in group
        for other in group
        if one < other
    }
    assert len({each[:2] for each in due}) == len(due)
    results = play_out(stage, field, stronger)
    assert not stage.pairings(field, results)
    assert stage.pairings(field, results[::2]) == [
        each for each in due if each in {result[:4] for result in results[1::2]}
    ]
    firsts = [min(group) for group in members if group]
    assert [each.entry for each in stage.standings(field, results)][: len(firsts)] == firsts


def test_a_lot_is_drawn_from_the_seed_and_can_be_drawn_again() -> None:
    fields = [Field(tuple(range(16)), lots=Lots(root=bytes([at]) * 32)) for at in (1, 1, 2)]
    one, again, other = (Groups(4, by_lot=True).members(field) for field in fields)

    assert one == again != other


@by_row("groups", [2, 4, 8])
def test_two_of_a_group_meet_again_in_the_final_at_the_earliest(groups: int) -> None:
    field = Field(tuple(range(groups * 4)))
    stage = Groups(groups)
    results = play_out(stage, field, stronger)
    through = stage.qualified(field, results)
    group_of = {entry: at for at, each in enumerate(stage.members(field)) for entry in each}

    assert len(through) == 2 * groups
    assert [group_of[entry] for entry in through[:groups]] == [*range(groups)]
    for one in range(groups):
        favoured = {entry for entry in through if group_of[entry] == one}
        met = play_out(
            Knockout(third_place=False),
            Field(through),
            lambda due, favoured=favoured: [  # type: ignore[misc]
                HOME if each.first in favoured else AWAY for each in due
            ],
        )
        assert {met[-1].first, met[-1].second} == favoured


def test_those_who_go_on_are_the_best_of_each_group() -> None:
    field = Field(tuple(range(9)))
    stage = Groups(3, best=1)

    assert stage.qualified(field, play_out(stage, field, stronger)) == (0, 1, 2)
