"""A dry look at a plan: where each line would stand if the opponent did nothing."""

from app.engine.matches.orders.orders import read_text
from app.engine.matches.plans import planned
from app.games.acts.state import State
from tests.games.acts.stage import GAME, NAMES, stage, view


def looked(state: State, *orders: str, lang: str = "en") -> list[str]:
    seen = view(state)
    plan = planned(read_text("\n".join(orders), GAME, seen), GAME, seen, state.turn)
    return [line.text for line in GAME.outlook(seen, plan, NAMES, lang)][1:]  # type: ignore[arg-type]


def test_each_line_is_told_as_it_would_stand_after_those_before() -> None:
    state = stage({22: "S06 4+0"}, {42: "S01 1+0"}, ("S11 E00", "T08 T08"))

    assert looked(
        state,
        "make S11 at 21 with 3 from master",
        "move 22 to 32",
        "attack 32 > e42",
        "attack 32 > e42",
        "pass",
    ) == [
        (
            "make S11 at 21 with 3 from master → alice makes Siege Golem at 21 with 3 ether."
            " (21 Siege Golem: 80/80 0 ready 3 spent)"
        ),
        (
            "move 22 to 32 → Lancer Frame of alice goes from 22 to 32."
            " (32 Lancer Frame: 50/50 2 ready 2 spent)"
        ),
        (
            "attack 32 > e42 → Lancer Frame (32) of alice, normal attack: on 42 Pawnlet."
            " Pawnlet (42) of bob takes 40D. (32 Lancer Frame: 50/50 0 ready 4 spent)"
        ),
        "attack 32 > e42 → not possible here. There is not enough ready ether.",
    ]


def test_cards_that_would_be_drawn_are_not_known_and_defences_are_left_out() -> None:
    state = stage({32: "S06 2+0"}, {41: "S05 2+0"}, ("T02", "T09"))
    told = looked(state, "tool T02", "attack 32 > e41", lang="ja")

    assert told == [
        "ツール T02 → aliceはサプライドロップを使います。",
        (
            "攻撃 32 > e41 → aliceの32 ランサーフレームの通常攻撃：対象は41 シールドクラブ。"
            "bobの41 シールドクラブに20D。（32 ランサーフレーム：50/50 使用可0 使用済2）"
        ),
    ]


def test_a_look_ends_with_the_match_and_there_is_none_where_nothing_is_planned() -> None:
    state = stage({42: "S11 6+0"}, {52: "M01 30D"})

    assert len(looked(state, "attack 42 > e-master", "move 42 to 43")) == 1
    assert looked(state, "pass") == looked(state, "react no") == []


def test_two_targets_are_named_in_one_order_whichever_comes_first() -> None:
    state = stage({22: "S12 3+0"}, {41: "S01 1+0", 42: "S01 1+0"})
    (told,) = looked(state, "attack 22 with Breath > e42, e41")
    assert told.startswith(
        "attack 22 with Breath > e41 and e42 → Prism Drake (22) of alice, Breath"
    )


def test_one_that_only_the_enemy_has_is_told_with_its_e() -> None:
    (told,) = looked(stage({22: "S12 3+0"}, {32: "S01 1+0"}), "attack 22 > s01")
    assert told.endswith("not possible here. “S01” is not there. The enemy's is “eS01”.")


def test_a_unit_may_come_in_the_plan_itself() -> None:
    state = stage({12: "M01 6+0"}, {42: "S01 1+0", 52: "M01"}, ("S06", "T08"))

    assert looked(
        state,
        "make S06 at 22 with 4 from master",
        "move s06 to 32",
        "attack S06 > es01",
        "attack s07 > es01",
        "ether s07 +1",
        "skill s14 ferry on s06 +1",
    )[1:] == [
        "move 22 to 32 → Lancer Frame of alice goes from 22 to 32. (32 Lancer Frame: 50/50 0 ready 4 spent)",
        "attack 32 > e42 → not possible here. There is not enough ready ether.",
        "attack S07 > e42 → not possible here. “S07” is not there.",
        "ether S07 +1 → not possible here. “S07” is not there.",
        "skill S14 Ferry on S06 +1 → not possible here. “S14” is not there.",
    ]
