"""The rulings, by their numbers, where no scenario shows them."""

from app.engine.matches.game import Chance
from app.games.ocg.cards import BLADES, WILDS
from tests.games.ocg.stage import (
    GAME,
    after,
    happened,
    is_legal,
    open_table,
    orders,
    side,
    stage,
    view,
    who,
)
from tests.support.tables import by_row


def test_r06_a_direct_attack_takes_what_the_pile_has() -> None:
    state, _ = after(stage(side({1: who("C07")}), side(pile=2)), "attack 1")
    assert (state.phase, state.over and state.over.reason) == ("over", "deckout")
    assert len(state.sides["B"].damage) == 2


def test_r07_one_candidate_is_the_battlefield_without_a_draw_and_none_is_none() -> None:
    state, events = after(stage(side(hand="R01"), battlefield="R05"), "area R01")
    assert (state.phase, state.battlefield) == ("orders", "R01")
    assert happened(events, "battlefield-set") == [{"area": "R01"}]
    bare, events = after(stage(battlefield="R05"))
    assert (bare.battlefield, happened(events, "battlefield-set")) == ("", [])


def test_r08_there_is_room_for_three_candidates() -> None:
    state = stage(side(hand="R03 R04", candidates="R01 R02"), battlefield="R01")
    assert is_legal("area R03", state)
    assert not is_legal("area R03 / area R04", state)


def test_r09_items_and_commands_need_the_level_after_the_class_change() -> None:
    state = stage(side({1: who("C02"), 2: who("C08")}, "C13 I05 K06"), side({1: who("C01")}))
    assert not is_legal("set I05 on 1", state)
    assert not is_legal("command K06 by 1", state)
    assert is_legal("command K06 by 1 / set I05 on 1 / class C13 on 1", state)
    assert not is_legal("set I05 on 2 / class C13 on 1", state)


def test_r11_r13_damage_stays_until_it_is_healed() -> None:
    state = stage(side({1: who("C06", damage=1), 2: who("C01", damage=1)}, "K03"))
    state, events = after(state, "command K03 by 1 > 2")
    assert [each.damage for each in state.sides["A"].field.values()] == [0, 0]
    assert happened(events, "recovered") == [{"seat": "A", "slot": 1, "card": "C06", "points": 1}]


def test_r12_walls_counter_twice_and_attackers_never() -> None:
    state = stage(side({1: who("C10"), 2: who("C05")}), side({1: who("C03"), 2: who("C01")}))
    _, events = after(state, "attack 1, 2", "attack 2 / guard 1")
    assert [(each["slot"], each["foe"]) for each in happened(events, "clashed")] == [(1, 1), (2, 1)]
    assert [each["seat"] for each in happened(events, "attacked")] == ["B"]
    assert not is_legal("attack 1", state, "B")


def test_r15_r17_damage_is_open_and_hands_are_not() -> None:
    state = stage(side(hand="C01", damage="C02 K04"), side(hand="C05"))
    assert view(state, "B")["A"]["damage"] == ["C02", "K04"]
    assert (view(state, "B")["A"]["hand"], view(state, "B")["my"]["hand"]) == (1, ["C05"])
    assert GAME.view(state, None)["my"] == {}


def test_r21_the_same_item_may_be_set_twice_but_no_third() -> None:
    state = stage(side({1: who("C01")}, "I01 I01 I02"))
    assert not is_legal("set I01 on 1 / set I01 on 1 / set I02 on 1", state)
    state, _ = after(state, "set I01 on 1 / set I01 on 1")
    assert state.sides["A"].field[1].strength("").power == 3


def test_r25_a_class_changes_once_a_turn_and_r31_costs_no_summon() -> None:
    state = stage(side({1: who("C02"), 2: who("C01")}, "C13 C13 C22 C05"))
    assert is_legal("class C13 on 1 / summon C05", state)
    assert not is_legal("class C13 on 1 / class C22 on 1", state)
    assert not is_legal("class C13 on 3", state)


def test_r26_who_changed_class_may_attack_at_once_but_a_wall_never() -> None:
    state = stage(side({1: who("C08")}, "C15"), side({1: who("C01")}))
    assert is_legal("attack 1", state)
    assert not is_legal("class C15 on 1 / attack 1", state)


def test_r33_r34_numbers_add_up_and_work_in_clashes_alone() -> None:
    mine = side({1: who("C07", "C14", items="I05")}, "K01")
    foe = side({1: who("C01", "C11", "C21", "C31", items="I07")}, "K02")
    state, events = after(stage(mine, foe, battlefield="R04"), "attack 1", "command K02 by 1")
    (clash,) = happened(events, "clashed")
    assert (clash["dealt"], clash["taken"], clash["pierced"]) == (0, 5, 2)
    assert open_table(state, "B")["discard"] == "K02"
    # In a direct attack it does nothing, and Tough does not lower Spark.
    direct, events = after(stage(mine, side(hand="K04")), "command K01 by 1 / attack 1")
    assert happened(events, "attacked")[0]["count"] == 5
    assert open_table(direct, "A")["discard"] == "K01"
    spark, _ = after(
        stage(side({1: who("C01")}, "K04"), foe), "command K04 by 1 > e1", "command K02 by 1"
    )
    assert spark.sides["B"].field[1].damage == 2


def test_feint_cannot_be_countered() -> None:
    state = stage(side({1: who("C02", "C13")}, "K06"), side({1: who("C01")}))
    state, events = after(state, "command K06 by 1 / attack 1")
    assert happened(events, "attacked")[0]["count"] == 4


