"""Circles are counted exactly, and the most striking are found."""

from collections.abc import Sequence
from itertools import combinations, islice, permutations

from hypothesis import given

from app.statistics.crosstable import Crossed
from app.statistics.cycles import circles, highest
from tests.league.tables import crossed, crossed_of, tables


def go_round(table: Crossed, triple: Sequence[int]) -> bool:
    """Whether each of them beat the next, in this order or the other."""
    a, b, c = triple
    won = table.won
    return any(
        won[x] >> y & 1 and won[y] >> z & 1 and won[z] >> x & 1
        for x, y, z in ((a, b, c), (a, c, b))
    )


def all_circles(table: Crossed) -> list[tuple[int, ...]]:
    return [each for each in combinations(range(len(table.won)), 3) if go_round(table, each)]


def test_three_who_beat_each_other_in_turn_are_a_circle() -> None:
    table = crossed("-WL", "L-W", "WL-")

    assert circles(table) == 1
    assert list(highest(table)) == [(0, 1, 2)]


def test_a_pecking_order_has_none() -> None:
    table = crossed("-WWW", "L-WW", "LL-W", "LLL-")

    assert (circles(table), list(highest(table))) == (0, [])


def test_a_draw_closes_no_circle() -> None:
    """0 beat 1, 1 beat 2, and 2 drew with 0. With 3, who lost to 0 and 1 and beat 2, it is no more."""
    table = crossed("-WDW", "L-WW", "DL-L", "LLW-")

    assert circles(table) == 0


def test_five_in_rock_paper_scissors_lizard_spock_have_five() -> None:
    """Everybody beats two and loses to two: 10 triples, of which 5·C(2,2) have somebody who beat both others."""
    table = crossed("-WWLL", "L-WWL", "LL-WW", "WLL-W", "WWLL-")

    assert circles(table) == 10 - 5


@given(tables())
def test_as_many_as_a_count_of_all_triples(rows: list[bytes]) -> None:
    assert circles(crossed_of(rows)) == len(all_circles(crossed_of(rows)))


@given(tables(ends="WL", most=12))
def test_as_many_without_draws(rows: list[bytes]) -> None:
    assert circles(crossed_of(rows)) == len(all_circles(crossed_of(rows)))


@given(tables(ends="WWLLD", most=12))
def test_the_highest_are_those_whose_lowest_member_stands_highest(rows: list[bytes]) -> None:
    """Found by hand: of all circles of those who are in none yet, the first by its lowest, then its best."""
    table = crossed_of(rows)
    left = all_circles(table)
    found = []
    while left:
        found.append(min(left, key=lambda triple: (triple[2], triple)))
        left = [triple for triple in left if not set(triple) & set(found[-1])]

    assert [tuple(sorted(each)) for each in highest(table)] == found


@given(tables(ends="WWLLD", most=12))
def test_each_beat_the_next_and_the_best_stands_first(rows: list[bytes]) -> None:
    table = crossed_of(rows)

    for a, b, c in islice(highest(table), 3):
        assert a == min(a, b, c)
        assert table.won[a] >> b & table.won[b] >> c & table.won[c] >> a & 1


@given(tables(most=6))
def test_names_change_nothing(rows: list[bytes]) -> None:
    """Whoever is numbered how, as many go round."""
    counts = set()
    for order in islice(permutations(range(len(rows))), 0, None, 97):
        counts.add(circles(crossed_of([bytes(rows[i][j] for j in order) for i in order])))

    assert len(counts) == 1
