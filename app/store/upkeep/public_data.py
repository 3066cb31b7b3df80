"""The public data of a season as a separate SQLite file, for queries in SQL."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any


def database_of(schema: str, rows: Mapping[str, Iterable[Sequence[Any]]]) -> bytes:
    """The file with these tables and rows. The same rows always give the same bytes."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(schema)
        for table, lines in rows.items():
            fields = connection.execute(f"PRAGMA table_info({table})").fetchall()
            marks = ", ".join("?" * len(fields))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", lines)  # noqa: S608 - ours
        connection.commit()
        return connection.serialize()
