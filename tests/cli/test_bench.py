"""`hikyaku bench engine`, `season` and `lab`: the figures, not how good they are."""

import json
from collections.abc import Callable

import pytest
from typer.testing import Result

from app.bench import engine
from app.bench.cost import Watch, forget_peak, peak_mib
from app.games import ruleset, slugs

pytestmark = pytest.mark.usefixtures("nothing_else_to_collect")

Hikyaku = Callable[..., Result]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little work: three builds, two battles with log."""
    monkeypatch.setattr(engine, "FIELD", 3)
    monkeypatch.setattr(engine, "FIELD_SECONDS", 0)
    monkeypatch.setattr(engine, "BATTLES_WITH_LOG", 2)
    monkeypatch.setattr(engine, "LOOPS", 1_000)


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

    assert lines[0].endswith(" cores")
    assert lines[1].startswith("Python 3.")
    assert lines[2].startswith("laplaplus@1, outcomes by ")
    assert lines[4].startswith("fixed loop: ")
    assert lines[6].split()[:2] == ["game", "builds"]


@pytest.mark.parametrize("game", slugs())
def test_the_builds_that_are_drawn_are_legal(game: str) -> None:
    rules = ruleset(game)

    for cards in engine.kinds(rules).values():
        for build in engine.drawn(cards, 20, rules.sizes[-1]):
            assert rules.read_build(rules.write_build(build)) == build


def test_the_same_builds_are_drawn_every_time() -> None:
    field = engine.drawn(("core", "attack"), 5, 8)

    assert engine.drawn(("core", "attack"), 5, 8) == field
    assert engine.drawn(("core", "attack"), 9, 8)[:5] == field


def test_less_than_a_tenth_of_a_second_is_wrong_usage(hikyaku: Hikyaku) -> None:
    assert hikyaku("bench", "engine", "--seconds", "0").exit_code == 2


# --- seasons and lists --------------------------------------------------------------------------------


def adds_up(whole: dict[str, float], *parts: dict[str, float]) -> bool:
    """Whether the sum of one round is that of its steps, to the digits that are printed."""
    return abs(whole["seconds"] - sum(part["seconds"] for part in parts)) < 0.001


def test_a_season_is_measured_from_closing_to_rendered_reports(hikyaku: Hikyaku) -> None:
    told = json.loads(
        hikyaku("bench", "season", "--entries", "6", "--rounds", "1", "--json").stdout
    )
    steps = told["steps"]

    assert list(steps) == [
        *("enter", "close", "run", "standings"),
        *("late entry", "its run", "new standings", "publish", "render"),
    ]
    assert adds_up(
        told["close_to_published"], *(steps[s] for s in ("close", "run", "standings", "publish"))
    )
    assert adds_up(
        told["late_entry"], *(steps[s] for s in ("late entry", "its run", "new standings"))
    )
    assert (told["battles"], told["letters"]) == (15, 6)
    assert told["html_bytes"] > 1_000
    assert told["times_reference"] > 0
    assert told["peak_mib"] > 10
    assert told["machine"]["games"][0].startswith("laplaplus@1, ")


def test_medians_lie_between_the_least_and_the_most_of_the_rounds(hikyaku: Hikyaku) -> None:
    arguments = ("bench", "season", "--entries", "3", "--rounds", "3", "--no-letters")
    told = json.loads(hikyaku(*arguments, "--json").stdout)
    lines = hikyaku(*arguments).stdout.splitlines()

    assert "render" not in told["steps"]
    assert all(
        0 <= step["low"] <= step["seconds"] <= step["high"] for step in told["steps"].values()
    )
    assert "3 entries, 3 battles, 0 reports" in lines
    assert any(line.startswith("late entry to standings") for line in lines)


def test_a_list_is_measured_step_by_step(hikyaku: Hikyaku) -> None:
    arguments = ("bench", "lab", "--characters", "5", "--rounds", "1")
    told = json.loads(hikyaku(*arguments, "--json").stdout)
    lines = hikyaku(*arguments).stdout.splitlines()

    assert list(told["steps"]) == ["read", "play", "rank", "ranking", "cross table"]
    assert adds_up(told["whole"], *told["steps"].values())
    assert told["battles"] == 10
    assert "5 characters, 10 battles" in lines


def test_statistics_are_measured_step_by_step(hikyaku: Hikyaku) -> None:
    """The 8 cards of a build can be changed in 8 × 24 ways, and those that differ be exchanged."""
    arguments = ("bench", "stats", "--entries", "5", "--rounds", "1", "--draws", "50")
    told = json.loads(hikyaku(*arguments, "--json").stdout)
    lines = hikyaku(*arguments).stdout.splitlines()

    assert list(told["steps"]) == [
        *("standings", "sets", "circles", "all statistics", "what would have won")
    ]
    assert 8 * 24 <= told["tried"] <= 8 * 24 + 28
    assert told["tried_battles"] == 4 * told["tried"]
    assert any(line.startswith("5 characters, 50% draws, ") for line in lines)


def test_what_several_threads_use_of_the_processor_is_counted() -> None:
    watch = Watch()
    with watch.step("busy"):
        engine.loop()

    assert watch.steps["busy"].cpu_seconds > 0
    assert watch.sum("busy", "busy").seconds == pytest.approx(
        2 * watch.steps["busy"].seconds, abs=0.001
    )


def test_the_peak_of_memory_is_counted_anew() -> None:
    """40 MiB that are held for a moment are in the peak until it is forgotten."""
    held = bytearray(40 << 20)
    high = peak_mib()
    del held
    forget_peak()

    assert high - peak_mib() > 30
