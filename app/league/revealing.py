"""What everybody may see of a season, and when: nothing of a draft, no build before publication."""

from typing import Final

from sqlmodel import Session

from app.errors import Problem, UnknownSeason
from app.store import entrants, seasons
from app.store.entrants import Entrant
from app.store.tables import PUBLIC, Run, Season, SeasonState

_MOST_SHOWN: Final = 80


def public_seasons(session: Session) -> list[Season]:
    """All seasons but drafts, the newest first."""
    return [season for season in seasons.every(session) if season.state is not SeasonState.DRAFT]


def public_season(session: Session, slug: str) -> Season:
    """The season. Raises `UnknownSeason` for a draft as well, naming only those that are open."""
    season = seasons.with_slug(session, slug)
    if not season or season.state is SeasonState.DRAFT:
        there_are = tuple(each.slug for each in seasons.open_ones(session))
        words = (slug[:_MOST_SHOWN],)
        raise UnknownSeason([Problem("unknown-season", words=words, suggestions=there_are)])
    return season


def published_run(session: Session, season: Season) -> Run | None:
    """The run that everybody may see; None before publication."""
    if season.state not in PUBLIC or not season.published_run_id:
        return None
    return session.get(Run, season.published_run_id)


def entrants_of(session: Session, season: Season) -> list[Entrant]:
    """Who takes part, in order of arrival: seals once entries have closed, salts with the results."""
    everybody = entrants.of_season(session, season)
    if season.state in PUBLIC:
        return everybody
    if season.state is SeasonState.OPEN:
        return [each._replace(commitment="", salt=None) for each in everybody]
    return [each._replace(salt=None) for each in everybody]
