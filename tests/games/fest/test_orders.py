"""Orders of the school festival: how they read, where they are wrong, and what conditions may ask."""

import pytest

from app.engine.matches.game import Action, MatchDecision, OrderError
from app.games.fest.game import FEST
from tests.games.fest.stage import BOTH, Stage, playing
from tests.support.tables import by_row


@pytest.fixture
def stage() -> Stage:
    """A play with many cards: one's own (4, 2, 2; 0) against (0, 5, 0; 1)."""
    return playing(
        {
            "points": [4, 2, 2, 0],
            "hand": "F01 F05 F14 F18 F20 F24 G06 G12 F13 F13",
            "front": "F02 G02",
            "reserve": "F03 G05",
            "deck": "F22 F21",
        },
        {"points": [0, 5, 0, 1], "hand": "F07", "total": 9},
        in_round=2,
        config=BOTH,
    )


def told(stage: Stage, text: str) -> Action:
    """What an order says before its decision is there."""
    return FEST.parse(text, stage.view("A"), None)


@by_row(
    ("text", "canonical"),
    [
        ("play f05 b12 will shield 4", "play F05 B12 will shield 4"),
        ("play f05 b12 意 盾 4", "play F05 B12 will shield 4"),
        ("出す f20 b11 盾 意", "play F20 B11 will shield"),
        ("出す f20 失敗", "play F20 fail"),
        ("play haru b06", "play F01 B06"),
        ("play 前掛け b06", "play F01 B06"),
        ("play f20 b22 f13", "play F20 B22 sword F13"),
        ("play f20 b22 shield kitchen", "play F20 B22 shield F13"),
        ("play f18 b14", "play F18 B14 sword"),
        ("play f24 b17", "play F24 B17 will"),
        ("play f14 b21 sword", "play F14 B21 sword"),
        ("play f14 b15 f13", "play F14 B15 F13"),
        ("play g06 s08 g02 f01", "play G06 S08 G02 F01"),
        ("play g06 s08 なし", "play G06 S08 none"),
        ("play g12 s12 g05 f01", "play G12 S12 G05 F01"),
        ("play g06 s02", "play G06 S02"),
        ("reserve f13 f01 f13", "reserve F01 F13 F13"),
        ("reserve f13, f01 and f13", "reserve F01 F13 F13"),
        ("温存 なし", "reserve none"),
        ("フロント f13 f01 f05", "front F01 F05 F13"),
        ("戻す f01", "pick F01"),
    ],
)
def test_an_order_is_read_and_written(stage: Stage, text: str, canonical: str) -> None:
    view = stage.view("A")
    action = FEST.parse(text, view, stage.decision)

    assert FEST.format(action, view) == canonical
    assert FEST.parse(canonical, view, stage.decision) == action
    assert FEST.kinds(action) == {f"fest.{canonical.split(maxsplit=1)[0]}"}


def test_what_depends_on_points_is_filled_in_at_the_decision(stage: Stage) -> None:
    view = stage.view("A")
    for text, args in {"play f20 b22 f13": {"c": "F13"}, "play f18 b14": {}}.items():
        action = told(stage, text)
        assert action["args"] == args
        assert FEST.format(action, view).lower() == text


def test_a_last_card_puts_none_back() -> None:
    stage = playing({"hand": "F20", "deck": "F01"}, {"hand": "F07"})

    assert stage.orders() == ["play F20 B22 will", "play F20 B22 sword", "play F20 B22 shield"]
    stage.order("play F20 B22")
    assert stage.side("A").hand == ("F01",)
    assert stage.heard("tidy", "A") == [{"seat": "A", "drew": "F01", "back": None}]


@by_row(
    ("text", "position"),
    [
        ("", 1),
        ("paly f01 b01", 1),
        ("play", 5),
        ("play f99 b01", 6),
        ("play f0", 6),
        ("play f02x b01", 6),
        ("play f01", 9),
        ("play f01 b02", 10),
        ("play f01 b01 will", 14),
        ("play  f01  b01  will", 17),
        ("play f05 b12 will", 18),
        ("play f05 b12 will will 2", 19),
        ("play f05 b12 will sword", 24),
        ("play f05 b12 will sword 6", 25),
        ("play f05 b12 will sword 0", 25),
        ("play f05 b12 will sword ２", 25),
        ("play f20 b11 sword sword", 20),
        ("play f14 b21", 13),
        ("play f14 b15", 13),
        ("play g06 s08 g02", 17),
        ("play ステージ b19", 6),
        ("reserve", 8),
        ("reserve none f01", 14),
        ("reserve unmatched", 18),
        ("reserve unmatched three", 19),
        ("front f01 f77", 11),
        ("pick f01 f02", 10),
    ],
)
def test_an_error_has_its_column(stage: Stage, text: str, position: int) -> None:
    with pytest.raises(OrderError) as wrong:
        FEST.parse(text, stage.view("A"), stage.decision)

    assert wrong.value.position == position
    assert all(wrong.value.words)


