"""Incoming mail, by any transport: kept byte for byte before anything else is done with it."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from sqlmodel import Session

from app.store import mails
from app.store.tables import Mail

MOST_BYTES: Final = 10 * 1024 * 1024
"""No door takes more of a mail. What has been cut there is too large to be read in any case."""


class Arrived(bytes):
    """A mail that was complete at this moment."""

    at: datetime


def receive(session: Session, raw: bytes, now: datetime) -> Mail:
    """The mail is kept, unread. Once this is committed, its sender may hear that we have it.

    The same bytes once more are the mail that is kept already, read or not.
    """
    return mails.keep(session, raw[: MOST_BYTES + 1], now)


def receive_all(session: Session, raws: Sequence[bytes], now: datetime) -> None:
    """All these mails are kept, as by `receive`; each came in at its own moment, if that is known."""
    arrivals = [(raw[: MOST_BYTES + 1], getattr(raw, "at", now)) for raw in raws]
    mails.keep_all(session, arrivals)


def with_envelope(raw: bytes, sender: str, recipients: Iterable[str]) -> bytes:
    """The mail with its envelope above it, as a mail server that delivers it for good writes it (RFC 5321, 4.4).

    An empty sender means that a program sent it; the recipients may be named nowhere else.
    """
    fields = [
        f"Return-Path: <{sender.strip('<>')}>",
        *(f"Delivered-To: {each}" for each in recipients),
    ]
    return "".join(f"{field}\r\n" for field in fields).encode("utf-8", "surrogateescape") + raw
