"""R1 to R46, each in battles that the other reading would end otherwise, or tell otherwise."""

from collections.abc import Callable
from typing import TypeVar

from app.games.laplaplus.battle import State
from tests.games.laplaplus.play import (
    blows,
    build,
    ended,
    fired,
    firsts,
    play,
    removed,
    result,
    steps,
)
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


# --- start and order ----------------------------------------------------------------------------------


@ruling(1)
def test_every_core_engine_adds_half_of_the_same_base_hp() -> None:
    """Home: base 6, 6 + 3 + 3 + 3 = 15. T1 Overs Dispel 10 (5), Attack 4 (7 → 3); T2 5 is not above 6, Attack 4.

    Other (6 → 9 → 13 → 19): on turn 2 Dispel would find 9 above 6, and home would fall.
    """
    assert result("攻機機機核", "核散") == ("home", "hp", 2, (5, -1))


@ruling(1)
def test_a_core_engine_without_any_base_hp_adds_nothing() -> None:
    assert result("機機", "核") == ("away", "build_zero", 0, (0, 5))


@ruling(2)
@by_row("home", ["重重", "速"])
def test_one_side_at_zero_loses_before_turn_1(home: str) -> None:
    """Other: battle on, and two Heavy Blows beat 5 HP; or ask for the order, and Quick wins it with 15."""
    battle = play(home, "核")

    assert ended(battle) == ("away", "build_zero", 0, (0, 5))
    assert firsts(battle) == []


@ruling(3)
def test_quick_decides_between_two_sides_at_zero() -> None:
    """Speed 15 against 0. Other (no Quick): 0 = 0, forces 0 = 0, numbers 24 > 5: away."""
    assert result("速", "機") == ("home", "build_both_zero", 1, (0, 0))


@ruling(4)
@by_row("cards", ["", "機", "力防"])
def test_identical_builds_without_hp_draw(cards: str) -> None:
    """Disclosure comes before HP is looked at, and so before any order phase."""
    battle = play(cards, cards)

    assert ended(battle) == (None, "draw", 0, (0, 0))
    assert [e.kind for e in battle.events[-2:]] == ["builds-disclosed", "battle-ended"]


@ruling(5)
def test_forces_are_compared_before_any_number() -> None:
    """Speeds 2 = 2, forces 1 = 1, then 0 < 1: away first, and two hits fell home.

    Other (card by card): number 6 < 7 in the first place makes home first.
    """
    assert firsts(play("攻力攻", "連連")) == [("away", "force", 2)]
    assert result("攻力攻", "連連") == ("away", "hp", 1, (0, 2))


@ruling(5)
def test_the_longer_row_comes_before_any_number() -> None:
    """Speeds 1 = 1, forces 1 = 1, then only away has a card. Other: 6 < 7 makes home first."""
    assert firsts(play("攻", "連重")) == [("away", "length", 2)]
    assert result("攻", "連重") == ("away", "hp", 1, (0, 1))


@ruling(5)
def test_rows_are_compared_as_they_now_stand() -> None:
    """T1 硬核 v 核突偽偽, 12 = 12: 7 > 5 in place 1. Knockback makes it 核硬: 5 = 5, then 7 > 3 in place 2."""
    assert firsts(play("硬核", "核突偽偽"))[:2] == [("home", "force", 1), ("home", "force", 2)]


@ruling(5)
def test_down_cards_are_compared_like_any() -> None:
    """Both Quicks are down by now: 15 = 15, forces 0 0 = 0 0, 24 = 24, then 18 < 19 in place 2."""
    assert firsts(play("速力", "速防")) == [("home", "number", 2)]


@ruling(6)
def test_speed_is_base_hp_and_not_hp() -> None:
    """Home: base 6, HP 6 + 3 = 9. Away: 8 and 8, first all the same."""
    battle = play("機核攻", "双")

    assert firsts(battle)[0] == ("away", "speed", 0)


@ruling(6)
def test_quick_lasts_one_phase_and_leaves_base_hp_alone() -> None:
    """T1 15 + 6 against 10. Then Crash is gone, and a Core with it: 15 + 5 against 5, turn after turn."""
    speeds = [
        (event["home_speed"], event["away_speed"])
        for event in (e.as_dict() for e in play("速壊核", "核核").events)
        if event["kind"] == "order-decided"
    ]

    assert speeds == [(21, 10)] + [(20, 5)] * 29


# --- Events, Echo, Dazzle -----------------------------------------------------------------------------


