"""R1 to R35, each in a battle that the other reading would lead elsewhere."""

import logging
from collections.abc import Callable
from typing import TypeVar

import pytest

from app.games.shiden_issen_2 import battle, events as log
from app.games.shiden_issen_2.sides import Character
from tests.games.shiden_issen_2.play import build, ended, happened, play, rows, steps
from tests.support.tables import by_row

Test = TypeVar("Test", bound=Callable[..., None])

TESTED: dict[int, list[str]] = {}
"""The tests of each ruling."""


def ruling(number: int) -> Callable[[Test], Test]:
    """Mark a test as one of ruling R`number`."""

    def note(test: Test) -> Test:
        TESTED.setdefault(number, []).append(test.__name__)
        return test

    return note


# --- selecting and order ------------------------------------------------------------------------------


@ruling(1)
def test_a_hidden_blade_at_rest_lets_its_owner_pass() -> None:
    """Round 1 is odd. Other: 凡打 would take away's first skill."""
    fought = play("隠逆逆逆逆", "強強強強強")
    (order, *_) = happened(fought, log.OrderDecided)

    assert steps(fought)[:2] == ["none by equal 0:0", "home passes"]
    assert (order.as_dict()["home"], order.as_dict()["away"]) == ("", "away.0")


@ruling(1)
def test_without_the_blade_it_is_a_plain_hit() -> None:
    assert "home.0 used" in steps(play("隠逆逆逆逆", "強強強強強"), 2)


@ruling(5)
def test_rear_haze_takes_the_last_attack_or_support_skill() -> None:
    """A5 +速 is the tail, yet no attack or support; it helps 一閃4: 4 + 1 = 5."""
    assert steps(play("紫裏待閃速", "壁玉果盾呪"))[:5] == [
        "home by speed 3:1",
        "home.2 works",
        "home.4 used",
        "home.5 helps",
        "1 at speed 5",
    ]


@ruling(5)
def test_rear_haze_passes_over_a_blade_at_rest_and_over_plus_counter() -> None:
    """隠刃5 rests in round 1, 一閃3 is an interceptor: 呪詛1 is the last one usable."""
    assert "home.1 used" in steps(play("呪裏閃反隠", "逆逆逆逆逆"))


@ruling(5)
def test_two_rear_hazes_act_as_one() -> None:
    assert steps(play("閃裏裏閃強", "逆逆逆逆逆"))[1:3] == ["home.2 works", "home.4 used"]


@ruling(6)
def test_rear_haze_leaves_the_comparison_alone() -> None:
    """一閃1 (1) is compared with 一閃2 (2), though 一閃5 (5) is used. Other: home would be first."""
    assert steps(play("閃裏強強閃", "逆閃逆逆逆"))[0] == "away by speed 1:2"


@ruling(7)
def test_dismay_spares_the_order_phase_only() -> None:
    fought = play("閃閃交硬果", "待速搦待閃")

    assert steps(fought, 3)[0] == "away by speed 1:5"
    assert steps(fought, 3)[8:10] == ["home.5 slowed", "5 at speed 0"]


@ruling(7)
def test_dismay_holds_in_simultaneous_phases() -> None:
    """Round 1: 果断1 (1) hits 搦手1 (1): dismay. Round 2: it is compared with 1 = 1, and used at 0."""
    fought = play("果裏逆逆逆", "搦的的逆逆")

    assert steps(fought, 2)[:4] == [
        "none by equal 1:1",
        "home.1 used",
        "home.1 slowed",
        "1 at speed 0",
    ]


@ruling(28)
def test_stun_decides_at_equal_speed() -> None:
    """Example 6, round 4: 一閃4 would be 5 = 5, but home is stunned."""
    assert steps(play("紫反待速閃", "果舞玉呪壁"), 4)[0] == "away by stun 5:5"


@ruling(34)
def test_x_is_fixed_before_anything_is_destroyed() -> None:
    """1 = 1. Home's 的割3 hits 一閃3 of away; 剣舞2 counts it all the same: X = 2."""
    assert steps(play("逆逆的強強", "逆舞閃逆逆"))[5:8] == [
        "away.4 hit",
        "away.2 used",
        "2 at speed 1",
    ]


