"""The scenarios of the rules, by their numbers."""

from app.engine.matches import record
from app.engine.matches.game import Chance, Over, Seat
from app.games.acts.cards import FAR_LIGHT, RANK_AND_FILE
from app.games.acts.field import in_reach, strikes
from app.games.acts.squares import SQUARES, turned
from tests.games.acts.stage import (
    GAME,
    after,
    asked,
    decided,
    is_legal,
    side,
    stage,
    step,
    unit,
    view,
    waits,
)
from tests.support.tables import by_row


def test_01_setup() -> None:
    state = GAME.new({}, {"A": RANK_AND_FILE, "B": FAR_LIGHT})
    for label in ("acts/shuffle/A/0", "acts/shuffle/B/0"):
        assert GAME.pending(state) == Chance(label, ("shuffle", 30))
        state, events = GAME.apply_chance(state, Chance(label, ("shuffle", 30)), [*range(30)])
    assert [each.detail["count"] for each in events if each.what == "drawn"] == [5, 5, 1, 1]
    assert unit(state, 12) == "M01 6+0"
    assert unit(state, 52) == "M02 7+0"
    assert [(len(each.hand), len(each.deck)) for each in state.sides.values()] == [(6, 24)] * 2
    assert waits(state) == "acts/toss/t1"
    for deck, is_right in (
        ({"E00": 29}, False),
        ({"E00": 31}, False),
        ({"E00": 26, "S01": 4}, False),
        ({"E00": 30}, True),
    ):
        build = {"master": "M01", "deck": deck}
        assert (GAME.validate_build(build, {}) == []) is is_right, deck


def test_02_make() -> None:
    state = stage({}, hands=("S06", ""))
    made = after(state, "make S06 at 22 with 3 from master")
    assert (unit(made, 12), unit(made, 22)) == ("M01 3+0", "S06 1+2")
    assert not is_legal("move 22 to 32", after(made, "pass"))
    made = after(state, "make S06 at 22 with 4 from master")
    assert unit(made, 22) == "S06 2+2"
    assert unit(after(made, "pass", "move 22 to 32"), 32) == "S06 0+4"
    assert not is_legal("make S06 at 22 with 1 from master", state)
    assert not is_legal("make S06 at 32 with 2 from master", state)


def test_03_from_the_hand() -> None:
    state = stage({12: "M01 0+6"}, hands=("E00 E00 S01", ""))
    state = after(state, "make S01 at 21 with 0 from master and 1 from hand")
    assert unit(state, 21) == "S01 0+1"
    assert state.sides["A"].hand == ["E00"]


def test_04_exceed() -> None:
    state = stage({22: "S06 4+0"}, {32: "S02 1+0"})
    state = after(state, "attack 22 > e32")
    assert unit(state, 32) == "S02 1+0 30D"
    state = after(state, "pass", "attack 22 > e32")
    assert 32 not in state.field
    assert state.sides["B"].trash == ["E00", "S02"]
    state = stage({42: "S01 1+0"}, {52: "M04 0+0 50D"})
    state = after(state, "attack 42 > e-master")
    assert (unit(state, 52), waits(state)) == ("M04 0+0 70D", "B main")
    state = stage({42: "S01 1+0"}, {52: "M02 0+0 60D"})
    assert waits(after(state, "attack 42 > e-master")) == "A wins by vit"


def test_05_fixtures() -> None:
    state = stage({32: "X02 2+0"}, {52: "X01"})
    bare = after(state, "attack 32 with Laser Cannon > e-master", "no")
    assert unit(bare, 52) == "X01 6+0 20D"
    barred = after(state, "attack X02 with laser > e-master", "defend master with Chiyuki Barrier")
    assert unit(barred, 52) == "X01 5+1 10D"
    state = stage({42: "X02 1+0"}, {52: "X01"})
    assert unit(after(state, "attack 42 > e-master", "no"), 52) == "X01 6+0 20D"
    state = after(state, "attack 42 > e-master", "defend master with chiyuki")
    assert unit(state, 52) == "X01 5+1 10D"
    state = after(
        stage({42: "S09 2+0"}, {52: "X01"}),
        "attack 42 with Pull Down > e-master",
        "defend master with chiyuki",
    )
    assert unit(state, 52) == "X01 5+1"
    state = stage({12: "X01", 32: "X02 1+0"}, {42: "S01 1+0"})
    assert not is_legal("attack master with Oz Attack > e-master", state)
    assert is_legal("attack master with oz > e42", state)
    assert unit(after(state, "attack master with Oz Attack > e42"), 12) == "X01 5+1"


