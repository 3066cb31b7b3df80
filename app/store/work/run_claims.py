"""Claims on runs: one worker plays a run at a time, as long as it renews its claim.

A worker that claims a run gets a token, and needs it to store each block. A claim is free for others if it was not
renewed for a while, or if its process is dead. A slower worker can then store nothing more.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select, update

from app.store import claims, moments
from app.store.matches import matches
from app.store.results import runs
from app.store.rows import sound
from app.store.tables import Run, Season, SeasonState

CLAIMED_FOR: Final = timedelta(minutes=1)
"""A block takes about a second."""


def waiting(session: Session, *, now: datetime) -> Sequence[tuple[int, str]]:
    """Running runs that no worker plays and no match delays, the oldest first, each with the slug of its season."""
    statement = (
        select(Run, Season.slug)
        .join(Season, col(Run.season_id) == col(Season.id))
        .where(
            Season.state == SeasonState.RUNNING,
            col(Season.paused_at).is_(None),
            col(Run.digest).is_(None),
            ~matches.goes_on(Run.season_id),
        )
        .order_by(col(Run.id))
    )
    found = sound(session, statement, col(Run.id))
    shared = moments.shared(session, now)
    return [(run.id, slug) for run, slug in found if not is_played(run, now=shared)]


def claim(session: Session, run_id: int, *, now: datetime, by_force: bool = False) -> str | None:
    """Claim a run and return the token; None if another worker plays it.

    `by_force`: take it from the worker that plays it.
    """
    token = claims.new_claim(session)
    run = session.get_one(Run, run_id)
    has_run_out = moments.has_run_out(session, Run.lease_until, now, 2 * CLAIMED_FOR)
    is_free = has_run_out | col(Run.claim).in_(claims.dead([run.claim]))
    is_ours = _change(
        session,
        run_id,
        *([] if by_force else [is_free]),
        claim=token,
        lease_until=moments.shared(session, now) + CLAIMED_FOR,
        claimed_at=now,
        claimed_with=runs.played(session, run),
    )
    return token if is_ours else None


def renew(session: Session, run_id: int, token: str, *, now: datetime) -> bool:
    """Renew the claim; returns whether the run is still ours."""
    now = moments.shared(session, now)
    return _change(session, run_id, col(Run.claim) == token, lease_until=now + CLAIMED_FOR)


def note_alone(session: Session, run_id: int, *, now: datetime) -> None:
    """Note that the run is played here from now on, since the cluster has no worker."""
    _change(session, run_id, alone_since=now)


def is_played(run: Run, *, now: datetime) -> bool:
    """Whether a worker plays it at the moment."""
    is_held = run.lease_until is not None and now <= run.lease_until <= now + 2 * CLAIMED_FOR
    return is_held and not claims.dead([run.claim])


def release(session: Session, run_id: int, token: str) -> None:
    """Release the run for other workers, if it is still ours."""
    _change(session, run_id, col(Run.claim) == token, claim=None, lease_until=None)


def _change(session: Session, run_id: int, *conditions: ColumnElement[bool], **values: Any) -> bool:
    statement = update(Run).where(col(Run.id) == run_id, *conditions).values(**values)
    done = session.exec(statement, execution_options={"synchronize_session": False})
    return done.rowcount == 1
