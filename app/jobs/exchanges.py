"""Exchanges: due matches move on, a block at a time. After a crash the work continues."""

import logging
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from app.engine import Pace
from app.jobs.back_off import MACHINES, rest_after, told
from app.jobs.fences import attempt, in_turn, resting
from app.league.entries import seats
from app.league.matches import advances, exchanges
from app.league.matches.advances import MovedMatch, Play
from app.league.matches.settings import GRACE
from app.league.results import rounds
from app.league.timetable import steps
from app.store import mails
from app.store.database import Database
from app.store.matches import matches, seats as stored_seats
from app.store.work import match_claims, outages
from app.tournament.executors import LOCAL, Hands, NoWorkers, hands
from app.tournament.fingerprint import fingerprint

AT_A_TIME: Final = 50
"""How many matches are claimed, moved on and stored together."""

_MATCHES: Final = "the matches of "

logger = logging.getLogger(__name__)


def begin_due(database: Database, now: datetime) -> bool:
    """Make the matches of every season whose entries have been opened. Returns whether there was one.

    If a season has no pairings, its run is held and its organisers read why.
    """
    return in_turn(
        database, "the beginning of", now, matches.to_begin, steps.is_to_begin, steps.begin
    )


def pair_due(database: Database, now: datetime) -> bool:
    """Pair the next round wherever the matches of a stage have ended. Returns whether there was one."""
    return in_turn(database, "the rounds of", now, matches.to_pair, rounds.is_to_pair, rounds.pair)


def offer_due(database: Database, now: datetime) -> bool:
    """The seats of those who were asked whether they play on, and have not answered, are offered; whether there was one.

    Mail that came in time is read first.
    """
    with database.reading() as session:
        if mails.unread(session, now - GRACE):
            return False
    return in_turn(database, "the seats of", now, stored_seats.in_question, seats.due, seats.offer)


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
        except NoWorkers as error:
            logger.warning("%s: matches are played here", error)
            self._compute = LOCAL
            self.close()
            return True
        return many > 0

    def close(self) -> None:
        """No process is left."""
        self._hands = None
        self._stack.close()

    def _play(self, plays: Sequence[Play]) -> list[MovedMatch | Exception]:
        there = self._hands
        if not there:
            return advances.moved(plays)
        rules = {(each.game.id, each.game.rules) for each in plays}
        asked = {each: fingerprint(*each) for each in rules}
        size = -(-len(plays) // (2 * there.many))
        parts = [plays[at : at + size] for at in range(0, len(plays), size)]
        move = partial(advances.move_as, asked)
        return [each for _, moved in there.in_order(move, parts) for each in moved]


def move_due(database: Database, now: datetime) -> bool:
    """A block of matches that were due has moved on, as far as it is still ours; whether there was any."""
    return _move(database, now, AT_A_TIME, advances.moved) > 0


def _move(
    database: Database,
    now: datetime,
    at_a_time: int,
    play: Callable[[Sequence[Play]], list[MovedMatch | Exception]],
) -> int:
    """Move on at most `at_a_time` due matches. Returns how many were tried.

    Orders that came in time are read first, and outages move deadlines. A match that cannot be
    moved on is left for a while and delays no other; so is a season with no match that can.
    Afterwards none is claimed.
    """
    with database.reading() as session:
        rest = [what.removeprefix(_MATCHES) for what in resting(database, now)]
        waiting = match_claims.waiting(session, now=now, most=at_a_time, but=rest)
        at = now - GRACE
        if not waiting or mails.unread(session, at) or outages.may_hold(session, at, now):
            return 0
    with database.writing() as session:
        token, ours = match_claims.claim(session, waiting, now=now)
    left = {*ours}
    try:
        with database.reading() as session:
            of = match_claims.seasons_of(session, ours)
        by_season = {_MATCHES + slug: [id for id in ours if of[id] == slug] for slug in of.values()}
        loaded = [
            each
            for what, ids in by_season.items()
            for each in attempt(database, what, now, partial(_load, database, ids)) or ()
        ]
        plays = [each for _, each in loaded if isinstance(each, Play)]
        came = [*loaded, *((each.id, it) for each, it in zip(plays, play(plays), strict=True))]
        moved = [each for _, each in came if isinstance(each, MovedMatch)]
        failed = [(id, each) for id, each in came if isinstance(each, Exception)]
        left -= _rest(database, failed, token, now)
        for what, ids in by_season.items():
            if some := [each for each in moved if each.play.id in ids]:
                keep = partial(_keep, database, token, some, now)
                left -= attempt(database, what, now, keep) or set()
    finally:
        if left:
            with database.writing() as session:
                match_claims.release(session, token)
    return len(ours)


def _load(database: Database, ids: Sequence[int]) -> list[tuple[int, Play | Exception]]:
    """These matches of a season, and why some cannot be read. Raises if it is all of several: the season is at fault."""
    try:
        with database.reading() as session:
            return [*zip(ids, exchanges.load(session, ids), strict=True)]
    except MACHINES:
        raise
    except Exception as error:
        if len(ids) == 1:
            return [(ids[0], error)]
        alone = [each for id in ids for each in _load(database, [id])]
        if all(isinstance(each, Exception) for _, each in alone):
            raise
        return alone


def _keep(database: Database, token: str, moved: Sequence[MovedMatch], now: datetime) -> set[int]:
    with database.writing() as session:
        seats.ask(session, exchanges.keep(session, token, moved, now), now)
    return {each.play.id for each in moved}


def _rest(
    database: Database, failed: Sequence[tuple[int, Exception]], token: str, now: datetime
) -> set[int]:
    """Each of these matches rests, longer each time."""
    for id, error in failed:
        with database.writing() as session:
            name, failures = match_claims.named(session, id)
            until = now + timedelta(seconds=rest_after(failures + 1))
            match_claims.rest(session, id, token, until)
        logger.error("match %s cannot be moved on: %s", name, told(error))
    return {id for id, _ in failed}
