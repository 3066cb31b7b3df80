"""What prevents a change of a decision in a season: existing entries, its timetable, or announcements."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlmodel import Session

from app.errors import FieldName, Problem
from app.league.seasons.stages import beacons
from app.league.seasons.stages.plans import StagePlan
from app.store import entries, seasons
from app.store.tables import Season, SeasonState, StepKind, StepState
from app.store.work import steps
from app.text.characters import shown


def of_deadline(session: Session, season: Season, closes_at: datetime | None) -> Iterator[Problem]:
    """Yield a problem for removing an announced deadline, and for each step on the wrong side of the new one."""
    if closes_at is None:
        if season.state is not SeasonState.DRAFT:
            yield Problem("deadline-announced")
        return
    planned = [
        (step.name, step.due_at)
        for step in steps.of_season(session, season)
        if step.state in (StepState.PLANNED, StepState.HELD)
    ]
    if season.release_at:
        planned.append((StepKind.RELEASE.value, season.release_at))
    deadline = FieldName("deadline")
    for name, at in planned:
        step = FieldName(name)
        if name == StepKind.OPENING and at > closes_at and season.state is SeasonState.DRAFT:
            yield Problem(
                "steps-out-of-order", step=deadline, at=closes_at, before=step, before_at=at
            )
        if name != StepKind.OPENING and at < closes_at:
            yield Problem(
                "steps-out-of-order", step=step, at=at, before=deadline, before_at=closes_at
            )


def of_places(session: Session, season: Season, capacity: int | None) -> Iterator[Problem]:
    """Yield a problem if more entries count than the new number of places."""
    taken = entries.count(session, season)
    if capacity and taken > capacity:
        yield Problem("capacity-taken", count=f"{taken:,}")


def of_waiting_list(session: Session, season: Season, _: bool) -> Iterator[Problem]:
    """Yield a problem if entries wait for a place."""
    if queue := entries.queued(session, season):
        yield Problem("queue-waits", count=f"{len(queue):,}")


def of_newcomers(session: Session, season: Season, _: bool) -> Iterator[Problem]:
    """Yield a problem if newcomers wait for approval."""
    if waiting := entries.waiting(session, season):
        yield Problem("newcomers-wait", count=f"{len(waiting):,}")


def of_characters(session: Session, season: Season, characters: int) -> Iterator[Problem]:
    """Yield a problem if a player has more characters."""
    most = entries.most_of_players(session, season)
    if most > characters:
        yield Problem("characters-taken", count=str(most))


def of_beacon(_: Session, season: Season, beacon: str) -> Iterator[Problem]:
    """Yield a problem if the season has opened and the new beacon is not a number of a named day."""
    if season.state is not SeasonState.DRAFT and not beacons.day_of(beacon):
        yield Problem("bad-beacon", typed=beacon)


def of_stages(session: Session, season: Season, stages: Sequence[StagePlan]) -> Iterator[Problem]:
    """Yield a problem if the stages follow the ranking of an unknown season, or of this one."""
    yield from without_former(session, season.slug, stages)


def without_former(session: Session, slug: str, stages: Sequence[StagePlan]) -> Iterator[Problem]:
    """Yield a problem if the stages of season `slug` follow the ranking of an unknown season, or of itself."""
    after = stages[0].after if stages else ""
    former = seasons.with_slug(session, after) if after else None
    never = (SeasonState.DRAFT, SeasonState.CALLED_OFF)
    if after and (after == slug or not former or former.state in never):
        yield Problem("former-unknown", typed=shown(after[:40]))
