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
    assert "exhibit: will+3" in front.choices[0].label


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
    assert next(each for each in plays.choices if each.order == "play F17 B17").label == (
        "B17 Grand Finale (cannot be used yet)"
    )
    assert plays.choices[0].group == "F10 Poet in Kimono"
    assert plays.line([]) == ""


def test_a_card_without_use_can_be_thrown_away() -> None:
    (plays,) = menus("play", hand=("G12",), deck=(), deck_list={"G12": 1})
    assert [each.order for each in plays.choices] == ["play G12 fail"]


def test_a_label_says_what_an_effect_is_used_on_in_the_language_of_its_reader() -> None:
    def labels(lang: Lang) -> list[str]:
        (plays,) = menus("play", lang=lang, hand=("F09",), deck=())
        return [each.label for each in plays.choices if each.order.endswith(" will")]

    assert all(label.endswith(" will") for label in labels("en"))
    assert labels("ja")
    assert all(label.endswith(" 意") for label in labels("ja"))
