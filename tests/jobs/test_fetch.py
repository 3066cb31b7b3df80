"""Mail that has to be fetched, from a mailbox and from a folder: all of it, each mail once."""

import mailbox
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from app.clock import CLOCK, Clock
from app.jobs.fetch import fetch, fetch_since, fetching, take_from_folder
from app.jobs.inbox import read_new
from app.jobs.worker import work
from app.mail.actions.handler import MailDesk
from app.mail.inbox.arrivals import MOST_BYTES, receive, receive_all
from app.mail.transport import folder
from app.mail.transport.imap import BadImapUrl, Box, Imap, Unreachable, box_at
from app.store.database import Database
from app.store.tables import Mail, MailAction, MailState
from app.store.work import heartbeats
from tests.support.databases import on_sqlite
from tests.support.mail_peers import Dovecot, a_mail, dovecot, until
from tests.support.outgoing import some_settings
from tests.support.ports import closed_port

YEARS_AGO = datetime(2019, 5, 1, 12, tzinfo=UTC)
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    with dovecot() as running:
        yield running


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    """An empty folder."""
    (tmp_path / "inbox").mkdir()
    return tmp_path / "inbox"


@pytest.fixture
def new_box(server: Dovecot) -> Box:
    """An empty mailbox."""
    with server.client() as client:
        client.select_folder("INBOX")
        client.delete_messages(client.search())
        client.expunge()
    return box_at(server.url)


@pytest.fixture
def box(new_box: Box, database: Database) -> Box:
    """An empty mailbox into which we have looked."""
    assert not fetched(database, new_box)
    return new_box


def ids(database: Database) -> list[str | None]:
    with database.reading() as session:
        mails = session.exec(select(Mail).order_by(col(Mail.id)))
        return [message_from_bytes(mail.raw)["Message-ID"] for mail in mails]


def expected(*numbers: int) -> list[str]:
    return [f"<{number}@example.com>" for number in numbers]


def fetched(database: Database, box: Box) -> int:
    opened = Imap(box)
    try:
        return sum(fetch(database, box, opened))
    finally:
        opened.close()


# --- a mailbox -----------------------------------------------------------------------------------------


def test_every_mail_is_fetched_once_and_the_mailbox_stays_as_it_was(
    database: Database, server: Dovecot, box: Box
) -> None:
    server.put(a_mail(1), a_mail(2))
    first = fetched(database, box)
    server.put(a_mail(3))

    assert (first, fetched(database, box), fetched(database, box)) == (2, 1, 0)
    assert ids(database) == expected(1, 2, 3)
    with server.client() as client:
        client.select_folder("INBOX", readonly=True)
        assert [
            flags for flags in client.get_flags(client.search()).values() if b"\\Seen" in flags
        ] == []


def test_a_mailbox_that_counts_anew_is_read_anew_and_nothing_is_kept_twice(
    database: Database, server: Dovecot, box: Box
) -> None:
    server.put(a_mail(1), a_mail(2))
    fetched(database, box)
    server.stop()
    server.forget_uids()
    server.start()
    server.put(a_mail(3))

    fetched(database, box)
    assert ids(database) == expected(1, 2, 3)


@on_sqlite
def test_the_first_look_into_a_full_mailbox_answers_nothing_that_was_there(
    database: Database, server: Dovecot, new_box: Box
) -> None:
    """300 mails of 2019; later some of this week are asked for, and a changed UIDVALIDITY brings none of them again."""
    now = datetime.now(UTC)
    with server.client() as client:
        client.multiappend("INBOX", [{"msg": a_mail(n), "date": YEARS_AGO} for n in range(300)])
        client.append("INBOX", a_mail(300), msg_time=now - timedelta(days=8))
        client.multiappend(
            "INBOX",
            [{"msg": a_mail(n), "date": now - timedelta(days=2)} for n in range(301, 352)],
        )
    first = fetched(database, new_box)
    server.put(a_mail(400))
    second = fetched(database, new_box)
    server.stop()
    server.forget_uids()
    server.start()
    server.put(a_mail(401))
    anew = fetched(database, new_box)
    too_many = fetch_since(database, new_box, now - timedelta(days=9))
    kept_before = ids(database)
    told = fetch_since(database, new_box, now - timedelta(days=9), 60)
    with database.reading() as session:
        old = session.exec(select(Mail).where(Mail.action == MailAction.IGNORED)).all()

    assert (first, second) == (0, 1)
    assert anew in (
        1,
        2,
    )  # that of the second in which it was looked at last comes again, and is kept once
    assert kept_before == expected(400, 401)
    assert too_many == told == (54, 53)
    assert [(each.state, each.note["problems"][0]["code"]) for each in old] == [
        (MailState.DONE, "mail-old")
    ]


