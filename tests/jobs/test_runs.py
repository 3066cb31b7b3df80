"""Runs are played by whoever claims them first, and by nobody else at the same time."""

from contextlib import closing as closing_at_end
from datetime import UTC, datetime, timedelta
from threading import Event

import pytest
from sqlmodel import select

from app.jobs.seasons import RunsUnderWay, run
from app.jobs.working import work
from app.league import battling, closing, opening, running, submitting
from app.league.submitting import Origin, Submission
from app.store import players, run_claims, runs, seasons
from app.store.audits import Organiser
from app.store.database import Database
from app.store.tables import Run, SeasonState
from tests.outgoing import some_settings

NOW = datetime.now(UTC)
BY = Organiser("olga", NOW)
BUILDS = ("攻響核", "連核", "核核", "盾攻", "攻攻核")


@pytest.fixture
def started(database: Database, monkeypatch: pytest.MonkeyPatch) -> Database:
    """A run under way of five characters; every row is a block of its own."""
    monkeypatch.setattr(battling, "BLOCK_SECONDS", 0)
    monkeypatch.setattr(battling, "FEW_BLOCKS", 100)
    with database.writing() as session:
        season = opening.create(session, opening.Plan("laplaplus", "cup"), BY)
        opening.open_season(session, "cup", BY)
        for number, build in enumerate(BUILDS):
            player = players.known_as(session, f"p{number}@example.com", "en", NOW)
            submission = Submission(f"C{number}", build)
            submitting.submit(session, season, player, submission, Origin(NOW, proven=True))
        closing.close(session, "cup", BY)
        running.start(session, "cup", BY)
    return database


def state(database: Database) -> SeasonState:
    with database.reading() as session:
        return seasons.by_slug(session, "cup").state


def kept(database: Database) -> int:
    with database.reading() as session:
        return sum(
            half is not None for half in runs.outcomes(session, session.exec(select(Run)).one())
        )


def play_to_the_end(job: RunsUnderWay, database: Database) -> int:
    turns = 0
    while job(database, datetime.now(UTC)):
        turns += 1
    return turns


def test_a_worker_plays_what_an_organiser_has_started(started: Database) -> None:
    work(started, some_settings(), stop=Event(), once=True)

    assert state(started) is SeasonState.REVIEW


def test_a_run_is_played_a_block_in_each_turn(started: Database) -> None:
    job = RunsUnderWay()
    job(started, NOW)
    before = kept(started)
    job(started, NOW)

    assert (before, kept(started)) == (0, 1)
    assert play_to_the_end(job, started) == 5
    assert state(started) is SeasonState.REVIEW


def test_nobody_else_plays_it_meanwhile(started: Database) -> None:
    now = datetime.now(UTC)
    with closing_at_end(RunsUnderWay()) as first, closing_at_end(RunsUnderWay()) as second:
        assert first(started, now)

        assert not second(started, now)
        first.close()
        assert second(started, now)


def test_a_worker_that_was_killed_is_followed_by_another_that_goes_on(started: Database) -> None:
    killed, next_one = RunsUnderWay(), RunsUnderWay()
    for _ in range(3):
        killed(started, NOW)
    later = datetime.now(UTC) + run_claims.CLAIMED_FOR + timedelta(seconds=1)

    assert kept(started) == 2
    assert next_one(started, later)
    assert play_to_the_end(next_one, started) == 4
    assert state(started) is SeasonState.REVIEW
    assert killed(started, later)
    assert not killed(started, later)


def test_one_that_was_too_slow_keeps_nothing(started: Database) -> None:
    slow = RunsUnderWay()
    slow(started, NOW)
    with started.writing() as session:
        (row,) = session.exec(select(Run))
        run_claims.claim(session, row.id, now=NOW, by_force=True)
    slow(started, NOW)

    assert kept(started) == 0


def test_whoever_plays_it_by_hand_gets_it(started: Database) -> None:
    worker = RunsUnderWay()
    worker(started, NOW)
    battles = list(run(started, "cup", BY))[-1]
    worker.close()

    assert battles.battles == battles.of == 10
    assert state(started) is SeasonState.REVIEW


def test_a_run_that_fails_leaves_its_turn_to_others(
    started: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = RunsUnderWay()
    monkeypatch.setattr(running, "finish", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        play_to_the_end(job, started)

    assert not job(started, datetime.now(UTC))
    assert state(started) is SeasonState.RUNNING