def test_r35_unused_targets_and_skipped_plays_are_told_to_nobody_else() -> None:
    state = stage(side({1: who("C01")}, "K04"), side({1: who("C02"), 2: who("C05")}, "C01"))
    _, events = after(state, "command K04 by 1 > e1, e2")
    (played,) = happened(events, "played")
    who_met = {"user": "C01", "target": 1, "met": "C02"}
    assert played == {"seat": "A", "p": "command", "card": "K04", "by": 1} | who_met


def test_r36_where_there_are_several_decks_one_is_drawn() -> None:
    builds = {"A": {"decks": [BLADES]}, "B": {"decks": [BLADES, WILDS]}}
    state = GAME.new({"unique": "own"}, builds)  # type: ignore[arg-type]
    assert GAME.pending(state) == Chance("ocg/deckpick/B", ("below", 2))
    assert GAME.dump(state)["B"]["deck"] == -1
    assert view(state, "B")["my"]["deck"] == -1
    state, (event,) = GAME.apply_chance(state, Chance("ocg/deckpick/B", ("below", 2)), [1])
    assert (event.audience, event.detail) == ("B", {"seat": "B", "deck": 1})
    assert GAME.pending(state) == Chance("ocg/shuffle/A/0", ("shuffle", 40))
    both = GAME.new({}, {"A": builds["B"], "B": builds["B"]})
    assert GAME.pending(both) == Chance("ocg/deckpick/A", ("below", 2))


def test_r37_field_study_draws_what_is_there() -> None:
    state = stage(side({1: who("C01")}, "K05", pile="C07"))
    state, events = after(state, "command K05 by 1")
    assert state.over
    assert state.over.reason == "deckout"
    assert happened(events, "drew")[0] == {"seat": "A", "cards": ["C07"]}


def test_r38_break_gear_takes_the_item_named() -> None:
    foe = side({2: who("C01", items="I01 I02", damage=3)})
    state = stage(side({1: who("C07", "C14")}, "K08 K08"), foe)
    assert not is_legal("command K08 by 1 > e2.I03", state)
    broken, events = after(state, "command K08 by 1 > e2.I01")
    assert broken.sides["B"].field[2].items == ("I02",)
    assert happened(events, "played")[0]["target"] == "2.I01"
    gone, _ = after(state, "command K08 by 1 > e2.I02, e2.I01")
    assert open_table(gone, "B")["discard"] == "C01 I01 I02"


def test_break_gear_passes_over_what_has_gone() -> None:
    mine = side({1: who("C07", "C14"), 2: who("C09", "C17")}, "K08 K08")
    state = stage(mine, side({1: who("C01", items="I01"), 2: who("C02", items="I02")}))
    text = "command K08 by 1 > e1.I01 / command K08 by 2 > e1.I01, e2.I02"
    state, _ = after(state, text)
    assert open_table(state, "B")["discard"] == "I01 I02"


def test_call_back_takes_a_character_from_the_discard() -> None:
    mine = side({1: who("C06", "C19"), 2: who("C04", "C12")}, "K07 K07", discard="C01 C02 K04")
    state = stage(mine)
    assert not is_legal("command K07 by 1 > K04", state)
    text = "command K07 by 1 > C01 / command K07 by 2 > C01, C02"
    state, _ = after(state, text)
    assert state.sides["A"].hand == ["C01", "C02", "C02", "C02", "C02"]
    assert open_table(state)["discard"] == "K04 K07 K07"


def test_r39_first_aid_may_be_given_to_the_unhurt() -> None:
    state, _ = after(
        stage(side({1: who("C01")}, "C02 K03")), "summon C02 / command K03 by 1 > new1"
    )
    assert open_table(state)["discard"] == "K03"


def test_r41_slots_are_filled_from_the_lowest_and_stay_in_order() -> None:
    state, _ = after(stage(side({2: who("C01")}, "C02")), "summon C02")
    assert [*state.sides["A"].field] == [1, 2]


def test_who_uses_a_command_must_still_be_there() -> None:
    state = stage(side({1: who("C07")}, "K01"), side({1: who("C01")}, "K04"), initiative="B")
    state, events = after(state, "command K01 by 1", "command K04 by 1 > e1")
    assert happened(events, "skipped")[0]["seat"] == "A"
    late = stage(side(hand="C01 K01"), side(hand="C01"), initiative="B")
    late, events = after(late, "summon C01 / command K01 by new1 / guard new1", "summon C01")
    assert [each["play"]["card"] for each in happened(events, "skipped")] == ["C01", "K01"]


@by_row(("turns", "asked"), [(1, [3, 4]), (2, [3])])
def test_plans_are_asked_for_each_turn_or_for_several(turns: int, asked: list[int]) -> None:
    """For two at once before the odd turns; what is usual is not written out."""
    config = GAME.settle({"turns_per_exchange": turns})
    begun = GAME.new(config, {"A": {"decks": [BLADES]}, "B": {"decks": [WILDS]}})
    table = GAME.dump(stage()) | {"config": GAME.dump(begun)["config"]}
    states = {n: GAME.load(table | {"turn": n}) for n in (3, 4)}

    assert [n for n in (3, 4) if GAME.checkpoint(states[n]) == ("A", "B")] == asked
    assert GAME.checkpoint(stage(phase="area")) == ()
    assert GAME.dump(states[3].copy()) == table | {"turn": 3}
    assert ("turns_per_exchange" in config) is (turns > 1)


def test_the_table_of_a_spectator_names_no_hidden_card() -> None:
    state = stage(side(hand="C01", pile="C02 C05"), side())
    seen = GAME.view(state, None)
    assert (seen["seat"], seen["A"]["hand"], seen["A"]["pile"]) == ("", 1, 2)
    assert orders("pass", state) == GAME.passing(seen, GAME.pending(state)[0])  # type: ignore[index]
