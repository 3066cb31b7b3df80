"""Bring a database to the tables of this program."""

import re
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from functools import cache
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import Connection, column, func, inspect, select, table, text
from sqlmodel import Session

from app.settings import SHIPPED
from app.store.database import Database, StoreUnavailable, saying_outages
from app.store.tables import METADATA

_LOCK: Final = 7_162_845
"""Key of the advisory lock on PostgreSQL: the first process migrates, the others wait and find it done."""

_VERSION: Final = table("alembic_version")
_NAMED: Final = re.compile(r'^revision = "(\w+)"\ndown_revision = "?(\w+)', re.MULTILINE)

_UNCOUNTED: Final = """
SELECT name FROM sqlite_master
WHERE type = 'table' AND sql LIKE '%\tid INTEGER NOT NULL,%PRIMARY KEY (id)%'
"""
_COUNT: Final = """
UPDATE sqlite_master SET sql = replace(sql, 'PRIMARY KEY (id)', 'PRIMARY KEY (id AUTOINCREMENT)')
WHERE name = :name
"""


def migrate(database: Database, revision: str = "head") -> None:
    """Upgrade to `revision` in one transaction. Does nothing if it has been reached, and waits only for who migrates.

    A new SQLite file gets the newest tables at once, equal to the result of all revisions. Raises `StoreUnavailable`,
    without changing anything, if this program cannot read the database.
    """
    wanted = revisions()[-1] if revision == "head" else revision
    engine = database.engine.execution_options(writing=not database.is_sqlite)
    with saying_outages(), engine.connect() as connection:
        if _heads(connection) == (wanted,):
            return
    with _exclusive(database) as connection:
        if wrong := _unreadable(connection):
            raise StoreUnavailable(wrong)
        if revision == "head" and database.is_sqlite and not _tables(connection):
            METADATA.create_all(connection)
            _alembic(connection, "stamp", revision)
        elif _heads(connection) != (wanted,):
            _alembic(connection, "upgrade", revision)


def draft(does: str, now: datetime) -> None:
    """Write a new revision file, to be reviewed, with everything that the program's tables have and its migrations
    lack.
    """
    with TemporaryDirectory() as folder, closing(Database(f"sqlite:///{folder}/draft.db")) as made:
        migrate(made, revisions()[-1])
        with made.engine.connect() as connection:
            revision = f"{now:%Y_%m_%d_%H%M}"
            _alembic(connection, "revision", does, autogenerate=True, rev_id=revision)


def downgrade(database: Database, revision: str) -> None:
    """Go back to `revision` in one transaction; `base` leaves no table."""
    with _exclusive(database) as connection:
        _alembic(connection, "downgrade", revision)


@cache
def revisions() -> tuple[str, ...]:
    """All revisions, oldest first, as their files name them."""
    files = (SHIPPED / "migrations" / "versions").glob("*.py")
    after = {last: own for each in files for own, last in _NAMED.findall(each.read_text())}
    chain = [after["None"]]
    while chain[-1] in after:
        chain.append(after[chain[-1]])
    return tuple(chain)


def current(database: Database) -> str | None:
    """The revision that the database is at; None for an empty one."""
    with database.engine.connect() as connection:
        return next(iter(_heads(connection)), None)


def is_empty(session: Session) -> bool:
    """Whether the database has no table yet, of whatever program."""
    return not _tables(session.connection())


def unreadable(session: Session) -> str:
    """Why this program can neither read the database nor upgrade it; empty if it can."""
    return _unreadable(session.connection())


def is_current(session: Session) -> bool:
    """Whether the database has the tables of this program, no older and no newer ones."""
    return _heads(session.connection()) == revisions()[-1:]


