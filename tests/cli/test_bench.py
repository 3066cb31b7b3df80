"""`hikyaku bench`: the figures, not how good they are."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.bench import engine
from app.games import match_slugs
from app.store.database import Database
from tests.cli.conftest import Installed
from tests.support.commands import Told
from tests.support.outgoing import write_letters

pytestmark = pytest.mark.usefixtures("nothing_else_to_collect")

Hikyaku = Callable[..., Told]


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
    assert lines[3].startswith("shiden-issen-2@")
    assert lines[4].startswith("fixed loop: ")
    assert lines[6].split()[:2] == ["game", "builds"]


def test_less_than_a_tenth_of_a_second_is_wrong_usage(hikyaku: Hikyaku) -> None:
    hikyaku("bench", "engine", "--seconds", "0", code=2)


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


def test_an_archive_is_measured_until_it_is_back(hikyaku: Hikyaku) -> None:
    told = json.loads(hikyaku("bench", "archive", "--entries", "3", "--json").stdout)

    assert list(told["steps"]) == ["export", "verify", "restore", "errata"]
    assert told["differences"] == 0
    assert told["files"] > 30


def test_medians_lie_between_the_least_and_the_most_of_the_rounds(hikyaku: Hikyaku) -> None:
    arguments = ("bench", "season", "--entries", "3", "--rounds", "2", "--no-letters")
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


def test_answers_are_measured_step_by_step(hikyaku: Hikyaku) -> None:
    """Of a card in 8 slots there are 192 changes, and of two as many as the battles are enough for."""
    arguments = ("bench", "answers", "--entries", "5", "--rounds", "1")
    told = json.loads(hikyaku(*arguments, "--json").stdout)
    lines = hikyaku(*arguments).stdout.splitlines()

    assert list(told["steps"]) == ["counter-build", "mixture and cards", "best changes"]
    assert (told["beaten"], told["lost"]) == (5, 0)
    assert 192 <= told["changes"] <= 192 + 28 * 24**2
    assert told["gain"] <= 1e-5
    assert "5 characters" in lines


# --- mail ---------------------------------------------------------------------------------------------


def test_every_mail_is_taken_in_answered_rendered_and_sent(
    hikyaku: Hikyaku, database: Database
) -> None:
    told = hikyaku("bench", "mail", "--mails", "20", "--database", database.url, "--json")
    figures = json.loads(told.stdout)

    assert figures["database"] == database.engine.dialect.name
    assert [step["name"] for step in figures["steps"]] == [
        "taken in",
        "read and answered",
        "rendered",
        "sent",
    ]
    assert all(0 < step["slowest_tenth"] <= step["per_second"] for step in figures["steps"])
    assert all(len(step["mib"]) == 10 for step in figures["steps"])


def test_the_figures_are_a_table(hikyaku: Hikyaku) -> None:
    lines = hikyaku("bench", "mail", "--mails", "10").stdout.splitlines()

    assert lines[0] == "10 mails, sqlite"
    assert lines[2].split()[:3] == ["step", "mails/s", "slowest"]
    assert len(lines) == 7


@pytest.mark.parametrize("command", ["mail", "letters"])
def test_nothing_is_measured_where_somebody_plays(
    command: str, hikyaku: Hikyaku, database: Database
) -> None:
    write_letters(database, "alice")
    told = hikyaku("bench", command, "--database", database.url, code=1)

    assert told.stdout == ""
    assert told.stderr == "There is something in that database; name an empty one.\n"


@pytest.mark.parametrize("command", ["mail", "letters"])
@pytest.mark.parametrize("url", ["foo", "mysql://x", "postgresql://x:port/y"])
def test_an_address_of_no_database_is_told_by_its_option(
    command: str, url: str, hikyaku: Hikyaku
) -> None:
    told = hikyaku("bench", command, "--database", url, code=1)

    assert told.stderr == "--database must be sqlite:///FILE or postgresql://USER@HOST/NAME.\n"


def test_wrong_settings_are_no_bug(installed: Installed) -> None:
    told = installed("bench", "season", "--entries", "2", code=1, HIKYAKU_TIMEZONE="Tokyo time")

    assert told.stderr == "HIKYAKU_TIMEZONE: no such time zone. Write it like Asia/Tokyo.\n"


def test_a_worker_s_letters_are_measured_beside_the_bare_library_s(hikyaku: Hikyaku) -> None:
    few = "--letters", "8", "--connections", "2", "--rounds", "1"
    figures = json.loads(hikyaku("bench", "letters", *few, "--json").stdout)
    told = hikyaku("bench", "letters", *few)

    assert (figures["database"], figures["letters"], figures["connections"]) == ("sqlite", 8, 2)
    assert min(figures["worker"]["per_second"], figures["bare"]["per_second"]) > 0
    assert "8 letters, sqlite, connections: 2" in told.stdout
    assert "of the library's speed" in told.stdout


def test_matches_of_each_game_with_decisions_are_counted(hikyaku: Hikyaku) -> None:
    paces = json.loads(hikyaku("bench", "matches", "--matches", "5", "--json").stdout)
    told = hikyaku("bench", "matches", "--matches", "5").stdout.splitlines()

    assert [pace["game"].partition("@")[0] for pace in paces] == [*match_slugs()]
    for pace in paces:
        assert 0 < pace["matches"]["low"] <= pace["matches"]["median"] <= pace["matches"]["high"]
        assert pace["lines"] > 10
    assert told[0].split()[:2] == ["game", "matches/s"]


def test_records_are_left_that_anybody_can_check(hikyaku: Hikyaku, tmp_path: Path) -> None:
    told = hikyaku("bench", "matches", "--write", str(tmp_path / "r"), "--matches", "2").stdout

    files = sorted((tmp_path / "r").iterdir())
    assert [each.name for each in files] == [
        f"{slug}-00{n}.jsonl" for slug in match_slugs() for n in (1, 2)
    ]
    assert str(tmp_path) in told
    for each in files:
        assert "the chain is whole" in hikyaku("match", "verify", str(each)).stdout


def test_decks_seats_and_ways_of_playing_are_compared_by_matches_of_the_house(
    hikyaku: Hikyaku,
) -> None:
    call = ("bench", "balance", "ocg", "--matches", "2", "--rule", "unique=own")
    told = json.loads(hikyaku(*call, "--plays", "autopilot", "--plays", "pass", "--json").stdout)

    starters = [("Blades", "Blades"), ("Blades", "Wilds"), ("Wilds", "Wilds")]
    house, idle = "autopilot", "pass"
    assert [(*line["decks"], *line["plays"]) for line in told] == [
        (*decks, *plays)
        for decks in starters
        for plays in ((house, house), (idle, idle), (idle, house), (house, idle))
        if plays != (house, idle) or decks == ("Blades", "Wilds")
    ]
    assert {line["score"] for line in told if line["plays"] == [idle, house]} == {0}
    assert all(sum(line["ends"].values()) == line["matches"] == 2 for line in told)
    heads, row = hikyaku(
        *("bench", "balance", "fest", "--matches", "1", "--plays", "random")
    ).stdout.splitlines()[:2]
    assert heads.split()[:4] == ["first", "plays", "second", "plays"]
    assert row.split()[:4] == ["D1", "random", "D1", "autopilot"]


def test_a_seed_draws_decks_and_luck_of_matches_that_are_played_with_seats_exchanged(
    hikyaku: Hikyaku,
) -> None:
    call = ("bench", "balance", "fest", "--plays", "random", "--matches", "2", "--json")
    told = [hikyaku(*call, "--seed", seed).stdout for seed in ("one", "one", "another")]
    (line,) = json.loads(told[0])

    assert told[0] == told[1]
    assert line["decks"] == ["drawn", "drawn"]
    assert 0 <= line["give"] < 1


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["laplaplus"], "laplaplus is no game with matches; there is"),
        (["ocg", "--plays", "boldly"], "there is autopilot, charge, guard, pass, tengu, random"),
        (["ocg", "--rule", "unique=x"], "“unique” cannot be “x”. Write one of: field, own."),
        (["ocg", "--build", "deck Wildz"], "Wilds"),
        (
            ["ocg", "--rule", "rarity=C", "--build", "Siege"],
            "this season allows cards up to common",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused(hikyaku: Hikyaku, call: list[str], told: str) -> None:
    refused = hikyaku("bench", "balance", *call, code=1)
    assert told in refused.stderr


def test_a_season_by_standing_orders_is_measured_from_closing_to_publication(
    hikyaku: Hikyaku,
) -> None:
    told = json.loads(
        hikyaku("bench", "season", "--game", "fest", "--entries", "3", "--json").stdout
    )
    steps = told["steps"]

    assert list(steps) == ["enter", "close", "matches", "run", "publish"]
    assert adds_up(told["close_to_published"], *(steps[each] for each in [*steps][1:]))
    assert (told["matches"], len(told["digest"])) == (3, 64)
    refused = hikyaku("bench", "season", "--game", "laplaplus", code=1)
    assert "laplaplus is no game with matches" in refused.stderr


def test_an_exchange_is_measured_from_the_first_order_to_the_last_match(hikyaku: Hikyaku) -> None:
    small = ("bench", "exchange", "--players", "4", "--matches", "3")
    told = json.loads(hikyaku(*small, "--json").stdout)
    *_, rates, _memory = hikyaku(*small, "--workers", "1").stdout.splitlines()

    assert (told["players"], told["orders"], told["matches"]) == (4, 12, 6)
    assert told["lines"] > told["matches"]
    assert [*told["steps"]] == [*told["rates"]] == ["orders", "matches", "letters"]
    assert "orders a second" in rates
