"""R41, R7, R25, R30: what cards of people ask of the rules and no card of the house does, with two cards each from `own.toml`."""

import tomllib
from pathlib import Path
from typing import Any

from app.engine.matches.game import Action, Seat
from app.engine.words import Lang
from app.games.acts import events
from app.games.acts.state import State
from app.games.acts.words.glossary import card_words
from tests.games.acts.stage import (
    GAME,
    NAMES,
    after,
    asked,
    decided,
    house,
    is_legal,
    of,
    side,
    stage,
    step,
    unit,
    view,
    waits,
)

OWN = tomllib.loads((Path(__file__).parent / "own.toml").read_text(encoding="utf-8"))["card"]


def scene(a: dict[int, str], b: dict[int, str] | None = None, *args: Any, **more: Any) -> State:
    return stage(a, b, *args, cards=OWN, **more)


def told(state: State, order: str, lang: Lang = "en") -> list[str]:
    """What is told of an order that is carried out."""
    _, events = step(state, order)
    return [line.text for line in of(state).tell(events, NAMES, lang)]


def menu(state: State, seat: Seat = "A", lang: Lang = "en") -> dict[str, str]:
    """What is offered for a whole turn, each with what it says beside."""
    game = of(state)
    found = game.menus(view(state, seat), None, None, lang)
    return {f"{each.order}": each.label for one in found for each in one.choices}


def hints(state: State, at: str, lang: Lang = "en") -> str:
    """What the picture says of the unit on the square."""
    grid = of(state).board(view(state), NAMES, lang).parts[1].zones[0].grid
    pieces = [piece for row in grid for square in row if square.id == at for piece in square.pieces]
    return " ".join((*pieces[0].notes, *pieces[0].lines))


# --- speed tools ----------------------------------------------------------------------------------------


def test_a_speed_tool_is_a_normal_tool_in_an_own_action() -> None:
    """R41, rule book 4.6; T08 and T09 stay answers (R16)."""
    state = scene({22: "S06 2+0 20D"}, None, ("T08 T51", ""))
    mended = after(state, "tool T51 on 22")

    assert unit(mended, 22) == "S06 2+0 10D"
    assert mended.sides["A"].trash == ["T51"]
    assert not is_legal("tool T08 on 22", state)
    assert GAME.kinds({"a": "tool", "card": "T08"}) == {"acts.speed"}
    assert of(state).kinds({"a": "tool", "card": "T51"}) == {"acts.main", "acts.speed"}


def test_a_speed_tool_answers_whatever_is_declared() -> None:
    state = scene({22: "S06 2+0"}, {32: "S11 3+0 20D"}, ("", "T51"))
    asked_ = after(state, "attack 22 > e32")

    assert waits(asked_) == "B speed"
    assert unit(after(asked_, "tool T51 on 32"), 32) == "S11 3+0 30D"
    assert house(asked_) == "no"
    assert decided("react tool T51 on 32 if damage = 20", asked_) == ("tool T51 on 32", "plan")
    used = after(
        scene({22: "S06 2+0 20D", 32: "S04 1+0"}, None, ("", "T51")), "skill 32 Mend on 22"
    )
    assert waits(used) == "B speed"


def test_an_attack_whose_unit_was_taken_by_an_answer_fizzles() -> None:
    """R30: its cost is paid, and the next player acts; R7: a servant that loses its last ether is destroyed."""
    state = after(scene({22: "S01 1+0"}, {32: "S11 3+0"}, ("", "T52")), "attack 22 > e32")
    drained = after(state, "tool T52 on e42")

    assert 22 not in drained.field
    assert drained.sides["A"].trash == ["E00", "S01"]
    assert unit(drained, 32) == "S11 3+0"
    assert waits(drained) == "B main"


