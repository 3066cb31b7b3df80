"""Mailboxes whose readers want no letters that others cause, by their digests."""

from collections.abc import Collection
from datetime import datetime

from sqlmodel import Session, col, delete, select

from app.store.rows import add_if_new
from app.store.tables import Refusal


def add(session: Session, mailbox: str, *, now: datetime) -> None:
    """The mailbox is refused; asked twice, it stays so."""
    add_if_new(session, Refusal(mailbox=mailbox, at=now))


def drop(session: Session, mailbox: str) -> None:
    """The mailbox is refused no more."""
    session.exec(delete(Refusal).where(col(Refusal.mailbox) == mailbox))


def among(session: Session, mailboxes: Collection[str]) -> set[str]:
    """Those of these that are refused."""
    question = select(Refusal.mailbox).where(col(Refusal.mailbox).in_(mailboxes))
    return set(session.exec(question))
