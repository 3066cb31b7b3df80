"""Orders of ACT:S to be chosen, with what they would do; and what the board says of units and cards."""

from app.engine import Lang
from app.engine.matches.game import MatchDecision
from app.engine.matches.menus import Menu
from app.games.acts.state import State
from tests.games.acts.stage import GAME, NAMES, after, asked, side, stage, view


def menus(state: State, lang: Lang = "en") -> dict[str, Menu]:
    decision = asked(state)
    options = GAME.legal(state, decision)
    found = GAME.menus(view(state, decision.seat), decision, options, lang)
    return {menu.name.partition(":")[0]: menu for menu in found}


def lines(state: State, at: int, seat: str = "A") -> list[str]:
    """What the board says of the unit on this square of the reader."""
    board = GAME.board(view(state, "A" if seat == "A" else "B"), NAMES, "en")
    squares = [each for row in board.parts[1].zones[0].grid for each in row]
    return [*next(each for each in squares if each.id == str(at)).pieces[0].lines]


FIGHT = stage({22: "S06 2+0", 21: "S12 3+0"}, {32: "S02 1+0", 31: "S13 1+0"}, hands=("S01 T05 E00", ""))  # fmt: skip


def test_a_unit_is_chosen_with_what_its_attack_would_do() -> None:
    found = menus(FIGHT)
    assert [*found] == [
        "Units",
        "Make (with exactly its size in ether it cannot act this turn)",
        "Tools",
        "Ether (three times a turn), and passing",
    ]
    told = {each.order: each for menu in found.values() for each in menu.choices}
    assert told["attack 22 > e32"].label == "30D; costs 2e, 0e left"
    assert told["attack 22 > e31"].label == "40D, falls; costs 2e, 0e left"
    assert told["attack 21 with Breath > e31 and e32"].label == (
        "e31 Hex Doll 40D, falls, e32 Rivet Hound 30D; costs 3e, 0e left"
    )
    taps = {order: (each.piece, each.aims) for order, each in told.items()}
    assert taps["attack 22 > e32"] == ("22", ("e32",))
    assert taps["attack 21 with Breath > e31 and e32"] == ("21", ("e31", "e32"))
    assert taps["make S01 at 11 with 1 from master"] == ("S01", ("11",))
    assert taps["tool T05 on master"] == ("T05", ("master",))
    assert taps["pass"] == ("", ())
    assert told["make S01 at 11 with 1 from master"].label == ""
    assert told["make S01 at 11 with 2 from master"].label == "begins with 1 ready"


def test_what_is_to_the_own_harm_comes_last_and_says_so() -> None:
    found = menus(stage({22: "S06 2+0", 21: "S12 3+0"}, {32: "S02 1+0"}, hands=("T05 T07", "")))
    for menu, harmful in (
        ("Units", "30D; costs 2e, 0e left; hurts your own side"),
        ("Tools", "hurts your own side"),  # T05 armours an enemy
        ("Tools", "hurts your own side"),  # T07 weighs an own one down
    ):
        labels = [each.label for each in found[menu].choices]
        assert harmful in labels
        assert labels == sorted(labels, key=lambda label: "hurts your own side" in label)
    harmless = {each.order: each.harms for each in found["Tools"].choices}
    assert (harmless["tool T05 on 22"], harmless["tool T07 on e32"]) == (False, False)


def test_a_plan_has_the_toss_while_it_is_to_come_and_answers_too() -> None:
    state = stage({22: "S02 1+0", 21: "S08 2+0"}, hands=("T08 T09", ""))
    begun = [*GAME.menus(view(state), None, None, "en")]
    found = [*GAME.menus({**view(state), "first": None}, None, None, "en")]
    assert begun == found[1:]
    assert [each.name.partition(":")[0] for each in found] == [
        "If you win the toss",
        "Units",
        "Ether (three times a turn), and passing",
        "Answers to the opponent",
    ]
    assert [each.order for each in found[-1].choices] == [
        "react defend master with Bracing Beat if damage >= 20",
        "react defend 21 with Phase Out if lethal = 1",
        "react defend 22 with Body Block if target is master",
        "react tool T08 on master if lethal = 1",
        "react tool T09",
    ]
    plain = stage({12: "M02 7+0"})
    names = [each.name for each in GAME.menus(view(plain), None, None, "ja")]
    assert "相手の行動に答える" not in names
    fresh = GAME.new({}, {seat: {"master": "M01", "deck": {"E00": 30}} for seat in NAMES})
    assert GAME.menus(view(fresh), None, None, "en") == ()


