"""Questions about seasons."""

from typing import Final

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from app.engine.typed import normal
from app.errors import Problem, UnknownSeason
from app.store.tables import Entry, Revision, Season, SeasonState

# Put together once, since every mail asks them: that takes longer than to ask.
_LOCKED: Final = (
    select(Season)
    .where(Season.id == bindparam("id"))
    .with_for_update()
    .execution_options(populate_existing=True)
)
_OPEN: Final = select(Season).where(Season.state == SeasonState.OPEN).order_by(col(Season.id))
_GAMES: Final = select(Season.game, Season.rules_version).distinct()


def every(session: Session) -> list[Season]:
    """All seasons, the newest first."""
    return list(session.exec(select(Season).order_by(col(Season.id).desc())))


def with_slug(session: Session, slug: str) -> Season | None:
    """The season, if there is one."""
    return session.exec(select(Season).where(Season.slug == slug)).first()


def by_slug(session: Session, slug: str) -> Season:
    """The season. Raises `UnknownSeason`, which names those there are."""
    season = with_slug(session, slug)
    if not season:
        there_are = tuple(season.slug for season in every(session))
        raise UnknownSeason([Problem("unknown-season", words=(slug,), suggestions=there_are)])
    return season


def locked(session: Session, slug: str) -> Season:
    """The season, and until the transaction ends nobody else changes it or its entries."""
    season = by_slug(session, slug)
    return lock(session, season)


def lock(session: Session, season: Season) -> Season:
    """The same season as it stands now; until the transaction ends nobody else changes it or its entries.

    What was read of entries before is read again.
    """
    session.flush()
    locked = session.exec(_LOCKED, params={"id": season.id}).one()
    for known in session:
        if isinstance(known, Entry | Revision):
            session.expire(known)
    return locked


def open_ones(session: Session) -> list[Season]:
    """All seasons that take entries, the oldest first."""
    return list(session.exec(_OPEN))


def not_laid_open(session: Session) -> list[Season]:
    """All seasons that have closed, and of which it is not noted that organisers can see the builds."""
    has_closed = col(Season.state).not_in([SeasonState.DRAFT, SeasonState.OPEN])
    return list(session.exec(select(Season).where(has_closed, col(Season.laid_open_at).is_(None))))


def games(session: Session) -> list[tuple[str, str]]:
    """The games that have a season, each with the version of its rules that one is pinned to."""
    return sorted((game, version) for game, version in session.exec(_GAMES))


def with_results(session: Session) -> list[Season]:
    """All seasons whose results are public, the last published first."""
    statement = (
        select(Season)
        .where(col(Season.state).in_([SeasonState.PUBLISHED, SeasonState.ARCHIVED]))
        .where(col(Season.published_run_id).is_not(None))
        .order_by(col(Season.published_at).desc(), col(Season.id).desc())
    )
    return list(session.exec(statement))


def called(session: Session, words: str) -> list[Season]:
    """The seasons with this slug or title, but drafts; blanks and letter case do not matter."""
    wanted = _key(words)
    return [
        season
        for season in every(session)
        if season.state is not SeasonState.DRAFT
        and wanted in (_key(season.slug), _key(season.title_ja), _key(season.title_en))
    ]


def _key(words: str) -> str:
    return "".join(normal(words).split())
