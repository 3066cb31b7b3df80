"""Delete mails and letters after the days that the settings name."""

from datetime import datetime, timedelta
from typing import Final

from app.league.people import addresses
from app.store.database import Database
from app.store.security import address_changes, personal_data

EVERY: Final = timedelta(days=1)
SOON: Final = timedelta(minutes=10)
"""How soon again where SQLite's log has grown: others wait while it is folded in."""
_AT_ONCE: Final = 100


class Retention:
    """The worker's job: once a day older mails and letters are let go, addresses change for which an organiser stood in, and SQLite's log is folded in; as soon as it has grown, earlier."""

    def __init__(self, days: int) -> None:
        self._days = days
        self._last: datetime | None = None

    def __call__(self, database: Database, now: datetime) -> bool:
        """Some of the old mails and letters are gone; whether there were any."""
        if self._last and abs(now - self._last) < (SOON if database.has_grown() else EVERY):
            return False
        if any(prune_some(database, self._days, now)):
            return True
        move_players(database, now)
        database.fold_in()
        self._last = now
        return False


def move_players(database: Database, now: datetime) -> None:
    """Addresses have changed, and wishes for it are over and forgotten, where it is time."""
    with database.reading() as session:
        found = [(each.id, each.mark) for each in address_changes.every(session)]
    for each in found:
        with database.writing() as session:
            addresses.move_on(session, *each, now)


def prune(database: Database, days: int, now: datetime) -> tuple[int, int]:
    """No older mail or letter is left; how many they were."""
    mails, letters = 0, 0
    while any(some := prune_some(database, days, now)):
        mails, letters = mails + some[0], letters + some[1]
    database.fold_in()
    return mails, letters


def prune_some(database: Database, days: int, now: datetime) -> tuple[int, int]:
    """A batch is gone, small enough that other writers get their turn; how many mails and letters."""
    with database.writing() as session:
        return personal_data.prune(session, before=now - timedelta(days=days), most=_AT_ONCE)