# --- statuses -----------------------------------------------------------------------------------------


@ruling(2)
def test_wrath_received_during_the_attack_stays() -> None:
    """Round 1: 逆鱗2 falls while home attacks. Round 2: the stack makes 1 + 1 points, and is lifted."""
    fought = play("怒逆閃果呪", "待怒紫壁封")

    assert "home gets 1 wrath" in steps(fought, 1)
    assert "home loses 1 wrath" not in steps(fought, 1)
    assert "home loses 1 wrath" in steps(fought, 2)


@ruling(2)
def test_all_wrath_held_is_lifted_and_what_comes_after_stays() -> None:
    """Round 2: two stacks make 3 points and go; the one of 逆鱗3, which falls later, is there in round 3."""
    fought = play("逆逆逆逆閃", "逆連閃連逆")

    assert steps(fought, 2)[2:4] == ["wrath helps 2 0", "3 at speed 5"]
    assert [s for s in steps(fought, 2) if s.startswith("home") and "wrath" in s] == [
        "home loses 2 wrath",
        "home gets 1 wrath",
    ]


@ruling(2)
def test_an_attack_whose_damage_is_void_lifts_wrath_too() -> None:
    assert steps(play("逆的逆逆逆", "壁速閃逆逆"), 2)[-4:] == [
        "wrath helps 1 0",
        "2 at speed 1",
        "away spared by barrier, 1 left",
        "home loses 1 wrath",
    ]


@ruling(2)
def test_plain_hits_and_supports_keep_wrath() -> None:
    """凡打 in rounds 2 to 4 of example 9; 防壁2 in round 2 here."""
    twins = play("待逆玉先疫", "待逆玉先疫")
    supported = play("逆壁逆逆逆", "閃逆逆逆逆")

    assert not happened(twins, log.StatusLifted)
    assert not happened(supported, log.StatusLifted)
    assert happened(supported, log.StatusGained)


@ruling(9)
def test_barriers_do_not_stop_plus_counter() -> None:
    """Example 10, round 4: two barriers are left, and 果断4 deals its 4 points, without +1 for 覚悟."""
    assert "home.4 fires 4" in steps(play("覚呪舞果反", "壁無隠閃果"), 4)
    assert not happened(play("覚呪舞果反", "壁無隠閃果"), log.DamageVoided, 4)


@ruling(11)
def test_a_void_curse_gives_wasting() -> None:
    assert steps(play("覚呪舞果反", "壁無隠閃果"), 2)[6:13] == [
        "2 at speed 3",
        "away spared by no_mind, 1 left",
        "away.3 used",
        "1 at speed 3",
        "home.2 hit",
        "away gets 1 wasting",
        "home.2 falls",
    ]


@ruling(11)
def test_so_does_one_whose_interceptor_was_held_back() -> None:
    assert steps(play("呪錬逆逆逆", "待強強強強"))[5:8] == [
        "away.1 hit",
        "away.1 held back",
        "away gets 1 wasting",
    ]


@ruling(19)
def test_no_mind_stops_interceptors() -> None:
    """待伏1 with +速 is as fast as 果断2 (1): it fires 2 points at no-mind."""
    assert steps(play("無果強強強", "待速強強強"))[7:10] == [
        "away.1 hit",
        "away.1 fires 2",
        "home spared by no_mind, 1 left",
    ]


@ruling(19)
def test_no_mind_does_not_stop_shadow_strike() -> None:
    """Away is in no-mind; 影討2 names 無想, and all three fall."""
    fought = play("逆影逆逆逆", "無逆無逆無")

    assert steps(fought)[-3:] == ["away.1 falls", "away.3 falls", "away.5 falls"]


@ruling(20)
def test_a_barrier_stops_all_points() -> None:
    """果断5 has five."""
    fought = play("強強強強果", "壁速強強強")

    assert "5 at speed 1" in steps(fought)
    assert "away spared by barrier, 2 left" in steps(fought)