@ruling(7)
def test_an_event_is_worked_before_what_it_answers_goes_on() -> None:
    """Attack 4 − 3 = 1 a turn: six turns. Other (a queue): 4 land each turn, and Shield comes too late."""
    battle = play("攻核", "盾核")

    assert steps(battle) == [
        "home.1 fires",
        "home.1 downed",
        "away.1 fires",
        "away.1 downed",
        "away takes 1",
    ]
    assert ended(battle) == ("home", "hp", 6, (6, 0))


@ruling(8)
def test_a_ready_action_does_not_silence_the_events_below_it() -> None:
    """T1 Attack 4 + 1, Attack 2 + 1: 8. Other: the second Attack, ready above Attack Power, silences it once."""
    battle = play("攻攻力", "双")

    assert blows(battle) == [5, 3]
    assert ended(battle) == ("home", "hp", 1, (2, 0))


@ruling(8)
def test_an_upped_action_waits_until_its_own_effect_is_done() -> None:
    """Attack is up again before its blow lands, yet fires only after it."""
    assert steps(play("攻響", "核核核")) == [
        "home.1 fires",
        "home.1 downed",
        "home.2 fires",
        "home.2 downed",
        "home.1 upped",
        "away takes 4",
        "home.1 fires",
        "home.1 downed",
        "away takes 4",
    ]


@ruling(9)
def test_echo_answers_the_cost_before_the_effect() -> None:
    """T1 Attack 4: Reflection, up again by Echo, throws 4 back, gets them back, throws them again: 1 − 4.

    Other (Echo after the effect): Reflection is still down when the 4 return, and home falls.
    """
    battle = play("反響", "攻反")

    assert fired(battle) == ["away.1", "home.1", "home.2", "away.2", "home.1"]
    assert ended(battle) == ("home", "hp", 1, (1, -3))


@ruling(10)
def test_a_shield_upped_by_echo_answers_the_same_damage_again() -> None:
    """4 − 3 = 1, 1 − 3 = −2, every turn; 2 HP against 1. Other (once): 1 a turn, dead on turn 2."""
    battle = play("盾響", "攻")

    assert fired(battle) == ["away.1", "home.1", "home.2", "home.1"]
    assert ended(battle) == ("home", "judgement_hp", 30, (2, 1))


@ruling(10)
def test_quick_upped_by_echo_counts_twice() -> None:
    """1 + 15 + 15 = 31 against 1 + 15 = 16. Other (once): 16 = 16, and force 0 < 1 makes away first."""
    assert result("速響", "響速") == ("home", "judgement_initiative", 30, (1, 1))


@ruling(10)
def test_a_downless_event_answers_a_damage_only_once() -> None:
    """Defence Power stays up and takes 1 off: 4 − 1. Other: for ever."""
    assert blows(play("攻核", "防核"), turn=1) == [3]


@ruling(11)
def test_an_echo_upped_by_an_echo_waits_for_the_next_down() -> None:
    """Heavy Blow acts three times on turn 1: 10 − 3 − 3 − 3 = 1 < 2.

    Other (the upper Echo answers again at once, into nothing): two blows, 4 > 2.
    """
    battle = play("核核", "重響響")

    assert fired(battle) == ["away.1", "away.2", "away.3", "away.1", "away.2", "away.1"]
    assert ended(battle) == ("away", "judgement_hp", 30, (1, 2))


@ruling(12)
def test_a_trap_upped_by_echo_answers_the_same_effect_again() -> None:
    """(3 : 8). T1 Trap 2 + 2 (3 : 4), Attack 2 (1 : 4). T2 Trap 2 + 2 (1 : 0). Other (once): away wins on turn 2."""
    battle = play("罠響", "偽攻核")

    assert blows(battle) == [2, 2, 2, 2, 2]
    assert ended(battle) == ("home", "hp", 2, (1, 0))


@ruling(13)
def test_a_second_dazzle_is_wasted_on_an_event_that_has_no_effect_already() -> None:
    """Hit 1: both Dazzles answer Shield; Defence Power stops it: 1 − 1. Hit 2 likewise. Other: 1 lands, home falls."""
    battle = play("盾防", "眩眩連")

    assert fired(battle) == ["away.3", "home.1", "away.1", "away.2", "home.2", "home.2"]
    assert ended(battle) == ("home", "judgement_initiative", 30, (1, 1))


@ruling(14)
def test_a_nullified_event_has_paid_all_the_same() -> None:
    """Shield is down and cannot answer again: 2 land. Other (cost given back): 2 − 3 every turn."""
    assert result("盾", "眩攻") == ("away", "hp", 1, (-1, 1))


