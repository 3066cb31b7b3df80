"""Player ranks: count seasons once their results are public, and choose leaders of groups by rank."""

from datetime import datetime, tzinfo
from functools import partial

from app.jobs.fences import attempt
from app.league.own import groups
from app.league.results import ranks
from app.store import seasons
from app.store.database import Database
from app.store.own import groups as stored_groups
from app.store.ratings.ranks import to_count


def count_due(zone: tzinfo, database: Database, now: datetime) -> bool:
    """Count the first season that is due. Returns whether there was one.

    It is stored only if no other worker was faster and nothing was taken back meanwhile. If an
    earlier season could not be counted before, later ones of its game are counted again after it.
    """

    def count(slug: str) -> bool:
        with database.reading() as session:
            counted = ranks.count(session, seasons.by_slug(session, slug), zone)
        with database.writing() as session:
            ranks.keep(session, slug, counted, now)
        return True

    with database.reading() as session:
        waiting = to_count(session)
    return any(
        attempt(database, f"ranks after {slug}", now, partial(count, slug)) for slug in waiting
    )


def lead_due(database: Database, now: datetime) -> bool:
    """Give every group that is due the leader that its members' ranks allow. Returns whether there
    was one.
    """

    def settle(number: int) -> bool:
        with database.writing() as session:
            groups.settle(session, number, now)
        return True

    with database.reading() as session:
        due = stored_groups.due(session, now)
    came = [attempt(database, f"group {each}", now, partial(settle, each)) for each in due]
    return any(came)