def test_06_replacement() -> None:
    state = stage({42: "S06 2+0"}, {52: "X01", 51: "X02 2+0"})
    state, events = step(after(state, "attack 42 > e-master"), "defend 13 with Partner")
    assert unit(state, 52) == "X01 6+0"
    assert state.sides["B"].trash == ["E00", "E00", "X02"]
    assert [each.what for each in events] == ["defended", "destroyed"]
    state = stage({32: "S13 1+0 10D"}, {42: "X01", 41: "X02 2+0"})
    state = after(state, "pass", "attack master > e32")
    assert waits(state) == "B defend"
    assert [each["skill"] for each in GAME.legal(state, asked(state)) if each["a"] == "defend"] == ["Chiyuki Barrier"]  # fmt: skip


def test_07_range() -> None:
    field = stage({22: "S12 3+0"}).field
    assert in_reach(field, 22, [*strikes(field, 22)][1][0]) == {*SQUARES} - {22, 51, 52, 53}
    field = stage({32: "S12 3+0"}).field
    assert 52 in in_reach(field, 32, [*strikes(field, 32)][1][0])
    assert (turned(21, "B"), turned(12, "B"), turned(21, "A")) == (43, 52, 21)


def test_08_passing() -> None:
    state = stage({}, hands=("", "S01"))
    both = after(state, "pass", "pass")
    assert (both.turn, waits(both)) == (4, "acts/toss/t4")
    state = after(state, "pass", "make S01 at 22 with 1 from master", "pass")
    assert (state.passes, waits(state)) == (1, "B main")
    assert after(state, "pass").turn == 4


def test_09_turn_end() -> None:
    def ended(master: str, trash: str, field: str = "") -> list[str]:
        pieces = {12: master} | ({11: field} if field else {})
        sides = (side(trash=trash), side())
        state = after(stage(pieces, sides=sides), "pass", "pass")
        found = [f"{unit(state, 12)} {waits(state)}"]
        if waits(state) == "A refill":
            most = max(each["n"] for each in GAME.legal(state, asked(state)))
            state = after(state, f"refill {most}")
            found += [unit(state, 12), str(len(state.sides["A"].trash))]
        return found

    assert ended("M01 1+3", "E00 E00 E00") == ["M01 4+0 A refill", "M01 5+0", "2"]
    assert ended("M01 3+3", "E00 E00 E00") == ["M01 6+0 acts/toss/t4"]
    assert ended("M02 2+2", "E00 E00 E00") == ["M02 4+0 A refill", "M02 6+0", "1"]
    assert ended("M02 2+2", "E00 E00 E00", "T10") == ["M02 4+0 A refill", "M02 7+0", "0"]


def test_10_body_block() -> None:
    state = stage({22: "S02 1+0", 11: "S02 1+0"}, {13: "S06 2+0"}, to_act="B")
    state = after(state, "attack 51 > e-master", "defend 22 with Body Block")
    assert not is_legal("defend master with Bracing Beat", state)
    blocked = after(state, "no")
    assert (unit(blocked, 22), unit(blocked, 12)) == ("S02 0+1 30D", "M01 6+0")
    second = after(state, "defend 11 with Body Block")
    assert (unit(second, 11), unit(second, 22)) == ("S02 0+1 30D", "S02 0+1")
    far = stage({33: "S02 1+0"}, {13: "S06 2+0"}, to_act="B")
    assert not is_legal("defend 33 with Body Block", after(far, "attack 51 > e-master"))


def test_11_reductions() -> None:
    state = stage({}, {22: "M03"}, hands=("T08", ""), to_act="B")
    state = after(state, "attack master with Heel Drop > e-master")
    assert GAME.value("damage", view(state)) == 40
    state = after(state, "tool T08 on master", "defend master with Bracing Beat")
    assert unit(state, 12) == "M01 4+2 10D"
    state = stage({21: "S05 1+0"}, {22: "M03"}, to_act="B")
    state = after(state, "attack master with Heel Drop > e43", "defend 21 with Shell")
    assert unit(state, 21) == "S05 0+1 10D"


