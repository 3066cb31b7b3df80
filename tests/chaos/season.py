"""A season from opening to reports, under load and under faults."""

import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from secrets import token_hex
from tempfile import mkdtemp
from typing import Final, TypeVar

import httpx2
from sqlmodel import Session, col, func, select

from app import clock
from app.bench import CannotMeasure, postgres
from app.bench.mail.intake import empty_database
from app.bench.mail.sink import sink
from app.jobs.seasons.runs import run as play
from app.league.desk import interventions
from app.league.entries.contents import Submission
from app.league.results import results, runs as league_runs
from app.league.seasons import seasons
from app.league.seasons.decisions import season_plans
from app.store import entrants
from app.store.database import Database, StoreUnavailable
from app.store.results import runs
from app.store.seasons import by_slug
from app.store.security.audits import Organiser
from app.store.tables import Letter, LetterState, Mail, MailState, SeasonState
from app.store.upkeep.migrations import migrate
from tests.chaos.crowd import BESIDE, GAME, OURS, SLUG, Crowd
from tests.chaos.faults import FAIR, FAULTS, Fault, Scene, is_before
from tests.chaos.invariants import Evidence, invariants
from tests.chaos.site import Disk, Member, Site, cleaned, free_ports
from tests.chaos.wall import SPEED, Wall

OWN_CLUSTER: Final = "postgresql"
"""A PostgreSQL server of our own, which can be restarted."""
HOUSE: Final = {"Home": "攻響核", "Hearth": "盾攻核"}
"""The organiser's own entries: however much goes wrong, there is something to play."""
RECOVERED_SECONDS: Final = 60
DRAINED_SECONDS: Final = 150
"""Of ours: two hours and a half of the site, since a letter that was put off waits an hour at most."""
_OPEN, _RUNS = 0.45, 0.65
"""Parts of the time after which entries close, and after which results are out."""
_FILE_MIB, _CLUSTER_MIB = 64, 320
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class Struck:
    """A kind of fault: how often it struck, the answers of 503, 451 and none that people got meanwhile, the longest recovery."""

    name: str
    times: int
    put_off: int
    unanswered: int
    recovered_seconds: float


@dataclass(frozen=True, slots=True)
class Held:
    """An invariant, how often it was looked at, and by what it was broken."""

    says: str
    looks: int
    broken: list[str]


@dataclass(frozen=True, slots=True)
class ChaosFigures:
    """A season under faults."""

    database: str
    seed: int
    seconds: float
    entries: int
    entered: int
    mails: int
    runs: int
    faults: list[Struck]
    answers: dict[str, int]
    letters: dict[str, int]
    starts: dict[str, int]
    drained_seconds: float
    digest: str
    invariants: list[Held]


def measure_chaos(minutes: float, seed: int, entries: int, url: str = "") -> ChaosFigures:
    """Measure a season of about this many minutes with this many players, in an empty database."""
    with ExitStack() as stack:
        stack.enter_context(_interrupted_by(signal.SIGTERM))
        folder = Path(mkdtemp(prefix="hikyaku-chaos-"))
        folder.chmod(0o711)  # a PostgreSQL server of another user is in it
        group = stack.enter_context(cleaned(folder))
        disk = Disk(folder / "disk", _CLUSTER_MIB if url == OWN_CLUSTER else _FILE_MIB)
        server = ""
        if url == OWN_CLUSTER:
            if not postgres.postgres_programs():
                raise CannotMeasure("No PostgreSQL server is installed (Debian: postgresql).")
            server = stack.enter_context(postgres.postgres_server(disk.folder))
            url = server
        database = stack.enter_context(empty_database(str(disk.folder), url))
        wall = Wall(folder / "clock")
        wall.hang()  # not before all is there: a process that is told what is missing keeps its own clock
        boxes = folder / "boxes"
        boxes.mkdir()
        out = stack.enter_context(sink(folder / "sink.log", FAIR, boxes))
        site = _site(folder, database, out.url, disk, group)
        scene = Scene(site, out, wall, database, server, random.Random(seed))
        crowd = Crowd(entries, seed, site.ports, site.doors, boxes)
        return _Season(scene, crowd, minutes * 60, seed, entries, folder).play()


