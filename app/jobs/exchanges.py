"""Exchanges: matches that are due move on, a block at a time; killed anywhere, the work goes on."""

import logging
from datetime import datetime, timedelta
from typing import Final

from app.jobs.back_off import rest_after
from app.league import runs, visibility
from app.league.matches import advances, exchanges
from app.league.matches.advances import Moved
from app.league.matches.settings import GRACE
from app.store import entrants, mails, matches, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import SeasonState
from app.store.work import match_claims

AT_A_TIME: Final = 50
"""So many matches are claimed, moved on and kept together."""

logger = logging.getLogger(__name__)


def begin_due(database: Database, now: datetime) -> bool:
    """The matches of every season whose entries are laid open have been made; whether there was one."""
    with database.reading() as session:
        waiting = matches.to_begin(session)
        due = [
            each.slug
            for each in waiting
            if visibility.shows_entries(each, visibility.Reader.ORGANISER, now)
            and len(entrants.numbered(session, each)) > 1
        ]
    for slug in due:
        with database.writing() as session:
            season = seasons.locked(session, slug)
            if season.state is SeasonState.CLOSED and not matches.begun(session, season):
                runs.start(session, slug, Organiser("timetable", now))
    return bool(due)


def move_due(database: Database, now: datetime) -> bool:
    """A block of matches that were due has moved on, as far as it is still ours; whether there was any.

    Orders that came in time are read first. A match that cannot be moved on rests, and holds up no other.
    """
    with database.reading() as session:
        waiting = match_claims.waiting(session, now=now, most=AT_A_TIME)
        if not waiting or mails.unread(session, now - GRACE):
            return False
    with database.writing() as session:
        token, ours = match_claims.claim(session, waiting, now=now)
    with database.reading() as session:
        plays = exchanges.load(session, ours)
    moved: list[Moved] = []
    failed: dict[int, Exception] = {}
    for play in plays:
        try:
            moved.append(advances.move_on(play))
        except Exception as error:
            failed[play.id] = error
            logger.exception("match %s cannot be moved on", play.head["game_id"])
    with database.writing() as session:
        for id in failed:
            failures = matches.by_ids(session, [id])[0].failures
            until = now + timedelta(seconds=rest_after(failures + 1))
            match_claims.rest(session, id, token, until)
        exchanges.keep(session, token, moved, now)
    return bool(ours)
