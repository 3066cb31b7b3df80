"""Player ranks: seasons that count are counted once their results are public."""

from datetime import datetime, tzinfo

from app.league.ratings import ranks
from app.store.database import Database
from app.store.ratings.ranks import to_count


def count_due(zone: tzinfo, database: Database, now: datetime) -> bool:
    """Count the first season that waits for it; whether there was one.

    What came of it is kept only if no other worker was faster, and nothing was taken back meanwhile.
    """
    with database.reading() as session:
        season = to_count(session)
        if season is None:
            return False
        slug, counted = season.slug, ranks.count(session, season, zone)
    with database.writing() as session:
        ranks.keep(session, slug, counted, now)
    return True