@ruling(14)
def test_a_nullified_corrosion_is_gone_all_the_same() -> None:
    """(6 : 6). It paid with its removal; Attack stays for 2 a turn."""
    battle = play("腐核", "眩攻核")

    assert removed(battle) == ["home.1"]
    assert blows(battle) == [2, 2, 2]


@ruling(14)
def test_what_echo_did_for_a_nullified_event_stays_done() -> None:
    """Shield nullified, but upped by Echo: it answers again, 2 − 3."""
    assert steps(play("盾響", "眩攻")) == [
        "away.2 fires",
        "away.2 downed",
        "home.1 fires",
        "home.1 downed",
        "home.2 fires",
        "home.2 downed",
        "home.1 upped",
        "away.1 fires",
        "away.1 downed",
        "home.1 nullified",
        "home.1 fires",
        "home.1 downed",
        "home.1 stops it",
    ]


@ruling(15)
def test_dazzle_does_not_see_an_echo_that_answers_a_cost() -> None:
    """Heavy Blow twice: 5 − 3 − 3. Other (Echo nullified): once, and away wins 2 : 1."""
    assert result("重響", "眩核") == ("home", "hp", 1, (1, -1))


@ruling(15)
@by_row(("feinter", "winner"), [("偽眩核", "home"), ("偽核", "away")])
def test_dazzle_sees_an_echo_that_answers_its_own_sides_feint(feinter: str, winner: str) -> None:
    """7 HP each, home first. Feint downs Attack; Echo ups it again for 4 a turn, unless Dazzle prevents it."""
    assert result(feinter, "攻響核")[0] == winner


@ruling(15)
def test_dazzle_sees_no_quick_no_attack_power_and_no_brain() -> None:
    """Their triggers are nobody's or their owner's: Dazzle stays up throughout."""
    battle = play("速攻力偽限", "眩眩核核")

    assert {"home.1", "home.3", "home.5"} <= set(fired(battle))
    assert not {"away.1", "away.2"} & set(fired(battle))


@ruling(15)
@by_row(("home", "away", "answer"), [("攻盾核", "反眩核", "home.2"), ("偽盾核", "罠眩", "home.2")])
def test_damage_of_reflection_and_trap_is_an_ability_of_their_own(
    home: str, away: str, answer: str
) -> None:
    """So Shield answers it, and the Dazzle of Reflection's or Trap's side answers Shield."""
    story = steps(play(home, away))

    assert story[story.index(f"{answer} fires") :][:4] == [
        f"{answer} fires",
        f"{answer} downed",
        "away.2 fires",
        "away.2 downed",
    ]
    assert f"{answer} nullified" in story


@ruling(16)
def test_dazzle_answers_dazzle() -> None:
    """Shield works: 2 − 3, and force 1 > 0 makes home first. Other (no answer to Dazzle): home falls on turn 1."""
    battle = play("盾眩", "眩攻")

    assert fired(battle) == ["away.2", "home.1", "away.1", "home.2"]
    assert ended(battle) == ("home", "judgement_initiative", 30, (1, 1))


@ruling(16)
def test_dazzle_is_spent_on_the_first_event_wanted_or_not() -> None:
    """Defence Power stands above Shield and takes the Dazzle with it: 4 − 3. Spared for Shield, 4 − 1 would land."""
    battle = play("攻眩", "防盾核")

    assert fired(battle) == ["home.1", "away.1", "home.2", "away.2"]
    assert blows(battle, turn=1) == [1]


@ruling(17)
def test_downing_a_down_card_is_nothing() -> None:
    """Trap goes down as its own cost and is nullified; Feint finds it down, and no second down happens."""
    assert steps(play("偽眩", "罠核")) == [
        "home.1 fires",
        "home.1 downed",
        "home.1 lists away.1 away.2",
        "home.1 targets away.1",
        "away.1 fires",
        "away.1 downed",
        "home.2 fires",
        "home.2 downed",
        "away.1 nullified",
    ]


@ruling(17)
def test_upping_an_up_card_is_nothing() -> None:
    """No card can do it as the rules stand: an Echo answers only while the card is down (R11)."""
    battle = State(build("攻響"), build("核"), [])
    attack, echo = battle.home.row

    battle.up(attack, by=echo)

    assert battle.events == []
    assert attack.up


@ruling(19)
def test_echo_comes_before_dazzle() -> None:
    """T1 Attack 2, Shield; away's Dazzle, upped by its Echo at once, answers home's first Dazzle too;
    home's second Dazzle answers that. So home's first nullifies away's, and Shield works: no damage ever.

    Other (Dazzle first): away's Dazzle comes up only afterwards and nullifies Shield: 6, 4, 2, 0.
    """
    battle = play("眩盾核眩", "眩響攻")

    assert fired(battle) == ["away.3", "home.2", "away.1", "away.2", "home.1", "away.1", "home.4"]
    assert ended(battle) == ("home", "judgement_hp", 30, (6, 2))


