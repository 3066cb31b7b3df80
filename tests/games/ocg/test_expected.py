"""The orders of a turn on the table: what they use and bring, and what can be added to them."""

from typing import Any

from app.engine import Lang
from app.engine.matches.game import View
from app.engine.matches.menus import Menu
from app.games.ocg.state import State
from tests.games.ocg.stage import GAME, NAMES, side, stage, view, who

TABLE = stage(
    side({1: who("C01"), 2: who("C09")}, "C03 C08 C04 C11 I01 K03 K05 R01"),
    side({1: who("C10", items="I02")}),
)


def expected(orders: str, state: State = TABLE) -> View:
    """After these lines, ` / ` between them."""
    seen = view(state)
    return GAME.expected(seen, [GAME.parse(each, seen, None) for each in orders.split(" / ")])


def menus(seen: View, lang: Lang = "en") -> dict[str, Menu]:
    return {menu.name: menu for menu in GAME.menus(seen, None, None, lang)}


def orders(menu: Menu) -> list[str]:
    return [each.order for each in menu.choices]


def about(seen: View, card: str) -> str:
    """What the board says of a card in the hand."""
    board = GAME.board(seen, NAMES, "en")
    hand = next(zone for zone in board.parts[-1].zones if zone.key == "hand")
    return next(each.lines[0] for each in hand.pieces if each.id == card)


def test_a_turn_is_chosen_step_by_step() -> None:
    found = menus(view(TABLE))
    assert [*found] == [
        "Summon",
        "Class",
        "Set",
        "Area",
        "Command",
        "Attack",
        "Guard",
        "Discard",
        "Pass",
    ]
    assert [*menus(view(TABLE), "ja")] == (
        [
            "召喚",
            "クラスチェンジ",
            "セット",
            "エリア",
            "コマンド",
            "アタック",
            "ガード",
            "捨てる",
            "パス",
        ]
    )
    assert orders(found["Summon"])[0] == "summon C03"
    touched = {
        each.order: (each.piece, each.aims) for menu in found.values() for each in menu.choices
    }
    assert touched["set I01 on 1"] == ("I01", ("1",))
    assert touched["command K03 by 1 > 2"] == ("K03", ("1", "2"))
    assert touched["pass"] == ("", ())
    attack, discard = found["Attack"], found["Discard"]
    assert (attack.line([0, 1]), attack.line([])) == ("attack 1, 2", "")
    assert (discard.least, discard.most) == (0, 1)
    assert found["Guard"].choices[0].piece == "1"
    assert GAME.menus(view(stage(phase="over")), None, None, "en") == ()


def test_orders_so_far_stand_on_the_table_and_what_they_use_is_gone() -> None:
    seen = expected("summon C03 / class C11 on 1 / set I01 on new1 / area R01 / attack 2")
    mine = seen["A"]
    assert [*mine["field"]] == ["1", "2", "new1"]
    assert mine["field"]["1"]["cards"] == ["C01", "C11"]
    assert (mine["field"]["new1"]["cards"], mine["field"]["new1"]["items"]) == (["C03"], ["I01"])
    assert (mine["candidates"], mine["hand"]) == (["R01"], 4)
    assert seen["my"]["hand"] == ["C04", "C08", "K03", "K05"]
    assert GAME.format(seen["plan"], seen).split("\n")[-1] == "attack 2"
    pieces: Any = {
        each.id: each for each in GAME.board(seen, NAMES, "en").parts[-1].zones[0].pieces
    }
    assert [pieces[each].notes[0].endswith(" attack") for each in "21"] == [True, False]
    assert GAME.in_words("guard new1", seen, "en") == "Guard with Kame, Pond Turtle"
    assert GAME.in_words("guard new2", seen, "ja") == "new2でガード"
    assert GAME.autopilot(seen, None, None) == seen["plan"]


def test_only_what_can_be_added_is_offered_and_the_rest_says_why_not() -> None:
    """O10: three plays besides summons, one summon a colour, one command a user, nobody in two lists."""
    one = menus(expected("summon C03 / command K03 by 1 > 2 / attack 2"))
    assert orders(one["Attack"]) == ["1"]
    assert orders(one["Guard"]) == ["1", "new1"]
    assert "set I01 on new1" in orders(one["Set"])
    assert not any(" by 1" in each for each in orders(one["Command"]))
    assert "Discard" not in one
    full = expected("set I01 on 1 / area R01 / command K05 by 2")
    assert [*menus(full)] == ["Summon", "Attack", "Guard"]
    assert about(full, "K03") == "Besides summons no more than 3 plays are possible in a turn."
    assert "Can be laid on" not in about(full, "C11")


