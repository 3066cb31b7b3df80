"""The database goes away in the middle of a season, and the season goes on where it was."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from app.jobs.seasons import RunsUnderWay
from app.league import battling, closing, opening, running, submitting
from app.league.submitting import Origin, Submission
from app.store import players, run_claims, runs, seasons
from app.store.audits import Organiser
from app.store.database import Database, StoreUnavailable
from app.store.tables import Run, SeasonState
from tests.databases import outage, postgres_database

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
BY = Organiser("olga", NOW)
BUILDS = ("攻響核", "連核", "核核", "盾攻", "攻攻核")


def start(database: Database) -> None:
    with database.writing() as session:
        season = opening.create(session, opening.Plan("laplaplus", "cup"), BY)
        opening.open_season(session, "cup", BY)
        for number, build in enumerate(BUILDS):
            player = players.known_as(session, f"p{number}@example.com", "en", NOW)
            submission = Submission(f"C{number}", build)
            submitting.submit(session, season, player, submission, Origin(NOW, proven=True))
        closing.close(session, "cup", BY)
        running.start(session, "cup", BY)


def digest(database: Database) -> str | None:
    with database.reading() as session:
        assert seasons.by_slug(session, "cup").state is SeasonState.REVIEW
        return session.exec(select(Run)).one().digest


def test_a_run_goes_on_after_an_outage(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battling, "BLOCK_SECONDS", 0)
    monkeypatch.setattr(battling, "FEW_BLOCKS", 100)
    with (
        postgres_database(postgres, "migrated") as disturbed,
        postgres_database(postgres, "migrated") as undisturbed,
    ):
        at, beside = Database(disturbed), Database(undisturbed)
        for database in (at, beside):
            start(database)
        job = RunsUnderWay()
        for _ in range(3):
            assert job(at, datetime.now(UTC))
        with outage(postgres), pytest.raises(StoreUnavailable):
            job(at, datetime.now(UTC))

        with at.reading() as session:
            halves = runs.outcomes(session, session.exec(select(Run)).one())
        later = datetime.now(UTC) + run_claims.CLAIMED_FOR + timedelta(seconds=1)
        for each, database in ((job, at), (RunsUnderWay(), beside)):
            while each(database, later):
                pass

        assert sum(half is not None for half in halves) == 2
        assert digest(at) == digest(beside)
        at.close()
        beside.close()
