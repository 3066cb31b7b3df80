"""Deadlines that near: players without an entry, or without orders for their matches, are reminded, and those with one asked whether they are there."""

from datetime import datetime

from app.jobs.fences import in_turn
from app.league.entries import checkins
from app.league.matches import turns
from app.league.seasons import calling_off, news
from app.store import seasons
from app.store.database import Database
from app.store.matches import exchanges


def remind_due(database: Database, now: datetime) -> bool:
    """Every player who is to be reminded or asked by now gets a letter, and who did not answer loses the place; whether there was one.

    Without one nothing is written, and other writers do not wait.
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
