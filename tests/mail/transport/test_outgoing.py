"""What leaves is a mail that every server takes and every reader shows as it was meant."""

import mailbox
import os
import shutil
import ssl
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from app.letters.links import Route
from app.mail.transport.delivery import DeliveryFate, Parcel, ServerAnswer, is_nobodys
from app.mail.transport.maildir import Maildir
from app.mail.transport.mime import Unmailable, compose, on_the_wire
from app.mail.transport.smtp import BadSmtpUrl, Server, Smtp, server_at, transports
from app.store.tables import Letter, Player
from app.text.privacy import mask
from tests.support.mail_servers import CERTIFICATE, NEVER, PATIENT, Fault, mail_server
from tests.support.outgoing import TEXT, letter_to, some_settings
from tests.support.people import NOW
from tests.support.ports import closed_port
from tests.support.tables import by_row

ALICE = Player(id=1, address="alice@example.com", address_key="", lang="en", created_at=NOW)
SETTINGS = some_settings()


def a_letter(**values: Any) -> Letter:
    words = {"subject": "Your entry is in", "text": TEXT, "html": f"<p>{TEXT}</p>"}
    return letter_to(ALICE, **{**words, **values})


def a_parcel(address: str = "alice@example.com", **values: Any) -> Parcel:
    ways = Route(address, "play+r-abc@hikyaku.example", "play+b-def@hikyaku.example")
    return compose(a_letter(**values), ways, SETTINGS)


def as_read(parcel: Parcel) -> EmailMessage:
    message = message_from_bytes(parcel.content, policy=default)
    assert isinstance(message, EmailMessage)
    assert not [part.defects for part in message.walk() if part.defects]
    return message


def part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    assert body
    return str(body.get_content()).replace("\r\n", "\n")


def yes() -> bool:
    return True


# --- the message ----------------------------------------------------------------------------------


def test_a_mail_says_from_whom_to_whom_and_where_to_answer() -> None:
    mail = as_read(a_parcel())

    assert mail["From"] == "飛脚 Hikyaku <play@hikyaku.example>"
    assert mail["To"] == "alice@example.com"
    assert mail["Reply-To"] == "play+r-abc@hikyaku.example"
    assert mail["Message-ID"] == "<receipt.alice@hikyaku.example>"
    assert mail["Date"].datetime == NOW
    assert mail["Date"].endswith("+0900"), "the clock of the site, Asia/Tokyo"
    assert mail["X-Auto-Response-Suppress"] == "DR, RN, NRN, OOF, AutoReply"
    assert mail["Content-Language"] == "en"


def test_text_and_html_arrive_as_they_were_written() -> None:
    mail = as_read(a_parcel())

    assert part(mail, "plain") == TEXT
    assert part(mail, "html") == f"<p>{TEXT}</p>\n"


def test_a_letter_without_html_is_plain_text() -> None:
    mail = as_read(a_parcel(html=""))

    assert mail.get_content_type() == "text/plain"
    assert part(mail, "plain") == TEXT


@by_row("text", [TEXT, "ascii\n", "a" * 5000 + "\n", "長い" * 3000 + "\n"])
def test_seven_bits_and_short_lines_are_enough(text: str) -> None:
    parcel = a_parcel(text=text)

    assert parcel.content.isascii()
    assert max(map(len, parcel.content.split(b"\r\n"))) <= 200
    assert parcel.content.count(b"\n") == parcel.content.count(b"\r\n")
    assert part(as_read(parcel), "plain") == text


def test_the_same_letter_is_the_same_bytes() -> None:
    assert a_parcel() == a_parcel()


@by_row(
    "subject",
    [
        "受け付けました：火曜日の英雄「①㈱髙」 vs. a name that goes on and on, 第三回ラプラプラス杯 ありがとう",
        "x" * 300,
        "🐎" * 80,
        "",
    ],
)
def test_a_subject_arrives_as_it_was_written(subject: str) -> None:
    assert as_read(a_parcel(subject=subject))["Subject"] == subject


@by_row("end", ["\n", "\r\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\0"])
def test_words_cannot_become_fields(end: str) -> None:
    evil = f"Hello{end}Bcc: mallory@example.com{end}{end}text"
    mail = as_read(
        a_parcel(
            subject=evil, in_reply_to=f"<a@example.com>{evil}", references=f"<b@example.com>{evil}"
        )
    )

    assert "Bcc" not in mail
    assert mail["Subject"].startswith("Hello")
    assert mail["In-Reply-To"] == "<a@example.com>"
    assert mail["References"] == "<b@example.com> <a@example.com>"
    assert part(mail, "plain") == TEXT


