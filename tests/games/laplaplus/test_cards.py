"""Each card: what it does, with the arithmetic. The list itself: as the rule books print it."""

import re
from collections import Counter

from app.engine import Lang
from app.games.laplaplus import RULESETS
from app.games.laplaplus.abilities import FAMILIES
from app.games.laplaplus.cards import BY_ID, CARD_LIST, CARDS
from tests.games.laplaplus.play import blows, ended, fired, firsts, play, removed, result, steps
from tests.support.tables import by_row

# --- core ---------------------------------------------------------------------------------------------


def test_core_has_no_ability() -> None:
    """No ability, force 5: 10 HP against 5, and nothing ever fires."""
    battle = play("核核", "核")

    assert fired(battle, None) == []
    assert ended(battle) == ("home", "judgement_hp", 30, (10, 5))


def test_hard_core_hits_its_own_side_for_one_each_turn() -> None:
    """1 damage to the own side: 7 HP are gone in seven turns."""
    battle = play("硬", "核")

    assert blows(battle, "home") == [1] * 7
    assert ended(battle) == ("away", "hp", 7, (0, 5))


def test_dual_core_removes_itself_on_the_first_turn() -> None:
    """Removes this card: 13 HP stay, base HP is 5 from then on."""
    battle = play("双核", "核核")

    assert steps(battle) == ["home.1 fires", "home.1 downed", "home.1 removed"]
    assert ended(battle) == ("home", "judgement_hp", 30, (13, 10))


def test_heal_core_restores_base_hp_once_hp_is_half_or_less() -> None:
    """HP ≤ ⌊base HP / 2⌋ = 4. T1 9 − 4 = 5: not yet. T2 5 − 4 = 1: gone, and HP is 5. Then 1, then −3."""
    battle = play("癒核", "攻核核")
    heals = [(e.turn, e.as_dict()) for e in battle.events if e.kind == "hp-restored"]

    assert [(turn, e["hp_before"], e["hp"]) for turn, e in heals] == [(2, 1, 5)]
    assert removed(battle) == ["home.1"]
    assert ended(battle) == ("away", "hp", 4, (-3, 11))


def test_core_engine_raises_initial_hp_by_half_of_base_hp() -> None:
    """Initial HP + ⌊5 / 2⌋ = 7, above 5 + 1."""
    assert result("機核", "核響") == ("home", "judgement_hp", 30, (7, 6))


# --- damage -------------------------------------------------------------------------------------------


def test_attack_on_top_hits_for_four() -> None:
    """Top: 4 damage. 10 HP -> three blows."""
    assert blows(play("攻核", "核核")) == [4, 4, 4]


def test_attack_below_the_top_hits_for_two() -> None:
    """Below the top: 2 damage. 10 HP -> five blows."""
    assert blows(play(home=["core", "attack"], away=["core", "core"])) == [2, 2, 2, 2, 2]


def test_flurry_on_top_hits_three_times_for_one() -> None:
    """Top: 1 damage, three times, each a damage of its own: Shield stops one of three."""
    assert blows(play("連核", "核核"), turn=1) == [1, 1, 1]
    assert blows(play("連核", "盾核核"), turn=1) == [1, 1]


def test_flurry_below_the_top_hits_twice_for_one() -> None:
    """Below the top: 1 damage, twice."""
    assert blows(play("核連", "核核"), turn=1) == [1, 1]


def test_heavy_blow_hits_once_a_battle_and_nobody_can_answer() -> None:
    """No-intercept: 3 damage, past Shield. The up phase leaves it down: 11 − 3 = 8 after 30 turns."""
    battle = play("重核", "盾核核")

    assert fired(battle, None) == ["home.1"]
    assert ended(battle) == ("away", "judgement_hp", 30, (5, 8))


def test_overs_dispel_hits_everybody_above_base_hp_for_ten() -> None:
    """Second side first: away 7 > 5: 10. Home, 7 = base, would have been spared anyway. (7 : −3)."""
    assert result("散核", "機核") == ("home", "hp", 1, (7, -3))


def test_overs_dispel_spares_whoever_is_not_above_base_hp() -> None:
    """7 = 7 and 5 = 5: it fires on each turn, for nothing."""
    battle = play("散核", "核")

    assert fired(battle) == ["home.1"]
    assert blows(battle) == []


def test_overs_dispel_hits_its_own_side_too() -> None:
    """Home, 8 + 4 = 12 against base 8, is second and the only one above: 10 (2 : 10)."""
    battle = play("散機核響", "核核")

    assert blows(battle, "home", turn=1) == [10]


# --- card control -------------------------------------------------------------------------------------


def test_echo_ups_the_card_directly_above() -> None:
    """Attack acts twice a turn: 4 and 4, 10 HP are gone on turn 2."""
    battle = play("攻響核", "核核")

    assert blows(battle) == [4, 4, 4]
    assert ended(battle)[2] == 2


def test_echo_does_not_reach_further_than_one_card() -> None:
    """Core stands between: 4 once a turn."""
    assert blows(play("攻核響", "核核"), turn=1) == [4]


