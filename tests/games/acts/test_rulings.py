"""Single rulings, by their numbers where they have one, and what is not legal and why."""

from collections.abc import Mapping
from typing import Any

import pytest

from app.engine.matches.course import Match, note
from app.engine.matches.game import ConfigError, Over, Seat
from app.games.acts.cards import FAR_LIGHT, RANK_AND_FILE
from app.games.acts.pool import POOLS
from tests.games.acts.stage import (
    GAME,
    action,
    after,
    asked,
    house,
    is_legal,
    side,
    stage,
    step,
    unit,
    view,
    waits,
)
from tests.support.tables import by_row

_HANDS = ("E00 E00 S06 T01 T02 T08 T10", "")


@by_row(
    ("order", "says"),
    [
        ("toss first", "not possible now"),
        ("make S01 at 33 with 1 from master", "not in your hand"),
        ("make S06 at 33 with 2 from master", "not an empty square"),
        ("make S06 at 11 with 9 from master", "not enough"),
        ("make S06 at 11 with 0 from master and 1 from hand", "as much ether as its size"),
        ("move e42 to 33", "No unit of yours"),
        ("move 33 to 31", "No unit of yours"),
        ("move 22 to 42", "out of reach"),
        ("move 21 to 31", "not enough"),
        ("move 23 to 33", "again"),
        ("attack 21 > e42", "not enough"),
        ("attack 22 with Arc > e42", "no such skill"),
        ("attack 22 > e42", "out of reach"),
        ("attack master > 22", "again"),
        ("attack 22 > master and 23", "must differ"),
        ("attack 22 > 31", "cannot be the target"),
        ("attack 22 > 22", "cannot be the target"),
        ("skill 22 Rally on 21", "no such skill"),
        ("skill master Rally on 21", "again"),
        ("skill 13 Mend on 13", "cannot be the target"),
        ("skill 32 Mend on 13", "not enough"),
        ("tool T05 on 22", "not in your hand"),
        ("tool T08 on 22", "only answers"),
        ("tool T01 on e42", "cannot be the target"),
        ("ether hand 3", "not in your hand"),
        ("ether 22 +0", "No action"),
        ("ether 22 +1, 22 +1", "order of their squares"),
        ("ether e42 +1", "No unit of yours"),
        ("ether 32 +1", "out of reach"),
        ("ether 22 -9", "no more than its capacity"),
        ("ether hand 2", "no more than its capacity"),
    ],
)
def test_why_an_action_is_not_legal(order: str, says: str) -> None:
    pieces = {
        12: "M01 4+1",
        22: "S06 2+1",
        21: "S06 1+1",
        23: "S11 6+0",
        13: "S04 1+0",
        32: "S04 0+1",
    }
    state = stage(pieces, {42: "S06 1+0"}, hands=_HANDS)
    state.field[12].attacked = 1
    state.field[12].once = ("Rally",)
    state.field[23].moved = 1
    words = GAME.legal(state, asked(state)).explain(action(order, state))
    assert words is not None
    assert says in words.en
    assert words.ja


@by_row(
    ("field", "order", "says"),
    [
        ({12: "M01 1+0"}, "tool T01 on master", "not enough"),
        ({11: "M01", 12: "S01 1+0", 21: "S01 1+0", 22: "S01 1+0"}, "tool T02", "no empty square"),
        ({12: "M01 0+0"}, "skill master Rally on 12", "not enough"),
    ],
)
def test_why_no_more_is_legal(field: dict[int, str], order: str, says: str) -> None:
    state = stage(field, hands=_HANDS)
    words = GAME.legal(state, asked(state)).explain(action(order, state))
    assert words is not None
    assert says in words.en


def test_limits_of_a_turn() -> None:
    state = stage({22: "S01 1+0"}, sides=(side("E00", acts=60), side()))
    words = GAME.legal(state, asked(state)).explain(action("move 22 to 32", state))
    assert words is not None
    assert "sixty" in words.en
    state = stage({22: "S01 1+0"}, sides=(side("E00", ether=3), side()))
    assert not is_legal("ether 22 +1", state)
    assert not [each for each in GAME.legal(state, asked(state)) if each["a"] == "ether"]


def test_ether_that_an_answer_was_paid_with_is_carried_no_more() -> None:
    """R34: the master pays for the second answer with what Ferry was to bring; it fizzles, and its cost stays paid."""
    state = stage({12: "M01 2+0", 22: "S14 1+0"}, hands=("T09", "T09"))
    state = after(state, "skill S14 Ferry on master -1", "tool T09", "tool T09")
    assert (unit(state, 22), unit(state, 12)) == ("S14 0+1", "M01 0+2")


