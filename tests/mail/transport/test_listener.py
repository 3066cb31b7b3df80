"""The door for a mail server: a mail is taken when it is kept, and not before. Peers are real."""

import asyncio
import smtplib
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Event, Semaphore
from typing import Any

import pytest
from sqlmodel import col, select

from app.clock import Clock
from app.jobs.fetch import keep
from app.mail.inbox.arrivals import MOST_BYTES, with_envelope
from app.mail.inbox.message import read_mail
from app.mail.transport.listener import (
    HOUR,
    MOST_KEYS,
    BadListenUrl,
    Keep,
    Rates,
    listening,
    place_at,
)
from app.store.database import Database, StoreUnavailable
from app.store.tables import Mail
from tests.support.databases import on_postgresql
from tests.support.mail_peers import a_mail, postfix, until
from tests.support.people import NOW
from tests.support.ports import free_port
from tests.support.serving import Served, served
from tests.support.tables import by_row

Client = Callable[..., smtplib.SMTP]


@contextmanager
def door(take: Keep, protocol: str = "lmtp", port: int = 0) -> Iterator[int]:
    """The door is open; yields its port."""
    place = place_at(f"{protocol}://127.0.0.1:{port}")
    with (
        closing(socket.create_server((place.host, place.port))) as listener,
        listening(listener, place.protocol, take),
    ):
        yield listener.getsockname()[1]


@pytest.fixture
def client() -> Iterator[Client]:
    with ExitStack() as stack:

        def connect(port: int, kind: type[smtplib.SMTP] = smtplib.LMTP) -> smtplib.SMTP:
            return stack.enter_context(kind("127.0.0.1", port))

        yield connect


def kept(database: Database) -> list[Mail]:
    with database.reading() as session:
        return list(session.exec(select(Mail).order_by(col(Mail.id))))


def ids(database: Database) -> list[str | None]:
    return [read_mail(mail.raw).message_id for mail in kept(database)]


def holds_more_than(database: Database, count: int) -> bool:
    return len(kept(database)) > count


# --- our side ------------------------------------------------------------------------------------------


def test_a_mail_is_kept_byte_for_byte_below_its_envelope(
    database: Database, client: Client
) -> None:
    raw = a_mail().replace(b"\n", b"\r\n")
    secret = "play+r-abc@hikyaku.example"
    with door(partial(keep, database)) as port:
        client(port).sendmail("alice@example.com", [secret], raw)
    (mail,) = kept(database)

    assert mail.raw == (
        b"Return-Path: <alice@example.com>\r\nDelivered-To: %b\r\n" % secret.encode() + raw
    )
    assert secret in read_mail(mail.raw).recipients


