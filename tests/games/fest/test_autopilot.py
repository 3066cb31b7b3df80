"""What the house does, rule by rule."""

from collections.abc import Mapping
from typing import Any

from app.engine.matches.game import Action, MatchDecision
from app.games.fest.game import FEST
from tests.games.fest.stage import BOTH, Stage, playing
from tests.support.tables import by_row


def choice(stage: Stage) -> str:
    """The order that the house gives for seat A."""
    waiting = stage.waiting
    assert isinstance(waiting, tuple)
    decision: MatchDecision = waiting[0]
    view = stage.view("A")
    action: Action = FEST.autopilot(view, decision, FEST.legal(stage.state, decision))
    assert action in FEST.legal(stage.state, decision)
    return FEST.format(action, view)


def sealed(phase: str, a: Mapping[str, Any], **more: Any) -> Stage:
    stage = playing(a, {"hand": "F07"}, **more)
    stage.state.phase, stage.state.turn = phase, None
    return stage


MANY = "F07 F08 F09 F21 F11 F19 F22 F01"
"""Round 3 is combat: four cards with two abilities of it, F11 with one."""


@by_row(
    ("more", "order"),
    [
        ({}, "reserve F07 F08 F09"),
        ({"config": {"petit": True}}, "reserve F07 F08"),
        ({"in_round": 2, "theme": "exhibit"}, "reserve F07 F08 F09 F11 F21"),
    ],
)
def test_it_keeps_what_fits_the_last_theme_best(more: dict[str, Any], order: str) -> None:
    stage = sealed("reserve", {"hand": MANY, "deck": "F02 F03 F04 F05 F06 F10"}, **more)
    stage.state.programme = ("exhibit", "academics", "combat")

    assert choice(stage) == order


def test_it_keeps_no_more_than_it_may() -> None:
    stage = sealed("reserve", {"hand": MANY, "deck": "F02"})
    stage.state.programme = ("exhibit", "academics", "combat")

    assert choice(stage) == "reserve F07"


def test_its_front_has_the_highest_attribute_then_the_largest_sum() -> None:
    """Dress four times is 12, cut to 10, and more than (9, 3, 3); of all with 9 the largest sum goes."""
    assert choice(sealed("front", {"hand": "F19 F10 F12 F02"})) == "front F10 F12 F19"
    assert choice(sealed("front", {"hand": "F12 F10 F03 F01"})) == "front F01 F03 F10"
    assert choice(sealed("front", {"hand": "F22 F23 F24 F07"})) == "front F07 F22 F23"


def reason(stage: Stage) -> str:
    """Why the house gives it, in English; what waits for another is foreseen."""
    view = stage.view("A")
    waiting = stage.waiting
    decision = waiting[0] if isinstance(waiting, tuple) else None
    if decision is None or decision.seat != "A":
        foreseen = FEST.foreseen(view)
        return FEST.suggest(view, *foreseen).why.en if foreseen else ""
    return FEST.suggest(view, decision, FEST.legal(stage.state, decision)).why.en


def test_it_says_why() -> None:
    stage = sealed("reserve", {"hand": MANY, "deck": "F02 F03 F04 F05 F06 F10"})
    stage.state.programme = ("exhibit", "academics", "combat")
    assert reason(stage) == "In the front they score 18 points in round 3, and 0 now."
    stage.state.programme = ("combat", "combat", "academics")
    stage.state.seats["A"].hand = ("F07",)
    assert reason(stage) == "No card in your hand scores more in round 3 than now."
    assert "this card is discarded" in reason(
        playing({"hand": "F22 F20", "back": "F01"}, {"hand": "F07"})
    )
    mine = playing({"hand": "F22 F20 F24", "back": "F01"}, {"hand": "F07"})
    assert reason(mine).startswith("Umbrella: Your lowest attribute +2")
    mine.state.turn = "B"
    assert reason(mine).startswith("Umbrella: Your lowest attribute +2")
    mine.state.seats["A"].hand = ()
    assert not reason(mine)


def test_it_throws_away_the_first_card_only_if_nothing_can_be_used() -> None:
    assert choice(playing({"hand": "F22 F20", "back": "F01"}, {"hand": "F07"})) == "play F20 fail"
    stage = playing({"hand": "F22 F20 F24", "back": "F01"}, {"hand": "F07"})
    assert choice(stage) == "play F24 B19 will"


def test_a_booth_is_worth_a_three() -> None:
    """Sword 5 + 3 + 1 = 9; Raise Sword brings as much and comes first."""
    stage = playing({"points": [0, 5, 0, 0], "hand": "F14 F22", "back": "F01"}, {"hand": "F07"})
    assert choice(stage) == "play F14 B21 sword"
    stage = playing({"points": [0, 5, 0, 0], "hand": "F08 F14"}, {"hand": "F07"})
    assert choice(stage) == "play F08 B02"


def test_it_looks_at_the_clash_where_the_round_ends() -> None:
    """Will 6 against shield 6, one card left: own points would be halved. A sword of 6 cuts the shield."""
    a = {"points": [6, 5, 0, 0], "hand": "F02"}
    assert choice(playing(a, {"points": [0, 0, 6, 0]})) == "play F02 B02"
    swap = {"points": [6, 5, 0, 0], "hand": "F06"}
    assert choice(playing(swap, {"points": [0, 0, 6, 0]})) == "play F06 B11 will sword"
    assert choice(playing(swap, {"points": [0, 0, 6, 0], "hand": "F01 F01 F01"})) == "play F06 B03"


def test_it_knows_of_an_alibi() -> None:
    """Will 12 against shield 12: an Alibi costs 1 and saves 6; with the opponent's Alibi nothing is gained by a clash."""
    last = {"points": [12, 2, 2, 0], "hand": "F23"}
    assert choice(playing(last, {"points": [2, 2, 12, 0]})) == "play F23 B20"
    swap = {"points": [6, 5, 0, 0], "hand": "F06", "no_halving": True}
    assert choice(playing(swap, {"points": [0, 0, 6, 0], "no_halving": True})) == "play F06 B03"


def test_it_does_not_hit_what_is_guarded() -> None:
    stage = playing({"hand": "F07 F22"}, {"points": [0, 0, 0, 4], "hand": "F01", "guard": True})
    assert choice(stage) == "play F22 B16"
    stage = playing(
        {"hand": "F23 F24"}, {"points": [0, 0, 0, 4], "hand": "F01 F02 F03", "guard": True}
    )
    assert choice(stage) == "play F24 B19 will"


def test_it_returns_the_card_that_fits_the_coming_themes_least() -> None:
    """Exhibit is over: G01 has humanities to come, G10 nothing; of equal ones the first goes."""
    stage = playing(
        {"hand": "G09 G01 G04 G10", "deck": "G02"}, {"hand": "G01"}, in_round=2, config=BOTH
    ).order("play G09 S11")
    assert choice(stage) == "pick G10"
    stage = playing(
        {"hand": "G09 G01 G02", "deck": "G10"}, {"hand": "G01"}, in_round=3, config=BOTH
    ).order("play G09 S11")
    assert choice(stage) == "pick G01"