def test_targets_that_an_answer_took_drop_out() -> None:
    """R30, R32: of two targets the other one is struck; a tool for a unit that is gone goes to the trash."""
    state = scene({22: "S12 3+0", 12: "M01 3+3"}, {41: "S01 1+0", 42: "S01 1+0"}, ("T52", "T51"))
    both = after(state, "attack 22 with Breath > e41 and e42", "tool T51 on 22", "tool T52 on e41")

    assert 41 not in both.field
    assert unit(both, 42) == "S01 1+0 40D"
    late = after(state, "attack 22 with Breath > e41 and e42", "tool T51 on 22")
    assert "Quick Patch fails." in told(late, "tool T52 on e42")
    assert unit(after(late, "tool T52 on e42"), 41) == "S01 1+0 40D"
    gone = after(scene({22: "S01 1+0"}, {}, ("T05", "T52")), "tool T05 on 22")
    assert told(gone, "tool T52 on e42")[-1] == "Plated Coat fails."
    assert after(gone, "tool T52 on e42").sides["A"].trash == ["E00", "S01", "T05"]


# --- R7 -------------------------------------------------------------------------------------------------


def test_a_servant_that_loses_its_last_ether_is_destroyed() -> None:
    """R7: usable ether goes first; a master may be without."""
    state = scene({22: "S50 2+0", 12: "M01 3+3"}, {32: "S06 1+2", 31: "S01 0+1", 52: "M01 0+0"})

    assert unit(after(state, "skill 22 Suck on e32"), 32) == "S06 0+1"
    assert 31 not in after(state, "skill 22 Suck on e31").field
    assert told(state, "skill 22 Suck on e31") == [
        "Leech (22) of alice uses Suck.",
        "1 ether of Pawnlet (31) of bob goes to the trash.",
        "Pawnlet (31) of bob is destroyed.",
    ]
    log = [
        events.unveiled({"A": "M01", "B": "M01"}),
        events.made("A", {"card": "S50", "at": "22", "master": 2, "hand": 0}),
        events.made("B", {"card": "S01", "at": "31", "master": 1, "hand": 0}),
        *step(state, "skill 22 Suck on e31")[1],
    ]
    lines = [line.text for line in of(state).tell(log, NAMES, "ja")]
    assert "bobの31 ポーンレットは破壊されました。" in lines
    both = after(scene({}, {52: "M01 0+0"}, ("T52", "")), "tool T52 on e-master")
    assert unit(both, 52) == "M01 0+0"


# --- defences -------------------------------------------------------------------------------------------


def test_a_passive_defence_acts_by_itself() -> None:
    """R41: nobody is asked; Spite is taken off as well (R35)."""
    state = scene({22: "S06 2+0"}, {32: "S51 1+0"})
    hit = after(state, "attack 22 > e32")

    assert unit(hit, 32) == "S51 1+0 30D"
    assert "Stone Idol (32) of bob uses Stone Skin." in told(state, "attack 22 > e32")
    spite = after(scene({22: "S51 1+0"}, {32: "S13 1+0 20D"}), "attack 22 > e32")
    assert unit(spite, 22) == "S51 0+1 10D"
    assert "Stone Skin: always reduces damage to it" in hints(scene({22: "S51 1+0"}), "22")


def test_a_defence_may_be_for_one_attribute_or_one_gender() -> None:
    """R28, R41: light becomes 0 by itself; against a woman's attack the knight may step aside."""
    state = scene({22: "S03 1+0", 21: "S06 2+0"}, {32: "S52 2+0"})
    assert unit(after(state, "attack 22 with Arc > e32"), 32) == "S52 2+0"
    assert unit(after(state, "attack 21 > e32"), 32) == "S52 2+0 40D"

    grave = scene({22: "S09 4+0"}, {32: "S58 1+0"})
    assert waits(after(grave, "attack 22 with Pull > e32")) == "B defend"
    assert (
        unit(after(grave, "attack 22 with Pull > e32", "defend 32 with Ballast"), 32) == "S58 0+1"
    )
    assert waits(after(grave, "attack 22 > e32")) == "B main"

    woman = scene({22: "M01 6+0"}, {32: "S52 2+0"})
    assert waits(after(woman, "attack master > e32")) == "B defend"
    assert unit(after(woman, "attack master > e32", "defend 32 with Grace"), 32) == "S52 1+1"
    man = scene({22: "M02 6+0"}, {32: "S52 2+0"})
    assert waits(after(man, "attack master > e32")) == "B main"