@ruling(21)
def test_phosphorescence_lifts_the_good_statuses_of_its_owner_too() -> None:
    """覚悟1 is received in round 1; in round 2 一閃3 is compared with 3 + 2 and used at 3."""
    assert steps(play("覚燐閃逆逆", "強強強強強"), 2)[:5] == [
        "home by speed 5:0",
        "home.2 works",
        "home loses 1 resolution",
        "home.3 used",
        "1 at speed 3",
    ]


@ruling(21)
def test_it_works_in_every_phase_of_chain_attack() -> None:
    assert steps(play("連雷硬燐待", "待壁速舞崩")).count("home.4 works") == 2


@ruling(21)
def test_it_works_for_both_in_a_simultaneous_phase_and_lifts_initiative() -> None:
    """Both have 先制 in round 1, which cancels out; 1 = 1; home's 燐光 lifts both, away's finds nothing."""
    assert steps(play("先果燐逆逆", "先果燐逆逆"))[5:9] == [
        "home.3 works",
        "home loses 1 initiative",
        "away loses 1 initiative",
        "away.3 works",
    ]


@ruling(22)
def test_a_plain_hit_spends_a_barrier() -> None:
    assert "away spared by barrier, 2 left" in steps(play("逆逆逆逆逆", "壁逆逆逆逆"))


@ruling(27)
def test_barriers_come_too_late_for_damage_of_the_same_phase() -> None:
    """1 = 1: 防壁1 is used and hit. Other: the hit would be void."""
    fought = play("壁強強強強", "閃逆逆逆逆")

    assert steps(fought)[-3:] == ["home.1 hit", "home gets 3 barrier", "home.1 falls"]


@ruling(29)
def test_wasting_comes_after_the_destruction_of_the_end_phase() -> None:
    """Example 10, round 2: 無想2 is due and falls; 隠刃3 changes, not 無想2."""
    assert steps(play("覚呪舞果反", "壁無隠閃果"), 2)[-2:] == [
        "away.2 falls",
        "away.3 turns into emptiness",
    ]


@ruling(29)
def test_wasting_passes_over_emptiness_and_defeats_nobody() -> None:
    """+速2 is 空虚 by round 2, and 逆鱗3 changes. In round 5 there is nothing left but 空虚, and nothing changes."""
    fought = play("呪逆逆逆逆", "壁速逆逆逆")

    assert steps(fought, 1)[-1] == "away.2 turns into emptiness"
    assert steps(fought, 2)[-1] == "away.3 turns into emptiness"
    assert [s for s in steps(fought, 5) if "turns" in s or s.startswith("home.0 inter")] == []
    assert fought.turn > 5


# --- skills -------------------------------------------------------------------------------------------


@ruling(3)
def test_a_marking_outlives_its_shadow_strike() -> None:
    """影討1 falls in the phase in which it names 一閃. Other (the naming lapses): away wins."""
    fought = play("影果隠呪疫", "閃閃硬閃雷")

    assert steps(fought)[3:] == [
        "1 at speed 1",
        "home.1 hit",
        "away.1 marked",
        "home.1 falls",
        "away.1 falls",
        "away.2 saved",
        "away.3 falls",
        "away.4 falls",
    ]
    assert ended(fought) == ("home", "attack", 3)


@ruling(4)
def test_a_skill_that_changes_escapes_its_mark() -> None:
    """Example 12, round 1: 紫電 is named, and 疫病 changes it before the end phase."""
    assert steps(play("疫速影雷閃", "紫裏待果呪"))[-3:] == [
        "away.1 marked",
        "away.1 turns into plague",
        "home.1 falls",
    ]


@ruling(4)
def test_two_uses_in_a_round_mark_two_names() -> None:
    """影討2 names 逆鱗; 玉響3 takes that one; in the phase of 連撃1 it names 搦手. Both names fall."""
    assert steps(play("連影玉逆逆", "逆搦的搦逆"))[-7:] == [
        "home.1 works",
        "home.2 used",
        "away.2 marked",
        "away.2 falls",
        "away.4 falls",
        "away.5 falls",
        "away gets 1 wrath",
    ]