def test_why_an_answer_is_not_legal() -> None:
    state = stage({32: "S01 1+0"}, {42: "S05 1+0"}, hands=("", "T05 T08 T09"))
    state = after(state, "attack 32 > e42")
    options = GAME.legal(state, asked(state))
    for order, says in (
        ("tool T09", "does not answer"),
        ("tool T05 on 22", "does not answer"),
        ("tool T08 on e32", "cannot be the target"),
        ("tool T01 on 22", "not in your hand"),
    ):
        words = options.explain(action(order, state))
        assert words is not None
        assert says in words.en, order
    words = GAME.legal(after(state, "no"), asked(after(state, "no"))).explain({"a": "defend", "unit": "52", "skill": "Shell"})  # fmt: skip
    assert words is not None
    ended = after(stage({12: "M01 0+1"}, sides=(side(trash="E00"), side())), "pass", "pass")
    refused = GAME.legal(ended, asked(ended)).explain({"a": "refill", "n": 2})
    assert refused is not None
    assert "0 to 1" in refused.en


@by_row(
    "wrong",
    [
        {"a": "make", "card": "S06", "at": "11", "master": 2},
        {"a": "make", "card": "S06", "at": "11", "master": True, "hand": 0},
        {"a": "make", "card": "S06", "at": "99", "master": 2, "hand": 0},
        {"a": "skill", "unit": "23", "skill": "Ferry", "on": "12", "give": [1, True]},
        {"a": "ether", "hand": 0, "move": [["22", 1]]},
        {"a": "ether", "hand": 0, "move": [["99", 1, 0]]},
        {"a": "ether", "hand": 0, "move": ["22"]},
        {"a": "dance"},
        {"a": None},
        None,
    ],
)
def test_what_has_no_shape_is_no_action(wrong: Any) -> None:
    state = stage({22: "S01 1+0", 23: "S14 2+0"}, hands=_HANDS)
    assert wrong not in GAME.legal(state, asked(state))


def test_04_thrift_of_the_tinkerer() -> None:
    state = stage({12: "M04 1+0 20D"}, hands=("T01 T02 T05", ""))
    assert unit(after(state, "tool T01 on master"), 12) == "M04 0+1"
    assert unit(after(state, "tool T02"), 12) == "M04 1+0 20D"
    assert unit(after(state, "tool T05 on master"), 12) == "M04 0+1 20D"


def test_12_order_of_calculation() -> None:
    # brittle: +10, if 10 or more are left
    state = after(stage({42: "S09 2+0"}, {52: "M02"}), "attack 42 with Pull Down > e-master")
    assert unit(state, 52) == "M02 7+0 40D"
    # loner: own servants beside the master have less DEF, not below 0
    state = stage({32: "S01 1+0"}, {42: "S06 1+0", 52: "M03"})
    assert unit(after(state, "attack 32 > e42"), 42) == "S06 1+0 20D"
    # equal cards add up, a beacon does not, and not for skills
    towers = {31: "S10 1+0", 33: "S10 1+0", 32: "S03 1+0"}
    state = stage(towers, {42: "S01 1+0"})
    assert unit(after(state, "attack 32 > e42"), 42) == "S01 1+0 20D"
    assert unit(after(state, "attack 32 with Arc > e42"), 42) == "S01 1+0 20D"
    state = stage({31: "S01 1+0"}, {42: "S01 1+0", 41: "T11", 22: "T11"})
    assert unit(after(state, "attack 31 > e42"), 42) == "S01 1+0"
    state = stage({32: "S06 2+0"}, {42: "S01 1+0 T05 T05"})
    assert unit(after(state, "attack 32 > e42"), 42) == "S01 1+0 20D"


def test_moves_cost_what_cards_say() -> None:
    costs = {
        "S07 9+0": 3,
        "S01 9+0 T07": 3,
        "S01 9+0 T07 bT07": 5,
        "S14 9+0 T07": 0,
        "S11 9+0": 3,
    }
    for text, cost in costs.items():
        moved = after(stage({22: text}), "move 22 to 32")
        assert moved.field[32].on == cost, text
    drone = after(stage({22: "S14 2+0"}), "move 22 to 32", "pass", "move 32 to 22")
    assert unit(drone, 22) == "S14 1+1"


def test_long_barrel_reaches_farther() -> None:
    state = stage({22: "S01 1+0"}, {42: "S01 1+0"}, hands=("T06", ""))
    assert not is_legal("attack 22 > e42", state)
    assert is_legal("attack 22 > e42", after(state, "tool T06 on 22", "pass"))


