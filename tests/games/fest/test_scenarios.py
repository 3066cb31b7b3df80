"""The test scenarios of the rules, by their numbers."""

import pytest

from app.engine.matches.game import ConfigError
from app.games.fest.abilities import clamp
from app.games.fest.cards import DECKS
from app.games.fest.game import FEST
from tests.games.fest.stage import BOTH, GUEST, Stage, playing
from tests.support.tables import by_row

REST = " ".join(["F19"] * 16)
"""Enough cards for the rounds to come."""


def clamped(*points: int) -> list[int]:
    after = [*points]
    clamp(after)
    return after


def fronts(a: str, b: str, theme: str = "exhibit") -> Stage:
    """Both fronts are revealed; A has one more card so that its points can be seen in its turn."""
    stage = playing({"hand": f"{a} F23"}, {"hand": f"{b} F23"}, theme=theme)
    stage.state.phase, stage.state.turn = "front", None
    return stage.both(f"front {a}", f"front {b}")


def test_1_three_members_with_dress_bring_nine_points() -> None:
    """Theme exhibit, fronts [dress, humanities] [dress, spirit] [dress, technique]: (9, 0, 0; 0)."""
    custom = {
        "id": "X01",
        "name": "Tailor at arms",
        "abilities": ["dress", "technique"],
        "effects": [{"code": "B01"}, {"code": "B02"}],
        "tags": ["#pbm-std"],
    }
    stage = playing(
        {"hand": "F10 F12 X01 F23"}, {"hand": "F06 F07 F08 F23"}, config={"cards": [custom]}
    )
    stage.state.phase, stage.state.turn = "front", None
    stage.both("front F10 F12 X01", "front F06 F07 F08")

    assert stage.points("A") == [9, 0, 0, 0]


def test_2_an_ability_printed_twice_counts_twice_and_the_cap_cuts() -> None:
    """F01, F10, F19: will 3 + 3 + 6 = 12, sword 3; cap 0 + 10: (10, 3, 0; 0)."""
    stage = fronts("F01 F10 F19", "F06 F07 F08")

    assert stage.points("A") == [10, 3, 0, 0]
    (limited,) = stage.heard("limited")
    assert limited["before"]["will"] == 12
    assert (limited["cut"], limited["raised"], limited["cap"]) == (["will"], [], 10)


def test_3_points_below_zero_cost_half_of_them_rounded_down() -> None:
    assert clamped(-5, 4, 0, 0) == [0, 4, 0, -2]
    assert clamped(-3, -3, 12, 1) == [0, 0, 10, -1]
    assert clamped(-1, 0, 0, 0) == [0, 0, 0, 0]


@by_row("is_guarded", [False, True])
def test_4_the_limit_step_waits_for_the_own_turn(is_guarded: bool) -> None:
    """B07 leaves A with (2, 11, -3; 0), at A's turn start (2, 10, 0; -1); under an Umbrella nothing is lost."""
    stage = playing(
        {"points": [2, 11, 1, 0], "hand": "F01", "guard": is_guarded},
        {"hand": "F02 F03"},
        turn="B",
    )
    stage.order("play F02 B07")

    assert stage.points("A") == ([2, 11, 1, 0] if is_guarded else [2, 10, 0, -1])
    assert stage.points("B") == [0, 0, 0, 0]
    if not is_guarded:
        (limited,) = stage.heard("limited")
        assert limited["before"] == {"will": 2, "sword": 11, "shield": -3, "jp": 0}
        assert (limited["cut"], limited["raised"]) == (["sword"], ["shield"])


def test_5_the_loser_of_will_sword_shield_is_halved() -> None:
    """A 9 with will, B 9 with sword: B gets 5 and is second; under Alibi it keeps 9, and a coin decides."""
    stage = playing(
        {"points": [9, 2, 4, 2], "deck": REST},
        {"points": [2, 11, 1, -2], "hand": "F23"},
        turn="B",
    )
    stage.order("play F23 B10")
    assert (stage.side("A").total, stage.side("B").total) == (9, 5)
    assert stage.state.order == ("A", "B")
    (judged,) = stage.heard("judged")
    assert judged["jp"] == {"A": 9, "B": 9}
    assert (judged["loser"], judged["halved"]) == ("B", True)

    stage = playing(
        {"points": [9, 2, 4, 0]},
        {"points": [2, 11, 1, -1], "hand": "F23"},
        turn="B",
    )
    stage.order("play F23 B20")
    assert (stage.side("A").total, stage.side("B").total) == (9, 9)
    assert stage.chance.label == "fest/first/r2"
    assert stage.state.order == ()