def test_an_answer_stands_in_its_thread_and_says_that_a_program_wrote_it() -> None:
    mail = as_read(a_parcel(in_reply_to="<2@example.com>", references="<1@example.com>"))

    assert mail["In-Reply-To"] == "<2@example.com>"
    assert mail["References"] == "<1@example.com> <2@example.com>"
    assert mail["Auto-Submitted"] == "auto-replied"


def test_news_stand_in_a_thread_and_answer_nothing_all_the_same() -> None:
    mail = as_read(a_parcel(kind="report", in_reply_to="<2@example.com>"))

    assert mail["In-Reply-To"] == "<2@example.com>"
    assert mail["Auto-Submitted"] == "auto-generated"


@by_row(
    "title",
    ["First Hikyaku Cup", "第一回飛脚杯", 'Cup, "the" <first>; \\o/', "杯🏆 “and” more", "Évian.", "a@b", "x" * 60],
)  # fmt: skip
def test_a_letter_of_a_season_comes_in_its_name(title: str) -> None:
    ways = Route(
        "alice@example.com", "play+r-a@hikyaku.example", "play@hikyaku.example", sender=title
    )
    sender = as_read(compose(a_letter(), ways, SETTINGS))["From"].addresses[0]

    assert (sender.display_name, sender.addr_spec) == (title, "play@hikyaku.example")


def test_a_long_title_is_shortened_in_the_name_of_its_sender() -> None:
    ways = Route("a@example.com", "b@hikyaku.example", "b@hikyaku.example", sender="杯" * 200)
    content = compose(a_letter(), ways, SETTINGS).content

    assert all(len(line) <= 78 for line in content.split(b"\r\n\r\n")[0].split(b"\r\n"))


def test_a_letter_that_answers_nothing_says_so() -> None:
    mail = as_read(a_parcel())

    assert mail["Auto-Submitted"] == "auto-generated"
    assert "In-Reply-To" not in mail
    assert "References" not in mail


def test_a_letter_that_answers_nothing_can_be_stopped_by_one_click() -> None:
    """RFC 8058, section 3.1."""
    link = f"https://hikyaku.example/ja/letters/stop/{'a' * 32}"
    ways = Route("alice@example.com", "play@hikyaku.example", "play@hikyaku.example", link)
    mail = as_read(compose(a_letter(kind="report"), ways, SETTINGS))

    assert mail["List-Unsubscribe"] == f"<{link}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "List-Unsubscribe" not in as_read(a_parcel())


def test_a_long_message_id_is_never_encoded() -> None:
    """Exchange makes Message-IDs longer than a line should be."""
    long = f"<{'x' * 120}@example.com>"
    content = a_parcel(in_reply_to=long, references=f"{long[:-1]}.old> {long}").content

    assert f"In-Reply-To: {long}\r\n".encode() in content
    assert f"References: {long[:-1]}.old>\r\n {long}\r\n".encode() in content


def test_a_thread_without_end_is_cut_at_its_beginning() -> None:
    thread = " ".join(f"<{n}@example.com>" for n in range(100))
    references = as_read(a_parcel(in_reply_to="<me@example.com>", references=thread))["References"]

    assert len(references.split()) == 20
    assert references.endswith("<99@example.com> <me@example.com>")


@by_row(
    ("address", "written"),
    [
        ("alice@example.com", "alice@example.com"),
        ("o'brien+x=y@example.com", "o'brien+x=y@example.com"),
        ("usa..ro-4649.@example.net", '"usa..ro-4649."@example.net'),
        (".usagi@example.net", '".usagi"@example.net'),
        ('say"hi@example.net', '"say\\"hi"@example.net'),
        ("alice@例え.jp", "alice@xn--r8jz45g.jp"),
    ],
)
def test_every_address_that_phones_had_can_be_written_to(address: str, written: str) -> None:
    assert on_the_wire(address) == written
    assert f"To: {written}\r\n".encode() in a_parcel(address).content


@by_row(
    "address",
    [
        "",
        "alice",
        "@example.com",
        "alice@",
        "ali ce@example.com",
        "アリス@example.com",
        "alice@exa mple.com",
        "alice@example.com>\r\nBcc: <bob@example.com",
        f"{'a' * 65}@example.com",
        f"alice@{'a' * 64}.com",
        "alice@..",
    ],
)
def test_what_is_no_address_is_told_without_showing_it(address: str) -> None:
    with pytest.raises(Unmailable) as refused:
        a_parcel(address)

    assert "alice" not in str(refused.value)


