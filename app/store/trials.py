"""Lists in the laboratory, each kept for a while under an address that cannot be guessed."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, delete, select

from app.store.rows import add_if_new
from app.store.tables import Trial

KEPT_FOR: Final = timedelta(days=30)


def keep(
    session: Session,
    token: str,
    game: str,
    text: str,
    cards: str = "",
    season: str = "",
    settings: str = "",
    *,
    now: datetime,
) -> Trial:
    """Store a list with its house cards, season and settings under this token for `KEPT_FOR` from now, once only."""
    forget_over(session, now=now)  # so that no other process does while we look
    expires_at = now + KEPT_FOR
    trial = Trial(
        token=token,
        game=game,
        text=text,
        cards=cards,
        season=season,
        settings=settings,
        expires_at=expires_at,
    )
    if add_if_new(session, trial):
        return trial
    question = select(Trial).where(Trial.token == token).with_for_update()
    known = session.exec(question.execution_options(populate_existing=True)).one()
    known.expires_at = max(known.expires_at, expires_at)
    return known


def find(session: Session, token: str) -> Trial | None:
    """The list with this token, even if it has expired."""
    return session.get(Trial, token)


def any_over(session: Session, *, now: datetime) -> bool:
    """Whether any list has expired."""
    return (
        session.exec(select(Trial.token).where(col(Trial.expires_at) <= now).limit(1)).first()
        is not None
    )


def forget_over(session: Session, *, now: datetime) -> None:
    """Delete expired lists."""
    session.exec(delete(Trial).where(col(Trial.expires_at) <= now))
