"""Growth of a build from one round to the next."""

from hypothesis import given, strategies as st

from app.tournament.growth import growth

BUILDS = st.lists(st.sampled_from("abc"), max_size=8)


def test_what_is_added_in_any_place_changes_nothing() -> None:
    found = growth("abcd", "xaybcdz")

    assert (found.changed, found.added) == ((), 3)


def test_what_is_replaced_moved_or_left_out_is_a_change_each_with_its_place() -> None:
    assert growth("abcd", "abxd").changed == (3,)
    assert len(growth("abcd", "bcda").changed) == 1
    assert growth("abcd", "bc").changed == (1, 4)


@given(BUILDS, BUILDS)
def test_what_is_not_changed_stands_in_the_later_build_in_the_same_order(
    before: list[str], after: list[str]
) -> None:
    found = growth(before, after)
    kept = [card for place, card in enumerate(before, 1) if place not in found.changed]
    rest = iter(after)

    assert all(card in rest for card in kept)
    assert found.added == len(after) - len(before)


@given(BUILDS, BUILDS)
def test_there_are_no_fewer_changes_than_said(before: list[str], after: list[str]) -> None:
    """By brute force: no larger part of the earlier build is found in the later one."""
    most = max(
        chosen.bit_count()
        for chosen in range(2 ** len(before))
        if _in_order([card for at, card in enumerate(before) if chosen >> at & 1], after)
    )

    assert len(growth(before, after).changed) == len(before) - most


def _in_order(part: list[str], whole: list[str]) -> bool:
    rest = iter(whole)
    return all(card in rest for card in part)
