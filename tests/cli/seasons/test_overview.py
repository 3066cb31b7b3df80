"""How a season stands."""

import json
import shutil
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from app.cli.console import installation
from app.league.results import runs
from app.store.database import Database
from app.store.matches import matches
from app.tournament.full_table import StandingLine
from tests.cli.conftest import SAMPLES, Installed
from tests.support import duels, worlds

OF_EXCHANGES: Final = ("Time of the day", "Extensions", "Questions")
BACK: Final = "take its publication back with `hikyaku season undo cup`"
UNPLAYED: Final = "no finished results"
TRUE: Final[dict[str, dict[str, str]]] = {
    "open": {"run": "close it with", "publish": "close it with", "verify": UNPLAYED},
    "closed": {"open": "reopen it with", "publish": "run it with", "verify": UNPLAYED},
    "in review": {"open": "take its results back", "verify": "everything holds"},
    "published": {"open": BACK, "run": BACK, "publish": BACK},
    "in stages": {"open": BACK, "run": BACK, "stages": "knockout", "show": "Stage 2"},
    "in matches": {"open": "is running", "run": "matches are played first", "verify": UNPLAYED},
}
"""What commands say of a season in each of these states; no command moves it."""
WALKED: Final = (
    *("list", "show", "entries", "newcomers", "matches", "exchange", "stages", "pairings"),
    *("timetable", "banzuke", "all-rounds", "open", "undo", "archive", "publish", "run", "verify"),
)
MOVES: Final = {("closed", "run"), ("in review", "publish"), ("in review", "run"), ("published", "archive"), ("in stages", "archive")}  # fmt: skip


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


@pytest.mark.parametrize(
    ("world", "tempo"),
    [(world, "") for world in TRUE] + [("in matches", "script"), ("in matches", "live")],
)
def test_every_command_tells_every_state_as_it_is(
    installed: Installed, tmp_path: Path, world: str, tempo: str
) -> None:
    """Something is said, nothing as if it were done before it is refused, and nothing of what the season has not."""
    url = f"sqlite:///{shutil.copy(worlds.file_of(world), tmp_path / 'walked.db')}"
    if tempo:
        with closing(Database(url)) as database, database.writing() as session:
            arranged = matches.correspondence(session, duels.cup(session))
            assert arranged
            arranged.settings = arranged.settings | {"tempo": tempo}
            session.add(arranged)
    for command in WALKED:
        if (world, command) in MOVES:
            continue
        arguments = ("season", command, *(["cup"] if command != "list" else []))
        told = installed(*arguments, code=(0, 1, 3), HIKYAKU_DATABASE_URL=url)
        assert TRUE[world].get(command, "") in told.stdout + told.stderr
        assert bool(told.stderr) is bool(told.exit_code), told
        assert not (told.exit_code and told.stdout), told
        assert "this will write" not in told.stderr, told
        if command == "matches":
            is_told = [each in told.stdout + told.stderr for each in OF_EXCHANGES]
            assert is_told == [world == "in matches" and tempo != "script"] * len(OF_EXCHANGES)
        if command == "exchange":
            assert ("takes orders" in told.stdout) is (world != "in matches")


def test_results_that_were_taken_back_say_so(installed: Installed, tmp_path: Path) -> None:
    url = f"sqlite:///{shutil.copy(worlds.file_of('in review'), tmp_path / 'back.db')}"
    standing = installed("season", "show", "cup", HIKYAKU_DATABASE_URL=url).stdout
    installed(
        *("season", "withdraw", "cup", "Bob", "--reason", "a", "--tell", "b"),
        HIKYAKU_DATABASE_URL=url,
    )
    shown = installed("season", "show", "cup", HIKYAKU_DATABASE_URL=url).stdout

    assert "taken back" not in standing
    assert "These are the results of the run before, which are taken back" in shown


def test_formats_are_printed_without_a_season(installed: Installed) -> None:
    assert "knockout" in installed("season", "stages", "--formats").stdout
    assert "Name a season, or use --formats" in installed("season", "stages", code=2).stderr
