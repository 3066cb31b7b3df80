"""Queries for cups and their editions."""

from typing import Final

from sqlalchemy import bindparam
from sqlmodel import Session, col, func, select

from app.store.tables import Cup, Season

# Put together once: every season's page asks it.
_OF: Final = select(Season).where(Season.cup == bindparam("cup")).order_by(col(Season.edition))


def every(session: Session) -> list[Cup]:
    """All cups, by their names in addresses."""
    return list(session.exec(select(Cup).order_by(col(Cup.slug))))


def with_slug(session: Session, slug: str) -> Cup | None:
    """The cup, if there is one."""
    return session.get(Cup, slug)


def seasons_of(session: Session, slug: str) -> list[Season]:
    """All seasons of the cup, including drafts, in order of edition."""
    return list(session.exec(_OF, params={"cup": slug}))


def with_edition(session: Session, slug: str, edition: int) -> Season | None:
    """The season that is this edition of the cup."""
    question = select(Season).where(Season.cup == slug, Season.edition == edition)
    return session.exec(question).first()


def last_edition(session: Session, slug: str) -> int:
    """The number of its last edition; 0 without any."""
    question = select(func.max(Season.edition)).where(Season.cup == slug)
    return session.exec(question).one() or 0
