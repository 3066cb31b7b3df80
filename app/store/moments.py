"""Reads stored moments safely: a moment stored by a clock that was ahead holds nothing up."""

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, func, or_, select
from sqlmodel import Session, col

from app import clock

_DATABASE_NOW: Final = select(func.clock_timestamp())


def has_come(kept: Any, now: datetime, longest: timedelta) -> ColumnElement[bool]:
    """Whether this moment has come. A moment further ahead than `longest` is wrong, and counts as come."""
    return or_(kept <= now, kept > now + longest)


def has_run_out(
    session: Session, lease: Any, now: datetime, longest: timedelta
) -> ColumnElement[bool]:
    """Whether this lease has run out by the common clock, or does not exist."""
    return or_(col(lease).is_(None), has_come(col(lease), shared(session, now), longest))


def shared(session: Session, now: datetime) -> datetime:
    """The time of the clock that all users of the database share: that of the database, if it is on another host."""
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        return now
    ahead: timedelta = clock.now() - connection.execute(_DATABASE_NOW).scalar_one()
    return now - ahead if abs(ahead.total_seconds()) > clock.JUMP_SECONDS else now
