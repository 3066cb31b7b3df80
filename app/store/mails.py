"""Mails that came in."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import false
from sqlmodel import Session, col, func, or_, select

from app.store.inserting import add_if_new
from app.store.tables import Mail, MailAction, MailState


class Arrived(NamedTuple):
    """A mail without its bytes."""

    id: int
    received_at: datetime
    action: MailAction | None
    note: dict[str, Any]


def keep(session: Session, raw: bytes, now: datetime) -> Mail:
    """The mail with these bytes: kept by now, or before."""
    mail = Mail(raw=raw, sha256=sha256(raw).hexdigest(), received_at=now)
    if add_if_new(session, mail):
        return mail
    return session.exec(select(Mail).where(Mail.sha256 == mail.sha256)).one()


def new(session: Session, *, after: int, most: int) -> Sequence[int]:
    """The numbers of the first mails after this one that have not been read."""
    statement = select(Mail.id).where(Mail.state == MailState.NEW, Mail.id > after)
    return session.exec(statement.order_by(col(Mail.id)).limit(most)).all()


def unread(session: Session, until: datetime) -> int:
    """How many mails received until then have not been read."""
    statement = select(func.count(col(Mail.id))).where(
        Mail.state == MailState.NEW, Mail.received_at <= until
    )
    return session.exec(statement).one()


def latest(session: Session, actions: tuple[MailAction, ...], most: int) -> list[Arrived]:
    """The latest mails that led to one of these or are flagged, newest first."""
    is_flagged = col(Mail.note)["flag"].as_string().is_not(None)
    statement = (
        select(Mail.id, Mail.received_at, Mail.action, Mail.note)
        .where(or_(col(Mail.action).in_(actions), is_flagged))
        .order_by(col(Mail.id).desc())
        .limit(most)
    )
    return [Arrived(*row) for row in session.exec(statement)]


def alike(session: Session, identity: str, message_key: str | None) -> tuple[bool, bool]:
    """Whether a mail that counts as the same has been read, and whether one with the same Message-ID has."""
    same_key = col(Mail.message_key) == message_key if message_key else false()
    statement = select(Mail.identity).where(or_(Mail.identity == identity, same_key))
    found = session.exec(statement).all()
    return identity in found, bool(found)
