"""How many letters leave a minute, however many workers send them."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.store.limits import buckets

_KEY: Final = "letters"


def take_turn(session: Session, per_minute: int | None, *, now: datetime) -> timedelta:
    """Take a letter's turn and return zero; or, if it is not time yet, how long until the next.

    Turns are evenly apart, so that no minute has more of them, and no burst annoys a mail server.
    """
    return _ask(buckets.take, session, per_minute, now)


def until_turn(session: Session, per_minute: int | None, *, now: datetime) -> timedelta:
    """How long until it is a letter's turn. Nothing is changed."""
    return _ask(buckets.wait, session, per_minute, now)


def _ask(
    ask: Callable[..., timedelta], session: Session, per_minute: int | None, now: datetime
) -> timedelta:
    if per_minute is None:
        return timedelta(0)
    return ask(session, _KEY, capacity=1, refill=timedelta(minutes=1) / per_minute, now=now)
