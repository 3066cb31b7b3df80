"""Which actions are legal, in exactly which shape, and why others are not."""

from typing import Any

import pytest

from app.engine.matches.game import MatchDecision
from app.games.fest.game import FEST
from tests.games.fest.stage import BOTH, Stage, playing
from tests.support.tables import by_row

LOAN = {"a": "play", "card": "F05", "effect": "B12", "args": {"x": "will", "y": "shield", "n": 1}}


@pytest.fixture
def stage() -> Stage:
    return playing({"points": [2, 0, 0, 0], "hand": "F05 F20 G06"}, {"hand": "F07"}, config=BOTH)


def reserving(hand: str = "F01 F02 F02") -> tuple[Stage, MatchDecision]:
    stage = playing({"hand": hand, "deck": "F03 F04"})
    stage.state.phase, stage.state.turn = "reserve", None
    return stage, stage.decision


@by_row(
    "action",
    [
        None,
        [],
        "play",
        {},
        {"a": "play"},
        {**LOAN, "more": 1},
        {**LOAN, "a": "pick"},
        {**LOAN, "card": 5},
        {**LOAN, "card": ["F05"]},
        {**LOAN, "card": "F07"},
        {**LOAN, "effect": "B13"},
        {**LOAN, "effect": None},
        {**LOAN, "effect": "fail", "args": {}},
        {**LOAN, "args": []},
        {**LOAN, "args": {}},
        {**LOAN, "args": {**LOAN["args"], "n": True}},  # type: ignore[dict-item]
        {**LOAN, "args": {**LOAN["args"], "n": 1.0}},  # type: ignore[dict-item]
        {**LOAN, "args": {**LOAN["args"], "n": 3}},  # type: ignore[dict-item]
        {**LOAN, "args": {**LOAN["args"], "n": "1"}},  # type: ignore[dict-item]
        {**LOAN, "args": {**LOAN["args"], "z": 1}},  # type: ignore[dict-item]
        {"a": "play", "card": "G06", "effect": "fail", "args": {"x": "will"}},
    ],
)
def test_only_the_exact_shape_is_legal(stage: Stage, action: Any) -> None:
    options = FEST.legal(stage.state, stage.decision)

    assert LOAN in options
    assert action not in options
    if isinstance(action, dict):
        assert options.explain(action)


def test_everything_listed_is_legal_and_comes_once(stage: Stage) -> None:
    options = FEST.legal(stage.state, stage.decision)
    listed = [*options]

    assert options.complete
    assert all(each in options and options.explain(each) is None for each in listed)
    assert all(listed.count(each) == 1 for each in listed)


def test_subsets_are_sorted_and_each_comes_once() -> None:
    stage, decision = reserving()
    options = FEST.legal(stage.state, decision)

    assert [each["cards"] for each in options] == [
        [],
        ["F01"],
        ["F02"],
        ["F01", "F02"],
        ["F02", "F02"],
    ]
    for cards in (["F02", "F01"], ["F01", "F01"], ["F01", "F02", "F02"], ("F01",), [1], "F01"):
        assert {"a": "reserve", "cards": cards} not in options
    assert options.explain({"a": "reserve", "cards": []}) is None


@by_row(
    ("action", "why"),
    [
        ({"a": "reserve", "cards": ["F01", "F09"]}, "F09 is not in your hand."),
        ({"a": "reserve", "cards": ["F01", "F02", "F02"]}, "You may keep at most 2 cards."),
        ({"a": "reserve", "unmatched": 2}, "What is asked for now is reserve."),
        ({"a": "front", "cards": ["F01"]}, "What is asked for now is reserve."),
    ],
)
def test_why_a_reserve_is_not_legal(action: dict[str, Any], why: str) -> None:
    stage, decision = reserving()

    words = FEST.legal(stage.state, decision).explain(action)
    assert words
    assert words.en == why


