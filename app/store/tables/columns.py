"""Types of columns that the tables share."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import BigInteger, Column, DateTime, Dialect, ForeignKey, Integer, String
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

Id = BigInteger().with_variant(Integer(), "sqlite")
"""A primary or foreign key: SQLite counts up only plain INTEGER keys."""


class Utc(TypeDecorator[datetime]):
    """A moment stored in UTC. Takes and gives only aware datetimes."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Into the database."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment must name its time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """From the database; SQLite drops the zone."""
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


class EnumColumn(TypeDecorator[StrEnum]):
    """A member of an enumeration, stored as text."""

    impl = String(20)
    cache_ok = True

    def __init__(self, words: type[StrEnum]) -> None:
        super().__init__()
        self.words = words

    def process_bind_param(self, value: StrEnum | None, dialect: Dialect) -> str | None:
        """Into the database; a word that is not in the enumeration raises ValueError."""
        return None if value is None else self.words(value).value

    def process_result_value(self, value: Any, dialect: Dialect) -> StrEnum | None:
        """Out of it."""
        return None if value is None else self.words(value)


SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
METADATA: Final = SQLModel.metadata
SQLModel.model_config["defer_build"] = (
    True  # rows are not validated, so that no table needs pydantic's schema
)


def id_of(to: str | None = None, *, ondelete: str | None = None, **options: Any) -> Any:
    """A key of this table (None until the row is flushed), or one that points to another."""
    if to is None:
        return Field(default=None, sa_column=Column(Id, primary_key=True))
    return Field(sa_column=Column(Id, ForeignKey(to, ondelete=ondelete), **options))


def moment(*, nullable: bool = False) -> Any:
    """A moment, in UTC."""
    column = Column(Utc, nullable=nullable)
    return Field(default=None, sa_column=column) if nullable else Field(sa_column=column)
