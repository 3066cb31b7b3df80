"""`hikyaku doctor`: what is here and what is wrong with it."""

import hashlib
import json
import locale
import socket
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest

from app.cli.console import installation
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.mail.inbox.arrivals import receive
from app.mail.transport import listener as transport_listener
from app.settings import Settings, settings as read_settings
from app.store import players, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Fact, Heartbeat, SeasonState
from app.store.upkeep import facts, migrations
from app.tournament import executors
from tests.support.commands import Told
from tests.support.databases import on_postgresql
from tests.support.mail_peers import dovecot
from tests.support.mail_servers import mail_server
from tests.support.outgoing import KEY
from tests.support.ports import closed_port
from tests.support.serving import served

Hikyaku = Callable[..., Told]


def findings(result: Told) -> dict[str, str]:
    return {finding["what"]: finding["found"] for finding in json.loads(result.stdout)["findings"]}


def test_a_sound_installation_is_well(hikyaku: Hikyaku) -> None:
    result = hikyaku("doctor", "--json")

    assert json.loads(result.stdout)["is_well"]
    assert {"Python", "SQLite", "hikyaku", "sqlmodel", "locale"} <= findings(result).keys()


def test_it_says_how_each_game_plays_a_field(hikyaku: Hikyaku) -> None:
    assert findings(hikyaku("doctor", "--json"))["laplaplus"].startswith(
        "laplaplus@1, outcomes by "
    )


def test_without_json_it_is_a_table(hikyaku: Hikyaku) -> None:
    assert any(line.split()[:1] == ["SQLite"] for line in hikyaku("doctor").stdout.splitlines())


def test_what_is_wrong_is_said_and_the_exit_code_tells(
    hikyaku: Hikyaku, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: Path) -> None:
        raise PermissionError("read-only", "it")

    monkeypatch.setattr(locale, "getpreferredencoding", lambda do_setlocale: "EUC-JP")
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 7, 0))
    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)

    result = hikyaku("doctor", "--json", code=1)

    assert not json.loads(result.stdout)["is_well"]
    assert [line.split(":")[0] for line in result.stderr.splitlines()] == [
        "SQLite",
        "temporary files",
        "locale",
        "letters",
    ]


def test_it_says_who_plays_seasons(hikyaku: Hikyaku) -> None:
    assert findings(hikyaku("doctor", "--json"))["seasons played by"].startswith("local, ")


def test_a_cluster_that_does_not_answer_is_wrong(
    hikyaku: Hikyaku, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "CONNECT_SECONDS", 0.2)
    monkeypatch.setattr(installation, "settings", lambda: Settings(compute="dask://127.0.0.1:1"))
    result = hikyaku("doctor", code=1)

    assert "no Dask scheduler answers at dask://127.0.0.1:1" in result.stderr


@pytest.mark.parametrize("compute", ["dask", "tcp://host:1", "dask://host", "dask://h o:1"])
def test_settings_that_mean_nothing_are_wrong(hikyaku: Hikyaku, compute: str) -> None:
    read_settings.cache_clear()
    result = hikyaku("doctor", env={"HIKYAKU_COMPUTE": compute}, code=1)
    read_settings.cache_clear()

    assert "HIKYAKU_COMPUTE: must be local or dask://host:port" in result.stderr


# --- the site -----------------------------------------------------------------------------------------


@pytest.fixture
def site(hikyaku: Hikyaku, tmp_path: Path) -> Iterator[Callable[..., dict[str, dict[str, str]]]]:
    """What the doctor says of a site in this folder; the exit code tells whether anything is wrong."""
    there = {
        "HIKYAKU_DATABASE_URL": f"sqlite:///{tmp_path / 'hikyaku.db'}",
        "HIKYAKU_MAILDIR": str(tmp_path / "mail"),
        "HIKYAKU_MAIL_ADDRESS": "play@cups.example.com",
        "HIKYAKU_BASE_URL": "http://localhost:1",
    }

    def look(**settings: str) -> dict[str, dict[str, str]]:
        read_settings.cache_clear()
        result = hikyaku("doctor", "--json", env=there | settings, code=(0, 1))
        told = {each["what"]: each for each in json.loads(result.stdout)["findings"]}
        failed = [each for each in told.values() if each["state"] == "FAILED"]
        assert all(each["wrong"] for each in failed)
        assert result.exit_code == bool(failed), result.stderr
        return told

    yield look
    read_settings.cache_clear()