def test_why_a_front_is_not_legal() -> None:
    stage = playing({"hand": "F01 F02 F03 F04"})
    stage.state.phase, stage.state.turn = "front", None
    words = FEST.legal(stage.state, stage.decision).explain({"a": "front", "cards": ["F01"]})

    assert words
    assert words.en == "Choose exactly 3 cards."


def test_why_a_pick_is_not_legal() -> None:
    stage = playing({"hand": "G09 G04 G07", "deck": "G02"}, {"hand": "G01"}, config=BOTH)
    options = FEST.legal(stage.order("play G09 S11").state, stage.decision)

    assert {"a": "pick", "card": ["G04"]} not in options
    for action, why in {
        "pick G02": "Choose a hand card other than the one just drawn: G04 G07",
        "play G04 S02": "What is asked for now is pick.",
    }.items():
        words = options.explain(stage.read(action))
        assert words
        assert words.en == why
    assert options.explain({"a": "pick", "card": "G04"}) is None


@by_row(
    ("order", "why"),
    [
        ("play F01 B01", "F01 is not in your hand."),
        ("play F02 fail", "F02 has an effect that can be used."),
        ("play F04 B08", "B08 cannot be used: the opponent has no attribute points."),
        ("play F12 B16", "B16 cannot be used: this is not your first back member of the round."),
        ("play F17 B17", "B17 cannot be used: you still have other cards in hand."),
        (
            "play F22 B18 will",
            "B18 cannot be used: your highest attribute is not below the opponent's.",
        ),
        ("play F20 B22", "B22 cannot be used: your deck is empty."),
        ("play F20 B11 will sword", "B11 cannot be used: all your attributes are equal."),
        ("play F05 B12 will sword 1", "B12 cannot be used: you have no attribute points to move."),
        (
            "play F10 B13 will",
            "B13 cannot be used: your front members have no ability of this theme.",
        ),
        ("play G06 S08 none", "S08 cannot be used: you have no front member."),
        ("play G12 S12 F01 F02", "S12 cannot be used: your reserve is empty."),
        ("play G02 S04", "S04 cannot be used: it is for another theme."),
        ("play G11 S06", "S06 cannot be used: the opponent's points are not below yours there."),
        ("play F18 B14 will", None),
        ("pick F02", "What is asked for now is play."),
    ],
)
def test_why_a_play_is_not_legal(order: str, why: str | None) -> None:
    hand = "F02 F04 F05 F10 F12 F17 F18 F20 F22 G02 G06 G11 G12"
    stage = playing(
        {"hand": hand, "back": "F03", "discard": "F01"},
        {"hand": "F07"},
        theme="academics",
        config=BOTH,
    )
    words = FEST.legal(stage.state, stage.decision).explain(stage.read(order))

    assert (words and words.en) == why


def test_why_a_play_is_not_legal_otherwise() -> None:
    stage = playing({"points": [1, 0, 0, 0], "hand": "F14 F22 F18"}, {"hand": "F07"})
    options = FEST.legal(stage.state, stage.decision)

    def why(action: dict[str, Any]) -> str:
        words = options.explain(action)
        assert words
        return words.en

    assert why(dict(stage.read("play F18 B14 will"))) == "B14 cannot be used like that now."
    assert why(LOAN | {"card": "F18"}) == "F18 has B14 and B19."
    alone = playing({"hand": "F14 F07"}, {"hand": "F07"})
    words = FEST.legal(alone.state, alone.decision).explain(alone.read("play F14 B15 F07"))
    assert words
    assert (
        words.en == "B15 cannot be used: no other card in your hand has an ability of this theme."
    )
    last = playing({"hand": "G11", "deck": "G01"}, {"hand": "G01"}, config=BOTH)
    words = FEST.legal(last.state, last.decision).explain(last.read("play G11 S11"))
    assert words
    assert words.en == "S11 cannot be used: it cannot be used with your last card."
