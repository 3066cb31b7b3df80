"""Orders of the festival to be chosen: in every phase what can be ordered, and nothing that cannot be read."""

from typing import Any

from app.engine.matches.game import MatchDecision
from app.engine.matches.menus import Menu
from app.engine.words import Lang
from app.games.fest.game import FEST
from tests.games.fest.played import standing

HAND: dict[str, Any] = {"hand": ("F10", "F17", "F17", "F24"), "deck": ("F01",)}


def menus(phase: str, kind: str = "", lang: Lang = "en", **more: Any) -> list[Menu]:
    state = standing(phase=phase, a={**HAND, **more})
    if phase == "pick":
        state.wait = {"drawn": "F10"}
    decision = MatchDecision("r2.x.A", "A", kind) if kind else None
    view = FEST.view(state, "A")
    found = [*FEST.menus(view, decision, None, lang)]
    for menu in found:
        for each in menu.choices:
            FEST.parse(f"{menu.verb} {each.order}".strip(), view, None)
    return found


def test_cards_of_the_hand_are_chosen_for_reserve_and_front() -> None:
    (reserve,) = menus("reserve", "fest.reserve")
    assert [each.order for each in reserve.choices] == [*HAND["hand"]]
    assert (reserve.least, reserve.most) == (0, 1)
    assert reserve.line([1]) == "reserve F17"
    assert reserve.line([]) == "reserve none"
    (front,) = menus("front", "fest.front")
    assert front.line([0, 1, 2]) == "front F10 F17 F17"
    assert front.line([9]) == ""
    assert (front.choices[0].piece, front.choices[0].label) == ("F10", "exhibit: will+3")


def test_a_card_goes_back_but_not_the_one_just_drawn() -> None:
    (pick,) = menus("pick", "fest.pick")
    assert [pick.line([at]) for at in range(2)] == ["pick F17", "pick F24"]
    assert [*menus("pick"), *menus("dice")] == []


def test_a_plan_for_the_back_has_every_effect_of_every_card() -> None:
    """Those of which no use is known yet, too, where nothing need be said of it."""
    (plays,) = menus("play")
    orders = [each.order for each in plays.choices]
    assert "play F10 B05" in orders
    assert plays.line([orders.index("play F17 B17")]) == "play F17 B17"
    told = {each.order: each for each in plays.choices}
    assert (told["play F17 B17"].label, told["play F17 B17"].later) == ("cannot be used yet", True)
    assert (told["play F10 B05"].label, told["play F10 B05"].piece) == ("their will−4", "F10")
    assert plays.line([]) == ""


def test_a_card_without_use_can_be_thrown_away() -> None:
    (plays,) = menus("play", hand=("G12",), deck=(), deck_list={"G12": 1})
    assert [(each.order, each.piece) for each in plays.choices] == [("play G12 fail", "G12")]


def test_a_label_says_what_comes_of_an_effect_and_the_cards_that_it_takes_are_its_aims() -> None:
    def labels(lang: Lang) -> dict[str, str]:
        (plays,) = menus("play", lang=lang, hand=("F09", "F14"), deck=())
        return {each.order: each.label for each in plays.choices}

    assert labels("en")["play F09 B23 will"] == "will+7 sword−2 shield−2"
    assert labels("ja")["play F09 B23 will"] == "意+7 剣−2 盾−2"
    assert labels("en")["play F14 B21 will"] == "will+4 (if the die shows 3)"
    (plays,) = menus("play", hand=("F20", "F14"))
    aims = {each.order: each.aims for each in plays.choices}
    assert ("F14",) in aims.values()
    assert () in aims.values()


def test_the_best_plays_are_offered_first() -> None:
    (plays,) = menus("play", hand=("F09", "F14"), deck=(), points=[0, 0, 3, 0])
    assert plays.choices[0].order == "play F09 B23 shield"
    assert [each.later for each in plays.choices] == sorted(each.later for each in plays.choices)
