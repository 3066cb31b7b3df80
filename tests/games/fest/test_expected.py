"""What a plan would show: the cards where it puts them, the points it brings, and nothing of what is drawn."""

from collections import Counter
from random import Random
from typing import Any

from app.engine.matches.game import Action, Chance, View
from app.engine.matches.menus import MenuChoice
from app.games.fest import festival
from app.games.fest.game import FEST
from app.games.fest.state import State
from app.games.fest.view import own, view
from tests.games.fest.played import course, standing

HAND: dict[str, Any] = {"hand": ("F01", "F03", "F12", "F19"), "deck": ("F05", "F23")}


def expected(state: State, *orders: str) -> View:
    seen = view(state, "A")
    return FEST.expected(seen, [FEST.parse(each.lower(), seen, None) for each in orders])


def offered(seen: View) -> list[MenuChoice]:
    """What can be chosen next."""
    decision, _ = FEST.foreseen(seen) or (None, None)
    menus = FEST.menus(seen, decision, None, "en")
    return [each for menu in menus for each in menu.choices if not each.later]


def test_a_front_stands_there_with_its_points_and_may_be_only_begun() -> None:
    state = standing(phase="front", a=HAND, b={"hand": ("F07",) * 4})
    begun, whole = expected(state, "front F01"), expected(state, "front F01 F03 F19")
    assert own(begun)["front"] == ["F01"]
    assert own(begun)["hand"] == ["F03", "F12", "F19"]
    (front,) = FEST.menus(begun, None, None, "en")
    assert (front.least, front.most, len(front.choices)) == (2, 2, 3)
    assert own(whole)["attr"] == {"will": 12, "sword": 3, "shield": 3}
    assert (whole["phase"], [*FEST.menus(whole, None, None, "en")]) == ("front", [])
    assert whole["seats"]["B"]["hand"] == 4
    decision = festival.pending(state)[0]  # type: ignore[index]
    assert FEST.autopilot(begun, decision, FEST.legal(state, decision)) in FEST.legal(
        state, decision
    )
    assert expected(state, "front F01 F02", "play F12 B16") == view(state, "A")


def test_a_reserve_that_is_begun_may_grow_as_far_as_the_deck_can_replace_it() -> None:
    """R9: no more than the deck has; what is drawn instead is not known."""
    state = standing(phase="reserve", a=HAND, b={"hand": ("F07",), "deck": ("F07",)})
    seen = expected(state, "reserve F01")
    mine = own(seen)
    assert (mine["reserve"], mine["hand"], mine["deck"]) == (["F01"], ["F03", "F12", "F19"], 1)
    (reserve,) = FEST.menus(seen, None, None, "en")
    assert (reserve.most, reserve.none) == (1, "")
    assert [*FEST.menus(expected(state, "reserve F01 F03"), None, None, "en")] == []
    board = FEST.board(seen, {"A": "Alice", "B": "Bob"}, "en")
    assert [zone.count for zone in board.parts[-1].zones if zone.key == "deck"] == [1]


def test_a_card_that_is_drawn_and_shown_is_one_nobody_knows_before() -> None:
    """Another card of the hand goes back, the house picks it where the plan does not; then nobody knows the deck either."""
    hand = {"hand": ("F01", "F07", "G09"), "deck": ("F05", "F04")}
    deck_list = dict.fromkeys(("F01", "F04", "F05", "F07", "G09"), 1)
    state = standing(a={**hand, "deck_list": deck_list}, b={"hand": ("F07",)})
    drawn = expected(state, "play G09 S11")
    assert (drawn["phase"], own(drawn)["hand"], own(drawn)["deck"]) == ("pick", ["F01", "F07"], 1)
    assert [each.order for each in offered(drawn)] == ["F01", "F07"]
    picked = expected(state, "play G09 S11", "pick F01")
    assert (picked["phase"], own(picked)["hand"], own(picked)["deck"]) == ("play", ["F07"], 2)
    assert own(expected(state, "play G09 S11", "play F01 B01"))["hand"] == []


def test_the_last_known_card_is_not_the_last_where_one_was_drawn() -> None:
    """Nor can it be thrown away for want of an effect: nobody knows what the other card would make of it."""
    hand = {"hand": ("F20", "F17", "F17"), "deck": ("F05",), "points": [3, 4, 5, 0]}
    state = standing(a=hand, b={"hand": ("F07",)})
    seen = expected(state, "play F20 B22 will F17")
    assert own(seen)["hand"] == ["F17"]
    assert not any("B17" in each.order for each in offered(seen))
    again = standing(a={**hand, "hand": ("F20", "F20", "F20"), "deck": ("F05", "F04")})
    seen = expected(again, "play F20 B22 will F20")
    assert not any("B22" in each.order or "fail" in each.order for each in offered(seen))


def alone(state: State, action: Action) -> State:
    """What really comes of it where the opponent has no card, and each die shows 3."""
    (decision,) = festival.pending(state)  # type: ignore[misc]
    step = festival.decided(festival.Step(state), {decision.id: action})
    while (
        isinstance(chance := festival.pending(step.state), Chance)
        and step.state.round == state.round
    ):
        kind, size = chance.what[:2]
        if step.state.phase in ("dice", "final"):
            break
        step = festival.Step(step.state)
        step.drawn([3] if kind == "die" else Random(1).sample(range(size), size))
    return step.state


def test_a_plan_of_what_is_offered_comes_to_what_it_showed() -> None:
    """Whatever lies in the deck, in the order that it has."""
    shown, random = Counter[str](), Random(4)
    for seed in range(24):
        starts = [
            state
            for state, _ in course(seed, {"allowed_tags": ["#pbm-std", "#standard"]}, ("D1", "D3"))
            if state.phase == "play" and not state.played
        ]
        for start in starts:
            real = start.copy()
            seat = real.turn
            assert seat
            real.seats["B" if seat == "A" else "A"].hand = ()
            seen, plan = view(real, seat), list[Action]()
            while choices := offered(FEST.expected(seen, plan)):
                before = FEST.expected(seen, plan)
                decision = festival.pending(real)[0]  # type: ignore[index]
                verb = "pick " * (before["phase"] == "pick")
                found = [FEST.parse(f"{verb}{each.order}", before, decision) for each in choices]
                assert all(each in FEST.legal(real, decision) for each in found), plan
                action = random.choice(found)
                real = alone(real, action)
                plan.append(action)
                after = FEST.expected(seen, plan)
                if real.round == start.round and real.phase in ("play", "pick"):
                    mine = own(view(real, seat))
                    assert own(after)["attr"] == mine["attr"]
                    assert not Counter(own(after)["hand"]) - Counter(mine["hand"])
                    shown[after["phase"]] += 1
                    hidden = len(mine["hand"]) - len(own(after)["hand"])
                    assert hidden == own(after).get("drawn", 0)
                    shown["drawn"] += hidden
                else:
                    break
    assert min(shown["play"], shown["pick"], shown["drawn"]) > 5, shown
