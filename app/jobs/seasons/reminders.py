"""Reminders before deadlines: to players without an entry or orders, and check-ins for those with
an entry.
"""

from datetime import datetime

from app.jobs.fences import in_turn
from app.league.entries import checkins
from app.league.matches import turns
from app.league.seasons import calling_off, news
from app.store import seasons
from app.store.database import Database
from app.store.matches import exchanges


def remind_due(database: Database, now: datetime) -> bool:
    """Send every reminder and check-in that is due, and take the place of players who did not
    answer. Returns whether there was one.

    If nothing is due nothing is written, and other writers do not wait.
    """
    of_entries = seasons.open_ones, news.unreminded, news.remind
    of_places = seasons.open_ones, checkins.due, checkins.settle
    of_lack = seasons.open_ones, calling_off.is_to_warn, calling_off.tell_lack
    of_orders = exchanges.under_way, turns.unreminded, turns.remind
    return any(
        [
            in_turn(database, "reminders of", now, *of_entries),
            in_turn(database, "check-in of", now, *of_places),
            in_turn(database, "lack of entries in", now, *of_lack),
            in_turn(database, "reminders of orders in", now, *of_orders),
        ]
    )
