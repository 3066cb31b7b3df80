"""Builds and configurations."""

from typing import Any

import pytest

from app.engine.matches.game import ConfigError
from app.games.ocg.cards import BLADES, WILDS
from tests.games.ocg.stage import GAME


@pytest.mark.parametrize(
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
        ({"decks": [BLADES | {"C03": True, "C07": 0, "C09": 5}]}, 3),
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
