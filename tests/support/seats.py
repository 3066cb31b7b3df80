"""A season of a long game, in which players can be absent, and earlier players who are offered
their seats.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from sqlmodel import Session, col, select

from app.engine.matches.grammar import Orders
from app.jobs.exchanges import offer_due
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.matches import beginnings
from app.league.matches.settings import MatchSettings
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.notices.news import SeatNews
from app.notices.registry import about
from app.store import players
from app.store.database import Database
from app.store.tables import Letter, Player, Takeover
from tests.support.duels import CLOSES, OPENS, olga, pass_deadline, send

HOUR: Final = timedelta(hours=1)
AUTO: Final = Orders(then="auto")
PETIT: Final = "F01 F02 F03 F04 F05 F06 F07 F08 F09 F10 F11 F12 F13 F14 F15"
FEST: Final[dict[str, Any]] = {"game": "fest", "builds": [PETIT], "config": {"petit": True}}
"""Its matches last for eight exchanges."""
FORMER: Final = ("hana", "jiro", "kei", "mai", "nao")


def former(database: Database, *names: str) -> None:
    """These have played the game before, in this order, and want letters."""
    with database.writing() as session:
        by = olga(OPENS - 9 * HOUR)
        earlier = seasons.create(session, Plan("fest", "before", closes_at=OPENS), by)
        beginnings.arrange(session, earlier, MatchSettings(config={"petit": True}))
        seasons.open_season(session, "before", by)
        for at, name in enumerate(names):
            player = players.known_as(session, f"{name}@example.com", "en", by.now)
            player.proven_at = by.now
            origin = Origin(by.now + at * HOUR, proven=True)
            said = Submission(f"Old {name}", PETIT, owner=name.title())
            entries.submit(session, earlier, player, said, origin)


def one(session: Session, name: str) -> Player:
    found = players.with_address(session, f"{name}@example.com")
    assert found
    return found


def told(database: Database) -> list[tuple[str, str]]:
    """Who got which letters about seats, in order."""
    with database.reading() as session:
        found = session.exec(select(Letter).order_by(col(Letter.id)))
        return [
            (each.player.address.partition("@")[0], said.event)
            for each in found
            if isinstance(said := about(each), SeatNews)
        ]


def miss(database: Database, times: int, *alive: str) -> datetime:
    """Let this many deadlines pass, with orders from `alive` alone, and offer the seats that are
    due. Returns the time then.
    """
    now = CLOSES
    for _ in range(times):
        for name in alive:
            send(database, name, AUTO, now + HOUR)
        now = pass_deadline(database) or now
        offer_due(database, now)
    return now


def asked(session: Session) -> Takeover:
    return session.exec(select(Takeover).order_by(col(Takeover.id))).first()  # type: ignore[return-value]
