"""Backups: whole, of one moment, and good for a restore."""

import os
import re
import shutil
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlmodel import select

from app.bench.postgres import postgres_programs
from app.store.database import Database, StoreUnavailable
from app.store.tables import Letter, LetterState, Player
from app.store.upkeep import facts
from app.store.upkeep.backups import _dump_postgresql, back_up
from app.store.upkeep.migrations import migrate
from tests.support.databases import on_sqlite, postgres_database
from tests.support.outgoing import letters, states, write_letters
from tests.support.people import NOW, an_entry

UPGRADES = Path(__file__).parents[3] / "app/docs/upgrades-and-backups.md"


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
    write_letters(database, "waits", "leaves", "later")
    leaving, kept = letters(database)[1].id, letters(database)[2].id
    with database.writing() as session:
        session.get_one(Letter, leaving).state = LetterState.SENT
        session.get_one(Letter, kept).withheld = "asked too often"
        session.get_one(Letter, letters(database)[0].id).deliverer = "mx.example.com"
    stop = Event()
    writer = Thread(target=write_until, args=(stop, database))
    writer.start()
    try:
        named = back_up(database, tmp_path / "copy", now=NOW)
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
            documented = re.search(r"pg_restore (--.*) --dbname=", UPGRADES.read_text("utf-8"))
            assert documented
            command = [str(programs / "pg_restore"), *documented[1].split(), f"--dbname={url}"]
            command.append(str(tmp_path / "copy"))
            subprocess.run(command, check=True)
        restored = Database(url)
        with restored.reading() as session:
            players = session.exec(select(Player)).all()
        assert [facts.settle_copy(each, now=NOW) for each in (database, restored, restored)] == [
            0,
            1,
            0,
        ]
        in_doubt = [each.id for each in letters(restored) if each.state is LetterState.DOUBT]
        restored.close()

    assert players[0].address == "alice@example.com"
    assert in_doubt == named == [letters(database)[0].id], "what has left, or does not, is no doubt"
    assert LetterState.DOUBT not in states(database)
    assert len([each for each in players if each.address.endswith(("a", "b"))]) % 2 == 0


@on_sqlite
def test_a_site_moves_to_postgresql_by_the_program_of_the_page(
    database: Database, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Every row is there, and no number is given twice."""
    with database.writing() as session:
        an_entry(session)
    write_letters(database, "bob", "last")
    with database.writing() as session:
        session.delete(letters(database)[-1])
    found = re.search(r"```text\n(import sys\n.*?)```", UPGRADES.read_text("utf-8"), re.DOTALL)
    assert found
    (tmp_path / "to_postgresql.py").write_text(found[1])

    server = request.getfixturevalue("postgres")
    with postgres_database(server) as url, closing(Database(url)) as moved:
        migrate(moved)
        command = [sys.executable, str(tmp_path / "to_postgresql.py"), str(database.engine.url)]
        subprocess.run([*command, url.replace("postgresql:", "postgresql+psycopg:")], check=True)
        assert [each.model_dump() for each in letters(moved)] == [
            each.model_dump() for each in letters(database)
        ]
        with moved.reading() as session:
            assert session.exec(select(Player)).first()
        for each in (database, moved):
            write_letters(each, "new")
        assert letters(moved)[-1].id == letters(database)[-1].id


def test_a_backup_that_fails_leaves_no_file(database: Database, tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable):
        back_up(database, tmp_path / "no such folder" / "copy", now=NOW)

    assert not list(tmp_path.rglob("*copy*"))


def test_a_backup_takes_the_place_of_no_file(database: Database, tmp_path: Path) -> None:
    (tmp_path / "copy").write_text("the last one that was good")

    with pytest.raises(StoreUnavailable, match="already exists"):
        back_up(database, tmp_path / "copy", now=NOW)
    assert (tmp_path / "copy").read_text() == "the last one that was good"
    assert [path.name for path in tmp_path.iterdir() if "part" in path.name] == []


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://olga:s3same%2F@127.0.0.1:1/cups?sslmode=disable",
        "postgresql://olga@127.0.0.1:1/cups?password=s3same%2F",
        "postgresql://olga:s3same%2F@127.0.0.1:1/cups?sslpassword=s3same%2Fkey",
    ],
)
def test_the_password_of_a_server_is_no_argument_that_others_see(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands in for pg_dump says what a list of processes shows, and what it got."""
    program = tmp_path / "pg_dump"
    program.write_text(
        "#!/bin/sh\n"
        f"tr '\\0' '\\n' </proc/$$/cmdline >{tmp_path}/seen\n"
        f'printf %s "$PGPASSWORD" >{tmp_path}/password\n'
        f'[ -z "$PGSERVICEFILE" ] || cp -p "$PGSERVICEFILE" {tmp_path}/service\n'
    )
    program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    _dump_postgresql(Database(url), tmp_path / "copy")

    seen = (tmp_path / "seen").read_text()
    assert "127.0.0.1" in seen
    assert "s3same" not in seen
    assert (tmp_path / "password").read_text() == "s3same/"
    service = tmp_path / "service"
    assert service.exists() == ("sslpassword" in url)
    if service.exists():
        assert service.read_text() == "[hikyaku]\nsslpassword=s3same/key\n"
        assert service.stat().st_mode & 0o077 == 0