def test_6_several_highest_attributes_are_none() -> None:
    """A (9, 2, 4; 1) has 10, B (3, 8, 8; 0) has 8 and no attribute: nobody is halved."""
    stage = playing(
        {"points": [9, 2, 4, 3]}, {"points": [3, 8, 8, 0], "hand": "F07"}, turn="B"
    ).order("play F07 B10")

    assert (stage.side("A").total, stage.side("B").total) == (10, 8)
    assert stage.heard("judged")[0]["attribute"] == {"A": "will", "B": None}


@by_row("scoring", ["A", "B"])
def test_7_judging_points_below_zero_are_not_halved(scoring: str) -> None:
    """A 10 with shield; B -3 with will loses to it. Rule B: -3; rule A: no dice, +0."""
    stage = playing(
        {"points": [0, 3, 10, 2], "deck": REST},
        {"points": [2, 0, 1, -5], "hand": "F07"},
        turn="B",
        config={"scoring": scoring},
    ).order("play F07 B10")

    (judged,) = stage.heard("judged")
    assert (judged["loser"], judged["halved"]) == ("B", False)
    if scoring == "A":
        assert stage.chance.what == ("die", 6, 10)
        assert stage.chance.label == "fest/dice/r1/A"
        stage.draw(*[1] * 10)
        assert stage.chance.what == ("die", 6, 0)
        stage.draw()
    totals = {"A": (10, 0), "B": (10, -3)}[scoring]
    assert (stage.side("A").total, stage.side("B").total) == totals
    assert stage.state.order == ("A", "B")
    assert stage.side("B").jp_sum == -3


def test_8_a_card_without_a_usable_effect_is_thrown_away() -> None:
    stage = playing({"points": [4, 4, 4, 0], "hand": "F20"}, in_round=3)
    assert stage.orders() == ["play F20 fail"]
    stage.order("play F20 fail")
    assert stage.side("A").jp_sum == 4 - 1
    assert "F20" in stage.side("A").discard

    stage = playing({"points": [4, 4, 3, 0], "hand": "F20"}, in_round=3)
    assert stage.orders() == ["play F20 B11 will shield", "play F20 B11 sword shield"]
    assert stage.read("play F20 B11 shield will") == stage.read("play F20 B11 will shield")
    assert not stage.can("play F20 fail")


def test_9_the_reserve_takes_as_many_as_the_deck_can_give() -> None:
    stage = Stage.opened().unshuffled().draw(0).draw(1)
    assert len(stage.side("A").deck) == 16
    stage.both("reserve F01 F02 F03", "reserve none")
    assert (len(stage.side("A").deck), len(stage.side("A").hand)) == (13, 8)
    stage.until("reserve", 2)
    assert (len(stage.side("A").deck), len(stage.side("A").hand)) == (5, 8)
    assert isinstance(stage.waiting, tuple)
    options = FEST.legal(stage.state, stage.waiting[0])
    hand = stage.side("A").hand
    assert {"a": "reserve", "cards": [*hand[:6]]} not in options
    assert {"a": "reserve", "cards": [*hand[:5]]} in options
    stage.decide(A={"a": "reserve", "cards": [*hand[:5]]}, B={"a": "reserve", "cards": []})
    assert (len(stage.side("A").deck), len(stage.side("A").reserve)) == (0, 8)
    stage.until("front", 3)
    assert len(stage.side("A").hand) == 8


def test_9_petit_without_a_reserve_has_five_cards_each_round() -> None:
    stage = Stage.opened("P1", "P1", petit=True).unshuffled().draw(0).draw(1)
    hands = []
    for number in (1, 2, 3):
        if number < 3:
            stage.until("reserve", number).both("reserve none", "reserve none")
        hands.append(len(stage.until("front", number).side("A").hand))
    assert hands == [5, 5, 5]


def test_10_the_autopilot_keeps_what_fits_the_last_theme() -> None:
    """Its top eight, then F21 (2 against 0) and F12 (1 against 0) are kept and F18, F23 drawn."""
    top = ["F13", "F17", "F21", "F24", "F03", "F12", "F02", "F01", "F18", "F23"]
    rest = [card for card in DECKS["D1"] if card not in top]
    order = [[*DECKS["D1"]].index(card) for card in (*top, *rest)]
    stage = Stage.opened().draw(*order).draw(*range(24)).draw(0).draw(3)
    assert stage.state.programme == ("academics", "exhibit", "combat")

    stage.auto()
    assert stage.side("A").reserve == ("F12", "F21")
    assert {"F18", "F23"} < {*stage.side("A").hand}
    stage.auto()
    assert stage.side("A").front == ("F13", "F17", "F24")
    assert stage.points("A") == [0, 3, 6, 0]


