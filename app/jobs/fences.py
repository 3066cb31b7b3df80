"""Fences: what goes wrong with one season, match or message stops no other."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Final, TypeVar
from weakref import WeakKeyDictionary

from sqlmodel import Session

from app.jobs.back_off import MACHINES, MOST_SECONDS, rest_after, told
from app.store import seasons
from app.store.database import Database, saying_outages
from app.store.tables import Season

T = TypeVar("T")
Question = Callable[[Session, Season, datetime], object]
_LONGEST: Final = timedelta(seconds=MOST_SECONDS)
_RESTS: Final[WeakKeyDictionary[Database, dict[str, tuple[int, datetime]]]] = WeakKeyDictionary()
"""What has failed, by its name: how often in a row, and until when it rests."""

logger = logging.getLogger(__name__)


def resting(database: Database, now: datetime) -> list[str]:
    """What has failed and rests. A clock that went back keeps nothing for longer than the longest rest."""
    known = _RESTS.get(database, {}).items()
    return [what for what, (_, until) in known if now < until <= now + _LONGEST]


def attempt(
    database: Database,
    what: str,
    now: datetime,
    act: Callable[[], T],
    undo: Callable[[], object] = lambda: None,
) -> T | None:
    """The result of the work. None while it is skipped, or if it fails: then the log says why, and
    it is skipped for a while, longer each time.

    Raises if a machine is away: that is no fault of the work. `undo`: called after a failure.
    """
    if what in resting(database, now):
        return None
    try:
        with saying_outages():
            return act()
    except MACHINES:
        raise
    except Exception as error:
        undo()
        failed = _RESTS.setdefault(database, {})
        before, until = failed.get(what, (0, now))
        failures = before + 1 if abs(now - until) <= _LONGEST else 1
        rest = rest_after(failures)
        failed[what] = failures, now + timedelta(seconds=rest)
        logger.error("%s failed, rests for %d s: %s", what, rest, told(error))
        return None


def due(
    database: Database,
    what: str,
    now: datetime,
    find: Callable[[Session], Iterable[Season]],
    is_due: Question,
) -> list[str]:
    """The slugs of the seasons, of those found, that are due and do not rest. `what`: the job, before the slug."""
    with database.reading() as session:
        return [
            slug
            for slug, each in [(each.slug, each) for each in find(session)]
            if not each.paused_at
            if attempt(
                database,
                f"{what} {slug}",
                now,
                partial(is_due, session, each, now),
                session.rollback,
            )
        ]


def in_turn(
    database: Database,
    what: str,
    now: datetime,
    find: Callable[[Session], Iterable[Season]],
    is_due: Question,
    act: Question,
) -> bool:
    """Handle each due season in its own transaction. Returns whether anything changed.

    It is asked again when it is locked: another worker, or an organiser, may have been faster.
    """

    def turn(slug: str) -> bool:
        with database.writing() as session:
            season = seasons.locked(session, slug)
            goes_on = not season.paused_at and is_due(session, season, now)
            return bool(goes_on and act(session, season, now))

    slugs = due(database, what, now, find, is_due)
    came = [attempt(database, f"{what} {slug}", now, partial(turn, slug)) for slug in slugs]
    return any(came)
