"""Backups: whole, of one moment, and good for a restore."""

import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlmodel import select

from app.store.backing_up import back_up
from app.store.database import Database, StoreUnavailable
from app.store.tables import Player
from tests.databases import postgres_database, postgres_programs
from tests.people import NOW, an_entry


def write_until(stop: Event, database: Database) -> None:
    """Two rows at a time: a copy with an odd number of them is torn."""
    number = 0
    while not stop.is_set():
        number += 1
        with database.writing() as session:
            session.add_all(
                Player(address=key, address_key=key, lang="en", created_at=NOW)
                for key in (f"{number}a", f"{number}b")
            )


def test_a_backup_under_load_is_of_one_moment_and_can_be_restored(
    database: Database, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with database.writing() as session:
        an_entry(session)
    stop = Event()
    writer = Thread(target=write_until, args=(stop, database))
    writer.start()
    try:
        back_up(database, tmp_path / "copy")
    finally:
        stop.set()
        writer.join()

    with ExitStack() as stack:
        if database.is_sqlite:
            shutil.copy(tmp_path / "copy", tmp_path / "restored.db")
            url = f"sqlite:///{tmp_path / 'restored.db'}"
        else:
            url = stack.enter_context(postgres_database(request.getfixturevalue("postgres")))
            programs = postgres_programs()
            assert programs
            command = [str(programs / "pg_restore"), f"--dbname={url}", str(tmp_path / "copy")]
            subprocess.run(command, check=True)
        restored = Database(url)
        with restored.reading() as session:
            players = session.exec(select(Player)).all()
        restored.close()

    assert players[0].address == "alice@example.com"
    assert len(players) % 2 == 1


def test_a_backup_that_fails_leaves_no_file(database: Database, tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable):
        back_up(database, tmp_path / "no such folder" / "copy")

    assert not list(tmp_path.rglob("*copy*"))
