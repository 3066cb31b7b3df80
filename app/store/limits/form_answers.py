"""Forms that were sent, and the pages to which they were answered."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, delete, select

from app.store.rows import add_if_new
from app.store.tables import FormAnswer

KEPT_FOR: Final = timedelta(hours=24)


def claim(session: Session, key: str, content_hash: str, *, now: datetime) -> FormAnswer | None:
    """None: the form is ours to answer, and the same form sent at the same moment waits for that.

    Otherwise the answer it got when it came before.
    """
    session.exec(delete(FormAnswer).where(col(FormAnswer.at) < now - KEPT_FOR))
    if add_if_new(session, FormAnswer(key=key, content_hash=content_hash, location="", at=now)):
        return None
    return session.exec(select(FormAnswer).where(FormAnswer.key == key)).one()


def keep(session: Session, key: str, location: str) -> None:
    """The claimed form has been answered with this location."""
    answer = session.exec(select(FormAnswer).where(FormAnswer.key == key)).one()
    answer.location = location
