"""Deadlines that near: players without an entry are reminded."""

from datetime import datetime

from app.league import announcing
from app.store import seasons
from app.store.database import Database


def remind_due(database: Database, now: datetime) -> bool:
    """Everybody who is to be reminded by now gets a letter; whether there was anybody."""
    with database.reading() as session:
        near = [each.slug for each in seasons.open_ones(session) if announcing.is_near(each, now)]
    reminded = 0
    for slug in near:
        with database.writing() as session:
            reminded += announcing.remind(session, seasons.by_slug(session, slug), now)
    return reminded > 0
