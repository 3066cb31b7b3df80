"""Outages: times in which no process did the jobs of the site, and whether they were made up for."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, select

from app.store.rows import add_if_new, sound
from app.store.tables import Outage
from app.store.work import heartbeats

SHORT: Final = timedelta(minutes=10)
"""A shorter time is none: a process may be busy for so long, or be started anew."""


def note(session: Session, now: datetime) -> None:
    """A process is back; if none has done the jobs for a while, that was an outage."""
    last = heartbeats.last(session, "clock", now)
    if last and now - last > SHORT:
        add_if_new(session, Outage(began_at=last, ended_at=now))


def pending(session: Session) -> list[Outage]:
    """Those that have not been made up for, the first before others."""
    statement = select(Outage).where(col(Outage.made_up_at).is_(None))
    return sound(session, statement.order_by(col(Outage.began_at)), col(Outage.id))
