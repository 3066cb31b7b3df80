"""A dry look at a plan: what its author may count on, with both steps of the limits, if the opponent did nothing."""

from typing import Any

from app.engine.matches.game import Action
from app.games.fest.game import FEST
from app.games.fest.state import State
from app.games.fest.view import view
from tests.games.fest.played import standing

ALICE: dict[str, Any] = {
    "front": ("F01", "F03", "F19"),
    "hand": ("F09", "F14"),
    "deck": ("F05", "F04"),
    "points": [12, 3, 3, 0],
}
BOB: dict[str, Any] = {"front": ("F02",), "hand": ("F07", "F23"), "points": [0, 0, 6, 0]}


def play(card: str, effect: str, **args: Any) -> Action:
    return {"a": "play", "card": card, "effect": effect, "args": args}


def looked(state: State, *plan: Action) -> list[str]:
    return [
        line.text for line in FEST.outlook(view(state, "A"), plan, {"A": "Alice", "B": "Bob"}, "en")
    ][1:]


def test_a_plan_is_followed_to_the_judging_and_what_the_limits_take_is_told() -> None:
    text = looked(
        standing(a=ALICE, b=BOB), play("F09", "B23", x="will"), play("F14", "B21", x="sword")
    )

    assert text == [
        "Alice plays F09 Sen, Last Runner: Overwork (will)!",
        "Alice: will 12 → 19, sword 3 → 1, shield 3 → 1.",
        "Upper limit: Alice's will 19 → 11. The lowest is 1, so the cap is 11.",
        "Alice plays F14 Robot Club: Dice Booth (sword)!",
        "The die shows 3!",
        "Alice: sword 1 → 5.",
        "Alice: will 11, sword 5, shield 1",
        "Alice's highest is will with 11. Judging points: 0 + 11 = 11.",
        "Bob's highest is shield with 6. Judging points: 0 + 6 = 6.",
        "Bob's shield (paper) beats Alice's will (rock)!",
        "Alice's judging points are halved (11 → 6).",
    ]


def test_a_plan_that_stops_early_says_how_the_round_would_end_now() -> None:
    text = looked(standing(a=ALICE, b=BOB), play("F09", "B03"))

    assert text[-1] == "If the match ended now: Alice 6 (will, halved), Bob 6 (shield)."


def test_what_would_not_be_possible_is_named_with_the_reason() -> None:
    hand = {**ALICE, "hand": ("F09",)}
    text = looked(
        standing(a=hand, b=BOB),
        play("F09", "B03"),
        play("F12", "B16"),
        {"a": "pick", "card": "F01"},
    )

    assert text[-2:] == [
        "F12 would not be possible then. There is no card left to play.",
        "F01 would not be possible then. There is no card left to play.",
    ]
    assert looked(standing(phase="reserve", a=hand), {"a": "reserve", "cards": []}) == []


def test_what_is_left_out_of_an_order_is_filled_in_at_its_turn() -> None:
    """R31: the attribute of Understudy is the lowest of its turn, whatever was the lowest when the plan was written."""
    hand = {**ALICE, "hand": ("F09", "F18"), "points": [2, 3, 3, 0]}
    whole = play("F18", "B14", x="sword")

    text = looked(standing(a=hand, b=BOB), play("F09", "B23", x="will"), play("F18", "B14"))

    assert text == looked(standing(a=hand, b=BOB), play("F09", "B23", x="will"), whole)
    assert not any("would not be possible" in line for line in text)


def test_a_front_that_is_planned_is_looked_at_without_the_opponents() -> None:
    hand = {"hand": ("F01", "F03", "F12", "F19"), "deck": ("F05",)}
    state = standing(phase="front", a=hand, b={"hand": ("F07",) * 4})
    text = looked(state, {"a": "front", "cards": ["F01", "F03", "F19"]}, play("F12", "B16"))

    assert (
        text[0]
        == "Alice scores will +12, sword +3, shield +3 for the theme (will 12, sword 3, shield 3)."
    )
    assert not any("Bob's front" in each or "Bob: the theme" in each for each in text)
    assert text[-1] == "No attribute beats the other. Nothing is halved."


def test_what_is_drawn_stays_unknown_and_the_house_picks_where_the_plan_does_not() -> None:
    hand = {"hand": ("F01", "F07", "G09"), "deck": ("F05", "F04"), "points": [3, 3, 3, 0]}
    state = standing(a=hand, b=BOB)
    text = looked(state, play("G09", "S11"), play("F01", "B01"))
    picked = looked(state, play("G09", "S11"), {"a": "pick", "card": "F01"})

    assert text[0] == picked[0] == "Alice plays G09 Relay Anchor: Walk-On!"
    assert "Alice plays F01 Haru, Apron Tailor: Raise Will!" in text
    assert "F01 Haru, Apron Tailor goes back into the deck." in picked
    assert not any("F04" in each or "F05" in each for each in (*text, *picked))
