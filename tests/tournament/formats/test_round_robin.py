"""The Berger tables: who meets whom, and in which seat."""

from collections import Counter

from hypothesis import given, strategies as st

from app.engine import NOT_PLAYED
from app.tournament.formats.format import Pairing
from app.tournament.formats.round_robin import double, rounds, single, until
from tests.support.tables import by_row

SIX = """
1-6 2-5 3-4
6-4 5-3 1-2
2-6 3-1 4-5
6-5 1-4 2-3
3-6 4-2 5-1
"""
"""FIDE Handbook C.05, annex 1: the table for five or six players."""


def test_six_meet_as_the_handbook_of_chess_has_it() -> None:
    lines: dict[int, list[str]] = {}
    for each in single(6):
        lines.setdefault(each.round, []).append(f"{each.first + 1}-{each.second + 1}")

    assert "\n".join(" ".join(line) for line in lines.values()) == SIX.strip()


@by_row("count", [0, 1, 2, 3, 4, 5, 6, 7, 8, 19, 20, 33])
def test_everybody_meets_everybody_once_and_sits_in_both_seats_alike(count: int) -> None:
    pairings = [*single(count)]
    met = Counter(frozenset((each.first, each.second)) for each in pairings)
    firsts = Counter(each.first for each in pairings)
    places = Counter(
        (each.round, place) for each in pairings for place in (each.first, each.second)
    )

    assert len(met) == len(pairings) == count * (count - 1) // 2
    assert all(abs(2 * firsts[place] - (count - 1)) <= 1 for place in range(count))
    assert set(places.values()) <= {1}
    assert len({(each.round, each.table) for each in pairings}) == len(pairings)
    assert max((each.table for each in pairings), default=0) == count // 2


def test_a_second_match_exchanges_the_seats() -> None:
    first, second = [*single(5)], [*double(5)][len([*single(5)]) :]

    assert [(each.second, each.first) for each in second] == [each[2:] for each in first]
    assert [each.round for each in second] == [each.round + rounds(5) for each in first]
    assert next(iter(single(2))) == Pairing(1, 1, 0, 1)


@given(st.integers(2, 40), st.integers(0, 41))
def test_until_a_round_everybody_has_met_those_of_its_tables_and_nobody_else(
    count: int, last: int
) -> None:
    pairs = [{each.first, each.second} for each in single(count) if each.round <= last]
    for entrant in range(count):
        row = until(bytes([1] * count), entrant, last)
        found = {each for each in range(count) if row[each] != NOT_PLAYED} - {entrant}
        assert found == {other for pair in pairs if entrant in pair for other in pair - {entrant}}
