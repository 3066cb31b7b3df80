"""Who delivered a mail: what its sender writes of themselves tells nothing."""

from app.league.people.budgets import Deliverer
from app.mail.inbox.deliverers import deliverer_of, host_of
from app.mail.inbox.message import read_mail
from tests.support.tables import by_row

KEY = b"a key"
REST = "From: alice@example.com\r\nTo: play@hikyaku.example\r\n\r\nhelp\r\n"


@by_row(
    ("fields", "words"),
    [
        (
            "Received: from a (b.example [203.0.113.9]) by mx.hikyaku.example; now",
            "host 203.0.113.9",
        ),
        ("Received: from [8.8.8.8] (unknown [203.0.113.9]) by mx", "host 203.0.113.9"),
        ("Received: from [203.0.113.9] (helo=[8.8.8.8]) by mx", "host 203.0.113.9"),
        ("Received: from unknown (HELO x) (203.0.113.9) by mx", "host 203.0.113.9"),
        ("Received: from a (a [IPv6:2001:db8:1:2:3::4]) by mx", "host 2001:db8:1:2::"),
        (
            (
                "Received: from mx (localhost [127.0.0.1]) by box\r\n"
                "Received: from a (a [10.0.0.3]) by mx\r\n"
                "Received: from a (a [203.0.113.9]) by mx\r\n"
                "Received: from home (h [198.51.100.7]) by a"
            ),
            "host 203.0.113.9",
        ),
        (
            "Return-Path: <b+x@Envelope.example>\r\nReceived: by mx id 3",
            "envelope envelope.example",
        ),
        ("Subject: x", "unknown"),
        ("Received: from " + "[" * 5000, "unknown"),
    ],
)
def test_the_topmost_host_outside_delivered_it(fields: str, words: str) -> None:
    raw = f"{fields}\r\n{REST}".encode()

    assert deliverer_of(read_mail(raw), KEY, None) == Deliverer.called(KEY, words)
    assert (host_of(raw) or "") == (words.removeprefix("host ") if "host " in words else "")


def test_what_its_domain_vouches_for_counts_apart() -> None:
    vouched = "Authentication-Results: mx; dmarc=pass header.from=example.com"
    found = deliverer_of(read_mail(f"{vouched}\r\n{REST}".encode()), KEY, "mx")

    assert found.is_vouched
    assert found == Deliverer.called(KEY, "domain example.com", is_vouched=True)
    assert "example" not in found.name