Look = Callable[..., dict[str, dict[str, str]]]


def test_nothing_is_made_by_looking_where_nothing_is_yet(site: Look, tmp_path: Path) -> None:
    told = site()

    assert [*tmp_path.iterdir()] == []
    assert {told[what]["state"] for what in ("database", "secret", "mail from a mailbox")} == {
        "not used"
    }
    assert told["letters"]["state"] == told["time zone"]["state"] == "ok"


def test_what_is_set_and_no_setting_is_named_with_what_is_nearest(site: Look) -> None:
    told = site(
        HIKYAKU_SMTP_ULR="smtp://x",
        HIKYAKU_NONSENSE="1",
        HIKYAKU_PURE="1",
        HIKYAKU_WORKERS="4",
        HIKYAKU_FORWARDED_ALLOW_IPS="10.0.0.10",
    )["settings"]

    no = "there is no such setting"
    assert f"HIKYAKU_SMTP_ULR: {no}; you may mean HIKYAKU_SMTP_URL." in told["wrong"]
    assert f"HIKYAKU_NONSENSE: {no}." in told["wrong"]
    assert f"HIKYAKU_WORKERS: {no}; it is an option, hikyaku serve --workers." in told["wrong"]
    assert f"IPS: {no}; it is called FORWARDED_ALLOW_IPS." in told["wrong"]
    assert "PURE" not in told["wrong"]


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("HIKYAKU_PURE", ("", "0", "1"), "yes"),
        ("HIKYAKU_DEBUG", ("", "0", "1"), "false"),
        ("FORWARDED_ALLOW_IPS", ("*", "::1", "10.0.0.10, 10.1.0.0/16"), "proxy.example.com"),
        ("FORWARDED_ALLOW_IPS", (), "10.0.0.10/8"),
    ],
)
def test_what_the_environment_alone_says_must_mean_something(
    site: Look, name: str, good: tuple[str, ...], bad: str
) -> None:
    for value in good:
        assert site(**{name: value})["environment"]["state"] != "FAILED"
    wrong = site(**{name: bad})["environment"]["wrong"]

    assert name in wrong
    assert repr(bad) in wrong


def test_files_that_others_may_read_are_named(
    site: Look, tmp_path: Path, sqlite_template: Path
) -> None:
    file = tmp_path / "hikyaku.db"
    file.write_bytes(sqlite_template.read_bytes())
    file.chmod(0o644)
    (tmp_path / "secret").write_text("a" * 64)
    (tmp_path / "secret").chmod(0o600)
    told = site()

    assert str(file) in told["rights of files"]["wrong"]
    assert "guessed" in told["secret"]["wrong"]
    assert told["database"]["state"] == "ok"
    assert told["worker"]["state"] == told["rules of seasons"]["state"] == "not used"
    assert site()["rights of files"]["state"] == "ok", "it was closed when it was opened"


