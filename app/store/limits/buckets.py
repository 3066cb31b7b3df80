"""Rate limits across processes: a bucket of tokens for each key, refilled over time."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, delete, select

from app.clock import APART
from app.store.rows import add_if_new
from app.store.tables import Bucket

KEPT_FOR: Final = timedelta(days=1)
"""A bucket unused for this long is full again, whatever its limit."""


def take(
    session: Session,
    key: str,
    *,
    capacity: int,
    refill: timedelta = KEPT_FOR,
    now: datetime,
    count: int = 1,
) -> timedelta:
    """Take `count` tokens and return zero. If too few are left, take none and return the wait until there are enough.

    At most a full bucket is taken. An empty bucket is full again after `refill`, by default a day. The bucket is
    locked until the transaction ends.
    """
    count = min(count, capacity)
    question = select(Bucket).where(Bucket.key == key).with_for_update()
    question = question.execution_options(populate_existing=True)
    bucket = session.exec(question).first()
    if bucket is None:
        if add_if_new(session, Bucket(key=key, left=float(capacity - count), at=now)):
            return timedelta(0)
        bucket = session.exec(question).one()
    left = _left(bucket, capacity, refill, now)
    if left < count:
        return refill * ((count - left) / capacity)
    is_ahead = bucket.at > now + APART
    bucket.left, bucket.at = left - count, now if is_ahead else max(now, bucket.at)
    return timedelta(0)


def wait(
    session: Session, key: str, *, capacity: int, refill: timedelta = KEPT_FOR, now: datetime
) -> timedelta:
    """How long until a token can be taken; zero if one can be taken now. Nothing is changed."""
    bucket = session.get(Bucket, key)
    left = _left(bucket, capacity, refill, now) if bucket else float(capacity)
    return timedelta(0) if left >= 1 else refill * ((1 - left) / capacity)


def prune(session: Session, *, now: datetime) -> None:
    """Delete buckets that are full again."""
    session.exec(delete(Bucket).where(col(Bucket.at) < now - KEPT_FOR))


def _left(bucket: Bucket, capacity: int, refill: timedelta, now: datetime) -> float:
    """The tokens left now. Time never runs backwards here, since clocks of machines differ; one that was ahead leaves
    a full bucket.
    """
    elapsed = refill if bucket.at > now + APART else max(now - bucket.at, timedelta(0))
    return min(float(capacity), bucket.left + capacity * (elapsed / refill))
