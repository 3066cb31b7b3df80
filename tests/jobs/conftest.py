"""A run under way."""

from collections.abc import Callable

import pytest

from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.results import runs
from app.league.seasons import seasons
from app.league.seasons.decisions import season_plans
from app.store import players
from app.store.database import Database
from app.store.security.audits import Organiser
from app.tournament import blocks

BUILDS = ("攻響核", "連核", "核核", "盾攻", "攻攻核")


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Callable[[Database, Organiser], None]:
    """An organiser starts a run of the characters C0 to C4 in the season `cup`; every row is a block of its own."""
    monkeypatch.setattr(blocks, "BLOCK_SECONDS", 0)
    monkeypatch.setattr(blocks, "FEW_BLOCKS", 100)

    def start_in(database: Database, by: Organiser) -> None:
        with database.writing() as session:
            season = seasons.create(session, season_plans.Plan("laplaplus", "cup"), by)
            seasons.open_season(session, "cup", by)
            for number, build in enumerate(BUILDS):
                player = players.known_as(session, f"p{number}@example.com", "en", by.now)
                submission = Submission(f"C{number}", build)
                entries.submit(session, season, player, submission, Origin(by.now, proven=True))
            seasons.close(session, "cup", by)
            runs.start(session, "cup", by)

    return start_in
