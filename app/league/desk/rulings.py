"""Rulings of organisers in a season with stages, and a preview of what each would change.

An entry retires, a pairing or a bye is set, or two characters are kept apart.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league.desk.interventions import _play_again, entry_called
from app.league.matches import beginnings, departures
from app.league.matches.settings import MatchSettings
from app.league.results import rounds, runs
from app.league.results.results import finished
from app.league.seasons.seasons import require, require_words
from app.league.seasons.stages import courses
from app.league.seasons.stages.rulings import Avoidance, RoundEnd, Ruling, Rulings
from app.notices.news import Withdrawn
from app.store import letters, seasons
from app.store.matches import matches
from app.store.results.runs import latest, latest_finished
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Correspondence, Entry, Match, MatchState, Season, SeasonState
from app.tournament.formats.catalogue import MOST_BATTLES
from app.tournament.formats.stages import Phase, final_order
from app.tournament.formats.swiss import Swiss

LARGEST_PREVIEW: Final = 20_000
"""The most battles for which a preview is computed while a page is loading."""


def retire(
    session: Session, slug: str, name_or_number: str, stage: int, round_: int, by: Organiser
) -> Entry:
    """Leave the entry out of all pairings after this round of this stage. Its earlier results count.

    Its player gets a letter. Raises `SeasonRefused` with every problem: unless the season has stages and is closed or
    under review, if there is no such entry or round, if the entry has already retired, and without a reason.
    """
    season, rulings = _ruled(session, slug, by)
    entry = entry_called(session, season, name_or_number)
    problems = [*_place_problems(season, stage, round_, least=0)]
    if entry.number in {each.number for each in rulings.retired}:
        problems.append(Problem("retired-already", number=str(entry.number)))
    if problems:
        raise SeasonRefused(problems)
    reason = by.tell.strip()
    ruled = rulings.with_retired(entry.number or 0, (stage, round_), reason, by.now)
    _keep(session, season, ruled, by)
    if entry.player and entry.current:
        letters.write(
            session,
            Withdrawn(name=entry.current.name, by_organiser=True, reason=reason, retired=True),
            entry.player,
            f"retired:{entry.id}:{by.now:%y%m%d%H%M%S%f}",
            now=by.now,
            season=season,
            revision=entry.current,
        )
    detail = {"number": entry.number, "stage": stage, "round": round_, "public": reason}
    audits.note(session, by, "retire", season, entry, detail)
    return entry


def set_pairing(
    session: Session, slug: str, stage: int, round_: int, first: str, second: str, by: Organiser
) -> Season:
    """Pair these two, by name or number, in this round of a Swiss system.

    The first gets the first seat. Without a second, the first has a bye. All others are paired by
    the rules. While matches are played, the round must be a later one, or the current one before
    its first exchange; that round is paired again.

    Raises `SeasonRefused` with every problem: unless the season is closed, under review or played
    by matches, for unknown entries, rounds or stages, without a reason, and if the pairing cannot
    happen.
    """
    season, rulings = _ruled(session, slug, by, SeasonState.RUNNING)
    problems = [*_place_problems(season, stage, round_, least=1)]
    sides = [entry_called(session, season, name).number or 0 for name in (first, second) if name]
    if not problems:
        format_ = courses.plans_of(season)[stage - 1].made()
        if not isinstance(format_, Swiss):
            problems.append(Problem("set-where", stage=str(stage), round=str(round_)))
    if len({*sides}) < len(sides):
        problems.append(Problem("pairing-with-itself", number=str(sides[0])))
    others = [each for each in rulings.set if (each.stage, each.round) == (stage, round_)]
    busy = {number for each in others for number in (each.first, each.second)}
    problems += [
        Problem("pairing-twice", number=str(each), round=str(round_))
        for each in sides
        if each in busy
    ]
    if problems:
        raise SeasonRefused(problems)
    two = sides[0], sides[1] if len(sides) > 1 else None
    made = Ruling(stage, round_, *two, by.tell.strip(), by.now.isoformat())
    is_to_come = _keep(session, season, replace(rulings, set=(*rulings.set, made)), by, made)
    if not is_to_come and (round_, *two) not in _paired(session, season, stage):
        raise SeasonRefused([Problem("set-in-vain", stage=str(stage), round=str(round_))])
    detail = {"stage": stage, "round": round_, "first": two[0], "second": two[1]}
    audits.note(session, by, "set", season, detail=detail | {"public": made.reason})
    return season


def keep_apart(session: Session, slug: str, by: Organiser, *, first: str, second: str) -> Season:
    """Keep these two, by name or number, apart in every stage; in a knock-out they meet as late as possible.

    Raises `SeasonRefused` with every problem: unless the season has stages and is open, closed or
    under review, if its sides meet as teams, for unknown entries, and without a reason.
    """
    season, rulings = _ruled(session, slug, by, SeasonState.OPEN)
    one, other = (entry_called(session, season, name) for name in (first, second))
    is_open = season.state is SeasonState.OPEN
    two = (one.id, other.id) if is_open else (one.number or 0, other.number or 0)
    known = {frozenset((e.first, e.second)) for e in (rulings.wished if is_open else rulings.never)}
    problems = []
    if one is other:
        problems.append(Problem("pairing-with-itself", number=first))
    if {*two} in known:
        problems.append(Problem("apart-already", one=first, other=second))
    if any(plan.kind.of_teams for plan in courses.plans_of(season)):
        problems.append(Problem("apart-in-teams"))
    if problems:
        raise SeasonRefused(problems)
    made = Avoidance(*two, by.tell.strip(), by.now.isoformat())
    ruled = replace(rulings, wished=(*rulings.wished, made))
    _keep(session, season, ruled if is_open else ruled.closed({at: at for at in two}), by)
    names = [each.current.name for each in (one, other) if each.current]
    audits.note(session, by, "never-meet", season, detail={"of": names, "public": made.reason})
    return season


def take_back(session: Session, slug: str, by: Organiser) -> Season:
    """Undo the latest ruling of the season. Raises `SeasonRefused` if there is no ruling.

    While matches are played, only a pairing can be undone.
    """
    season, rulings = _ruled(session, slug, by, SeasonState.OPEN, SeasonState.RUNNING)
    if not rulings.every:
        raise SeasonRefused([Problem("nothing-ruled", season=slug)])
    last = max(rulings.every, key=lambda each: each.at)
    if season.state is SeasonState.RUNNING and not isinstance(last, Ruling):
        raise SeasonRefused([Problem("ruled-for-good", season=slug)])
    set_ = last if isinstance(last, Ruling) else None
    _keep(session, season, rulings.without(last), by, set_)
    audits.note(session, by, "take back", season, detail={"public": by.tell.strip()})
    return season


def end_round(session: Session, slug: str, by: Organiser) -> Season:
    """End the open matches of the first round being played, as if they had gone on after its last exchange.

    The season's settings say how such matches end. Raises `SeasonRefused` if no round is being played, or without a
    reason.
    """
    season, rulings = _ruled(session, slug, by, SeasonState.RUNNING)
    found = [
        each for each in matches.of_season(session, season) if each.state is MatchState.WAITING
    ]
    if not found:
        raise SeasonRefused([Problem("no-round-open", season=slug)])
    at = found[0].stage, found[0].round
    settings = MatchSettings.of(session.get_one(Correspondence, season.id).settings)
    for each in found:
        if (each.stage, each.round) == at:
            match = matches.locked(session, each.id)
            departures.end(match, settings.late, "", by.now)
    ended = RoundEnd(*at, by.tell.strip(), by.now.isoformat())
    _keep(session, season, replace(rulings, ended=(*rulings.ended, ended)), by)
    detail = {"stage": at[0], "round": at[1], "public": ended.reason}
    audits.note(session, by, "end-round", season, detail=detail)
    return season


def _ruled(
    session: Session, slug: str, by: Organiser, *more: SeasonState
) -> tuple[Season, Rulings]:
    """Lock the season and return it with its rulings, if it is closed, under review, or in one of `more` states.

    `RUNNING` is accepted only for seasons with matches. Raises `SeasonRefused` otherwise.
    """
    season = seasons.locked(session, slug)
    if SeasonState.RUNNING not in more:
        beginnings.require_unbegun(session, season)
    if not matches.begun(session, season):
        open_ = [each for each in more if each is SeasonState.OPEN]
        more = (*open_, SeasonState.CLOSED, SeasonState.REVIEW)
    require(season, *more)
    if not season.stages:
        raise SeasonRefused([Problem("ruled-without-stages", season=season.slug)])
    require_words(by)
    return season, Rulings.of(season.rulings)


def _place_problems(season: Season, stage: int, round_: int, *, least: int) -> Iterator[Problem]:
    most = MOST_BATTLES
    if 1 <= stage <= len(season.stages):
        plan = courses.plans_of(season)[stage - 1]
        most = plan.kind.settled(plan.settings).get("rounds", most)
    else:
        yield Problem("no-such-stage", stage=str(stage), most=str(len(season.stages)))
    if not least <= round_ <= most:
        yield Problem("no-such-round", round=str(round_), least=str(least), most=f"{most:,}")


def _keep(
    session: Session,
    season: Season,
    rulings: Rulings,
    by: Organiser,
    about: Ruling | None = None,
) -> bool:
    """Store the rulings. Return whether matches are played and the round of `about` is still to come.

    If that round is being played, it is paired again. Raises `SeasonRefused` if one of its matches is past its first
    exchange.
    """
    under_way: list[Match] = []
    if about and matches.begun(session, season):
        here = about.stage, about.round
        made = matches.of_season(session, season)
        under_way = [each for each in made if (each.stage, each.round) == here]
        is_past = any((each.stage, each.round) > here for each in made[-1:])
        if is_past or any(each.turn > 1 or each.verdict or not each.awaits for each in under_way):
            raise SeasonRefused([Problem("round-begun", round=str(here[1]), stage=str(here[0]))])
    season.rulings = rulings.kept()
    _play_again(session, season, by)
    session.flush()
    if season.state is not SeasonState.RUNNING:
        return False
    runs.narrow(session, season)
    if under_way:
        rounds.forget(session, season, under_way)
    return not under_way


def _paired(session: Session, season: Season, stage: int) -> set[tuple[int, int, int | None]]:
    """Return the pairings of this stage under the present rulings: the round and both numbers, None in a bye."""
    run = latest(session, season)
    if season.state is SeasonState.RUNNING and run:
        at = runs.resume(session, run.id)
        course, field = at.course, at.field
    else:
        course, field = runs.sketch(session, season)
    number: dict[int | None, int] = {at: each.number for at, each in enumerate(field)}
    phases = course.phases()[stage - 1 : stage] if course else ()
    return {
        (each.round, number[each.first], number.get(getattr(each, "second", None)))
        for phase in phases
        for each in (*phase.results, *phase.due)
    }


@dataclass(frozen=True, slots=True)
class _EntryMove:
    """An entry whose place an act changes. None: the entry has no place."""

    number: int
    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class RoundRepair:
    """A round whose pairings an act changes: the pairings that it removes and those that it adds, by numbers."""

    stage: int
    round: int
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulingPreview:
    """What an act would change in the latest results."""

    champions: tuple[tuple[str, ...], tuple[str, ...]]
    """The names of the champions, before and after."""
    moved: tuple[_EntryMove, ...]
    repaired: tuple[RoundRepair, ...]


def preview(session: Session, season: Season, act: Callable[[], object]) -> RulingPreview | None:
    """Return what this act would change; it is rolled back afterwards.

    None if no stages have been played, or if the season is too large. Raises what the act raises.
    """
    run = latest_finished(session, season)
    if not run or not season.stages or (run.battles or 0) > LARGEST_PREVIEW:
        return None
    was = finished(session, season, run)
    savepoint = session.begin_nested()
    try:
        act()
        session.flush()
        course, field = runs.sketch(session, season)
        names = {each.number: each.name for each in field}
    finally:
        savepoint.rollback()
    numbers = [each.number for each in was.participants]
    names = {each.number: each.name for each in was.participants} | names
    is_now = course.phases()
    now_numbers = [each.number for each in field]
    before = {numbers[each.entry]: each.place for each in final_order(was.phases)}
    after = {now_numbers[each.entry]: each.place for each in final_order(is_now)}
    met, meets = _pairs(was.phases, numbers), _pairs(is_now, now_numbers)
    return RulingPreview(
        (_first(before, names), _first(after, names)),
        tuple(
            _EntryMove(number, names[number], before.get(number), after.get(number))
            for number in sorted({*before, *after}, key=lambda each: (after.get(each, 0), each))
            if before.get(number) != after.get(number)
        ),
        tuple(
            RoundRepair(*key, tuple(sorted(one - other)), tuple(sorted(other - one)))
            for key in sorted({*met, *meets})
            for one, other in [(met.get(key, set()), meets.get(key, set()))]
            if one != other
        ),
    )


def _first(places: Mapping[int, int], names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(names[number] for number, place in places.items() if place == 1)


def _pairs(phases: tuple[Phase, ...], numbers: list[int]) -> dict[tuple[int, int], set[str]]:
    """Return the pairings by stage and round, as `3–8`; a bye as `3`."""
    found: dict[tuple[int, int], set[str]] = {}
    for phase in phases:
        for each in phase.results:
            sides = sorted(numbers[at] for at in each[2:4] if at is not None)
            found.setdefault((phase.at + 1, each.round), set()).add("–".join(map(str, sides)))
    return found