@ruling(8)
def test_plus_counter_makes_an_attack_no_candidate() -> None:
    """紫電1 is not compared; hit, it fires 1 point, and stuns its own side."""
    assert steps(play("紫反待速閃", "果舞玉呪壁"))[0] == "home by speed 5:1"
    assert "home gets 1 stun" in steps(play("紫反待速閃", "果舞玉呪壁"))


@ruling(8)
def test_its_owner_may_be_left_with_plain_hits() -> None:
    """Printed numbers: 隠刃1 fires 4 − 1 points, in an odd round."""
    assert steps(play("隠反逆逆逆", "閃逆逆逆逆"))[:5] == [
        "away by speed 0:1",
        "away.1 used",
        "1 at speed 1",
        "home.1 hit",
        "home.1 fires 3",
    ]
    assert "home.0 used" in steps(play("隠反逆逆逆", "閃逆逆逆逆"))


@ruling(8)
def test_a_curse_that_fires_gives_wasting() -> None:
    assert "away gets 1 wasting" in steps(play("呪反逆逆逆", "閃逆逆逆逆"))


@ruling(8)
def test_a_sword_dance_that_fires_counts_the_others() -> None:
    """With no other attack X = 0: it fires, the attack is cut off, and nothing is hit. With 一閃4, X = 1."""
    assert steps(play("逆舞反逆逆", "逆的逆逆逆"))[3:6] == [
        "home.2 hit",
        "home.2 fires 0",
        "away.2 interrupted",
    ]
    assert "home.2 fires 1" in steps(play("覚舞反閃逆", "強強強強強"), 2)


@ruling(8)
def test_target_splitting_keeps_its_order_when_it_fires() -> None:
    """一閃2 hits the head; 的割1 fires from slot 1 on, 的割3 from slot 3 on: away.3."""
    fought = play("逆逆的反逆", "逆逆的逆逆")

    assert steps(fought)[3:6] == ["home.3 hit", "home.3 fires 1", "away.3 hit"]


@ruling(8)
def test_the_skill_is_an_attack_again_when_plus_counter_has_gone() -> None:
    """的割2 takes +反; then 一閃1 attacks."""
    fought = play("閃反逆逆逆", "逆的逆逆逆")

    assert "home.0 used" not in steps(fought)
    assert "home.1 used" in steps(fought)


@ruling(13)
def test_plus_shield_works_again_at_a_second_use() -> None:
    fought = play("連閃盾逆逆", "強強強強強")

    assert steps(fought).count("home gets 2 barrier") == 2
    assert steps(fought)[-1] == "home.3 falls"


@ruling(14)
def test_a_limited_skill_is_used_twice_in_a_round() -> None:
    """雷火2, twice; +硬 saves it in the end phase, and it is as good as new in round 2."""
    fought = play("連雷硬燐待", "待壁速舞崩")

    assert steps(fought).count("home.2 used") == 2
    assert steps(fought).count("home.2 spent") == 1
    assert steps(fought)[-2:] == ["home.2 saved", "home.3 falls"]
    assert "home.2 spent" in steps(fought, 2)


@ruling(15)
def test_plague_leaves_a_limited_head_alone() -> None:
    """+錬1 is unused and helps nothing, yet limited."""
    fought = play("錬的強強強", "強疫強強強")

    assert "away.2 fires 0" in steps(fought)
    assert not happened(fought, log.SkillChanged)


@ruling(15)
@by_row("head", "雷覚壁封錬盾無")
def test_all_limited_skills_are_safe(head: str) -> None:
    """裏霞 uses 的割2, whatever the head is; it hits 疫病2."""
    fought = play(f"{head}的逆逆裏", "逆疫逆逆逆")

    assert "away.2 fires 0" in steps(fought)
    assert not happened(fought, log.SkillChanged)


@ruling(16)
def test_a_change_keeps_the_damage_counter() -> None:
    """逆鱗1 is hit, turns into 疫病, and would be destroyed; +硬 saves it now; no wrath."""
    fought = play("逆硬的逆逆", "呪強疫強強")

    assert steps(fought)[-5:-1] == [
        "home.1 turns into plague",
        "home.1 saved",
        "home.2 falls",
        "away.3 falls",
    ]