def test_self_deception_lifts_top_of_the_card_directly_above() -> None:
    """Attack in second place hits for 4, the one in the fourth for 2."""
    assert blows(play("核攻欺攻", "核核核"), turn=1) == [4, 2]


def test_trap_spares_itself_and_hits_back_for_two() -> None:
    """Crash aims at Trap: nothing is removed but Crash, and home takes 2."""
    battle = play("壊核", "罠")

    assert removed(battle) == ["home.1"]
    assert blows(battle) == [2]


def test_trap_does_not_answer_what_its_own_side_does() -> None:
    """Home's Offset downs both Traps; only away's, an enemy's target, answers."""
    assert fired(play("殺罠核", "罠")) == ["home.1", "away.1"]


# --- card disturb -------------------------------------------------------------------------------------


def test_feint_downs_the_highest_up_card() -> None:
    """Of 攻連 Attack goes down, and Flurry alone acts: 1 + 1."""
    battle = play("偽核", "攻連")

    assert "away.1 downed" in steps(battle)[:6]
    assert blows(battle, "home", turn=1) == [1, 1]


def test_two_feints_down_the_two_highest() -> None:
    """The second list holds only what is still up."""
    battle = play("偽偽核", "攻連")

    assert [line for line in steps(battle) if "lists" in line] == [
        "home.1 lists away.1 away.2",
        "home.2 lists away.2",
    ]
    assert blows(battle) == []


def test_crash_is_removed_and_removes_the_highest_enemy_card() -> None:
    """All enemy cards are on the list, down ones too: Heavy Blow goes after its blow (6 − 3)."""
    battle = play("核壊", "重双")

    assert "home.2 lists away.1" in steps(battle)
    assert removed(battle) == ["away.2", "home.2", "away.1"]
    assert blows(battle) == [3]


def test_knockback_exchanges_the_highest_card_with_the_next() -> None:
    """攻核連 becomes 核攻連: Attack below the top hits for 2, Flurry for 1 + 1."""
    battle = play("突核", "攻核連")

    assert "home.1 lists away.1 away.2" in steps(battle)
    assert blows(battle, "home", turn=1) == [2, 1, 1]


def test_offset_downs_the_highest_common_card_on_both_sides() -> None:
    """殺攻核 v 連攻: Attack is the highest that both have up. Flurry stays: 3 a turn."""
    battle = play("殺攻核", "連攻")

    assert steps(battle)[:5] == [
        "home.1 fires",
        "home.1 targets home.2",
        "home.2 downed",
        "home.1 targets away.2",
        "away.2 downed",
    ]
    assert blows(battle, turn=1) == [1, 1, 1]


def test_offset_needs_a_card_that_both_have_up() -> None:
    """Away has neither Offset nor Core: only its Attack fires, on two turns (8 − 4 − 4)."""
    assert fired(play("殺核", "攻"), None) == ["away.1", "away.1"]


def test_corrosion_is_removed_and_removes_the_source() -> None:
    """Attack's 2 land (6 − 2), then it is gone: nobody can hurt anybody any more."""
    battle = play("核腐", "核攻")

    assert removed(battle) == ["home.2", "away.2"]
    assert ended(battle) == ("away", "judgement_hp", 30, (4, 6))


def test_corrosion_needs_a_source_in_play() -> None:
    """The first Corrosion takes Flurry at hit 1; the second stays at hits 2 and 3."""
    assert removed(play("腐腐核", "連核")) == ["home.1", "away.1"]


# --- damage control -----------------------------------------------------------------------------------


def test_attack_power_adds_one_to_each_own_damage() -> None:
    """1 + 1 for each hit of Flurry: 2, 2, 2; two Powers: 3, 3, 3."""
    assert blows(play("連力核", "核核"), turn=1) == [2, 2, 2]
    assert blows(play("連力力核", "核核"), turn=1) == [3, 3, 3]


def test_attack_power_also_adds_to_what_a_trap_deals() -> None:
    """2 + 1: damage to the enemy by an own ability."""
    assert blows(play("偽核", "罠力"), turn=1) == [3]


def test_defence_power_takes_one_off_each_damage() -> None:
    """4 − 1; and 1 − 1 is gone, whatever the number of hits."""
    assert blows(play("攻核", "防核核"), turn=1) == [3]
    assert blows(play("連核", "防核核")) == []


def test_shield_takes_three_off_one_damage_a_turn() -> None:
    """Attack 4 − 3, the second Attack, below the top, 2 in full."""
    assert blows(play("攻攻核", "盾核核"), turn=1) == [1, 2]


def test_reflection_throws_back_two_or_more_once_a_battle() -> None:
    """4 come back; the next 4 land, since the up phase leaves Reflection down."""
    battle = play("攻核", "反核核")

    assert (blows(battle, "home"), blows(battle, "away")) == ([4], [4, 4, 4])


def test_reflection_lets_a_single_point_pass() -> None:
    """Hits of 1 are too small for it: 1, 1, 1."""
    assert blows(play("連核", "反核核"), turn=1) == [1, 1, 1]


