"""What a battle tells of itself, whatever the game."""

from dataclasses import dataclass, replace
from typing import ClassVar

from app.engine import Battle, Event, Side, course_of, made_often
from app.engine.ruleset import none


@dataclass(frozen=True, slots=True)
class Standing(Event):
    """How both stand."""

    home_hp: int
    away_hp: int


@dataclass(frozen=True, slots=True)
class Cry(Event):
    """Nothing but words."""


def test_a_course_has_what_both_have_left_whenever_an_event_says_it() -> None:
    battle = Battle(
        Side.HOME,
        "knock-out",
        2,
        (3, 0),
        (Standing(1, 1, 0, 5, 4), Cry(2, 1, 0), Standing(3, 2, 0, 3, 0)),
    )

    assert course_of(battle) == [(5, 4), (3, 0)]


def test_a_game_without_life_has_no_course_no_changes_and_no_remarks() -> None:
    assert course_of(Battle(None, "turns", 30, (0, 0), (Cry(2, 1, 0),))) == []
    assert [*none([Cry(2, 1, 0)])] == []


@made_often
@dataclass(frozen=True, slots=True)
class Blow(Event):
    """An event of which a battle has hundreds."""

    kind: ClassVar[str] = "blow"

    points: int = 1


def test_what_is_made_often_is_equal_by_its_fields_and_keeps_its_defaults() -> None:
    one = Blow(2, 1, 0)

    assert one == Blow(2, 1, 0, points=1) != Blow(2, 1, 0, 3)
    assert hash(one) == hash(replace(Blow(2, 1, 0, 3), points=1))
    assert one.as_dict() == {"kind": "blow", "n": 2, "turn": 1, "within": 0, "points": 1}