@by_row(
    ("word", "said"),
    [
        ("f", "“f” may be several cards: "),
        ("f1", "No card that fits here is called “f1”. Is it “F"),
        ("!", "No card that fits here is called “!”."),
    ],
)
def test_a_card_must_be_told_from_others(word: str, said: str) -> None:
    stage = playing({"hand": "F19 F04 F16 F24"}, {"hand": "F07"})
    if word == "f":
        stage = playing({"hand": "F19 X01"}, {"hand": "F07"}, config={"cards": [FASHION]})
    with pytest.raises(OrderError) as wrong:
        FEST.parse(f"play {word} b14", stage.view("A"), stage.decision)

    assert wrong.value.words.en.startswith(said)


FASHION = {
    "id": "X01",
    "name": "Fashion King",
    "abilities": [None, None],
    "effects": [{"code": "B01"}, {"code": "B02"}],
    "tags": ["#pbm-std"],
}


def test_cards_without_use_now_are_kept() -> None:
    """Round 3 is combat: F07 has two abilities of it, F11 and F12 one each; F12 has dress as well, the theme of now."""
    stage = playing({"hand": "F07 F11 F12 F21 F04", "deck": "F01 F01 F01"}, {"hand": "F07"})
    stage.state.programme = ("exhibit", "academics", "combat")
    stage.state.phase, stage.state.turn = "reserve", None
    assert isinstance(stage.waiting, tuple)
    decision: MatchDecision = stage.waiting[0]

    def kept(n: int) -> list[str]:
        cards: list[str] = FEST.parse(f"reserve unmatched {n}", stage.view("A"), decision)["cards"]
        return cards

    assert kept(1) == ["F07"]
    assert kept(2) == ["F07", "F21"]
    assert kept(9) == ["F07", "F11", "F21"]
    plan = told(stage, "reserve unmatched 2")
    assert plan == {"a": "reserve", "unmatched": 2}
    assert FEST.format(plan, stage.view("A")) == "reserve unmatched 2"
    assert FEST.kinds(plan) == {"fest.reserve"}


def test_values_for_conditions(stage: Stage) -> None:
    view = stage.view("A")
    values = {
        "round": 2,
        "theme": "exhibit",
        "first": 1,
        "my.will": 4,
        "my.sword": 2,
        "e.sword": 5,
        "e.jp": 1,
        "e.total": 9,
        "my.max": 4,
        "my.min": 2,
        "e.max": 5,
        "my.hand": 10,
        "my.deck": 2,
        "my.reserve": 2,
        "e.hand": 1,
        "e.deck": 0,
    }
    assert {name: FEST.value(name, view) for name in values} == values
    assert FEST.value("first", stage.view("B")) == 0


def test_nothing_is_known_before_the_opening() -> None:
    view = Stage.opened().view("A")

    assert FEST.value("theme", view) is None
    assert FEST.value("first", view) is None
    assert FEST.holds("theme", "is", "combat", view) is None


@by_row(
    ("thing", "word", "holds"),
    [
        ("theme", "exhibit", True),
        ("theme", "展示", True),
        ("theme", "combat", False),
        ("my.top", "will", True),
        ("my.top", "意", True),
        ("my.top", "none", False),
        ("e.top", "sword", True),
        ("e.top", "なし", False),
    ],
)
def test_what_holds(stage: Stage, thing: str, word: str, holds: bool) -> None:
    assert FEST.holds(thing, "is", word, stage.view("A")) is holds


def test_several_highest_attributes_are_none() -> None:
    view = playing({"points": [2, 2, 0, 0], "hand": "F01"}, {"hand": "F07"}).view("A")

    assert FEST.holds("my.top", "is", "none", view)
    assert not FEST.holds("my.top", "is", "will", view)


def test_a_card_is_in_the_own_hand_or_not(stage: Stage) -> None:
    view = stage.view("A")

    assert FEST.holds("f13", "exists", "", view)
    assert FEST.holds("haru", "exists", "", view)
    assert FEST.holds("f22", "exists", "", view) is False


@by_row("name", ["my.luck", "your.will", "will", "my", ""])
def test_a_variable_must_be_known(stage: Stage, name: str) -> None:
    with pytest.raises(OrderError):
        FEST.value(name, stage.view("A"))


@by_row(
    ("thing", "test", "word", "position"),
    [
        ("my.top", "is", "rock", 11),
        ("theme", "is", "night", 10),
        ("f99", "exists", "", 1),
        ("my.top", "in range", "", 8),
        ("f01", "is", "will", 1),
    ],
)
def test_a_test_must_be_known(
    stage: Stage, thing: str, test: str, word: str, position: int
) -> None:
    with pytest.raises(OrderError) as wrong:
        FEST.holds(thing, test, word, stage.view("A"))

    assert wrong.value.position == position


def test_every_verb_is_an_order() -> None:
    assert {*FEST.verbs.values()} == {"reserve", "front", "play", "pick"}
    assert (
        FEST.passing(playing({"hand": "F01"}).view("A"), MatchDecision("x", "A", "fest.play"))
        is None
    )
