"""Seasons in stages, for tests."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Final

from app.jobs.seasons.runs import run
from app.league.eligibility.sides import NO_SIDES, Sides
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.results import results
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.stages import plans
from app.store import players
from app.store.database import Database
from app.store.security.audits import Organiser

NOW: Final = datetime.now(UTC)
BY: Final = Organiser("olga", NOW, "reasons", "what is told")


def a_season(
    database: Database,
    plan: str,
    builds: list[str],
    name: str = "C",
    slug: str = "cup",
    leaves_out: Collection[int] = (),
    rules: str = "",
    sides: Sides = NO_SIDES,
) -> None:
    """Closed: the characters C0, C1 and so on with these builds, in these stages; some of them do not enter.

    Where there are sides, they are on these by turns.
    """
    with database.writing() as session:
        found, problems = plans.read(plan)
        assert not problems
        planned = season_plans.Plan("laplaplus", slug, stages=found, rules=rules, sides=sides)
        season = league_seasons.create(session, planned, BY)
        league_seasons.open_season(session, slug, BY)
        for number, build in enumerate(builds):
            if number in leaves_out:
                continue
            player = players.known_as(session, f"p{number}@example.com", "en", NOW)
            every = sides.every
            extras = {"side": every[number % len(every)].en} if every else {}
            submission = Submission(f"{name}{number}", build, extras=extras)
            entries.submit(session, season, player, submission, Origin(NOW, proven=True))
        league_seasons.close(session, slug, BY)


def publish(database: Database, slug: str = "cup") -> None:
    """The closed season is played, and its results are public."""
    list(run(database, slug, BY))
    with database.writing() as session:
        results.publish(session, slug, BY)
