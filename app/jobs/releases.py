"""Letters caused by unproven senders leave as far as the budgets go."""

from datetime import datetime

from app.league.people import budgets
from app.settings import Settings
from app.store.database import Database
from app.store.limits import releases


def release_due(database: Database, settings: Settings, now: datetime) -> bool:
    """Every letter that waits for a budget has been looked at. Tells whether there was any."""
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