# --- zones ----------------------------------------------------------------------------------------------


def test_a_passive_may_work_from_the_trash_alone() -> None:
    """R30, R41: one more ether at turn end for the worm in the trash, none for the one on the field."""
    for trash, field, most in (("S53", "S01", 2), ("S01", "S53", 1)):
        mine = side(trash=f"E00 E00 E00 {trash}")
        state = scene({12: "M01 1+2", 22: f"{field} 1+0"}, sides=(mine, side()), passes=1)
        ended = after(state, "pass")
        assert waits(ended) == "A refill"
        assert [*GAME.legal(ended, asked(ended, "A"))][-1] == {"a": "refill", "n": most}


def test_a_passive_may_work_from_hand_and_deck() -> None:
    for hand, deck, left in (("T02 S54", "E00", 6), ("T02", "S54 E00", 6), ("T02", "E00", 5)):
        state = scene({}, sides=(side(hand, deck=deck), side()))
        assert after(state, "tool T02").field[12].off == left


# --- capacity -------------------------------------------------------------------------------------------


def test_ether_over_a_capacity_that_shrinks_goes_to_the_trash() -> None:
    """R25: usable ether first. The jar gives room for two more, until it is destroyed."""
    state = scene({12: "M01 6+0", 22: "S55 1+0"}, {32: "S06 2+0"}, ("E00 E00 E00", ""))
    assert not is_legal("ether hand 3", state)
    full = after(state, "ether hand 2")
    assert unit(full, 12) == "M01 8+0"
    broken = after(full, "attack 32 > e42")
    assert 22 not in broken.field
    assert unit(broken, 12) == "M01 6+0"
    assert broken.sides["A"].trash == ["E00", "E00", "E00", "S55"]


def test_a_capacity_may_be_pressed_by_the_enemy() -> None:
    state = scene({}, {52: "M01 4+2"}, ("T53", ""))
    pressed = after(state, "tool T53 at 22")

    assert unit(pressed, 52) == "M01 2+2"
    assert "Capacity 4" in of(state).diagram(view(pressed), NAMES, "en")
    foggy = scene({12: "M01 0+0"}, dict.fromkeys((41, 42, 43, 33), "T53"), ("E00", ""))
    assert "Capacity 0" in of(foggy).diagram(view(foggy), NAMES, "en")
    assert house(foggy) == "pass"
    assert not is_legal("ether hand 1", foggy)
    assert "所持量4" in of(state).diagram(view(pressed), NAMES, "ja")


# --- ranges and areas -----------------------------------------------------------------------------------


def test_a_range_may_be_a_row_or_a_column() -> None:
    """R41: counted from the own side and from the right; an area attack strikes own units too (R32)."""
    state = scene({22: "S56 2+0", 41: "S01 1+0"}, {42: "S01 1+0", 43: "S06 2+0", 32: "S01 1+0"})
    swept = after(state, "attack 22 with Fourth > e42")

    assert [unit(swept, at) for at in (41, 43)] == ["S01 1+0 30D", "S06 2+0 20D"]
    assert unit(swept, 42) == "S01 1+0 30D"
    assert unit(swept, 32) == "S01 1+0"
    assert not is_legal("attack 22 with Fourth > e32", state)
    assert is_legal("attack 22 with Solo > e42", state)
    assert not is_legal("attack 22 with Solo > e43", state)
    theirs = scene({21: "S01 1+0"}, {42: "S56 2+0"}, to_act="B")
    assert is_legal("attack 22 with Fourth > e43", theirs)


