"""The public data of a season as a SQLite file of its own, for those who ask questions in SQL."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any, Final

SCHEMA: Final = """
CREATE TABLE season (
    slug TEXT PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, title_ja TEXT NOT NULL, title_en TEXT NOT NULL,
    win INTEGER NOT NULL, draw INTEGER NOT NULL, loss INTEGER NOT NULL, tie_breaks TEXT NOT NULL,
    digest TEXT NOT NULL, digest_2 TEXT NOT NULL
);
CREATE TABLE entry (
    number INTEGER PRIMARY KEY, place INTEGER NOT NULL, points INTEGER NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL,
    url TEXT NOT NULL, build TEXT NOT NULL, lore TEXT NOT NULL, extras TEXT NOT NULL, salt TEXT NOT NULL,
    commitment TEXT NOT NULL, late TEXT, late_at TEXT, late_reason TEXT
);
CREATE TABLE reason (id INTEGER PRIMARY KEY, slug TEXT NOT NULL, ja TEXT NOT NULL, en TEXT NOT NULL);
CREATE TABLE battle (
    home INTEGER NOT NULL REFERENCES entry, away INTEGER NOT NULL REFERENCES entry, winner INTEGER REFERENCES entry,
    reason INTEGER NOT NULL REFERENCES reason, PRIMARY KEY (home, away)
) WITHOUT ROWID;
CREATE TABLE withdrawn (number INTEGER NOT NULL, name TEXT NOT NULL, at TEXT NOT NULL, reason TEXT NOT NULL);
"""
"""A battle stands once, with the lower number as `home`; a draw has no winner. `late` is `added` or `changed`: after the builds had been laid open."""

OF_PARTS: Final = SCHEMA.replace("digest_2", "digest_3").replace(
    "salt TEXT NOT NULL", "salts TEXT NOT NULL, digests TEXT NOT NULL"
)
"""The same of a season whose seals bind parts: JSON of the salts of those that are shown, and of the digests of those that are hidden."""


def database_of(rows: Mapping[str, Iterable[Sequence[Any]]], schema: str = SCHEMA) -> bytes:
    """The file with these rows, by table; the same rows always make the same bytes."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(schema)
        for table, lines in rows.items():
            fields = connection.execute(f"PRAGMA table_info({table})").fetchall()
            marks = ", ".join("?" * len(fields))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", lines)  # noqa: S608 - ours
        connection.commit()
        return connection.serialize()
