"""Outages of the site are made up for: nobody loses time that it took from them."""

from datetime import datetime
from functools import partial

from app.jobs.fences import attempt
from app.league.matches import deadlines
from app.store.database import Database
from app.store.matches import exchanges
from app.store.work import outages


def make_up_due(database: Database, now: datetime) -> bool:
    """Deadlines of matches have moved by every outage; whether there was one.

    One that ends in the future was noted by a clock that was wrong, and moves nothing. A season whose deadlines cannot move
    keeps them, and the others do not wait for it.
    """
    with database.reading() as session:
        if not outages.pending(session):
            return False
    with database.writing() as session:
        slugs = [each.slug for each in exchanges.under_way(session)]
        for each in outages.pending(session):
            if each.ended_at <= now:
                for slug in slugs:
                    away = each.began_at, each.ended_at
                    make_up = partial(deadlines.make_up, session, slug, *away, now)
                    attempt(database, f"making up for an outage in {slug}", now, make_up)
            each.made_up_at = now
            session.add(each)
    return True
