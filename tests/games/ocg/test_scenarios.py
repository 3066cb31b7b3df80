"""The scenarios of the rules, by their numbers. The 13th is about the rank of players."""

from app.engine.matches.dice import Dice
from app.engine.matches.game import Chance, MatchDecision, Over, Seat
from app.games.ocg.cards import BLADES, CARDS
from tests.games.ocg.stage import (
    GAME,
    after,
    decided,
    happened,
    is_legal,
    open_table,
    side,
    stage,
    view,
    who,
)
from tests.support.tables import by_row


def test_01_decks_have_40_to_80_cards_and_4_copies_of_a_name() -> None:
    basic = dict.fromkeys([*CARDS][:13], 3)
    for size, is_right in ((39, False), (40, True), (80, True), (81, False)):
        deck = dict.fromkeys([*CARDS][: size // 4], 4)
        deck |= {"R06": size % 4} if size % 4 else {}
        assert (GAME.validate_build({"decks": [deck]}, {}) == []) is is_right, size
    assert GAME.validate_build({"decks": [basic | {"C01": 5}]}, {})
    assert not GAME.validate_build({"decks": [basic | {"C01": 4, "C11": 4}]}, {})
    for build in GAME.starters.values():
        assert not GAME.validate_build(build, {})
        assert sum(build["decks"][0].values()) == 40


def test_02_five_cards_without_a_basic_character_are_drawn_anew_once() -> None:
    poor = {"C11": 4, "C13": 4, "K04": 4, "I01": 4, "R01": 4, "C16": 4, "C21": 4, "C22": 4}
    deck = poor | {"C31": 4, "C01": 4}
    state = GAME.new({}, {"A": {"decks": [deck]}, "B": {"decks": [BLADES]}})
    labels = []
    for order in (
        [*range(39, -1, -1)],  # K04s, R01s: no basic character
        [*range(40)],
        [*range(39, -1, -1)],
    ):
        chance = GAME.pending(state)
        assert isinstance(chance, Chance)
        labels.append(chance.label)
        state, events = GAME.apply_chance(state, chance, order)
    assert labels == ["ocg/shuffle/A/0", "ocg/shuffle/B/0", "ocg/shuffle/A/1"]
    assert happened(events, "mulligan") == [{"seat": "A"}]
    assert GAME.view(state, None)["A"]["mulligan"] == 1
    # Again none: the match goes on all the same.
    assert GAME.pending(state) == Chance("ocg/initiative", ("coin",))
    state, _ = GAME.apply_chance(state, Chance("ocg/initiative", ("coin",)), [1])
    assert (state.initiative, state.turn, state.phase) == ("B", 1, "orders")
    for seat in ("A", "B"):
        assert GAME.view(state, None)[seat]["hand"] == 8
        assert GAME.view(state, None)[seat]["pile"] == 32


@by_row(("area", "cards"), [("", 3), ("R04", 2)])
def test_03_an_attack_that_nobody_counters_goes_to_the_player(area: str, cards: int) -> None:
    state = stage(
        side({1: who("C05", items="I01")}), side(damage=4, candidates=area), battlefield=area
    )
    state, _ = after(state, "attack 1")
    assert open_table(state, "B") == {
        "field": {},
        "discard": "",
        "damage": 4 + cards,
        "pile": 25 - cards,
    }


def test_04_both_fighters_may_faint() -> None:
    state = stage(side({1: who("C05", items="I01")}), side({1: who("C02")}))
    state, events = after(state, "attack 1")
    assert open_table(state, "A") == {"field": {}, "discard": "I01", "damage": 1, "pile": 25}
    assert open_table(state, "B") == {"field": {}, "discard": "", "damage": 1, "pile": 25}
    assert [each["seat"] for each in happened(events, "fainted")] == ["A", "B"]


def test_05_the_order_of_attackers_decides_who_meets_the_guard() -> None:
    state = stage(side({1: who("C08"), 2: who("C07")}), side({1: who("C01", "C11")}))
    one, _ = after(state, "attack 1, 2")
    assert [one.sides["A"].field[1].left(""), one.sides["B"].field[1].left("")] == [1, 4]
    assert open_table(one, "B")["damage"] == 3
    another, _ = after(state, "attack 2, 1")
    assert open_table(another, "A") == {"field": {1: "C08"}, "discard": "", "damage": 1, "pile": 25}
    assert another.sides["B"].field[1].left("") == 2
    assert open_table(another, "B")["damage"] == 1


def test_06_what_is_no_battle_gives_no_damage() -> None:
    mine = side({1: who("C02", items="I01")}, "K01")
    state = stage(mine, side({1: who("C05")}, "K04"))
    state, events = after(state, "command K01 by 1 / attack 1", "command K04 by 1 > e1")
    assert open_table(state, "A") == {
        "field": {},
        "discard": "C02 I01 K01",
        "damage": 0,
        "pile": 25,
    }
    assert open_table(state, "B")["damage"] == 0
    assert happened(events, "left") == [{"seat": "A", "slot": 1, "card": "C02"}]
    assert not happened(events, "attacked")


@by_row(
    ("a", "b", "winner"),
    [((21, 9), (20, 9), "B"), ((20, 5), (20, 7), "B"), ((22, 6), (22, 6), None)],
)
def test_07_more_damage_loses_then_the_smaller_pile(
    a: tuple[int, int], b: tuple[int, int], winner: Seat | None
) -> None:
    state = stage(side(damage=a[0], pile=a[1]), side(damage=b[0], pile=b[1]))
    state, _ = after(state)
    assert GAME.pending(state) == Over.won(winner, "damage20")
    assert (state.phase, state.turn) == ("over", 3)
    assert GAME.load(GAME.dump(state)) == state


def test_08_an_empty_pile_loses_at_the_draw_phase() -> None:
    state, events = after(stage(side(pile=2), side(pile=9)))
    assert state.phase == "orders"
    assert happened(events, "drawn")[0] == {"seat": "A", "count": 2}
    state, _ = after(state)
    assert GAME.pending(state) == Over.won("B", "deckout")
    both, _ = after(stage(side(pile=0, damage=12), side(pile=0, damage=9)))
    assert GAME.pending(both) == Over.won("B", "deckout")
    assert (both.phase, both.turn, both.initiative) == ("over", 4, "B")


def test_09_basic_cards_are_summoned_and_class_cards_laid_on_them() -> None:
    hand = "C01 C08 C02 C04 C11 C21 I01 K04"
    state = stage(side(hand=hand), turn=1)
    assert is_legal("summon C01 / summon C02 / summon C04", state)
    for wrong in ("summon C01 / summon C08", "summon C11", "summon C01 / class C11 on new1"):
        assert not is_legal(wrong, state), wrong
    state, _ = after(state, "summon C01 / summon C02 / summon C04")
    assert open_table(state)["field"] == {1: "C01", 2: "C02", 3: "C04"}
    assert is_legal("class C11 on 1", state)
    assert not is_legal("class C21 on 1", state)
    assert not is_legal("class C11 on 2", state)
    state, _ = after(state, "class C11 on 1")
    assert is_legal("class C21 on 1", state)


def test_10_pierce_and_tough_work_in_clashes() -> None:
    state = stage(side({1: who("C07", "C14")}), side({1: who("C01", "C11", "C21", "C31")}, pile=25))
    state, events = after(state, "attack 1")
    assert state.sides["B"].field[1].left("") == 4
    assert open_table(state, "A") == {"field": {}, "discard": "C07", "damage": 1, "pile": 25}
    assert state.sides["A"].damage == ["C14"]
    assert open_table(state, "B")["damage"] == 1
    assert open_table(state, "B")["pile"] == 24
    (clash,) = happened(events, "clashed")
    assert (clash["dealt"], clash["taken"], clash["pierced"]) == (2, 5, 1)


def test_11_one_of_all_candidates_becomes_the_battlefield() -> None:
    state, _ = after(
        stage(side(candidates="R01"), side(candidates="R02 R04"), turn=1), "pass", "pass"
    )
    seed = bytes.fromhex("2fbac25019bf5e098e05863790736a0de79e210d1cced94a05577bbdc75333eb")
    chance = GAME.pending(state)
    assert chance == Chance("ocg/area/t2", ("below", 3))
    out = Dice(seed).draw(chance)
    assert (next(Dice(seed).words(chance.label)), out) == (2087132126, [2])
    state, _ = GAME.apply_chance(state, chance, out)
    assert state.battlefield == "R04"
    state, _ = after(state)
    assert GAME.pending(state) == Chance("ocg/area/t3", ("below", 3))


def test_12_who_stands_by_the_battlefield_alone_goes_with_it() -> None:
    state = stage(side({1: who("C07", damage=1)}), side(candidates="R01"), battlefield="R02")
    state, events = after(state)
    assert state.battlefield == "R01"
    assert open_table(state, "A") == {"field": {}, "discard": "C07", "damage": 0, "pile": 25}
    assert happened(events, "left") == [{"seat": "A", "slot": 1, "card": "C07"}]


def test_14_a_class_change_keeps_damage_and_items() -> None:
    mine = side({1: who("C01", damage=1, items="I01")}, "C11")
    state = stage(mine, side({1: who("C02", "C22"), 2: who("C06", "C19")}, "K09"))
    changed, events = after(state, "class C11 on 1 / attack 1", "guard 2")
    (clash,) = happened(events, "clashed")
    assert (clash["dealt"], clash["taken"]) == (3, 2)
    assert changed.sides["A"].field[1].left("") == 4 - 2
    fainted, _ = after(state, "class C11 on 1 / attack 1", "guard 1")
    assert open_table(fainted, "A") == {
        "field": {},
        "discard": "C01 I01",
        "damage": 1,
        "pile": 25,
    }
    assert fainted.sides["A"].damage == ["C11"]
    banished, _ = after(state, "class C11 on 1 / attack 1", "command K09 by 1 > e1")
    assert open_table(banished, "A") == {
        "field": {},
        "discard": "C01 C11 I01",
        "damage": 0,
        "pile": 25,
    }


def test_14_banish_reaches_level_1_at_most() -> None:
    foe = side({1: who("C02", "C13", "C22")}, "K09")
    state = stage(side({1: who("C01", "C11")}, "C21"), foe)
    assert not is_legal(
        "command K09 by 1 > e1", stage(side({1: who("C01", "C11", "C21")}), foe), "B"
    )
    state, events = after(state, "class C21 on 1", "command K09 by 1 > e1")
    assert open_table(state, "A")["field"] == {1: "C21"}
    assert state.sides["B"].hand == ["C02", "C02", "C02", "K09"]
    assert happened(events, "skipped")[0]["play"]["card"] == "K09"


def test_15_a_name_stands_on_the_field_once() -> None:
    ine = side({1: who("C01", "C11", "C21")}, "C01")
    assert not is_legal("summon C01", stage(ine, side(hand="C01")), "A")
    assert not is_legal("summon C01", stage(ine, side(hand="C01")), "B")
    hand = "C01 I01"
    state = stage(side(hand=hand), side(hand=hand), initiative="B", turn=7)
    text = "summon C01 / set I01 on new1"
    late, events = after(state, text, text)
    assert open_table(late, "A")["field"] == {}
    assert late.sides["A"].hand == ["C01", "C02", "C02", "C02", "I01"]
    assert late.sides["B"].field[1].items == ("I01",)
    assert [each["seat"] for each in happened(events, "skipped")] == ["A", "A"]
    own = stage(side(hand=hand), side(hand=hand), initiative="B", turn=7, unique="own")
    both, _ = after(own, text, text)
    assert [open_table(both, seat)["field"] for seat in ("A", "B")] == [{1: "C01"}] * 2


def test_16_five_summons_and_three_other_plays() -> None:
    hand = "C01 C02 C03 C04 C09 C15 C17 I01 I02"
    state = stage(side({1: who("C08"), 2: who("C10")}, hand + " C18"))
    five = "summon C01 / summon C02 / summon C03 / summon C04 / summon C09"
    three = " / class C15 on 1 / class C18 on 2 / set I01 on new1"
    assert is_legal(five + three, state)
    assert not is_legal(five + three + " / set I02 on new2", state)
    plan = (five + three + " / set I02 on new2").replace(" / ", "\n")
    assert decided(plan, state) == (five + three, "plan")


def test_17_newcomers_do_not_counter_but_walls_do() -> None:
    state = stage(side({1: who("C07"), 2: who("C09"), 3: who("C02")}), side(hand="C08 C03"))
    direct, _ = after(state, "attack 1", "summon C08")
    assert open_table(direct, "B")["damage"] == 3
    walled, events = after(state, "attack 1", "summon C03")
    assert walled.sides["B"].field[1].left("") == 1
    assert walled.sides["A"].field[1].damage == 0
    assert open_table(walled, "B")["damage"] == 0
    _, events = after(state, "attack 2, 3, 1", "summon C03")
    assert [each["slot"] for each in happened(events, "clashed")] == [2, 3]
    assert [each["slot"] for each in happened(events, "attacked")] == [1]


@by_row(
    ("hand", "text", "gone"),
    [
        ("C01 C02 C04 C05 C06 C07 C08 C09 R01", "discard R01, C01, C02", "C01 R01"),
        ("C01 C11 C21 C31 K09 R01 R02 I07", "pass", "C31"),
        ("C01 C02 C04 C05 C06 K03", "discard K03", ""),
    ],
)
def test_18_hands_come_down_to_seven(hand: str, text: str, gone: str) -> None:
    state, _ = after(stage(side(hand=hand)), text)
    assert open_table(state)["discard"] == gone


def test_19_a_great_axe_may_kill_its_bearer() -> None:
    state = stage(side({1: who("C05", "C16", damage=3)}, "I06 I01"))
    state, events = after(state, "set I06 on 1 / set I01 on 1 / attack 1")
    assert open_table(state) == {"field": {}, "discard": "C05 C16 I06", "damage": 0, "pile": 25}
    assert state.sides["A"].hand == ["C02", "C02", "C02", "I01"]
    assert not happened(events, "attacked")


def test_20_the_first_target_that_can_be_met_is_taken() -> None:
    mine = side({1: who("C07"), 2: who("C01", damage=2)}, "K03")
    state = stage(mine, side({1: who("C02"), 2: who("C05")}, "K04 K04"), initiative="B")
    text = "command K04 by 1 > e1 / command K04 by 2 > e1"
    state, events = after(state, "command K03 by 2 > 1, 2", text)
    assert state.sides["A"].field[2].damage == 0
    assert state.sides["B"].hand == ["C02", "C02", "C02", "K04"]
    skipped = [event for event in events if event.what == "skipped"]
    assert [event.audience for event in skipped] == ["B"]


def test_21_feather_boots_let_a_newcomer_attack() -> None:
    state = stage(side(hand="C02 I03"))
    assert not is_legal("summon C02 / attack new1", state)
    state, _ = after(state, "summon C02 / set I03 on new1 / attack new1")
    assert open_table(state, "B")["damage"] == 2


def test_the_house_orders_as_in_the_example_of_the_rules() -> None:
    mine = side(
        {1: who("C08", "C15"), 2: who("C02", items="I01")},
        "C04 C12 C12 C13 C16 C21 C22 I02 K03",
    )
    state = stage(mine, side({2: who("C03"), 3: who("C07")}), battlefield="R02")
    decision = MatchDecision("t3.orders.A", "A", "ocg.orders")
    action = GAME.autopilot(view(state), decision, GAME.legal(state, decision))
    assert GAME.format(action, view(state)).replace("\n", " / ") == (
        "summon C04 / class C13 on 2 / set I02 on 1 / attack new1 / guard 1, 2"
    )
