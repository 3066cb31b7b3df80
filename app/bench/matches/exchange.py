"""How long an exchange takes in a season of matches: orders for all come in, all matches move on, letters tell of it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlmodel import col, func, select

from app.bench.cost import Watch, cpu_seconds, forget_peak, peak_mib
from app.bench.engine import Measured, machine
from app.bench.mail.intake import empty_database
from app.engine.matches.course import Match as Course
from app.engine.matches.game import Game, Seat
from app.games import ruleset
from app.jobs.exchanges import move_due
from app.jobs.texts import BATCH
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.matches import advances, beginnings, exchanges, plans, scripts, seeds
from app.league.matches.settings import GRACE, MatchSettings
from app.league.results import rounds as pairing, runs
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.league.seasons.stages.plans import StagePlan
from app.letters.contents import draft
from app.notices.news import Turn
from app.store import players, seasons as kept_seasons
from app.store.database import Database
from app.store.matches import matches
from app.store.security.audits import Organiser
from app.store.tables import Exchange, Letter, Match, MatchLine

GAME: Final = "fest"
SLUG: Final = "bench"
BEGAN: Final = datetime(2026, 11, 2, 3, tzinfo=UTC)
_SILENT: Final = 2
"""Exchanges played before the measured one. Then the cards of a round are played, which takes
longest.
"""
_ORDERS: Final = 6
"""The most lines for one decision."""
_PROCESSES: Final = get_context("forkserver")
_PROCESSES.set_forkserver_preload(["app.cli.serve", __name__])


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeFigures(Measured):
    """An exchange: what came in and what moved on, by how many workers; `lines` were added to the records.

    Its `letters` were rendered, the largest with `largest_kb` kilobytes of HTML, by one process.
    `peak_mib` is the most memory of one process.
    """

    database: str
    players: int
    workers: int
    orders: int
    matches: int
    lines: int
    letters: int
    largest_kb: int

    @property
    def rates(self) -> dict[str, float]:
        """How many of each are done a second."""
        many = {"orders": self.orders, "matches": self.matches, "letters": self.letters}
        return {name: round(many[name] / took.seconds, 1) for name, took in self.steps.items()}


def measure_exchange(players_: int, rounds: int, workers: int, url: str = "") -> ExchangeFigures:
    """Measure an exchange: this many players play this many matches each, all waiting for it."""
    with TemporaryDirectory() as folder, empty_database(folder, url) as database:
        begin(database, players_, rounds)
        with _workers(database, workers) as move:
            now = deadline(database)
            for _ in range(_SILENT):
                move(now + GRACE)
                now = deadline(database)
            before, told = _count(database), {*_letters(database)}
            texts = orders(database)
            watch = Watch()
            forget_peak()
            with watch.step("orders"):
                for (match_id, _, seat), text in texts:
                    with database.writing() as session:
                        plans.submit_text(session, match_id, seat, text, now)
            peak = peak_mib()
            with watch.step("matches"):
                used, of_worker = move(now + GRACE)
        with watch.step("letters"):
            sizes = [*_rendered(database, [id for id in _letters(database) if id not in told])]
        moved, lines = _count(database)
        steps = watch.steps
        steps["matches"] = replace(steps["matches"], cpu_seconds=round(used, 6))
        return ExchangeFigures(
            machine=machine(),
            database=database.engine.dialect.name,
            players=players_,
            workers=workers,
            orders=len(texts),
            matches=moved - before[0],
            lines=lines - before[1],
            letters=len(sizes),
            largest_kb=max(sizes, default=0) // 1000,
            steps=steps,
            peak_mib=max(peak, of_worker),
        )


def begin(database: Database, count: int, rounds: int, root: bytes | None = None) -> None:
    """Close the season. The first rounds of a round robin of all players are due then.

    With a `root`, two seasons have the same dice.
    """
    game = ruleset(GAME)
    if game.match is None:
        raise LookupError(f"{GAME} is played without matches")
    builds = [*game.match.starters]
    by = Organiser("bench", BEGAN)
    with database.writing() as session:
        plan = Plan(GAME, SLUG, stages=(StagePlan("round-robin"),))
        season = seasons.create(session, plan, by)
        found = beginnings.arrange(session, season, MatchSettings(at_once=rounds))
        if root:
            found.root, found.commitment = root, seeds.root_commitment(root)
        seasons.open_season(session, SLUG, by)
        for number in range(count):
            player = players.known_as(session, f"p{number}@example.com", "ja", by.now)
            own = {scripts.NONCE: f"class {number}"}
            submission = Submission(f"class {number}", builds[number % len(builds)], extras=own)
            entries.submit(session, season, player, submission, Origin(by.now, proven=True))
    with database.writing() as session:
        seasons.close(session, SLUG, by)
        season = kept_seasons.locked(session, SLUG)
        runs.start(session, SLUG, by)
        pairing.pair(session, season, BEGAN)


def deadline(database: Database) -> datetime:
    """The deadline of the last exchange."""
    with database.reading() as session:
        return session.exec(select(func.max(Exchange.deadline))).one()


def _count(database: Database) -> tuple[int, int]:
    """How often matches have moved on, and the number of lines in all records."""
    with database.reading() as session:
        moved = session.exec(select(func.sum(Match.turn))).one()
        return moved, session.exec(select(func.count(col(MatchLine.id)))).one()


def _letters(database: Database) -> list[int]:
    """All letters to players about their matches."""
    with database.reading() as session:
        found = select(Letter.id).where(col(Letter.kind) == Turn.slug).order_by(col(Letter.id))
        return [*session.exec(found)]


def _rendered(database: Database, ids: Sequence[int]) -> Iterator[int]:
    """The sizes of these letters, rendered a few in a session as the job does."""
    for at in range(0, len(ids), BATCH):
        with database.reading() as session:
            for id in ids[at : at + BATCH]:
                yield len(draft(session, session.get_one(Letter, id)).html.encode())


@contextmanager
def _workers(database: Database, many: int) -> Iterator[Callable[[datetime], tuple[float, float]]]:
    """Start this many workers; yields a function that lets them do all due work.

    It returns their processor seconds, and the most memory of one of them.
    """
    url = database.url
    pipes = [_PROCESSES.Pipe() for _ in range(many)]
    started = [_PROCESSES.Process(target=_work, args=(url, end), daemon=True) for _, end in pipes]
    for each in started:
        each.start()

    def move(now: datetime) -> tuple[float, float]:
        for ours, _ in pipes:
            ours.send(now)
        told = [ours.recv() for ours, _ in pipes]
        return sum(used for used, _ in told), max(mib for _, mib in told)

    try:
        move(BEGAN)
        yield move
    finally:
        for each in started:
            each.kill()
            each.join()


def _work(url: str, line: Connection) -> None:
    database = Database(url)
    while True:
        now = line.recv()
        used = cpu_seconds()
        forget_peak()
        while move_due(database, now):
            pass
        line.send((cpu_seconds() - used, peak_mib()))


def orders(database: Database) -> list[tuple[tuple[int, int, Seat], str]]:
    """Orders of every seat that is asked, by match and turn: what the house would do, and what else could be done."""
    with database.reading() as session:
        waiting = matches.of_season(session, kept_seasons.by_slug(session, SLUG))
        return [
            ((play.id, play.turn, seat), _text(play.game, match, seat, play.head["game_id"]))
            for play in exchanges.load(session, [each.id for each in waiting])
            for match, _ in [advances.stands(play)]
            for seat in match.asked
        ]


def _text(game: Game[Any], match: Course[Any], seat: Seat, name: str) -> str:
    view, pending = game.view(match.state, seat), match.pending
    lines: list[str] = []
    for decision in pending if isinstance(pending, tuple) else ():
        if decision.seat == seat:
            options = game.legal(match.state, decision)
            some = [game.autopilot(view, decision, options), *islice(options, _ORDERS - 1)]
            lines += [game.format(each, view) for each in some]
    return "\n".join([f"game {name}", f"turn {match.turn}", *lines, "then auto", "end"])