def test_effects_of_skills_and_tools() -> None:
    state = stage({22: "S06 0+3"}, {42: "S06 2+1"}, hands=("T01 T03 T10", ""))
    assert unit(after(state, "skill master Rally on 22"), 22) == "S06 2+1"
    blinked = after(stage({12: "M04"}), "skill master Blink to 32")
    assert unit(blinked, 32) == "M04 4+2"
    joined = after(stage({12: "X01", 32: "X02 1+0"}), "skill X02 Attach to 42")
    assert unit(joined, 42) == "X01 6+0"
    assert not [
        each for each in GAME.legal(stage({32: "X02 1+0"}), asked(state)) if each["a"] == "skill" and each["skill"] == "Attach"
    ]  # fmt: skip
    mended = after(stage({22: "S04 1+0", 21: "S01 1+0 30D"}), "skill 22 Mend on 21")
    assert unit(mended, 21) == "S01 1+0 20D"
    near = stage({32: "M01"}, {42: "S06 2+1"}, hands=("T03 T10", ""))
    assert unit(after(near, "tool T03 on e42"), 42) == "S06 0+3"
    assert after(near, "tool T10 at 22").field[22].card == "T10"


def test_14_tools_are_not_defended_and_16_smoke_is_for_any_own_unit() -> None:
    state = stage({32: "S06 2+0"}, {42: "T11", 52: "M01"}, hands=("", "T08"))
    state = after(state, "attack 32 > e42", "tool T08 on master")
    assert 42 not in state.field
    assert state.sides["B"].trash == ["T08", "T11"]


def test_17_skills_fail_and_what_fails_was_the_action() -> None:
    state = stage({22: "S06 0+3"}, hands=("", "T09"))
    state, events = step(after(state, "skill master Rally on 22"), "tool T09")
    assert (unit(state, 22), unit(state, 12)) == ("S06 0+3", "M01 5+1")
    assert (state.field[12].once, waits(state)) == (("Rally",), "B main")
    assert [each.detail for each in events if each.what == "failed"] == [{"what": "Rally"}]


def test_20_both_masters_may_fall_at_once() -> None:
    state = stage({12: "M01 0+6 60D", 32: "S12 3+0"}, {52: "M02 60D"})
    state = after(state, "attack 32 with Breath > master and e-master")
    assert (waits(state), state.passes, state.to_act) == ("nobody wins by vit", 0, None)
    assert unit(state, 52) == "M02 7+0 90D"


def test_33_who_was_a_target_cannot_block() -> None:
    hounds = {42: "S02 1+0", 41: "S02 1+0"}
    state = stage({32: "S06 2+0"}, {**hounds, 52: "M01"})
    state = after(state, "attack 32 > e42", "defend 23 with Body Block")
    assert waits(state) == "B main"
    assert unit(state, 41) == "S02 0+1 30D"


def test_35_two_dolls_one_after_the_other() -> None:
    state = stage({22: "S12 3+0 30D"}, {31: "S13 1+0", 32: "S13 1+0"})
    state, events = step(state, "attack 22 with Breath > e31 and e32")
    assert 22 not in state.field
    assert [each.what for each in events if each.what in ("spited", "destroyed")] == [
        *["destroyed", "destroyed", "spited", "spited", "destroyed"]
    ]
    fallen = stage({22: "S12 3+0 50D"}, {31: "S13 1+0", 32: "S13 1+0"})
    _, events = step(fallen, "attack 22 with Breath > e31 and e32")
    assert [each.what for each in events].count("spited") == 1
    lost = after(stage({12: "M01 0+6 50D"}, {22: "S13 1+0 10D"}), "attack master > e22")
    assert waits(lost) == "B wins by vit"


def test_an_attacking_oz_may_be_given_for_chiyuki() -> None:
    state = stage({12: "X01", 22: "X02 1+0"})
    state = after(state, "attack 22 > master", "defend 22 with Partner")
    assert (22 in state.field, unit(state, 12), waits(state)) == (False, "X01 6+0", "B main")
    both = stage({22: "S12 3+0"}, {42: "X01", 41: "X02 1+0"})
    both = after(both, "attack 22 with Breath > e41 and e-master", "defend 23 with Partner")
    assert (41 in both.field, unit(both, 42)) == (False, "X01 6+0")


