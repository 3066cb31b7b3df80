"""The rulings on what the original leaves open, by their numbers; scenarios show the others."""

import pytest

from app.engine.matches.game import ConfigError, Seat
from app.games.fest.cards import DECKS
from app.games.fest.game import FEST
from tests.games.fest.stage import GUEST, Stage, playing
from tests.support.tables import by_row

REST = " ".join(["F19"] * 16)
"""Enough cards for the rounds to come."""


def last_turn(a: list[int], b: list[int], order: str, **config: object) -> Stage:
    """B plays the last card of round 1."""
    card = order.split()[1]
    return playing(
        {"points": a, "deck": REST},
        {"points": b, "hand": card, "deck": REST},
        turn="B",
        config=config,
    ).order(order)


def last_round(a: list[int], b: list[int], **config: object) -> Stage:
    """B plays the last card of the match, Jury Frown: A loses two judging points."""
    return playing(
        {"points": [*a[:3], a[3] + 2]},
        {"points": b, "hand": "F07"},
        turn="B",
        in_round=3,
        config=config,
    ).order("play F07 B10")


def test_r1_r36_points_begin_at_zero_when_the_next_round_does() -> None:
    stage = last_turn([9, 2, 4, 2], [9, 2, 4, 0], "play F07 B10")

    assert stage.chance.label == "fest/first/r2"
    assert (stage.state.round, stage.state.theme) == (2, "academics")
    assert stage.points("A") == [0, 0, 0, 0]
    assert (stage.side("A").total, stage.side("A").jp_sum) == (9, 9)
    stage.draw(1)
    assert stage.state.order == ("B", "A")
    assert stage.state.phase == "reserve"


@by_row(
    ("a", "b", "totals"),
    [
        ([5, 0, 0, 0], [0, 7, 0, 0], (5, 4)),
        ([0, 5, 0, 0], [0, 0, 7, 0], (5, 4)),
        ([0, 0, 5, 0], [7, 0, 0, 0], (5, 4)),
        ([0, 7, 0, 0], [5, 0, 0, 0], (4, 5)),
        ([0, 7, 0, 0], [0, 5, 0, 0], (7, 5)),
    ],
)
def test_r2_r4_the_highest_attribute_that_loses_is_halved(
    a: list[int], b: list[int], totals: tuple[int, int]
) -> None:
    stage = last_turn([*a[:3], 2], b, "play F07 B10")

    assert (stage.side("A").total, stage.side("B").total) == totals


def test_r3_r5_rule_a_compares_dice() -> None:
    """Judging points 4 and 2, but equal dice: the first player is drawn again."""
    stage = last_turn([4, 0, 0, 2], [2, 0, 0, 0], "play F07 B10", scoring="A")
    stage.draw(1, 1, 1, 1)
    assert stage.state.dice == {"A": 4, "B": None}
    stage.draw(2, 2)
    assert stage.state.dice == {"A": None, "B": None}
    assert (stage.side("A").total, stage.side("A").jp_sum) == (4, 4)
    assert stage.chance.label == "fest/first/r2"


def test_r6_r35_there_may_be_no_dice_to_roll() -> None:
    stage = last_round([0, 0, 0, -3], [1, 0, 0, 0])
    assert stage.chance.what == ("die", 6, 0)
    stage.draw()
    assert stage.chance.what == ("die", 6, 1)
    stage.draw(1)
    assert stage.state.result == {"score": {"A": "0", "B": "1"}, "reason": "points"}
    assert stage.state.dice == {"A": 0, "B": 1}


def test_r7_an_equal_match_is_drawn() -> None:
    stage = last_round([4, 0, 0, 0], [4, 0, 0, 0]).draw(1, 2, 3, 4).draw(4, 3, 2, 1)

    assert stage.state.result == {"score": {"A": "1/2", "B": "1/2"}, "reason": "draw"}
    assert stage.state.phase == "over"
    end = stage.waiting
    assert not isinstance(end, tuple)
    assert end == FEST.pending(FEST.load(FEST.dump(stage.state)))