# --- damage -------------------------------------------------------------------------------------------


@ruling(18)
def test_attack_power_adds_before_the_receivers_cards_answer() -> None:
    """(5 : 1). Flurry: 1 + 1 − 1, three times, then twice more. Other: 1 − 1 is gone, and home wins 5 : 1."""
    assert result("防核", "連力") == ("away", "hp", 2, (0, 1))


@ruling(20)
def test_at_zero_everything_else_is_dropped() -> None:
    """(10 : 7), both above base. Away is second: 10 (10 : −3). Home's own 10 never come, else both fell."""
    assert result("散機核", "機核") == ("home", "hp", 1, (10, -3))


@ruling(20)
def test_the_blow_that_fells_is_the_last_thing_that_happens() -> None:
    """Hit 1 of Flurry fells; hits 2 and 3 do not follow, nor does anything but the end."""
    battle = play("連核", "攻")

    assert [e.kind for e in battle.events[-2:]] == ["damage-dealt", "battle-ended"]
    assert ended(battle) == ("home", "hp", 1, (6, 0))


@ruling(21)
def test_corrosion_answers_before_hp_falls() -> None:
    """Corrosion above Defence Power takes Flurry away, then 1 − 1 is gone. Other (once HP has fallen): never."""
    battle = play("腐防核", "連核")

    assert removed(battle) == ["home.1", "away.1"]
    assert blows(battle) == []


@ruling(21)
def test_a_damage_that_vanished_above_corrosion_saves_its_source() -> None:
    """Defence Power above Corrosion: 1 − 1 is gone before Corrosion's turn comes."""
    assert removed(play("防腐核", "連核")) == []


@ruling(22)
def test_a_vanished_damage_is_not_seen_by_the_next_card() -> None:
    """Hits of 1 + 1: Shield 1 stops the first, Shield 2 the second. Other: both go down at the first hit."""
    battle = play("力連", "盾盾")

    assert fired(battle) == ["home.2", "home.1", "away.1", "home.1", "away.2"]
    assert ended(battle) == ("away", "judgement_hp", 30, (1, 2))


@ruling(23)
@by_row("events", ["盾", "防", "反", "腐", "力"])
def test_no_event_answers_damage_to_oneself(events: str) -> None:
    """Hard Core takes 1 a turn, no more and no less, and stays."""
    battle = play(f"硬{events}", "核")

    assert ended(battle)[:2] == ("away", "hp")
    assert set(blows(battle)) == {1}
    assert removed(battle) == []


@ruling(23)
def test_overs_dispel_on_its_own_side_is_damage_to_oneself() -> None:
    """Base 12, HP 18: all 10 (8), though Shield and Attack Power stand by."""
    battle = play("散盾力機核偽偽", "核核核")

    assert blows(battle, "home") == [10]
    assert "home.2" not in fired(battle)
    assert "home.3" not in fired(battle)


@ruling(24)
def test_a_damage_lands_although_its_source_has_been_removed() -> None:
    """2 − 4. Other (it vanishes with Attack): away wins 2 : 1."""
    battle = play("攻", "腐腐")

    assert removed(battle) == ["away.1", "home.1"]
    assert ended(battle) == ("home", "hp", 1, (1, -2))


@ruling(24)
def test_the_remaining_hits_follow_although_the_source_has_been_removed() -> None:
    """Flurry goes at hit 1 (2 → 1); hit 2 (1 → 0). Other (no more hits): 1 : 1 and away first."""
    assert result("連", "腐腐") == ("home", "hp", 1, (1, 0))


@ruling(24)
def test_the_remaining_side_follows_although_the_source_has_been_removed() -> None:
    """Home 14, base 14, first. Away 11 + 3 × 5 = 26: 10, and Overs Dispel is removed; then home, 14 > 12: 10."""
    battle = play("散硬核", "腐機機機核核")

    assert steps(battle)[:7] == [
        "home.1 fires",
        "home.1 downed",
        "away.1 fires",
        "away.1 removed",
        "away.1 targets home.1",
        "home.1 removed",
        "away takes 10",
    ]
    assert blows(battle, turn=1) == [10, 10, 1]


@ruling(25)
def test_reflection_counts_the_damage_as_it_is_at_its_turn() -> None:
    """Flurry 1 + 1 = 2: thrown back, 1 − 2. Other (threshold by the announced 1): home wins on turn 2."""
    assert result("力連", "核反") == ("away", "hp", 1, (-1, 5))