def test_12_tools_on_squares() -> None:
    state = stage({31: "S10 2+0", 22: "S03 2+0"}, {41: "T11"})
    assert 41 in after(state, "attack 31 > e41").field
    shot = after(state, "attack 22 with Arc > e41")
    assert 41 not in shot.field
    assert shot.sides["B"].trash == ["T11"]
    assert 41 in after(stage({32: "S03 2+0"}, {41: "T11"}), "attack 32 > e41").field


def test_13_spite() -> None:
    state = after(stage({22: "S06 2+0"}, {32: "S13 1+0"}), "attack 22 > e32")
    assert 32 not in state.field
    assert unit(state, 22) == "S06 0+2 20D"
    state = after(stage({22: "S02 1+0"}, {32: "S13 1+0"}), "attack 22 > e32")
    assert (unit(state, 32), unit(state, 22)) == ("S13 1+0 20D", "S02 0+1")


def test_14_cut_power() -> None:
    state = stage({12: "M01 10D"}, hands=("T01 T09", "T09"))
    state = after(state, "tool T01 on master", "tool T09")
    failed = after(state, "no")
    assert unit(failed, 12) == "M01 4+2 10D"
    assert [each.trash for each in failed.sides.values()] == [["T01"], ["T09"]]
    assert (waits(failed), failed.sides["A"].acts) == ("B main", 4)
    worked = after(state, "tool T09")
    assert unit(worked, 12) == "M01 2+4"
    assert [each.trash for each in worked.sides.values()] == [["T01", "T09"], ["T09"]]


def test_15_deck_out() -> None:
    lost: list[tuple[tuple[int, int], Seat | None]] = [((0, 3), "B"), ((0, 0), None)]
    for decks, winner in lost:
        sides = (side(deck=decks[0]), side(deck=decks[1]))
        state = after(stage({}, sides=sides), "pass", "pass")
        assert GAME.pending(state) == Over.won(winner, "deckout")
        assert len(state.sides["B"].hand) == bool(winner)
        assert GAME.load(GAME.dump(state)) == state
    state = stage({}, sides=(side("T02", deck=1), side()))
    state = after(state, "tool T02")
    assert (state.sides["A"].hand, waits(state)) == (["E00"], "B main")


def test_16_plans() -> None:
    plan = "1. attack S06 > e42 if e42 exists\n2. pass\nthen pass"
    state = stage({32: "S06 2+0"}, {52: "M01"}, hands=("", "S01"))
    assert decided(plan, state) == ("pass", "plan")
    state = after(state, "pass", "make S01 at 22 with 1 from master")
    assert decided(plan, state) == ("attack 32 > e42", "plan")
    poor = stage({32: "S06 1+3"}, {42: "S01 1+0"})
    assert decided("1. attack S06 > e42 if e42 exists\nthen pass", poor) == ("pass", "plan")


def test_17_two_targets() -> None:
    pieces = {41: "S05 1+0", 42: "S13 1+0", 31: "S02 1+0"}
    state = stage({22: "S12 3+0"}, pieces)
    state = after(state, "attack 22 with Breath > e42, e41")
    assert view(state, "B")["flow"]["targets"] == ["41", "42"]
    assert is_legal("defend 23 with Shell", state)
    assert is_legal("defend 33 with Body Block", state)
    state = after(state, "no")
    assert not is_legal("defend 23 with Shell", state)
    state = after(state, "no")
    assert unit(state, 41) == "S05 1+0 20D"
    assert (42 in state.field, unit(state, 22)) == (False, "S12 0+3 20D")
    state = after(stage({22: "S12 3+0"}, pieces), "attack 22 with Breath > e31 and e42")
    assert waits(state) == "B main"


def test_18_spite_on_a_master() -> None:
    state = stage({}, {22: "S13 1+0 10D"})
    state = after(state, "attack master > e22", "defend master with Bracing Beat")
    assert unit(state, 12) == "M01 5+1 10D"
    state = stage({12: "X01", 11: "X02 2+0"}, {22: "S13 1+0 10D"})
    state = after(state, "attack master > e22")
    assert not is_legal("defend 11 with Partner", state)
    assert unit(after(state, "defend master with chiyuki"), 12) == "X01 5+1 10D"


