"""Claims on matches that are due to go on. Only the claimant can store the result, and new orders cancel the claim."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select, update

from app.store import claims, editions, moments
from app.store.matches import matches
from app.store.tables import Match, MatchState, Season, SeasonState

CLAIMED_FOR: Final = timedelta(minutes=2)
"""A block of matches takes about a second."""
LONGEST: Final = timedelta(minutes=10)
"""The longest pause after a failed attempt to play a match on."""
_UNSEEN: Final = {"synchronize_session": False, **editions.TELLS_NOBODY}


def waiting(
    session: Session, *, now: datetime, most: int, but: Sequence[str] = ()
) -> Sequence[int]:
    """Due matches that no worker plays, the longest due first, without those of these seasons."""
    statement = (
        select(Match.id)
        .join(Season, col(Match.season_id) == col(Season.id))
        .where(
            Season.state == SeasonState.RUNNING,
            col(Season.paused_at).is_(None),
            col(Season.slug).not_in(but),
            *_due(session, now),
        )
        .order_by(col(Match.due_at), col(Match.id))
        .limit(most)
    )
    return list(session.exec(statement))


def claim(session: Session, ids: Sequence[int], *, now: datetime) -> tuple[str, list[int]]:
    """A new token, and the matches that it has claimed."""
    token = claims.new_claim(session)
    session.exec(
        update(Match)
        .where(col(Match.id).in_(ids), *_due(session, now))
        .values(claim=token, lease_until=moments.shared(session, now) + CLAIMED_FOR),
        execution_options=_UNSEEN,
    )
    ours = session.exec(select(Match.id).where(Match.claim == token).order_by(col(Match.id)))
    return token, list(ours)


def seasons_of(session: Session, ids: Sequence[int]) -> dict[int, str]:
    """The slugs of the seasons of these matches."""
    statement = select(Match.id, Season.slug).join(Season, col(Match.season_id) == col(Season.id))
    return dict(session.exec(statement.where(col(Match.id).in_(ids))).all())


def _due(session: Session, now: datetime) -> list[ColumnElement[bool]]:
    held = session.exec(select(Match.claim).where(col(Match.claim).is_not(None)).distinct())
    has_run_out = moments.has_run_out(session, Match.lease_until, now, LONGEST)
    is_free = has_run_out | col(Match.claim).in_(claims.dead(held))
    return [col(Match.state) == MatchState.WAITING, matches.is_due(now), is_free]


def named(session: Session, id: int) -> tuple[str, int]:
    """The name of the match, and its number of failed attempts in a row."""
    return session.exec(select(Match.game_id, Match.failures).where(Match.id == id)).one()


def rest(session: Session, id: int, token: str, until: datetime) -> None:
    """Pause a match after a failed attempt, until then or until new orders come."""
    session.exec(
        update(Match)
        .where(col(Match.id) == id, col(Match.claim) == token)
        .values(claim=None, lease_until=until, failures=Match.failures + 1),
        execution_options=_UNSEEN,
    )


def release(session: Session, token: str) -> None:
    """Release what this token still claims."""
    session.exec(
        update(Match).where(col(Match.claim) == token).values(claim=None, lease_until=None),
        execution_options=_UNSEEN,
    )
