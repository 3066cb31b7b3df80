"""Mail comes in: kept byte for byte before anything else is done with it."""

from datetime import datetime

from sqlmodel import Session

from app.store.tables import Mail


def receive(session: Session, raw: bytes, now: datetime) -> Mail:
    """The mail is kept, unread. Once this is committed, its sender may hear that we have it."""
    mail = Mail(raw=raw, received_at=now)
    session.add(mail)
    session.flush()
    return mail