def test_r7_a_knockout_looks_at_judging_points_then_at_dice() -> None:
    stage = last_round([4, 0, 0, 0], [5, 0, 0, 0], knockout=True).draw(5, 1, 1, 1)
    stage.draw(1, 1, 1, 1, 4)
    assert stage.state.result["reason"] == "jp"
    assert stage.state.result["score"] == {"A": "0", "B": "1"}

    stage = last_round([4, 0, 0, 0], [4, 0, 0, 0], knockout=True, scoring="C")
    assert stage.chance.label == "fest/tiebreak/1/A"
    stage.draw(3).draw(3)
    assert stage.chance.label == "fest/tiebreak/2/A"
    stage.draw(3).draw(2)
    assert stage.state.result == {"score": {"A": "1", "B": "0"}, "reason": "tiebreak"}
    assert (stage.state.k, stage.state.dice) == (2, {"A": 3, "B": 2})


def test_r40_a_hundred_equal_pairs_of_dice_end_it() -> None:
    stage = last_round([4, 0, 0, 0], [4, 0, 0, 0], knockout=True, scoring="C")
    for _ in range(100):
        stage.draw(6).draw(6)

    assert stage.state.result["reason"] == "draw"
    assert stage.state.k == 100


def test_r8_there_is_a_reserve_in_rounds_1_and_2_and_none_in_round_3() -> None:
    stage = Stage.opened().until("over")

    assert len(stage.heard("reserved")) == 4


def test_r10_the_reserve_is_hidden_but_for_its_number() -> None:
    stage = Stage.opened().unshuffled().draw(0).draw(1).both("reserve F01 F02", "reserve none")

    assert stage.view("B")["seats"]["A"]["reserve"] == 2
    assert stage.view(None)["seats"]["A"]["reserve"] == 2
    assert stage.view("A")["seats"]["A"]["reserve"] == ["F01", "F02"]
    assert stage.heard("reserved")[0] == {"seat": "A", "count": 2}
    assert stage.heard("kept", "B")[0] == {"seat": "B", "cards": []}
    assert stage.heard("kept", "A") == [{"seat": "A", "cards": ["F01", "F02"]}]


def test_r11_r30_back_members_stay_until_the_round_ends_and_failed_cards_do_not() -> None:
    stage = playing({"hand": "F20 F22 F01", "front": "F03"}, {"hand": "F07"})
    stage.order("play F20 fail")
    assert (stage.side("A").back, stage.side("A").discard) == ((), ("F20",))
    stage.order("play F07 B01")
    assert stage.can("play F22 B16"), "a card that failed was no back member"
    stage.order("play F22 B16")
    assert stage.side("A").back == ("F22",)
    stage.order("play F01 B01")
    assert stage.side("A").discard == ("F01", "F03", "F20", "F22")


def test_r13_r41_a_usable_effect_must_be_used_but_the_card_is_free() -> None:
    """Student Council has no usable effect while it is neither first nor behind; F01 has."""
    stage = playing({"points": [3, 0, 0, 0], "hand": "F22 F01", "back": "F02"}, {"hand": "F07"})
    assert stage.orders() == ["play F01 B01", "play F01 B06", "play F22 fail"]
    assert not stage.can("play F01 fail")
    assert stage.order("play F22 fail").points("A") == [3, 0, 0, -1]


def test_r14_too_large_a_hand_is_trimmed_by_chance() -> None:
    """It takes more than the effects of this table: A has nine cards for round 3, B ten."""
    stage = playing(
        {
            "points": [9, 0, 0, 2],
            "reserve": "F01 F01 F02",
            "deck": "F03 F04 F05 F06 F07 F08",
            "seen_reserve": "F01",
        },
        {"hand": "F07", "deck": "F09 F10 F11 F12 F13 F14 F15 F16 F17 F18"},
        turn="B",
        in_round=2,
        theme="academics",
    ).order("play F07 B10")
    assert stage.chance.label == "fest/trim/A/1"
    assert stage.chance.what == ("below", 9)
    assert stage.side("A").seen == ("F01",)
    stage.draw(0)
    assert stage.side("A").discard == ("F01",)
    assert stage.side("A").seen == ()
    assert stage.chance.label == "fest/trim/B/1"
    stage.draw(9)
    assert stage.chance.label == "fest/trim/B/2"
    stage.draw(0)
    assert stage.state.phase == "front"
    assert stage.state.k == 0
    assert [each["card"] for each in stage.heard("trimmed")] == ["F01", "F18", "F09"]


