"""`hikyaku bench engine`: the figures, not how good they are."""

import json
from collections.abc import Callable

import pytest
from typer.testing import Result

from app.cli import measuring
from app.games import ruleset, slugs

Hikyaku = Callable[..., Result]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little work: three builds, two battles with log."""
    monkeypatch.setattr(measuring, "FIELD", 3)
    monkeypatch.setattr(measuring, "FIELD_SECONDS", 0)
    monkeypatch.setattr(measuring, "BATTLES_WITH_LOG", 2)
    monkeypatch.setattr(measuring, "LOOPS", 1_000)


def test_every_game_is_measured_with_three_kinds_of_build(hikyaku: Hikyaku) -> None:
    told = json.loads(hikyaku("bench", "engine", "--seconds", "0.1", "--json").stdout)

    assert told["rounds"] == 5
    assert {(figure["kind"], figure["of"]) for figure in told["figures"]} == {
        (kind, of)
        for kind in ("uniform", "event-heavy", "core-heavy")
        for of in ("outcomes", "play")
    }
    assert all(
        0 < figure["battles"]["low"] <= figure["battles"]["median"] <= figure["battles"]["high"]
        for figure in told["figures"]
    )


def test_the_table_names_the_machine_and_the_loop(hikyaku: Hikyaku) -> None:
    lines = hikyaku("bench", "engine", "--seconds", "0.1").stdout.splitlines()

    assert ", Python 3." in lines[0]
    assert lines[1].startswith("fixed loop: ")
    assert lines[3].split()[:2] == ["game", "builds"]


@pytest.mark.parametrize("game", slugs())
def test_the_builds_that_are_drawn_are_legal(game: str) -> None:
    rules = ruleset(game)

    for cards in measuring.kinds(rules).values():
        for build in measuring.drawn(cards, 20, rules.sizes[-1]):
            assert rules.read_build(rules.write_build(build)) == build


def test_the_same_builds_are_drawn_every_time() -> None:
    field = measuring.drawn(("core", "attack"), 5, 8)

    assert measuring.drawn(("core", "attack"), 5, 8) == field
    assert measuring.drawn(("core", "attack"), 9, 8)[:5] == field


def test_less_than_a_tenth_of_a_second_is_wrong_usage(hikyaku: Hikyaku) -> None:
    assert hikyaku("bench", "engine", "--seconds", "0").exit_code == 2
