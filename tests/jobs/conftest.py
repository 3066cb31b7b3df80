"""A run under way."""

from collections.abc import Callable

import pytest

from app.league import battling, closing, opening, running, submitting
from app.league.submitting import Origin, Submission
from app.store import players
from app.store.audits import Organiser
from app.store.database import Database

BUILDS = ("攻響核", "連核", "核核", "盾攻", "攻攻核")


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Callable[[Database, Organiser], None]:
    """An organiser starts a run of the characters C0 to C4 in the season `cup`; every row is a block of its own."""
    monkeypatch.setattr(battling, "BLOCK_SECONDS", 0)
    monkeypatch.setattr(battling, "FEW_BLOCKS", 100)

    def start_in(database: Database, by: Organiser) -> None:
        with database.writing() as session:
            season = opening.create(session, opening.Plan("laplaplus", "cup"), by)
            opening.open_season(session, "cup", by)
            for number, build in enumerate(BUILDS):
                player = players.known_as(session, f"p{number}@example.com", "en", by.now)
                submission = Submission(f"C{number}", build)
                submitting.submit(session, season, player, submission, Origin(by.now, proven=True))
            closing.close(session, "cup", by)
            running.start(session, "cup", by)

    return start_in
