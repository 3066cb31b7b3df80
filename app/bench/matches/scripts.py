"""How long a season in tempo script takes from its closing to its publication: decks with standing orders, all at once."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import cycle, islice
from tempfile import TemporaryDirectory
from typing import Any, Final

from app.bench import CannotMeasure
from app.bench.cost import Took, Watch, forget_peak, peak_mib
from app.bench.engine import Measured, machine
from app.engine import Build, Ruleset
from app.engine.matches.course import Match
from app.engine.matches.game import Game, Seat
from app.errors import BuildUnreadable
from app.games import match_slugs, ruleset
from app.jobs.exchanges import DueMatches, begin_due
from app.jobs.seasons.runs import RunsUnderWay
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.matches import beginnings
from app.league.matches.settings import MatchSettings
from app.league.results import results
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.store import players, seasons as kept
from app.store.database import Database
from app.store.results import runs
from app.store.security.audits import Organiser
from app.store.upkeep.migrations import migrate
from app.tournament.executors import LOCAL
from app.tournament.series import played

SLUG: Final = "bench"
_FOES: Final = 4
"""How many matches each deck plays before its orders are written."""
_ORDERS: Final = 3
"""How many lines of standing orders with each verb an entry brings, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptFigures(Measured):
    """`peak_mib` is the most memory of one process from closing to publication."""

    entries: int
    matches: int
    close_to_published: Took
    matches_per_second: float
    matches_per_cpu_second: float
    digest: str


def measure_scripts(game: str, count: int, compute: str = LOCAL) -> ScriptFigures:
    """Play a season of this many entries with standing orders, and publish its results.

    Raises `CannotMeasure` for a game without matches.
    """
    if game not in match_slugs():
        raise CannotMeasure(f"{game} is no game with matches; there is {', '.join(match_slugs())}")
    rules, watch = ruleset(game), Watch()
    with TemporaryDirectory() as folder, closing(Database(f"sqlite:///{folder}/bench.db")) as at:
        migrate(at)
        with watch.step("enter"):
            _enter(at, rules, count)
        forget_peak()
        with watch.step("close"):
            with at.writing() as session:
                seasons.close(session, SLUG, _by())
            begin_due(at, _by().now)
        with watch.step("matches"), closing(DueMatches(compute)) as moves:
            while moves(at, datetime.now(UTC)):
                pass
        with watch.step("run"), closing(RunsUnderWay()) as run:
            while run(at, datetime.now(UTC)):
                pass
        with watch.step("publish"), at.writing() as session:
            results.publish(session, SLUG, _by())
        with at.reading() as session:
            played = runs.latest(session, kept.by_slug(session, SLUG))
            digest = played.digest if played and played.digest else ""
    many = count * (count - 1) // 2
    took = watch.steps["matches"]
    return ScriptFigures(
        machine=machine(),
        entries=count,
        matches=many,
        steps=watch.steps,
        close_to_published=watch.sum("close", "matches", "run", "publish"),
        matches_per_second=round(many / took.seconds, 1),
        matches_per_cpu_second=round(many / took.cpu_seconds, 1),
        peak_mib=peak_mib(),
        digest=digest,
    )


def _by() -> Organiser:
    return Organiser("bench", datetime.now(UTC), "measuring", "measuring")


def _enter(at: Database, rules: Ruleset, count: int) -> None:
    by = _by()
    with at.writing() as session:
        season = seasons.create(session, Plan(rules.slug, SLUG), by)
        beginnings.arrange(session, season, MatchSettings(tempo="script"))
        seasons.open_season(session, SLUG, by)
        builds = islice(cycle(_decks(rules)), count)
        for number, build in enumerate(builds, 1):
            player = players.known_as(session, f"p{number}@example.com", "ja", by.now)
            brought = {"orders": _orders(rules, build)}
            sent = Submission(f"deck {number}", rules.write_build(build), extras=brought)
            entries.submit(session, season, player, sent, Origin(by.now, proven=True))


def _decks(rules: Ruleset) -> Iterator[Build]:
    """The decks among the game's examples that every season allows."""
    usual = rules.under({})
    for line in filter(None, rules.sample().splitlines()):
        with suppress(BuildUnreadable):
            yield usual.read_build(line).nameless()


def _orders(rules: Ruleset, build: Build) -> str:
    """What the house orders most often with this deck against the others, some of each verb, as standing orders."""
    game = rules.match
    if game is None:
        raise LookupError(f"{rules.slug} is played without matches")
    said: dict[str, Counter[str]] = {}
    for number, foe in enumerate(islice(_decks(rules), _FOES)):
        for order in _given(game, rules.match_build(build), rules.match_build(foe), number):
            verb = " ".join(order.split()[: 2 if order.startswith("react ") else 1])
            said.setdefault(verb, Counter())[order] += 1
    return "\n".join(
        f"{order} repeat" for orders in said.values() for order, _ in orders.most_common(_ORDERS)
    )


def _given(game: Game[Any], build: Any, foe: Any, number: int) -> Iterator[str]:
    """The orders of the house with this build in a match, without those that consist of a verb
    alone.
    """
    builds: dict[Seat, Any] = {"A": build, "B": foe}
    done, lines = played(game, {}, number, builds, {}, SLUG)
    match = Match.begin(game, done.head, builds)
    for line in lines:
        if line["t"] == "move" and "A" in line["moves"]:
            action = line["moves"]["A"]
            react = "react " if game.kinds(action) <= game.reactions else ""
            for order in game.format(action, game.view(match.state, "A")).split("\n"):
                if " " in order:
                    yield f"{react}{order}"
        match, _ = match.after(line)
