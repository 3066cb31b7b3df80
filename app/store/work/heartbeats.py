"""Heartbeats: which processes live and which doors take mail, and what time it is for them; a process that starts later knows both."""

from datetime import datetime, timedelta
from typing import Final, Literal

from sqlmodel import Session, col, delete, select

from app.clock import APART, CLOCK, Clock, boot
from app.store.rows import add_if_new
from app.store.tables import Heartbeat

What = Literal["clock", "jobs", "pages", "forms", "listen", "imap"]
EVERY: Final = timedelta(seconds=5)
KEPT_FOR: Final = timedelta(days=30)


def beat(session: Session, what: What, clock: Clock = CLOCK) -> None:
    """The process is alive, now."""
    row = Heartbeat(key=_key(what), at=clock.now(), uptime=clock.uptime())
    if not add_if_new(session, row):
        known = session.get_one(Heartbeat, row.key)
        known.at, known.uptime = row.at, row.uptime


def end(session: Session, what: What) -> None:
    """It has ended as it should, and is not missed."""
    session.exec(delete(Heartbeat).where(col(Heartbeat.key) == _key(what)))


def last(session: Session, what: What, now: datetime) -> datetime | None:
    """The moment nearest to now at which it was seen to live, on any machine; None if it never was, or has ended as it should.

    A moment that is still to come was kept by a clock that was ahead: nobody knows how long ago that was.
    """
    found = session.exec(select(Heartbeat.at).where(col(Heartbeat.key).startswith(f"{what}:")))
    return min(found, key=lambda at: abs(now - at), default=None)


def silence(session: Session, what: What, now: datetime) -> timedelta | None:
    """For how long it has not been seen to live; None if it is not missed."""
    seen = last(session, what, now)
    return abs(now - seen) if seen else None


def away(session: Session, what: What, clock: Clock) -> timedelta | None:
    """For how long it has not been seen to live, on any machine; None if it never was.

    On this one that is counted in uptime: a clock that jumps makes no silence.
    """
    now, up = clock.now(), clock.uptime()
    rows = session.exec(select(Heartbeat).where(col(Heartbeat.key).startswith(f"{what}:")))
    return min(
        (
            timedelta(seconds=up - row.uptime)
            if boot() and row.key == _key(what) and row.uptime <= up
            else max(now - row.at, timedelta())
            for row in rows
        ),
        default=None,
    )


def recall(session: Session, clock: Clock = CLOCK) -> None:
    """The clock knows the time that earlier processes knew."""
    rows = session.exec(
        select(Heartbeat)
        .where(col(Heartbeat.key).startswith("clock:"))
        .order_by(col(Heartbeat.at).desc())
    ).all()
    if not rows:
        return
    here = next((row for row in rows if boot() and row.key == _key("clock")), None)
    clock.recall(*((here.at, here.uptime) if here else (rows[0].at, None)))


def forget(session: Session, now: datetime) -> None:
    """Heartbeats that are long past are not kept, nor those of a clock that was ahead."""
    is_far = (col(Heartbeat.at) < now - KEPT_FOR) | (col(Heartbeat.at) > now + APART)
    session.exec(delete(Heartbeat).where(is_far))


def _key(what: What) -> str:
    return f"{what}:{boot()}"
