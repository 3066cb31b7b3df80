"""A season as organisers see it."""

from datetime import datetime

from sqlmodel import Session

from app.league import visibility
from app.store import entrants
from app.store.tables import Season
from app.web.api.models.public import SeasonFacts


def facts(session: Session, season: Season, now: datetime) -> SeasonFacts:
    """The season as programs are told it, with its digest once it has been played."""
    count = entrants.counts(session).get(season.id, 0)
    return SeasonFacts.of(season, count, digest_of(session, season, now))


def digest_of(session: Session, season: Season, now: datetime) -> str | None:
    """The digest of its latest finished run; None without one, and while it is sealed."""
    run = visibility.finished_run(session, season, now)
    return run.digest if run else None
