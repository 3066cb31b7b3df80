"""What the house orders, rule by rule."""

from typing import Any

from app.engine.matches.game import MatchDecision
from app.games.ocg.actions import empty, refusal
from tests.games.ocg.stage import GAME, side, stage, view, who
from tests.support.tables import by_row

_DECISION = MatchDecision("t3.orders.A", "A", "ocg.orders")


def _house(mine: dict[str, Any], foe: dict[str, Any] | None = None, battlefield: str = "") -> str:
    state = stage(mine, foe, battlefield=battlefield)
    options = GAME.legal(state, _DECISION)
    action = GAME.autopilot(view(state), _DECISION, options)
    assert action in options
    return GAME.format(action, view(state)).replace("\n", " / ")


def test_of_each_colour_the_strongest_name_that_is_free_is_summoned() -> None:
    assert _house(side(hand="C05 C02 C10 C03"), side({1: who("C02")})) == (
        "summon C03 / summon C05 / guard new1, new2"
    )


def test_an_area_is_laid_where_the_house_has_none() -> None:
    assert _house(side(hand="R05 R02")) == "area R02"
    assert _house(side(hand="R05 R02", candidates="R01")) == "pass"


def test_higher_classes_change_first_and_items_find_their_bearers() -> None:
    mine = side({1: who("C01"), 2: who("C02", "C13")}, "C11 C22 I01 I07")
    assert _house(mine, side({1: who("C03")})).startswith(
        "class C22 on 2 / class C11 on 1 / set I01 on 2"
    )
    shields = side({1: who("C01"), 2: who("C02", "C13", "C22")}, "I02 I02 I06 I07")
    assert _house(shields, side({1: who("C03")})).startswith("set I02 on 2 / set I02 on 2 / attack")
    assert _house(side(hand="I01 I01")) == "pass"


def test_an_axe_is_set_on_nobody_whom_it_would_kill() -> None:
    assert "I06" not in _house(side({1: who("C05", "C16", damage=3)}, "I06"))
    assert "set I06 on 1" in _house(side({1: who("C05", "C16", damage=2)}, "I06"))


def test_the_hardest_stays_at_home_against_a_foe_who_may_attack() -> None:
    mine = side({1: who("C01"), 2: who("C02"), 3: who("C03")})
    assert _house(mine, side({1: who("C05")})) == "attack 2 / guard 3, 1"
    assert _house(mine, side({1: who("C03")})) == "attack 1, 2 / guard 3"


def test_all_attack_when_that_is_enough() -> None:
    mine = side({1: who("C01"), 2: who("C07")})
    assert _house(mine, side({1: who("C05")}, damage=17)) == "attack 1, 2"
    assert _house(mine, side({1: who("C05")}, damage=16)) == "attack 2 / guard 1"


def test_commands_in_the_order_of_the_rules() -> None:
    mine = side({1: who("C01", damage=2), 2: who("C02", "C13", "C22")}, "K04 K09 K03 K01")
    foe = side({1: who("C05"), 2: who("C10"), 3: who("C01", "C11")})
    assert _house(mine, foe) == (
        "command K04 by 1 > e1 / command K09 by 2 > e2 / attack 1 / guard 2"
    )
    studying = side({1: who("C04"), 2: who("C06", "C19"), 3: who("C09")}, "K03 K05 K06 K01 C01")
    assert _house(studying) == (
        "summon C01 / command K01 by 1 / command K06 by 2 / command K05 by 3 / attack 1, 3, 2 / guard new1"
    )


def test_commands_without_a_use_stay_in_hand() -> None:
    strong = side({1: who("C01", "C11")})
    assert _house(side({1: who("C03", damage=1)}, "K04 K09 K03 K01 K06 K07 K08"), strong) == (
        "guard 1"
    )
    one = side({1: who("C03", damage=2)}, "K03 K03 K04 K09")
    assert _house(one, strong) == "command K03 by 1 > 1 / guard 1"
    nobody = side(hand="K04 K03")
    assert _house(nobody, side({1: who("C02")})) == "pass"


def test_no_foe_and_no_friend_is_aimed_at_twice() -> None:
    mine = side({1: who("C01", damage=2), 2: who("C08", damage=2), 3: who("C03")}, "K03 K03 K03")
    assert _house(mine, side({1: who("C03")})) == (
        "command K03 by 1 > 1 / command K03 by 2 > 2 / attack 1, 2 / guard 3"
    )
    foe = side({1: who("C02"), 2: who("C05")})
    assert _house(side({1: who("C03"), 2: who("C04")}, "K04 K04"), foe).startswith(
        "command K04 by 1 > e1 / command K04 by 2 > e2"
    )


def test_useless_classes_then_doubles_then_the_rest_are_discarded() -> None:
    mine = side({1: who("C01"), 2: who("C03")}, "C21 C22 C13 K08 K08 I07 I07 I07 R01 R02 R02 C24")
    assert _house(mine, side({1: who("C03")})) == (
        "area R01 / attack 1 / guard 2 / discard C22, C24, C13, I07"
    )


def test_a_study_makes_room_for_what_it_draws() -> None:
    mine = side({1: who("C03")}, "K05 K08 K08 I07 I07 K07 K07")
    assert _house(mine) == "command K05 by 1 / guard 1 / discard I07"


def test_other_ways_to_play_make_the_same_plays_and_everybody_attacks_or_nobody() -> None:
    mine = side({1: who("C09"), 2: who("C03"), 3: who("C07", damage=1)}, "C04 C05 I01 K04")
    seen = view(stage(mine, side({1: who("C10"), 2: who("C17", "C17")})))
    plays = "summon C04 / summon C05 / set I01 on new2 / command K04 by 1 > e1"
    stances = {
        "charge": "attack 1, 3, new1 / guard 2, new2",
        "guard": "guard 2, 1, new2, new1, 3",
    }
    assert GAME.styles["pass"](seen, _DECISION, GAME.legal(stage(mine), _DECISION)) == empty()
    for style, stance in stances.items():
        chosen = GAME.styles[style](seen, _DECISION, GAME.legal(stage(mine), _DECISION))
        assert GAME.format(chosen, seen).replace("\n", " / ") == f"{plays} / {stance}"
        assert refusal(chosen, seen) is None


@by_row(
    ("mine", "foe", "why"),
    [
        (side(hand="C01"), {}, "None of your characters can attack this turn"),
        (side({1: who("C02")}), {1: who("C05")}, "Only one of your characters could attack"),
        (side({1: who("C02")}), {}, "power 2; 2 gets through even if their field counters all"),
        (
            side({1: who("C02")}),
            {1: who("C03")},
            "can counter 2 times, so all of it may be stopped",
        ),
    ],
)
def test_it_says_what_its_attack_may_bring_or_why_nobody_attacks(
    mine: dict[str, Any], foe: dict[int, dict[str, Any]], why: str
) -> None:
    seen = view(stage(mine, side(foe)))
    advice = GAME.suggest(seen, _DECISION, GAME.legal(stage(mine, side(foe)), _DECISION))
    assert why in advice.why.en
