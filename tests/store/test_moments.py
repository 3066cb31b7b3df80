"""A clock that was ahead for weeks, was believed, and is right again: nothing waits for the moments that it kept."""

import time
from datetime import UTC, datetime, timedelta

import pyotp
import pytest
from sqlmodel import Session, select

from app.clock import Clock
from app.league.people import budgets, organisers
from app.mail.case.limits import ANSWERS_A_DAY
from app.store import letters
from app.store.database import Database
from app.store.limits import buckets, releases
from app.store.security import second_factors, sign_ins
from app.store.tables import Letter, LetterState, Mail, Player, SignInPurpose
from app.store.work import heartbeats, outages, outbox
from app.web import limits
from app.web.limits import Limit
from tests.support.databases import on_postgresql
from tests.support.outgoing import write_letters
from tests.support.people import NOW

AHEAD = NOW + timedelta(days=30)
EVERY_LIMIT = [each for each in vars(limits).values() if isinstance(each, Limit)]


def test_whoever_used_up_a_limit_is_let_in_again(database: Database) -> None:
    def take(session: Session, limit: Limit, now: datetime) -> timedelta:
        return buckets.take(session, limit.name, capacity=1, refill=limit.refill, now=now)

    assert len(EVERY_LIMIT) > 10
    for limit in EVERY_LIMIT:
        with database.writing() as session:
            assert not take(session, limit, AHEAD)
            assert take(session, limit, AHEAD)
            assert not buckets.wait(session, limit.name, capacity=1, refill=limit.refill, now=NOW)
            assert not take(session, limit, NOW)
            assert take(session, limit, NOW) == limit.refill


def test_letters_that_left_then_cost_nobody_a_letter_of_today(database: Database) -> None:
    write_letters(database, "alice", created_at=AHEAD)
    with database.writing() as session:
        releases.add(session, [releases.Leaving("box", "domain", "s:")] * 9, now=AHEAD)
        alice = session.exec(select(Player)).one()
        letter = session.exec(select(Letter)).one()
        mail = Mail(raw=b"", sha256="", received_at=AHEAD)
        session.add(mail)
        session.flush()
        letter.mail_id = mail.id
        session.add(letter)
        session.flush()
        answered = [letters.answers(session, alice, None, now=now) for now in (NOW, AHEAD)]

        assert [budgets.use(session, 9, now=now).is_used_up for now in (NOW, AHEAD)] == [
            False,
            True,
        ]
        assert [sum(each.values()) for each in answered] == [0, 1] != [ANSWERS_A_DAY] * 2


@pytest.mark.parametrize("state", [LetterState.READY, LetterState.CLAIMED, LetterState.SENDING])
def test_no_letter_waits_for_a_moment_that_was_kept_then(
    state: LetterState, database: Database
) -> None:
    is_held = state is not LetterState.READY
    lease = AHEAD + outbox.CLAIMED_FOR if is_held else None
    claim = "elsewhere" if is_held else None
    words = {"subject": "Hi", "text": "Hi"}
    write_letters(
        database, "alice", state=state, due_at=AHEAD, lease_until=lease, claim=claim, **words
    )
    with database.writing() as session:
        assert outbox.is_anything_due(session, now=NOW)
        assert outbox.waiting(session, now=NOW) is None
        outbox.release_late(session, now=NOW)
        claimed = outbox.claim(session, now=NOW, limit=1)

    assert bool(claimed) == (state is not LetterState.SENDING)  # which is in doubt now


def test_a_worker_that_died_then_is_missed_and_no_outage_ends_before_it_began(
    database: Database,
) -> None:
    with database.writing() as session:
        for what in ("jobs", "clock"):
            heartbeats.beat(session, what, Clock(AHEAD.timestamp, lambda: 1_000))
        silence = heartbeats.silence(session, "jobs", NOW)
        outages.beat(session, "clock", Clock(NOW.timestamp, lambda: 5), least=timedelta())
        assert outages.pending(session) == []
        heartbeats.beat(session, "clock", Clock(AHEAD.timestamp, lambda: 1_000))
        heartbeats.forget(session, NOW)
        assert heartbeats.last(session, "clock", NOW) is None

    assert silence == timedelta(days=30)


@pytest.mark.parametrize("up", [5, 5_000])
def test_a_heartbeat_of_then_dates_nothing(up: float, database: Database) -> None:
    """Neither one of this start of the machine nor one of an earlier start, or of another machine."""
    with database.writing() as session:
        heartbeats.beat(session, "clock", Clock(AHEAD.timestamp, lambda: 1_000))
    clock = Clock(NOW.timestamp, lambda: up)
    with database.reading() as session:
        heartbeats.recall(session, clock)

    assert clock.now() == NOW
    assert not clock.is_settled


def test_codes_and_links_are_good_and_who_signed_in_then_proves_again_who_they_are(
    database: Database,
) -> None:
    with database.writing() as session:
        organisers.appoint(session, "olga@example.com", "olga", AHEAD)
        olga = session.exec(select(Player)).one()
        factor = second_factors.begin(session, olga.id, pyotp.random_base32())
        code = pyotp.TOTP(factor.secret).at
        assert organisers.confirm_factor(session, olga.id, code(AHEAD), AHEAD)
        for _ in range(9):
            organisers.send_link(session, olga.address, "en", AHEAD)
        _, token = sign_ins.start(
            session,
            SignInPurpose.ORGANISER,
            olga.id,
            now=AHEAD,
            expires_at=AHEAD + timedelta(days=7),
        )
        idle = timedelta(hours=12)

        assert organisers.send_link(session, olga.address, "en", AHEAD) is None
        assert organisers.send_link(session, olga.address, "en", NOW) == olga.id
        assert organisers.check_code(session, olga.id, code(NOW), NOW) == "code"
        assert organisers.check_code(session, olga.id, code(NOW), NOW) is None
        assert sign_ins.find(session, token, SignInPurpose.ORGANISER, now=AHEAD, idle=idle)
        assert not sign_ins.find(session, token, SignInPurpose.ORGANISER, now=NOW, idle=idle)


@on_postgresql
@pytest.mark.parametrize("hours", [-1, 1])
def test_a_host_whose_clock_is_wrong_holds_a_letter_no_longer_and_takes_none_from_others(
    hours: int, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_letters(database, "alice", subject="Hi", text="Hi")
    wrong = Clock(lambda: time.time() + 3600 * hours)

    def is_due(now: datetime) -> bool:
        with database.reading() as session:
            return outbox.is_anything_due(session, now=now)

    monkeypatch.setattr("app.clock.CLOCK", wrong)
    with database.writing() as session:
        assert outbox.claim(session, now=wrong.now(), limit=1)
    at_its = is_due(wrong.now())
    monkeypatch.undo()
    right = datetime.now(UTC)

    assert not at_its
    assert not is_due(right)
    assert is_due(right + outbox.CLAIMED_FOR + timedelta(seconds=1))
