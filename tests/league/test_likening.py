"""Builds alike."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine import Build
from app.league.likening import identical, one_change_apart

BUILDS = st.lists(
    st.lists(st.sampled_from("abc"), max_size=4).map(lambda cards: Build(tuple(cards))), max_size=14
)


def builds(*rows: str) -> list[Build]:
    return [Build(tuple(row)) for row in rows]


def test_the_same_cards_in_the_same_order_are_identical() -> None:
    assert identical(builds("ab", "ba", "ab", "b", "ba", "ab")) == [(0, 2, 5), (1, 4)]


@pytest.mark.parametrize(
    ("one", "other"), [("abc", "abd"), ("abc", "ab"), ("abc", "cba"), ("abc", "bac"), ("", "a")]
)
def test_one_change_apart(one: str, other: str) -> None:
    """Replaced, taken out, exchanged far and near, added to nothing."""
    assert one_change_apart(builds(one, other)) == [(0, 1)]


@pytest.mark.parametrize(
    ("one", "other"), [("abc", "bca"), ("ab", "cd"), ("ab", "bc"), ("a", "abc")]
)
def test_two_changes_apart(one: str, other: str) -> None:
    """Moved around, both replaced, one out and another in, two added."""
    assert one_change_apart(builds(one, other)) == []


def test_the_first_stands_for_all_identical_ones() -> None:
    assert one_change_apart(builds("a", "b", "a", "b")) == [(0, 1)]


@given(BUILDS)
def test_pairs_are_those_whom_a_change_makes_the_same(drawn: list[Build]) -> None:
    """Every change of every build, tried one by one."""
    first = {build: index for index, build in reversed(list(enumerate(drawn)))}
    expected = {
        (i, j)
        for i, j in combinations(sorted(first.values()), 2)
        if drawn[j].cards in neighbours(drawn[i].cards)
    }

    assert one_change_apart(drawn) == sorted(expected)


def neighbours(cards: tuple[str, ...]) -> set[tuple[str, ...]]:
    at = range(len(cards))
    replaced = {(*cards[:i], new, *cards[i + 1 :]) for i in at for new in "abc"}
    out = {cards[:i] + cards[i + 1 :] for i in at}
    added = {(*cards[:i], new, *cards[i:]) for i in range(len(cards) + 1) for new in "abc"}
    exchanged = set()
    for i, j in combinations(at, 2):
        new = list(cards)
        new[i], new[j] = new[j], new[i]
        exchanged.add(tuple(new))
    return (replaced | out | added | exchanged) - {cards}
