"""Moments of timetables that have come: seasons open, close, are laid open to their organisers, played, released and archived."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.jobs import fences
from app.league import visibility
from app.league.entries import places
from app.league.results import results
from app.league.seasons import calling_off
from app.league.timetable import steps
from app.store import mails, seasons
from app.store.database import Database
from app.store.tables import Season, SeasonState
from app.store.work import outages, steps as work

ARRIVING: Final = timedelta(seconds=45)
"""So long a mail or a form may be on its way into the database: it was received when that began."""


def lay_open_due(database: Database, now: datetime) -> bool:
    """Every season that was closed before its announced deadline is laid open to organisers when that has come; whether one was."""
    return fences.in_turn(
        database,
        "laying open",
        now,
        seasons.not_laid_open,
        lambda _, season, now: visibility.is_due(season, now),
        lambda _, season, now: visibility.lay_open(season, now),
    )


def close_due(database: Database, now: datetime) -> bool:
    """Every season whose deadline has passed, or that is full and was to begin then, goes on from there, once its mail is there and read; whether one did.

    Until then it is open to that mail, which another job reads. Another worker may do the same, and an organiser may
    have moved the deadline since we looked.
    """
    return fences.in_turn(
        database,
        "closing",
        now,
        seasons.open_ones,
        _is_over,
        calling_off.pass_deadline,
    )


def _is_over(session: Session, season: Season, now: datetime) -> bool:
    closes_at = places.ends_at(season) if season.state is SeasonState.OPEN else None
    is_past = closes_at is not None and now >= closes_at
    return calling_off.is_due(session, season, now) and not (
        is_past and closes_at and not all_came(session, closes_at, now)
    )


def all_came(session: Session, until: datetime, now: datetime) -> bool:
    """Whether all that was received before this moment is there, and read."""
    is_over = now >= until + ARRIVING and not outages.may_hold(session, until, now)
    return is_over and not mails.unread(session, until)


def release_due(database: Database, now: datetime) -> bool:
    """Publish the results of every season whose announced release has come. Returns whether there was one."""
    return fences.in_turn(
        database,
        "releasing",
        now,
        lambda session: seasons.to_release(session, now),
        steps.is_release_due,
        lambda session, season, now: results.release(session, season.slug, now),
    )


def step_due(database: Database, now: datetime) -> bool:
    """A step of the timetable of every season that is due has been taken; whether there was one."""
    return fences.in_turn(
        database,
        "a step of",
        now,
        lambda session: work.with_due(session, now),
        steps.is_due,
        lambda session, season, now: steps.take(session, season.slug, now),
    )