def test_11_all_cards_go_to_the_front_where_there_are_not_more() -> None:
    """Round 3 with hands of 2: no decision, no turn, the round ends after the fronts have scored."""
    stage = playing(
        {"points": [1, 0, 0, 0], "hand": "F23", "deck": "F01 F02"},
        {"deck": "F06 F07"},
        in_round=2,
        theme="academics",
        config={"scoring": "C"},
    ).order("play F23 B10")
    assert stage.state.phase == "over"
    assert [each["round"] for each in stage.heard("judged")] == [2, 3]

    stage = playing(
        {"points": [1, 0, 0, 0], "hand": "F23", "deck": "F01 F02 F03 F04"},
        {"deck": "F06 F07"},
        in_round=2,
        theme="academics",
    ).order("play F23 B10")
    assert stage.decision.id == "r3.front.A"
    assert not stage.can("front F01 F02")
    assert stage.can("front F01 F02 F03")


def test_12_a_deck_is_checked() -> None:
    def problems(deck: dict[str, int], **config: object) -> list[str]:
        return [words.en for words in FEST.validate_build({"deck": deck}, config)]

    other = {
        "id": "X01",
        "name": "Somebody",
        "abilities": [None, None],
        "effects": [{"code": "B01"}, {"code": "B02"}],
        "tags": ["#pbm-std", "#other"],
    }
    assert problems({"F19": 23}) == ["A deck has 24 cards, this one has 23."]
    assert problems({"F19": 25}) == [
        'A deck has 24 cards, this one has 25. Take out 1, counted from "F19".'
    ]
    assert problems({"F19": 24}) == []
    assert problems({"F19": 24}, max_copies=2) == [
        "At most 2 copies of Fashion Queen (F19) are allowed. Replace 22 of them by other cards."
    ]
    assert problems({"F19": 23, "X01": 1}, cards=[other]) == []
    assert problems({"F19": 23, "X01": 1}, cards=[other], allowed_tags=["#other"]) == [
        "This season allows the rule tag #other. Cards with #pbm-std may not be used: F19, X01"
    ]


def test_13_effects_are_limited_to_their_theme_and_not_to_the_last_card() -> None:
    stage = playing({"hand": "G02 G11", "deck": "G01"}, theme="combat", config=GUEST)
    assert stage.orders() == ["play G02 S01", "play G11 S11"]
    alone = playing({"hand": "G11", "deck": "G01"}, {"hand": "G01"}, theme="combat", config=GUEST)
    assert alone.orders() == ["play G11 fail"]
    assert alone.order("play G11 fail").points("A") == [0, 0, 0, -1]

    stage = playing(
        {"hand": "G02 G01"}, {"points": [3, 3, 0, 0], "hand": "G01"}, theme="exhibit", config=GUEST
    ).order("play G02 S04")
    assert stage.heard("points-changed")[0]["after"]["will"] == -1
    assert stage.points("B") == [0, 3, 0, 0]


def test_13_blanks_and_tags_are_checked() -> None:
    def card(*effects: dict[str, str]) -> dict[str, object]:
        return {
            "id": "X01",
            "name": "Somebody",
            "abilities": [None, None],
            "effects": [*effects],
            "tags": ["#standard"],
        }

    with pytest.raises(ConfigError, match="effects 1, y: it exchanges the same attribute"):
        FEST.settle({"cards": [card({"code": "S05", "x": "will", "y": "will"}, {"code": "S09"})]})
    legal = card({"code": "S06", "z": "academics", "x": "will", "y": "will"}, {"code": "S09"})
    assert FEST.settle({"cards": [legal]})["cards"] == [legal]
    assert len(FEST.validate_build({"deck": DECKS["D3"]}, {})) == 1
    assert FEST.validate_build({"deck": DECKS["D3"]}, GUEST) == []


