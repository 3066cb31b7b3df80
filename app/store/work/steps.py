"""The steps of timetables: what seasons do by themselves, and when."""

from datetime import datetime

from sqlmodel import Session, col, delete, select

from app.store.rows import sound
from app.store.tables import Season, Step, StepKind, StepState


def of_season(session: Session, season: Season) -> list[Step]:
    """The steps of the season, in the order in which they are taken."""
    order = [*StepKind]
    found = session.exec(select(Step).where(Step.season_id == season.id))
    return sorted(found, key=lambda step: (order.index(step.kind), step.number))


def of_kind(session: Session, season: Season, kind: StepKind, number: int = 0) -> Step | None:
    """The step of this kind (a night by its number), if there is one."""
    asked = select(Step).where(
        Step.season_id == season.id, Step.kind == kind, Step.number == number
    )
    return session.exec(asked).first()


def drop(session: Session, season: Season, kind: StepKind) -> None:
    """Delete the steps of this kind from the season."""
    session.exec(delete(Step).where(col(Step.season_id) == season.id, col(Step.kind) == kind))


def leave(session: Session, season: Season, *kinds: StepKind) -> None:
    """Leave the steps of these kinds to organisers, even if they had been taken: their effects have been undone."""
    for step in of_season(session, season):
        if step.kind in kinds:
            step.state, step.problems = StepState.SKIPPED, []


def with_due(session: Session, now: datetime) -> list[Season]:
    """The seasons with a due step, the oldest first."""
    due = select(Step.season_id).where(Step.state == StepState.PLANNED, col(Step.due_at) <= now)
    statement = select(Season).where(col(Season.id).in_(due)).order_by(col(Season.id))
    return sound(session, statement, col(Season.id))
