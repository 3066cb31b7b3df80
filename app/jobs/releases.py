"""Letters leave that waited: those caused by unproven senders as far as the budgets go, and those of the day at their hour."""

from datetime import datetime

from app.league.people import budgets
from app.settings import Settings
from app.store import letters
from app.store.database import Database
from app.store.limits import releases


def release_due(database: Database, settings: Settings, now: datetime) -> bool:
    """Letters of the day are written, and every letter that waits for a budget has been looked at. Tells whether there was any."""
    with database.reading() as session:
        readers = letters.with_daily_due(session, now=now)
    if readers:
        with database.writing() as session:
            letters.write_dailies(session, readers, now=now)
    with database.reading() as session:
        if not releases.is_any_waiting(session, now=now):
            return False
    looked_at = True
    while looked_at:
        with database.writing() as session:
            looked_at = (
                budgets.release(session, settings.key(), settings.unproven_letters_a_day, now=now)
                > 0
            )
    return True