def test_r15_nobody_has_an_attribute_where_all_are_nothing() -> None:
    stage = last_turn([0, 0, 0, 5], [0, 2, 0, 0], "play F07 B10")

    assert (stage.side("A").total, stage.side("B").total) == (3, 2)
    assert stage.heard("judged")[0]["attribute"] == {"A": None, "B": "sword"}


@by_row(("scoring", "phase"), [("A", "dice"), ("B", "final"), ("C", "over")])
def test_r17_r18_how_a_match_is_scored(scoring: str, phase: str) -> None:
    stage = last_round([5, 0, 0, 0], [4, 0, 0, 0], scoring=scoring)

    assert stage.state.phase == phase
    assert FEST.settle({})["scoring"] == "B"
    stage.until("over")
    assert stage.state.result["score"] == {"A": "1", "B": "0"}
    assert (stage.state.dice["A"] is None) is (scoring != "B")


def test_r19_r38_copies_and_tags_are_bounded_by_the_organiser() -> None:
    assert FEST.validate_build({"deck": DECKS["D2"]}, {"max_copies": 2}) == []
    assert len(FEST.validate_build({"deck": DECKS["D2"]}, {"max_copies": 1})) == 9
    assert FEST.validate_build({"deck": DECKS["P3"]}, {**GUEST, "petit": True}) == []


def test_r24_r37_what_a_card_may_not_have() -> None:
    def card(**changed: object) -> dict[str, object]:
        return {
            "id": "X01",
            "name": "Somebody",
            "abilities": ["food", None],
            "effects": [{"code": "S01", "x": "will"}, {"code": "S01", "x": "sword"}],
            "tags": ["#standard"],
        } | changed

    assert FEST.settle({"cards": [card()]})["cards"] == [card()]
    twice = [{"code": "S01", "x": "will"}, {"code": "S01", "x": "will", "title": "Again"}]
    with pytest.raises(ConfigError, match="its two effects are the same"):
        FEST.settle({"cards": [card(effects=twice)]})
    with pytest.raises(ConfigError, match="S01 needs the tag #standard"):
        FEST.settle({"cards": [card(tags=["#pbm-std"])]})


def test_r37_two_effects_of_one_code_have_words_of_their_own() -> None:
    custom = {
        "id": "X01",
        "name": "Twin Stalls",
        "abilities": ["food", None],
        "effects": [{"code": "S01", "x": "sword"}, {"code": "S01", "x": "will"}],
        "tags": ["#standard"],
    }
    stage = playing({"hand": "X01 G01"}, {"hand": "G01"}, config={**GUEST, "cards": [custom]})

    assert stage.orders()[2:] == ["play X01 S01.1", "play X01 S01.2"]
    stage.order("play twin s01.2")
    assert stage.points("A") == [2, 0, 0, 0]
    assert stage.heard("played")[0]["code"] == "S01"
    assert FEST.load(FEST.dump(stage.state)) == stage.state


def test_r27_r28_what_needs_another_card() -> None:
    """A copy of the card just drawn may be picked; without a deck nothing is drawn."""
    stage = playing({"hand": "G09 G02", "deck": "G02 G01"}, {"hand": "G01"}, config=GUEST)
    stage.order("play G09 S11")
    assert stage.orders() == ["pick G02"]
    stage.order("pick G02")
    assert stage.side("A").hand == ("G02",)
    assert stage.side("A").seen == ("G02",), "the drawn copy keeps its mark"

    seen = playing(
        {"hand": "G09 G02", "seen": "G02", "deck": "G02 G01"}, {"hand": "G01"}, config=GUEST
    )
    seen.order("play G09 S11").order("pick G02")
    assert seen.side("A").seen == ("G02",), "of two marks one has gone"


