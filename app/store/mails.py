"""Questions about mail that came in."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from app.store.tables import Mail, MailAction


class Arrived(NamedTuple):
    """A mail without its bytes."""

    id: int
    received_at: datetime
    action: MailAction | None
    note: dict[str, Any]


def latest(session: Session, actions: tuple[MailAction, ...], most: int) -> list[Arrived]:
    """The latest mails that led to one of these, newest first."""
    statement = (
        select(Mail.id, Mail.received_at, Mail.action, Mail.note)
        .where(col(Mail.action).in_(actions))
        .order_by(col(Mail.id).desc())
        .limit(most)
    )
    return [Arrived(*row) for row in session.exec(statement)]
