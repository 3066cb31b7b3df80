"""How long due work has been waiting: where it waits too long, no worker does it."""

from datetime import datetime, timedelta

from sqlmodel import Session, col, func, select

from app.store.tables import Letter, LetterState, Mail, MailState


def letters_wait(session: Session, *, now: datetime) -> timedelta:
    """For how long the oldest letter has been due; zero if none is."""
    oldest = select(func.min(Letter.due_at)).where(
        Letter.state == LetterState.READY, col(Letter.due_at) <= now
    )
    return _since(session.exec(oldest).one(), now)


def mail_waits(session: Session, *, now: datetime) -> timedelta:
    """For how long the oldest mail has not been read; zero if there is none."""
    oldest = select(func.min(Mail.received_at)).where(Mail.state == MailState.NEW)
    return _since(session.exec(oldest).one(), now)


def _since(moment: datetime | None, now: datetime) -> timedelta:
    return max(now - moment, timedelta(0)) if moment else timedelta(0)
