"""What a form asks for a card, what its effects are known by, and the names that it may have."""

from typing import Any

import pytest

from app.engine.workshop.problems import explain
from app.errors import CardsUnreadable
from app.games import ruleset
from app.games.fest.workshop.cards import CardEffect, OwnCard, defined
from app.games.fest.workshop.effects import OwnEffect

CALL: dict[str, Any] = {"tag": "#night", "ja": "点呼", "deeds": [{"do": "gain", "which": "will", "points": 4}]}  # fmt: skip


def test_a_form_asks_for_what_an_effect_has_and_for_nothing_else() -> None:
    def asked(**data: object) -> set[str]:
        return {*CardEffect.asks(data)}

    assert asked() == {"code"}
    assert asked(code="S04") == {"code", "title", "flavour", "z", "x"}
    own = {"code", "flavour", "own"}
    assert asked(code="new") == own
    assert asked(code="new", title="点呼") == own | {"title"}, "kept, where it was written by hand"
    assert asked(code="new", own={"chooses": "printed-two", "only": "printed"}) == own | {*"zxy"}
    assert "tags" not in OwnCard.asks({})
    assert "code" not in OwnEffect.asks({})


def test_an_effect_defined_on_a_card_is_its_authors_and_one_that_is_quoted_is_not() -> None:
    """Rules 12 c: equal effects are one, whatever they are called."""
    made = [{"code": "X0001A", "own": each} for each in (CALL, {**CALL, "ja": "朝礼"}, {})]
    ((tag, essence), (_, other)) = defined({"effects": [*made, {"code": "B09"}]})

    assert (tag, essence) == ("#night", other)


@pytest.mark.parametrize(
    ("name", "what"),
    [("F01", "F01"), ("x12", "x12"), ("夜/昼", "夜/昼")],
)
def test_no_card_is_called_as_another_is_or_as_orders_speak(name: str, what: str) -> None:
    game = ruleset("fest")
    text = (
        f'[[card]]\nid = "X01"\nja = "{name}"\nabilities = ["food", "none"]\ntags = ["#pbm-std"]\n'
        '[[card.effects]]\ncode = "B09"\n[[card.effects]]\ncode = "B01"\n'
    )

    with pytest.raises(CardsUnreadable) as refusal:
        game.with_cards(text)

    (problem,) = refusal.value.problems
    assert what in explain(problem, "en")
    assert explain(problem, "ja") != explain(problem, "en")
