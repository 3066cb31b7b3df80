"""A clock that is set for a moment by mistake moves nothing; one that was put right is believed after a minute."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlmodel import select

from app.cli.checkup.database import workers
from app.clock import AWAY_SECONDS, STAYS_SECONDS, Clock
from app.jobs.worker import work
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.store import seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Audit, Heartbeat, LetterState, SeasonState
from app.store.work import heartbeats
from tests.support.outgoing import letters, some_settings, states, write_letters

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
DAY = 24 * 3600.0


class Faces:
    """A wall clock that can be set, and how long the machine has been up."""

    def __init__(self, up: float = 1_000) -> None:
        self.up = up
        self.ahead = 0.0
        """What the wall clock is ahead of the right time."""
        self.clock = self.of_another_process()

    def of_another_process(self) -> Clock:
        return Clock(wall=lambda: NOW.timestamp() + self.up + self.ahead, uptime=lambda: self.up)

    def goes_on(self, seconds: float) -> None:
        """Let this much time pass, while the clock is asked every few seconds."""
        for _ in range(int(seconds // 5)):
            self.up += 5
            self.clock.now()

    def error(self, clock: Clock | None = None) -> float:
        """What the time as it is known is ahead of the right one."""
        right = NOW.timestamp() + self.up
        return round((clock or self.clock).now().timestamp() - right)


@pytest.fixture
def faces() -> Faces:
    faces = Faces()
    faces.clock.now()
    return faces


@pytest.mark.parametrize("jump", [DAY, -DAY, 31])
def test_a_jump_that_does_not_last_is_never_seen(faces: Faces, jump: float) -> None:
    for _ in range(3):
        faces.ahead = jump
        faces.goes_on(50)
        assert (faces.error(), faces.clock.is_settled) == (0, False)
        faces.ahead = 0
        assert (faces.error(), faces.clock.is_settled) == (0, True)
        faces.goes_on(30)


@pytest.mark.parametrize("jump", [DAY, -DAY])
def test_a_clock_that_stays_where_it_was_set_is_believed_after_a_minute(
    faces: Faces, jump: float
) -> None:
    faces.ahead = jump
    faces.goes_on(STAYS_SECONDS)
    before = faces.error()
    faces.goes_on(5)

    assert (before, faces.error()) == (0, jump)
    assert faces.clock.is_settled


def test_a_clock_that_jumps_on_and_on_is_believed_when_it_rests(faces: Faces) -> None:
    for hours in range(20):
        faces.ahead = hours * 3600.0
        faces.goes_on(30)

    assert faces.error() == 0


def test_a_clock_is_put_right_by_seconds_at_once(faces: Faces) -> None:
    for _ in range(100):
        faces.ahead += 20
        faces.goes_on(5)

    assert faces.error() == 2_000
    assert faces.clock.is_settled


@pytest.fixture
def database(sqlite_template: Path, tmp_path: Path) -> Iterator[Database]:
    path = tmp_path / "hikyaku.db"
    path.write_bytes(sqlite_template.read_bytes())
    database = Database(f"sqlite:///{path}")
    yield database
    database.close()


def beat(database: Database, faces: Faces, what: heartbeats.What = "clock") -> None:
    with database.writing() as session:
        heartbeats.beat(session, what, faces.clock)


def restarted(database: Database, faces: Faces) -> Clock:
    clock = faces.of_another_process()
    with database.reading() as session:
        heartbeats.recall(session, clock)
    return clock


@pytest.mark.parametrize("jump", [DAY, -DAY])
def test_who_starts_while_the_clock_is_wrong_knows_it_from_those_before(
    database: Database, faces: Faces, jump: float
) -> None:
    beat(database, faces)
    faces.up += 3_600
    faces.ahead = jump
    clock = restarted(database, faces)

    assert faces.error(clock) == 0
    assert not clock.is_settled


def test_after_a_start_of_the_machine_time_does_not_run_backwards_at_once(
    database: Database, faces: Faces, monkeypatch: pytest.MonkeyPatch
) -> None:
    beat(database, faces)
    monkeypatch.setattr(heartbeats, "boot", lambda: "another")
    faces.ahead = -DAY
    clock = restarted(database, faces)

    assert faces.error(clock) == 0
    assert not clock.is_settled
    faces.up += 5
    clock.now()
    faces.up += STAYS_SECONDS
    assert faces.error(clock) == -DAY


def test_after_a_long_rest_of_everybody_what_cannot_be_taken_back_waits_a_minute(
    database: Database, faces: Faces, monkeypatch: pytest.MonkeyPatch
) -> None:
    beat(database, faces)
    monkeypatch.setattr(heartbeats, "boot", lambda: "another")
    faces.up += AWAY_SECONDS - 1
    soon = restarted(database, faces)
    faces.up += 10
    late = restarted(database, faces)

    assert (soon.is_settled, late.is_settled) == (True, False)
    assert faces.error(late) == 0
    faces.up += STAYS_SECONDS
    assert late.is_settled


class OneTurn(Event):
    """A worker that asks whether to stop hears so after a turn of its jobs."""

    asked = 0

    def is_set(self) -> bool:
        self.asked += 1
        return self.asked > 30

    def wait(self, timeout: float | None = None) -> bool:
        self.asked = 99
        return True


def work_once(
    database: Database, faces: Faces, stop: Event, *, once: bool = False, **settings: Any
) -> None:
    """Every job of a new worker has had its turn; with `once` nothing is due any more."""
    maildir = Path(str(database.engine.url.database)).parent / "mail"
    some = some_settings(maildir=maildir, **settings)
    work(database, some, stop=stop, once=once, clock=faces.clock)


def test_after_a_clock_that_was_weeks_ahead_letters_leave_and_the_doctor_is_content(
    database: Database, faces: Faces, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They could not leave then, and the worker was killed."""
    monkeypatch.setattr("app.clock.CLOCK", faces.clock)
    write_letters(database, "alice", "bob", subject="Hi", text="Hi")
    faces.ahead = 30 * DAY
    faces.goes_on(70)
    work_once(database, faces, Event(), once=True, smtp_url="smtp://127.0.0.1:1")
    beat(database, faces, "jobs")
    tried = letters(database)
    faces.ahead = 0
    faces.goes_on(70)
    missed = workers(database).wrong
    work_once(database, faces, Event(), once=True)

    assert min(each.due_at for each in tried) > NOW + timedelta(days=29)
    assert states(database) == [LetterState.SENT] * 2
    assert missed == "the last worker was killed. Start hikyaku serve or hikyaku worker."
    beat(database, faces, "jobs")
    assert workers(database).wrong == ""


