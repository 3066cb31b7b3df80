"""Decide duels whose deadline has passed or whose match is over, and delete those that ended long ago."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from sqlmodel import Session

from app.jobs.fences import attempt
from app.jobs.seasons.deadlines import all_came
from app.league.duels import builds, matches, news
from app.store import duels
from app.store.database import Database
from app.store.tables import Duel

_SOON: Final = timedelta(days=1)
"""No reminder leaves earlier than this before a deadline."""
KEPT_FOR: Final = timedelta(days=365)
"""So long after its end both can look a duel up, and show it to others."""


def settle_due(database: Database, now: datetime) -> bool:
    """Decide every duel whose match is over, or whose deadline has passed and whose mail has been read.

    Returns whether there was one.
    Another job reads the mail. Another worker may do the same, and the duelists may have sent since we looked.
    """
    with database.reading() as session:
        over = duels.ending_by(session, now)
        due = [each.id for each in over if all_came(session, each.due_at, now)]
        played = [each.id for each in duels.with_match_over(session)]
    settled = _each(database, "the end of", now, due, builds.settle)
    return _each(database, "the match of", now, played, matches.settle) or settled


def remind_due(database: Database, now: datetime) -> bool:
    """Remind duelists who have not sent and whose deadline is near. Returns whether there was one."""
    with database.reading() as session:
        soon = duels.ending_by(session, now + _SOON)
        due = [each.id for each in soon if any(news.unreminded(each, now))]
    return _each(database, "reminders of", now, due, news.remind)


def _each(
    database: Database,
    what: str,
    now: datetime,
    numbers: Sequence[int],
    act: Callable[[Session, Duel, datetime], object],
) -> bool:
    """Each of these duels had its turn; whether there was one."""

    def turn(number: int) -> bool:
        with database.writing() as session:
            duel = duels.locked(session, number)
            return duel is not None and act(session, duel, now) is not False

    names = {number: f"{what} duel {number}" for number in numbers}
    came = [attempt(database, name, now, partial(turn, it)) for it, name in names.items()]
    return any(came)


def forget_ended(database: Database, now: datetime) -> bool:
    """Duels that ended long ago are gone; whether there were any."""
    before = now - KEPT_FOR
    with database.reading() as session:
        found = duels.any_ended(session, before=before)
    if found:
        with database.writing() as session:
            duels.forget_ended(session, before=before)
    return found
