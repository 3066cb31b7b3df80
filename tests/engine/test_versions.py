"""A version of rules is its cards: those with since ≤ version < until."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from app.engine.versions import CardSpan, Pools, by_version

NAMES = ("game@1", "game@2", "game@3")


@dataclass(frozen=True, slots=True)
class Card(CardSpan):
    """One with nothing but an id."""

    id: str


def test_a_card_is_there_from_its_version_on_until_it_leaves() -> None:
    old, new, gone = Card("old"), Card("new"), Card("gone")
    cards = (old, new.during(since="game@2"), gone.during(until="game@3"))

    found = by_version(NAMES, cards)

    assert [*found] == [*NAMES]
    assert {name: [*there] for name, there in found.items()} == {
        "game@1": ["old", "gone"],
        "game@2": ["old", "new", "gone"],
        "game@3": ["old", "new"],
    }
    assert found["game@3"]["old"] is old


def test_a_version_that_is_none_is_no_version_of_a_card() -> None:
    with pytest.raises(KeyError):
        by_version(NAMES, [Card("old").during(since="game@9")])


def test_a_pool_is_made_once_of_the_own_cards_that_a_configuration_lists() -> None:
    made: list[list[str]] = []

    def pool(own: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
        made.append([each["id"] for each in own])
        return ("house", *made[-1])

    pools = Pools(pool)
    config = {"cards": [{"id": "X01"}]}

    assert pools.of({}) == pools.of({"cards": "starter"}) == pools.of({"cards": []}) == ("house",)
    assert pools.of(config) is pools.of({**config}) is pools.of({"cards": [{"id": "X01"}]})
    assert made == [[], ["X01"]]
    for number in range(70):  # more than are kept
        assert pools.of({"cards": [{"id": f"Y{number}"}]}) == ("house", f"Y{number}")
    assert pools.of(config) == ("house", "X01")