def test_half_a_character_makes_no_mail() -> None:
    with pytest.raises(Unmailable, match="UnicodeEncodeError"):
        a_parcel(text="\ud83d")


@by_row(
    ("text", "masked"),
    [
        ("550 <alice@example.com>: unknown", "550 <…@…>: unknown"),
        ('RCPT TO:<"usa..ro."@example.net>', "RCPT TO:<…@…>"),
        ("alice@example.com,bob@例え.jp", "…@…,…@…"),
        ("nothing to hide", "nothing to hide"),
    ],
)
def test_addresses_are_masked(text: str, masked: str) -> None:
    assert mask(text) == masked


# --- the Maildir ----------------------------------------------------------------------------------


def deliver(path: Path, parcel: Parcel | None = None) -> ServerAnswer:
    box = Maildir(path)
    answer = box.deliver(parcel or a_parcel(), yes)
    box.close()
    return answer


def test_a_reader_of_maildirs_finds_the_letter_unread(tmp_path: Path) -> None:
    deliver(tmp_path / "mail")

    [mail] = mailbox.Maildir(tmp_path / "mail", create=False)
    assert mail["Message-ID"] == "<receipt.alice@hikyaku.example>"
    assert mail.get_subdir() == "new"
    assert not list((tmp_path / "mail/tmp").iterdir())


def test_delivered_twice_it_is_one_letter(tmp_path: Path) -> None:
    answers = deliver(tmp_path), deliver(tmp_path)

    assert [answer.fate for answer in answers] == [DeliveryFate.SENT, DeliveryFate.SENT]
    assert len(mailbox.Maildir(tmp_path)) == 1


def test_a_letter_that_somebody_has_read_is_not_delivered_again(tmp_path: Path) -> None:
    box = Maildir(tmp_path)
    box.deliver(a_parcel(), yes)
    [file] = (tmp_path / "new").iterdir()
    file.rename(tmp_path / "cur" / f"{file.name}:2,S")

    assert box.deliver(a_parcel(), yes).fate is DeliveryFate.SENT
    assert len(mailbox.Maildir(tmp_path)) == 1


def test_letters_are_for_their_owner_alone(tmp_path: Path) -> None:
    deliver(tmp_path / "mail")

    [file] = (tmp_path / "mail/new").iterdir()
    assert file.stat().st_mode & 0o077 == 0
    assert (tmp_path / "mail/new").stat().st_mode & 0o077 == 0


def test_old_drafts_of_a_crash_are_thrown_away(tmp_path: Path) -> None:
    deliver(tmp_path)
    old, young = tmp_path / "tmp/old", tmp_path / "tmp/young"
    old.touch()
    young.touch()
    os.utime(old, (0, 0))

    Maildir(tmp_path).close()

    assert (old.exists(), young.exists()) == (False, True)


def test_a_place_that_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "mail").write_text("a file")
    answer = deliver(tmp_path / "mail")

    assert answer.fate is DeliveryFate.UNREACHABLE
    assert "mail cannot be used: Not a directory" in answer.reply


def test_a_full_disk_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    answer = deliver(tmp_path)

    assert answer.fate is DeliveryFate.UNREACHABLE
    assert answer.reply.endswith("cannot be used: No space left on device")
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]


# --- the mail server ------------------------------------------------------------------------------


@by_row(
    ("url", "server"),
    [
        ("smtp://mail.example.com", Server("smtp", "mail.example.com", 25)),
        ("smtps://mail.example.com", Server("smtps", "mail.example.com", 465)),
        (
            "smtp+starttls://us%40er:p%2Fw@[::1]:2525",
            Server("smtp+starttls", "::1", 2525, "us@er", "p/w"),
        ),
    ],
)
def test_a_server_is_named_by_its_address(url: str, server: Server) -> None:
    assert server_at(url) == server


@by_row("url", ["mail.example.com", "http://x", "smtp://", "smtp://h:port"])
def test_what_names_no_server_is_refused_without_showing_the_password(url: str) -> None:
    with pytest.raises(BadSmtpUrl) as refused:
        server_at(url.replace("//", "//user:s3cret@"))

    assert "s3cret" not in str(refused.value)
    assert "s3cret" not in repr(server_at("smtp://user:s3cret@mail.example.com"))