@contextmanager
def _interrupted_by(number: int) -> Iterator[None]:
    """The signal ends the `with` block as Ctrl-C does."""
    before = signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def _site(folder: Path, database: Database, smtp: str, disk: Disk, group: int) -> Site:
    """Two servers, of which one does jobs as well, and a worker."""
    log = disk.folder / "log"
    log.touch()
    pages, doors = free_ports(2), free_ports(2)
    environment = {
        "HIKYAKU_DATABASE_URL": database.url,
        "HIKYAKU_SECRET": token_hex(32),
        "HIKYAKU_SMTP_URL": smtp,
        "HIKYAKU_MAIL_ADDRESS": OURS,
        "HIKYAKU_MAIL_DOUBT": "hold",
        "HIKYAKU_BASE_URL": f"http://127.0.0.1:{pages[0]}",
        "HIKYAKU_COMPUTE": "local",
    }
    members = [
        Member(
            name,
            [*arguments],
            environment | ({"HIKYAKU_MAIL_LISTEN": f"smtp://127.0.0.1:{door}"} if door else {}),
            log,
            folder / "clock",
            group,
        )
        for name, arguments, door in (
            ("server", ("serve", "--port", str(pages[0])), doors[0]),
            ("second server", ("serve", "--port", str(pages[1]), "--no-jobs"), doors[1]),
            ("worker", ("worker",), 0),
        )
    ]
    return Site(members, pages, doors, disk)


