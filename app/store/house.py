"""The texts of house cards, by the version of the rules that they make."""

from datetime import datetime

from sqlalchemy import Connection
from sqlmodel import Session, col, select

from app.store.rows import add_if_new
from app.store.tables import HouseCards


def keep(session: Session, version: str, game: str, text: str, now: datetime) -> None:
    """Store the text, once only."""
    add_if_new(session, HouseCards(version=version, game=game, text=text, created_at=now))


def text_of(connection: Connection, version: str) -> str | None:
    """The text of this version's house cards."""
    row = connection.execute(select(HouseCards.text).where(col(HouseCards.version) == version))
    return row.scalar_one_or_none()
