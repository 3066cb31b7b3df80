"""Places in results that became public before they were kept, or came from elsewhere."""

from datetime import datetime

from app.games import is_installed
from app.league import results, visibility
from app.store import seasons
from app.store.database import Database
from app.store.ratings import placings


def count_places(database: Database, _now: datetime) -> bool:
    """Count the places of the first season that waits for it; whether there was one. Without its rules a season waits on."""
    with database.reading() as session:
        season, run = next(
            (
                (season, run)
                for season, run in placings.uncounted(session)
                if is_installed(season.game, run.rules_version)
            ),
            (None, None),
        )
        if season is None or run is None:
            return False
        slug, counted = season.slug, results.places(results.finished(session, season, run))
    with database.writing() as session:
        now_public = visibility.published_run(session, seasons.locked(session, slug))
        if now_public and now_public.id == run.id:
            placings.keep(session, now_public, counted)
    return True
