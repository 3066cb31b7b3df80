"""The worker goes on through everything but a wish to stop."""

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from sqlmodel import select

from app.clock import Clock
from app.jobs import worker
from app.jobs.worker import _Shift, keep_working, run, stopping, work
from app.mail.inbox.arrivals import receive
from app.mail.transport.delivery import DeliveryFate, Parcel, ServerAnswer
from app.mail.transport.smtp import BadSmtpUrl, Smtp, server_at
from app.settings import SecretMissing, Settings
from app.store.database import Database, StoreUnavailable
from app.store.tables import LetterState, Mail, MailState
from tests.support.mail_peers import a_mail, until
from tests.support.mail_servers import NEVER, PATIENT, Fault, mail_server
from tests.support.outgoing import letters, some_settings, states, write_letters
from tests.support.processes import PROCESSES

WRITTEN = {"subject": "Hi", "text": "Hi", "html": ""}
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


class Job:
    """A job with this many turns of work. On some of them it fails."""

    def __init__(self, turns: int, fails: BaseException | None = None) -> None:
        self.turns = turns
        self.fails = fails
        self.taken = 0

    def __call__(self, database: Database, now: datetime) -> bool:
        self.taken += 1
        if self.fails:
            raise self.fails
        self.turns -= 1
        return self.turns >= 0


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """None is asked for anything here."""
    database = Database(f"sqlite:///{tmp_path / 'none.db'}")
    yield database
    database.close()


def test_once_means_until_nothing_is_due(database: Database) -> None:
    busy, idle = Job(3), Job(0)
    run(database, {"busy": busy, "idle": idle}, stop=Event(), once=True)

    assert (busy.taken, idle.taken) == (4, 4)