def test_the_settings_choose_the_way(tmp_path: Path) -> None:
    [box] = transports(some_settings(maildir=tmp_path))
    lines = transports(some_settings(smtp_url="smtp://mail.example.com", mail_connections=3))

    assert isinstance(box, Maildir)
    assert [type(line) for line in lines] == [Smtp] * 3


@pytest.mark.parametrize(
    ("at", "fate"),
    [
        ("HELLO", DeliveryFate.UNREACHABLE),
        ("DATA", DeliveryFate.RETRY),
        ("DOT", DeliveryFate.DOUBT),
    ],
)
def test_a_server_that_does_not_answer_keeps_nobody_from_stopping(
    at: str, fate: DeliveryFate, tmp_path: Path
) -> None:
    stop = Event()
    stop.set()
    with mail_server(tmp_path, Fault(at, seconds=NEVER)) as server:
        line = Smtp(server_at(server.url), patience=replace(PATIENT, stopped=0.5), stop=stop)
        answer = line.deliver(a_parcel(), yes)
        line.close()

    assert answer.fate is fate


def send(url: str, *parcels: Parcel, leaving: Any = yes, **options: Any) -> list[ServerAnswer]:
    line = Smtp(server_at(url), patience=PATIENT, **options)
    try:
        return [line.deliver(parcel, leaving) for parcel in parcels or [a_parcel()]]
    finally:
        line.close()


def test_the_server_gets_the_letter_as_it_was_composed(tmp_path: Path) -> None:
    with mail_server(tmp_path) as server:
        [answer] = send(server.url)
        [got] = server.received

    assert answer == ServerAnswer(DeliveryFate.SENT, "250 queued")
    assert (got.sender, got.recipient) == ("play+b-def@hikyaku.example", "alice@example.com")
    assert part(got.message, "plain") == TEXT


def test_lines_that_begin_with_a_dot_stay_as_they_are(tmp_path: Path) -> None:
    text = ".\n..\n.hidden\nend\n"
    with mail_server(tmp_path) as server:
        send(server.url, a_parcel(text=text, html=""))
        [got] = server.received

    assert part(got.message, "plain") == text


def test_a_very_long_letter_arrives(tmp_path: Path) -> None:
    text = "とても長い手紙。\n" * 100_000
    with mail_server(tmp_path) as server:
        [answer] = send(server.url, a_parcel(text=text, html=""))
        [got] = server.received

    assert answer.fate is DeliveryFate.SENT
    assert part(got.message, "plain") == text


def test_an_address_with_dots_in_a_row_is_quoted_for_the_server(tmp_path: Path) -> None:
    with mail_server(tmp_path) as server:
        [answer] = send(server.url, a_parcel("usa..ro-4649.@example.net"))
        [got] = server.received

    assert answer.fate is DeliveryFate.SENT
    assert got.recipient in ("usa..ro-4649.@example.net", '"usa..ro-4649."@example.net')
    assert got.message["To"] == "usa..ro-4649.@example.net"


@pytest.mark.parametrize(
    "address",
    [
        "a@usagi.example",
        "a@EXAMPLE",
        "a@mx.usagi.Example.",
        '"a..b"@x.invalid',
        "a@xn--r8jz45g.example",
    ],
)
def test_no_server_hears_of_an_address_that_is_nobodys(address: str, tmp_path: Path) -> None:
    """Letters to sample characters are dead, and those behind them leave."""
    samples, alice = a_parcel(), a_parcel()
    with mail_server(tmp_path) as server:
        answers = send(server.url, replace(samples, recipient=address), alice)

    assert [answer.fate for answer in answers] == [DeliveryFate.DEAD, DeliveryFate.SENT]
    assert "examples" in answers[0].reply
    assert [got.recipient for got in server.received] == ["alice@example.com"]
    assert [line for line in server.said if line.startswith("RCPT")] == ["RCPT alice@example.com"]


@by_row("address", ["a@example.com", "a@my.example.org", "a@example.jp", "example@x"])
def test_an_address_that_only_looks_like_it_is_somebodys(address: str) -> None:
    assert not is_nobodys(address)


def test_letters_go_one_after_the_other_over_one_connection(tmp_path: Path) -> None:
    with mail_server(tmp_path) as server:
        send(server.url, a_parcel(), a_parcel("bob@example.com"))
        said = server.said

    assert said == [
        "EHLO hikyaku.example",
        "MAIL play+b-def@hikyaku.example",
        "RCPT alice@example.com",
        "MAIL play+b-def@hikyaku.example",
        "RCPT bob@example.com",
        "QUIT",
    ]