class _Season:
    """Its way through its states; the organiser tries again whenever the site is away."""

    def __init__(
        self, scene: Scene, crowd: Crowd, seconds: float, seed: int, entries: int, folder: Path
    ) -> None:
        self.scene = scene
        self.crowd = crowd
        self.seconds = seconds
        self.seed = seed
        self.entries = entries
        self.log = scene.site.members[0].log
        self.folder = folder
        self.invariants = invariants()
        self.began = time.monotonic()
        self.struck: Counter[str] = Counter()
        self.put_off: Counter[str] = Counter()
        self.unanswered: Counter[str] = Counter()
        self.recovered: dict[str, float] = {}
        self.deck: list[Fault] = []
        self.late: list[str] = []

    def play(self) -> ChaosFigures:
        with self.scene.site.running():
            try:
                self._open()
                self._disturb_until(lambda: self._state() is not SeasonState.OPEN, _OPEN + 0.1)
                self._run()
                self._publish()
                self._disturb_until(lambda: False, 1)
                drained = self._drain()
            finally:
                self.crowd.stop()
        self._look(at_end=True)
        return self._figures(drained)

    def _open(self) -> None:
        """It takes entries, and the site answers."""
        self._recover("start")
        if self.late:
            told = self.log.read_text(encoding="utf-8", errors="replace").strip()
            raise CannotMeasure(f"The site does not start. {told[-1000:]}")
        self.began = time.monotonic()
        closes_at = clock.now() + timedelta(seconds=self.seconds * _OPEN * SPEED)
        with self.scene.database.writing() as session:
            by = self._by()
            for slug, until in ((BESIDE, None), (SLUG, closes_at)):
                seasons.create(session, season_plans.Plan(GAME, slug, closes_at=until), by)
                seasons.open_season(session, slug, by)
                for name, build in HOUSE.items():
                    interventions.add(session, slug, Submission(name, build), by)
            seasons.close(session, BESIDE, by)
        self.scene.closes_at = closes_at.timestamp()
        self.crowd.start(self.seconds * _OPEN * 0.8)

    def _disturb_until(self, is_over: Callable[[], bool], part: float) -> None:
        """Faults by lot, until this is so or that part of the time has gone by."""
        while not is_over() and time.monotonic() - self.began < part * self.seconds:
            self._disturb()

    def _disturb(self) -> None:
        """A fault strikes, the site recovers, all invariants are looked at. Each kind comes before one comes again."""
        if not self.deck:
            self.deck = self.scene.draw.sample(FAULTS, len(FAULTS))
        fault = self.deck.pop()
        if not fault.can_happen(self.scene):
            return
        before = Counter(self.crowd.ledger.answers)
        fault.strike(self.scene)
        self.struck[fault.name] += 1
        self._recover(fault.name)
        noticed = Counter(self.crowd.ledger.answers) - before
        self.put_off[fault.name] += noticed["503"] + noticed["SMTP 451"]
        self.unanswered[fault.name] += noticed["none"]
        self._look()
        self.scene.last(0.1, 0.5)

    def _recover(self, after: str) -> None:
        """Every server answers, and can write."""
        began = time.monotonic()
        for port in self.scene.site.ports:
            while not _is_ready(port):
                if time.monotonic() - began > RECOVERED_SECONDS:
                    self.late.append(f"port {port} is not ready after: {after}")
                    return
                if self.scene.server and time.monotonic() - began > 2:
                    postgres.start_again(self.scene.server)
                time.sleep(0.05)
        took = time.monotonic() - began
        self.recovered[after] = max(took, self.recovered.get(after, 0))

    def _look(self, *, at_end: bool = False) -> None:
        lines = self.scene.sink.lines()

        def look(session: Session) -> None:
            evidence = Evidence(
                session, lines, self.crowd.ledger, self.log, self.scene.refused_to_end
            )
            for each in self.invariants:
                if at_end or not each.only_at_end:
                    each.look(evidence)

        self._asking(look)

    def _run(self) -> None:
        """It is played, and again from the beginning, until it is time for results."""
        self._wait_for(SeasonState.CLOSED)
        # A jump that a busy machine made long is believed: who closed by it keeps the entries sealed till the deadline.
        while is_before(self.scene):
            time.sleep(0.1)
        while True:
            self._acting(lambda session, by: league_runs.start(session, SLUG, by))
            self._disturb()
            self._wait_for(SeasonState.REVIEW)
            if time.monotonic() - self.began > _RUNS * self.seconds:
                return
            self._acting(_undo)

    def _publish(self) -> None:
        self.crowd.ledger.is_public = True
        self._acting(lambda session, by: results.publish(session, SLUG, by))

    def _wait_for(self, state: SeasonState) -> None:
        until = time.monotonic() + DRAINED_SECONDS
        while self._state() is not state:
            if time.monotonic() > until:
                raise CannotMeasure(f"The season is {self._state()}, and should be {state}.")
            time.sleep(0.1)

    def _drain(self) -> float:
        """The seconds until no mail is unread and no letter waits."""
        began = time.monotonic()

        def is_over(session: Session) -> bool:
            unread = session.exec(select(Mail.id).where(Mail.state == MailState.NEW)).first()
            under_way = col(Letter.state).in_(
                [LetterState.READY, LetterState.CLAIMED, LetterState.SENDING]
            )
            waits = session.exec(
                select(Letter.id).where(under_way, col(Letter.withheld) == "")
            ).first()
            return unread is None and waits is None

        while not (self.crowd.are_silent() and self._asking(is_over)):
            if time.monotonic() - began > DRAINED_SECONDS:
                self.late.append("mails or letters still wait")
                break
            time.sleep(0.1)
        return round(time.monotonic() - began, 1)

    def _state(self) -> SeasonState:
        return self._asking(lambda session: by_slug(session, SLUG).state)

    def _by(self) -> Organiser:
        return Organiser("chaos", clock.now())

    def _asking(self, question: Callable[[Session], _Answer]) -> _Answer:
        def ask() -> _Answer:
            with self.scene.database.reading() as session:
                return question(session)

        return self._patiently(ask)

    def _acting(self, act: Callable[[Session, Organiser], object]) -> None:
        def do() -> None:
            with self.scene.database.writing() as session:
                act(session, self._by())

        self._patiently(do)

    def _patiently(self, do: Callable[[], _Answer]) -> _Answer:
        until = time.monotonic() + RECOVERED_SECONDS
        while True:
            try:
                return do()
            except StoreUnavailable:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)

    def _figures(self, drained: float) -> ChaosFigures:
        calm = self._calm_digest()

        def figures(session: Session) -> ChaosFigures:
            season = by_slug(session, SLUG)
            latest = runs.latest(session, season)
            assert latest
            counted = session.exec(select(Letter.state, func.count()).group_by(col(Letter.state)))
            held = [Held(each.says, each.looks, [*each.found]) for each in self.invariants]
            is_alike = [] if latest.digest == calm else [f"{latest.digest}, calm: {calm}"]
            held.append(Held("a calm run gives this digest", 1, is_alike))
            held.append(Held("the site recovers", self.struck.total(), self.late))
            early = _closed_early(session, self.scene)
            held.append(Held("a clock that jumps closes nothing", len(self.scene.jumps), early))
            answers = self.crowd.ledger.answers
            return ChaosFigures(
                database=self.scene.database.engine.dialect.name,
                seed=self.seed,
                seconds=round(time.monotonic() - self.began, 1),
                entries=self.entries,
                entered=latest.entries - len(HOUSE),
                mails=len(self.crowd.ledger.mails),
                runs=latest.serial,
                faults=[
                    Struck(
                        each.name,
                        self.struck[each.name],
                        self.put_off[each.name],
                        self.unanswered[each.name],
                        round(self.recovered.get(each.name, 0), 1),
                    )
                    for each in FAULTS
                ],
                answers=dict(sorted(answers.items())),
                letters={LetterState(state).value: many for state, many in counted},
                starts={each.name: each.starts for each in self.scene.site.members},
                drained_seconds=drained,
                digest=latest.digest or "",
                invariants=held,
            )

        return self._asking(figures)

    def _calm_digest(self) -> str:
        """The digest of a season with the same entries that nobody has disturbed."""
        with self.scene.database.reading() as session:
            season = by_slug(session, SLUG)
            field = entrants.numbered(session, season)
        calm = Database(f"sqlite:///{self.folder / 'calm.db'}")
        try:
            migrate(calm)
            by = self._by()
            with calm.writing() as session:
                seasons.create(session, season_plans.Plan(GAME, SLUG), by)
                seasons.open_season(session, SLUG, by)
                for each in field:
                    interventions.add(session, SLUG, Submission(each.name, each.build), by)
                seasons.close(session, SLUG, by)
            for _ in play(calm, SLUG, by):
                pass
            with calm.reading() as session:
                run = runs.latest(session, by_slug(session, SLUG))
                return run.digest or "" if run else ""
        finally:
            calm.close()


def _undo(session: Session, by: Organiser) -> None:
    results.undo(session, SLUG, replace(by, reason="to see whether it ends alike"))


def _closed_early(session: Session, scene: Scene) -> list[str]:
    """Whether a jump of the clock closed the season, though none was long enough to be believed."""
    closed_at = by_slug(session, SLUG).closed_at
    if max(scene.jumps, default=0) > 50 or not closed_at:
        return []
    early = scene.closes_at - closed_at.timestamp()
    return [f"closed {early:.0f} s before its deadline"] if early > 0 else []


def _is_ready(port: int) -> bool:
    """Whether this server reaches the database, and can write there; that work is late by now does not count."""
    try:
        told = httpx2.get(f"http://127.0.0.1:{port}/readyz", timeout=15).json()
    except (httpx2.HTTPError, ValueError):
        return False
    return not {"database", "tables", "disk"} & {*told.get("failing", ["database"])}