# --- Brains -------------------------------------------------------------------------------------------


def test_category_brain_keeps_the_family_of_the_card_above_on_the_list() -> None:
    """Below Feint (card disturb): of 攻突核 Knockback is the only one of that family."""
    battle = play("核偽類", "攻突核")

    assert steps(battle)[2:6] == [
        "home.2 lists away.1 away.2 away.3",
        "home.3 fires",
        "home.3 lists away.2",
        "home.2 targets away.2",
    ]


def test_category_brain_without_its_family_on_the_list_changes_nothing() -> None:
    """No card disturb in 攻核: Attack is the target."""
    battle = play("核偽類", "攻核")

    assert fired(battle)[:2] == ["home.2", "home.3"]
    assert "home.2 targets away.1" in steps(battle)


def test_category_brain_is_silent_when_all_cards_may_stay() -> None:
    """突偽 are both card disturb: the Brain fires, but the list is not narrowed."""
    battle = play("核偽類", "突偽")

    assert fired(battle)[:2] == ["home.2", "home.3"]
    assert [e.kind for e in battle.events if e.kind == "list-narrowed"] == []


def test_specific_brain_keeps_copies_of_the_card_above_on_the_list() -> None:
    """Below Attack: of 連攻攻 the two Attacks stay, and the upper one is downed."""
    battle = play("攻限偽核", "核連攻攻")

    assert "home.2 lists away.3 away.4" in steps(battle)
    assert "home.3 targets away.3" in steps(battle)


def test_a_brain_on_top_prefers_nothing() -> None:
    assert "home.2 targets away.1" in steps(play("限偽核", "攻核"))


# --- other --------------------------------------------------------------------------------------------


def test_quick_gives_fifteen_more_speed_in_each_order_phase() -> None:
    """5 + 15 against 10, on each of 30 turns; but 10 HP against 5."""
    battle = play("速核", "核核")

    assert firsts(battle) == [("home", "speed", 0)] * 30
    assert ended(battle) == ("away", "judgement_hp", 30, (5, 10))


def test_dazzle_nullifies_an_event_that_answers_an_own_ability() -> None:
    """Shield is down, but 4 land in full; on turn 1 and on every other, since both come up again."""
    assert blows(play("攻眩核", "盾核核")) == [4, 4, 4]


def test_dazzle_answers_neither_actions_nor_what_enemies_do_among_themselves() -> None:
    """Attack fires, Echo answers its cost: Dazzle stays up."""
    assert "home.1" not in fired(play("眩核核", "攻響核"), None)


# --- the list -----------------------------------------------------------------------------------------


def test_every_card_has_a_test() -> None:
    untested = [
        card.id for card in CARDS if not any(n.startswith(f"test_{card.id}_") for n in globals())
    ]

    assert untested == [], "write a test named test_<id>_… for each of these cards"


def test_numbers_are_places_in_the_list() -> None:
    assert [card.number for card in CARDS] == list(range(1, len(CARDS) + 1))


def test_every_identifier_character_and_name_is_one_cards_alone() -> None:
    for words in (
        [card.id for card in CARDS],
        [card.char for card in CARDS],
        [card.ja for card in CARDS],
        [card.en.casefold() for card in CARDS],
    ):
        assert len(set(words)) == len(CARDS)
    assert list(BY_ID) == [card.id for card in CARDS]
    assert all(len(card.char) == 1 for card in CARDS)


def test_families_have_the_sizes_of_the_original_list() -> None:
    sizes = Counter(card.family for card in CARDS[:25])

    assert [sizes[family] for family in FAMILIES] == [5, 4, 3, 5, 4, 2, 2]
    assert [card.family for card in CARDS[:25]] == sorted(
        (card.family for card in CARDS[:25]), key=list(FAMILIES).index
    )


def test_forces_are_those_of_the_original_list() -> None:
    forces = "5784011021022133100104400"

    assert "".join(str(card.force) for card in CARDS[:25]) == forces


@by_row("lang", ["ja", "en"])
def test_the_rule_book_prints_the_same_list(lang: Lang) -> None:
    """A row of the rule book: number, character, name, name in the other language, force, text."""
    rows = re.findall(
        r"^\| (\d+) \| (\S) \| ([^|]+) \| ([^|]+) \| (\d) \| ",
        RULESETS[0].rules(lang),
        re.MULTILINE,
    )

    assert rows == [
        (
            str(card.number),
            card.char,
            *((card.ja, card.en) if lang == "ja" else (card.en, card.ja)),
            str(card.force),
        )
        for card in CARDS
    ]


def test_pages_show_the_same_list() -> None:
    assert [(c.number, c.id, c.char, *c.name) for c in CARD_LIST] == [
        (c.number, c.id, c.char, c.ja, c.en) for c in CARDS
    ]
    for shown, card in zip(CARD_LIST, CARDS, strict=True):
        assert shown.family == FAMILIES[card.family]
        assert [(label.en, value) for label, value in shown.figures] == [("Force", str(card.force))]
        assert shown.text == (card.text_ja, card.text_en)
