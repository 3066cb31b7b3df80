"""Each skill: what it does, with the arithmetic. The list itself: as the rule books print it."""

import re

from app.engine import Lang, Words
from app.games.shiden_issen_2 import RULESETS, events as log
from app.games.shiden_issen_2.abilities import TYPES, Type
from app.games.shiden_issen_2.cards import SKILLS, STANDARD
from app.games.shiden_issen_2.text import printed
from tests.games.shiden_issen_2.play import OBTAINABLE, happened, play, rows, steps
from tests.support.tables import by_row

LIMITED = "雷覚壁封錬盾無"

# 強 does nothing, except for an attack skill on its left; 逆 does nothing as long as it stands.


def attack(home: str, away: str, turn: int = 1) -> list[str]:
    """Points, speed and hits of home's attack in that round."""
    told = steps(play(home, away), turn)
    start = next(at for at, line in enumerate(told) if line.startswith("home.") and "used" in line)
    lines = []
    for line in told[start + 1 :]:
        if "used" in line or "falls" in line or "saved" in line:
            break
        lines.append(line)
    return lines


# --- attack -------------------------------------------------------------------------------------------


@by_row("level", [1, 2, 3, 4, 5])
def test_flash_hits_one_at_the_speed_of_its_level(level: int) -> None:
    home = "強" * (level - 1) + ("閃逆" + "強" * 5)[: 6 - level]

    assert attack(home, "強強強強強") == [f"1 at speed {level}", "away.1 hit"]


def test_target_splitting_begins_at_its_own_level_and_comes_round() -> None:
    """LV 4, 1 + 1 points: 4, 5. In round 2 what is left: 1, 2."""
    assert attack("強強強的強", "強強強強強") == [
        "home.5 helps",
        "2 at speed 1",
        "away.4 hit",
        "away.5 hit",
    ]
    assert attack("強強強的強", "強強強強強", 2)[-2:] == ["away.1 hit", "away.2 hit"]


def test_decisive_cut_hits_as_many_as_its_level() -> None:
    assert attack("強強果逆強", "強強強強強") == [
        "3 at speed 1",
        "away.1 hit",
        "away.2 hit",
        "away.3 hit",
    ]


def test_sword_dance_counts_the_attack_skills_with_itself() -> None:
    """剣舞2, 一閃3, 果断5: X = 3, at speed 2 − 1."""
    assert attack("強舞閃逆果", "強強強強強")[0] == "3 at speed 1"


def test_violet_lightning_is_fast_and_stuns_its_user() -> None:
    assert attack("強紫逆強強", "強強強強強") == ["1 at speed 4", "away.1 hit", "home gets 1 stun"]


def test_curse_gives_wasting_unless_an_interceptor_fires() -> None:
    assert attack("呪逆強強強", "強強強強強")[-1] == "away gets 1 wasting"
    assert "away gets 1 wasting" not in attack("呪逆強強強", "搦強強強強")


def test_thunderfire_hits_two_and_is_gone_by_the_end_of_the_round() -> None:
    assert attack("強雷逆強強", "強強強強強") == [
        "home.2 spent",
        "2 at speed 2",
        "away.1 hit",
        "away.2 hit",
    ]
    assert steps(play("強雷逆強強", "強強強強強"))[-1] == "home.2 falls"


@by_row(("level", "points"), [(2, 2), (3, 1), (4, 1), (5, 1)])
def test_hidden_blade_weakens_to_the_right(level: int, points: int) -> None:
    """4 − LV, at least 1, in round 2; in round 1 it rests."""
    home = "強" * (level - 1) + ("隠逆" + "強" * 5)[: 6 - level]

    assert attack(home, "強強強強強", 2)[0] == f"{points} at speed {level}"
    assert "home passes" in steps(play(home, "強強強強強"))


def test_surging_waves_grow_with_the_rounds() -> None:
    """X = 1, then X = 2, at speed 5 − 2."""
    assert attack("強強強強怒", "強強強強強", 1)[0] == "1 at speed 3"
    assert attack("強強強強怒", "強強強強強", 2)[0] == "2 at speed 3"


