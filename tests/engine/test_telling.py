"""A telling as text, and the small values it is made of."""

from dataclasses import dataclass
from typing import ClassVar

from app.engine import Event, Line, Sheet, Side, Tone, Words, plain


@dataclass(frozen=True, slots=True)
class BellRung(Event):
    kind: ClassVar[str] = "bell-rung"

    times: int
    by: Side


def test_a_telling_is_one_line_each_and_draws_every_step_of_depth() -> None:
    lines = [
        Line(1, 0, 0, Tone.TITLE, "Alice VS Bob"),
        Line(1, 0, 0, Tone.BLANK, ""),
        Line(2, 1, 1, Tone.EFFECT, "4 damage"),
        Line(3, 1, 2, Tone.ANSWER, "Shield"),
    ]

    assert plain(lines) == "Alice VS Bob\n\n>4 damage\n>>Shield\n"


def test_a_telling_of_nothing_is_empty() -> None:
    assert plain([]) == ""


def test_a_sheet_needs_only_a_name() -> None:
    sheet = Sheet("Alice")

    assert (dict(sheet.labels), sheet.flavour, dict(sheet.lines)) == ({}, (), {})


def test_words_are_said_in_the_language_asked_for() -> None:
    assert [Words("核", "Core").to("ja"), Words("核", "Core").to("en")] == ["核", "Core"]


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
