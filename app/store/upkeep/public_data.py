"""The public data of a season as a SQLite file of its own, for those who ask questions in SQL."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any


def database_of(schema: str, rows: Mapping[str, Iterable[Sequence[Any]]]) -> bytes:
    """The file with these tables, and their rows by name; the same rows always make the same bytes."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(schema)
        for table, lines in rows.items():
            fields = connection.execute(f"PRAGMA table_info({table})").fetchall()
            marks = ", ".join("?" * len(fields))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", lines)  # noqa: S608 - ours
        connection.commit()
        return connection.serialize()
