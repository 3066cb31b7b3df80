"""Letters leave once, in any weather; what cannot leave waits, and says why."""

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Barrier, Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlmodel import Session

from app.jobs.letters import (
    IN_HAND,
    SentLetter,
    _Drain,
    is_given_up,
    send_due,
    send_some,
    wait_after,
)
from app.jobs.texts import Renderer
from app.letters.contents import draft
from app.letters.links import Route, route
from app.letters.render import RenderedLetter
from app.mail.transport.delivery import DeliveryFate, Parcel, ServerAnswer
from app.mail.transport.maildir import Maildir
from app.mail.transport.smtp import Smtp, server_at
from app.store.database import Database, StoreUnavailable
from app.store.tables import Letter, LetterState, Player
from app.store.work import outbox
from tests.support.databases import on_sqlite
from tests.support.mail_peers import until
from tests.support.mail_servers import NEVER, PATIENT, Fault, mail_server
from tests.support.outgoing import (
    change_letters,
    letter_to,
    letters,
    minutes,
    render_simply,
    some_settings,
    states,
    write_letters,
)
from tests.support.people import NOW
from tests.support.ports import free_port
from tests.support.processes import PROCESSES

_, READY, CLAIMED, SENDING, SENT, DOUBT, DEAD = LetterState
LATER = NOW + timedelta(hours=2)
RESEND = some_settings(mail_doubt="resend")


class Scripted:
    """A transport that gives these answers in turn, and takes every letter after them."""

    def __init__(self, *fates: DeliveryFate, broken: bool = False) -> None:
        self.fates = list(fates)
        self.broken = broken
        self.parcels: list[Parcel] = []
        self.is_open = False

    def deliver(self, parcel: Parcel, leaving: Any) -> ServerAnswer:
        self.is_open = True
        self.parcels.append(parcel)
        assert leaving()
        fate = self.fates.pop(0) if self.fates else DeliveryFate.SENT
        return ServerAnswer(
            fate, f"says {fate.name}", broken=self.broken and fate is not DeliveryFate.SENT
        )

    def close(self) -> None:
        self.is_open = False


class Closed(Scripted):
    """No server listens."""

    def deliver(self, parcel: Parcel, leaving: Any) -> ServerAnswer:
        self.parcels.append(parcel)
        return ServerAnswer(DeliveryFate.UNREACHABLE, "421 too many connections")


def send(database: Database, transport: Any = None, **options: Any) -> SentLetter:
    told = {"now": NOW, "settings": some_settings(), "renderer": Renderer(render_simply), **options}
    return send_due(
        database, transport if isinstance(transport, list) else [transport or Scripted()], **told
    )


def smtp(url: str) -> Smtp:
    return Smtp(server_at(url), patience=PATIENT)


