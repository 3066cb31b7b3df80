"""How many letters leave a minute, however many workers send them."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.store.limits import buckets

_KEY: Final = "letters"
_AT_ONCE: Final = timedelta(0)


def take_turn(session: Session, per_minute: int | None, *, now: datetime) -> timedelta:
    """Take a letter's turn and return zero; or, if it is not time yet, how long until the next.

    Turns are evenly apart, so that no minute has more of them, and no burst annoys a mail server.
    """
    if per_minute is None:
        return _AT_ONCE
    return buckets.take(session, _KEY, capacity=1, refill=_apart(per_minute), now=now)


def until_turn(session: Session, per_minute: int | None, *, now: datetime) -> timedelta:
    """How long until it is a letter's turn. Nothing is changed."""
    if per_minute is None:
        return _AT_ONCE
    return buckets.wait(session, _KEY, capacity=1, refill=_apart(per_minute), now=now)


def _apart(per_minute: int) -> timedelta:
    return timedelta(minutes=1) / per_minute