@ruling(16)
def test_a_changed_skill_with_a_counter_falls_in_the_same_step() -> None:
    """The same without +硬: what falls is a 疫病, so there is no wrath."""
    fought = play("逆強的逆逆", "呪強疫強強")

    assert steps(fought)[-5:-1] == [
        "home.1 turns into plague",
        "home.1 falls",
        "home.2 falls",
        "away.3 falls",
    ]


@ruling(23)
def test_additions_come_after_the_floor() -> None:
    """怒濤1: max(0, 1 − 2) + 1 = 1. 隠刃4 with +強: max(1, 4 − 4) + 1 = 2."""
    assert steps(play("怒速強強強", "閃逆逆逆逆"))[0] == "none by equal 1:1"
    assert "2 at speed 4" in steps(play("隠裏裏隠強", "強強強強強"), 2)


@ruling(26)
def test_a_chain_attack_that_has_fallen_gives_no_phase() -> None:
    """2 = 2: 一閃1 of away takes 連撃1 in the ordinary phase."""
    fought = play("連閃強強強", "閃速強強強")

    assert [p.as_dict()["is_extra"] for p in happened(fought, log.PhaseBegan)].count(True) == 0


@ruling(26)
def test_two_chain_attacks_make_one_more_simultaneous_phase() -> None:
    """的割3 hits slot 3, so that both 連撃1 stand; the extra phase is followed by no other."""
    phases = [p.as_dict() for p in happened(play("連逆的連逆", "連逆的連逆"), log.PhaseBegan, 1)]

    assert [p["phase"] for p in phases] == [
        "start",
        "order",
        "simultaneous",
        "simultaneous",
        "end",
    ]
    assert [p["is_extra"] for p in phases] == [False, False, False, True, False]


@ruling(26)
def test_a_chain_attack_works_in_the_round_of_its_slot() -> None:
    """連撃3 works in round 3 only; three barriers keep it so long."""
    fought = play("壁強連閃逆", "逆逆逆逆逆")

    assert [p.turn for p in happened(fought, log.PhaseBegan) if p.as_dict()["is_extra"]] == [3]


@ruling(30)
def test_emptiness_keeps_its_owner_alive_and_can_be_marked() -> None:
    """Example 6 ends with two 空虚 against nothing. Here 影討 names 空虚, after 衰弱 made one."""
    assert rows(play("紫反待速閃", "果舞玉呪壁")) == ["___空空", "_____"]
    fought = play("呪影逆逆逆", "逆逆逆硬逆")

    assert any(e.as_dict()["name"] == "emptiness" for e in happened(fought, log.HeadMarked))


@ruling(31)
def test_wrath_comes_of_any_destruction_and_of_no_change() -> None:
    assert steps(play("影強強強強", "逆逆強強強"))[-4:] == [
        "away.1 falls",
        "away gets 1 wrath",
        "away.2 falls",
        "away gets 1 wrath",
    ]
    assert "home gets 1 wrath" not in steps(play("逆硬的逆逆", "呪強疫強強"))


@ruling(32)
def test_what_missed_its_round_does_nothing_more() -> None:
    """先制1 worked in round 1; round 2 looks at slot 2 only, and from round 6 on at none."""
    worked = happened(play("先強強強強", "強先強強強"), log.AttachmentWorked)

    assert [(e.turn, e.as_dict()["skill"]) for e in worked] == [(1, "home.1"), (2, "away.2")]


@ruling(33)
def test_one_firing_interceptor_cancels_the_wasting_of_a_stronger_curse() -> None:
    """呪詛1 + 1: the first point takes +強, the second makes 搦手2 fire."""
    fought = play("呪強逆逆逆", "強搦強強強")

    assert "2 at speed 1" in steps(fought)
    assert "away gets 1 wasting" not in steps(fought)


# --- damage, interceptors, the end --------------------------------------------------------------------


