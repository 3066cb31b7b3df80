"""No more letters leave a minute than the settings allow, however many workers there are."""

import logging
import time
from datetime import timedelta
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import ValidationError

from app.jobs.letters import SentLetter, send_due, send_some
from app.jobs.texts import Renderer
from app.jobs.worker import work
from app.mail.transport.delivery import DeliveryFate, Parcel, ServerAnswer
from app.mail.transport.maildir import Maildir
from app.store.database import Database
from app.store.tables import LetterState
from tests.support.databases import on_postgresql, on_sqlite
from tests.support.outgoing import letters, render_simply, some_settings, states, write_letters
from tests.support.people import NOW
from tests.support.processes import PROCESSES

SIX = some_settings(mail_per_minute=6)
"""A letter every ten seconds."""


class Clock(Event):
    """Time that passes only while a thread waits for this event."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout
        self.seconds += timeout
        return False


class Noting:
    """A way out that notes when each letter left."""

    def __init__(self, clock: Clock, *fates: DeliveryFate) -> None:
        self.clock = clock
        self.fates = list(fates)
        self.left_at: list[int] = []

    def deliver(self, parcel: Parcel, leaving: Any) -> ServerAnswer:
        assert leaving()
        self.left_at.append(round(self.clock.seconds))
        return ServerAnswer(self.fates.pop(0) if self.fates else DeliveryFate.SENT, "")

    def close(self) -> None:
        pass


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    slow = SimpleNamespace(monotonic=lambda: clock.seconds)
    monkeypatch.setattr("app.jobs.letters.time", slow)
    return clock


def send(database: Database, clock: Clock, *ways: Noting, **options: Any) -> SentLetter:
    return send_due(
        database,
        ways,
        now=NOW,
        settings=SIX,
        renderer=Renderer(render_simply),
        stop=clock,
        **options,
    )


def test_letters_leave_evenly_apart(
    database: Database, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "app.jobs.letters")
    write_letters(database, "alice", "bob", "charlie", "dora")
    way = Noting(clock)

    assert send(database, clock, way) == SentLetter(sent=4)
    assert way.left_at == [0, 10, 20, 30]
    waits = [message for message in caplog.messages if "wait" in message]
    assert waits == ["letters wait: 6 may leave a minute (HIKYAKU_MAIL_PER_MINUTE)"]


def test_a_letter_that_is_refused_has_had_its_turn(database: Database, clock: Clock) -> None:
    write_letters(database, "alice", "bob")
    way = Noting(clock, DeliveryFate.DEAD)

    assert send(database, clock, way) == SentLetter(sent=1, dead=1)
    assert way.left_at == [0, 10]


@pytest.mark.parametrize("connections", [1, 4])
def test_while_a_letter_waits_for_its_turn_nobody_has_claimed_it(
    connections: int, database: Database, clock: Clock
) -> None:
    """The one whose turn it is leaves, even if it is longer on its way than others are waited for."""
    write_letters(database, "alice", "bob")
    others = [Noting(clock) for _ in range(connections - 1)]

    assert send(database, clock, Noting(clock), *others, patience=9) == SentLetter(sent=1)
    assert states(database) == [LetterState.SENT, LetterState.READY]
    assert (letters(database)[1].attempts, letters(database)[1].claim) == (0, None)


def test_a_look_at_nothing_takes_no_turn(database: Database, clock: Clock) -> None:
    send(database, clock, Noting(clock))
    write_letters(database, "alice")

    assert send(database, clock, Noting(clock), patience=0) == SentLetter(sent=1)


def test_the_worker_comes_back_when_it_is_the_turn_of_a_letter(
    database: Database, clock: Clock, tmp_path: Path
) -> None:
    write_letters(database, "alice", "bob", subject="Hi", text="Hi")
    box = Maildir(tmp_path / "mail")
    turns = [
        send_some([box], SIX, clock, Renderer(), database, NOW + timedelta(seconds=seconds))
        for seconds in (0, 5, 10, 20)
    ]

    assert turns == [True, False, True, False]
    assert states(database) == [LetterState.SENT, LetterState.SENT]


@on_sqlite
def test_a_worker_that_works_once_waits_for_all_their_turns(
    database: Database, tmp_path: Path
) -> None:
    long_ago = NOW - timedelta(days=3650)
    write_letters(database, "alice", "bob", "charlie", subject="Hi", text="Hi", due_at=long_ago)
    settings = some_settings(mail_per_minute=50, maildir=tmp_path / "mail")
    work(database, settings, stop=Event(), once=True)

    assert set(states(database)) == {LetterState.SENT}


def drain(url: str, box: Path) -> None:
    settings = some_settings(mail_per_minute=1200)
    way = Maildir(box)
    send_due(Database(url), [way], now=NOW, settings=settings, renderer=Renderer(render_simply))


@on_postgresql
def test_two_workers_share_the_turns(database: Database, tmp_path: Path) -> None:
    write_letters(database, *(f"p{n}" for n in range(20)))
    url = database.url
    workers = [PROCESSES.Process(target=drain, args=(url, tmp_path / "mail")) for _ in range(2)]
    began = time.monotonic()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    lasted = time.monotonic() - began

    assert set(states(database)) == {LetterState.SENT}
    assert lasted > 18 * 0.05  # 19 turns of 50 ms, less what two clocks may differ by


@pytest.mark.parametrize("value", ["0", "-1", "many"])
def test_a_pace_that_is_none_is_refused(value: str) -> None:
    with pytest.raises(ValidationError, match="mail_per_minute"):
        some_settings(mail_per_minute=value)
