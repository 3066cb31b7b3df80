"""What cards and slots contribute."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from app.engine import Build
from app.statistics.card_pairs import Share, against, of_pairs
from app.statistics.card_use import CardUse, SlotUse, of_cards, of_slots
from app.statistics.crosstable import Crossed
from tests.league.tables import builds_for, crossed, crossed_of, ranks, renumbered, tables

ORDERED = ("-WWW", "L-WW", "LL-W", "LLL-")
"""Scores of 3/3, 2/3, 1/3 and 0/3, in order of rank."""


def builds(*rows: str) -> list[Build]:
    return [Build(tuple(row)) for row in rows]


def test_a_card_contributes_what_those_who_have_it_score_more() -> None:
    """Card a is had by ranks 0 and 1: (3+2)/6 with it, (1+0)/6 without: 4/6 more. It is played three times."""
    a, b, c = of_cards("abc", builds("aa", "ab", "b", "b"), crossed(*ORDERED))

    assert (a.entries, a.copies, a.score, a.score_without) == (2, 3, 5 / 6, 1 / 6)
    assert a.contribution == pytest.approx(4 / 6)
    assert (b.entries, b.score, b.score_without) == (3, 3 / 9, 1.0)
    assert (c.entries, c.copies, c.score, c.contribution) == (0, 0, None, None)


def test_a_card_that_all_have_tells_nothing() -> None:
    (a,) = of_cards("a", builds("a", "a", "a", "a"), crossed(*ORDERED))

    assert (a.entries, a.score, a.contribution) == (4, 0.5, None)


def test_slots_are_counted_with_their_cards_and_with_any() -> None:
    """Slot 2 is filled by ranks 0 and 2: (3+1)/6 against (2+0)/6."""
    uses = {
        (use.slot, use.card): use
        for use in of_slots(builds("ab", "a", "bb", "b"), crossed(*ORDERED))
    }

    assert list(uses) == [(1, None), (1, "a"), (1, "b"), (2, None), (2, "b")]
    assert uses[1, None].contribution is None
    assert uses[1, "a"].contribution == pytest.approx(5 / 6 - 1 / 6)
    assert (uses[2, None].entries, uses[2, None].score) == (2, 4 / 6)
    assert uses[2, None].contribution == pytest.approx(4 / 6 - 2 / 6)


def test_whoever_met_nobody_counts_for_nothing() -> None:
    a, _ = of_cards("ab", builds("a", "b"), crossed("--", "--"))

    assert (a.entries, a.score, a.score_without, a.contribution) == (1, None, None, None)


def test_two_cards_win_more_together_than_apart() -> None:
    """Ranks 0 and 1 have a and b (5 of 6 won); rank 2 has a alone (1 of 3), rank 3 b alone (none)."""
    (pair,) = of_pairs("abc", builds("ab", "ba", "a", "b"), crossed(*ORDERED))

    assert pair.cards == ("a", "b")
    assert pair.both == Share(2, 5 / 6)
    assert (pair.first, pair.second) == (Share(1, 1 / 3), Share(1, 0.0))
    assert pair.gain == pytest.approx(5 / 6 - 1 / 3)
    assert (pair.is_a_rule(1), pair.is_a_rule(2)) == (True, False)


def test_a_pair_that_is_never_apart_gains_nothing() -> None:
    (pair,) = of_pairs("ab", builds("ab", "ab", "a"), crossed("-WW", "L-W", "LL-"))

    assert (pair.second, pair.gain) == (Share(0, None), None)


def test_a_card_is_held_against_another() -> None:
    """Card a (ranks 0 and 2) met b (1 and 3) four times and won three; c met nobody who has d."""
    scores = against("abd", builds("a", "b", "a", "b"), crossed(*ORDERED))

    assert scores[0] == [0.5, 0.75, None]
    assert scores[1] == [0.25, 0.5, None]


@given(st.data())
def test_the_scores_of_two_cards_against_each_other_make_one(data: st.DataObject) -> None:
    rows = data.draw(tables())
    scores = against("abc", data.draw(builds_for(rows)), crossed_of(rows))

    for one in range(3):
        for other in range(3):
            score = scores[one][other]
            assert score is None or score == pytest.approx(1 - (scores[other][one] or 0))


@given(st.data())
def test_it_is_what_they_score_beyond_half_against_those_without(data: st.DataObject) -> None:
    """The law that its docstring states, for every card and complete round robin."""
    rows = data.draw(tables(ends="WDL"))
    ranked = data.draw(builds_for(rows))
    table = crossed_of(rows)

    for use in of_cards("abc", ranked, table):
        having = {rank for rank, build in enumerate(ranked) if use.card in build.cards}
        without = sum(1 << rank for rank in range(len(rows)) if rank not in having)
        if having and without and use.contribution is not None:
            battles = len(having) * without.bit_count()
            scored = sum(table.halves(rank, without) for rank in having) / (2 * battles)
            expected = len(rows) / (len(rows) - 1) * (scored - 0.5)
            assert use.contribution == pytest.approx(expected)


@given(st.data())
def test_names_change_nothing(data: st.DataObject) -> None:
    rows = data.draw(tables())
    ranked = data.draw(builds_for(rows))
    by_entry = dict(zip(ranks(rows), ranked, strict=True))
    order = data.draw(st.permutations(range(len(rows))))
    others = renumbered(rows, order)

    assert told(crossed_of(rows), ranked) == told(
        crossed_of(others), [by_entry[order[entry]] for entry in ranks(others)]
    )


def told(table: Crossed, ranked: list[Build]) -> Any:
    cards: list[CardUse] = of_cards("abc", ranked, table)
    slots: list[SlotUse] = of_slots(ranked, table)
    return cards, slots
