"""A telling as text, and the small values it is made of."""

import re
from dataclasses import dataclass
from typing import ClassVar

from app.engine import Event, Life, Side, TellingLine, TellingSheet, Tone, Words, plain, repetition
from app.engine.telling import addressed
from app.settings import PROGRAM
from tests.support.tables import by_row


@dataclass(frozen=True, slots=True)
class BellRung(Event):
    kind: ClassVar[str] = "bell-rung"

    times: int
    by: Side


def test_a_telling_is_one_line_each_and_draws_every_step_of_depth() -> None:
    lines = [
        TellingLine(1, 0, 0, Tone.TITLE, "Alice VS Bob"),
        TellingLine(1, 0, 0, Tone.BLANK, ""),
        TellingLine(2, 1, 1, Tone.EFFECT, "4 damage"),
        TellingLine(3, 1, 2, Tone.ANSWER, "Shield"),
    ]

    assert plain(lines) == "Alice VS Bob\n\n>4 damage\n>>Shield\n"


def test_a_telling_of_nothing_is_empty() -> None:
    assert plain([]) == ""


def test_a_sheet_needs_only_a_name() -> None:
    sheet = TellingSheet("Alice")

    assert (sheet.flavour, dict(sheet.lines)) == ((), {})


def test_a_slot_without_a_name_of_its_own_has_none() -> None:
    sheet = TellingSheet("Alice", flavour=("Crimson Flash", None, ""))

    assert [sheet.named(place) for place in range(5)] == ["", "Crimson Flash", "", "", ""]


@by_row(
    ("words", "ja", "en"),
    [
        ("Hah!", "Alice「Hah!」", "Alice: “Hah!”"),
        ("「起きろ。」", "Alice「起きろ。」", "Alice: “起きろ。”"),
        ('"Wake up."', "Alice「Wake up.」", "Alice: “Wake up.”"),
        ("「起きろ」「起きるな」", "Alice「起きろ」「起きるな」", "Alice: “起きろ」「起きるな”"),
        ("「", "Alice「「」", "Alice: “「”"),
        ("「」", "", ""),
        ("", "", ""),
    ],
)
def test_what_a_character_says_is_quoted_once(words: str, ja: str, en: str) -> None:
    sheet = TellingSheet("Alice", lines={"victory": words})

    assert [sheet.says("victory", lang) for lang in ("ja", "en")] == [ja, en]


def test_a_character_is_silent_at_other_moments() -> None:
    assert TellingSheet("Alice", lines={"victory": "Hah!"}).says("defeat", "en") == ""


def test_so_much_of_what_a_side_has_is_said_in_words() -> None:
    life = Life(Words("残り", "Left"), Words("{n}つ", "{n} skill"), Words("{n}つ", "{n} skills"))

    assert [life.amount(n, "en") for n in (1, 2)] == ["1 skill", "2 skills"]
    assert life.amount(2, "ja") == "2つ"


def test_words_are_said_in_the_language_asked_for() -> None:
    assert [Words("核", "Core").to("ja"), Words("核", "Core").to("en")] == ["核", "Core"]


def test_what_comes_again_is_found_with_the_place_where_it_ends() -> None:
    assert repetition("abacacac", 2) == (2, 8)
    assert repetition("abac", 0) == (1, 1)
    assert repetition("aaab", 0, 1) == (1, 3)


def test_each_side_is_the_others_enemy() -> None:
    assert [side.enemy for side in Side] == [Side.AWAY, Side.HOME]


def test_an_event_as_data_begins_with_its_kind() -> None:
    event = BellRung(1, 2, 0, times=3, by=Side.HOME)

    assert list(event.as_dict().items()) == [
        ("kind", "bell-rung"),
        ("n", 1),
        ("turn", 2),
        ("within", 0),
        ("times", 3),
        ("by", "home"),
    ]


@by_row(
    ("told", "said"),
    [
        ("You draws 2. They has 3.", "You draw 2. They have 3."),
        ("You passes; They chooses: You goes first.", "You pass; they choose: you go first."),
        ("The coin falls for They, who goes first.", "The coin falls for them, who go first."),
        ("Courier Drone (31) of You takes 20D.", "Courier Drone (31) of yours takes 20D."),
        ("They wins the toss.", "They win the toss."),
        ("You's front: Jin! They uses Arc.", "Your front: Jin! They use Arc."),
        ("20 : 3, You wins", "20 : 3, you win"),
    ],
)
def test_a_letter_says_you_and_they(told: str, said: str) -> None:
    assert addressed(told) == said


def test_no_sentence_of_a_game_has_a_second_verb_that_would_not_follow_you() -> None:
    for file in (PROGRAM / "games").rglob("words/*.py"):
        assert not re.findall(r"\{who\} [a-z]+s [^\".]*\band [a-z]+s\b.*", file.read_text("utf-8"))