def test_a_lost_secret_old_tables_and_a_database_that_is_none_are_wrong(
    site: Look, tmp_path: Path, sqlite_template: Path
) -> None:
    file = tmp_path / "hikyaku.db"
    file.write_bytes(sqlite_template.read_bytes())
    assert "dead" in site()["secret"]["wrong"]

    database = Database(f"sqlite:///{file}")
    migrations.downgrade(database, migrations.revisions()[-2])
    database.close()
    assert "older version. hikyaku serve" in site()["database"]["wrong"]

    file.write_bytes(b"no database" * 1000)
    assert "cannot be used" in site()["database"]["wrong"]
    none = site(HIKYAKU_DATABASE_URL="hikyaku.db")["database"]["wrong"]
    assert none == "HIKYAKU_DATABASE_URL must be sqlite:///FILE or postgresql://USER@HOST/NAME."
    away = site(HIKYAKU_DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
    assert "cannot be used" in away["database"]["wrong"]
    assert "token_hex" in away["secret"]["wrong"]


def test_a_mail_server_is_asked_whether_it_lets_us_in(site: Look, tmp_path: Path) -> None:
    with mail_server(tmp_path / "sink", password="s3same") as server:
        wrong, right = (
            site(HIKYAKU_SMTP_URL=f"smtp://olga:{word}@localhost:{server.port}")["letters"]
            for word in ("wrong", "s3same")
        )
        assert server.received == []
    with closed_port() as port:
        away = site(HIKYAKU_SMTP_URL=f"smtp://localhost:{port}")
        nobodys = site(
            HIKYAKU_SMTP_URL=f"smtp://localhost:{port}", HIKYAKU_MAIL_ADDRESS="play@hikyaku.example"
        )

    assert "refuses this site's letters: 535" in wrong["wrong"]
    assert right["state"] == "ok"
    assert away["letters"]["state"] == "FAILED"
    assert "s3same" not in str((wrong, right))
    assert (away["mail address"]["state"], nobodys["mail address"]["state"]) == ("ok", "FAILED")


def test_the_place_where_mail_is_taken_is_free_ours_or_anothers(site: Look) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        taken.settimeout(120)
        url = f"lmtp://127.0.0.1:{taken.getsockname()[1]}"

        def answer() -> None:
            connection, _ = taken.accept()
            connection.sendall(b"220 localhost Postfix\r\n")
            connection.close()

        other = Thread(target=answer)
        other.start()
        anothers = site(HIKYAKU_MAIL_LISTEN=url)["mail from a mail server"]
        other.join()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url_of_ours = f"lmtp://127.0.0.1:{listener.getsockname()[1]}"
        with transport_listener.listening(
            listener, transport_listener.place_at(url_of_ours).protocol, lambda _: None
        ):
            ours = site(HIKYAKU_MAIL_LISTEN=url_of_ours)["mail from a mail server"]
    free = site(HIKYAKU_MAIL_LISTEN=url)["mail from a mail server"]

    assert "cannot be opened" in anothers["wrong"]
    assert "Hikyaku listens there" in ours["found"]
    assert free["found"].endswith("free")


def test_a_mailbox_is_opened_as_it_will_be_read(site: Look) -> None:
    with dovecot() as server:
        right = site(HIKYAKU_IMAP_URL=server.url)["mail from a mailbox"]
        no_folder = site(HIKYAKU_IMAP_URL=server.url.replace("INBOX", "Nowhere"))
        no_word = site(HIKYAKU_IMAP_URL=f"imap://olga:wrong@127.0.0.1:{server.port}")

    assert right["state"] == "ok"
    assert "cannot be read" in no_folder["mail from a mailbox"]["wrong"]
    assert "cannot be read" in no_word["mail from a mailbox"]["wrong"]


def test_folders_must_be_there_and_writable(site: Look, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = site(
        HIKYAKU_MAIL_FOLDER=str(tmp_path / "none"), HIKYAKU_MAILDIR=str(tmp_path / "file" / "mail")
    )

    assert "no such folder" in told["mail from a folder"]["wrong"]
    assert "nothing can be written" in told["letters"]["wrong"]
    assert "Set HIKYAKU_MAILDIR" in told["letters"]["wrong"]
    for nowhere in ("/proc/mail", str(tmp_path / "file")):
        assert "nothing can be written" in site(HIKYAKU_MAILDIR=nowhere)["letters"]["wrong"]
    site(HIKYAKU_MAILDIR=str(tmp_path / "new" / "mail"))
    assert [each.name for each in tmp_path.iterdir()] == ["file"], "nothing was made"


@on_postgresql
def test_an_empty_database_only_needs_a_start(site: Look, empty_database: Database) -> None:
    url = empty_database.engine.url.set(drivername="postgresql")
    told = site(HIKYAKU_DATABASE_URL=url.render_as_string(hide_password=False), HIKYAKU_SECRET=KEY)

    assert told["database"]["state"] == "not used"
    assert "hikyaku serve makes its tables" in told["database"]["found"]


def test_pages_are_asked_for_where_letters_lead(
    site: Look, tmp_path: Path, sqlite_template: Path
) -> None:
    (tmp_path / "db").write_bytes(sqlite_template.read_bytes())
    with served(tmp_path, f"sqlite:///{tmp_path / 'db'}", "--no-jobs") as server:
        ours = site(HIKYAKU_BASE_URL=server.address)["pages"]
        lost = site(HIKYAKU_BASE_URL=f"{server.address}nowhere")["pages"]
        another = site(
            HIKYAKU_BASE_URL=server.address, HIKYAKU_SECRET=hashlib.sha256(b"x").hexdigest()
        )["pages"]
    open_to_all = site(HIKYAKU_BASE_URL="http://cups.example.com")["pages"]

    assert ours["state"] == "ok"
    assert "404" in lost["wrong"]
    assert "another Hikyaku site" in another["wrong"]
    assert "HTTPS" in open_to_all["wrong"]
    assert site()["pages"]["state"] == "not used"


def test_another_secret_is_seen_until_older_links_are_forgotten(
    site: Look, tmp_path: Path, sqlite_template: Path
) -> None:
    """The first one put back is the right one again; a stranger's address in `.example` is nobody's fault."""
    file, now = tmp_path / "hikyaku.db", datetime.now(UTC)
    file.write_bytes(sqlite_template.read_bytes())
    old, new = (hashlib.sha256(each).hexdigest() for each in (b"old", b"new"))
    database = Database(f"sqlite:///{file}")
    with database.writing() as session:
        players.known_as(session, "kumo@azami.example", "ja", now)
        facts.note_secret(session, old.encode(), now=now - timedelta(days=90))

    def wrong(secret: str) -> str:
        told = site(HIKYAKU_SECRET=secret)
        assert "sample players" not in told
        return told["links in letters"]["wrong"]

    assert wrong(old) == ""
    assert "every link in older letters is dead" in wrong(new)
    with database.writing() as session:
        facts.note_secret(session, new.encode(), now=now - timedelta(days=29))
    assert str(tmp_path / "secret") in wrong(new)
    assert wrong(old) == ""
    assert "dead" in wrong(old[::-1])
    with database.writing() as session:
        session.get_one(Fact, f"secret:{facts.check_value(new.encode())}").at -= timedelta(days=2)
    assert wrong(new) == ""
    database.close()


def test_work_that_nobody_does_is_wrong(site: Look, tmp_path: Path, sqlite_template: Path) -> None:
    file = tmp_path / "hikyaku.db"
    file.write_bytes(sqlite_template.read_bytes())
    database = Database(f"sqlite:///{file}")
    with database.writing() as session:
        receive(session, b"From: a@example.com\n\nx", datetime.now(UTC) - timedelta(hours=1))
    database.close()

    assert "hikyaku worker" in site()["worker"]["wrong"]


def test_a_worker_that_is_gone_and_rules_that_are_not_here_are_wrong(
    site: Look, tmp_path: Path, sqlite_template: Path
) -> None:
    file, now = tmp_path / "hikyaku.db", datetime.now(UTC)
    file.write_bytes(sqlite_template.read_bytes())
    database = Database(f"sqlite:///{file}")
    with database.writing() as session:
        session.add(Heartbeat(key="jobs:here", at=now, uptime=1))
        league_seasons.create(
            session, season_plans.Plan("laplaplus", "cup"), Organiser("olga", now)
        )
    well = site()
    with database.writing() as session:
        session.get_one(Heartbeat, "jobs:here").at = now - timedelta(hours=1)
        seasons.by_slug(session, "cup").rules_version = "laplaplus@0"
    ill = site()
    with database.writing() as session:
        seasons.by_slug(session, "cup").state = SeasonState.ARCHIVED
    database.close()

    assert well["worker"]["state"] == well["rules of seasons"]["state"] == "ok"
    assert "was killed" in ill["worker"]["wrong"]
    assert "cup (laplaplus@0)" in ill["rules of seasons"]["wrong"]
    assert site()["rules of seasons"]["state"] == "not used"
