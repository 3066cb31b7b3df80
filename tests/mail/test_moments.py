"""The courier's clock: a mail counts from our accept, or from when our own mail server had it while we took none."""

from datetime import UTC, datetime, timedelta

import pytest

from app.mail.inbox.arrivals import FARTHEST, came_at_once, moment
from app.mail.inbox.deliverers import said_by


def at(clock: str, day: int = 1) -> datetime:
    hour, minute = clock.split(":")
    return datetime(2027, 4, day, int(hour), int(minute), tzinfo=UTC)


AWAY = (at("11:45"), at("12:15"))
SHORTLY = (at("12:20"), at("12:21"))
MX = "mx.example.com"


@pytest.mark.parametrize(
    ("accepted", "said", "counts"),
    [
        ("12:16", "11:50", "11:50"),  # in time, and the site was away
        ("12:16", "12:10", "12:10"),  # late, however long it was away
        ("12:16", "11:40", "11:45"),  # never before it was last known to take mail
        ("12:16", "12:15", "12:16"),  # we were back: what held it then was not us
        ("12:26", "12:20", "12:20"),  # a moment in which it could keep nothing
        ("12:26", "12:18", "12:20"),
        ("12:30", "12:22", "12:30"),
        ("11:30", "11:20", "11:30"),  # before all that
        ("11:50", "11:52", "11:50"),  # never after our accept
    ],
)
def test_a_mail_counts_from_when_it_was_handed_over_while_we_were_away(
    accepted: str, said: str, counts: str
) -> None:
    assert moment(at(accepted), at(said), [AWAY, SHORTLY], timedelta()) == at(counts)


@pytest.mark.parametrize(
    ("off", "is_believed"), [(-121, False), (-120, True), (120, True), (121, False)]
)
def test_a_server_whose_clock_is_off_by_more_than_two_minutes_is_not_believed(
    off: int, is_believed: bool
) -> None:
    found = moment(at("12:16"), at("11:50"), [AWAY], timedelta(seconds=off))

    assert found == (at("11:50") if is_believed else at("12:16"))


def test_a_mail_is_no_more_than_five_days_older_than_our_accept() -> None:
    late = at("12:00", 9)
    gaps = [(at("12:00"), late)]

    assert moment(late, at("13:00"), gaps, timedelta()) == late - FARTHEST
    assert moment(late, None, gaps, timedelta()) == late


def test_clocks_are_compared_by_what_came_at_once() -> None:
    assert came_at_once(at("12:16"), at("12:20"), [AWAY])
    assert came_at_once(at("11:46"), at("11:45"), [(at("11:45"), at("11:46"))])
    assert not came_at_once(at("12:16"), at("11:50"), [AWAY])


@pytest.mark.parametrize(
    ("field", "is_read"),
    [
        (
            b"from a (b [192.0.2.1])\r\n\tby mx.example.com (Postfix) with ESMTP id 4; DATE (UTC)",
            MX,
        ),
        (b"from by (unknown [192.0.2.1]) by mx.example.com with SMTP; DATE", True),
        (b"by mx.example.com (Postfix, from userid 1000)\r\n\tid 4; DATE", True),
        (b"from a by mx.example.com for <x; Thu, 1 Jan 1970 00:00:00 +0000>; DATE", True),
        (b"from a by mx.example.com with ESMTP id 4", False),
        (b"from a by mx.example.com; yesterday", False),
        (b"from a (b); DATE", False),
        (b"from a by other.example.com; DATE", False),
    ],
)
def test_the_topmost_received_says_who_had_it_when(field: bytes, is_read: bool) -> None:
    date = b"Thu, 1 Apr 2027 20:50:00 +0900"
    forged = b"Received: from z by mx.example.com; Thu, 1 Apr 2027 09:00:00 +0900\r\n"
    top = b"Received: " + field.replace(b"DATE", date) + b"\r\n"
    found = said_by("MX.example.com", top + forged + b"From: a@example.com\r\n\r\nName: A\r\n")

    assert found == (at("11:50") if is_read else None)