def test_plain_hit_gets_no_help() -> None:
    """覚悟 and +強 are there, and an attack skill is not: 1 point at speed 0."""
    assert attack("覚強強強強", "強強強強強", 2) == ["1 at speed 0", "away.1 hit"]


# --- support ------------------------------------------------------------------------------------------


def test_resolution_adds_one_point_and_two_speed() -> None:
    """Used in round 1, it is gone in round 2; 一閃3 has 1 + 1 points at 3 + 2."""
    assert attack("覚強閃逆強", "強強強強強", 2)[:2] == ["resolution helps 1 2", "2 at speed 5"]


def test_barrier_stops_three_attacks() -> None:
    fought = play("強壁強強強", "逆逆逆閃閃")
    spared = [e.as_dict()["left"] for e in happened(fought, log.DamageVoided)]

    assert spared[:3] == [2, 1, 0]


def test_seal_gives_three_statuses() -> None:
    assert [s for s in steps(play("強封強強強", "強強強強強")) if "gets" in s] == [
        "away gets 1 stun",
        "away gets 1 dismay",
        "away gets 1 wasting",
    ]


def test_shadow_strike_takes_all_of_a_name() -> None:
    assert steps(play("影強強強強", "強逆強逆強"))[-3:] == [
        "away.1 falls",
        "away.3 falls",
        "away.5 falls",
    ]


# --- interceptor --------------------------------------------------------------------------------------


def test_crossing_hits_what_hit_it() -> None:
    """果断5 (1): 交錯1 (0) is too slow for it, 交錯2 (1) is not."""
    fought = play("強強強強果", "交強強強強")

    assert attack("強強強強果", "強交強強強")[:5] == [
        "5 at speed 1",
        "away.1 hit",
        "away.2 hit",
        "away.2 fires 1",
        "home.5 hit",
    ]
    assert "away.1 too slow" in steps(fought)


def test_back_gate_ploy_gives_dismay() -> None:
    assert "home gets 1 dismay" in attack("果逆強強強", "搦強強強強")


def test_ambush_hits_two() -> None:
    assert "away.1 fires 2" in attack("強強強強強", "待強強強強")


def test_jewel_chime_hits_as_many_as_the_attack_was_fast() -> None:
    """的割4 (1) hits 玉響4 (3): X = 1."""
    assert "away.4 fires 1" in attack("強強強的逆", "強強強玉強")


def test_unbalancing_stuns() -> None:
    assert "home gets 1 stun" in attack("閃逆強強強", "崩強強強強")


def test_plague_changes_the_head() -> None:
    assert "home.1 turns into plague" in attack("閃逆強強強", "疫強強強強")


# --- attachment ---------------------------------------------------------------------------------------


def test_plus_power_helps_an_attack_only() -> None:
    assert attack("閃強強強強", "強強強強強")[:2] == ["home.2 helps", "2 at speed 1"]
    assert "away.1 fires 2" in steps(play("強強強強強", "待強強強強"))


def test_plus_guard_falls_instead_even_when_it_is_hit_itself() -> None:
    """果断2 hits 交錯1 and +硬2 at once."""
    fought = play("強果逆強強", "交硬強強強")

    assert [s for s in steps(fought) if "saved" in s or "falls" in s][:2] == [
        "away.1 saved",
        "away.2 falls",
    ]


def test_plus_guard_does_not_protect_attachments() -> None:
    assert "away.1 saved" not in steps(play("閃逆強強強", "強硬強強強"))


def test_plus_speed_helps_attacks_supports_and_interceptors() -> None:
    assert attack("閃速強強強", "強強強強強")[:2] == ["home.2 helps", "1 at speed 2"]
    assert steps(play("逆壁速強強", "強強強強強"))[0] == "home by speed 3:0"
    assert "away.1 fires 2" in steps(play("果逆強強強", "待速強強強"))


def test_a_support_is_not_said_to_be_helped_by_speed() -> None:
    assert "home.2 helps" not in steps(play("壁速強強強", "強強強強強"))


def test_plus_counter_makes_an_interceptor() -> None:
    assert "away.1 fires 1" in steps(play("強強強強強", "閃反強強強"))


