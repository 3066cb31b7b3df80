"""Who may see what of a season, and when."""

from datetime import datetime, timedelta

import pytest
from sqlmodel import Session

from app.jobs.seasons import lay_open_due
from app.league import closing, opening, visibility
from app.league.visibility import Reader
from app.store import seasons
from app.store.audits import Organiser
from app.store.database import Database
from app.store.tables import Season
from tests.people import NOW

DEADLINE = NOW + timedelta(days=1)


def olga(now: datetime = NOW, reason: str = "") -> Organiser:
    return Organiser("olga", now, reason)


def the_cup(session: Session) -> Season:
    return seasons.by_slug(session, "cup")


def a_closed_cup(database: Database, closes_at: datetime | None, closed_at: datetime) -> None:
    with database.writing() as session:
        opening.create(session, opening.Plan("laplaplus", "cup", closes_at=closes_at), olga())
        opening.open_season(session, "cup", olga())
        closing.close(session, "cup", olga(closed_at))


@pytest.mark.parametrize(
    ("closes_at", "closed_at", "opens_at"),
    [
        (None, NOW, NOW),
        (DEADLINE, DEADLINE + timedelta(seconds=15), DEADLINE + timedelta(seconds=15)),
        (DEADLINE, NOW, DEADLINE),
    ],
)
def test_builds_are_laid_open_by_the_closing_but_never_before_the_announced_deadline(
    database: Database, closes_at: datetime | None, closed_at: datetime, opens_at: datetime
) -> None:
    a_closed_cup(database, closes_at, closed_at)

    before = opens_at - timedelta(seconds=1)
    assert not lay_open_due(database, before)
    assert lay_open_due(database, opens_at) == (opens_at != closed_at)
    with database.reading() as session:
        cup = the_cup(session)
        assert cup.laid_open_at == opens_at
        assert visibility.shows_entries(cup, Reader.ORGANISER, opens_at)
        assert visibility.shows_entries(cup, Reader.ORGANISER, before) == (opens_at == closed_at)
        for moment in (before, opens_at):
            assert not visibility.shows_entries(cup, Reader.PUBLIC, moment)
            assert visibility.shows_entries(cup, Reader.PLAYER, moment)