@pytest.mark.parametrize(
    ("fault", "fate"),
    [
        (Fault("HELLO", "cut"), DeliveryFate.UNREACHABLE),
        (Fault("MAIL", "452 no room"), DeliveryFate.UNREACHABLE),
        (Fault("MAIL", "553 we do not know this sender"), DeliveryFate.UNWELCOME),
        (Fault("MAIL", "cut"), DeliveryFate.UNREACHABLE),
        (Fault("RCPT", "451 come back later"), DeliveryFate.RETRY),
        (Fault("RCPT", "550 no such user"), DeliveryFate.DEAD),
        (Fault("RCPT", "421 closing"), DeliveryFate.RETRY),
        (Fault("RCPT", "530 authentication required"), DeliveryFate.UNWELCOME),
        (Fault("RCPT", "nonsense"), DeliveryFate.RETRY),
        (Fault("RCPT", "cut"), DeliveryFate.RETRY),
        (Fault("DATA", "451 not now"), DeliveryFate.RETRY),
        (Fault("DATA", "554 no"), DeliveryFate.DEAD),
        (Fault("DATA", "cut"), DeliveryFate.RETRY),
        (Fault("DOT", "451 greylisted"), DeliveryFate.RETRY),
        (Fault("DOT", "554 spam"), DeliveryFate.DEAD),
        (Fault("DOT", "cut"), DeliveryFate.DOUBT),
        (Fault("DOT", "taken, cut"), DeliveryFate.DOUBT),
        (Fault("DOT", "nonsense"), DeliveryFate.DOUBT),
    ],
    ids=lambda value: f"{value.at} {value.does}" if isinstance(value, Fault) else "",
)
def test_every_fault_has_its_fate_and_the_next_letter_goes(
    fault: Fault, fate: DeliveryFate, tmp_path: Path
) -> None:
    alice, bob = a_parcel(), a_parcel("bob@example.com")
    with mail_server(tmp_path, fault) as server:
        answers = send(server.url, alice, bob)
        recipients = [got.recipient for got in server.received]

    assert [answer.fate for answer in answers] == [fate, DeliveryFate.SENT]
    assert recipients[-1] == "bob@example.com"
    assert fate is DeliveryFate.DOUBT or recipients == ["bob@example.com"]
    assert answers[0].reply


def test_an_answer_that_does_not_come_is_a_doubt_and_the_next_letter_goes(tmp_path: Path) -> None:
    with mail_server(tmp_path, Fault("DOT", seconds=NEVER)) as server:
        line = Smtp(server_at(server.url), patience=replace(PATIENT, dot=2))
        first = line.deliver(a_parcel(), yes)
        line.patience = PATIENT
        second = line.deliver(a_parcel("bob@example.com"), yes)
        line.close()
        recipients = [got.recipient for got in server.received]

    assert [first.fate, second.fate] == [DeliveryFate.DOUBT, DeliveryFate.SENT]
    assert recipients == ["bob@example.com"]
    assert first.reply


def test_a_cut_in_the_middle_of_a_long_letter_is_no_doubt(tmp_path: Path) -> None:
    """The server stops reading; the dot has not left us yet."""
    long = a_parcel(text="とても長い手紙。\n" * 200_000, html="")
    with mail_server(tmp_path, Fault("BODY", "cut")) as server:
        [answer] = send(server.url, long)

    assert answer.fate is DeliveryFate.RETRY
    assert answer.broken


def test_a_no_in_the_middle_of_a_long_letter_is_a_no(tmp_path: Path) -> None:
    long = a_parcel(text="とても長い手紙。\n" * 200_000, html="")
    with mail_server(tmp_path, Fault("BODY", "552 too long")) as server:
        [answer] = send(server.url, long)

    assert answer.fate in (
        DeliveryFate.DEAD,
        DeliveryFate.RETRY,
    )  # the cut may overtake the words before it


def test_a_server_that_ends_the_session_between_letters_costs_nothing(tmp_path: Path) -> None:
    faults = Fault("MAIL", "250 OK"), Fault("MAIL", "421 enough for one session")
    with mail_server(tmp_path, *faults[1:]) as server:
        line = Smtp(server_at(server.url), patience=PATIENT)
        # The first letter of a session meets the fault for real; the second only reconnects.
        first = line.deliver(a_parcel(), yes)
        second = line.deliver(a_parcel(), yes)
        line.close()

    assert [first.fate, second.fate] == [DeliveryFate.UNREACHABLE, DeliveryFate.SENT]


