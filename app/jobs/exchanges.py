"""Exchanges: matches that are due move on, a block at a time; killed anywhere, the work goes on."""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, suppress
from datetime import datetime, timedelta
from itertools import chain
from typing import Final

from app.engine import Pace
from app.errors import SeasonRefused
from app.jobs.back_off import rest_after
from app.league import runs, visibility
from app.league.matches import advances, exchanges
from app.league.matches.advances import Moved, Play
from app.league.matches.settings import GRACE
from app.store import entrants, mails, seasons
from app.store.database import Database
from app.store.matches import matches
from app.store.security.audits import Organiser
from app.store.tables import SeasonState
from app.store.work import match_claims, outages
from app.tournament.executors import LOCAL, Hands, NoWorkers, hands
from app.tournament.fingerprint import fingerprint

AT_A_TIME: Final = 50
"""So many matches are claimed, moved on and kept together."""

logger = logging.getLogger(__name__)


def begin_due(database: Database, now: datetime) -> bool:
    """The matches of every season whose entries are laid open have been made; whether there was one.

    A season in which nobody would meet waits for its organiser, whom the run tells why.
    """
    with database.reading() as session:
        waiting = matches.to_begin(session)
        due = [
            each.slug
            for each in waiting
            if visibility.shows_entries(each, visibility.Reader.ORGANISER, now)
            and len(entrants.numbered(session, each)) > 1
        ]
    begun = 0
    for slug in due:
        with suppress(SeasonRefused), database.writing() as session:
            season = seasons.locked(session, slug)
            if season.state is SeasonState.CLOSED and not matches.begun(session, season):
                runs.start(session, slug, Organiser("timetable", now))
                begun += 1
    return begun > 0


class DueMatches:
    """The worker's job: a block of matches that were due has moved on, in each turn.

    Where more than a block of them is due, as in tempo `script`, all cores play them, or the workers of a cluster, until
    none is left. A cluster that cannot play leaves them to this machine.
    """

    def __init__(self, compute: str = LOCAL) -> None:
        self._compute = compute
        self._stack = ExitStack()
        self._hands: Hands | None = None

    def __call__(self, database: Database, now: datetime) -> bool:
        """Tells whether there was any."""
        at_a_time = AT_A_TIME * (2 * self._hands.many if self._hands else 1)
        try:
            many = _move(database, now, at_a_time, self._play)
            if many < AT_A_TIME:
                self.close()
            elif not self._hands:
                self._hands = self._stack.enter_context(hands(self._compute, Pace()))
        except (NoWorkers, BrokenExecutor) as error:
            logger.warning("%s: matches are played here", error)
            self._compute = LOCAL
            self.close()
            return True
        return many > 0

    def close(self) -> None:
        """No process is left."""
        self._hands = None
        self._stack.close()

    def _play(self, plays: Sequence[Play]) -> list[Moved | Exception]:
        there = self._hands
        if not there:
            return advances.moved(plays)
        rules = {(each.game.id, each.game.rules) for each in plays}
        asked = {each: fingerprint(*each) for each in rules}
        size = -(-len(plays) // (2 * there.many))
        parts = [plays[at : at + size] for at in range(0, len(plays), size)]
        sent = [there.executor.submit(advances.move_as, asked, part) for part in parts]
        return [*chain.from_iterable(map(there.wait, sent))]


def move_due(database: Database, now: datetime) -> bool:
    """A block of matches that were due has moved on, as far as it is still ours; whether there was any."""
    return _move(database, now, AT_A_TIME, advances.moved) > 0


def _move(
    database: Database,
    now: datetime,
    at_a_time: int,
    play: Callable[[Sequence[Play]], list[Moved | Exception]],
) -> int:
    """So many matches at most that were due have moved on; how many.

    Orders that came in time are read first, and deadlines move by an outage. A match that cannot be moved on rests, and
    holds up no other.
    """
    with database.reading() as session:
        waiting = match_claims.waiting(session, now=now, most=at_a_time)
        if not waiting or mails.unread(session, now - GRACE) or outages.pending(session):
            return 0
    with database.writing() as session:
        token, ours = match_claims.claim(session, waiting, now=now)
    with database.reading() as session:
        plays = exchanges.load(session, ours)
    moved: list[Moved] = []
    failed: list[int] = []
    try:
        played = play(plays)
    except Exception:
        with database.writing() as session:
            match_claims.release(session, token)
        raise
    for each, came in zip(plays, played, strict=True):
        if isinstance(came, Moved):
            moved.append(came)
        else:
            failed.append(each.id)
            name = each.head["game_id"]
            logger.error("match %s cannot be moved on", name, exc_info=came)
    with database.writing() as session:
        for id in failed:
            failures = matches.by_ids(session, [id])[0].failures
            until = now + timedelta(seconds=rest_after(failures + 1))
            match_claims.rest(session, id, token, until)
        exchanges.keep(session, token, moved, now)
    return len(ours)