def test_a_season_outlives_a_clock_that_is_wrong_for_seconds(
    database: Database, faces: Faces
) -> None:
    by = Organiser("olga", NOW)
    with database.writing() as session:
        plan = season_plans.Plan("laplaplus", "cup", closes_at=NOW + timedelta(hours=5))
        league_seasons.create(session, plan, by)
        league_seasons.open_season(session, "cup", by)

    def turn() -> SeasonState:
        work_once(database, faces, OneTurn())
        with database.reading() as session:
            return seasons.by_slug(session, "cup").state

    assert turn() is SeasonState.OPEN
    faces.ahead = 30 * DAY
    faces.goes_on(30)
    assert turn() is SeasonState.OPEN
    faces.ahead = 0
    faces.goes_on(6 * 3600)
    beat(database, faces, "clock")  # else the site was away, and the deadline moves
    assert turn() is SeasonState.CLOSED
    faces.ahead = -30 * DAY
    faces.goes_on(300)
    assert turn() is SeasonState.CLOSED
    faces.ahead = 0
    faces.goes_on(300)
    turn()
    with database.reading() as session:
        acts = [act.act for act in session.exec(select(Audit))]
        beats = session.exec(select(Heartbeat)).all()

    assert acts.count("close") == 1
    assert "clock" in {each.key.partition(":")[0] for each in beats}