def test_what_the_server_says_can_be_kept(tmp_path: Path) -> None:
    fault = Fault("RCPT", "550 \udcff\0 no such user: <alice@example.com> " + "x" * 2000)
    with mail_server(tmp_path, fault) as server:
        [answer] = send(server.url)

    assert answer.reply.startswith("550 \ufffd no such user: <…@…> xxx")
    assert len(answer.reply) == 500


def test_a_no_stays_a_no_when_the_line_breaks_after_it(tmp_path: Path) -> None:
    faults = Fault("RCPT", "550 no such user"), Fault("RSET", "cut")
    with mail_server(tmp_path, *faults) as server:
        [answer] = send(server.url)

    assert answer == ServerAnswer(DeliveryFate.DEAD, "550 no such user")


def test_a_doubt_stays_a_doubt_when_the_line_breaks_after_it(tmp_path: Path) -> None:
    faults = Fault("DOT", "nonsense"), Fault("RSET", "cut")
    with mail_server(tmp_path, *faults) as server:
        [answer] = send(server.url)

    assert answer.fate is DeliveryFate.DOUBT


def test_a_server_that_is_down_is_unreachable() -> None:
    with closed_port() as port:
        [answer] = send(f"smtp://localhost:{port}")

    assert answer.fate is DeliveryFate.UNREACHABLE
    assert "Connect" in answer.reply


def test_a_host_that_nobody_knows_is_unreachable() -> None:
    [answer] = send("smtp://no-such-host.invalid")

    assert answer.fate is DeliveryFate.UNREACHABLE


def test_a_letter_that_is_not_ours_any_more_does_not_leave(tmp_path: Path) -> None:
    with mail_server(tmp_path) as server:
        [answer] = send(server.url, leaving=lambda: False)

        assert answer.fate is DeliveryFate.NOT_OURS
        assert server.received == []
        assert server.said[-2:] == ["RSET", "QUIT"]


def test_nothing_is_left_open_when_the_database_fails_in_between(tmp_path: Path) -> None:
    def fails() -> bool:
        raise RuntimeError("the database is gone")

    with mail_server(tmp_path) as server:
        with pytest.raises(RuntimeError, match="gone"):
            send(server.url, leaving=fails)
        assert server.received == []


@pytest.fixture
def trusting() -> ssl.SSLContext:
    """It knows the certificate of the servers in these tests."""
    return ssl.create_default_context(cafile=str(CERTIFICATE))


@pytest.mark.parametrize(("scheme", "option"), [("smtps", "tls"), ("smtp+starttls", "starttls")])
def test_a_letter_goes_encrypted_where_the_address_says_so(
    scheme: str, option: str, tmp_path: Path, trusting: ssl.SSLContext
) -> None:
    with mail_server(tmp_path, **{option: True}) as server:
        [answer] = send(f"{scheme}://localhost:{server.port}", tls=trusting)

    assert answer.fate is DeliveryFate.SENT


def test_a_server_that_offers_no_encryption_gets_nothing(tmp_path: Path) -> None:
    with mail_server(tmp_path) as server:
        [answer] = send(f"smtp+starttls://user:pw@localhost:{server.port}")

        assert answer.fate is DeliveryFate.UNREACHABLE
        assert "STARTTLS" in answer.reply
        assert server.received == []


def test_a_certificate_that_nobody_vouches_for_is_not_believed(tmp_path: Path) -> None:
    with mail_server(tmp_path, starttls=True) as server:
        [answer] = send(f"smtp+starttls://localhost:{server.port}")

    assert answer.fate is DeliveryFate.UNREACHABLE
    assert "certificate" in answer.reply


def test_a_user_logs_in(tmp_path: Path) -> None:
    with mail_server(tmp_path, password="p/w") as server:
        right = send(f"smtp://user:p%2Fw@localhost:{server.port}")
        wrong = send(f"smtp://user:other@localhost:{server.port}")

    assert right[0].fate is DeliveryFate.SENT
    assert wrong[0].fate is DeliveryFate.UNWELCOME
    assert "535" in wrong[0].reply
    assert "other" not in wrong[0].reply
    shutil.rmtree(tmp_path)


def test_who_wants_plain_text_gets_no_html() -> None:
    ways = Route("alice@example.com", "b@hikyaku.example", "b@hikyaku.example", text_only=True)
    mail = as_read(compose(a_letter(html="<p>Hello</p>"), ways, SETTINGS))

    assert mail.get_content_type() == "text/plain"