@ruling(25)
@by_row(("home", "back"), [("攻核", []), ("攻力核", [2]), ("攻力力核", [3])])
def test_reflection_throws_back_what_a_shield_left_over(home: str, back: list[int]) -> None:
    """4 − 3 = 1 is too little; 5 − 3 = 2 comes back, not 5 or 4; 6 − 3 = 3."""
    assert blows(play(home, "盾反核"), "home", turn=1) == back


@ruling(25)
def test_reflected_damage_comes_from_the_reflection() -> None:
    """(1 : 5). T1 4 back and forth (1 : 1), T2 Attack 4 (1 : −3).

    Other (Attack hits its own side): home's Reflection stays silent, and home falls.
    """
    assert result("攻反", "反核") == ("home", "hp", 2, (1, -3))


@ruling(25)
def test_attack_power_adds_to_reflected_damage_and_corrosion_takes_the_reflection() -> None:
    """4 comes back as 5; Corrosion takes away's Reflection for it."""
    battle = play("攻腐核核", "反力核核")

    assert blows(battle, "home") == [5]
    assert removed(battle) == ["home.2", "away.1"]


@ruling(26)
def test_overs_dispel_looks_at_each_side_when_its_turn_comes() -> None:
    """(9 : 12), base 9 and 8. Away: 10, and Corrosion takes Overs Dispel. Now home's 9 are above 7: 10 (−1 : 2).

    Other (both looked at beforehand): home's 9 were not above 9.
    """
    assert result("散硬", "硬機腐") == ("away", "hp", 1, (-1, 2))


# --- HP and Actions -----------------------------------------------------------------------------------


@ruling(27)
def test_heal_core_counts_itself_for_its_limitation_and_rounds_down() -> None:
    """(5 : 8). T1 5 − 2 = 3 > ⌊5 / 2⌋; Hard Core (3 : 7), Attack 2 (3 : 5).
    T2 Hard Core (3 : 4), 3 − 2 = 1 ≤ 2: healed to base 1; Attack, now on top, 4 (1 : 0).

    Other: without itself base is 1 and half of it 0: away would win on turn 3.
    Rounded up, it would heal on turn 1.
    """
    battle = play("癒攻", "硬連")

    assert [e.turn for e in battle.events if e.kind == "hp-restored"] == [2]
    assert ended(battle) == ("home", "hp", 2, (1, 0))


@ruling(27)
def test_heal_core_does_not_count_itself_for_its_goal() -> None:
    """(5 : 8). T1 Flurry 3 (2 : 8), Hard Core (2 : 7); base is 1 without Heal Core; Attack 4 (2 : 3). T2 (1 : 3), (0 : 3).

    Other (goal 5): home would stand with 2 and win.
    """
    assert result("癒攻", "連硬") == ("away", "hp", 2, (0, 3))


@ruling(27)
def test_heal_core_never_lowers_hp() -> None:
    """5 − 3 = 2 ≤ 2; base is 1 when Heal Core has left: HP stays 2."""
    battle = play("癒攻", "重硬")
    healed = next(e.as_dict() for e in battle.events if e.kind == "hp-restored")

    assert (healed["hp_before"], healed["hp"]) == (2, 2)
    assert ended(battle) == ("home", "hp", 2, (2, -3))


@ruling(28)
def test_hp_stays_when_a_card_is_removed() -> None:
    """Dual Core leaves: base 0, HP 8. Other: home falls on turn 1."""
    assert result("双", "核") == ("home", "judgement_hp", 30, (8, 5))


@ruling(29)
def test_after_an_action_the_search_begins_from_the_top() -> None:
    """Feint, upped by Echo, downs Attack and then Crash: away never acts. Other (downwards): away wins on turn 2."""
    battle = play("偽響", "攻壊")

    assert fired(battle) == ["home.1", "home.2", "home.1"]
    assert ended(battle) == ("home", "judgement_hp", 30, (3, 2))


@ruling(30)
@by_row(
    ("home", "ability", "points"),
    [("攻核", 1, [4, 4, 4]), ("核攻", 2, [2, 2, 2, 2, 2]), ("核攻欺", 1, [4, 4, 4])],
)
def test_one_firing_uses_one_action_the_top_one_if_it_may(
    home: str, ability: int, points: list[int]
) -> None:
    """10 HP. Never 4 and 2 together."""
    battle = play(home, "核核")

    assert {e.as_dict()["ability"] for e in battle.events if e.kind == "action-fired"} == {ability}
    assert blows(battle) == points


# --- lists and targets --------------------------------------------------------------------------------


