"""Forms that were sent, and the pages to which they were answered."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, delete, select

from app.store.rows import add_if_new
from app.store.tables import FormAnswer

KEPT_FOR: Final = timedelta(hours=24)


def claim(session: Session, key: str, content_hash: str, *, now: datetime) -> FormAnswer | None:
    """Claim a form. Returns None if it is ours to answer; the same form sent meanwhile waits for that.

    Otherwise returns the answer that it got before.
    """
    session.exec(delete(FormAnswer).where(col(FormAnswer.at) < now - KEPT_FOR))
    if add_if_new(session, FormAnswer(key=key, content_hash=content_hash, location="", at=now)):
        return None
    return session.exec(select(FormAnswer).where(FormAnswer.key == key)).one()


def keep(session: Session, key: str, location: str) -> None:
    """Store this location as the answer to the claimed form."""
    answer = session.exec(select(FormAnswer).where(FormAnswer.key == key)).one()
    answer.location = location
