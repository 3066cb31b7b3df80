"""Configurations and decks: every problem is named at once."""

from typing import Any

import pytest

from app.engine.matches.game import ConfigError
from app.games.fest.cards import DECKS, HOUSE
from app.games.fest.config import NORMAL, PETIT
from app.games.fest.game import FEST
from tests.support.tables import by_row

CARD: dict[str, Any] = {
    "id": "X01",
    "name": "Somebody",
    "abilities": ["food", None],
    "effects": [{"code": "B01"}, {"code": "S04", "z": "combat", "x": "shield"}],
    "tags": ["#pbm-std", "#standard"],
}


def problems(**config: Any) -> list[str]:
    with pytest.raises(ConfigError) as refused:
        FEST.settle(config)
    assert all(words.ja for words in refused.value.problems)
    return [words.en for words in refused.value.problems]


def test_missing_keys_are_filled_in_and_tags_sorted() -> None:
    assert FEST.settle({}) == {
        "scoring": "B",
        "petit": False,
        "open_lists": False,
        "knockout": False,
        "allowed_tags": ["#pbm-std"],
        "max_copies": None,
        "cards": [],
    }
    tags = FEST.settle({"allowed_tags": ["#standard", "#pbm-std", "#standard"]})["allowed_tags"]
    assert tags == ["#pbm-std", "#standard"]
    assert FEST.settle({"cards": [CARD], "max_copies": 1})["cards"] == [CARD]


def test_where_no_tags_are_said_those_of_own_cards_are_allowed() -> None:
    own = CARD | {"tags": ["#night", *CARD["tags"]]}

    assert FEST.settle({"cards": [own]})["allowed_tags"] == sorted({"#pbm-std", *own["tags"]})
    assert FEST.settle({"cards": [own], "allowed_tags": None}) == FEST.settle({"cards": [own]})
    assert FEST.settle({"cards": [own], "allowed_tags": []})["allowed_tags"] == []


def test_every_problem_of_a_configuration_is_named() -> None:
    found = problems(
        colour="red",
        scoring="D",
        petit=1,
        knockout=None,
        allowed_tags="#standard",
        max_copies=0,
        cards={},
    )

    assert found == [
        "There is no setting “colour”.",
        "“scoring” is B, A or C.",
        "“petit” is false or true.",
        "“knockout” is false or true.",
        "“allowed_tags” is a list of tags.",
        "“max_copies” is a number from 1 on, or null.",
        "“cards” is a list of cards.",
    ]
    assert problems(scoring=["A"], max_copies=True, allowed_tags=[1])[1:] == [
        "“allowed_tags” is a list of tags.",
        "“max_copies” is a number from 1 on, or null.",
    ]


ID = "id: write a capital letter and 1 to 7 capital letters or digits, not yet used by another."


@by_row(
    ("changed", "said"),
    [
        ({"id": "x01"}, ID),
        ({"id": "X"}, ID),
        ({"id": 7}, "id: 7 does not fit. Write a text"),
        ({"id": "F01"}, "id: there is another card with this id."),
        ({"name": ""}, "ja:  does not fit. Write a text"),
        ({"author": 1}, "author: 1 does not fit. Write a text"),
        ({"colour": "red"}, "colour: there is no key called colour."),
        ({"abilities": ["food"]}, "abilities: ['food'] does not fit. Write a list […] of 2."),
        ({"abilities": ["food", "hope"]}, "abilities 2: hope cannot stand here. Write "),
        ({"abilities": ["food", []]}, "abilities 2: [] cannot stand here."),
        ({"tags": "#pbm-std"}, "tags: #pbm-std does not fit. Write a list"),
        ({"tags": ["#pbm-std"]}, "tags: S04 needs the tag #standard."),
        ({"effects": [{"code": "B01"}]}, "effects: 1 are too few. Write 2 or more."),
        (
            {"effects": [{"code": "B01"}, {"code": "B01"}]},
            "effects: its two effects are the same.",
        ),
    ],
)
def test_a_faulty_card_is_refused(changed: dict[str, Any], said: str) -> None:
    (found,) = problems(cards=[CARD | changed])

    assert found.startswith(f"card 1, {said}")


@by_row(
    ("effect", "said"),
    [
        ({"code": "B99"}, "code: B99 cannot stand here. Write"),
        ({"code": ["B01"]}, "code: ['B01'] does not fit."),
        ({"code": "B02", "x": "will"}, "code: the blanks of B02: none."),
        ({"code": "S04", "x": "will"}, "code: the blanks of S04: z, x."),
        ({"code": "S01", "x": 1}, "x: 1 cannot stand here. Write will, sword or shield."),
        ({"code": "S01", "x": "food"}, "x: food cannot stand here. Write will, sword or shield."),
        (
            {"code": "S07", "z": "combat", "x": "will", "y": "will"},
            "y: it exchanges the same attribute; write another.",
        ),
    ],
)
def test_a_faulty_effect_is_refused(effect: Any, said: str) -> None:
    (found,) = problems(cards=[CARD | {"effects": [{"code": "B01"}, effect]}])

    assert found.startswith(f"card 1, effects 2, {said}")


def test_what_is_no_card_is_refused_and_ids_come_once() -> None:
    assert problems(cards=["X01"]) == ["card: begin each with a line [[card]]."]
    assert problems(cards=[CARD | {"effects": ["B01"]}]) == [
        "card 1, effects: begin each with a line [[card.effects]].",
    ]
    assert problems(cards=[CARD, CARD]) == ["card 2, id: there is another card with this id."]
    without_tags = {key: value for key, value in CARD.items() if key != "tags"}
    assert problems(cards=[without_tags]) == ["tags is missing in card 1."]


@by_row(
    "build",
    [
        None,
        [],
        {},
        {"deck": []},
        {"deck": {}, "more": 1},
        "D1",
        {"deck": {"F01": True}},
        {"deck": {"F01": 0}},
    ],
)
def test_what_is_no_deck_is_refused(build: Any) -> None:
    assert [words.en for words in FEST.validate_build(build, {})] == ["There is no deck."]


def test_every_problem_of_a_deck_is_named() -> None:
    deck = {"F1": 1, "G01": 3, "!": 1, "F04": 1}

    assert [words.en for words in FEST.validate_build({"deck": deck}, {"max_copies": 2})] == [
        '"F1" is not a card. Did you mean Sumo Monument (F21)?',
        '"!" is not a card. Write a number like F01, or the name of a card.',
        "A deck has 24 cards, this one has 6.",
        "At most 2 copies of Ticket Desk (G01) are allowed. Replace 1 of them by other cards.",
        "This season allows the rule tag #pbm-std. Cards with #standard may not be used: G01",
    ]


def test_sample_decks_are_legal() -> None:
    assert all(not FEST.validate_build(build, {}) for build in FEST.starters.values())
    for name, deck in DECKS.items():
        config = {
            "petit": name[0] == "P",
            "allowed_tags": ["#standard" if name[1] == "3" else "#pbm-std"],
        }
        assert FEST.validate_build({"deck": deck}, config) == []
    assert len(HOUSE) == 36
    assert (NORMAL.deck, PETIT.deck) == (24, 15)
