"""Builds alike."""

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given, strategies as st

from app.engine import Build
from app.statistics.similarity import Likeness, Near, changes_between, identical, one_change_apart
from tests.support.tables import by_row

BUILDS = st.lists(
    st.lists(st.sampled_from("abc"), max_size=4).map(lambda cards: Build(tuple(cards))), max_size=14
)


def builds(*rows: str) -> list[Build]:
    return [Build(tuple(row)) for row in rows]


def test_the_same_cards_in_the_same_order_are_identical() -> None:
    assert identical(builds("ab", "ba", "ab", "b", "ba", "ab")) == [(0, 2, 5), (1, 4)]


@by_row(
    ("one", "other"), [("abc", "abd"), ("abc", "ab"), ("abc", "cba"), ("abc", "bac"), ("", "a")]
)
def test_one_change_apart(one: str, other: str) -> None:
    """Replaced, taken out, exchanged far and near, added to nothing."""
    assert one_change_apart(builds(one, other)) == [(0, 1)]


@by_row(("one", "other"), [("abc", "bca"), ("ab", "cd"), ("ab", "bc"), ("a", "abc")])
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


@by_row(
    ("one", "other", "changes"),
    [
        ("abcd", "abcd", 0),
        ("", "abc", 3),
        ("abcd", "bcda", 2),  # a goes out above and comes in below
        ("abcd", "badc", 2),  # two exchanges
        ("abcd", "dcba", 2),
        ("abcd", "xbad", 2),  # one replaced by a, which was replaced by x
        ("abcdx", "badcy", 3),  # two exchanges, one replaced
        ("axbyc", "cxayb", 2),  # two exchanges in a round of three
        ("cdddca", "cdadcbd", 2),  # an exchange and a card added
        ("aab", "bba", 2),  # an exchange and a card replaced
        ("abcdefgh", "hgfedcba", 4),
    ],
)
def test_so_many_changes_make_one_the_other(one: str, other: str, changes: int) -> None:
    assert changes_between(tuple(one), tuple(other)) == changes
    assert changes_between(tuple(other), tuple(one)) == changes


@given(st.lists(st.sampled_from("abc"), max_size=6).map(tuple), st.randoms(use_true_random=False))
def test_fewer_changes_never_do(cards: tuple[str, ...], lot: Random) -> None:
    """Every build that one or two changes make, and some of three, by a search of all changes."""
    near = [{cards}]
    for _ in range(2):
        near.append(set().union(*map(neighbours, near[-1])) - set().union(*near))
    far = neighbours(lot.choice([*near[2]])) - set().union(*near)
    for changes, builds_ in enumerate([*near, far]):
        for other in builds_:
            assert changes_between(cards, other) == changes


def test_the_nearest_come_first_and_the_far_not_at_all() -> None:
    """Of eight cards at most three may change."""
    field = builds("abcdefgh", "abcdefxy", "bacdefgh", "abcdxyzw", "abcdefgh", "abcdexyz")

    assert Likeness(field).nearest(0) == (Near(2, 1), Near(1, 2), Near(5, 3))


def test_of_identical_builds_the_first_is_near() -> None:
    """However many play the same, there is room for others."""
    field = builds("abcd", *["abcx"] * 6, "abcd", "abxy")

    assert Likeness(field).nearest(0) == (Near(1, 1), Near(8, 2))


@by_row(("other", "near"), [("abx", True), ("axy", False), ("ab", True)])
def test_builds_that_share_less_than_half_of_their_cards_are_not_alike(
    other: str, near: bool
) -> None:
    assert bool(Likeness(builds("abc", other)).nearest(0)) is near


def test_builds_without_cards_are_like_none() -> None:
    assert Likeness(builds("", "", "a")).nearest(0) == ()


@given(BUILDS)
def test_nearest_are_what_a_comparison_with_all_finds(drawn: list[Build]) -> None:
    """Sorting out those with too few cards in common loses nobody."""
    likeness = Likeness(drawn)
    first = {build: index for index, build in reversed(list(enumerate(drawn)))}
    for index, one in enumerate(drawn):
        found = sorted((changes_between(one.cards, other.cards), at) for other, at in first.items())
        near = [
            Near(at, changes)
            for changes, at in found
            if 0 < changes <= min(3, max(len(one.cards), len(drawn[at].cards)) // 2)
        ]
        assert likeness.nearest(index) == tuple(near[:5])


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


@given(BUILDS)
def test_where_the_order_means_nothing_builds_differ_by_their_cards_alone(
    drawn: list[Build],
) -> None:
    """A card replaced may stand anywhere: `abc` and `bcd` are one change apart."""
    decks = [Build(tuple(sorted(each.cards))) for each in drawn]
    first = {build: index for index, build in reversed(list(enumerate(decks)))}

    def changes(one: Build, other: Build) -> int:
        mine, theirs = Counter(one.cards), Counter(other.cards)
        return max((mine - theirs).total(), (theirs - mine).total())

    pairs = combinations(sorted(first.values()), 2)
    assert one_change_apart(decks, is_ordered=False) == [
        (one, other) for one, other in pairs if changes(decks[one], decks[other]) == 1
    ]
    near = Likeness(decks, is_ordered=False)
    for index, one in enumerate(decks):
        assert all(each.changes == changes(one, decks[each.index]) for each in near.nearest(index))
