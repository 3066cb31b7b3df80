"""Deadlines that near: players without an entry are reminded."""

from datetime import datetime

from app.league import news
from app.store import seasons
from app.store.database import Database


def remind_due(database: Database, now: datetime) -> bool:
    """Every player who is to be reminded by now gets a letter; whether there was one.

    Without one nothing is written, and other writers do not wait.
    """
    with database.reading() as session:
        due = [
            each.slug for each in seasons.open_ones(session) if news.unreminded(session, each, now)
        ]
    reminded = 0
    for slug in due:
        with database.writing() as session:
            reminded += news.remind(session, seasons.by_slug(session, slug), now)
    return reminded > 0
