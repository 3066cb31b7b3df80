"""What readers have reported about entries."""

from collections.abc import Sequence
from typing import Final

from sqlmodel import Session, col, func, select

from app.store.tables import Complaint, Entry

MOST_SHOWN: Final = 200


def waits(session: Session, entry: Entry, text: str) -> bool:
    """Whether the same report about the entry is waiting already."""
    same = select(Complaint.id).where(
        Complaint.entry_id == entry.id, Complaint.text == text, col(Complaint.settled_at).is_(None)
    )
    return session.exec(same.limit(1)).first() is not None


def count(session: Session) -> int:
    """The number of waiting reports."""
    waiting = select(func.count()).select_from(Complaint).where(col(Complaint.settled_at).is_(None))
    return session.exec(waiting).one()


def shown(session: Session) -> Sequence[Complaint]:
    """The waiting reports, the oldest first; then the settled ones, the latest first."""
    statement = select(Complaint).order_by(
        col(Complaint.settled_at).is_not(None), col(Complaint.settled_at).desc(), col(Complaint.id)
    )
    return session.exec(statement.limit(MOST_SHOWN)).all()
