"""What organisers did, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from app.store.tables import Audit, Entry, Season


@dataclass(frozen=True, slots=True)
class Organiser:
    """Who acts, when, and why."""

    name: str
    now: datetime
    reason: str = ""


def note(
    session: Session,
    by: Organiser,
    act: str,
    season: Season,
    entry: Entry | None = None,
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Keep a record of the act, in the same transaction."""
    session.flush()
    session.add(
        Audit(
            at=by.now,
            who=by.name,
            act=act,
            season_id=season.id,
            entry_id=entry.id if entry else None,
            reason=by.reason,
            detail=dict(detail or {}),
        )
    )


def of_season(session: Session, season: Season) -> list[Audit]:
    """All acts in a season, oldest first."""
    return list(
        session.exec(select(Audit).where(Audit.season_id == season.id).order_by(col(Audit.id)))
    )
