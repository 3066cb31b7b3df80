"""A copy of everything, taken while the server goes on."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from app.files import make_file
from app.store.database import Database, StoreUnavailable
from app.store.upkeep import facts
from app.store.work import outbox


def back_up(database: Database, target: Path, *, now: datetime) -> Sequence[int]:
    """Make `target` a copy of the database at one moment. It appears whole or not at all, and is readable only by its
    owner.

    SQLite: a database file, to replace the original. PostgreSQL: an archive for `pg_restore`. A site that starts with
    it knows that it is a copy: the waiting letters, whose numbers are returned, are in doubt there
    (`facts.settle_copy`). Raises `StoreUnavailable` if no copy was made. An existing file is not touched.
    """
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    with database.reading() as session:
        waiting = outbox.waiting_to_leave(session)
    try:
        make_file(draft)
        if database.is_sqlite:
            _copy_sqlite(Path(database.engine.url.database or ""), draft, now)
        else:
            with facts.being_copied(database, now=now):
                _dump_postgresql(database, draft)
        os.link(draft, target)  # unlike a renaming, it replaces nothing
    except FileExistsError:
        raise StoreUnavailable(f"{target} already exists. Name another file") from None
    except OSError as error:
        raise StoreUnavailable(f"{target} cannot be written: {error.strerror}") from error
    except sqlite3.Error as error:
        raise StoreUnavailable(f"the copy cannot be written: {error}") from error
    finally:
        draft.unlink(missing_ok=True)
    return waiting


def _copy_sqlite(source: Path, draft: Path, now: datetime) -> None:
    """Copy by SQLite's own backup: writers go on, and the copy shows one moment."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(draft)) as new:
        old.backup(new)
        new.execute(facts.MARK, (f"{now.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}",))
        new.commit()
        new.execute("PRAGMA journal_mode=DELETE")  # one file, without a -wal beside it
        (verdict,) = new.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise StoreUnavailable(f"the copy is damaged: {verdict}")


def _dump_postgresql(database: Database, draft: Path) -> None:
    """Copy by `pg_dump`. No password is among its arguments, which lists of processes show."""
    program = shutil.which("pg_dump")
    if not program:
        raise StoreUnavailable("pg_dump is not installed (Debian: postgresql-client)")
    url = database.engine.url.set(drivername="postgresql")
    password = url.password or url.query.get("password")
    key_password = url.query.get("sslpassword")
    if key_password and "service" in url.query:
        raise StoreUnavailable("sslpassword must be in the service file, not in the address")
    url = url._replace(password=None).difference_update_query(["password", "sslpassword"])
    environment = {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}
    command = [program, "--format=custom", f"--file={draft}", f"--dbname={url}"]
    with _service(str(key_password or "")) as service:
        done = subprocess.run(  # noqa: S603
            command, check=False, capture_output=True, text=True, env=environment | service
        )
    if done.returncode:
        raise StoreUnavailable(done.stderr.strip().splitlines()[-1])


@contextmanager
def _service(key_password: str) -> Iterator[dict[str, str]]:
    """A temporary service file for libpq, readable by its owner only, with the password of the key."""
    if not key_password:
        yield {}
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / "service"
        make_file(file)
        file.write_text(f"[hikyaku]\nsslpassword={key_password}\n", "utf-8")
        yield {"PGSERVICEFILE": str(file), "PGSERVICE": "hikyaku"}
