"""Watch the doors of a site, store what comes in, and move deadlines by the length of outages."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from threading import Event, Lock
from typing import Final

from sqlmodel import Session

from app import clock
from app.clock import Clock
from app.jobs.fences import attempt
from app.league.matches import deadlines
from app.league.seasons import seasons as league_seasons
from app.mail.inbox.arrivals import FARTHEST, receive_all
from app.store import seasons
from app.store.database import Database, StoreUnavailable
from app.store.matches import exchanges
from app.store.tables import Outage
from app.store.work import heartbeats, outages
from app.store.work.heartbeats import What

MOST: Final = timedelta(days=1)
"""So much deadlines of a season move by outages at most; more is for its organiser to say."""
_STEP: Final = timedelta(minutes=1)


@dataclass(slots=True)
class WatchedDoor:
    """A door that is open, as long as this process lives and can keep something."""

    database: Database
    name: What
    clock: Clock = field(default_factory=lambda: clock.CLOCK)
    _is_back: bool = True
    """It has just been opened, or could keep nothing."""
    _lock: Lock = field(default_factory=Lock)

    def keep(self, raws: Sequence[bytes] = ()) -> None:
        """The mails are kept, all of them, or this raises; whether any or none, it is known that the door is open."""
        now = self.clock.now()  # not when it is our turn to write
        with self._lock, self.database.writing() as session:
            least = timedelta() if self._is_back else outages.SILENT
            self._is_back = True
            outages.beat(session, self.name, self.clock, least=least)
            gaps = outages.gaps(session, self.name, now - FARTHEST)
            receive_all(session, raws, now, self.name, gaps)
        self._is_back = False


@contextmanager
def watched(door: WatchedDoor) -> Iterator[None]:
    """While the block runs, a thread says every few seconds that the door is open."""
    stop = Event()

    def say() -> None:
        with suppress(StoreUnavailable):  # it is away until it can keep something again
            door.keep()

    def watch() -> None:
        while not stop.wait(heartbeats.EVERY.total_seconds()):
            say()

    say()
    with ThreadPoolExecutor(1, "door") as beside:
        beside.submit(watch)
        try:
            yield
        finally:
            stop.set()


def make_up_due(database: Database, now: datetime) -> bool:
    """Move the deadlines of entries and matches by the length of each outage. Returns whether there was one.

    One that ends in the future was noted by a clock that was wrong, and moves nothing. A season whose deadlines cannot move
    keeps them, and the others do not wait for it.
    """
    with database.reading() as session:
        if not outages.pending(session):
            return False
    with database.writing() as session:
        found = [*exchanges.under_way(session), *seasons.open_ones(session)]
        for each in outages.pending(session):
            length = -(-outages.length(session, each) // _STEP) * _STEP
            if each.ended_at <= now and length > _STEP:  # two doors come back one after the other
                for slug in dict.fromkeys(season.slug for season in found):
                    make_up = partial(_make_up, session, slug, each, length, now)
                    attempt(database, f"making up for an outage in {slug}", now, make_up)
            each.made_up_at = now
    return True


def _make_up(session: Session, slug: str, outage: Outage, length: timedelta, now: datetime) -> None:
    season = seasons.locked(session, slug)
    away = outage.began_at, outage.ended_at
    length = min(length, MOST - timedelta(seconds=season.made_up))
    if season.paused_at and season.paused_at <= outage.began_at:
        return  # what it takes comes back with the pause
    moved = [
        make_up(session, slug, away, length, now)
        for make_up in (deadlines.make_up, league_seasons.make_up)
        if length
    ]
    if any(moved):
        season.made_up += length.total_seconds()
