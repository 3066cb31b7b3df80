"""How long a season takes from its closing to its reports, and where the time goes."""

from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import LargeBinary, cast, func, update
from sqlmodel import col, select

from app.bench.cost import Took, Watch, forget_peak, peak_mib
from app.bench.engine import Measured, drawn_legal, machine, reference_cpu_seconds
from app.games import ruleset
from app.jobs.seasons.runs import run
from app.jobs.texts import BATCH, Renderer
from app.league.desk import interventions
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin, submit
from app.league.results import results
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.notices.news import Report
from app.store import players, seasons
from app.store.database import Database
from app.store.results import runs
from app.store.security.audits import Organiser
from app.store.tables import Letter, LetterState
from app.store.upkeep.migrations import migrate

GAME: Final = "laplaplus"
SLUG: Final = "bench"
_PARTS: Final = 10
_LATECOMER: Final = Submission("the latecomer", "攻響核")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFigures(Measured):
    """`peak_mib` is the most memory from closing to publication, `stored_mib` the database after the first standings.

    `close_to_published` ends when every letter's row is there; `late_entry` with new standings of a reviewed season.
    """

    entries: int
    rounds: int
    battles: int
    close_to_published: Took
    close_to_rendered: Took | None
    late_entry: Took
    battles_per_second: float
    times_reference: float
    """How many battles of a season take as much processor time as one of `play`, the reference with
    its log.
    """
    stored_mib: float
    letters: int
    html_bytes: int
    """The size of the largest report."""
    reports_per_second: float
    """By all cores, as a worker renders them, by the clock."""
    reports_per_cpu_second: float
    report_references: float
    """How many battles of `play` cost as much of the processor as a report."""
    render_mib: list[float]
    """The most memory of all processes while each tenth of the reports was rendered, in the last round."""


def measure_season(entries: int, rounds: int, *, letters: bool) -> SeasonFigures:
    """Play a season of drawn characters in a separate database, once in each round."""
    watch = Watch()
    for _ in range(rounds):
        with TemporaryDirectory() as folder:
            database = Database(f"sqlite:///{folder}/bench.db")
            migrate(database)
            _enter(database, entries, watch)
            forget_peak()
            _play(database, watch)
            stored = _size(database)
            _play_late_entry(database, watch)
            with watch.step("publish"), database.writing() as session:
                results.publish(session, SLUG, by())
            peak = peak_mib()
            render_mib = _render(database, watch) if letters else []
            many, largest = _reports(database) if letters else (0, 0)
            database.close()
    battles = entries * (entries - 1) // 2
    took, reference = watch.steps["run"], reference_cpu_seconds(ruleset(GAME))
    render = watch.steps["render"] if many else None
    rendered = render.cpu_seconds / many if render else 0.0
    closing_to = ("close", "run", "standings", "publish")
    return SeasonFigures(
        machine=machine(),
        entries=entries,
        rounds=rounds,
        battles=battles,
        steps=watch.steps,
        close_to_published=watch.sum(*closing_to),
        close_to_rendered=watch.sum(*closing_to, "render") if render else None,
        late_entry=watch.sum("late entry", "its run", "new standings"),
        battles_per_second=round(battles / took.seconds),
        times_reference=round(battles * reference / took.cpu_seconds, 1),
        peak_mib=peak,
        stored_mib=round(stored / 2**20, 1),
        letters=many,
        html_bytes=largest,
        reports_per_second=round(many / render.seconds, 1) if render else 0.0,
        reports_per_cpu_second=round(1 / rendered, 1) if rendered else 0.0,
        report_references=round(rendered / reference, 1),
        render_mib=render_mib,
    )


def publish_season(database: Database, entries: int, watch: Watch) -> None:
    """Publish a season of this many drawn characters in this database."""
    _enter(database, entries, watch)
    _play(database, watch)
    with watch.step("publish"), database.writing() as session:
        results.publish(session, SLUG, by())


def by() -> Organiser:
    """The organiser of what is measured."""
    return Organiser("bench", datetime.now(UTC), "measuring", "measuring")


def _enter(database: Database, entries: int, watch: Watch) -> None:
    game = ruleset(GAME)
    organiser = by()
    builds = drawn_legal(game, entries)
    with watch.step("enter"), database.writing() as session:
        season = league_seasons.create(session, season_plans.Plan(GAME, SLUG), organiser)
        league_seasons.open_season(session, SLUG, organiser)
        for number, build in enumerate(builds, 1):
            player = players.known_as(session, f"p{number}@example.com", "ja", organiser.now)
            submission = Submission(f"character {number}", game.write_build(build), lore="…" * 200)
            submit(session, season, player, submission, Origin(organiser.now, proven=True))


def _play(database: Database, watch: Watch) -> None:
    with watch.step("close"), database.writing() as session:
        league_seasons.close(session, SLUG, by())
    with watch.step("run"):
        _run(database)
    with watch.step("standings"):
        _read_standings(database)


def _play_late_entry(database: Database, watch: Watch) -> None:
    with watch.step("late entry"), database.writing() as session:
        interventions.add(session, SLUG, _LATECOMER, by())
    with watch.step("its run"):
        _run(database)
    with watch.step("new standings"):
        _read_standings(database)


def _size(database: Database) -> int:
    """The size of the database in bytes, after its journal is written into it."""
    with database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    return Path(database.engine.url.database or "").stat().st_size


def _run(database: Database) -> None:
    for _ in run(database, SLUG, by()):
        pass


def _read_standings(database: Database) -> None:
    with database.reading() as session:
        season = seasons.by_slug(session, SLUG)
        played = runs.latest(session, season)
        if played is None:
            raise LookupError("the season has not been played")
        results.finished(session, season, played)


def _render(database: Database, watch: Watch) -> list[float]:
    """Render all reports as the worker does. Returns the most memory of all processes in each tenth."""
    is_report = col(Letter.kind) == Report.slug
    with database.writing() as session:
        session.exec(update(Letter).where(~is_report).values(state=LetterState.SENT))
    many, done = _reports(database)[0], 0
    mib: list[float] = []
    with watch.step("render"), closing(Renderer()) as renderer:
        forget_peak()
        while renderer.some(database, now=datetime.now(UTC), size=BATCH).found:
            done += BATCH
            if done * _PARTS >= many * (len(mib) + 1):
                mib.append(peak_mib())
                forget_peak()
    return mib


def _reports(database: Database) -> tuple[int, int]:
    """How many reports there are, and the size of the largest in bytes."""
    size = func.length(cast(Letter.html, LargeBinary))
    reports = select(func.count(), func.max(size)).where(Letter.kind == Report.slug)
    with database.reading() as session:
        many, largest = session.exec(reports).one()
    return many, largest or 0
