"""The announced deadline of a season: it may be moved, and every player is told."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league import announcing, visibility
from app.league.closing import require_words
from app.league.opening import LONGEST, require
from app.league.visibility import Reader
from app.store import audits, seasons
from app.store.audits import Organiser
from app.store.tables import Season, SeasonState

_MOVABLE: Final = (SeasonState.DRAFT, SeasonState.OPEN, SeasonState.CLOSED)


def may_move(season: Season, now: datetime) -> bool:
    """Whether the deadline still decides anything: until the builds are laid open."""
    is_sealed = not visibility.shows_entries(season, Reader.ORGANISER, now)
    return season.state in _MOVABLE and is_sealed


def move(session: Session, slug: str, closes_at: datetime, by: Organiser) -> Season:
    """The season has this deadline from now on; its page, its feed and a letter to every player say so, and what is told.

    Raises `SeasonRefused` once its builds have been laid open for this closing, for a moment that is past or too
    far away, and with nothing told unless the season is a draft.
    """
    season = seasons.locked(session, slug)
    require(season, *_MOVABLE)
    if not may_move(season, by.now):
        raise SeasonRefused([Problem("deadline-over", words=visibility.title_of(season))])
    if closes_at <= by.now:
        raise SeasonRefused([Problem("deadline-past")])
    if closes_at > by.now + LONGEST:
        raise SeasonRefused([Problem("deadline-far")])
    before = season.closes_at
    if before == closes_at:
        return season
    moved = {"from": before.isoformat() if before else None, "to": closes_at.isoformat()}
    if season.state is SeasonState.DRAFT:
        to_nobody = replace(by, reason=by.reason or by.tell, tell="")
        audits.note(session, to_nobody, "deadline", season, detail=moved)
    else:
        require_words(by)
        public = {"public": by.tell.strip()}
        audits.note(session, by, "deadline", season, detail=moved | public)
        announcing.deadline_moved(session, season, before, closes_at, by)
    season.closes_at = closes_at
    session.add(season)
    return season
