"""Places in results that became public before they were kept, or came from elsewhere."""

from datetime import datetime
from functools import partial

from app.games import is_installed
from app.jobs.fences import attempt
from app.league import visibility
from app.league.results import results
from app.store import seasons
from app.store.database import Database
from app.store.ratings import placings


def count_places(database: Database, now: datetime) -> bool:
    """Count the places of the first season that waits for it; whether there was one. Without its rules a season waits on."""

    def count(slug: str) -> bool:
        with database.reading() as session:
            season = seasons.by_slug(session, slug)
            run = visibility.published_run(session, season)
            counted = results.places(results.finished(session, season, run)) if run else []
        with database.writing() as session:
            now_public = visibility.published_run(session, seasons.locked(session, slug))
            if run and now_public and now_public.id == run.id:
                placings.keep(session, now_public, counted)
        return True

    with database.reading() as session:
        waiting = [slug for slug, *rules in placings.uncounted(session) if is_installed(*rules)]
    return any(
        attempt(database, f"places in {slug}", now, partial(count, slug)) for slug in waiting
    )