def test_19_answers() -> None:
    state = stage({22: "S06 2+0"}, {32: "S01 1+0"}, hands=("T08 T09", "T08 S01"))
    state = after(state, "attack 22 > e32", "tool T08 on 32")
    assert [each.get("card") for each in GAME.legal(state, asked(state))] == ["T09", None]
    state = after(state, "tool T09")
    assert unit(state, 32) == "S01 1+0 40D"
    state = stage({22: "S06 2+0"}, {}, hands=("S01 E00", "T08 T09"))
    for order in ("move 22 to 32", "make S01 at 11 with 1 from master", "ether 22 +1"):
        assert waits(after(state, order)) == "B main", order


def test_20_own_hound() -> None:
    state = after(stage({22: "S02 1+0"}), "attack 22 > master")
    assert [each.get("skill") for each in GAME.legal(state, asked(state))] == ["Bracing Beat", None]
    assert waits(state) == "A defend"


def test_21_recall() -> None:
    state = stage({12: "M01 4+1", 42: "S06 1+3 T05 bT07"}, hands=("T04", ""))
    state = after(state, "tool recall on 42")
    assert unit(state, 12) == "M01 4+2"
    assert state.sides["A"].hand == ["S06"]
    assert state.sides["A"].trash == ["E00", "E00", "E00", "T04", "T05"]
    assert state.sides["B"].trash == ["T07"]


def test_22_ferry() -> None:
    state = stage({12: "M01 2+1", 22: "S14 3+1"})
    state = after(state, "skill S14 Ferry on master +1 -1on")
    assert (unit(state, 22), unit(state, 12)) == ("S14 1+3", "M01 3+0")


def test_23_corner() -> None:
    pieces = {11: "M01", 12: "S01 1+0", 21: "S01 1+0", 22: "S01 1+0"}
    state = stage(pieces, hands=("S01 T02 T05 T10", "T08"))
    verbs = {each["card"] for each in GAME.legal(state, asked(state)) if "card" in each}
    assert verbs == {"T05"}


@by_row(("mine", "winner"), [("M01 10D", None), ("M01", "A"), ("M01 20D", "B")])
def test_24_turn_limit(mine: str, winner: str | None) -> None:
    sides = (side(trash="E00"), side())
    state = stage({12: mine}, {52: "M04 20D"}, sides=sides, turn=2, limit=2)
    assert waits(after(state, "pass", "pass")) == f"{winner or 'nobody'} wins by limit"
    early = stage({12: mine + " 0+1"}, {52: "M04 20D"}, sides=sides, turn=1, limit=2)
    assert waits(after(early, "pass", "pass")) == "A refill"


def test_25_a_breath_step_by_step() -> None:
    pieces = {41: "S13 1+0", 42: "S05 2+0", 32: "S02 1+0"}
    sides = (side("T09", ether=3), side("T08", ether=3))
    state = stage({22: "S12 3+0"}, pieces, sides=sides, cards="starter")
    assert record.digest(GAME, state)[:16] == "9f71a5182cae22cb"
    rows = [
        (None, "main", [], (7, 0, 0), "t3.main.7"),
        ("attack 22 with Breath > e41 and e42", "speed", [], (7, 1, 0), "t3.speed.1"),
        ("tool T08 on 32", "speed", [["T08", "B"]], (7, 2, 0), "t3.speed.2"),
        ("no", "defend", [], (7, 2, 1), "t3.defend.1"),
        ("no", "defend", [], (7, 2, 2), "t3.defend.2"),
        ("defend 22 with Shell", "defend", [], (7, 2, 3), "t3.defend.3"),
        ("defend 32 with Body Block", "main", [], (8, 2, 3), "t3.main.8"),
    ]
    for order, phase, stack, counts, wait in rows:
        if order:
            assert state.to_act == "A"
            state = after(state, order)
        at = GAME.position(state)
        assert (at["phase"], at["stack"], at["wait"]) == (phase, stack, [wait])
        assert (*at["n"].values(),) == counts
        assert GAME.load(GAME.dump(state)) == state
        if phase == "speed":
            assert view(state, asked(state).seat)["wait"] == ["t3.speed"]
    assert (unit(state, 32), unit(state, 42)) == ("S02 0+1 10D", "S05 1+1")
    assert (41 in state.field, unit(state, 22), unit(state, 52)) == (
        False,
        "S12 0+3 20D",
        "M01 5+1",
    )
    assert state.to_act == "B"
    assert record.digest(GAME, state)[:16] == "a1c4a5e8f55c356e"
