"""Writes single rows at once, and reads rows so that a damaged one does not hide the others.

Letting a session flush takes several times as long, since it must find out what to write and in which order.
"""

import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Insert, Table, insert as plain_insert
from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import Mapper, make_transient_to_detached, object_mapper
from sqlmodel import Session, SQLModel

from app.store import pending

logger = logging.getLogger(__name__)


def sound(session: Session, statement: Any, key: Any) -> list[Any]:
    """The rows that the statement finds, without unreadable ones, which are logged once.

    `key` is the column that identifies the rows of the table that may be damaged.
    """
    try:
        return list(session.exec(statement))
    except (TypeError, ValueError):  # not a value of this column
        found: list[Any] = []
        for (number,) in session.execute(statement.with_only_columns(key)).all():
            try:
                found += session.exec(statement.where(key == number))
            except (TypeError, ValueError) as error:
                _tell(str(key), number, str(error))
        return found


@lru_cache
def _tell(key: str, number: object, why: str) -> None:
    logger.error("the row with %s %s cannot be read: %s", key, number, why)


def add(session: Session, row: SQLModel) -> None:
    """Write the row, which gets its key. The rows that it points to are given by key."""
    _write(session, row, _insert(object_mapper(row).local_table), may_wait=True)


def add_if_new(session: Session, row: SQLModel, *, is_likely: bool = False) -> bool:
    """Add the row; False if one with its key exists or was just committed by another process.

    The transaction goes on in either case. A row that `is_likely` to be new may wait with others (`store.pending`):
    if it was not new, then all of them fail.
    """
    dialect = session.get_bind().dialect.name
    insert = _insert_if_new(object_mapper(row).local_table, dialect)
    return _write(session, row, insert, may_wait=is_likely)


def add_all_if_new(session: Session, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add these rows except those with an existing key. The session does not know them."""
    connection = session.connection()
    connection.execute(_insert_all_if_new(table, connection.dialect.name), rows)


def _write(session: Session, row: SQLModel, insert: Insert, *, may_wait: bool) -> bool:
    """Write the row and return whether it was written; the session then knows it as if it had been read."""
    session.flush()  # the rows that it points to come first
    mapper = object_mapper(row)
    known = row.__dict__
    values = {
        column: value
        for attribute, column in _columns(mapper)
        if (value := known.get(attribute)) is not None
    }
    waiting = pending.of(session) if may_wait else None
    key = waiting.add(row, values) if waiting else session.connection().scalar(insert, values)
    if key is None:
        return False
    known[mapper.primary_key[0].name] = key
    if undone := session.identity_map.get(mapper.identity_key_from_instance(row)):
        session.expunge(undone)  # a savepoint took its row back, and the key is free for another
    make_transient_to_detached(row)
    session.add(row)
    return True


@lru_cache
def _columns(mapper: Mapper[Any]) -> list[tuple[str, str]]:
    """The attributes of a table class with their column names."""
    return [(each.key, each.columns[0].name) for each in mapper.column_attrs]


@lru_cache
def _insert(table: Table) -> Insert:
    return plain_insert(table).returning(*table.primary_key)


@lru_cache
def _insert_if_new(table: Table, dialect: str) -> Insert:
    return _insert_all_if_new(table, dialect).returning(*table.primary_key)


@lru_cache
def _insert_all_if_new(table: Table, dialect: str) -> Insert:
    if dialect == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(table).on_conflict_do_nothing()