@on_sqlite
def test_a_mail_counts_from_when_it_was_put_into_the_mailbox(
    database: Database, server: Dovecot, box: Box
) -> None:
    """As far as we had not looked since."""
    before = Clock(lambda: CLOCK.wall() - 1200, lambda: CLOCK.uptime() - 1200)
    with database.writing() as session:
        heartbeats.beat(session, "imap", before)
    put_at = datetime.now(UTC).replace(microsecond=0) - timedelta(minutes=15)
    with server.client() as client:
        client.append("INBOX", a_mail(1), msg_time=put_at)
        client.append("INBOX", a_mail(2), msg_time=put_at - timedelta(minutes=15))
    fetched(database, box)
    with database.reading() as session:
        first, second = (
            each.received_at for each in session.exec(select(Mail).order_by(col(Mail.id)))
        )

    assert first == put_at
    assert abs(second - before.now()) < timedelta(minutes=2)


def test_two_workers_at_one_mailbox_keep_each_mail_once(
    database: Database, server: Dovecot, box: Box
) -> None:
    server.put(*map(a_mail, range(1, 11)))
    counts: list[int] = []
    workers = [
        threading.Thread(target=lambda: counts.append(fetched(database, box))) for _ in range(2)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert sum(counts) == 10
    assert sorted(ids(database), key=str) == sorted(expected(*range(1, 11)))


@on_sqlite
def test_a_new_mail_is_heard_of_and_the_server_may_come_and_go(
    database: Database, server: Dovecot, box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    """We ask by ourselves only once an hour here: what comes in between, the server has told us."""
    monkeypatch.setattr("app.jobs.fetch.LISTEN_SECONDS", 3600)
    monkeypatch.setattr("app.jobs.back_off.FIRST_SECONDS", 0.1)
    with fetching(database, box):
        server.put(a_mail(1))
        until(lambda: ids(database) == expected(1))
        server.put(a_mail(2))
        until(lambda: ids(database) == expected(1, 2))
        server.stop()
        server.start()
        server.put(a_mail(3), a_mail(4))
        until(lambda: ids(database) == expected(1, 2, 3, 4))


def test_a_mail_of_any_size_is_taken_as_far_as_any_door_takes_it(
    database: Database, server: Dovecot, box: Box
) -> None:
    server.put(a_mail(1) + b"x" * MOST_BYTES)
    fetched(database, box)

    with database.reading() as session:
        assert len(session.exec(select(Mail)).one().raw) == MOST_BYTES + 1


def test_a_server_that_is_not_there_is_unreachable() -> None:
    with closed_port() as port, pytest.raises(Unreachable):
        Imap(box_at(f"imap://play:secret@127.0.0.1:{port}/INBOX"))


@pytest.mark.parametrize(("part", "other"), [("play", "/Nowhere"), ("of%40tests", "")])
def test_a_refusal_is_told_without_any_address(server: Dovecot, part: str, other: str) -> None:
    url = server.url.replace("/INBOX", other) if other else server.url.replace(part, "wrong")
    with pytest.raises(Unreachable) as refusal, closing(Imap(box_at(url))) as mailbox:
        mailbox.look()
    assert "@" not in str(refusal.value).replace("…@…", "")


def test_the_address_of_a_mailbox_is_read_with_everything_in_it() -> None:
    box = box_at("imaps://play%40example.com:a%2Fb@imap.example.com/Hikyaku%20mail")

    assert (box.scheme, box.host, box.port) == ("imaps", "imap.example.com", 993)
    assert (box.user, box.password, box.folder) == ("play@example.com", "a/b", "Hikyaku mail")
    assert "a/b" not in repr(box)


@pytest.mark.parametrize(
    "url", ["imap.example.com", "imaps://host", "pop3://u:p@h", "imaps://u@h:x"]
)
def test_an_address_that_is_none_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(BadImapUrl, match="HIKYAKU_IMAP_URL"):
        box_at(url)


# --- a folder ------------------------------------------------------------------------------------------


def test_a_maildir_is_emptied_into_what_has_been_seen(database: Database, inbox: Path) -> None:
    box = mailbox.Maildir(inbox / "maildir")
    box.add(a_mail(1))
    box.add(a_mail(2))

    assert list(take_from_folder(inbox / "maildir", database))
    assert not list(take_from_folder(inbox / "maildir", database))
    assert sorted(ids(database), key=str) == expected(1, 2)
    assert [message.get_flags() for message in box] == ["S", "S"]


def test_a_plain_folder_is_emptied_into_what_was_kept(database: Database, inbox: Path) -> None:
    (inbox / "b.eml").write_bytes(a_mail(2))
    (inbox / "a.eml").write_bytes(a_mail(1))
    (inbox / ".half").write_bytes(b"still being written")
    list(take_from_folder(inbox, database))

    assert ids(database) == expected(1, 2)
    assert sorted(file.name for file in inbox.iterdir() if file.is_file()) == [".half"]
    assert sorted(file.name for file in (inbox / "kept").iterdir()) == ["a.eml", "b.eml"]


def test_a_file_that_cannot_be_read_does_not_stop_the_others(
    database: Database, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        (inbox / f"{number}.eml").write_bytes(a_mail(number))

    def content(file: Path) -> bytes:
        if file.name == "1.eml":
            raise PermissionError("Permission denied")
        return file.read_bytes()

    monkeypatch.setattr(folder, "content", content)
    with pytest.raises(PermissionError):
        list(take_from_folder(inbox, database))

    with database.reading() as session:
        assert len(session.exec(select(Mail)).all()) == 2
    assert [file.name for file in inbox.iterdir() if file.is_file()] == ["1.eml"]


def test_a_mail_that_was_kept_before_we_were_killed_is_not_kept_again(
    database: Database, inbox: Path
) -> None:
    (inbox / "a.eml").write_bytes(a_mail(1))
    with database.writing() as session:
        receive(session, a_mail(1), NOW)

    list(take_from_folder(inbox, database))
    assert ids(database) == expected(1)


def test_a_worker_reads_both_and_answers(
    database: Database, server: Dovecot, box: Box, inbox: Path, tmp_path: Path
) -> None:
    server.put(a_mail(1))
    (inbox / "a.eml").write_bytes(a_mail(2))
    settings = some_settings(imap_url=server.url, mail_folder=inbox, maildir=tmp_path / "out")
    work(database, settings, stop=threading.Event(), once=True)

    with database.reading() as session:
        states = [mail.state for mail in session.exec(select(Mail))]
    assert states == [MailState.DONE, MailState.DONE]


@on_sqlite
def test_a_job_with_much_to_do_lets_the_others_have_their_turn(
    database: Database,
    server: Dovecot,
    box: Box,
    inbox: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many mails wait in a mailbox, in a folder, or unread."""
    for number in range(3):
        server.put(a_mail(number))
        (inbox / f"{number}.eml").write_bytes(a_mail(3 + number))
    turns: list[tuple[int, int]] = []

    def close_due(database: Database, _: datetime) -> bool:
        with database.reading() as session:
            states = session.exec(select(Mail.state)).all()
        turns.append((len(states), states.count(MailState.DONE)))
        return False

    monkeypatch.setattr("app.jobs.worker.TURN_SECONDS", -1)
    monkeypatch.setattr("app.jobs.inbox.BATCH", 1)
    monkeypatch.setattr("app.jobs.worker.close_due", close_due)
    settings = some_settings(imap_url=server.url, mail_folder=inbox, maildir=tmp_path / "out")
    work(database, settings, stop=threading.Event(), once=True)

    assert turns[:6] == [(2, 1), (4, 2), (6, 3), (6, 4), (6, 5), (6, 6)]


@on_sqlite
def test_a_mailbox_is_read_no_further_than_the_mail_in_hand_once_we_are_to_stop(
    database: Database, server: Dovecot, box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, stop = threading.Event(), threading.Event()

    def receive_slowly(*mail: Any) -> None:
        begun.set()
        stop.wait()
        receive_all(*mail)

    monkeypatch.setattr("app.jobs.fetch.receive_all", receive_slowly)
    monkeypatch.setattr("app.jobs.fetch.Event", lambda: stop)
    server.put(a_mail(1), a_mail(2))
    with fetching(database, box):
        begun.wait()

    assert ids(database) == expected(1)


# --- all doors together --------------------------------------------------------------------------------


def test_a_mail_that_comes_by_three_doors_is_answered_once(
    database: Database, server: Dovecot, box: Box, inbox: Path
) -> None:
    raw = a_mail(1).replace(b"\n", b"\r\n")
    server.put(b"Received: from b by c\r\n" + raw)
    fetched(database, box)
    (inbox / "a.eml").write_bytes(b"Received: from a by b\n" + raw.replace(b"\r\n", b"\n"))
    list(take_from_folder(inbox, database))
    with database.writing() as session:
        receive(session, raw, NOW)
    list(read_new(database, MailDesk("play@hikyaku.example", b"a secret of tests")))

    with database.reading() as session:
        notes = [mail.note.get("why") for mail in session.exec(select(Mail).order_by(col(Mail.id)))]
    assert notes == [None, "repeated", "repeated"]
