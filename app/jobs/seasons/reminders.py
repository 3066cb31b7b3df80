"""Deadlines that near: players without an entry, or without orders for their matches, are reminded."""

from datetime import datetime

from app.league import news
from app.league.matches import turns
from app.store import seasons
from app.store.database import Database
from app.store.matches import exchanges


def remind_due(database: Database, now: datetime) -> bool:
    """Every player who is to be reminded by now gets a letter; whether there was one.

    Without one nothing is written, and other writers do not wait.
    """
    with database.reading() as session:
        due = [
            each.slug for each in seasons.open_ones(session) if news.unreminded(session, each, now)
        ]
        of_matches = [
            each.slug
            for each in exchanges.under_way(session)
            if turns.unreminded(session, each, now)
        ]
    reminded = 0
    for slug in due:
        with database.writing() as session:
            reminded += news.remind(session, seasons.by_slug(session, slug), now)
    for slug in of_matches:
        with database.writing() as session:
            reminded += turns.remind(session, seasons.locked(session, slug), now)
    return reminded > 0
