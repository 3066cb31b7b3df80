"""Rows are written at once, in one statement each; and of those that are read a damaged one keeps nobody from the others.

A session that is flushed finds out what to write, and in which order: that takes several times as long.
"""

import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Insert, Table, insert as plain_insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Mapper, make_transient_to_detached, object_mapper
from sqlmodel import Session, SQLModel

from app.store import pending

logger = logging.getLogger(__name__)


def sound(session: Session, statement: Any, key: Any) -> list[Any]:
    """The rows that it finds, but those that cannot be read, which the log names once.

    `key`: the column that tells its rows apart, of the table that may be damaged.
    """
    try:
        return list(session.exec(statement))
    except (TypeError, ValueError):  # what stands there is no value of its column
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
    """The row is there, and has its key. The rows it points to are named by keys."""
    _write(session, row, _insert(object_mapper(row).local_table), may_wait=True)


def add_if_new(session: Session, row: SQLModel, *, is_likely: bool = False) -> bool:
    """Add the row; False if one with its key was there, or has been committed meanwhile by another process.

    The transaction goes on in either case. If it `is_likely` to be new it may wait with others (`store.pending`): then all
    of them fail where it was not.
    """
    dialect = session.get_bind().dialect.name
    insert = _insert_if_new(object_mapper(row).local_table, dialect)
    return _write(session, row, insert, may_wait=is_likely)


def add_all_if_new(session: Session, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add these rows, but those with a key that is there; the session does not know them."""
    connection = session.connection()
    connection.execute(_insert_all_if_new(table, connection.dialect.name), rows)


def _write(session: Session, row: SQLModel, insert: Insert, *, may_wait: bool) -> bool:
    """Whether the row has been written; the session knows it then, as if it had been read."""
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
    """Its attributes with the names of their columns."""
    return [(each.key, each.columns[0].name) for each in mapper.column_attrs]


@lru_cache
def _insert(table: Table) -> Insert:
    return plain_insert(table).returning(*table.primary_key)


@lru_cache
def _insert_if_new(table: Table, dialect: str) -> Insert:
    return _insert_all_if_new(table, dialect).returning(*table.primary_key)


@lru_cache
def _insert_all_if_new(table: Table, dialect: str) -> sqlite.Insert | postgresql.Insert:
    insert = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    return insert.on_conflict_do_nothing()
