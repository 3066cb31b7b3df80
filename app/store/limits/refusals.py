"""Digests of mailboxes whose readers want no letters caused by others."""

from collections.abc import Collection
from datetime import datetime

from sqlmodel import Session, col, delete, select

from app.store.rows import add_if_new
from app.store.tables import Refusal


def add(session: Session, mailbox: str, *, now: datetime) -> None:
    """Add the refusal of a mailbox; adding it twice changes nothing."""
    add_if_new(session, Refusal(mailbox=mailbox, at=now))


def drop(session: Session, mailbox: str) -> None:
    """Remove the refusal of this mailbox."""
    session.exec(delete(Refusal).where(col(Refusal.mailbox) == mailbox))


def among(session: Session, mailboxes: Collection[str]) -> set[str]:
    """The refused ones of these mailboxes."""
    question = select(Refusal.mailbox).where(col(Refusal.mailbox).in_(mailboxes))
    return set(session.exec(question))
