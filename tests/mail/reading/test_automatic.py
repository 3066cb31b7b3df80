"""Programs get no answer, people always do."""

from app.mail.inbox.message import read_mail
from app.mail.reading.automatic import automatic
from tests.support.samples import EXPECTED, letter
from tests.support.tables import by_row


def why(headers: str) -> str | None:
    return automatic(read_mail(headers.encode() + b"\r\n\r\nHello").headers)


@by_row(
    ("field", "header"),
    [
        ("return-path", "Return-Path: <>"),
        ("auto-submitted", "Auto-Submitted: auto-replied (vacation)"),
        ("auto-submitted", "auto-submitted:AUTO-GENERATED"),
        ("precedence", "Precedence: bulk"),
        ("precedence", "Precedence: junk"),
        ("precedence", "Precedence: list"),
        ("precedence", "Precedence: auto_reply"),
        ("list-id", "List-Id: <news.example.com>"),
        ("list-unsubscribe", "List-Unsubscribe: <https://example.com/>"),
        ("x-autoreply", "X-Autoreply: yes"),
        ("x-autorespond", "X-Autorespond: Re: entry"),
        ("x-auto-reply-from", "X-Auto-Reply-From: alice@example.com"),
        ("x-auto-response-suppress", "X-Auto-Response-Suppress: DR, OOF, AutoReply"),
        ("x-failed-recipients", "X-Failed-Recipients: play@example.org"),
        ("x-post-messageclass", "X-POST-MessageClass: 9; Autoresponder"),
        (
            "content-type",
            'Content-Type: multipart/report; report-type="delivery-status"; boundary=x',
        ),
        ("content-type", "Content-Type: message/delivery-status"),
        ("from", "From: MAILER-DAEMON@mx.example.com (Mail Delivery System)"),
        ("from", "From: Mail Delivery Subsystem <mailer-daemon>"),
        ("from", "From: postmaster@example.com"),
        ("from", 'From: "noreply@example.com" <noreply@example.com>'),
        ("from", "From: No Reply <no-reply+7f3a@example.com>"),
        ("from", "From: do_not_reply@example.com"),
        ("subject", "Subject: 自動返信: Re: エントリー"),
        ("subject", "Subject: 【自動返信】お問い合わせありがとうございます"),
        ("subject", "Subject: Re: エントリー【自動応答】"),
        ("subject", "Subject: 不在のお知らせ"),
        ("subject", "Subject: 不在"),
        ("subject", "Subject: 配信不能: エントリー"),
        ("subject", "Subject: 配信不能通知"),
        ("subject", "Subject: Out of Office: entry"),
        ("subject", "Subject: Out of office AutoReply: entry"),
        ("subject", "Subject: Automatic reply: entry"),
        ("subject", "Subject: =?utf-8?B?6Ieq5YuV6L+U5L+hOiBSZTo=?="),
        ("subject", "Subject: Undelivered Mail Returned to Sender"),
        ("subject", "Subject: Undeliverable: entry"),
        ("subject", "Subject: Delivery Status Notification (Failure)"),
        ("subject", "Subject: Mail delivery failed: returning message to sender"),
        ("subject", "Subject: failure notice"),
        ("subject", "Subject: Automatische Antwort: Anmeldung"),
        ("content-type", "Content-Type: (a (nested) comment) multipart/report; boundary=x"),
        ("content-type", 'Content-Type: "multipart" / "report"; boundary=x'),
        ("precedence", "Precedence: (as always) bulk"),
        ("return-path", "Return-Path: (nobody) <>"),
    ],
)
def test_a_program_sent_it(field: str, header: str) -> None:
    assert why("To: play@example.org\r\n" + header) == field


@by_row(
    "header",
    [
        "Auto-Submitted: no",
        "Precedence: first-class",
        "Return-Path: <alice@example.com>",
        "X-Autoreply: no",
        "Content-Type: multipart/mixed; boundary=report",
        "From: root@tty7.example.net",
        "From: Norep Lyon <norep.lyon@example.com>",
        "From: daemon-mailer@example.com",
        "From: Postmaster of Fun <alice@example.com>",
        "Subject: 自動返信人形のエントリー",
        "Subject: 不在の神",
        "Subject: 存在と不在",
        "Subject: Undelivered Letter, my entry",
        "Subject: Automatic Reply Doll",
        "Subject: Entry: Out of Office Hero",
        "Subject: 送信できませんでした。どうすればいいですか",
    ],
)
def test_a_person_sent_it(header: str) -> None:
    """Characters have odd names. Their senders want an answer."""
    assert why("To: play@example.org\r\n" + header) is None


@by_row("name", EXPECTED)
def test_samples_are_from_people(name: str) -> None:
    assert automatic(read_mail(letter(name)).headers) is None