def differences(database: Database) -> list[object]:
    """The differences between the tables of the database and those of the program."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with database.engine.connect() as connection:
        return list(
            compare_metadata(
                MigrationContext.configure(connection, opts={"compare_type": True}), METADATA
            )
        )


@contextmanager
def _exclusive(database: Database) -> Iterator[Connection]:
    """A transaction in which no other process migrates.

    SQLite's batch migrations make a table anew, which must not cascade into the rows that point to it.
    """
    engine = database.engine.execution_options(writing=True)
    with saying_outages(), engine.connect() as connection:
        if database.is_sqlite:
            _set_foreign_keys(connection, "OFF")
        try:
            with connection.begin():
                if not database.is_sqlite:
                    connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
                given = _given(connection)
                yield connection
                if database.is_sqlite:
                    _count_on(connection, given)
                check = "PRAGMA foreign_key_check"
                if database.is_sqlite and (broken := connection.execute(text(check)).all()):
                    names = ", ".join(sorted({row[0] for row in broken}))
                    raise StoreUnavailable(
                        f"rows of {names} point to others that are gone, so that nothing was changed;"
                        " restore a backup, or take them out"
                    )
        finally:
            if database.is_sqlite:
                _set_foreign_keys(connection, "ON")


def _given(connection: Connection) -> dict[str, int]:
    """The highest key that each SQLite table has used so far."""
    if not inspect(connection).has_table("sqlite_sequence"):
        return {}
    counted = connection.execute(text("SELECT name, seq FROM sqlite_sequence"))
    return {row.name: row.seq for row in counted}


def _count_on(connection: Connection, given: Mapping[str, int]) -> None:
    """Make SQLite tables never use a key twice, like PostgreSQL: letters, links and logs refer to rows by key.

    A table that a migration has created or recreated would otherwise use its highest key again once that row is
    deleted. Rows are kept meanwhile, so only the table's definition changes (https://sqlite.org/lang_altertable.html,
    7).
    """
    tables = connection.execute(text(_UNCOUNTED)).scalars().all()
    if tables:
        version = connection.execute(text("PRAGMA schema_version")).scalar_one()
        connection.execute(text("CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT)"))
        connection.execute(text("DROP TABLE counted"))  # the one in which SQLite counts stays
        connection.execute(text("PRAGMA writable_schema = ON"))
        connection.execute(text(_COUNT), [{"name": each} for each in tables])
        connection.execute(text(f"PRAGMA schema_version = {version + 3}"))
        connection.execute(text("PRAGMA writable_schema = RESET"))
    counted = _given(connection)
    last = {
        each: connection.scalar(select(func.max(column("id"))).select_from(table(each)))
        for each in tables
    }
    for name in {*given, *tables}:
        highest = max(given.get(name, 0), counted.get(name, 0), last.get(name) or 0)
        if highest > counted.get(name, 0):
            row = {"name": name, "highest": highest}
            connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), row)
            connection.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :highest)"), row)


def _set_foreign_keys(connection: Connection, value: str) -> None:
    """Set foreign keys on or off. Must be called outside a transaction: inside, the pragma does nothing."""
    driver = connection.connection.driver_connection
    if driver:
        driver.execute(f"PRAGMA foreign_keys={value}")


def _alembic(connection: Connection, does: str, *given: Any, **options: Any) -> None:
    """Have Alembic do this. It is loaded for nothing else: most starts find the newest tables."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SHIPPED / "migrations"))
    config.attributes["connection"] = connection
    getattr(command, does)(config, *given, **options)


def _unreadable(connection: Connection) -> str:
    found = sorted(_heads(connection))
    known = revisions()
    if found and found[-1] > known[-1]:
        return (
            f"its tables are of {found[-1]}, and this program knows those up to {known[-1]} only: run the newer"
            " program that wrote it last, or restore a backup from before; nothing was changed"
        )
    if found and found[0] < known[0]:
        return (
            f"its tables are of {found[0]}, and this program brings up to date what is of {known[0]} or later:"
            " the program that wrote it can still read it; begin with another database; nothing was changed"
        )
    ours = _tables(connection) & {*METADATA.tables}
    if len(found) > 1 or not {*found} <= {*known} or (ours and not found):
        return (
            f"its tables are of {' and '.join(found) or 'no version'}, which no hikyaku makes:"
            " restore a backup; nothing was changed"
        )
    return ""


def _tables(connection: Connection) -> set[str]:
    return {*inspect(connection).get_table_names()} - {_VERSION.name}


def _heads(connection: Connection) -> tuple[str, ...]:
    """The revisions that the database is at: one, or none if it is empty."""
    if not inspect(connection).has_table(_VERSION.name):
        return ()
    return tuple(connection.scalars(select(column("version_num")).select_from(_VERSION)))
