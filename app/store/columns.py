"""Column types that mean the same on SQLite and PostgreSQL."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import BigInteger, DateTime, Dialect, Integer, String
from sqlalchemy.types import TypeDecorator

Id = BigInteger().with_variant(Integer(), "sqlite")
"""A primary or foreign key: SQLite counts up only plain INTEGER keys."""


class Utc(TypeDecorator[datetime]):
    """A moment, kept in UTC. Takes and gives aware datetimes only."""

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
        """Out of it; SQLite forgets the zone."""
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


class OneOf(TypeDecorator[StrEnum]):
    """A word out of an enumeration, kept as text."""

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
