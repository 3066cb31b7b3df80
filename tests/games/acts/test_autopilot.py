"""What the house does, rule by rule."""

from app.engine.matches.game import TENGU
from tests.games.acts.stage import GAME, after, asked, house, side, stage, view, waits
from tests.support.tables import by_row


def test_the_toss_and_the_refill() -> None:
    sides = (side(trash="E00 E00"), side())
    state = after(stage({12: "M02 2+2"}, {52: "M01"}, sides=sides), "pass", "pass")
    assert house(state) == "refill 2"
    begun = GAME.apply(state, {"t3.refill.A": {"a": "refill", "n": 0}})[0]
    near = stage({12: "M01 6+0", 42: "S01 1+0"})
    for each, order in ((begun, "toss second"), (after(near, "pass", "pass"), "toss first")):
        chance = GAME.pending(each)
        assert not isinstance(chance, tuple)
        tossed, _ = GAME.apply_chance(each, chance, [0])  # type: ignore[arg-type]
        assert house(tossed) == order


def test_the_strong_player_of_the_house_weighs_both_sides_of_the_toss() -> None:
    """Who acts first strikes first: a blow each is left to both masters."""
    state = after(
        stage({12: "M01 50D", 41: "S06 2+0"}, {52: "M01 50D", 21: "S06 2+0"}), "pass", "pass"
    )
    tossed, _ = GAME.apply_chance(state, GAME.pending(state), [0])  # type: ignore[arg-type]
    decision, options = asked(tossed), GAME.legal(tossed, asked(tossed))
    assert GAME.opponents[TENGU].decide(view(tossed), decision, options) == {"a": "first"}


@by_row(
    ("mine", "theirs", "hand", "order"),
    [
        # 1: the enemy master exceeds VIT; the cheaper of equal ones, the lower square
        ({12: "M01 0+6", 43: "S01 1+0", 41: "S01 1+0"}, {52: "M02 60D"}, "", "attack 41 > e-master"),
        ({12: "M01 0+6", 31: "S12 6+0"}, {41: "S01 1+0", 52: "M02 50D"}, "",
         "attack 31 with Breath > e41 and e-master"),
        # 2: a servant is destroyed
        ({32: "S06 2+0"}, {42: "S03 1+0"}, "S01", "attack 32 > e42"),
        # 3: the enemy master takes damage; the own one keeps ether for its defence
        ({42: "S01 1+0"}, {}, "S01", "attack 42 > e-master"),
        ({32: "M01 2+0"}, {}, "", "move master to 21"),
        ({32: "M02 2+0"}, {}, "", "move master to 21"),
        ({42: "M02 2+0"}, {}, "", "attack master with Well Stream > e-master"),
        ({32: "M01 3+0"}, {}, "", "attack master with Drumfire > e-master"),
        # 4: make the largest, with twice its size if two are kept, in front
        ({}, {}, "S01 S06 S05", "make S05 at 22 with 4 from master"),
        ({12: "M01 3+0"}, {}, "S05", "make S05 at 22 with 2 from master"),
        ({22: "S11 0+1", 23: "S11 0+1"}, {}, "S01", "make S01 at 21 with 2 from master"),
        # 5: ether that fits
        ({12: "M01 1+3"}, {}, "E00 E00 E00 S06", "ether hand 2"),
        # 6: ether for a servant without any
        ({12: "M01 4+0", 11: "S06 0+1", 13: "S05 0+1"}, {}, "", "ether 11 +2"),
        # 7: nearer to the enemy master, if it can attack then or cannot now
        ({12: "M01 0+6", 22: "S01 2+0", 21: "S01 2+0"}, {}, "", "move 21 to 31"),
        ({12: "M01 0+6", 32: "S01 1+0"}, {42: "S01 1+0"}, "", "attack 32 > e42"),
        ({12: "M01 0+6", 22: "S01 1+0"}, {32: "S05 1+0"}, "", "move 22 to 31"),
        # 9: tools
        ({12: "M01 2+4 20D"}, {}, "T01", "tool T01 on master"),
        ({12: "M01 2+4 10D"}, {}, "T01", "pass"),
        ({12: "M01 1+5"}, {}, "T02 T11", "tool T02"),
        ({12: "M01 1+5"}, {}, "T02 T11 T11 T11", "pass"),
        ({12: "M01 2+4", 11: "S05 0+2", 13: "S06 0+2 T05"}, {}, "T05 T06", "tool T05 on 11"),
        ({12: "M01 2+4", 11: "S05 0+2 T05", 13: "S06 0+2 T05"}, {}, "T05 T06", "tool T06 on 11"),
        # 10: away from enemies
        ({12: "M01 0+6"}, {32: "S07 2+0", 41: "T11"}, "", "pass"),
        ({22: "M01 0+6"}, {32: "S02 1+0"}, "", "move master to 11"),
        ({22: "M01 0+6"}, {32: "S05 2+0"}, "", "move master to 11"),
    ],
)  # fmt: skip
def test_the_rules_for_actions(
    mine: dict[int, str], theirs: dict[int, str], hand: str, order: str
) -> None:
    assert house(stage(mine, theirs, hands=(hand, ""))) == order


def test_squares_are_compared_as_the_seat_numbers_them() -> None:
    state = stage({}, {52: "M01 0+6", 42: "S01 2+0", 43: "S01 2+0"}, to_act="B")
    assert house(state) == "move 21 to 31"
    assert house(stage({}, hands=("", "S05"), to_act="B")) == "make S05 at 22 with 4 from master"


