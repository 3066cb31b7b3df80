"""What two friends send in a duel of each game, and how its match goes by when neither says a word."""

from datetime import datetime
from typing import Any, Final

from sqlmodel import select

from app.games import ruleset
from app.jobs.duels import settle_due
from app.store.database import Database
from app.store.tables import Duel
from tests.support.duels import move_all, pass_deadline

GAMES: Final = ("laplaplus", "shiden-issen-2", "acts", "fest", "ocg")
MATCHES: Final = ("acts", "fest", "ocg")
SETTINGS: Final[dict[str, dict[str, Any]]] = {
    "laplaplus": {"open_cards": False},
    "shiden-issen-2": {},
    "acts": {"turn_limit": 6},
    "fest": {"petit": True},
    "ocg": {"unique": "own"},
}
"""Other than the usual ones, as far as there are any."""


def builds(game: str, config: dict[str, Any]) -> dict[str, str]:
    """What both send under these settings, by seat; B has a character of no name."""
    rules = ruleset(game)
    if rules.match:
        rules = rules.under(
            {k: v for k, v in config.items() if k in {c.key for c in rules.choices}}
        )
    found = [*rules.starters("en").values()]
    return {
        seat: rules.write_build(each)
        for seat, each in zip("AB", (found[0], found[-1]), strict=True)
    }


def play_on(database: Database, now: datetime) -> datetime:
    """The match of the duel has been played to its end by the house, deadline after deadline."""
    move_all(database, now)
    while later := pass_deadline(database):
        now = later
    settle_due(database, now)
    return now


def the_duels(database: Database) -> list[Duel]:
    """All duels, in their order."""
    with database.reading() as session:
        return list(session.exec(select(Duel).order_by(Duel.id)))  # type: ignore[arg-type]