@ruling(31)
@by_row(
    ("home", "away", "story"),
    [
        ("核偽", "硬重", ["home.2 fires", "home.2 downed", "home.2 lists"]),
        ("核突", "核", ["home.2 fires", "home.2 downed", "home.2 lists"]),
        ("核壊", "双", ["home.2 fires", "home.2 removed", "home.2 lists"]),
    ],
)
def test_on_an_empty_list_an_action_pays_and_does_nothing(
    home: str, away: str, story: list[str]
) -> None:
    """Feint after away has acted with all it has; Knockback on a single card; Crash when Dual Core has gone."""
    battle = play(home, away)

    assert [line for line in steps(battle) if line.startswith("home.2")] == story


@ruling(32)
def test_a_trap_that_is_merely_the_partner_does_not_answer() -> None:
    """(5 : 4). T1 Knockback 突攻 → 攻突; Attack on top 4 (1 : 4); Knockback 突罠 → 罠突, Trap is silent.

    T2 攻突 → 突攻; Knockback targets Trap: 2 (1 : 2), nothing moves; Attack 2 (−1 : 2).
    Other (Trap answers on turn 1 too): home wins.
    """
    battle = play("突罠", "突攻")

    assert "home.1 below home.2" in steps(battle)
    assert not [line for line in steps(battle, 2) if "below home" in line]
    assert ended(battle) == ("away", "hp", 2, (-1, 2))


@ruling(32)
def test_cards_stay_up_or_down_as_they_change_places() -> None:
    """T1 重核 → 核重; Heavy Blow 3 (5 : 5), down. T2 重, still down, on top again, and so on.

    Other (up and down belong to the places): Heavy Blow would come up, and home would win on turn 3.
    """
    battle = play("重核", "突核")

    assert blows(battle) == [3]
    assert ended(battle) == ("away", "judgement_initiative", 30, (5, 5))


@ruling(32)
def test_the_partner_need_not_be_on_the_list() -> None:
    """The lowest card is on no list of Knockback, yet changes places with its target."""
    assert steps(play("突核", "攻核"))[2:] == [
        "home.1 lists away.1",
        "home.1 targets away.1",
        "away.1 below away.2",
        "away.1 fires",
        "away.1 downed",
        "home takes 2",
    ]


@ruling(33)
def test_offset_fires_again_as_long_as_it_may() -> None:
    """Both Attacks of both sides go down, and Flurry alone is left: 2 a turn, 5 HP.

    Other (once a phase): one pair of Attacks stays up, and home wins on turn 2.
    """
    battle = play("殺攻攻", "攻攻連")

    assert fired(battle) == ["home.1", "home.1", "away.3"]
    assert ended(battle) == ("away", "hp", 3, (0, 3))


@ruling(33)
def test_offset_does_not_go_down_for_firing() -> None:
    """Flurry and Attack of both sides go down, one after the other: 5 : 3 for ever.

    Other (downed as usual): Offset fires once, Attack is left to both, and home falls on turn 3.
    """
    assert steps(play("殺連攻", "連攻盾")) == [
        "home.1 fires",
        "home.1 targets home.2",
        "home.2 downed",
        "home.1 targets away.1",
        "away.1 downed",
        "home.1 fires",
        "home.1 targets home.3",
        "home.3 downed",
        "home.1 targets away.2",
        "away.2 downed",
    ]
    assert result("殺連攻", "連攻盾") == ("home", "judgement_hp", 30, (5, 3))


@ruling(34)
def test_offset_may_pick_itself() -> None:
    """(5 : 5). Away first, 3 > 1: both Offsets go down, being the highest common card.

    T1 Attack 2 (3 : 5); 4 − 3 (3 : 4), 2 (3 : 2). T2 (1 : 2); (1 : 1), (1 : −1). Other (only other cards): nobody is ever hurt, away wins.
    """
    battle = play("攻殺攻", "殺攻盾")

    assert steps(battle)[:5] == [
        "away.1 fires",
        "away.1 targets away.1",
        "away.1 downed",
        "away.1 targets home.2",
        "home.2 downed",
    ]
    assert ended(battle) == ("home", "hp", 2, (1, -1))


@ruling(34)
def test_offset_finishes_its_own_card_and_the_echo_on_it_first() -> None:
    assert steps(play("殺響核", "殺"))[:8] == [
        "home.1 fires",
        "home.1 targets home.1",
        "home.1 downed",
        "home.2 fires",
        "home.2 downed",
        "home.1 upped",
        "home.1 targets away.1",
        "away.1 downed",
    ]