def test_14_values_are_exchanged_between_players() -> None:
    def stage(will: int, theme: str = "academics") -> Stage:
        return playing(
            {"points": [7, 2, 5, 1], "hand": "G11 G07"},
            {"points": [will, 6, 0, 0], "hand": "G01"},
            theme=theme,
            config=GUEST,
        )

    exchanged = stage(3).order("play G11 S06")
    assert exchanged.points("A") == [3, 2, 5, 0]
    assert exchanged.points("B") == [7, 6, 0, 0]
    assert not stage(7).can("play G11 S06")
    assert not stage(3, "exhibit").can("play G11 S06")
    assert stage(3).order("play G07 S05").points("A") == [2, 7, 5, 1]


def test_15_a_front_member_is_exchanged() -> None:
    """G02 (food, science) goes and G11 (dress twice) comes: sword -6, will +6, then the limit step."""

    def stage(hand: str = "G06 G11 G10") -> Stage:
        return playing(
            {"points": [3, 3, 3, 0], "front": "G01 G02 G03", "hand": hand},
            {"hand": "G01"},
            config=GUEST,
        )

    after = stage().order("play G06 S08 G02 G11")
    assert after.heard("points-changed")[0]["after"] == {
        "will": 9,
        "sword": -3,
        "shield": 3,
        "jp": 0,
    }
    assert after.points("A") == [9, 0, 3, -1]
    assert after.side("A").front == ("G01", "G03", "G11")
    assert after.side("A").hand == ("G02", "G10")
    assert after.side("A").seen == ("G02",)
    assert stage().order("play G06 S08 G02 G10").points("A") == [3, 0, 3, -1]
    assert stage().order("play G06 S08 none").points("A") == [3, 3, 3, 0]
    assert not stage().can("play G06 S08 G02 G02")
    assert stage("G06").orders() == ["play G06 S02"]


def test_16_a_card_is_drawn_and_another_shuffled_into_the_deck() -> None:
    def stage(
        hand: str = "G09 G04 G07", deck: str = "G02 G01 G03 G05 G08", in_round: int = 1
    ) -> Stage:
        config = {**GUEST, "petit": True}
        return playing(
            {"hand": hand, "deck": deck}, {"hand": "G01"}, in_round=in_round, config=config
        )

    picking = stage().order("play G09 S11")
    assert picking.decision.id == "r1.pick.1"
    assert picking.heard("shown") == [{"seat": "A", "card": "G02", "from": "deck", "to": "hand"}]
    assert picking.orders() == ["pick G04", "pick G07"]
    assert not picking.can("pick G02")
    assert stage("G09 G02 G07").order("play G09 S11").can("pick G02")

    picking.order("pick G07")
    assert picking.side("A").deck == ("G01", "G03", "G05", "G07", "G08")
    assert picking.chance.label == "fest/shuffle/A/1"
    picking.draw(0, 1, 4, 2, 3)
    assert picking.side("A").deck == ("G01", "G03", "G08", "G05", "G07")
    seen = picking.view("B")["seats"]["A"]
    assert (seen["hand"], seen["seen"], seen["deck"]) == (2, ["G02"], 5)
    assert picking.decision.seat == "B"

    assert stage(deck="", in_round=3).can("play G09 S11") is False


def test_17_a_card_of_the_reserve_is_exchanged() -> None:
    def stage(hand: str, **more: str) -> Stage:
        return playing({"hand": hand, **more}, {"hand": "G01"}, in_round=2, config=GUEST)

    after = stage("G12 G01", reserve="G05 G06").order("play G12 S12 G05 G01")
    assert after.side("A").hand == ("G05",)
    assert after.side("A").reserve == ("G01", "G06")
    assert [each["card"] for each in after.heard("shown")] == ["G05", "G01"]
    assert (after.side("A").seen, after.side("A").seen_reserve) == (("G05",), ("G01",))

    before = stage("G12 G01", reserve="G05 G06")
    assert not before.can("play G12 S12 G05 G05")
    assert stage("G12", reserve="G05 G06").orders() == ["play G12 fail"]
    last = playing({"hand": "G12 G01", "front": "G03"}, {"hand": "G01"}, in_round=3, config=GUEST)
    assert {order.split()[2] for order in last.orders() if "G12" in order} == {"S08"}


@by_row(("effect", "a", "b"), [("S09", 2, -2), ("S10", 4, 0)])
def test_17_judging_points_of_both_change(effect: str, a: int, b: int) -> None:
    stage = playing(
        {"points": [0, 0, 0, 3], "hand": "G10 G01"},
        {"points": [0, 0, 0, -1], "hand": "G01"},
        config=GUEST,
    ).order(f"play G10 {effect}")

    assert (stage.points("A")[3], stage.points("B")[3]) == (a, b)