def test_a_resigned_match_drops_what_is_in_flight() -> None:
    state = after(stage({}, hands=("T02", "T09")), "tool T02")
    assert GAME.position(state)["stack"] == [["T02", "A"]]
    assert GAME.load(GAME.dump(state)) == state
    given_up = GAME.stop(state, "resign", "A")
    assert GAME.pending(given_up) == Over.won("B", "resign")
    at = GAME.position(given_up)
    assert (at["stack"], at["wait"], at["to_act"], at["phase"]) == ([], [], None, "over")
    assert at["over"] == {"reason": "resign", "score": {"A": "0", "B": "1"}}
    assert "T02" not in given_up.sides["A"].trash
    assert GAME.stop(state, "draw", None).over == Over.won(None, "draw")
    passed = GAME.position(GAME.stop(after(stage({}), "pass"), "forfeit", "B"))
    assert (passed["passes"], passed["n"]["main"], passed["A"]["acts"]) == (1, 8, 3)


def test_agreed_ends_are_in_the_state() -> None:
    builds: dict[Seat, Mapping[str, Any]] = {"A": RANK_AND_FILE, "B": FAR_LIGHT}
    head: dict[str, Any] = {"config": {}, "h": "", "t": "head"}
    match = note(Match.begin(GAME, head, builds), "resign", "B").match
    assert match.state.over == match.ended == Over.won("A", "resign")


def test_views_hide_what_is_hidden() -> None:
    builds: dict[Seat, Mapping[str, Any]] = {"A": RANK_AND_FILE, "B": FAR_LIGHT}
    new = GAME.new({}, builds)
    assert [GAME.view(new, seat)["B"]["master"] for seat in ("A", "B", None)] == [None, "M02", None]
    state = stage({22: "S06 2+0"}, {32: "S01 1+0"}, hands=("T09", "T08"))
    state = after(state, "attack 22 > e32")
    assert [view(state, seat)["wait"] for seat in ("A", "B", None)] == [[], ["t3.speed"], []]
    assert asked(state).secret
    ended = after(stage({12: "M01 0+1"}, sides=(side(trash="E00"), side())), "pass", "pass")
    assert [view(ended, seat)["wait"] for seat in ("A", "B")] == [["t3.refill.A"], []]
    done = GAME.apply(ended, {"t3.refill.A": {"a": "refill", "n": 0}})[0]
    assert GAME.checkpoint(done) == ("A", "B")
    tossed, _ = GAME.apply_chance(done, GAME.pending(done), [1])  # type: ignore[arg-type]
    assert GAME.checkpoint(tossed) == ()
    assert [view(tossed, seat)["wait"] for seat in ("A", "B")] == [[], ["t4.toss"]]
    assert house(after(tossed, "toss second")) == "ether hand 1"


@by_row(
    ("hand", "order", "others"),
    [
        ("T08 T09", "attack 22 > e32", "no"),
        ("T08 T09", "skill master Rally on 22", "no"),
        ("T08 T09", "tool T02", "no"),
    ],
)
def test_nothing_tells_that_the_opponent_could_have_answered(
    hand: str, order: str, others: str
) -> None:
    seen: list[Any] = []
    for cards in (hand, "S01 S01"):
        state = stage({22: "S06 1+1"}, {32: "S05 1+0"}, hands=("T02", cards))
        state.field[22].off = 2
        log: list[Any] = []
        for text in (order, others, "pass" if order[0] != "a" else "no"):
            if text == others and not asked(state).secret:
                continue
            state, events = step(state, text)
            log += [each for each in events if each.is_for("A")]
        seen.append((view(state), view(state, None), log, waits(state)))
    assert seen[0] == seen[1]


def test_every_card_and_skill_has_two_names() -> None:
    assert [
        name
        for name, words in {**POOLS.house.names, **POOLS.house.skill_names}.items()
        if not all(words)
    ] == []


def test_builds_and_configurations() -> None:
    for build in GAME.starters.values():
        assert not GAME.validate_build(build, {})
        assert sum(build["deck"].values()) == 30
    fixtures = {"master": "X01", "deck": {"E00": 27, "X02": 3}}
    assert len(GAME.validate_build(fixtures, {})) == 2
    assert not GAME.validate_build(fixtures, {"cards": "fixtures"})
    wrong: list[Any] = [
        None,
        {"master": "M01"},
        {"master": "S01", "deck": {"E00": 30}},
        {"master": ["M01"], "deck": {"E00": 30}},
        {"master": "M01", "deck": ["E00"]},
        {"master": "M01", "deck": {"E00": 29, "M02": 1}},
        {"master": "M01", "deck": {"E00": 30, "S01": 0}},
        {"master": "M01", "deck": {"E00": True, "S01": "2"}},
    ]
    assert all(GAME.validate_build(each, {}) for each in wrong)
    assert GAME.settle({"turn_limit": 10}) == {"cards": "starter", "turn_limit": 10}
    for config in ({"cards": "all"}, {"turn_limit": -1}, {"turn_limit": True}, {"luck": 1}):
        with pytest.raises(ConfigError):
            GAME.settle(config)