def test_r29_the_opening_has_its_order() -> None:
    stage = Stage.opened()
    draws = (range(24), range(24), [1])
    labels = [stage.chance.label, *(stage.draw(*each).chance.label for each in draws)]

    assert labels == [
        "fest/shuffle/A/0",
        "fest/shuffle/B/0",
        "fest/first/r1",
        "fest/programme",
    ]
    assert stage.state.order == ("B", "A")
    assert stage.draw(6).state.programme == ("combat", "academics", "exhibit")


def test_r31_the_attribute_is_always_said() -> None:
    stage = playing({"points": [4, 2, 2, 0], "hand": "F18 F01"}, {"hand": "F07"})

    assert stage.read("play F18 B14") == stage.read("play F18 B14 sword")
    assert stage.can("play F18 B14 shield")
    assert not stage.can("play F18 B14 will")
    bare = {"a": "play", "card": "F18", "effect": "B14", "args": {}}
    assert bare not in FEST.legal(stage.state, stage.decision)


def test_r32_marks_are_ids_and_numbers() -> None:
    """Previews of two copies mark the id once; the card that is played takes the mark with it."""
    stage = playing({"hand": "F14 F14 F13 F13"}, {"hand": "F07 F07 F07"}, theme="exhibit")
    stage.order("play F14 B15 F13").order("play F07 B01").order("play F14 B15 F13")
    assert stage.side("A").seen == ("F13",)
    assert stage.points("A") == [0, 6, 0, 0]
    stage.order("play F07 B01").order("play F13 B06")
    assert stage.side("A").seen == ()


def test_r32_marks_travel_with_the_reserve() -> None:
    stage = playing(
        {"hand": "G12 G01", "reserve": "G05", "seen": "G01", "seen_reserve": "G05"},
        {"hand": "G01"},
        in_round=2,
        config=GUEST,
    ).order("play G12 S12 G05 G01")

    assert (stage.side("A").seen, stage.side("A").seen_reserve) == (("G05",), ("G01",))


def test_r33_exchanges_across_raise_also_under_an_umbrella() -> None:
    stage = playing(
        {"points": [7, 0, 0, 0], "hand": "G11 G01"},
        {"points": [3, 0, 0, 0], "hand": "G01", "guard": True},
        theme="academics",
        config=GUEST,
    ).order("play G11 S06")

    assert stage.heard("points-changed")[1]["after"]["will"] == 7


def test_r34_each_seat_is_asked_by_itself() -> None:
    seats: list[Seat] = ["A", "B"]
    stage = Stage.opened().unshuffled().draw(0).draw(1)
    assert FEST.checkpoint(stage.state) == seats
    assert isinstance(stage.waiting, tuple)
    assert [each.id for each in stage.waiting] == ["r1.reserve.A", "r1.reserve.B"]
    assert {each.place for each in stage.waiting} == {"r1.reserve"}
    assert FEST.checkpoint(stage.auto().state) == seats
    assert FEST.checkpoint(stage.auto().state) == seats
    assert stage.decision.id == "r1.play.1"
    assert FEST.checkpoint(stage.auto().state) == []


def test_r39_all_know_the_cards_of_the_organiser() -> None:
    custom = {
        "id": "X01",
        "name": "Somebody",
        "author": "Ann",
        "picture": "somebody.png",
        "abilities": [None, None],
        "effects": [{"code": "B01"}, {"code": "B02", "flavour": "Hm."}],
        "tags": ["#pbm-std"],
    }
    stage = Stage.opened({"X01": 12, "F01": 12}, cards=[custom])

    assert stage.view(None)["config"]["cards"] == [custom]
    assert stage.view("B")["seats"]["A"]["deck_list"] is None
    assert stage.view("B")["seats"]["A"]["tags"] == ["#pbm-std"]
    opened = Stage.opened("D1", "D2", open_lists=True)
    assert opened.view("B")["seats"]["A"]["deck_list"] == DECKS["D1"]
