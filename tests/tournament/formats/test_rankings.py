"""The ranking with which a season begins: who goes up and down, who is new, and nobody is lost."""

from hypothesis import given, strategies as st

from app.tournament.formats.divisions import Divisions
from app.tournament.formats.format import Field, Pairing, play_out
from app.tournament.formats.rankings import FormerRank, Ranking, after_stages, ranked
from app.tournament.formats.round_robin import RoundRobin
from app.tournament.formats.stages import Phase, PlayedStage


def played(format_: Divisions | RoundRobin, count: int) -> Phase:
    """Of any two the one with the lower number wins."""
    field = Field(tuple(range(count)))

    def lower_wins(pairings: "list[Pairing]") -> list[int]:
        return [1 if each.first < each.second else 2 for each in pairings]

    results = play_out(format_, field, lower_wins)  # type: ignore[arg-type]
    return Phase(0, PlayedStage("1", format_), field, results, ())


def test_the_last_go_down_and_the_first_go_up() -> None:
    """Divisions of 0 1 2 and 3 4 5 6, one moves: 2 changes places with 3."""
    former = after_stages([played(Divisions((3, 3), 1), 7)])
    order = ranked(former, range(101, 108), {n: n - 100 for n in (101, 103, 104, 107)}, range(1, 9))

    assert [each.entry for each in former] == [0, 1, 3, 2, 4, 5, 6]
    assert [(each.number, each.division, each.place, each.bound) for each in order[:4]] == [
        (1, 1, 1, 1),
        (4, 2, 1, 1),
        (3, 1, 3, 2),
        (7, 2, 4, 2),
    ]
    assert order[4:] == [FormerRank(2), FormerRank(5), FormerRank(6), FormerRank(8)]


def test_a_season_without_divisions_ranks_by_its_places() -> None:
    former = after_stages([played(RoundRobin(), 4)])

    assert [(each.entry, each.division, each.place, each.of) for each in former] == [
        (entry, 0, entry + 1, 4) for entry in range(4)
    ]


@given(
    st.integers(2, 5),
    st.lists(st.integers(2, 4), min_size=2, max_size=4),
    st.integers(0, 3),
    st.data(),
)
def test_everybody_is_ranked_once_and_in_an_order_that_can_be_checked(
    lowest: int, sizes: list[int], moves: int, data: st.DataObject
) -> None:
    count = sum(sizes[:-1]) + lowest
    former = after_stages([played(Divisions(tuple(sizes), moves), count)])
    again = data.draw(st.permutations(range(count)))[: data.draw(st.integers(0, count))]
    numbers = range(1, len(again) + 3)
    now = {entry + 1: number for number, entry in enumerate(again, 1)}
    ranking = Ranking("spring", "", tuple(ranked(former, range(1, count + 1), now, numbers)))

    assert sorted(each.number for each in ranking.ranks) == [*numbers]
    assert ranking.is_in_order()
    assert Ranking.of(ranking.kept()) == ranking
    assert all(abs(each.bound - each.division) <= 1 for each in former)
    turned = Ranking("spring", "", ranking.ranks[::-1])
    assert len(numbers) < 2 or not turned.is_in_order()
