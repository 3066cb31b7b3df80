"""The worker forgets lists whose time is over."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

from sqlmodel import select

from app.jobs.worker import work
from app.store import trials
from app.store.database import Database
from app.store.tables import Trial
from tests.support.outgoing import some_settings


def test_lists_whose_time_is_over_are_forgotten(database: Database, tmp_path: Path) -> None:
    now = datetime.now(UTC)
    with database.writing() as session:
        for days, token in ((30, "over"), (29, "kept")):
            trials.keep(session, token, "laplaplus", "核\n核", now=now - timedelta(days=days))

    work(database, some_settings(maildir=tmp_path), stop=Event(), once=True)

    with database.reading() as session:
        assert [each.token for each in session.exec(select(Trial))] == ["kept"]
