"""The server as a process: it migrates, answers, works, and ends when it is asked to."""

import resource
import shutil
import socket
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text

from app.clock import boot
from app.mail.inbox.arrivals import receive
from app.main import create_app
from app.settings import Settings
from app.store.database import Database
from app.store.tables import Heartbeat, Mail, MailState
from app.store.upkeep import migrations
from app.store.work import heartbeats
from tests.cli.conftest import Installed
from tests.support.asking import Client
from tests.support.commands import Told
from tests.support.databases import on_postgresql, on_sqlite
from tests.support.mail_peers import until
from tests.support.outgoing import KEY
from tests.support.serving import installation, served


def url_of(database: Database) -> str:
    return database.engine.url.set(
        drivername=database.engine.url.get_backend_name()
    ).render_as_string(hide_password=False)


@on_sqlite
def test_it_answers_does_what_is_due_logs_no_secrets_and_ends_cleanly_on_sigterm(
    database: Database, tmp_path: Path
) -> None:
    write_to(database)
    paths = ("healthz", "readyz", "en/", "en/my/sesame", "ja/confirm/sesame")
    with served(tmp_path, url_of(database)) as server:
        until(lambda: mail_state(database) is not MailState.NEW, server.log.read_text)
        pages = {path: server.get(path).status_code for path in paths}
        code = server.stop()
    log = server.log.read_text()

    assert [pages[path] for path in paths[:3]] == [200, 200, 200]
    assert code == 0
    assert "/en/my/…" in log
    assert "sesame" not in log


@on_postgresql
def test_it_migrates_an_empty_database(empty_database: Database, tmp_path: Path) -> None:
    with served(tmp_path, url_of(empty_database), "--no-jobs") as server:
        ready = server.get("readyz").json()

    assert (ready["status"], ready["tables"]) == ("ready", "current")
    assert migrations.differences(empty_database) == []


def mail_state(database: Database) -> MailState:
    with database.reading() as session:
        return session.get_one(Mail, 1).state


def write_to(database: Database) -> None:
    with database.writing() as session:
        receive(session, b"From: alice@example.com\n\nName: x\n", datetime.now(UTC))


@on_sqlite
def test_without_jobs_it_leaves_mail_to_a_worker_and_names_at_once_a_database_that_cannot_be_written(
    database: Database, tmp_path: Path, hikyaku: Callable[..., Told]
) -> None:
    """The disk is full: no file may grow beyond its first byte."""
    write_to(database)
    with served(tmp_path, url_of(database), "--no-jobs") as server:
        before = server.get("readyz")
        pid, no_limit = server.process.pid, resource.RLIM_INFINITY
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, no_limit))
        until(lambda: server.get("readyz").status_code == 503)
        full = server.get("readyz").json()
        alive = server.get("healthz")
        page = server.get("en/")
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (no_limit, no_limit))
        until(lambda: server.get("readyz").status_code == 200)
        assert server.stop() == 0
    assert (before.status_code, before.json()["disk"]) == (200, "writable")
    assert (full["failing"], full["disk"]) == (["disk"], "not writable")
    assert full["why"]
    assert (alive.status_code, page.status_code) == (200, 200)
    assert mail_state(database) is MailState.NEW

    hikyaku("worker", "--once", env=dict(installation(tmp_path, url_of(database))))
    assert mail_state(database) is MailState.DONE


def test_a_port_that_is_taken_is_told_in_a_sentence(installed: Installed) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = installed("serve", "--port", port, code=1, HIKYAKU_SECRET=KEY).stderr

    assert f"port {port}" in told
    assert "Traceback" not in told


@pytest.mark.parametrize("host", ["127.0.0.l", "192.0.2.1", "a" * 70])
def test_an_address_of_no_network_here_is_told_by_its_option(
    installed: Installed, host: str
) -> None:
    told = installed("serve", "--host", host, "--port", "0", code=1, HIKYAKU_SECRET=KEY).stderr
    elsewhere = f"lmtp://{host}:2400"
    of_mail = installed(
        *("serve", "--port", "0"), code=1, HIKYAKU_SECRET=KEY, HIKYAKU_MAIL_LISTEN=elsewhere
    ).stderr

    assert told.endswith("in --host: 127.0.0.1, or 0.0.0.0 for all.\n")
    assert "while" not in told
    assert "in HIKYAKU_MAIL_LISTEN: 127.0.0.1" in of_mail


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("HIKYAKU_SMTP_URL", "mail.example.com"),
        ("HIKYAKU_IMAP_URL", "imaps://host"),
        ("HIKYAKU_MAIL_LISTEN", "lmtp://127.0.0.1"),
    ],
)
def test_a_bad_way_for_mail_is_told_at_once(installed: Installed, setting: str, value: str) -> None:
    told = installed("serve", "--port", "0", code=1, HIKYAKU_SECRET=KEY, **{setting: value})

    assert setting in told.stderr


# --- readiness ----------------------------------------------------------------------------------------


def asked(database: Database) -> TestClient:
    return Client(create_app(Settings(secret=KEY), database))


def test_it_is_not_ready_on_the_tables_of_another_version(database: Database) -> None:
    with database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = 'newer'"))
    answer = asked(database).get("/readyz")

    assert answer.status_code == 503
    assert answer.json()["tables"] == "other"


def test_it_is_not_ready_without_its_database() -> None:
    client = asked(Database("postgresql://nobody@127.0.0.1:1/nothing"))
    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert answer.json()["database"] == "unreachable"
    assert client.get("/healthz").status_code == 200


def test_a_disk_with_no_room_for_a_mail_is_named(
    sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.database.ROOM_BYTES", 1 << 60)
    path = shutil.copy(sqlite_template, tmp_path / "full.db")
    answer = asked(Database(f"sqlite:///{path}")).get("/readyz")

    assert (answer.status_code, answer.json()["why"]) == (503, "the disk is full")


def test_a_worker_that_is_heard_of_no_more_is_named(database: Database) -> None:
    """One that ended as it should is not missed, and where there never was one none is."""
    client = asked(database)
    unknown = client.get("/readyz").status_code
    with database.writing() as session:
        heartbeats.beat(session, "jobs")
    lives = client.get("/readyz").json()["jobs"]
    with database.writing() as session:
        session.get_one(Heartbeat, f"jobs:{boot()}").at = datetime.now(UTC) - timedelta(minutes=9)
    silent = client.get("/readyz")
    with database.writing() as session:
        heartbeats.end(session, "jobs")

    assert (unknown, lives) == (200, "on time")
    assert (silent.status_code, silent.json()["failing"]) == (503, ["jobs"])
    assert client.get("/readyz").status_code == 200


@pytest.mark.parametrize(("minutes", "status", "jobs"), [(1, 200, "on time"), (60, 503, "late")])
def test_it_tells_how_long_work_has_been_waiting(
    database: Database, minutes: int, status: int, jobs: str
) -> None:
    with database.writing() as session:
        receive(
            session, b"From: a@example.com\n\nx", datetime.now(UTC) - timedelta(minutes=minutes)
        )
    answer = asked(database).get("/readyz")

    assert answer.status_code == status
    assert answer.json()["jobs"] == jobs
    assert answer.json()["failing"] == (["mail"] if status == 503 else [])
    assert answer.json()["mail_waits_seconds"] >= minutes * 60
