"""Steps of timetables: what seasons do by themselves, and when."""

from datetime import datetime

from sqlmodel import Session, col, delete, select

from app.store.tables import Season, Step, StepKind, StepState


def of_season(session: Session, season: Season) -> list[Step]:
    """Its steps, in the order in which they are taken."""
    order = [*StepKind]
    found = session.exec(select(Step).where(Step.season_id == season.id))
    return sorted(found, key=lambda step: (order.index(step.kind), step.number))


def of_kind(session: Session, season: Season, kind: StepKind, number: int = 0) -> Step | None:
    """The step of this kind, a night by its number, if there is one."""
    asked = select(Step).where(
        Step.season_id == season.id, Step.kind == kind, Step.number == number
    )
    return session.exec(asked).first()


def drop_nights(session: Session, season: Season) -> None:
    """No night is left of the season."""
    session.exec(
        delete(Step).where(col(Step.season_id) == season.id, col(Step.kind) == StepKind.NIGHT)
    )


def skip_nights(session: Session, season: Season) -> None:
    """The nights that have not come are left out."""
    for step in of_season(session, season):
        if step.kind is StepKind.NIGHT and step.state in (StepState.PLANNED, StepState.HELD):
            step.state = StepState.SKIPPED
            session.add(step)


def is_held(session: Session, season: Season) -> bool:
    """Whether one of its steps is held."""
    asked = select(Step.id).where(Step.season_id == season.id, Step.state == StepState.HELD)
    return session.exec(asked.limit(1)).first() is not None


def with_due(session: Session, now: datetime) -> list[Season]:
    """The seasons with a step whose moment has come, the oldest first."""
    due = select(Step.season_id).where(Step.state == StepState.PLANNED, col(Step.due_at) <= now)
    return list(
        session.exec(select(Season).where(col(Season.id).in_(due)).order_by(col(Season.id)))
    )
