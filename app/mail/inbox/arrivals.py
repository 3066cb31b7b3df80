"""Incoming mail, by any transport: kept byte for byte before anything else is done with it."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.store import mails
from app.store.tables import Mail
from app.store.work import outages
from app.store.work.heartbeats import What

Gaps = Sequence[tuple[datetime, datetime]]
"""The times in which a door took no mail. Each begins when the door was last known to work."""

FARTHEST: Final = timedelta(days=5)
"""No mail counts as earlier than this before we had it: mail servers give up after some days."""
OFF: Final = timedelta(minutes=2)
"""A mail server whose clock is off by more is not believed."""


def moment(accepted: datetime, said: datetime | None, gaps: Gaps, off: timedelta) -> datetime:
    """When a mail counts as received that we accepted then; `said`: what the mail server says, whose clock is so far off."""
    if said is None or abs(off) > OFF:
        return accepted
    earliest = max(said, accepted - FARTHEST)
    return min([accepted, *(max(earliest, began) for began, ended in gaps if earliest < ended)])


def came_at_once(accepted: datetime, said: datetime, gaps: Gaps) -> bool:
    """Whether nothing held the mail up on its way: then both clocks show the same time."""
    return not any(said < ended and accepted - began >= OFF for began, ended in gaps)


MOST_BYTES: Final = 10 * 1024 * 1024
"""No door takes more of a mail. What has been cut there is too large to be read in any case."""


class ArrivedMail(bytes):
    """A mail that was complete at this moment, and what a host that we believe says of it, if one does."""

    at: datetime
    said: datetime | None = None


def receive(session: Session, raw: bytes, now: datetime) -> Mail:
    """Keep the mail, unread. Once this is committed, its sender may hear that we have it.

    A mail with the same bytes is kept only once, read or not.
    """
    return mails.keep(session, raw[: MOST_BYTES + 1], now)


def receive_all(
    session: Session, raws: Sequence[bytes], now: datetime, door: What = "listen", gaps: Gaps = ()
) -> None:
    """All these mails are kept, as by `receive`; each counts from its own moment, by these gaps in the log of their door."""
    off, found = outages.off(session, door), []
    for raw in raws:
        at, said = getattr(raw, "at", now), getattr(raw, "said", None)
        found.append((raw[: MOST_BYTES + 1], moment(at, said, gaps, off)))
        if said and came_at_once(at, said, gaps):
            outages.compare(session, door, at - said, now)
    mails.keep_all(session, found)


def with_envelope(raw: bytes, sender: str, recipients: Iterable[str]) -> bytes:
    """The mail with its envelope above it, as a mail server that delivers it for good writes it (RFC 5321, 4.4).

    An empty sender means that a program sent it; the recipients may be named nowhere else.
    """
    fields = [
        f"Return-Path: <{sender.strip('<>')}>",
        *(f"Delivered-To: {each}" for each in recipients),
    ]
    return "".join(f"{field}\r\n" for field in fields).encode("utf-8", "surrogateescape") + raw
