"""A row that must be there once, whoever comes first."""

from functools import lru_cache
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Mapper, make_transient_to_detached, object_mapper
from sqlalchemy.sql.dml import ReturningInsert
from sqlmodel import Session, SQLModel


def add_if_new(session: Session, row: SQLModel) -> bool:
    """Add the row; False if one with its key was there, or has been committed meanwhile by somebody else.

    The transaction goes on in either case.
    """
    session.flush()  # the rows that it points to come first
    mapper = object_mapper(row)
    values = {
        column: value
        for attribute, column in _columns(mapper)
        if (value := getattr(row, attribute)) is not None
    }
    added = session.scalar(_insert(mapper.local_table, session.get_bind().dialect.name), values)
    if added is None:
        return False
    setattr(row, mapper.primary_key[0].name, added)
    make_transient_to_detached(row)
    session.add(row)
    return True


@lru_cache
def _columns(mapper: Mapper[Any]) -> list[tuple[str, str]]:
    """Its attributes with the names of their columns."""
    return [(each.key, each.columns[0].name) for each in mapper.column_attrs]


@lru_cache
def _insert(table: Table, dialect: str) -> ReturningInsert[Any]:
    insert = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    return insert.on_conflict_do_nothing().returning(*table.primary_key)
