"""Rows that wait, so that those of many mails are written together, one statement for each table.

The session knows each of them at once by its key, as if it had been read. They are written before any other statement
of the transaction, so a query finds them, and undoing a savepoint removes none that came before it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Connection,
    Delete,
    Insert,
    Select,
    Table,
    Update,
    event,
    func,
    insert,
    select,
    text,
)
from sqlmodel import Session, SQLModel

from app.store.tables import METADATA

_TABLES: Final = tuple(METADATA.tables[name] for name in ("player", "entry", "revision", "letter"))
"""The tables whose rows wait. A new row points only to tables before its own."""
_INSERTS: Final = {table: insert(table) for table in _TABLES}
_GIVEN: Final = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
"""The highest key that a SQLite table has used, even if its row is deleted (see `app.store.upkeep.migrations`)."""
_PENDING: Final = "hikyaku.pending"


class NotUndone(Exception):
    """Something was refused after it was written. The transaction must start again, with savepoints."""


class _Waiting(NamedTuple):
    """A row that is not written yet."""

    table: Table
    row: SQLModel
    values: dict[str, Any]


class _Mark(NamedTuple):
    """A point in a transaction: the rows queued and statements run so far."""

    rows: int
    changes: int


class Pending:
    """The waiting rows of one transaction. `most` is how many of a table are expected."""

    def __init__(self, session: Session, most: int) -> None:
        self._session = session
        self._connection = session.connection()
        self._most = most
        self._waiting: list[_Waiting] = []
        self._keys: dict[Table, Iterator[int]] = {}
        self._written = 0
        self._changes = 0
        self._is_ours = False
        self.changed: set[str] = set()
        """The tables that other statements have changed."""

    def add(self, row: SQLModel, values: dict[str, Any]) -> int:
        """Queue the row and return its key."""
        if self._session.in_nested_transaction():
            self._session.connection()  # its savepoint is here: rows that waited were written before it
        table = METADATA.tables[str(row.__tablename__)]
        key = next(self._keys.get(table, iter(())), None)
        if key is None:
            self._keys[table] = self._draw(table)
            key = next(self._keys[table])
        (column,) = table.primary_key
        self._waiting.append(_Waiting(table, row, values | {column.name: key}))
        return key

    def write(self) -> None:
        """Write all waiting rows."""
        waiting, self._waiting = self._waiting, []
        self._written += len(waiting)
        for table in _TABLES:
            alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
            for each in waiting:
                if each.table is table:
                    alike.setdefault(tuple(each.values), []).append(each.values)
            for rows in alike.values():  # those with the same columns
                self._execute(_INSERTS[table], rows)

    def mark(self) -> _Mark:
        """The current point, to which `undo` can go back."""
        self._session.flush()
        return _Mark(self._written + len(self._waiting), self._changes)

    def undo(self, to: _Mark) -> None:
        """Drop the rows queued since then. Raises `NotUndone` if anything else has happened since."""
        session = self._session
        is_clean = not (session.new or session.dirty or session.deleted)
        if not is_clean or self._changes > to.changes or self._written > to.rows:
            raise NotUndone
        first = to.rows - self._written
        for each in self._waiting[first:]:
            session.expunge(each.row)
        del self._waiting[first:]

    def watch(self, _connection: Connection, statement: Any, *_: Any) -> None:
        """Write the waiting rows before another statement is executed."""
        if self._is_ours:
            return
        if self._waiting:
            self.write()
        if not isinstance(statement, Select):
            self._changes += 1
            if isinstance(statement, Insert | Update | Delete):
                self.changed.add(getattr(statement.table, "name", ""))
            if self._connection.dialect.name == "sqlite":
                self._keys.clear()  # the next ones may have been taken by it

    def _draw(self, table: Table) -> Iterator[int]:
        """Reserve the next keys of this table. No other process writes to SQLite meanwhile; PostgreSQL counts for all
        processes.
        """
        if self._connection.dialect.name == "sqlite":
            return count((self._execute(_GIVEN, {"name": table.name}).scalar() or 0) + 1)
        (key,) = table.primary_key
        sequence = func.pg_get_serial_sequence(table.name, key.name)
        series = func.generate_series(1, self._most).table_valued()
        drawn = self._execute(select(func.nextval(sequence)).select_from(series))
        return iter(drawn.scalars().all())

    def _execute(self, statement: Any, rows: Any = None) -> Any:
        self._is_ours = True
        try:
            return self._connection.execute(statement, rows)
        finally:
            self._is_ours = False


@contextmanager
def gathering(session: Session, most: int) -> Iterator[None]:
    """Queue rows within the block and write them at its end. An existing row makes it fail as a whole."""
    pending = Pending(session, most)
    connection = session.connection()
    event.listen(connection, "before_execute", pending.watch)
    session.info[_PENDING] = pending
    try:
        yield
        session.flush()
        pending.write()
    finally:
        session.info.pop(_PENDING)
        event.remove(connection, "before_execute", pending.watch)


def of(session: Session) -> Pending | None:
    """The waiting rows of this session, or None if it does not queue."""
    return session.info.get(_PENDING)


@contextmanager
def attempt(session: Session) -> Iterator[None]:
    """Undo the block if it raises: by a savepoint, or, if rows wait, by dropping them.

    Raises `NotUndone` if that is not enough.
    """
    pending = of(session)
    if pending is None:
        with session.begin_nested():
            yield
        return
    before = pending.mark()
    try:
        yield
    except Exception:
        pending.undo(before)
        raise
