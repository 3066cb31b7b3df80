"""Files of an installation are for its owner alone, no matter who started it or how they were
before.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.mail.transport.delivery import Parcel
from app.mail.transport.maildir import Maildir
from app.store.database import Database
from app.store.tables import Player
from tests.support.outgoing import some_settings
from tests.support.people import NOW
from tests.support.serving import installation


def rights(folder: Path) -> dict[str, int]:
    """The rights of everyone but the owner in this folder."""
    return {
        str(path.relative_to(folder)): path.stat().st_mode & 0o077 for path in folder.rglob("*")
    }


def write(database: Database) -> None:
    """So that there is a -wal file."""
    with database.writing() as session:
        session.add(Player(address="a", address_key="a", lang="en", created_at=NOW))


def deliver(maildir: Path) -> None:
    parcel = Parcel("<1@hikyaku.example>", "play@hikyaku.example", "a@example.com", b"x\r\n")
    Maildir(maildir).deliver(parcel, lambda: True)


@pytest.fixture
def wide() -> object:
    """Nothing helps us."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("wide")
def test_files_are_for_their_owner_alone_whatever_the_umask(
    tmp_path: Path, sqlite_template: Path
) -> None:
    """And those that an earlier version made wider become so."""
    new, old = tmp_path / "site" / "var" / "hikyaku.db", tmp_path / "old.db"
    old.write_bytes(sqlite_template.read_bytes())
    for name in ("old.db-wal", "old.db-shm", "secret"):
        (tmp_path / name).touch(0o666)
    Database(f"sqlite:///{new}").close()
    for folder in ("new", "cur", "tmp"):
        (tmp_path / "mail" / folder).mkdir(parents=True, mode=0o755)
    database = Database(f"sqlite:///{old}")
    write(database)
    deliver(tmp_path / "mail")
    deliver(tmp_path / "other mail")
    some_settings(secret=None, database_url=f"sqlite:///{new}").key()
    some_settings(secret=None, database_url=f"sqlite:///{old}").key()

    found = rights(tmp_path)
    database.close()
    assert {"site/var/secret", "old.db-wal", "old.db-shm", "mail/new"} <= found.keys()
    assert [name for name, others in found.items() if others] == []


def test_folders_that_were_there_keep_their_rights(tmp_path: Path) -> None:
    """The database may lie in one that others use."""
    tmp_path.chmod(0o755)
    Database(f"sqlite:///{tmp_path / 'hikyaku.db'}").close()

    assert tmp_path.stat().st_mode & 0o777 == 0o755


@pytest.mark.usefixtures("wide")
def test_what_a_command_writes_is_for_its_owner_alone(
    tmp_path: Path, sqlite_template: Path
) -> None:
    """A backup, and an export that holds builds."""
    (tmp_path / "hikyaku.db").write_bytes(sqlite_template.read_bytes())
    environment = installation(tmp_path, f"sqlite:///{tmp_path / 'hikyaku.db'}")
    listing = tmp_path / "list"
    listing.write_text("攻核/Alice\n核核/Bob\n")
    listing.chmod(0o600)
    for command in (["backup", "copy"], ["lab", "laplaplus", str(listing), "--csv", "table.csv"]):
        subprocess.run(
            [sys.executable, "-m", "app", *command],
            cwd=tmp_path,
            env=environment | {"PYTHONPATH": str(Path(__file__).parents[1])},
            check=True,
            capture_output=True,
            timeout=120,
        )

    assert [name for name, others in rights(tmp_path).items() if others] == []
    assert {"copy", "table.csv"} <= rights(tmp_path).keys()
