"""What a plan of ACT:S would show: units where it puts them, as if the opponent passed and answered nothing."""

from random import Random

from app.engine.matches.game import SEATS, Action, View
from app.games.acts import actions
from app.games.acts.pool import POOLS
from app.games.acts.state import State
from tests.games.acts import deals
from tests.games.acts.stage import GAME, NAMES, asked, stage, view
from tests.games.test_practice import decisions


def expected(state: State, *orders: str) -> View:
    seen = view(state)
    return GAME.expected(seen, [GAME.parse(each.lower(), seen, None) for each in orders])


def test_units_come_move_and_fight_while_the_opponent_is_still_to_act() -> None:
    state = stage({12: "M01 6+0"}, {42: "S01 1+0"}, ("S06", "T08"))
    state.to_act = "B"
    seen = expected(state, "make S06 at 22 with 4 from master", "move s06 to 32", "pass")
    assert {at: each["card"] for at, each in seen["field"].items()}["32"] == "S06"
    assert (seen["to_act"], seen["A"]["hand"], seen["A"]["acts"]) == ("B", [], 5)
    assert (seen["B"]["hand_n"], seen["B"]["deck_n"]) == (1, view(state)["B"]["deck_n"])
    assert GAME.in_words("move 32 to 33", seen, "en") == "Move Lancer Frame (32) to 33"
    assert (
        GAME.in_words("attack 32 > e42", seen, "ja") == "32ランサーフレームがe42ポーンレットを攻撃"
    )


def test_passed_over_is_what_is_not_possible_and_nothing_comes_of_nothing() -> None:
    state = stage({22: "S06 4+0"}, {42: "S01 1+0"})
    seen = expected(
        state, "attack 22 > e42", "attack s07 > e42", "move 22 to 32", "attack 22 > e42"
    )
    assert "32" in seen["field"]
    assert expected(state, "attack 22 > e42", "pass", "toss first") == view(state)


def test_a_match_that_the_plan_ends_offers_nothing_more() -> None:
    state = stage({42: "S11 6+0"}, {52: "M01 30D"})
    seen = expected(state, "attack 42 > e-master", "move 42 to 43")
    assert seen["phase"] == "over"
    assert "43" not in seen["field"]
    assert GAME.menus(seen, None, None, "en") == ()
    assert GAME.foreseen(seen) is None
    assert GAME.board(seen, NAMES, "en").parts


def test_a_card_that_is_drawn_stays_unknown() -> None:
    state = stage({}, hands=("T02", ""))
    assert expected(state, "tool T02")["A"]["hand"] == []


def test_ether_is_given_to_a_unit_or_its_card_is_put_down() -> None:
    state = stage({21: "S08 2+1", 12: "M01 2+0"}, hands=("E00", ""))
    decision, options = GAME.foreseen(view(state)) or (None, None)
    found = [
        each for menu in GAME.menus(view(state), decision, options, "en") for each in menu.choices
    ]
    pieces = {each.order: each.piece for each in found}
    assert (pieces["ether hand 1"], pieces["ether 21 -1on"]) == ("E00", "21")
    said = GAME.in_words("ether hand 1, 21 -1on", view(state), "en")
    assert said == f"Ether: 1 from the hand, {POOLS.house.names['S08'].en} (21) -1 spent"
    assert GAME.in_words("move any to 33", view(state), "ja") == "どれかを33へ移動"
    assert GAME.in_words("attack s14 > e42", view(state), "en").endswith(" attacks e42")


def alone(state: State, action: Action) -> State:
    """What really comes of it where the opponent answers nothing, and passes."""
    decision = asked(state)
    seat = decision.seat
    state, _ = GAME.apply(state, {decision.id: action})
    while not state.over and (
        (decision := asked(state)).kind != actions.MAIN or decision.seat != seat
    ):
        answer = actions.PASS if decision.kind == actions.MAIN else actions.NO
        state, _ = GAME.apply(state, {decision.id: answer})
    return state


def test_a_plan_of_what_is_offered_comes_to_what_it_showed() -> None:
    compared = 0
    for n in range(4):
        random = Random(f"alone {n}")
        for start, decision in decisions(GAME, random, deals):
            if decision.kind != actions.MAIN or random.random() < 0.9:
                continue
            real, seen, plan = start, GAME.view(start, decision.seat), list[Action]()
            foe = SEATS[decision.seat == "A"]
            while len(plan) < 6 and not real.over:
                shown = GAME.expected(seen, plan)
                next_, options = GAME.foreseen(shown) or (decision, None)
                menus = GAME.menus(shown, next_, options, "en")
                found = [
                    GAME.parse(each.order, shown, next_) for menu in menus for each in menu.choices
                ]
                fit = [each for each in found if each["a"] != "pass"]
                assert all(each in GAME.legal(real, asked(real)) for each in fit)
                if not fit:
                    break
                plan.append(random.choice(fit))
                real = alone(real, plan[-1])
                true, told = GAME.view(real, decision.seat), GAME.expected(seen, plan)
                assert told["field"] == true["field"]
                assert {*told[decision.seat]["hand"]} <= {*true[decision.seat]["hand"]}
                assert told[foe]["trash"] == true[foe]["trash"]
                compared += 1
    assert compared > 50
