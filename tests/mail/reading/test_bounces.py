"""Reports of other mail servers about our letters: believed where they know the letter's own address."""

from collections.abc import Sequence
from email.message import EmailMessage
from pathlib import Path

import pytest

from app.jobs.inbox import read_new
from app.league.people.tokens import make_token
from app.letters.links import bounces_to
from app.mail.actions.handler import MailDesk
from app.mail.inbox.arrivals import receive
from app.mail.reading import contents
from app.mail.reading.bounces import Bounce, read_bounce
from app.store.database import Database
from app.store.tables import Letter, LetterState, Mail, MailAction
from tests.support.outgoing import letters, some_settings, write_letters
from tests.support.people import NOW
from tests.support.tables import by_row

REPORTS = sorted((Path(__file__).parent / "bounces").glob("*.eml"))
SETTINGS = some_settings()
DESK = MailDesk(SETTINGS.mail_address, SETTINGS.key())

SAID = {
    "postfix-unknown-user": Bounce(True, "5.1.1 550 5.1.1 <…@…> User unknown"),
    "postfix-expired": Bounce(False, "4.4.1 connect to mx.example.com[192.0.2.1]:25: timed out"),
    "postfix-delayed": None,
    "docomo-no-such-address": Bounce(True, "5.1.1 550 Unknown user …@…"),
    "exim-plain-text": Bounce(True, "Mail delivery failed: returning message to sender"),
    "qmail-plain-text": Bounce(True, "failure notice"),
    "vacation": None,
}
"""What each of them says."""


@by_row("path", REPORTS, ids=[path.stem for path in REPORTS])
def test_reports_are_understood(path: Path) -> None:
    assert read_bounce(path.read_bytes()) == SAID[path.stem]


def of_nobody(subject: str, text: str, fields: str = "") -> bytes:
    """A report in words alone, in HTML as Exchange writes it."""
    kind = "html" if text.startswith("<") else "plain"
    head = f"Return-Path: <>\nFrom: x@x.test\nSubject: {subject}\n{fields}"
    return f"{head}Content-Type: text/{kind}; charset=utf-8\n\n{text}".encode()


@by_row(
    ("fate", "subject", "text", "fields"),
    [
        (True, "Undeliverable: Hi", "<p>u@x.test</p><p>Your message couldn't be delivered.</p><p>#550 5.1.1 not found</p>", ""),
        (True, "配信不能: ご命令", "<p>入力した電子メール アドレスが見つかりませんでした。</p>", ""),
        (True, "Mail System Error", "宛先エラー\n<a@x.test>: host mx said: 550 Unknown user a@x.test", ""),
        (True, "送信エラー", "宛先不明のため送信できませんでした。", "Auto-Submitted: auto-generated\n"),
        (True, "Undelivered Mail", "<u@x.test>: User unknown", "Auto-Submitted: auto-replied\n"),
        (False, "送信エラー", "受信側のメールボックスの容量を超えています。550", ""),
        (False, "failure", "451 4.7.1 Greylisted. Giving up.", ""),
        (False, "失敗", "送信できませんでした。\n\n飛脚 Hikyaku ― 杯\n550 damage, no such user", ""),
        (None, "Delayed", "Your mail has not yet been delivered: 451 timeout", ""),
        (None, "配信遅延のお知らせ", "再送を試みます。", ""),
        (None, "自動応答: ご命令", "550番までお電話ください。", ""),
        (None, "Re: ご命令", "また連絡します。", "Auto-Submitted: auto-replied\n"),
        (None, "Re: Your orders", "I am away until Monday.", ""),
        (None, "既読: x", "x", "Content-Type: multipart/report; report-type=disposition-notification\n"),
    ],
)  # fmt: skip
def test_what_nobody_has_sent_is_a_report_unless_a_program_answers(
    fate: bool | None, subject: str, text: str, fields: str
) -> None:
    """RFC 5321, 4.5.5. Its words decide, and in doubt a letter has not come back for good."""
    bounce = read_bounce(of_nobody(subject, text, fields))

    assert (bounce and bounce.is_permanent) == fate


