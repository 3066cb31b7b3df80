"""Builds and configurations."""

from typing import Any

import pytest

from app.engine import Build
from app.engine.matches.game import ConfigError
from app.games import ruleset
from app.games.ocg.cards import BLADES, WILDS
from tests.games.ocg.stage import GAME
from tests.support.tables import by_row


@by_row(
    ("build", "problems"),
    [
        (None, 1),
        ({}, 1),
        ({"decks": BLADES}, 1),
        ({"decks": [], "more": 1}, 1),
        ({"decks": []}, 1),
        ({"decks": [BLADES] * 9}, 1),
        ({"decks": [[]]}, 1),
        ({"decks": [{}, {"C01": 4}]}, 2),
        ({"decks": [BLADES | {"X01": 1}]}, 1),
        ({"decks": [BLADES | {"C03": 5, "C07": 6, "C09": 5}]}, 3),
        ({"decks": [BLADES | {"C03": True}]}, 1),
        ({"decks": [BLADES | {"C03": 0}]}, 1),
    ],
)
def test_every_problem_of_a_build_is_named(build: Any, problems: int) -> None:
    assert len(GAME.validate_build(build, {})) == problems


def test_a_collection_limits_all_decks_together() -> None:
    build = {"decks": [BLADES, BLADES]}
    assert not GAME.validate_build(build, {"collection": dict.fromkeys(BLADES, 6)})
    found = GAME.validate_build(build, {"collection": dict.fromkeys(BLADES, 5)})
    assert len(found) == sum(copies == 3 for copies in BLADES.values())
    assert GAME.validate_build({"decks": [WILDS]}, {"collection": {}})


def test_names_are_unique_on_the_field_unless_the_configuration_says_otherwise() -> None:
    assert GAME.settle({}) == {"unique": "field"}
    assert GAME.settle({"unique": "own"}) == {"unique": "own"}
    with pytest.raises(ConfigError) as refused:
        GAME.settle({"unique": "both", "luck": 1})
    assert len(refused.value.problems) == 2


@by_row("deck", [{}, {"C01": 0}])
def test_a_deck_without_cards_is_refused_before_anything_is_shuffled(deck: Any) -> None:
    """Its hand would be as empty after a shuffle as before it, and shuffled again without end."""
    with pytest.raises(ConfigError, match="without cards"):
        GAME.new({}, {"A": {"decks": [BLADES]}, "B": {"decks": [BLADES, deck]}})


def test_a_deck_without_a_basic_character_is_shuffled_once_more_and_played() -> None:
    """However few cards it has: a shuffle ends by itself."""
    battle = ruleset("ocg").play(Build(("C11",)), ruleset("ocg").read_build("deck Blades"))

    assert battle.reason
