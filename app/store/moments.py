"""Moments that were kept, as they are read: one that no clock can have kept but one that was ahead holds nothing up."""

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, func, or_, select
from sqlmodel import Session, col

from app import clock

_DATABASE_NOW: Final = select(func.clock_timestamp())


def has_come(kept: Any, now: datetime, longest: timedelta) -> ColumnElement[bool]:
    """Whether this moment has come: also one that is further ahead than the `longest` time for which one is put off."""
    return or_(kept <= now, kept > now + longest)


def has_run_out(
    session: Session, lease: Any, now: datetime, longest: timedelta
) -> ColumnElement[bool]:
    """Whether this lease is over by the clock that all have in common, or there is none."""
    return or_(col(lease).is_(None), has_come(col(lease), shared(session, now), longest))


def shared(session: Session, now: datetime) -> datetime:
    """This moment by the clock that all have in common who use the database: its own, where that is another host's."""
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        return now
    ahead: timedelta = clock.now() - connection.execute(_DATABASE_NOW).scalar_one()
    return now - ahead if abs(ahead.total_seconds()) > clock.JUMP_SECONDS else now