def test_18_tidying_up_takes_all_marks() -> None:
    stage = playing({"hand": "F20 F03 F04", "seen": "F03 F04", "deck": "F05 F06"}, {"hand": "F01"})
    assert stage.read("play F20 B22 F03") == stage.read("play F20 B22 will F03")
    stage.order("play F20 B22 F03")

    assert stage.points("A") == [2, 0, 0, 0]
    assert stage.side("A").hand == ("F04", "F05")
    assert stage.side("A").deck == ("F06", "F03")
    assert stage.side("A").seen == ()
    assert stage.heard("played", "B")[0]["args"] == {"x": "will"}
    assert stage.heard("tidy", "B") == []
    assert stage.heard("tidy", "A") == [{"seat": "A", "drew": "F05", "back": "F03"}]


def test_19_an_umbrella_ends_with_a_turn_without_cards() -> None:
    stage = playing({"hand": "F24"}, {"hand": "F07 F07"})
    stage.order("play F24 B19 will")
    assert stage.points("A") == [2, 0, 0, 0]
    stage.order("play F07 B10")
    assert stage.points("A") == [2, 0, 0, 0]
    assert stage.heard("umbrella-held") == [{"seat": "A", "by": "B"}]
    assert stage.heard("umbrella-ended") == [{"seat": "A"}]
    stage.order("play F07 B10")

    assert (stage.side("A").jp_sum, stage.side("B").jp_sum) == (0, 0)
    assert stage.chance.label == "fest/first/r2"


def test_20_one_hand_runs_on_while_the_other_waits() -> None:
    """With a deck of Lab Prodigies the last card draws another: A plays 21 cards in round 1."""
    stage = Stage.opened({"F20": 24}).unshuffled().draw(0).draw(1)
    stage.both("reserve none", "reserve none").both("front F20 F20 F20", "front F01 F02 F03")
    while stage.state.round == 1:
        if not isinstance(stage.waiting, tuple):
            stage.draw(3)
        elif stage.decision.seat == "A":
            first = stage.side("A").hand == ("F20",) and stage.side("A").deck
            stage.order(
                next(o for o in stage.orders() if "B22" in o) if first else stage.orders()[0]
            )
        else:
            stage.order(stage.orders()[0])
    assert sum(each["seat"] == "A" for each in stage.heard("played") + stage.heard("failed")) == 21
    if not isinstance(stage.waiting, tuple):
        stage.draw(0)
    assert stage.decision.id == "r2.reserve.B"


def test_20_three_cards_go_to_the_front_unasked() -> None:
    stage = playing(
        {"points": [1, 0, 0, 0], "hand": "F23", "deck": "F20 F20 F20"},
        {"deck": "F01 F02 F03 F04"},
        in_round=2,
        theme="academics",
    ).order("play F23 B10")

    assert stage.decision.id == "r3.front.B"


def test_21_a_full_reserve_asks_for_nothing() -> None:
    stage = playing(
        {
            "points": [1, 0, 0, 0],
            "hand": "F23",
            "reserve": "F01 F02 F03 F04 F05 F06 F07 F08",
            "deck": " ".join(["F19"] * 8),
        },
        {"deck": " ".join(["F19"] * 16)},
    ).order("play F23 B10")
    assert stage.decision.id == "r2.reserve.B"

    full = {"reserve": "F01 F02 F03 F04 F05 F06 F07 F08", "deck": " ".join(["F19"] * 8)}
    stage = playing({**full, "points": [1, 0, 0, 0], "hand": "F23"}, full).order("play F23 B10")
    assert stage.state.phase == "front"
    stage.until("front", 3)
    assert stage.side("A").hand == ("F01", "F02", "F03", "F04", "F05", "F06", "F07", "F08")


def test_both_tags_together() -> None:
    """An Umbrella stops what the guest cards would lower."""
    for order, points in {
        "play G04 S02": [3, 3, 3, 0],
        "play G10 S09": [3, 3, 3, 0],
        "play G10 S10": [3, 3, 3, 1],
        "play G03 S07": [3, 3, 3, 0],
    }.items():
        stage = playing(
            {"hand": "G04 G10 G03"},
            {"points": [3, 3, 3, 0], "hand": "F01", "guard": True},
            config=BOTH,
        ).order(order)
        assert stage.heard("points-changed") == [
            each for each in stage.heard("points-changed") if each["seat"] == "A" or "S10" in order
        ]
        assert stage.points("B") == points
