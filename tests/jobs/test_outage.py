"""The database goes away in the middle of a season, and the season goes on where it was."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from app.jobs.seasons.runs import RunsUnderWay
from app.store import seasons
from app.store.database import Database, StoreUnavailable
from app.store.results import runs
from app.store.security.audits import Organiser
from app.store.tables import Run, SeasonState
from app.store.work import run_claims
from tests.support.databases import outage, postgres_database

BY = Organiser("olga", datetime(2026, 11, 21, 12, tzinfo=UTC))


def digest(database: Database) -> str | None:
    with database.reading() as session:
        assert seasons.by_slug(session, "cup").state is SeasonState.REVIEW
        return session.exec(select(Run)).one().digest


def test_a_run_goes_on_after_an_outage(
    postgres: str, start: Callable[[Database, Organiser], None]
) -> None:
    with (
        postgres_database(postgres, "migrated") as disturbed,
        postgres_database(postgres, "migrated") as undisturbed,
    ):
        at, beside = Database(disturbed), Database(undisturbed)
        for database in (at, beside):
            start(database, BY)
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