def test_a_mail_came_in_when_it_was_complete_however_long_it_waits_for_others(
    database: Database, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, asked = Event(), Event(), Semaphore(0)
    shown = NOW.timestamp()

    def wall() -> float:
        asked.release()
        return shown

    monkeypatch.setattr("app.clock.CLOCK", Clock(wall, lambda: 0))

    def slow(raws: Sequence[bytes]) -> None:
        begun.set()
        assert go_on.wait(60)
        keep(database, raws)

    def send(number: int) -> None:
        client(port).sendmail("a@example.com", ["play@hikyaku.example"], a_mail(number))

    with door(slow) as port, ThreadPoolExecutor(2) as pool:
        first = pool.submit(send, 1)
        assert begun.wait(60)
        while asked.acquire(blocking=False):
            pass
        second = pool.submit(send, 2)
        assert asked.acquire(timeout=60)
        shown += 10
        go_on.set()
        first.result()
        second.result()

    assert [each.received_at for each in kept(database)] == [NOW, NOW]


def test_mail_is_taken_in_as_soon_as_a_thread_can_start_again(
    database: Database, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, faults = asyncio.to_thread, iter([RuntimeError("can't start new thread")])

    async def once_in_vain(*arguments: Any) -> Any:
        for fault in faults:
            raise fault
        return await start(*arguments)

    monkeypatch.setattr(asyncio, "to_thread", once_in_vain)
    with door(partial(keep, database)) as port:
        with pytest.raises(smtplib.SMTPDataError) as refusal:
            client(port).sendmail("a@example.com", ["play@hikyaku.example"], a_mail())
        client(port).sendmail("a@example.com", ["play@hikyaku.example"], a_mail())

    assert refusal.value.smtp_code == 451
    assert len(kept(database)) == 1


@pytest.mark.parametrize("fault", [StoreUnavailable("the disk is full"), ZeroDivisionError()])
def test_any_fault_of_ours_is_answered_with_451(client: Client, fault: Exception) -> None:
    def fail(_: Sequence[bytes]) -> None:
        raise fault

    with door(fail) as port, pytest.raises(smtplib.SMTPDataError) as refusal:
        client(port).sendmail("alice@example.com", ["play@hikyaku.example"], a_mail())

    assert refusal.value.smtp_code == 451
    assert "disk" not in str(refusal.value.smtp_error)


def test_mails_that_come_while_one_is_kept_share_the_next_transaction(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first waits for no other. One that cannot be kept costs its neighbours nothing."""
    there, go_on = Semaphore(0), Event()
    together: list[int] = []

    def take(raws: Sequence[bytes]) -> None:
        together.append(len(raws))
        assert go_on.wait(60)
        if any(b"<6@" in raw for raw in raws):
            raise ValueError

    def noted(*of: Any) -> bytes:
        there.release()
        return with_envelope(*of)

    monkeypatch.setattr("app.mail.transport.listener.with_envelope", noted)
    with door(take) as port:
        peers = [client(port) for _ in range(8)]
        for number, peer in enumerate(peers):
            for command in ("LHLO x", "MAIL FROM:<a@example.com>", "RCPT TO:<b@example.com>"):
                assert peer.docmd(command)[0] == 250
            assert peer.docmd("DATA")[0] == 354
            peer.send(a_mail(number) + b"\r\n.\r\n")
            assert there.acquire(timeout=60)
        go_on.set()
        answers = [peer.getreply()[0] for peer in peers]

    assert together == [1, 7, *[1] * 7]
    assert answers == [250] * 6 + [451, 250]


def test_over_lmtp_every_recipient_is_answered_for(database: Database, client: Client) -> None:
    with door(partial(keep, database)) as port:
        lmtp = client(port)
        for code, command in [
            (250, "LHLO mx.example"),
            (250, "MAIL FROM:<alice@example.com>"),
            (250, "RCPT TO:<play@hikyaku.example>"),
            (250, "RCPT TO:<play+r-abc@hikyaku.example>"),
            (354, "DATA"),
        ]:
            assert lmtp.docmd(command)[0] == code
        lmtp.send(a_mail() + b"\r\n.\r\n")

        assert [lmtp.getreply()[0] for _ in range(2)] == [250, 250]
        assert lmtp.docmd("NOOP")[0] == 250
    assert len(kept(database)) == 1


@pytest.mark.parametrize("kind", [smtplib.LMTP, smtplib.SMTP])
def test_who_sends_too_much_to_a_secret_address_is_put_off_and_nobody_else_is(
    client: Client, kind: type[smtplib.SMTP], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.mail.transport.listener.MOST_TO_SECRET", 3)
    taken: list[bytes] = []
    with door(taken.extend, "lmtp" if kind is smtplib.LMTP else "smtp") as port:
        peer = client(port, kind)
        for _ in range(3):
            peer.sendmail("a@example.com", ["play+r-abc@hikyaku.example"], a_mail())
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refusal:
            peer.sendmail("a@example.com", ["play+R-ABC@hikyaku.example"], a_mail())
        for _ in range(10):
            peer.sendmail("a@example.com", ["play@hikyaku.example"], a_mail())
        peer.sendmail("a@example.com", ["play+r-xyz@hikyaku.example"], a_mail())

    ((code, _),) = refusal.value.recipients.values()
    assert (code, len(taken)) == (451, 14)


def test_a_host_that_sends_too_much_is_put_off_and_no_other_is(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is taken and forgotten: the mail server in front keeps it and tries again."""
    monkeypatch.setattr("app.mail.transport.listener.MOST_BY_HOST", 3)
    taken: list[bytes] = []

    def by(host: str) -> bytes:
        return (
            b"Received: from x.example (y [%b])\r\n by mx.example; now\r\n" % host.encode()
            + a_mail()
        )

    def send(host: str) -> int:
        try:
            peer.sendmail("victim@example.com", ["play@hikyaku.example"], by(host))
        except smtplib.SMTPDataError as refusal:
            return refusal.smtp_code
        return 250

    with door(taken.extend) as port:
        peer = client(port)
        forged = [send("203.0.113.66") for _ in range(5)]
        others = [send("198.51.100.7"), *(send("127.0.0.1") for _ in range(5))]

    assert forged == [250, 250, 250, 451, 451]
    assert set(others) == {250}
    assert len(taken) == 9


def test_over_smtp_there_is_one_answer(database: Database, client: Client) -> None:
    with door(partial(keep, database), "smtp") as port:
        smtp = client(port, smtplib.SMTP)
        to = ["play@hikyaku.example", "play+r-abc@hikyaku.example"]
        smtp.sendmail("alice@example.com", to, a_mail())
        smtp.sendmail("", to, a_mail(2))

        assert smtp.noop()[0] == 250
    assert [mail.raw.split(b"\r\n", 1)[0] for mail in kept(database)] == [
        b"Return-Path: <alice@example.com>",
        b"Return-Path: <>",
    ]


def test_lines_of_any_length_are_taken_and_mountains_are_not(
    database: Database, client: Client
) -> None:
    with door(partial(keep, database)) as port:
        lmtp = client(port)
        lmtp.sendmail("a@example.com", ["play@hikyaku.example"], a_mail(text="x" * 20_000))
        with pytest.raises(smtplib.SMTPSenderRefused) as refusal:
            lmtp.sendmail("a@example.com", ["play@hikyaku.example"], b"x" * (MOST_BYTES + 1))

    assert refusal.value.smtp_code == 552
    assert len(kept(database)) == 1


def test_what_was_begun_is_kept_although_the_door_closes(database: Database) -> None:
    """The other side hears nothing, tries again, and it is the same mail."""
    with door(partial(keep, database)) as port:
        lmtp = smtplib.LMTP("127.0.0.1", port)
        lmtp.ehlo_or_helo_if_needed()
        lmtp.mail("alice@example.com")
        lmtp.rcpt("play@hikyaku.example")
        lmtp.docmd("DATA")
        lmtp.send(a_mail() + b"\r\n.\r\n")
        until(lambda: kept(database))
    lmtp.close()

    assert len(kept(database)) == 1


@by_row(
    "url",
    ["lmtp://127.0.0.1", "http://127.0.0.1:1", "127.0.0.1:24", "lmtp://x:99999", "lmtp://:24"],
)
def test_a_place_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BadListenUrl, match="HIKYAKU_MAIL_LISTEN"):
        place_at(url)


# --- with Postfix --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("protocol", "database_kind"), [("lmtp", "sqlite"), ("smtp", "postgresql")]
)
def test_postfix_keeps_what_we_cannot_keep_and_delivers_it_later(
    database: Database, protocol: str
) -> None:
    faults = 3

    def sometimes(raws: Sequence[bytes]) -> None:
        nonlocal faults
        if faults:
            faults -= 1
            raise StoreUnavailable("gone for a while")
        keep(database, raws)

    with door(sometimes, protocol) as port, postfix(port, protocol) as peer:
        peer.accept(*map(a_mail, range(5)))
        until(lambda: len(kept(database)) == 5 and not peer.waiting, lambda: peer.log)

    assert faults == 0
    assert sorted(ids(database), key=str) == [f"<{number}@example.com>" for number in range(5)]


@on_postgresql
def test_postfix_delivers_every_mail_once_although_we_are_killed_in_the_middle(
    database: Database, tmp_path: Path
) -> None:
    url = database.url
    port = free_port()
    listen = f"lmtp://127.0.0.1:{port}"

    def ours() -> Iterator[Served]:
        with served(tmp_path, url, "--no-jobs", HIKYAKU_MAIL_LISTEN=listen) as server:
            yield server

    with postfix(port) as peer:
        for batch in range(2):
            for server in ours():
                peer.accept(*(a_mail(100 * batch + number) for number in range(20)))
                until(partial(holds_more_than, database, 20 * batch), lambda: peer.log)
                server.process.kill()
                assert "@" not in server.log.read_text()
        for _ in ours():
            until(lambda: len(kept(database)) >= 40 and not peer.waiting, lambda: peer.log)

    expected = [
        f"<{100 * batch + number}@example.com>" for batch in range(2) for number in range(20)
    ]
    assert sorted(ids(database), key=str) == sorted(expected)


def test_postfix_goes_down_with_what_it_has_and_brings_it_when_it_is_back(
    database: Database,
) -> None:
    is_open = False

    def not_yet(raws: Sequence[bytes]) -> None:
        if not is_open:
            raise StoreUnavailable("not yet")
        keep(database, raws)

    with door(not_yet) as port, postfix(port) as peer:
        peer.accept(*map(a_mail, range(10)))
        peer.abort()
        is_open = True
        peer.start()
        until(lambda: len(kept(database)) == 10 and not peer.waiting, lambda: peer.log)

    assert sorted(ids(database), key=str) == [f"<{number}@example.com>" for number in range(10)]


def test_postfix_names_the_secret_address_that_no_header_names(database: Database) -> None:
    with door(partial(keep, database)) as port, postfix(port) as peer:
        peer.accept(a_mail(to="friends@example.com"), to="play+r-abc@hikyaku.example")
        until(lambda: kept(database), lambda: peer.log)

    assert "play+r-abc@hikyaku.example" in read_mail(kept(database)[0].raw).recipients


def test_a_rate_fills_again_and_forgets_whom_it_heard_of_long_ago() -> None:
    rates = Rates(2)

    assert [rates.take("a", 0) for _ in range(3)] == [True, True, False]
    assert rates.take("b", 0)
    assert [rates.take("a", HOUR / 2) for _ in range(2)] == [True, False]
    for number in range(MOST_KEYS):
        rates.take(str(number), HOUR / 2)
    assert len(rates._left) == MOST_KEYS
