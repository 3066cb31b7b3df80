"""What organisers did, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from app.store.tables import Audit, Entry, Revision, Season


@dataclass(frozen=True, slots=True)
class Organiser:
    """Who acts, when, and why: `reason` stays in the log, `tell` is what players hear of it."""

    name: str
    now: datetime
    reason: str = ""
    tell: str = ""


def note(
    session: Session,
    by: Organiser,
    act: str,
    season: Season,
    entry: Entry | None = None,
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Keep a record of the act, in the same transaction; with what players were told, if they were."""
    told = {"told": by.tell.strip()} if by.tell.strip() else {}
    session.flush()
    session.add(
        Audit(
            at=by.now,
            who=by.name,
            act=act,
            season_id=season.id,
            entry_id=entry.id if entry else None,
            reason=by.reason,
            detail={**(detail or {}), **told},
        )
    )


def of_season(session: Session, season: Season) -> list[Audit]:
    """All acts in a season, oldest first."""
    return list(
        session.exec(select(Audit).where(Audit.season_id == season.id).order_by(col(Audit.id)))
    )


def names(session: Session, log: Sequence[Audit]) -> dict[int, str]:
    """What the entries that these acts are about were called last."""
    statement = (
        select(Revision.entry_id, Revision.name)
        .where(col(Revision.entry_id).in_({act.entry_id for act in log if act.entry_id}))
        .order_by(col(Revision.serial))
    )
    return dict(session.exec(statement).all())
