"""Real databases for tests: a SQLite file each, or a database each in a PostgreSQL server of our own.

What one test leaves, the next may have under the same address, emptied: engines are kept by their address, with every
statement that they have put together.
"""

import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final
from uuid import uuid4
from zlib import crc32

import psycopg
import pytest
from psycopg.rows import TupleRow
from sqlalchemy import URL, Engine, create_engine, event

from app.bench.postgres import start, stop
from app.store.database import files_of

on_both: Final = pytest.mark.parametrize("database_kind", ["sqlite", "postgresql"])
"""For what SQL decides, and for a journey of each kind; other tests are on one of them."""
on_sqlite: Final = pytest.mark.parametrize("database_kind", ["sqlite"])
on_postgresql: Final = pytest.mark.parametrize("database_kind", ["postgresql"])
"""For what takes seconds, and more of them the more processes write at once."""
KINDS: Final = ("sqlite", "postgresql")


def either_kind(test: str) -> str:
    """The kind of database that a test is for which one is enough: half of them are for each."""
    return KINDS[crc32(test.encode()) % len(KINDS)]


@dataclass
class Engines:
    """The engines of a process, each for one `Database` at a time: when it is closed, the next may have it."""

    made: dict[str, list[Engine]] = field(default_factory=dict)
    """Those of each address that comes again."""
    free: defaultdict[str, list[Engine]] = field(default_factory=lambda: defaultdict(list))
    """Engines that no test uses, by address and options."""

    def create(self, address: URL, **options: Any) -> Engine:
        """As `create_engine`: one that is free, if there is one."""
        url = address.render_as_string(hide_password=False)
        if url not in self.made:
            return create_engine(address, **options)
        free = self.free[f"{url} {options}"]
        if free:
            return free.pop()
        engine = create_engine(address, **options)
        self.made[url].append(engine)

        def give_back(engine: Engine) -> None:
            if engine not in free:
                free.append(engine)

        event.listen(engine, "engine_disposed", give_back)
        return engine

    @contextmanager
    def lent(self, url: str) -> Iterator[None]:
        """Keep the engines of this address inside the block; afterwards they are free and have no
        connection.
        """
        self.made.setdefault(url, [])
        yield
        for engine in self.made.get(url, ()):
            engine.dispose()

    def forget(self, engine: Engine) -> None:
        """Give this engine to no later test: its test changed more than a test gives back."""
        url = engine.url.render_as_string(hide_password=False)
        self.made.pop(url, None)
        for about in [each for each in self.free if each.startswith(f"{url} ")]:
            del self.free[about]


ENGINES: Final = Engines()


_LEFT: Final = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
_AS_MADE: Final = """
SELECT array_agg(DISTINCT xmin::text || relname ORDER BY xmin::text || relname)
FROM pg_class WHERE relnamespace = 'public'::regnamespace
UNION ALL SELECT array_agg(version_num::text) FROM alembic_version
UNION ALL SELECT ARRAY[(pg_database_size(current_database()) < 20000000)::text]
"""
"""Each table and index with the act that made or last changed it, their version, and that they need little room."""
_USED: Final = """
SELECT string_agg(quote_ident(relname), ', ') FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'alembic_version'
  AND pg_relation_size(oid) > 0 HAVING count(*) > 0
"""
"""The tables that have been written to. Their deleted rows must leave nothing, or new rows would
come in another order.
"""
_EMPTY: Final = """
SET session_replication_role = replica;
DO $$ DECLARE each text; BEGIN
  FOR each IN SELECT quote_ident(relname) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'alembic_version'
      AND pg_relation_size(oid) > 0
  LOOP EXECUTE 'DELETE FROM ' || each; END LOOP;
  PERFORM setval(quote_ident(sequencename)::regclass, 1, false) FROM pg_sequences
    WHERE last_value IS NOT NULL;
END $$
"""


@contextmanager
def outage(server: str) -> Iterator[None]:
    """The server of this address is torn down, and comes back at the end."""
    stop(server)
    try:
        yield
    finally:
        start(server)


@contextmanager
def postgres_database(
    server: str, template: str = "template1", name: str | None = None
) -> Iterator[str]:
    """A new database in this server, empty or a copy of `template`; yields its address."""
    url = _create(server, template, name)
    try:
        yield url
    finally:
        _drop(server, url)


def _within(server: str, name: str) -> str:
    return server.replace("/postgres?", f"/{name}?")


def _create(server: str, template: str, name: str | None = None) -> str:
    name = name or _new_name()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    return _within(server, name)


def _drop(server: str, url: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{_name(url)}" WITH (FORCE)')


def _new_name() -> str:
    return f"t{uuid4().hex}"


def _name(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


@dataclass
class Copies:
    """SQLite files that are copies of this one."""

    original: Path
    folder: Path
    free: list[Path] = field(default_factory=list)
    made: int = 0

    @contextmanager
    def database(self, original: Path | None = None) -> Iterator[str]:
        """The address of a copy for this test alone, of this original or the usual one."""
        self.made += not self.free
        path = self.free.pop() if self.free else self.folder / f"{self.made}.db"
        shutil.copyfile(original or self.original, path)
        try:
            with ENGINES.lent(url := f"sqlite:///{path}"):
                yield url
        finally:
            for each in files_of(path):
                each.unlink(missing_ok=True)
            self.free.append(path)


@dataclass
class Emptied:
    """Databases with all tables and no rows in this server, as its `template`."""

    server: str
    template: str
    free: list[str] = field(default_factory=list)

    @contextmanager
    def database(self) -> Iterator[str]:
        """The address of a database for this test alone. A used one is emptied: that takes a tenth
        of the time of a new one.
        """
        url = self.free.pop() if self.free else _create(self.server, self.template)
        try:
            with ENGINES.lent(url.replace("postgresql:", "postgresql+psycopg:")):
                yield url
        finally:
            if not self._empty(url):
                _drop(self.server, url)
                _create(self.server, self.template, _name(url))
            self.free.append(url)

    @cached_property
    def _as_made(self) -> list[TupleRow]:
        with psycopg.connect(_within(self.server, self.template)) as connection:
            return connection.execute(_AS_MADE).fetchall()

    def _empty(self, url: str) -> bool:
        """Empty the database. False if someone is still connected, or the test changed more than
        rows.
        """
        with psycopg.connect(url, autocommit=True) as connection:
            alone = connection.execute(_LEFT).fetchone() == (1,)
            if not alone or connection.execute(_AS_MADE).fetchall() != self._as_made:
                return False
            connection.execute(_EMPTY)
            for (used,) in connection.execute(_USED).fetchall():
                connection.execute(f"VACUUM (TRUNCATE, INDEX_CLEANUP ON) {used}")
            return True