@ruling(10)
def test_an_interrupted_attack_keeps_its_other_effects() -> None:
    assert steps(play("果盾逆逆逆", "搦強強強強"))[5:10] == [
        "away.1 hit",
        "away.1 fires 0",
        "home.1 interrupted",
        "home gets 2 barrier",
        "home gets 1 dismay",
    ]


@ruling(12)
def test_marked_and_due_is_one_destruction() -> None:
    """雷火1 was used and is marked; one +硬 saves it."""
    assert steps(play("影強強強強", "雷硬強強強"))[-2:] == ["away.1 saved", "away.2 falls"]


@ruling(17)
def test_skills_used_come_before_interceptors() -> None:
    """疫病1 of home has fired, but 影討3 of home comes first and names 紫電."""
    marked = happened(play("疫速影雷閃", "紫裏待果呪"), log.HeadMarked, 1)

    assert [e.as_dict()["name"] for e in marked] == ["violet_lightning"]


@ruling(17)
def test_an_effect_that_is_due_is_not_lost_by_a_change() -> None:
    """Both 凡打 make an interceptor fire. 疫病1 changes 搦手1, which gives dismay all the same."""
    assert steps(play("搦逆逆逆逆", "疫逆逆逆逆"))[-4:] == [
        "home.1 turns into plague",
        "away gets 1 dismay",
        "home.1 falls",
        "away.1 falls",
    ]


@ruling(18)
def test_crossing_finds_nothing_where_a_plain_hit_came_from() -> None:
    """Example 11, round 3."""
    assert "home.0 unbroken" in steps(play("紫先的強待", "呪交閃玉崩"), 3)


@ruling(18)
def test_other_interceptors_answer_plain_hits() -> None:
    """Speed 0: 待伏 hits, 玉響 has X = 0, 疫病 changes - all in example 9."""
    assert "home.1 fires 2" in steps(play("待逆玉先疫", "待逆玉先疫"), 1)
    assert "home.3 fires 0" in steps(play("待逆玉先疫", "待逆玉先疫"), 2)


@ruling(24)
def test_interceptors_do_not_set_off_interceptors() -> None:
    """Round 3 of the original's battle: 待伏4 hits 交錯3, which keeps silent."""
    fired = happened(play("閃閃交硬果", "待速搦待閃"), log.InterceptorFired, 3)

    assert [e.as_dict()["skill"] for e in fired] == ["away.4"]


@ruling(25)
def test_an_interceptor_with_a_counter_fires() -> None:
    """Example 9, round 1: 待伏1 of home has been hit by 待伏1 of away before away's 凡打 hits it again."""
    assert steps(play("待逆玉先疫", "待逆玉先疫"))[4:11] == [
        "away.1 fires 2",
        "home.1 hit",
        "home.2 hit",
        "home.0 interrupted",
        "away.0 used",
        "1 at speed 0",
        "home.1 hit",
    ]


class Frozen(battle.State):
    """House rules under which nobody ever does anything."""

    def act(self, *acting: Character) -> None:
        """Nothing."""


@ruling(35)
def test_a_position_that_comes_again_is_a_draw_and_a_fault(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After round 6 and after round 8 nothing has changed; after round 7 the parity is another."""
    monkeypatch.setattr(battle, "State", Frozen)

    with caplog.at_level(logging.ERROR):
        fought = play("閃強強強強", "強強強強強")

    assert ended(fought) == (None, "loop", 8)
    assert "loop" in caplog.text
    assert battle.decide(build("閃強強強強"), build("強強強強強")) == (None, "loop")


@ruling(35)
def test_a_battle_beyond_the_last_round_is_a_draw_and_a_fault(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(battle, "State", Frozen)
    monkeypatch.setattr(battle, "LAST_ROUND", 4)

    with caplog.at_level(logging.ERROR):
        fought = play("閃強強強強", "強強強強強")

    assert ended(fought) == (None, "cap", 4)
    assert "cap" in caplog.text


# --- all of them --------------------------------------------------------------------------------------


def test_every_ruling_has_a_test() -> None:
    assert sorted(TESTED) == list(range(1, 36))