def test_a_servant_is_attacked_where_it_takes_much() -> None:
    crabs = {31: "S05 1+0", 32: "S05 1+0", 33: "S05 1+0"}
    state = stage({11: "M01 0+6", 22: "S06 3+0"}, {**crabs, 52: "M02"})
    assert house(state) == "attack 22 > e31"


def test_after_sixty_actions_only_passing_is_left() -> None:
    tired = (side(acts=60), side())
    state = stage({42: "S01 1+0"}, sides=tired)
    assert house(state) == "pass"
    assert [*GAME.legal(state, GAME.pending(state)[0])] == [{"a": "pass"}]  # type: ignore[index]
    foe = stage({22: "M01 0+6"}, {32: "S05 2+0"}, sides=(side(), side(acts=60)))
    assert house(foe) == "pass"
    done = stage({12: "M01 4+0", 11: "S06 0+1"}, sides=(side("E00", ether=3), side()))
    assert house(done) == "pass"


def struck(mine: dict[int, str], by: str, at: str = "e-master", hand: str = "") -> str:
    """What the house of A does when a unit of B in the middle attacks, and who is asked then."""
    state = stage(mine, {22: by, 53: "M01"}, hands=(hand, ""), to_act="B")
    state = after(state, f"attack 42 > {at}")
    return house(state) if waits(state).startswith("A ") else waits(state)


def test_defences() -> None:
    hounds = {13: "S02 1+0", 11: "S02 1+0"}
    block, beat = "defend 11 with Body Block", "defend master with Bracing Beat"
    # deadly: the skill that prevents it
    assert struck({12: "M03 40D"}, "S06 2+0") == "defend master with Parry"
    # deadly, and no skill does: for a master a replacement, for a servant nothing
    assert struck({12: "M02 50D", **hounds}, "S06 2+0") == block
    assert struck({12: "M01 50D"}, "S06 2+0") == "no"
    assert struck({12: "M02", 21: "S03 1+0", 11: "S02 1+0"}, "S06 2+0", "e43") == "no"
    # not deadly: the skill that saves much or costs little, else a replacement
    assert struck({12: "M01"}, "S06 2+0") == beat
    assert struck({12: "M01"}, "S02 1+0") == "no"
    assert struck({12: "M04"}, "S06 2+0") == "defend master with Phase"
    assert struck({12: "M02", **hounds}, "S06 2+0") == block
    assert struck({12: "M02", 21: "S05 1+0"}, "S11 3+0", "e43") == "no"


def test_a_second_defence_is_for_what_is_deadly_only() -> None:
    state = stage({12: "M01", 13: "S02 1+0"}, {22: "S11 3+0"}, to_act="B")
    state = after(state, "attack 42 > e-master", "defend master with Bracing Beat")
    assert house(state) == "no"


def test_partner_before_body_block_and_gravity_voided() -> None:
    mine = {12: "X01 40D", 13: "X02 1+0", 11: "S02 1+0"}
    state = stage({**mine, 12: "X01 0+6 40D"}, {22: "S06 2+0"}, to_act="B")
    assert house(after(state, "attack 42 > e-master")) == "defend 13 with Partner"
    state = stage(mine, {22: "S09 2+0"}, to_act="B")
    state = after(state, "attack 42 with Pull Down > e-master")
    assert house(state) == "defend master with Chiyuki Barrier"
    state = after(stage({12: "X01 40D"}, {22: "S13 1+0 10D"}), "attack master > e22")
    assert house(state) == "defend master with Chiyuki Barrier"


def test_speed_tools() -> None:
    def answered(order: str, mine: dict[int, str], theirs: dict[int, str]) -> str:
        return house(after(stage(theirs, mine, hands=("T02 T03", "T08 T09")), order))

    jelly = {42: "S08 1+0"}
    assert answered("attack 32 > e42", jelly, {32: "S06 2+0"}) == "no"
    assert answered("attack 32 > e42", {42: "S08 0+1 20D"}, {32: "S06 2+0"}) == "tool T08 on 22"
    assert answered("attack 42 > e-master", {}, {42: "S06 2+0"}) == "tool T08 on master"
    assert answered("attack 42 > e-master", {}, {42: "S01 1+0"}) == "no"
    assert answered("attack 22 > 21", {}, {22: "S06 2+0", 21: "S01 1+0"}) == "no"
    assert answered("attack 32 > e41", {41: "T11"}, {32: "S06 2+0"}) == "no"
    both = {42: "S03 1+0", 52: "M01"}
    assert answered("attack 32 with Breath > e42 and e-master", both, {32: "S12 3+0"}) == "tool T08 on master"  # fmt: skip
    assert answered("tool T02", {}, {}) == "no"
    assert answered("tool T03 on e32", {32: "S01 1+0"}, {}) == "tool T09"
    assert answered("skill master Rally on 22", {}, {22: "S01 0+1"}) == "no"
    assert answered("skill master Blink to 31", {}, {12: "M04"}) == "tool T09"


def test_the_strong_player_of_the_house_saves_its_master_with_a_speed_tool() -> None:
    state = stage({42: "S06 2+0"}, {52: "M01 50D"}, hands=("", "T08 T09"))
    attacked = after(state, "attack 42 > e-master")
    decision, options = asked(attacked), GAME.legal(attacked, asked(attacked))
    chosen = GAME.opponents[TENGU].decide(view(attacked, "B"), decision, options)
    assert chosen == {"a": "tool", "card": "T08", "on": "52"}


def test_the_house_does_not_answer_answers() -> None:
    state = stage({22: "S06 2+0"}, {32: "S01 1+0"}, hands=("T09", "T08"))
    assert house(after(state, "attack 22 > e32", "tool T08 on 32")) == "no"
