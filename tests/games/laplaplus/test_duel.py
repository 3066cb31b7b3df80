"""The duel face to face: four open cards, then a build of these and four closed ones."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, strategies as st

from app.engine import Build
from app.engine.battle import Side
from app.errors import BuildUnreadable, Problem
from app.games import ruleset
from tests.support.tables import by_row

GAME = ruleset("laplaplus")
CARDS = [card.id for card in GAME.cards]
rows = st.lists(st.sampled_from(CARDS), min_size=4, max_size=4)


def refusals(text: str, shown: str | None = None) -> list[Problem]:
    assert GAME.duel
    duel = GAME.duel
    before = None if shown is None else duel.read_open(shown)
    with pytest.raises(BuildUnreadable) as refused:
        _ = duel.read_whole(text, before) if before else duel.read_open(text)
    return [*refused.value.problems]


def told(problem: Problem) -> str:
    """In English; the Japanese has the same gaps."""
    assert "{" not in GAME.explain(problem, "ja")
    return GAME.explain(problem, "en")


@given(rows, st.permutations(range(4)))
def test_the_order_of_open_cards_means_nothing(row: list[str], order: list[int]) -> None:
    """オープンカードの並び順は適当で構いません。"""
    assert GAME.duel
    text = ", ".join(row)
    shown = GAME.duel.read_open(text)

    assert Counter(shown.cards) == Counter(row)
    assert GAME.duel.read_open(", ".join(row[at] for at in order)) == shown


@given(rows, rows, st.randoms())
def test_a_build_has_the_open_cards_anywhere_and_four_more(
    row: list[str], closed: list[str], draw: Random
) -> None:
    """構成は、自分のオープンカードにカード4枚を足して組みます。(D2, D3: closed cards may repeat open ones.)"""
    assert GAME.duel
    whole = [*row, *closed]
    draw.shuffle(whole)
    build = GAME.duel.read_whole(", ".join(whole), Build(tuple(row)))

    assert build.cards == tuple(whole)
    assert GAME.play(build, build).winner is None
    assert GAME.play(build, GAME.read_build("")).winner in (Side.HOME, Side.AWAY)


def test_the_open_cards_stand_anywhere_in_the_build() -> None:
    """The same by one example: the cards keep the order in which they are written, and the character its name."""
    assert GAME.duel
    build = GAME.duel.read_whole("核力連核攻盾核攻/Boulder", GAME.duel.read_open("攻核連盾"))

    assert GAME.write_build(build) == "核力連核攻盾核攻/Boulder"


@by_row("text", ["", "攻核連", "攻核連盾響"])
def test_open_cards_are_exactly_four(text: str) -> None:
    """各プレイヤーはまず、4枚のカードを選んでお互いに見せ合います。"""
    (problem,) = refusals(text)

    assert problem.code == "not-four-cards"
    assert told(problem) == f"Choose exactly four open cards. Here are {len(text)}."


def test_every_problem_of_a_build_is_told_at_once() -> None:
    """D1, D4: eight cards, and each open card that is not there, with how many of it."""
    problems = refusals("核核核核核核攻", "攻攻盾連")

    assert {(each.code, each.words) for each in problems} == {
        ("open-card-missing", ("attack", "1")),
        ("open-card-missing", ("shield", "1")),
        ("open-card-missing", ("flurry", "1")),
        ("not-eight-cards", ("7",)),
    }
    assert "Shield" in " ".join(map(told, problems))


def test_words_that_are_no_cards_are_told_as_ever() -> None:
    (problem,) = refusals("攻, 核, 盾, sheild")

    assert problem.code == "unknown-card"
    assert problem.suggestions == ("shield",)