def test_what_cannot_be_is_passed_over_and_a_view_without_a_plan_stays() -> None:
    assert [*expected("summon C01 / summon C03")["A"]["field"]] == ["1", "2", "new1"]
    assert expected("pass")["plan"]["plays"] == []
    assert expected("summon C01") == view(TABLE)
    over = stage(phase="over")
    assert expected("pass", over) == view(over)


def test_a_play_that_its_bearer_does_not_survive_harms_and_says_so() -> None:
    """R13: whose durability is used up goes to the discard."""
    state = stage(side({1: who("C01", "C11", damage=4), 2: who("C08", "C12")}, "I06"), side())
    found = {each.order: each for menu in menus(view(state)).values() for each in menu.choices}
    assert (found["set I06 on 1"].harms, found["set I06 on 1"].label) == (True, "falls at once")
    assert not found["set I06 on 2"].harms


def test_characters_and_items_are_called_by_their_names() -> None:
    seen = view(TABLE)
    assert GAME.in_words("command K07 by 1 > e1.I02, 2", seen, "en").startswith(
        "Ine, Gate Sweeper uses "
    )
    assert " of their " in GAME.in_words("command K07 by 1 > e1.I02", seen, "en")
    assert GAME.in_words("attack 9", seen, "en") == "Attack with 9"
    assert GAME.in_words("command K08 by 1 > what", seen, "en").endswith(" on what")


COMMANDS = stage(
    side(
        {1: who("C01", "C11", "C21", damage=2), 2: who("C09")},
        "K01 K02 K03 K04 K05 K06 K07 K08 K09",
        discard="C04 K01",
    ),
    side({1: who("C10", "C16", items="I02"), 2: who("C04")}),
)


def test_a_command_says_what_it_does_and_to_whom() -> None:
    labels = {
        each.order.removeprefix("command "): each.label
        for each in menus(view(COMMANDS))["Command"].choices
    }
    assert labels["K01 by 2"] == "power +2"
    assert labels["K02 by 2"] == "Tough +2"
    assert labels["K06 by 1"] == "nobody can counter"
    assert labels["K03 by 2 > 1"] == "damage −3"
    assert labels["K04 by 2 > e1"] == "damage +2"
    assert labels["K04 by 2 > e2"] == "damage +2, falls at once"
    assert labels["K05 by 2"] == "draws 2"
    assert labels["K07 by 1 > C04"] == "comes back to your hand"
    assert labels["K08 by 1 > e1.I02"] == "is destroyed"
    assert labels["K09 by 1 > e1"] == "is discarded"
    japanese = menus(view(COMMANDS), "ja")["コマンド"].choices
    assert "ダメージ＋2、その場で倒れます" in {each.label for each in japanese}


def test_what_commands_do_stands_on_the_table() -> None:
    """O11: commands come last; what they do at once is done, and what lasts a turn is with their users."""
    seen = expected("command K03 by 2 > 1 / command K04 by 1 > e2, e1", COMMANDS)
    assert seen["A"]["field"]["1"]["damage"] == 0
    assert [each["damage"] for each in seen["B"]["field"].values()] == [0, 2]
    assert seen["A"]["discard"] == ["C04", "K01", "K03", "K04"]
    more = expected("command K05 by 2 / command K08 by 1 > e1.I02", COMMANDS)
    before = view(COMMANDS)["A"]
    assert (more["A"]["hand"], more["A"]["pile"]) == (before["hand"], before["pile"] - 2)
    assert more["B"]["field"]["1"]["items"] == []
    lent = GAME.board(expected("command K01 by 2", COMMANDS), NAMES, "en").parts[-1]
    assert [each.notes[0] for each in lent.zones[0].pieces][1].startswith("3 power")


def test_who_is_driven_off_by_a_command_keeps_their_name_for_the_summons_of_the_turn() -> None:
    """R24: summons come before commands."""
    seen = expected("command K09 by 1 > e2", COMMANDS)
    assert [*seen["B"]["field"]] == ["1", "2"]
    new = expected(
        "summon C04 / command K03 by 2 > new1, 1",
        stage(side({2: who("C09"), 1: who("C01", damage=1)}, "C04 K03"), side()),
    )
    assert new["A"]["field"]["1"]["damage"] == 0
    assert new["A"]["field"]["new1"]["damage"] == 0
