"""What a battle tells of itself, whatever the game."""

from dataclasses import dataclass

from app.engine import Battle, Event, Side, course_of
from app.engine.build import Build
from app.engine.ruleset import no_changes, no_remarks


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
    assert [*no_changes([Cry(2, 1, 0)])] == []
    assert [*no_remarks(Build(("core",)))] == []
