"""The steps of a season. Each has a moment; a worker takes it then, unless organisers move, hold or skip it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Final, Literal, get_args
from zoneinfo import ZoneInfo

from sqlmodel import Session

from app.errors import DomainError, FieldName, Problem, SeasonRefused
from app.league import visibility
from app.league.people import webhooks
from app.league.people.webhooks import WebhookEvent
from app.league.results import runs
from app.league.seasons import news, seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.stages import beacons
from app.league.timetable import bulletins
from app.league.visibility import Reader
from app.notices.news import Bulletin
from app.store import seasons
from app.store.matches import matches
from app.store.results import runs as finished_runs
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import OVER, Season, SeasonState, Step, StepKind, StepState
from app.store.work import steps
from app.text.moments import same_clock

Kind = Literal["opening", "deadline", "run", "night", "release", "archive"]
Standing = Literal["planned", "held", "skipped", "done"]
BY: Final = "timetable"
"""The name in the log for steps taken by a worker."""
_BEFORE: Final[Mapping[Kind, tuple[SeasonState, ...]]] = {
    "opening": (SeasonState.DRAFT,),
    "deadline": (SeasonState.DRAFT, SeasonState.OPEN, SeasonState.CLOSED),
    "run": (SeasonState.DRAFT, SeasonState.OPEN, SeasonState.CLOSED),
    "night": tuple(each for each in SeasonState if each not in OVER),
    "release": tuple(each for each in SeasonState if each not in OVER),
    "archive": tuple(each for each in SeasonState if each not in OVER[1:]),
}
"""For each kind of step, the states of a season in which the step is still to come."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """A step as organisers see it. `at` is None if no moment is set.

    `problems`: why the step was refused. It is then held.
    """

    kind: Kind
    at: datetime | None
    standing: Standing
    number: int = 0
    """The number of the night; 0 for other kinds."""
    zone: str = ""
    quiet: bool = False
    problems: tuple[Problem, ...] = ()
    is_over: bool = False
    """Whether nothing about the step can be changed any more."""

    @property
    def name(self) -> str:
        """The name of the step: its kind, and for a night also its number, as in `night-1`."""
        return f"{self.kind}-{self.number}" if self.number else self.kind

    @property
    def is_to_come(self) -> bool:
        """Whether the step has a moment and has not been taken."""
        return self.at is not None and self.standing in ("planned", "held")


def milestones(session: Session, season: Season) -> list[Milestone]:
    """Return all steps of the season in order. Nights appear only if some are planned."""
    kept = steps.of_season(session, season)
    found: list[Milestone] = []
    for kind in get_args(Kind):
        own = [step for step in kept if step.kind.value == kind]
        found += [_milestone(season, kind, step) for step in own]
        if not own and kind != "night":
            found.append(_milestone(season, kind, None))
    return found


def _milestone(season: Season, kind: Kind, step: Step | None) -> Milestone:
    zone = step.zone if step else ""
    done_at = {
        "opening": season.opened_at,
        "deadline": season.closed_at and (season.closes_at or season.closed_at),
        "release": season.published_at,
    }.get(kind)
    is_past = _is_past(season, kind)
    if (is_past and kind != "night") or (kind == "deadline" and season.closed_at):
        is_over = kind != "deadline" or season.laid_open_at is not None
        at = done_at or (step.due_at if step else None)
        was_done = done_at or season.state is not SeasonState.CALLED_OFF
        return Milestone(kind, at, "done" if was_done else "skipped", zone=zone, is_over=is_over)
    announced = {"deadline": season.closes_at, "release": season.release_at}.get(kind)
    if announced or step is None:
        return Milestone(kind, announced, "planned")
    was_taken = step.state is StepState.DONE
    is_done = was_taken and kind == "night"  # any other has been taken back since
    standing: Standing = "skipped" if (is_past or was_taken) and not is_done else step.state.value
    problems = tuple(Problem.of(each) for each in step.problems)
    return Milestone(
        kind, step.due_at, standing, step.number, zone, step.quiet, problems, is_past or is_done
    )


def _is_past(season: Season, kind: Kind) -> bool:
    """Whether the season has gone past this step. The stored state of the step does not matter."""
    return season.state not in _BEFORE[kind]


def plan(
    session: Session,
    slug: str,
    name: str,
    at: datetime,
    by: Organiser,
    *,
    zone: str = "UTC",
    quiet: bool = False,
    with_later: bool = False,
) -> Season:
    """Plan the step for this moment, also if it was held or skipped.

    `zone`: the time zone in which the moment was typed. `with_later`: move later steps by the same span; each keeps its
    hour where clocks change, and held steps stay held. A new deadline is announced by letter, other steps on the
    season's page if `by.tell` is given. Raises `SeasonRefused` with every problem: a moment in the past or out of
    order, a step that is over, or no reason once the season is open.
    """
    season = seasons.locked(session, slug)
    before = _to_come(session, season, name)
    problems = [*moment_problems(at, by.now)]
    moments = {before.name: at}
    if with_later and before.at:
        moments |= dict(_later(session, season, before, before.at, at))
    problems += disorder(session, season, moments)
    if problems:
        raise SeasonRefused(problems)
    if before.name != "deadline" and before.at:
        require_mark(season, by)
    for each in milestones(session, season):
        if each.name in moments and each.kind != "deadline":
            own = zone if each == before else ""
            _set(session, season, each, moments[each.name], own, quiet=quiet, by=by)
    if "deadline" in moments:
        league_seasons.move(session, slug, moments["deadline"], by)
    return season


def hold(session: Session, slug: str, name: str, by: Organiser) -> Season:
    """Hold the step: neither it nor a later step is taken until it is resumed, moved or done by hand.

    Raises `SeasonRefused` if the step is over or has no moment, for a deadline, and without a reason once the season is
    open.
    """
    return _mark(session, slug, name, StepState.HELD, by)


def skip(session: Session, slug: str, name: str, by: Organiser) -> Season:
    """Skip the step: it is left to organisers, and later steps are taken as planned. Raises as `hold` does."""
    return _mark(session, slug, name, StepState.SKIPPED, by)


def resume(session: Session, slug: str, name: str, by: Organiser) -> Season:
    """Plan a held or skipped step again for its moment; if that has passed, it is taken at once.

    Raises `SeasonRefused` if the step is neither held nor skipped, or if it is a release whose moment has passed.
    """
    season = seasons.locked(session, slug)
    before = _to_come(session, season, name)
    step = _kept(session, season, before) if name != "deadline" else None
    if step is None or before.standing == "planned":
        raise SeasonRefused([Problem("step-not-held", step=FieldName(name))])
    if name == "release":
        if step.due_at <= by.now:
            raise SeasonRefused([Problem("release-past")])
        announce(session, season, step.due_at, by)
    else:
        step.state, step.problems = StepState.PLANNED, []
        _note(session, season, "resume", name, by, to=step.due_at)
    return season


def is_due(session: Session, season: Season, now: datetime) -> bool:
    """Whether `take` would change anything now."""
    return _next(session, season, now) is not None


def take(session: Session, slug: str, now: datetime) -> bool:
    """Take the first step that is due. Return False if no step is due.

    A worker calls this; each step is taken once, in order. A refused step is held with its problems, for organisers to
    see. A step that an organiser took earlier is marked as done. A night is skipped if all results are already public.
    """
    season = seasons.locked(session, slug)
    step = _next(session, season, now)
    if step is None:
        return False
    by = Organiser(BY, now)
    if _is_past(season, step.kind.value):
        is_out = step.kind is StepKind.NIGHT or season.state is SeasonState.CALLED_OFF
        step.state = StepState.SKIPPED if is_out else StepState.DONE
    else:
        try:
            with session.begin_nested():
                _TAKE[step.kind](session, season, step, by)
            step.state = StepState.DONE
        except DomainError as refusal:
            step.state = StepState.HELD
            step.problems = [problem.plain() for problem in refusal.problems]
            detail = {"step": step.name, "problems": step.problems}
            audits.note(session, by, "hold", season, detail=detail)
    return True


def is_to_begin(session: Session, season: Season, now: datetime) -> bool:
    """Whether the matches of the season are to be made now.

    Not while the run is held by an organiser, or was refused after the season closed.
    """
    step = steps.of_kind(session, season, StepKind.RUN)
    if step and step.state is StepState.HELD:
        is_old = step.problems and season.closed_at and step.due_at < season.closed_at
        if not is_old:
            return False
    return _READY[StepKind.RUN](season, now) and not matches.begun(session, season)


def begin(session: Session, season: Season, now: datetime) -> bool:
    """Take the step of the run now: make the matches, or hold the step with its problems."""
    step = steps.of_kind(session, season, StepKind.RUN)
    step = step or Step(season_id=season.id, kind=StepKind.RUN, due_at=now, zone="UTC")
    step.due_at, step.state, step.problems = now, StepState.PLANNED, []
    session.add(step)
    return take(session, season.slug, now)


def _next(session: Session, season: Season, now: datetime) -> Step | None:
    """Return the first step that is due and possible now, or a due step that an organiser has already taken."""
    for step in steps.of_season(session, season):
        is_due = step.state is StepState.PLANNED and step.due_at <= now
        if _is_past(season, step.kind.value):
            if is_due:
                return step
        elif step.state in (StepState.PLANNED, StepState.HELD):
            return step if is_due and _READY[step.kind](season, now) else None
    return None


def is_release_due(session: Session, season: Season, now: datetime) -> bool:
    """Whether the announced release is due now. No night before it may be held, or due and not yet shown."""
    release_at = visibility.release_at(season)
    if season.state is not SeasonState.REVIEW or release_at is None or release_at > now:
        return False
    return not any(
        step.state is StepState.HELD or (step.state is StepState.PLANNED and step.due_at <= now)
        for step in steps.of_season(session, season)
        if step.kind is StepKind.NIGHT
    )


def _kept(session: Session, season: Season, step: Milestone) -> Step | None:
    return steps.of_kind(session, season, StepKind(step.kind), step.number)


def _show_night(session: Session, season: Season, step: Step, by: Organiser) -> None:
    """Show the results of this night's rounds, and write to the players who fought in them unless the step is quiet."""
    run = finished_runs.latest(session, season)
    rounds = visibility.rounds(session, season, run) if run else []
    of = len(rounds)
    before = season.released_rounds
    season.released_rounds = min(step.rounds or -(-of * step.number // step.nights), of)
    out = rounds[before : season.released_rounds]
    if run and out:
        if not step.quiet:
            about = Bulletin(first=before + 1, last=season.released_rounds)
            bulletins.write(session, season, run, out, about, by.now)
        webhooks.announce(session, WebhookEvent.NIGHT, season, by.now)
    detail = {"step": step.name, "rounds": season.released_rounds, "of": of}
    audits.note(session, by, "night", season, detail=detail)


_TAKE: Final[Mapping[StepKind, Callable[[Session, Season, Step, Organiser], object]]] = {
    StepKind.OPENING: lambda session, season, step, by: league_seasons.open_season(
        session, season.slug, by, quiet=step.quiet
    ),
    StepKind.RUN: lambda session, season, _, by: runs.start(session, season.slug, by),
    StepKind.NIGHT: _show_night,
    StepKind.ARCHIVE: lambda session, season, _, by: league_seasons.archive(
        session, season.slug, by
    ),
}
_READY: Final[Mapping[StepKind, Callable[[Season, datetime], bool]]] = {
    StepKind.OPENING: lambda season, now: season.state is SeasonState.DRAFT,
    StepKind.RUN: lambda season, now: (
        season.state is SeasonState.CLOSED
        and not beacons.awaited(season)
        and visibility.shows_entries(season, Reader.ORGANISER, now)
    ),
    StepKind.NIGHT: lambda season, now: season.state is SeasonState.REVIEW,
    StepKind.ARCHIVE: lambda season, now: season.state is SeasonState.PUBLISHED,
}


def _to_come(session: Session, season: Season, name: str) -> Milestone:
    """Return the step of this name. Raises `SeasonRefused` if it is over or unknown; then the known names are suggested."""
    found = {each.name: each for each in milestones(session, season)}
    if name not in found:
        raise SeasonRefused([Problem("no-such-step", typed=name[:40], suggestions=tuple(found))])
    if found[name].is_over:
        raise SeasonRefused([Problem("step-over", step=FieldName(name))])
    return found[name]


def require_mark(season: Season, by: Organiser) -> None:
    """Require a reason, except for a draft, which has been announced to no one."""
    if season.state is not SeasonState.DRAFT:
        league_seasons.require_reason(by)


def moment_problems(at: datetime, now: datetime) -> Iterator[Problem]:
    """Yield what is wrong with a moment to come."""
    if at <= now:
        yield Problem("step-past")
    if at > now + season_plans.LONGEST:
        yield Problem("step-far")


def disorder(
    session: Session, season: Season, changed: Mapping[str, datetime]
) -> Iterator[Problem]:
    """Yield each step that would come before the step it follows."""
    earlier: tuple[str, datetime] | None = None
    for each in milestones(session, season):
        at = changed.get(each.name) or (each.at if each.is_to_come else None)
        if at is None:
            continue
        if earlier and at < earlier[1] and (each.name in changed or earlier[0] in changed):
            step, before = FieldName(each.name), FieldName(earlier[0])
            yield Problem(
                "steps-out-of-order", step=step, at=at, before=before, before_at=earlier[1]
            )
        earlier = each.name, at


def _later(
    session: Session, season: Season, moved: Milestone, before: datetime, at: datetime
) -> Iterator[tuple[str, datetime]]:
    """Yield name and new moment of each later step, moved by the same span on the clocks of its zone."""
    found = milestones(session, season)
    after = found[[each.name for each in found].index(moved.name) + 1 :]
    for each in after:
        if each.at and each.is_to_come:
            zone = ZoneInfo(each.zone or moved.zone or "UTC")
            yield each.name, shifted(each.at, before, at, zone)


def shifted(moment: datetime, before: datetime, after: datetime, zone: tzinfo) -> datetime:
    """Move a moment by the span between `before` and `after`, measured on the clocks of this zone.

    21:00 stays 21:00 if clocks change in between.
    """
    span: timedelta = _clock(after, zone) - _clock(before, zone)
    return same_clock(_clock(moment, zone) + span, zone)


def _clock(moment: datetime, zone: tzinfo) -> datetime:
    """Return what clocks in this zone show."""
    return moment.astimezone(zone).replace(tzinfo=None)


def _set(
    session: Session,
    season: Season,
    milestone: Milestone,
    at: datetime,
    zone: str,
    *,
    quiet: bool,
    by: Organiser,
) -> None:
    """Store the new moment of a step.

    `zone`: given for the step that was named; empty for steps that only move along. Those stay held if they were held.
    """
    stays_held = not zone and milestone.standing == "held"
    if milestone.kind == "release" and not stays_held:
        announce(session, season, at, by)
        return
    step = _kept(session, season, milestone)
    before = step.due_at if step else None
    kind = StepKind(milestone.kind)
    step = step or Step(season_id=season.id, kind=kind, due_at=at, zone=zone or "UTC")
    step.due_at = at
    if not stays_held:
        step.state, step.problems = StepState.PLANNED, []
    step.zone = zone or step.zone
    if zone:
        step.quiet = quiet
    session.add(step)
    _note(session, season, "step", milestone.name, by, before=before, to=at)


def announce(session: Session, season: Season, at: datetime, by: Organiser) -> None:
    """Set the time at which results become public. If it had been announced, the change is announced."""
    before, season.release_at = season.release_at, at
    steps.drop(session, season, StepKind.RELEASE)
    act = "step" if season.state is SeasonState.DRAFT else "release"
    _note(session, season, act, "release", by, before=before, to=at)
    if season.state is not SeasonState.DRAFT:
        news.release_changed(session, season, before, by.now)


def _mark(session: Session, slug: str, name: str, state: StepState, by: Organiser) -> Season:
    season = seasons.locked(session, slug)
    if name == "deadline":
        raise SeasonRefused([Problem("deadline-only-moves")])
    before = _to_come(session, season, name)
    if before.at is None:
        raise SeasonRefused([Problem("step-without-moment", step=FieldName(name))])
    require_mark(season, by)
    step = _kept(session, season, before)
    if step is None:  # a release
        step = Step(season_id=season.id, kind=StepKind.RELEASE, due_at=before.at, zone="UTC")
    was_announced, season.release_at = (
        (season.release_at, None) if name == "release" else (None, season.release_at)
    )
    step.state, step.problems = state, []
    session.add_all([season, step])
    act = "hold" if state is StepState.HELD else "skip"
    _note(session, season, act, name, by, before=before.at)
    if was_announced and season.state is not SeasonState.DRAFT:
        news.release_changed(session, season, was_announced, by.now)
    return season


def _note(
    session: Session,
    season: Season,
    act: str,
    name: str,
    by: Organiser,
    *,
    before: datetime | None = None,
    to: datetime | None = None,
) -> None:
    """Log the act with its moments. Once the season is open, the words for players are logged as public."""
    moments = {
        key: at.astimezone(UTC).isoformat() for key, at in (("from", before), ("to", to)) if at
    }
    is_public = season.state is not SeasonState.DRAFT and by.tell.strip()
    public: dict[str, Any] = {"public": by.tell.strip()} if is_public else {}
    audits.note(session, by, act, season, detail={"step": name} | moments | public)
