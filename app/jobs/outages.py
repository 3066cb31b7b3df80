"""Outages of the site are made up for: nobody loses time that it took from them."""

from datetime import datetime

from app.league.matches import deadlines
from app.store.database import Database
from app.store.work import outages


def make_up_due(database: Database, now: datetime) -> bool:
    """Deadlines of matches have moved by every outage; whether there was one.

    One that ends in the future was noted by a clock that was wrong, and moves nothing.
    """
    with database.reading() as session:
        if not outages.pending(session):
            return False
    with database.writing() as session:
        for each in outages.pending(session):
            if each.ended_at <= now:
                deadlines.make_up(session, each.began_at, each.ended_at, now)
            each.made_up_at = now
            session.add(each)
    return True
