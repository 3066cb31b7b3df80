"""The table of house cards."""

from datetime import datetime

from sqlalchemy import Column, Text
from sqlmodel import Field, SQLModel

from app.store.tables.columns import moment


class HouseCards(SQLModel, table=True):
    """The text of the house cards in a version of the rules; it never changes, since its digest is in the version."""

    __tablename__ = "house_cards"

    version: str = Field(primary_key=True, max_length=64)
    game: str = Field(max_length=64)
    text: str = Field(sa_column=Column(Text, nullable=False))
    created_at: datetime = moment()