@pytest.fixture
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes, no time goes by while letters are sent."""
    monkeypatch.setattr("app.jobs.letters.time", SimpleNamespace(monotonic=lambda: 0.0))


# --- in fair weather ------------------------------------------------------------------------------


def test_letters_that_are_due_leave_in_the_order_in_which_they_fell_due(database: Database) -> None:
    write_letters(database, "bob", due_at=NOW - timedelta(minutes=1))
    write_letters(database, "alice", due_at=NOW - timedelta(minutes=2))
    write_letters(database, "charlie", due_at=NOW + timedelta(minutes=1))
    transport = Scripted()

    assert send(database, transport) == SentLetter(sent=2)

    assert [parcel.recipient for parcel in transport.parcels] == [
        "alice@example.com",
        "bob@example.com",
    ]
    assert states(database) == [SENT, SENT, READY]
    assert not transport.is_open


@pytest.mark.usefixtures("_still")
def test_a_letter_keeps_its_words_and_what_the_server_said(database: Database) -> None:
    write_letters(database, "alice")
    send(database)

    [letter] = letters(database)
    assert (letter.subject, letter.reply) == ("For 1", "says SENT")
    assert letter.sent_at == NOW
    assert (letter.claim, letter.lease_until, letter.attempts) == (None, None, 1)


def test_the_address_is_read_when_the_letter_leaves(database: Database) -> None:
    write_letters(database, "alice")
    with database.writing() as session:
        session.get_one(Player, 1).address = "new@example.com"
    transport = Scripted()
    send(database, transport)

    assert transport.parcels[0].recipient == "new@example.com"


def test_more_letters_than_a_batch_all_leave(database: Database) -> None:
    write_letters(database, *(f"p{n}" for n in range(50)))

    assert send(database) == SentLetter(sent=50)


def test_no_more_letters_leave_than_were_asked_for(database: Database) -> None:
    write_letters(database, *(f"p{n}" for n in range(30)))

    assert send(database, limit=23) == SentLetter(sent=23)
    assert states(database).count(READY) == 7
    assert send(database, limit=0) == SentLetter()


def test_a_worker_that_is_stopped_finishes_the_letter_and_gives_the_others_back(
    database: Database,
) -> None:
    write_letters(database, "alice", "bob", "charlie")
    stop = Event()

    class Stopping(Scripted):
        def deliver(self, parcel: Parcel, leaving: Any) -> ServerAnswer:
            stop.set()
            return super().deliver(parcel, leaving)

    assert send(database, Stopping(), stop=stop) == SentLetter(sent=1)
    assert states(database) == [SENT, READY, READY]
    assert [(letter.attempts, letter.claim) for letter in letters(database)[1:]] == [(0, None)] * 2


def test_letters_go_to_a_maildir(database: Database, tmp_path: Path) -> None:
    write_letters(database, "alice", "bob")

    assert send(database, Maildir(tmp_path / "mail")) == SentLetter(sent=2)
    assert len(list((tmp_path / "mail/new").iterdir())) == 2


def test_the_worker_sends_nothing_where_nothing_is_due(database: Database, tmp_path: Path) -> None:
    write_letters(database, "alice", due_at=LATER, subject="Hi", text="Hi")
    box = Maildir(tmp_path / "mail")

    assert not send_some([box], some_settings(), Event(), Renderer(), database, NOW)
    assert send_some([box], some_settings(), Event(), Renderer(), database, LATER)
    assert not send_some([box], some_settings(), Event(), Renderer(), database, LATER)


def test_that_a_letter_was_taken_is_written_down_before_the_next_is_begun(
    database: Database,
) -> None:
    write_letters(database, "alice", "bob")
    seen = []

    class Watching(Scripted):
        def deliver(self, parcel: Parcel, leaving: Any) -> ServerAnswer:
            seen.append(states(database))
            answer = super().deliver(parcel, leaving)
            seen.append(states(database))
            return answer

    send(database, Watching())

    assert seen == [[CLAIMED, CLAIMED], [SENDING, CLAIMED], [SENT, CLAIMED], [SENT, SENDING]]
    assert states(database) == [SENT, SENT]


def test_a_letter_costs_two_commits_and_five_of_them_one_more(
    database: Database, listen: Any
) -> None:
    write_letters(database, *(f"p{n}" for n in range(40)))
    commits: list[bool] = []

    def count(connection: Connection) -> None:
        commits.append("writing" in connection.get_execution_options())

    listen(database.engine, "commit", count)
    assert send(database, limit=20) == SentLetter(sent=20)
    one = commits.count(True)
    assert send(database) == SentLetter(sent=20)

    # Settling old claims; a look for what is written, rendering; claiming what is in hand.
    assert one == 1 + 2 + 2 * 20 + 20 // IN_HAND
    # At the end, a look for more, written and unwritten.
    assert commits.count(True) - one == one + 1


# --- over several connections ---------------------------------------------------------------------


def test_a_connection_that_is_slow_does_not_hold_the_others(database: Database) -> None:
    write_letters(database, *(f"p{n}" for n in range(30)))
    others = [Scripted() for _ in range(3)]

    class Slow(Scripted):
        def deliver(self, parcel: Parcel, leaving: Any) -> ServerAnswer:
            answer = super().deliver(parcel, leaving)
            until(lambda: sum(len(other.parcels) for other in others) == 29)
            return answer

    slow = Slow()
    assert send(database, [slow, *others]) == SentLetter(sent=30)
    assert len(slow.parcels) == 1


def test_a_server_that_takes_only_so_many_connections_gets_all_letters_over_those(
    database: Database,
) -> None:
    """Which of them it takes shows when it has answered on the first; the letters that it would not take are not put off."""
    write_letters(database, *(f"p{n}" for n in range(30)))
    closed = [Closed() for _ in range(2)]

    class Waiting(Scripted):
        def deliver(self, parcel: Parcel, leaving: Any) -> ServerAnswer:
            answer = super().deliver(parcel, leaving)
            until(lambda: all(other.parcels for other in closed))
            return answer

    assert send(database, [Waiting(), *closed, Scripted()]) == SentLetter(sent=30)
    assert [len(other.parcels) for other in closed] == [1, 1]


def test_a_server_that_is_down_hears_one_connection_and_not_all(database: Database) -> None:
    write_letters(database, *(f"p{n}" for n in range(30)))
    ways = [Closed() for _ in range(4)]

    assert send(database, ways) == SentLetter(retry=3, stopped="421 too many connections")
    assert [len(way.parcels) for way in ways] == [3, 0, 0, 0]


def test_a_worker_that_is_stopped_writes_down_what_was_answered_on_every_connection(
    database: Database,
) -> None:
    write_letters(database, *(f"p{n}" for n in range(30)))
    stop = Event()
    all_there = Barrier(4, action=stop.set)

    class Stopping(Scripted):
        def deliver(self, parcel: Parcel, leaving: Any) -> ServerAnswer:
            answer = super().deliver(parcel, leaving)
            all_there.wait(60)
            return answer

    assert send(database, [Stopping() for _ in range(4)], stop=stop) == SentLetter(sent=4)
    assert Counter(states(database)) == {SENT: 4, READY: 26}
    assert {letter.attempts for letter in letters(database)} == {0, 1}


@pytest.mark.parametrize("limit", [None, IN_HAND])
def test_a_stop_between_two_letters_leaves_nobody_asleep(
    database: Database, monkeypatch: pytest.MonkeyPatch, limit: int | None
) -> None:
    """The thread that claims has looked and sleeps: until a way out needs more, or else until all have left."""
    write_letters(database, *(f"p{n}" for n in range(IN_HAND + 1)))
    stop, transport, next_of = Event(), Scripted(), _Drain._next

    def stopped_before(drain: _Drain, way: Any) -> Any:
        if transport.parcels:
            until(lambda: vars(drain._news)["_waiters"])
            stop.set()
        return next_of(drain, way)

    monkeypatch.setattr(_Drain, "_next", stopped_before)
    sent: list[SentLetter] = []
    worker = Thread(
        target=lambda: sent.append(send(database, transport, stop=stop, limit=limit)), daemon=True
    )
    worker.start()
    worker.join(30)

    assert sent == [SentLetter(sent=1)]
    assert Counter(states(database)) == {SENT: 1, READY: IN_HAND}


def test_a_letter_does_not_leave_for_an_address_that_is_its_player_s_no_more(
    database: Database,
) -> None:
    """Its parcel was made before; the next one goes to the new address."""
    write_letters(database, "alice")

    class Late(Scripted):
        def deliver(self, parcel: Parcel, leaving: Any) -> ServerAnswer:
            with database.writing() as session:
                session.get_one(Player, 1).address = "new@example.com"
            return ServerAnswer(DeliveryFate.SENT if leaving() else DeliveryFate.NOT_OURS, "")

    late, transport = Late(), Scripted()
    assert send(database, late) == SentLetter()
    assert send(database, transport) == SentLetter(sent=1)
    assert [parcel.recipient for parcel in transport.parcels] == ["new@example.com"]


# --- letters that cannot be written ---------------------------------------------------------------


def test_a_letter_that_cannot_be_rendered_is_dead_and_the_others_leave(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    write_letters(database, "alice", "bob")

    def fails_for_alice(session: Session, letter: Letter) -> RenderedLetter:
        if letter.player_id == 1:
            raise LookupError("no such run of alice@example.com")
        return render_simply(session, letter)

    assert send(database, renderer=Renderer(fails_for_alice)) == SentLetter(sent=1, dead=1)
    assert states(database) == [DEAD, SENT]
    assert letters(database)[0].reply == "cannot be rendered: LookupError: no such run of …@…"
    assert "Traceback" in caplog.text
    assert "alice@" not in caplog.text


def test_a_letter_whose_row_says_too_little_is_dead_with_a_sentence(database: Database) -> None:
    write_letters(database, "alice", kind="wish")

    assert send(database, renderer=Renderer(draft)) == SentLetter(dead=1)
    assert letters(database)[0].reply == (
        "This letter (“wish”) can no longer be written, since its subject is not known (wish, is_done)."
    )


def test_many_letters_that_cannot_be_rendered_do_not_hide_the_others(database: Database) -> None:
    write_letters(database, *(f"p{n}" for n in range(60)))

    def fails_mostly(session: Session, letter: Letter) -> RenderedLetter:
        return RenderedLetter("\ud83d" if letter.player_id <= 55 else "Hi", "\0Hi", "")

    assert send(database, renderer=Renderer(fails_mostly)) == SentLetter(sent=5, dead=55)
    assert letters(database)[-1].text == "Hi"


@pytest.mark.parametrize("database_kind", ["postgresql"])
def test_a_statement_that_fails_costs_its_own_letter_alone(database: Database) -> None:
    """PostgreSQL answers no other one in its transaction."""
    write_letters(database, "alice", "bob", "carol")

    def divides_for_bob(session: Session, letter: Letter) -> RenderedLetter:
        if letter.player_id == 2:
            session.execute(text("SELECT 1 / 0"))
        return render_simply(session, letter)

    assert send(database, renderer=Renderer(divides_for_bob)) == SentLetter(sent=2, dead=1)
    assert states(database) == [SENT, DEAD, SENT]


def test_a_letter_is_rendered_once(database: Database) -> None:
    write_letters(database, "alice")
    send(database, Scripted(DeliveryFate.RETRY))

    def never(session: Session, letter: Letter) -> RenderedLetter:
        raise AssertionError("it has its words")

    assert send(database, now=LATER, renderer=Renderer(never)) == SentLetter(sent=1)


def test_a_letter_to_an_erased_person_is_dead(database: Database) -> None:
    write_letters(database, "alice")
    with database.writing() as session:
        session.get_one(Player, 1).address = ""

    assert send(database) == SentLetter(dead=1)
    assert letters(database)[0].reply == "its address cannot be written in a mail"


def test_a_bug_of_ours_puts_a_letter_off_and_the_others_leave(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_letters(database, "alice", "bob")

    def fails_for_alice(letter: Letter, *about: Any) -> Route:
        if letter.player_id == 1:
            raise KeyError("oops")
        return route(letter, *about)

    monkeypatch.setattr("app.jobs.letters.route", fails_for_alice)

    assert send(database) == SentLetter(sent=1, retry=1)
    assert letters(database)[0].reply == "KeyError: 'oops'"


@pytest.mark.parametrize(("has_asked", "found_as"), [(False, READY), (True, DOUBT)])
def test_a_transport_that_breaks_down_does_not_keep_the_other_letters(
    has_asked: bool, found_as: LetterState, database: Database
) -> None:
    write_letters(database, "alice", "bob")

    class Buggy(Scripted):
        def deliver(self, parcel: Parcel, leaving: Any) -> ServerAnswer:
            if parcel.recipient == "bob@example.com":
                return super().deliver(parcel, leaving)
            if has_asked:
                leaving()
            raise AttributeError("oops")

    assert send(database, Buggy()).sent == 1
    assert states(database) == [found_as, SENT]
    assert letters(database)[0].reply == "AttributeError: oops"


# --- in bad weather -------------------------------------------------------------------------------


def test_the_waits_double_up_to_an_hour_and_end_after_three_days() -> None:
    waits = [wait_after(n) / timedelta(minutes=1) for n in range(1, 9)]

    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
    # 63 minutes in 6 waits, then an hour each: 63 + 71 * 60 = 4323 > 3 * 24 * 60 = 4320.
    assert [is_given_up(attempts) for attempts in (76, 77)] == [False, True]


@pytest.mark.usefixtures("_still")
def test_a_letter_that_is_not_wanted_now_waits_longer_each_time(database: Database) -> None:
    write_letters(database, "alice")
    waits = []
    for hour in range(3):
        now = NOW + timedelta(hours=hour)
        assert send(database, Scripted(DeliveryFate.RETRY), now=now) == SentLetter(retry=1)
        waits.append(minutes(letters(database)[0], now))

    assert all(low <= wait <= 1.3 * low for low, wait in zip((1, 2, 4), waits, strict=True))
    assert send(database, now=LATER + timedelta(hours=1)) == SentLetter(sent=1)


def test_after_three_days_a_letter_is_dead(database: Database) -> None:
    write_letters(database, "alice", attempts=76)

    assert send(database, Scripted(DeliveryFate.RETRY)) == SentLetter(dead=1)
    assert letters(database)[0].reply == "says RETRY"


def test_a_refusal_for_good_is_final(database: Database) -> None:
    write_letters(database, "alice", "bob")

    assert send(database, Scripted(DeliveryFate.DEAD)) == SentLetter(sent=1, dead=1)
    assert send(database, now=LATER) == SentLetter()
    assert states(database) == [DEAD, SENT]


@pytest.mark.usefixtures("_still")
def test_after_three_faults_in_a_row_all_letters_rest_and_no_attempt_counts(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    write_letters(database, *(f"p{n}" for n in range(30)))
    transport = Scripted(*[DeliveryFate.UNREACHABLE] * 3)

    assert send(database, transport) == SentLetter(retry=3, stopped="says UNREACHABLE")

    assert len(transport.parcels) == 3
    assert set(states(database)) == {READY}
    assert {letter.attempts for letter in letters(database)} == {0}
    assert all(1 <= minutes(letter) <= 1.2 for letter in letters(database))
    assert "letters wait" in caplog.text
    assert send(database, now=LATER) == SentLetter(sent=30)


def test_two_faults_in_a_row_are_bad_luck(database: Database) -> None:
    write_letters(database, *(f"p{n}" for n in range(6)))
    faults = DeliveryFate.UNREACHABLE, DeliveryFate.UNREACHABLE

    assert send(database, Scripted(*faults, DeliveryFate.SENT, *faults)) == SentLetter(
        sent=2, retry=4
    )


def test_letters_that_break_the_line_count_as_faults_and_as_attempts(database: Database) -> None:
    write_letters(database, *(f"p{n}" for n in range(6)))
    transport = Scripted(DeliveryFate.RETRY, DeliveryFate.DOUBT, DeliveryFate.RETRY, broken=True)

    assert send(database, transport) == SentLetter(retry=2, doubt=1, stopped="says RETRY")
    assert [letter.attempts for letter in letters(database)] == [1, 1, 1, 0, 0, 0]


def test_a_server_that_wants_none_of_our_letters_is_left_alone_at_once(database: Database) -> None:
    write_letters(database, "alice", "bob")

    assert send(database, Scripted(DeliveryFate.UNWELCOME)) == SentLetter(
        retry=1, stopped="says UNWELCOME"
    )
    assert states(database) == [READY, READY]
    assert minutes(letters(database)[1]) >= 5


def test_a_disk_that_cannot_be_written_keeps_the_letter(database: Database, tmp_path: Path) -> None:
    write_letters(database, "alice")
    (tmp_path / "mail").write_text("a file in its place")

    sent = send(database, Maildir(tmp_path / "mail"))
    (tmp_path / "mail").unlink()

    assert sent == SentLetter(retry=1)
    assert "cannot be used" in letters(database)[0].reply
    assert send(database, Maildir(tmp_path / "mail"), now=LATER) == SentLetter(sent=1)


# --- doubt ----------------------------------------------------------------------------------------


def test_a_letter_in_doubt_is_held_for_the_organiser(database: Database) -> None:
    write_letters(database, "alice", "bob")

    assert send(database, Scripted(DeliveryFate.DOUBT)) == SentLetter(sent=1, doubt=1)
    assert send(database, now=LATER) == SentLetter()
    with database.reading() as session:
        assert [letter.player_id for letter in outbox.in_trouble(session)] == [1]
        assert outbox.counts(session) == dict.fromkeys(LetterState, 0) | {SENT: 1, DOUBT: 1}


def test_the_organiser_can_have_it_sent_again(database: Database) -> None:
    write_letters(database, "alice", "bob")
    send(database, Scripted(DeliveryFate.DOUBT))
    with database.writing() as session:
        again = [outbox.send_again(session, number, now=NOW) for number in (1, 2)]

    assert again == [True, False]
    assert send(database) == SentLetter(sent=1)


def test_where_it_is_wished_a_letter_in_doubt_goes_out_again_under_its_name(
    database: Database,
) -> None:
    write_letters(database, "alice")
    transport = Scripted(DeliveryFate.DOUBT)
    first = send(database, transport, settings=RESEND)
    with database.reading() as session:
        due = outbox.is_anything_due(session, now=LATER, resends=5)
    second = send(database, transport, settings=RESEND, now=LATER)

    assert (first, due, second) == (SentLetter(doubt=1), True, SentLetter(sent=1))
    assert transport.parcels[0] == transport.parcels[1]


def test_a_server_that_never_answers_does_not_get_a_letter_for_ever(database: Database) -> None:
    write_letters(database, "alice")
    transport = Scripted(*[DeliveryFate.DOUBT] * 100)
    for day in range(10):
        send(database, transport, settings=RESEND, now=NOW + timedelta(days=day))

    assert len(transport.parcels) == 6
    assert states(database) == [DOUBT]


@pytest.mark.usefixtures("_still")
@pytest.mark.parametrize(
    ("left_as", "found_as"), [(CLAIMED, SentLetter(sent=1)), (SENDING, SentLetter(doubt=1))]
)
def test_what_a_worker_leaves_behind_is_found_when_its_lease_has_run_out(
    left_as: LetterState, found_as: SentLetter, database: Database
) -> None:
    ends = NOW + timedelta(minutes=5)
    words = {"subject": "Hi", "text": "Hi"}
    write_letters(
        database, "alice", state=left_as, claim="gone", lease_until=ends, attempts=1, **words
    )
    with database.reading() as session:
        due = [
            outbox.is_anything_due(session, now=ends - timedelta(seconds=1)),
            outbox.is_anything_due(session, now=ends),
        ]

    assert due == [False, True]
    assert send(database, now=ends - timedelta(seconds=1)) == SentLetter()
    assert send(database, now=ends) == found_as


def test_a_lease_that_ran_out_while_sending_is_resent_where_that_is_wished(
    database: Database,
) -> None:
    write_letters(
        database, "alice", state=SENDING, claim="gone", lease_until=NOW, subject="Hi", text="Hi"
    )

    assert send(database, settings=RESEND) == SentLetter(sent=1, doubt=1)


def test_a_letter_that_another_worker_has_taken_over_does_not_leave(database: Database) -> None:
    write_letters(database, "alice")

    class Slow(Scripted):
        def deliver(self, parcel: Parcel, leaving: Any) -> ServerAnswer:
            with database.writing() as session:
                outbox.release_late(session, now=LATER)
            return ServerAnswer(DeliveryFate.SENT if leaving() else DeliveryFate.NOT_OURS, "")

    class Blind(Slow):
        def deliver(self, parcel: Parcel, leaving: Any) -> ServerAnswer:
            super().deliver(parcel, leaving)
            return ServerAnswer(DeliveryFate.SENT, "as nobody will ever know")

    # The clock of the one who takes over is ahead; to us, the letter is not due again.
    assert send(database, Slow()) == SentLetter()
    change_letters(database, due_at=NOW)
    assert send(database, Blind()) == SentLetter()
    assert states(database) == [READY]


def test_an_answer_that_comes_after_the_lease_settles_the_doubt(database: Database) -> None:
    write_letters(database, "alice")

    class Slow(Scripted):
        def deliver(self, parcel: Parcel, leaving: Any) -> ServerAnswer:
            answer = super().deliver(parcel, leaving)
            with database.writing() as session:
                assert outbox.release_late(session, now=LATER) == 1
            assert states(database) == [DOUBT]
            return answer

    assert send(database, Slow()) == SentLetter(sent=1)
    assert states(database) == [SENT]


def test_a_database_that_is_away_for_a_moment_still_learns_the_answer(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_letters(database, "alice")
    mark_sent, outages = outbox.mark_sent, iter([StoreUnavailable("away")] * 2)

    def away_at_first(*args: Any, **options: Any) -> bool:
        for outage in outages:
            raise outage
        return mark_sent(*args, **options)

    monkeypatch.setattr(outbox, "mark_sent", away_at_first)
    monkeypatch.setattr("app.store.work.ledger.time.sleep", lambda seconds: None)

    assert send(database) == SentLetter(sent=1)


def test_a_database_that_stays_away_leaves_the_letter_under_its_lease(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_letters(database, "alice")

    def away(*_: Any, **__: Any) -> bool:
        raise StoreUnavailable("away")

    monkeypatch.setattr(outbox, "mark_sent", away)
    monkeypatch.setattr("app.store.work.ledger.KEEPING_SECONDS", 0)
    monkeypatch.setattr("app.store.work.ledger.time.sleep", lambda seconds: None)
    transport = Scripted()

    with pytest.raises(StoreUnavailable):
        send(database, transport)
    assert states(database) == [SENDING]
    assert not transport.is_open


# --- with a real server ---------------------------------------------------------------------------


def test_every_letter_of_a_stormy_day_is_where_it_belongs(
    database: Database, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "app")
    names = ["alice", "bob", "charlie", "gone", "grey", "spam", "cut", "lost"]
    write_letters(database, *names)
    faults = [
        Fault("RCPT", "550 <gone@example.com> does not live here", to="gone"),
        Fault("RCPT", "451 come back later", to="grey"),
        Fault("DATA", "cut", to="cut"),
        Fault("DOT", "554 spam", to="spam"),
        Fault("DOT", "taken, cut", to="lost"),
    ]
    with mail_server(tmp_path, *faults) as server:
        first = send(database, smtp(server.url))
        second = send(database, smtp(server.url), now=LATER)
        received = [got.recipient.partition("@")[0] for got in server.received]

    assert first == SentLetter(sent=3, retry=2, doubt=1, dead=2)
    assert second == SentLetter(sent=2)
    assert received[:4] == ["alice", "bob", "charlie", "lost"]
    assert set(received[4:]) == {"grey", "cut"}
    assert states(database) == [SENT, SENT, SENT, DEAD, SENT, DEAD, SENT, DOUBT]
    assert letters(database)[3].reply == "550 <…@…> does not live here"
    assert "example.com" not in caplog.text


@on_sqlite
def test_a_server_that_is_slow_to_answer_leaves_a_doubt_and_the_rest_goes(
    database: Database, tmp_path: Path
) -> None:
    """Whose answer to Alice's letter never comes; Bob's may take as long as it likes."""
    write_letters(database, "alice", "bob")

    class FirstInAHurry(Smtp):
        def deliver(self, parcel: Parcel, leaving: Any) -> ServerAnswer:
            answer = super().deliver(parcel, leaving)
            self.patience = PATIENT
            return answer

    with mail_server(tmp_path, Fault("DOT", seconds=NEVER)) as server:
        way = FirstInAHurry(server_at(server.url), patience=replace(PATIENT, dot=2))
        assert send(database, way) == SentLetter(sent=1, doubt=1)


def test_a_server_that_is_down_costs_nothing_but_time(database: Database, tmp_path: Path) -> None:
    write_letters(database, "alice", "bob", "charlie", "dora")
    port = free_port()
    down = send(database, smtp(f"smtp://localhost:{port}"))
    with mail_server(tmp_path, port=port) as server:
        up = send(database, smtp(server.url), now=LATER)

    assert (down.retry, "Connect" in down.stopped) == (3, True)
    assert up == SentLetter(sent=4)


def drain(url: str, server: str) -> None:
    send(Database(url), smtp(server))


def test_two_workers_at_once_never_send_one_letter_twice(
    database: Database, tmp_path: Path
) -> None:
    write_letters(database, *(f"p{n}" for n in range(60)))
    url = database.url
    with mail_server(tmp_path) as server:
        workers = [PROCESSES.Process(target=drain, args=(url, server.url)) for _ in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        received = sorted(got.recipient for got in server.received)

    assert received == sorted(f"p{n}@example.com" for n in range(60))
    assert set(states(database)) == {SENT}


@pytest.mark.parametrize("database_kind", ["postgresql"])  # the other has one writer at a time
@pytest.mark.parametrize("state", [READY, CLAIMED, SENDING, DOUBT])
def test_who_changes_many_letters_leaves_out_what_another_has_in_hand(
    state: LetterState, database: Database
) -> None:
    ended = {"state": state, "claim": "gone", "lease_until": NOW}
    write_letters(database, "alice", "bob", **ended)
    with database.writing() as mine:
        mine.get_one(Letter, 1, with_for_update=True)
        with database.writing() as other:
            other.connection().exec_driver_sql("SET LOCAL lock_timeout = '5s'")
            outbox.release_late(other, now=NOW)
            outbox.resend_doubtful(other, now=NOW, resends=5)
            outbox.rest(other, now=NOW, until=LATER)

    assert states(database) == [state, READY]
    assert [letter.due_at for letter in letters(database)] == [NOW, LATER]


def test_letters_get_their_words_in_one_order_whatever_is_drawn(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_letters(database, "alice", "bob", "charlie")
    kept: list[int] = []
    keep_texts = outbox.keep_texts

    def keep(session: Session, texts: Sequence[outbox.LetterText]) -> None:
        kept.extend(text.number for text in texts)
        keep_texts(session, texts)

    monkeypatch.setattr(outbox, "keep_texts", keep)
    monkeypatch.setattr("app.jobs.texts.random.sample", lambda ids, _: [*reversed(ids)])
    send(database)

    assert kept == [1, 2, 3]


def test_a_letter_written_twice_for_one_reason_is_refused(database: Database) -> None:
    write_letters(database, "alice")
    with pytest.raises(Exception, match=r"(?i)unique"), database.writing() as session:
        session.add(letter_to(session.get_one(Player, 1)))