def test_a_job_that_fails_rests_and_the_others_go_on(
    database: Database, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.jobs.back_off.FIRST_SECONDS", 100)
    broken, busy = Job(9, ValueError("for alice@example.com")), Job(3)
    run(database, {"broken": broken, "busy": busy}, stop=Event(), once=True)

    assert (broken.taken, busy.taken) == (1, 4)
    assert "broken failed, next try in 100 s: Traceback" in caplog.text
    assert "for …@…" in caplog.text


def test_a_database_that_is_away_is_told_in_a_sentence(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    run(database, {"any": Job(1, StoreUnavailable("it is full"))}, stop=Event(), once=True)

    assert caplog.messages == ["any failed, next try in 2 s: it is full"]


def test_a_job_is_tried_again_after_its_rest(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = Event()

    class Recovering(Job):
        def __call__(self, database: Database, now: datetime) -> bool:
            if self.taken == 1:
                self.fails = None
                stop.set()
            return super().__call__(database, now)

    job = Recovering(1, ValueError())
    monkeypatch.setattr("app.jobs.worker.IDLE_SECONDS", 0.01)
    monkeypatch.setattr("app.jobs.back_off.FIRST_SECONDS", 0.01)
    run(database, {"job": job}, stop=stop)

    assert job.taken == 2


def test_a_job_rests_no_longer_because_the_clock_was_ahead(database: Database) -> None:
    hour, up = 3600.0, 1_000.0
    ahead = 30 * 24 * hour
    clock = Clock(lambda: LONG_AGO.timestamp() + up + ahead, lambda: up)
    broken = Job(1, ValueError())
    shift = _Shift("broken", broken, clock)
    shift.take_turn(database)
    shift.take_turn(database)
    ahead = 0
    up += 1
    clock.now()
    up += 70
    shift.take_turn(database)

    assert clock.now() < LONG_AGO + timedelta(hours=1)
    assert broken.taken == 2


def test_a_worker_that_was_stopped_before_does_nothing(database: Database) -> None:
    stop, job = Event(), Job(1)
    stop.set()
    run(database, {"job": job}, stop=stop)

    assert job.taken == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_asks_the_worker_to_stop(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with stopping() as stop:
        os.kill(os.getpid(), number)
        assert stop.wait(60)

    assert signal.getsignal(number) is before


def hang_after_a_signal() -> None:
    vars(worker)["END_SECONDS"] = 0.1
    with worker.stopping():
        os.kill(os.getpid(), signal.SIGTERM)
        Event().wait()


def test_what_does_not_end_after_a_signal_is_left() -> None:
    process = PROCESSES.Process(target=hang_after_a_signal)
    process.start()
    process.join()

    assert process.exitcode == 1


def test_settings_that_cannot_work_are_told_at_once(database: Database) -> None:
    with pytest.raises(BadSmtpUrl):
        work(database, some_settings(smtp_url="mail.example.com"), stop=Event(), once=True)
    with pytest.raises(SecretMissing):
        work(
            database,
            some_settings(secret=None, database_url="postgresql://x"),
            stop=Event(),
            once=True,
        )


def test_a_mail_server_that_hangs_keeps_no_other_job_waiting(
    real_database: Database, tmp_path: Path
) -> None:
    """A mail is read while the answer to a letter does not come."""
    write_letters(real_database, "alice", due_at=LONG_AGO, **WRITTEN)
    is_there, stop = tmp_path / "is there", Event()
    with mail_server(tmp_path / "server", Fault("DOT", after=str(is_there))) as server:
        settings = some_settings(smtp_url=server.url)
        worker = Thread(target=work, args=(real_database, settings), kwargs={"stop": stop})
        worker.start()
        until(lambda: LetterState.SENDING in states(real_database))
        with real_database.writing() as session:
            receive(session, a_mail(), LONG_AGO)
        until(lambda: not is_new(real_database))
        meanwhile = states(real_database)
        is_there.touch()
        stop.set()
        worker.join()

    assert meanwhile[0] is LetterState.SENDING
    assert states(real_database)[0] is LetterState.SENT


@pytest.mark.parametrize("job", ["Webhooks", "Beacons"])
def test_a_site_that_never_answers_keeps_no_other_job_waiting(
    real_database: Database, monkeypatch: pytest.MonkeyPatch, job: str
) -> None:
    asked, stop = Event(), Event()

    def hangs(*_: Any) -> bool:
        asked.set()
        return not stop.wait()

    monkeypatch.setattr(f"app.jobs.worker.{job}", lambda _: hangs)
    worker = Thread(target=work, args=(real_database, some_settings()), kwargs={"stop": stop})
    worker.start()
    try:
        assert asked.wait(60)
        with real_database.writing() as session:
            receive(session, a_mail(), LONG_AGO)
        until(lambda: not is_new(real_database))
    finally:
        stop.set()
        worker.join()


def is_new(database: Database) -> bool:
    with database.reading() as session:
        return session.exec(select(Mail.state)).one() is MailState.NEW


def work_until_a_signal(url: str, settings: Settings, heard: Path) -> None:
    """There is a file when the signal has been heard."""

    def note() -> None:
        stop.wait()
        heard.touch()

    with stopping() as stop:
        Thread(target=note, daemon=True).start()
        work(Database(url), settings, stop=stop)


@pytest.fixture
def real_database(sqlite_template: Path, tmp_path: Path) -> Iterator[Database]:
    path = tmp_path / "hikyaku.db"
    path.write_bytes(sqlite_template.read_bytes())
    database = Database(f"sqlite:///{path}")
    yield database
    database.close()


def test_a_worker_that_is_asked_to_stop_finishes_the_letter_in_hand(
    real_database: Database, tmp_path: Path
) -> None:
    write_letters(real_database, "alice", "bob", due_at=LONG_AGO, **WRITTEN)
    heard = tmp_path / "heard"
    with mail_server(tmp_path / "server", Fault("DOT", after=str(heard))) as server:
        url = str(real_database.engine.url)
        settings = some_settings(smtp_url=server.url, mail_connections=1)
        worker = PROCESSES.Process(target=work_until_a_signal, args=(url, settings, heard))
        worker.start()
        until(lambda: LetterState.SENDING in states(real_database))
        worker.terminate()
        worker.join(120)

    assert worker.exitcode == 0
    assert states(real_database) == [LetterState.SENT, LetterState.READY]
    assert letters(real_database)[1].attempts == 0


def test_a_letter_whose_answer_does_not_come_is_left_in_doubt_when_the_worker_stops(
    real_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ways(settings: Settings, stop: Event) -> list[Smtp]:
        patience = replace(PATIENT, stopped=0.1)
        return [Smtp(server_at(settings.smtp_url or ""), patience=patience, stop=stop)]

    monkeypatch.setattr("app.jobs.worker.transports", ways)
    write_letters(real_database, "alice", "bob", due_at=LONG_AGO, **WRITTEN)
    stop = Event()
    with mail_server(tmp_path / "server", Fault("DOT", seconds=NEVER)) as server:
        told: Any = {"stop": stop}
        settings = some_settings(smtp_url=server.url)
        worker = Thread(target=work, args=(real_database, settings), kwargs=told, daemon=True)
        worker.start()
        until(lambda: LetterState.SENDING in states(real_database))
        stop.set()
        worker.join(60)

    assert not worker.is_alive()
    assert states(real_database) == [LetterState.DOUBT, LetterState.READY]


@dataclass
class Stopping:
    """A way out for letters, of which the last sets `stop`."""

    last: int
    stop: Event = field(default_factory=Event)
    taken: int = 0

    def deliver(self, _: Parcel, leaving: Any) -> ServerAnswer:
        self.taken += 1
        if self.taken == self.last:
            self.stop.set()
        return ServerAnswer(DeliveryFate.SENT if leaving() else DeliveryFate.NOT_OURS, "")

    def close(self) -> None:
        """There is nothing to close."""


@pytest.mark.parametrize("ways", [1, 4])
def test_a_worker_ends_at_whichever_letter_it_is_told_to(
    real_database: Database, monkeypatch: pytest.MonkeyPatch, ways: int
) -> None:
    for way in map(Stopping, (1, 2, 3, 7, 12)):
        monkeypatch.setattr("app.jobs.worker.transports", lambda *_, way=way: [way] * ways)
        write_letters(real_database, *(f"p{way.last}-{n}" for n in range(20)), **WRITTEN)
        told: Any = {"stop": way.stop}
        worker = Thread(target=work, args=(real_database, some_settings()), kwargs=told)
        worker.daemon = True
        worker.start()
        worker.join(60)

        assert not worker.is_alive()
        assert way.last <= way.taken < way.last + ways


def test_a_worker_that_dies_says_so_and_begins_again(
    database: Database, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop, faults = Event(), iter([RuntimeError("can't start new thread")])

    def dies_once(*_: Any, stop: Event) -> None:
        for fault in faults:
            raise fault
        stop.set()

    monkeypatch.setattr("app.jobs.worker.work", dies_once)
    monkeypatch.setattr("app.jobs.worker.FIRST_SECONDS", 0)
    keep_working(database, some_settings(), stop=stop)

    assert "the worker has died, and begins again: Traceback" in caplog.text
