"""How a season stands."""

import json

from app.cli.console import installation
from app.league import runs
from app.tournament.full_table import StandingLine
from tests.cli.conftest import SAMPLES, Installed


def test_a_run_that_another_plays_is_shown_with_how_far_it_is(cup: Installed) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    cup("season", "close", "cup")
    with installation.database() as at, at.writing() as session:
        runs.start(session, "cup", installation.organiser())
    shown = json.loads(cup("season", "show", "cup", "--json").stdout)

    assert (shown["played"], shown["to_play"], shown["seconds_left"]) == (0, 3, None)


def test_entries_that_do_not_count_yet_are_shown_with_what_to_do(cup: Installed) -> None:
    cup("mail", "in", str(SAMPLES / "a01-gmail-alternative.eml"))
    cup("mail", "send")
    shown = cup("season", "show", "cup").stdout
    (held,) = json.loads(cup("season", "entries", "cup", "--json").stdout)
    cup("mail", "confirm", str(held["player"]), held["name"])
    settled = cup("season", "show", "cup").stdout

    assert ["held", "1"] in [line.split() for line in shown.splitlines()]
    assert "`hikyaku season entries cup` lists those that are held" in shown
    assert "that are held" not in settled


def test_a_line_of_the_table_is_the_json_that_the_site_gives(cup: Installed) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose"):
        cup("season", "add", "cup", build)
    cup("season", "close", "cup")
    cup("season", "run", "cup", "--quiet")
    first, _ = json.loads(cup("season", "show", "cup", "--json").stdout)["standings"]

    assert first == StandingLine.model_validate(first).model_dump()
    assert first["tie_breaks"] == {"head-to-head": None, "sonneborn-berger": 0.0, "wins": 1}
