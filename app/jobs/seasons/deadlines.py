"""Moments of timetables that have come: seasons open, close, are laid open to their organisers, played, released and archived."""

from datetime import datetime, timedelta
from typing import Final

from app.jobs.inbox import read_new
from app.league import results, visibility
from app.league.seasons import close
from app.league.timetable import steps
from app.mail.requests.handler import Desk
from app.store import seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Season, SeasonState
from app.store.work import steps as work

ARRIVING: Final = timedelta(seconds=15)
"""So long a mail may be on its way into the database: it was received when that began."""


def lay_open_due(database: Database, now: datetime) -> bool:
    """Every season that was closed before its announced deadline is laid open to organisers when that has come; whether one was."""
    with database.reading() as session:
        waiting = seasons.not_laid_open(session)
        due = [each.slug for each in waiting if visibility.is_due(each, now)]
    for slug in due:
        with database.writing() as session:
            visibility.lay_open(seasons.locked(session, slug), now)
    return bool(due)


def close_due(at: Desk, database: Database, now: datetime) -> bool:
    """Close every season whose deadline has passed, once its mail is there and read; whether there was one.

    Another worker may do the same, and an organiser may have moved the deadline since we looked.
    """
    with database.reading() as session:
        due = [each.slug for each in seasons.open_ones(session) if _is_over(each, now)]
    if due:
        list(read_new(database, at))
    for slug in due:
        with database.writing() as session:
            season = seasons.locked(session, slug)
            if season.state is SeasonState.OPEN and _is_over(season, now):
                close(session, slug, Organiser("timetable", now))
    return bool(due)


def _is_over(season: Season, now: datetime) -> bool:
    return season.closes_at is not None and season.closes_at + ARRIVING <= now


def release_due(database: Database, now: datetime) -> bool:
    """The results of every season whose announced release has come are public; whether there was one.

    Another worker may do the same, and an organiser may have called it off since we looked.
    """
    with database.reading() as session:
        due = [
            each.slug
            for each in seasons.to_release(session, now)
            if steps.is_release_due(session, each, now)
        ]
    for slug in due:
        with database.writing() as session:
            if steps.is_release_due(session, seasons.locked(session, slug), now):
                results.release(session, slug, now)
    return bool(due)


def step_due(database: Database, now: datetime) -> bool:
    """A step of the timetable of every season that is due has been taken; whether there was one.

    Another worker may do the same, and an organiser may have moved or held it since we looked.
    """
    with database.reading() as session:
        found = [each for each in work.with_due(session, now) if steps.is_due(session, each, now)]
        due = [each.slug for each in found]
    taken = 0
    for slug in due:
        with database.writing() as session:
            taken += steps.take(session, slug, now)
    return taken > 0
