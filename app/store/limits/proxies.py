"""Servers in front of ours that FORWARDED_ALLOW_IPS does not name: limits cannot tell their clients apart well."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.store.limits import buckets

_KEY: Final = "unnamed-proxy"


def note_unnamed(session: Session, *, now: datetime) -> None:
    """Note for a day that requests come through an unnamed server in front."""
    buckets.take(session, _KEY, capacity=1, now=now)


def has_unnamed(session: Session, *, now: datetime) -> bool:
    """Whether a request came through such a server within a day: `FORWARDED_ALLOW_IPS` must name it."""
    return buckets.wait(session, _KEY, capacity=1, now=now) > timedelta(0)
