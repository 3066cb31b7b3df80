"""The nearest spelling: exact distances, all ties, nothing too far (rules §3.4)."""

from functools import cache

from hypothesis import given, strategies as st

from app.games.laplaplus.spelling import SPELLINGS, shortest_cuts
from app.text.distance import distance_up_to
from tests.support.tables import by_row


@cache
def distance(one: str, other: str) -> int:
    """Levenshtein's distance as it is defined."""
    if not one or not other:
        return len(one) + len(other)
    return min(
        distance(one[1:], other) + 1,
        distance(one, other[1:]) + 1,
        distance(one[1:], other[1:]) + (one[0] != other[0]),
    )


words = st.text("aehock", max_size=8)
mangled = st.builds(
    lambda spelling, at, cut, added: spelling[:at] + added + spelling[at + cut :],
    st.sampled_from(sorted(SPELLINGS.by_name)),
    st.integers(0, 12),
    st.integers(0, 3),
    st.text("aeor撃ー", max_size=3),
)


@given(words, words, st.integers(0, 8))
def test_the_distance_is_exact_as_far_as_it_reaches(one: str, other: str, reach: int) -> None:
    exact = distance(one, other)

    assert distance_up_to(reach, one, other) == (exact if exact <= reach else None)


@given(mangled)
def test_the_nearest_cards_are_all_those_at_the_smallest_distance(word: str) -> None:
    """Within max(1, ⌊length/3⌋) and below the word's length (rules §3.4)."""
    distances = {spelling: distance(word, spelling) for spelling in SPELLINGS.by_name}
    least = min(distances.values())
    is_near = least <= max(1, len(word) // 3) and least < len(word)
    nearest = {SPELLINGS.by_name[spelling] for spelling, far in distances.items() if far == least}

    assert set(SPELLINGS.nearest_to(word)) == (nearest if is_near else set())


@by_row(
    ("digits", "cuts"),
    [
        ("26", ("2,6",)),
        ("123", ("12,3", "1,23")),
        ("101", ("10,1",)),
        ("1001", ()),
        ("25" * 8, (",".join(["25"] * 8),)),
        ("25" * 8 + "1", ()),
        ("", ()),
    ],
)
def test_digits_are_cut_into_as_few_numbers_as_can_be(digits: str, cuts: tuple[str, ...]) -> None:
    assert shortest_cuts(digits, most=8) == cuts


def test_two_letters_that_changed_places_are_one_slip() -> None:
    """Of all names at a distance of two it is the one that was meant."""
    assert SPELLINGS.nearest_to("ehco") == ("echo",)
    assert SPELLINGS.nearest_to("ectos") != ("echo",)
