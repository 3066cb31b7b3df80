"""A copy of everything, taken while the server goes on."""

import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from app.store.database import Database, StoreUnavailable


def back_up(database: Database, target: Path) -> None:
    """`target` is a copy of the database as it was at one moment; it appears whole or not at all.

    SQLite: a database file, to be put in place of the other. PostgreSQL: an archive for `pg_restore`.
    Raises `StoreUnavailable` saying why there is none.
    """
    draft = target.with_name(f".{target.name}.part")
    try:
        if database.is_sqlite:
            _copy_sqlite(Path(database.engine.url.database or ""), draft)
        else:
            _dump_postgresql(database, draft)
        draft.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise StoreUnavailable(f"the copy cannot be written: {error}") from error
    finally:
        draft.unlink(missing_ok=True)


def _copy_sqlite(source: Path, draft: Path) -> None:
    """SQLite's own way: writers go on, and the copy is of one moment."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(draft)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")  # one file, without a -wal beside it
        (verdict,) = new.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise StoreUnavailable(f"the copy is damaged: {verdict}")


def _dump_postgresql(database: Database, draft: Path) -> None:
    """PostgreSQL's own way."""
    program = shutil.which("pg_dump")
    if not program:
        raise StoreUnavailable("pg_dump is not installed (Debian: postgresql-client)")
    address = database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    command = [program, "--format=custom", f"--file={draft}", f"--dbname={address}"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        raise StoreUnavailable(done.stderr.strip().splitlines()[-1])
