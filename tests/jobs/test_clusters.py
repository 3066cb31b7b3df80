"""A season that a cluster plays ends as one that is played here, though a worker is killed."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.games import ruleset
from app.jobs.seasons.runs import run
from app.league.desk import interventions
from app.league.entries.contents import Submission
from app.league.results import results
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.store import seasons
from app.store.database import Database
from app.store.results import runs
from app.store.security.audits import Organiser
from app.tournament import blocks, executors
from tests.support.clusters import cluster
from tests.support.databases import on_postgresql

ENTRIES = 40
BY = Organiser("olga", datetime.now(UTC), "reasons")


def digest(database: Database) -> tuple[int, str | None]:
    """Of the latest run, with its serial."""
    with database.reading() as session:
        latest = runs.latest(session, seasons.by_slug(session, "cup"))
        assert latest
        return latest.serial, latest.digest


def fill(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed season, of which every row is a task."""
    monkeypatch.setattr(blocks, "BLOCK_SECONDS", 0)
    monkeypatch.setattr(blocks, "FEW_BLOCKS", 0)
    monkeypatch.setattr(executors, "CONNECT_SECONDS", 120)
    cards = [card.char for card in ruleset("laplaplus").cards]
    with database.writing() as session:
        league_seasons.create(session, season_plans.Plan("laplaplus", "cup"), BY)
        league_seasons.open_season(session, "cup", BY)
        for number in range(ENTRIES):
            build = cards[number % len(cards)] + cards[number // len(cards)] + "核"
            interventions.add(session, "cup", Submission(f"C{number}", build), BY)
        league_seasons.close(session, "cup", BY)


def test_a_cluster_that_loses_all_its_workers_is_not_waited_for(
    sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hikyaku.db"
    path.write_bytes(sqlite_template.read_bytes())
    database = Database(f"sqlite:///{path}")
    fill(database, monkeypatch)
    monkeypatch.setattr(executors, "ALONE_SECONDS", 1)
    monkeypatch.setattr(executors, "LOOK_SECONDS", 0.5)
    with cluster() as there:
        playing = run(database, "cup", BY, there.address)
        for done, _ in enumerate(playing):
            if done == 2:
                there.kill_all_workers()
    serial, played_here = digest(database)
    with database.reading() as session:
        latest = runs.latest(session, seasons.by_slug(session, "cup"))
    with database.writing() as session:
        results.undo(session, "cup", BY)
    list(run(database, "cup", BY))

    assert latest
    assert latest.alone_since
    assert played_here
    assert digest(database) == (serial + 1, played_here)
    database.close()


@on_postgresql
def test_a_worker_that_is_killed_in_mid_run_changes_no_digest(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is played here afterwards must end alike, or it would be halted."""
    fill(database, monkeypatch)
    with cluster() as there:
        playing = run(database, "cup", BY, there.address)
        for done, _ in enumerate(playing):
            if done == 5:
                there.kill_a_worker()
    serial, played_there = digest(database)
    with database.writing() as session:
        results.undo(session, "cup", BY)
    list(run(database, "cup", BY))

    assert played_there
    assert digest(database) == (serial + 1, played_there)