@ruling(34)
def test_an_own_trap_does_not_answer_offset_but_an_enemy_trap_does() -> None:
    """(5 : 2). Own Trap goes down in silence; the enemy's answers for 2 a turn: 3, 1, −1.

    Other (the own Trap answers too): its 2 would fell away on turn 1.
    """
    battle = play("殺罠", "罠")

    assert fired(battle) == ["home.1", "away.1"]
    assert ended(battle) == ("away", "hp", 3, (-1, 2))


@ruling(35)
def test_whatever_stands_first_now_is_on_top() -> None:
    """(9 : 7). T1 Dual Core leaves; Attack, on top in the same phase, 4 (9 : 3), Flurry and Attack 4 (5 : 3).

    T2 4 more (1 : 3), Attack 4 (1 : −1). Other (top in name only): 2 a turn, and home falls on turn 3.
    """
    assert result("双攻", "核連攻") == ("home", "hp", 2, (1, -1))


@ruling(36)
@by_row(
    ("home", "away", "gone"),
    [
        ("壊響核", "核", ["home.1", "away.1"]),
        ("壊核", "核響核", ["home.1", "away.1"]),
        ("腐響核", "攻核", ["home.1", "away.1"]),
    ],
)
def test_a_removal_is_not_a_down(home: str, away: str, gone: list[str]) -> None:
    """Whether it is paid or suffered, the Echo below does not stir."""
    battle = play(home, away)

    assert removed(battle) == gone
    assert not {"home.2", "away.2"} & set(fired(battle, None))


@ruling(36)
def test_dual_core_goes_although_an_echo_has_upped_it() -> None:
    assert steps(play("双響核", "核"))[:6] == [
        "home.1 fires",
        "home.1 downed",
        "home.2 fires",
        "home.2 downed",
        "home.1 upped",
        "home.1 removed",
    ]


@ruling(36)
def test_a_row_closes_up_and_neighbours_change() -> None:
    """T1 Attack 4, then Dual Core leaves with its Echo spent. T2 Echo stands below Attack: 4 and 4."""
    battle = play("攻双響核", "核核核核")

    assert blows(battle, turn=1) == [4]
    assert blows(battle, turn=2) == [4, 4]


# --- Brains -------------------------------------------------------------------------------------------


@ruling(37)
def test_specific_brain_takes_all_other_numbers_off_the_list() -> None:
    """Away's Feint prefers Feint and leaves Attack alone: 6 − 4 − 4. Other (no effect): Attack is downed for ever."""
    battle = play("攻偽", "偽限")

    assert "away.2 lists home.2" in steps(battle)
    assert ended(battle) == ("home", "hp", 2, (3, -2))


@ruling(38)
def test_other_is_a_family_for_category_brain() -> None:
    """Below Quick, the Brain prefers Dazzle to Attack: 6 − 4 − 4. Other (no family): home wins 6 : 1."""
    battle = play("偽速類", "攻眩")

    assert "home.3 lists away.2" in steps(battle)
    assert ended(battle) == ("away", "hp", 2, (-2, 1))


@ruling(39)
def test_a_brain_below_a_crash_on_top_prefers_nothing() -> None:
    """Crash has left: the Brain stands on top, and Flurry is removed. Other (Crash counts): Flurry stays and wins."""
    battle = play("壊類", "連壊")

    assert removed(battle) == ["home.1", "away.1", "away.2", "home.2"]
    assert ended(battle) == ("home", "judgement_hp", 30, (5, 2))


@ruling(39)
def test_a_brain_below_a_crash_looks_at_the_card_above_the_crash() -> None:
    """Attack above Crash: of 罠連核 the family of Flurry stays on the list."""
    assert "home.3 lists away.2" in steps(play("攻壊類核", "罠連核"))


@ruling(40)
def test_brains_narrow_the_list_from_the_top_each_what_is_left() -> None:
    """Below Attack: 限連壊 → 連. The next, below a Brain, finds none on 連. Flurry goes; nobody can hit any more.

    Other (lower first, or each on the whole list): Specific Brain goes, and Flurry wins on turn 4.
    """
    battle = play("限連壊", "攻壊類類")

    assert "away.3 lists home.2" in steps(battle)
    assert fired(battle)[:4] == ["away.1", "away.2", "away.3", "away.4"]
    assert ended(battle) == ("away", "judgement_hp", 30, (2, 10))


# --- no-intercept and Static --------------------------------------------------------------------------


@ruling(41)
def test_no_intercept_does_not_silence_the_own_attack_power() -> None:
    """5 − 3 against 5 − 3 − 1. Other: 2 : 2, and away is first."""
    assert result("重力核", "重核") == ("home", "judgement_hp", 30, (2, 1))