def test_plus_temper_holds_the_first_interceptor_back() -> None:
    """It does so with one that is too slow, and the next one fires."""
    assert attack("果錬強強強", "搦強強強強")[3:5] == ["away.1 hit", "away.1 held back"]
    assert attack("強強果錬強", "待搦強強強")[3:7] == [
        "away.1 hit",
        "away.1 held back",
        "away.2 hit",
        "away.2 fires 0",
    ]


def test_plus_shield_gives_two_barriers_to_supports_too() -> None:
    assert "home gets 2 barrier" in attack("覚盾強強強", "強強強強強")
    assert "home gets 2 barrier" in attack("閃盾強強強", "強強強強強")


def test_inverted_scale_gives_wrath_when_it_falls() -> None:
    assert "away gets 1 wrath" in steps(play("閃逆強強強", "逆強強強強"))


def test_no_mind_voids_all_damage_of_its_round() -> None:
    fought = play("強無強強強", "強強強強閃")

    assert "home spared by no_mind, 1 left" in steps(fought, 2)
    assert "home loses 1 no_mind" in steps(fought, 2)


def test_initiative_goes_before_speed() -> None:
    assert "home by initiative 0:5" in steps(play("先先先先先", "強強強強閃"))


def test_rear_haze_uses_the_last() -> None:
    assert "home.5 used" in steps(play("閃裏強強果", "強強強強強"))


def test_phosphorescence_lifts_everything() -> None:
    assert "away loses 3 barrier" in steps(play("強強強強燐", "壁速強強強"))


def test_chain_attack_gives_one_more_attack_phase() -> None:
    """Away uses 覚悟2, which leaves 連撃1 alone."""
    assert steps(play("連閃硬逆強", "強覚強強強")).count("home.2 used") == 2


def test_emptiness_does_nothing_and_counts() -> None:
    """Example 6."""
    assert rows(play("紫反待速閃", "果舞玉呪壁"))[0] == "___空空"


# --- the list -----------------------------------------------------------------------------------------


def test_there_are_33_skills_of_which_31_can_be_taken() -> None:
    assert [skill.number for skill in SKILLS] == list(range(1, 34))
    assert [skill.ja for skill in SKILLS if not skill.obtainable] == ["凡打", "空虚"]
    assert len(STANDARD.shown) == len(OBTAINABLE) == 31


def test_these_are_limited_and_nothing_else() -> None:
    assert "".join(skill.char for skill in SKILLS if skill.limited) == LIMITED


def test_a_speed_is_shown_as_it_is_printed() -> None:
    shown = [dict(card.figures)[Words("速度", "Speed")] for card in STANDARD.shown]

    assert shown[:9] == ["LV", "1", "1", "LV-1", "LV+2", "1", "LV", "LV", "LV-2"]
    assert set(shown[19:]) == {"–"}


@by_row("lang", ["ja", "en"])
def test_the_rule_book_prints_the_same_list(lang: Lang) -> None:
    """A row of the rule book: number, character, name, further names, and the speed if it has one."""
    printed_rows = re.findall(
        r"^\| (\d+) \| (\S) \| (.+) \|$", RULESETS[0].rules(lang), re.MULTILINE
    )

    for (number, char, rest), skill in zip(printed_rows, SKILLS, strict=True):
        cells = rest.split(" | ")
        assert (number, char) == (str(skill.number), skill.char if skill.obtainable else "–")
        assert cells[0].partition("(")[0].partition("（")[0] == Words(skill.ja, skill.en).to(lang)
        assert (skill.en if lang == "ja" else skill.ja) in cells
        assert lang == "en" or skill.reading in re.split("[（） |]", rest)
        if skill.type is not Type.ATTACHMENT:
            assert any(
                re.match(re.escape(printed(skill.speed)), c.replace("−", "-")) for c in cells
            )
        assert ("リミテッド。" in rest or "Limited." in rest) == skill.limited


def test_every_family_has_its_heading() -> None:
    assert {card.family for card in STANDARD.shown} == set(TYPES.values())


def test_texts_say_what_is_limited() -> None:
    for card in STANDARD.shown:
        is_limited = card.char in LIMITED
        assert card.text.ja.startswith("リミテッド。") == is_limited
        assert card.text.en.startswith("Limited. ") == is_limited
