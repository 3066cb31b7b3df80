"""What can happen to a site: each fault begins, lasts, and is mended."""

import random
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final

import psycopg
from sqlalchemy import text
from sqlmodel import Session

from app import clock
from app.bench import postgres
from app.bench.mail.sink import Sink, Weather
from app.clock import STAYS_SECONDS
from app.league.results.results import undo
from app.league.results.runs import start
from app.store.database import Database, StoreUnavailable
from app.store.seasons import by_slug
from app.store.security.audits import Organiser
from app.store.tables import Run, Season, SeasonState
from tests.chaos.crowd import BESIDE
from tests.chaos.site import Member, Site, end
from tests.chaos.wall import SPEED, Wall

FAIR: Final = Weather(later=2, cut=1)
"""The mail server on a good day."""


_STAYS_AWAY: Final = text("""
SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND backend_xid IS NOT NULL
  AND datname = current_database() AND state_change < clock_timestamp() - interval '0.1 s'
""")


@dataclass(slots=True)
class Scene:
    """What faults happen to. `server` is a PostgreSQL server of our own, if there is one."""

    site: Site
    sink: Sink
    wall: Wall
    database: Database
    server: str
    draw: random.Random
    closes_at: float = 0
    """The deadline, as the wall clock shows it."""
    refused_to_end: list[str] = field(default_factory=list)
    jumps: list[float] = field(default_factory=list)
    """How many seconds of the site each jump of its clock lasted that was meant to be short."""

    def last(self, least: float, most: float) -> None:
        """Some seconds go by."""
        time.sleep(self.draw.uniform(least, most))

    def one(self) -> Member:
        """A member by lot."""
        return self.draw.choice(self.site.members)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault by its name, and where it can happen."""

    name: str
    strike: Callable[[Scene], None]
    can_happen: Callable[[Scene], bool] = lambda _: True


def _kill(scene: Scene) -> None:
    scene.one().signal(signal.SIGKILL)


def _kill_all(scene: Scene) -> None:
    for member in scene.site.members:
        member.signal(signal.SIGKILL)


def _end(scene: Scene) -> None:
    member = scene.one()
    code = end(member)
    if code not in (0, -signal.SIGTERM):  # the latter: before it could hear
        scene.refused_to_end.append(f"{member.name}: {code}")


def _freeze(scene: Scene) -> None:
    """Longer than a run or a letter is claimed for."""
    member = scene.one()
    frozen = member.signal(signal.SIGSTOP)
    scene.last(1.2, 6)
    if frozen and member.process is frozen:
        member.signal(signal.SIGCONT)


def _freeze_writer(scene: Scene) -> None:
    """In the middle of a transaction that writes, for longer than others wait for it."""
    ends = time.monotonic() + 10
    while time.monotonic() < ends:
        member = scene.one()
        frozen = member.signal(signal.SIGSTOP)
        is_writing = frozen and _is_kept_waiting(scene)
        if is_writing:
            scene.last(11, 14)
        if frozen and member.process is frozen:
            member.signal(signal.SIGCONT)
        if is_writing:
            return


def _is_kept_waiting(scene: Scene) -> bool:
    """Whether a writer has been blocked for a while."""
    if _is_file(scene):
        path = str(scene.database.engine.url.database)
        with closing(sqlite3.connect(path, timeout=0.2, isolation_level=None)) as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return True
            return False
    with suppress(StoreUnavailable), scene.database.glancing() as connection:
        time.sleep(0.2)
        return bool(connection.execute(_STAYS_AWAY).scalar())
    return False


def _take_rules(scene: Scene) -> None:
    """Another season is run by rules that are not installed, for a while."""
    by = Organiser("chaos", clock.now())
    with scene.database.writing() as session:
        if by_slug(session, BESIDE).state is SeasonState.REVIEW:
            undo(session, BESIDE, replace(by, reason="to break it anew"))
        run = start(session, BESIDE, by)
        rules, number = run.rules_version, run.id
        _rule(session, number, "gone")
    scene.last(1, 5)
    with scene.database.writing() as session:
        _rule(session, number, rules)


def _rule(session: Session, number: int, rules: str) -> None:
    run = session.get_one(Run, number)
    season = session.get_one(Season, run.season_id)
    run.rules_version = season.rules_version = rules


def _is_ours(scene: Scene) -> bool:
    return bool(scene.server)


def _is_file(scene: Scene) -> bool:
    return scene.database.is_sqlite


def _restart_database(scene: Scene) -> None:
    postgres.stop(scene.server)
    scene.last(0, 2)
    postgres.start(scene.server)


def _cut_connections(scene: Scene) -> None:
    url = scene.database.engine.url.set(drivername="postgresql")
    with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def _lock(scene: Scene) -> None:
    """Another program writes for a while, once in a while for longer than is waited for."""
    path = str(scene.database.engine.url.database)
    with closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        scene.last(*scene.draw.choice([(0.2, 2), (0.2, 2), (0.2, 2), (10, 12)]))
        connection.execute("ROLLBACK")


def _weather(least: float, most: float, **weather: float | bool) -> Callable[[Scene], None]:
    def strike(scene: Scene) -> None:
        scene.sink.turn(Weather(**weather))  # type: ignore[arg-type]
        scene.last(least, most)
        if scene.draw.random() < 0.3:
            _kill(scene)
        scene.sink.turn(FAIR)

    return strike


def _fill_disk(scene: Scene) -> None:
    members = [*scene.site.members]
    scene.site.disk.fill(members)
    scene.last(0.5, 2)
    if scene.draw.random() < 0.3:
        _kill(scene)
        scene.last(0, 0.5)
    scene.site.disk.empty(members)


def _jump(scene: Scene) -> None:
    """Across the deadline, in the direction in which it lies, and back before the clock is believed."""
    to_deadline = scene.closes_at - scene.wall.right().timestamp()
    beyond = timedelta(hours=scene.draw.uniform(1, 48)).total_seconds()
    began = scene.wall.uptime()
    scene.wall.set(to_deadline + beyond if to_deadline > 0 else to_deadline - beyond)
    scene.last(0.2, 0.7 * STAYS_SECONDS / SPEED)
    scene.wall.set(0)
    if to_deadline > 0:
        scene.jumps.append(scene.wall.uptime() - began)


def is_before(scene: Scene) -> bool:
    """Whether its deadline is still to come."""
    return scene.wall.right().timestamp() < scene.closes_at


def _set_back(scene: Scene) -> None:
    """Before the deadline, which is over, and for so long that the clock is believed."""
    back = scene.wall.right().timestamp() - scene.closes_at
    _set(scene, -back - timedelta(hours=1).total_seconds())


def _set_ahead(scene: Scene) -> None:
    """By weeks, and for so long that the clock is believed: nothing waits for what was kept then."""
    _set(scene, timedelta(days=30).total_seconds())


def _set(scene: Scene, ahead: float) -> None:
    scene.wall.set(ahead)
    scene.last(2 * STAYS_SECONDS / SPEED, 4 * STAYS_SECONDS / SPEED)
    scene.wall.set(0)
    scene.last(1.5 * STAYS_SECONDS / SPEED, 2 * STAYS_SECONDS / SPEED)


FAULTS: Final = (
    Fault("SIGKILL", _kill),
    Fault("SIGKILL to all", _kill_all),
    Fault("SIGTERM", _end),
    Fault("SIGSTOP, then SIGCONT", _freeze),
    Fault("SIGSTOP while it writes", _freeze_writer),
    Fault("database restarts", _restart_database, _is_ours),
    Fault("connections are cut", _cut_connections, lambda scene: not _is_file(scene)),
    Fault("database is locked", _lock, _is_file),
    Fault("rules of another season are gone", _take_rules),
    Fault("mail server closed", _weather(0.5, 3, closed=True)),
    Fault("mail server defers", _weather(0.5, 2, later=100)),
    Fault("mail server hangs", _weather(1, 4, slow=1.5)),
    Fault("mail server tears lines", _weather(0.5, 3, torn=50, cut=20, later=10)),
    Fault("disk full", _fill_disk),
    Fault("clock jumps", _jump),
    Fault("clock is set back", _set_back, lambda scene: not is_before(scene)),
    Fault("clock is weeks ahead", _set_ahead, lambda scene: not is_before(scene)),
)