def test_an_answer_is_chosen_among_what_is_legal() -> None:
    state = after(stage({22: "S06 2+0"}, {32: "S05 1+0"}), "attack 22 > e32")
    (menu,) = menus(state).values()
    assert [each.order for each in menu.choices] == ["defend 32 with Shell", "no"]
    toss = MatchDecision("t3.toss", "A", "acts.toss")
    (menu,) = GAME.menus(view(state), toss, GAME.legal(state, toss), "en")
    assert menu.name == "You have won the toss"
    assert [each.order for each in menu.choices] == ["toss first", "toss second"]


def test_the_board_says_what_a_unit_reaches_and_what_would_happen() -> None:
    assert lines(FIGHT, 22) == [
        "moves (2e): 11, 13, 23, 33",
        "normal attack (2e, 2R): e31 Hex Doll 40D, falls, e32 Rivet Hound 30D",
    ]
    assert lines(FIGHT, 32) == [
        "attacked with normal attack: 21 Prism Drake 10D, 22 Lancer Frame 10D",
    ]
    spent = stage({32: "S06 0+2", 12: "M01"}, {41: "S01 0+1"})
    assert lines(spent, 32) == [
        "It cannot move now.",
        "normal attack (2e, 2R): not enough ready ether",
        "Outside the master's 2R, the squares next to it: no ether reaches it.",
    ]
    assert lines(spent, 41) == []
    plain = stage({}, cards="fixtures")
    plain.field[12].attacked = 1
    assert lines(plain, 12)[1:] == [
        "normal attack (0e, 2R): not again in this turn",
        "Drumfire (2e, 3R): no enemy in reach",
        "Rally (1e): no target now",
        "Bracing Beat (1e): answers an attack (react): takes 10D off the damage",
    ]
    chiyuki = stage({12: "X01", 42: "X02 3+0"})
    assert "Oz Attack (1e, *R): e-master Akane Tsuzumi 30D" in lines(chiyuki, 12)
    assert lines(chiyuki, 42)[-3:-1] == [
        "Evasion (2e): answers an attack (react): negates the attack, if it is the target",
        "Partner (0e): answers an attack (react): is destroyed to negate it on Chiyuki",
    ]
    assert lines(chiyuki, 52)[0].startswith("attacked with normal attack: 42 Oz")


def test_the_board_says_on_whom_skills_can_be_used() -> None:
    state = stage({22: "S02 0+1", 13: "S01 0+1"})
    assert "Rally (1e): 13, 22" in lines(state, 12)
    assert lines(state, 22)[-1] == (
        "Body Block (1e): answers an attack (react): becomes the target for another own unit in 2R"
    )
    state.field[12].once = ("Rally",)
    assert "Rally (1e): not again in this turn" in lines(state, 12)
    assert "Rally (1e): not enough ready ether" in lines(stage({12: "M01 0+6"}), 12)
    assert any(
        each.startswith("Blink (2e): 11, 13, 21, ") for each in lines(stage({12: "M04"}), 12)
    )


def hand(state: State) -> dict[str, str]:
    board = GAME.board(view(state), NAMES, "en")
    return {each.id: each.lines[0] for each in board.parts[2].zones[0].pieces}


def test_the_board_says_what_cards_of_the_hand_can_do() -> None:
    assert hand(stage({}, hands=("E00 S06 T01 T02 T03 T08", ""))) == {
        "E00": "The master is full. Ether actions left this turn: 3. It can also pay for making a servant: “with 0 from master and 2 from hand”.",
        "S06": "make (2e or more): 11, 13, 21, 22, 23. With exactly 2e it cannot act this turn.",
        "T01": "It can be used (2e): master.",
        "T02": "It can be used (1e).",
        "T03": "Not now: ether, a target or an empty square is missing.",
        "T08": "It only answers an attack (react), for 1e.",
    }
    full = dict.fromkeys((11, 13, 21, 22, 23), "S01 1+0")
    assert hand(stage(full, sides=(side("S01"), side()))) == {
        "S01": "There is no empty square next to the master."
    }