@ruling(41)
def test_no_intercept_does_not_silence_the_own_echo() -> None:
    """5 − 3 − 3. Other: one blow."""
    assert result("重響", "核") == ("home", "hp", 1, (1, -1))


@ruling(41)
@by_row("card", ["盾", "反", "腐", "防"])
def test_no_intercept_silences_the_enemy(card: str) -> None:
    battle = play("重核", f"{card}核核")

    assert blows(battle) == [3]
    assert fired(battle) == ["home.1"]


@ruling(41)
def test_no_intercept_ends_with_its_effect() -> None:
    """Heavy Blow 3, unseen; Attack 2 meets Shield as ever."""
    battle = play("重攻核", "盾核核")

    assert fired(battle) == ["home.1", "home.2", "away.1"]
    assert blows(battle, turn=1) == [3]


@ruling(42)
def test_a_down_self_deception_still_works() -> None:
    """Feint, led by a Brain below another Self-Deception, downs it: Attack still hits for 4: 11, 7, 3, −1.

    Other (up cards only): 2 a turn, six turns.
    """
    battle = play("核攻欺", "偽欺限核")

    assert "home.3 downed" in steps(battle)
    assert blows(battle) == [4, 4, 4]


@ruling(43)
def test_echo_ups_a_reflection() -> None:
    """(6 : 1). Attack 2 a turn comes back each time: 4, 2, 0. Other (once a battle): home wins on turn 2."""
    battle = play("核攻", "反響")

    assert blows(battle, "home") == [2, 2, 2]
    assert ended(battle) == ("away", "hp", 3, (0, 1))


@ruling(43)
def test_the_up_phase_leaves_heavy_blow_and_reflection_down() -> None:
    """3, once; and 4 back, once: from turn 2 on Attack lands."""
    assert blows(play("重核", "核")) == [3]
    assert blows(play("核核攻", "反核")) == [2, 2, 2, 2]


# --- judgement, and one more --------------------------------------------------------------------------


@ruling(44)
def test_hp_is_judged_before_any_order() -> None:
    """5 : 10, though home is first every turn. Other: the first side of turn 31 wins."""
    battle = play("核速", "核核")

    assert ended(battle) == ("away", "judgement_hp", 30, (5, 10))
    assert len(firsts(battle)) == 30


@ruling(44)
def test_judgement_waits_until_turn_30_is_complete() -> None:
    """Hard Core takes 1 a turn: 30 HP are gone on turn 30, of 31 one is left to be judged."""
    assert result("硬核核核核突", "核核核核核核核") == ("away", "hp", 30, (0, 35))
    assert result("硬核核核核類", "核核核核核核核") == ("away", "judgement_hp", 30, (1, 35))


@ruling(45)
def test_on_turn_31_whoever_was_first_on_turn_30_is_first() -> None:
    """T1 8 > 5 in place 1: away. Both Dual Cores leave; 核 v 核 cannot be told apart from then on."""
    battle = play("核双", "双核")

    assert firsts(battle) == [("away", "force", 1), *[("away", "previous", 0)] * 30]
    assert ended(battle) == ("away", "judgement_initiative", 30, (13, 13))


@ruling(46)
def test_a_trap_that_is_up_again_shrugs_off_corrosion() -> None:
    """(3 : 4). Feint meets Trap, up again: 2; Corrosion answers, meets Trap: 2 (3 : 2), then the first 2 (3 : 0).

    Other (Trap is removed): away wins on turn 2.
    """
    battle = play("罠響", "腐偽攻")

    assert steps(battle) == [
        "away.2 fires",
        "away.2 downed",
        "away.2 lists home.1 home.2",
        "away.2 targets home.1",
        "home.1 fires",
        "home.1 downed",
        "home.2 fires",
        "home.2 downed",
        "home.1 upped",
        "home.1 ignores away.2",
        "away.1 fires",
        "away.1 removed",
        "away.1 targets home.1",
        "home.1 fires",
        "home.1 downed",
        "home.1 ignores away.1",
        "away takes 2",
        "away takes 2",
    ]
    assert ended(battle) == ("home", "hp", 1, (3, 0))


@ruling(46)
def test_the_next_corrosion_takes_the_trap_and_the_one_after_stays() -> None:
    """The second answers the Trap's second damage, the Trap being down; then the source has gone."""
    battle = play("罠響核", "腐腐腐偽核")

    assert removed(battle) == ["away.1", "away.2", "home.1"]


# --- all of them --------------------------------------------------------------------------------------


def test_every_ruling_has_a_test() -> None:
    assert sorted(TESTED) == list(range(1, 47))
