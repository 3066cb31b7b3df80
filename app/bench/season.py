"""How long a season takes from its closing to its reports, and where the time goes."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlmodel import col, select

from app.bench.cost import Took, Watch, forget_peak, peak_mib
from app.bench.engine import Machine, drawn_legal, machine, reference_cpu_seconds
from app.games import ruleset
from app.jobs.seasons.runs import run
from app.jobs.texts import BATCH
from app.league.desk import interventions
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin, submit
from app.league.results import results
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.letters.contents import draft
from app.notices.news import Report
from app.store import players, seasons
from app.store.database import Database
from app.store.results import runs
from app.store.security.audits import Organiser
from app.store.tables import Letter
from app.store.upkeep.migrations import migrate
from app.store.work import outbox

GAME: Final = "laplaplus"
SLUG: Final = "bench"
_PARTS: Final = 10
_LATECOMER: Final = Submission("the latecomer", "攻響核")


@dataclass(slots=True)
class SeasonFigures:
    """`peak_mib` is the most memory from closing to publication, `stored_mib` the database after the first standings.

    `close_to_published` ends when every letter's row is there; `late_entry` with new standings of a reviewed season.
    """

    machine: Machine
    entries: int
    rounds: int
    battles: int
    steps: dict[str, Took]
    close_to_published: Took
    late_entry: Took
    battles_per_second: float
    times_reference: float
    """How many battles of a season take as much processor time as one of `play`, the reference with
    its log.
    """
    peak_mib: float
    stored_mib: float
    letters: int
    html_bytes: int
    """The size of the largest report."""
    reports_per_cpu_second: float
    report_references: float
    """How many battles of `play` cost as much of the processor as a report."""
    render_mib: list[float]
    """The most memory while each tenth of the reports was rendered, in the last round."""


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
            html, render_mib = _render(database, watch) if letters else ([], [])
            database.close()
    battles = entries * (entries - 1) // 2
    took, reference = watch.steps["run"], reference_cpu_seconds(ruleset(GAME))
    rendered = watch.steps["render"].cpu_seconds / len(html) if html else 0.0
    return SeasonFigures(
        machine=machine(),
        entries=entries,
        rounds=rounds,
        battles=battles,
        steps=watch.steps,
        close_to_published=watch.sum("close", "run", "standings", "publish"),
        late_entry=watch.sum("late entry", "its run", "new standings"),
        battles_per_second=round(battles / took.seconds),
        times_reference=round(battles * reference / took.cpu_seconds, 1),
        peak_mib=peak,
        stored_mib=round(stored / 2**20, 1),
        letters=len(html),
        html_bytes=max(html, default=0),
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


def _render(database: Database, watch: Watch) -> tuple[list[int], list[float]]:
    """The sizes of all reports, and the most memory in each tenth. They are rendered a few in a
    session, as the job does.
    """
    reports = select(Letter.id).where(col(Letter.kind) == Report.slug).order_by(col(Letter.id))
    with database.reading() as session:
        ids = session.exec(reports).all()
    sizes: list[int] = []
    mib: list[float] = []
    with watch.step("render"):
        for tenth in range(_PARTS):
            forget_peak()
            some = ids[len(ids) * tenth // _PARTS : len(ids) * (tenth + 1) // _PARTS]
            for at in range(0, len(some), BATCH):
                with database.reading() as session:
                    letters = outbox.without_texts(session, some[at : at + BATCH])
                    sizes += [len(draft(session, each).html.encode()) for each in letters.values()]
            mib.append(peak_mib())
    return sizes, mib