def test_every_report_is_there() -> None:
    assert {path.stem for path in REPORTS} == set(SAID)


def test_parts_within_parts_are_nobodys_report() -> None:
    deep = b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n) for n in range(2000)
    )
    assert read_bounce(b"From: MAILER-DAEMON@example.com\n" + deep) is None


@pytest.mark.parametrize("raw", [b"", b"From: \nSubject: x\n\n", b"\xff\0\n", b"From: <>\n\n"])
def test_what_no_server_writes_is_nobodys_report(
    raw: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    assert read_bounce(raw) is None
    assert not caplog.records, "no stranger fills the log with tracebacks"


@pytest.fixture
def sent(database: Database) -> Database:
    write_letters(database, "alice", state=LetterState.SENT)
    return database


def arrive(database: Database, to: str, report: bytes) -> Mail:
    with database.writing() as session:
        number = receive(session, b"Delivered-To: " + to.encode() + b"\n" + report, NOW).id
    list(read_new(database, DESK))
    with database.reading() as session:
        return session.get_one(Mail, number)


def unknown_user() -> bytes:
    return (Path(__file__).parent / "bounces/postfix-unknown-user.eml").read_bytes()


def test_a_letter_comes_back_to_its_own_address(sent: Database) -> None:
    [letter] = letters(sent)
    mail = arrive(sent, bounces_to(letter, SETTINGS.key(), SETTINGS), unknown_user())

    assert mail.action is MailAction.BOUNCE
    assert letters(sent)[0].bounced_at == NOW
    assert letters(sent)[0].reply == "5.1.1 550 5.1.1 <…@…> User unknown"


def test_words_of_somebody_are_no_report() -> None:
    report = of_nobody("送信エラー", "宛先不明のため送信できませんでした。")

    assert read_bounce(report)
    assert read_bounce(report.replace(b"<>", b"<u@x.test>", 1)) is None


def test_a_report_of_a_carrier_says_why(sent: Database) -> None:
    [letter] = letters(sent)
    text = "宛先のメッセージはエラーのため送信できませんでした。\n<u@x.test>: host mx said: 550 Unknown user"
    arrive(sent, bounces_to(letter, SETTINGS.key(), SETTINGS), of_nobody("Mail System Error", text))

    assert letters(sent)[0].bounced_at == NOW
    assert letters(sent)[0].reply == "<…@…>: host mx said: 550 Unknown user"


@pytest.mark.parametrize(
    "to",
    [
        "play+b-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@hikyaku.example",
        f"play+b-{make_token(b'another key', 'bounce', 1)}@hikyaku.example",
        f"play+b-{make_token(SETTINGS.key(), 'reply', 1)}@hikyaku.example",
        "play@hikyaku.example",
    ],
)
def test_whoever_does_not_know_that_address_makes_nothing_come_back(
    to: str, sent: Database
) -> None:
    mail = arrive(sent, to, unknown_user())

    assert mail.action is MailAction.IGNORED
    assert letters(sent)[0].bounced_at is None


@pytest.mark.parametrize(
    ("key", "reports"), [(SETTINGS.key(), ["read"]), (b"another key", [])], ids=["ours", "forged"]
)
def test_a_report_is_read_where_its_address_is_ours(
    key: bytes, reports: list[str], sent: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    monkeypatch.setattr(contents, "read_bounce", lambda _: read.append("read"))
    [letter] = letters(sent)
    arrive(sent, bounces_to(letter, key, SETTINGS), unknown_user())

    assert read == reports


def answers(database: Database) -> Sequence[Letter]:
    return letters(database)[1:]


def test_nothing_that_comes_to_that_address_is_answered(sent: Database) -> None:
    [letter] = letters(sent)
    entry = EmailMessage()
    entry["From"], entry["Subject"] = "bob@example.com", "an entry"
    entry.set_content("Name: Bob\nBuild: Core\n")
    arrive(sent, bounces_to(letter, SETTINGS.key(), SETTINGS), entry.as_bytes())

    assert not answers(sent)