def test_a_range_may_be_squares_as_on_a_ten_key() -> None:
    """R41: 7 and 9 are ahead to the left and to the right; this one spares own units."""
    state = scene({22: "S57 2+0", 33: "S01 1+0"}, {31: "S01 1+0", 32: "S01 1+0"})
    swept = after(state, "attack 22 with Reap > e31")

    assert [unit(swept, at) for at in (31, 32, 33)] == ["S01 1+0 30D", "S01 1+0", "S01 1+0"]
    assert not is_legal("attack 22 with Reap > 33", state)
    assert not is_legal("attack 22 with Reap > e32", state)
    assert house(state) == "attack 22 with Reap > e31"


def test_an_attack_on_all_asks_each_owner_in_turn() -> None:
    """R32: lower squares first, damage at once; a hound that is struck cannot stand in (R33)."""
    state = scene({12: "M51 6+0", 22: "S05 1+0"}, {42: "S05 1+0", 41: "S02 1+0"})
    tempest = after(state, "attack master with Tempest > 22")

    assert waits(tempest) == "A defend"
    assert [*GAME.legal(tempest, asked(tempest))] == [
        {"a": "defend", "unit": "22", "skill": "Shell"},
        {"a": "no"},
    ]
    hit = after(tempest, "no", "defend 22 with Shell", "no")
    assert [unit(hit, at) for at in (22, 42, 41, 52)] == [
        *("S05 1+0", "S05 0+1", "S02 1+0 10D", "M01 6+0 10D"),
    ]
    assert menu(state)["attack master with Tempest > 22"].endswith("hurts your own side")


def test_the_house_sweeps_where_only_the_enemy_stands() -> None:
    state = scene({22: "S57 2+0"}, {31: "S09 1+0", 33: "S09 1+0"})
    assert house(state) == "attack 22 with Reap > e31"
    assert menu(state)["attack 22 with Reap > e31"].startswith(
        "e31 Gravity Mole 20D, e33 Gravity Mole 20D"
    )
    assert (
        house(scene({12: "M51 6+0", 22: "S01 0+1"}, {31: "S01 1+0"}))
        != "attack master with Tempest > e31"
    )


def test_an_attack_may_be_stronger_against_a_gender() -> None:
    """R28, R41: 20 and 20 more against Akane; DEF 10 counts."""
    for foe, left in (("M01", 30), ("M02", 10), ("M04", 20)):
        state = scene({32: "M51 6+0"}, {52: f"{foe} 0+0"})
        assert after(state, "attack master with Challenge > e-master").field[52].damage == left


# --- words ----------------------------------------------------------------------------------------------


def test_cards_say_what_they_do() -> None:
    game = of(scene({}))
    infos = {each.id: each for each in game.under({})["cards"]}

    assert infos["S57"].text.en == (
        "! Reap [1e:30:phys:*R]: Squares 7・9 of the ten-key. It strikes all enemy cards in range."
    )
    assert (
        infos["S57"].text.ja
        == "! 刈り取り [1e:30:物:*R]：範囲はテンキーの7・9のマス。範囲内の相手すべてに当たる。"
    )
    assert infos["T51"].text.en == "10D are taken off one own unit."
    assert infos["S53"].text.en.endswith("(Works in the trash.)")
    assert len(card_words(game.pool)) > len(card_words(GAME.pool))


def test_what_a_speed_tool_can_do_is_said() -> None:
    state = scene({22: "S06 2+0 20D"}, None, ("T51 T08", ""))
    zones = of(state).board(view(state), NAMES, "en").parts[2].zones
    lines: list[Any] = [piece.lines for zone in zones for piece in zone.pieces if piece.id == "T51"]
    assert lines[0][0].endswith("It can also answer (react).")
    assert "on master if lethal = 1" in " ".join(menu(state))


def test_orders_of_own_cards_are_read_in_both_languages() -> None:
    state = scene({22: "S57 2+0"}, {31: "S01 1+0"})
    game, seen = of(state), view(state)
    action: Action = {"a": "attack", "unit": "22", "skill": "Reap", "target": "31"}
    order = game.ordered(action, seen)

    assert order.ja == "攻撃 22 刈り取り > e31"
    assert game.parse(order.ja, seen, asked(state)) == action
    assert game.holds("22", "is", "s57", seen)
