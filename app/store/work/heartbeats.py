"""Heartbeats: which processes are alive, which doors take mail, and the time by their clocks. A new process takes
over both.
"""

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
    """Note that the process is alive now."""
    row = Heartbeat(key=_key(what), at=clock.now(), uptime=clock.uptime())
    if not add_if_new(session, row):
        known = session.get_one(Heartbeat, row.key)
        known.at, known.uptime = row.at, row.uptime


def end(session: Session, what: What) -> None:
    """Note that the process ended properly, so that it is not missed."""
    session.exec(delete(Heartbeat).where(col(Heartbeat.key) == _key(what)))


def last(session: Session, what: What, now: datetime) -> datetime | None:
    """The latest moment at which it was seen alive on any machine; None if it never was, or ended properly.

    A moment in the future was written by a clock that was ahead: its true age is unknown.
    """
    found = session.exec(select(Heartbeat.at).where(col(Heartbeat.key).startswith(f"{what}:")))
    return min(found, key=lambda at: abs(now - at), default=None)


def silence(session: Session, what: What, now: datetime) -> timedelta | None:
    """How long it has not been seen alive; None if it is not missed."""
    seen = last(session, what, now)
    return abs(now - seen) if seen else None


def away(session: Session, what: What, clock: Clock) -> timedelta | None:
    """How long it has not been seen alive on any machine; None if it never was.

    On this machine the time is measured by uptime, so that a jump of the clock makes no gap.
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
    """Give the clock the time that earlier processes had agreed on."""
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
    """Delete old heartbeats, and those from a clock that was ahead."""
    is_far = (col(Heartbeat.at) < now - KEPT_FOR) | (col(Heartbeat.at) > now + APART)
    session.exec(delete(Heartbeat).where(is_far))


def _key(what: What) -> str:
    return f"{what}:{boot()}"
