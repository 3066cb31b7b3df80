"""Plan nights that show results step by step, and return the results shown so far."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from threading import Lock
from typing import Final
from zoneinfo import ZoneInfo

from sqlmodel import Session

from app.engine import NOT_PLAYED, Lang, Side, winner_of
from app.errors import FieldName, Problem, SeasonRefused
from app.i18n import N_, translations
from app.league import visibility
from app.league.matches.settings import settings_of
from app.league.results import results
from app.league.results.results import FinishedRun
from app.league.seasons.seasons import scoring_of
from app.league.seasons.stages import courses, names
from app.league.timetable import steps
from app.store import entrants, letters, seasons
from app.store.database import home
from app.store.results import runs
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import OVER, Run, Season, SeasonState, Step, StepKind, StepState
from app.store.work import steps as rows
from app.text.moments import same_clock
from app.tournament.cache import Cache
from app.tournament.formats import round_robin
from app.tournament.formats.results import battles
from app.tournament.formats.stages import Phase
from app.tournament.full_table import Entrant, StandingLine
from app.tournament.standings import standings

MOST: Final = 366
"""The most nights of a season."""
_kept: Final[Cache[tuple[object, ...], FinishedRun]] = Cache(4, Lock())


@dataclass(frozen=True, slots=True)
class _Meeting:
    """A battle of a round already shown: who met and who won. Details stay hidden until the last night."""

    home: Entrant
    away: Entrant
    winner: Side | None


@dataclass(frozen=True, slots=True)
class NightsSoFar:
    """The results of the rounds shown so far, without builds and anything computed from them."""

    rounds: int
    of: int
    lines: tuple[StandingLine, ...]
    next_at: datetime | None
    """When the next night shows results; None while that night is held."""
    run: FinishedRun
    """The run. Its stages hold only the rounds shown so far; its other parts are complete."""
    _places: Sequence[tuple[int, int]]

    def round(self, number: int) -> list[_Meeting]:
        """Return the battles of this round. Raises `LookupError` if the round is not shown yet."""
        stage, round_ = self.place(number)
        field = self.run.participants
        if stage:
            return [*_in_stage(self.run, self.run.phases[stage - 1], round_)]
        return [
            _Meeting(field[a], field[b], winner_of(byte))
            for a, b in round_robin.pairs_of(len(field), round_)
            if (byte := self.run.row(a)[b]) != NOT_PLAYED
        ]

    def place(self, number: int) -> tuple[int, int]:
        """Return the stage of this round, 0 without stages, and the number of the round in it.

        Raises `LookupError` if the round is not shown yet.
        """
        if not 0 < number <= self.rounds:
            raise LookupError(f"round {number} is not out")
        return self._places[number - 1]

    def name(self, number: int, lang: Lang, *, whole: bool = True) -> str:
        """Return what pages call this round: `Round 3`, or in a stage `Swiss system: Round 3 of 5`.

        `whole=False`: leave out the stage.
        """
        stage, round_ = self.place(number)
        if not stage:
            return translations(lang).gettext(N_("Round %(number)s")) % {"number": f"{round_:,}"}
        said = names.of_round(self.run.phases[stage - 1], round_, lang)
        colon = "：" if lang == "ja" else ": "
        return f"{self.run.plans[stage - 1].name(lang)}{colon}{said}" if whole else said


def _in_stage(run: FinishedRun, phase: Phase, round_: int) -> Iterator[_Meeting]:
    """Yield the battles of a round of this stage. A drawn knock-out is won by the side that its dice chose."""
    games = {(each.planned.round, each.planned.table): each.winner for each in phase.games}
    for each in battles(phase.results):
        if each.round == round_ and each.second is not None:
            winner = games.get((each.round, each.table))
            went_on = Side.HOME if winner == each.first else Side.AWAY
            home, away = run.participants[each.first], run.participants[each.second]
            yield _Meeting(home, away, winner_of(each.outcome) if winner is None else went_on)


def so_far(session: Session, season: Season, lang: Lang) -> NightsSoFar | None:
    """Return the results that everyone may read, with the names they may read.

    None before the first night and once all results are public.
    """
    shown = visibility.released_rounds(season)
    row = runs.latest_finished(session, season) if shown else None
    return after(session, season, row, shown, lang) if row else None


def after(session: Session, season: Season, row: Run, shown: int, lang: Lang) -> NightsSoFar:
    """Return what everyone may read of this run after `shown` rounds. The caller decides how many are shown."""
    whole = results.finished(session, season, row)
    places = visibility.rounds(session, season, row)
    key = (home(session), row.id, row.digest, whole.scoring, shown)
    known = _kept.of(key, lambda: _known(session, season, row, whole, places[:shown]))
    named = results.named(known, entrants.hidden(session, season), lang)
    lines = tuple(
        StandingLine.of(line, named.participants[line.entry], named.scoring)
        for line in named.standings
    )
    return NightsSoFar(shown, len(places), lines, _next_at(session, season), named, places)


def _known(
    session: Session,
    season: Season,
    row: Run,
    whole: FinishedRun,
    out: Sequence[tuple[int, int]],
) -> FinishedRun:
    """Return the run as far as these rounds decide it.

    In a round robin, tie-breaks computed from builds are left out.
    """
    if not season.stages:
        return replace(
            whole, standings=tuple(standings(_RowsSoFar(whole, len(out)), whole.scoring))
        )
    field = entrants.of_run(session, row)
    course = courses.course_of(session, season, row, scoring_of(season), field, whole.builds)
    for name, met in course.results.items():
        course.results[name] = [each for each in met if (int(name), each.round) in out]
    phases = course.phases()
    return replace(whole, phases=phases, standings=tuple(courses.standings(course, phases)))


@dataclass(frozen=True, slots=True)
class _RowsSoFar:
    """The rows of a table up to the end of a round."""

    whole: FinishedRun
    rounds: int

    def __len__(self) -> int:
        return len(self.whole.participants)

    def __iter__(self) -> Iterator[bytes]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, entry: int, /) -> bytes:
        return round_robin.until(self.whole.row(entry), entry, self.rounds)


def _next_at(session: Session, season: Season) -> datetime | None:
    for each in steps.milestones(session, season):
        if each.kind in ("night", "release") and each.is_to_come:
            return each.at if each.standing == "planned" else None
    return None


def plan(
    session: Session,
    slug: str,
    first: datetime,
    by: Organiser,
    *,
    zone: str,
    nights: int | None = None,
    rounds: int | None = None,
    quiet: bool = False,
) -> Season:
    """Plan the nights on which results come out, from this one on, at the same time of day in this zone.

    The last night shows everything, with builds and letters. Give `nights` for equal shares of the
    rounds, or `rounds` a night once their number is known. Earlier planned nights are dropped.
    Unless `quiet`, each night sends letters to the players whose characters fought. Raises
    `SeasonRefused` with every problem.
    """
    season = seasons.locked(session, slug)
    of = _rounds(session, season)
    problems = [*steps.moment_problems(first, by.now), *obstacles(session, season)]
    if rounds and nights is None and of is None:
        problems.append(Problem("nights-uncounted"))
    count = nights or -(-(of or 0) // rounds if rounds else 0)
    most = min(of or MOST, MOST)
    if not problems and not 2 <= count <= most:
        problems.append(Problem("nights-impossible", rounds=f"{of or 0:,}", most=f"{most:,}"))
    if problems:
        raise SeasonRefused(problems)
    if season.release_at:
        steps.require_mark(season, by)
    rows.drop(session, season, StepKind.NIGHT)
    *some, last = _moments(first, ZoneInfo(zone), count)
    for number, at in enumerate(some, 1):
        session.add(
            Step(
                season_id=season.id,
                kind=StepKind.NIGHT,
                number=number,
                nights=count,
                rounds=rounds * number if rounds and not nights else None,
                due_at=at,
                zone=zone,
                quiet=quiet,
            )
        )
    steps.announce(session, season, last, by)
    session.flush()
    names = {each.name: each.at for each in steps.milestones(session, season) if each.at}
    if wrong := [*steps.disorder(session, season, names)]:
        raise SeasonRefused(wrong)
    audits.note(session, by, "nights", season, detail={"nights": count, "of": of})
    return season


def obstacles(session: Session, season: Season) -> Iterator[Problem]:
    """Yield what prevents results from being shown night by night, whatever the number of nights."""
    if season.state in OVER:
        yield Problem("step-over", step=FieldName("release"))
    settings = settings_of(session, season)
    if settings and settings.tempo != "script":
        yield Problem("nights-of-matches")
    if season.released_rounds:
        yield Problem("nights-begun")


def at_stake(session: Session, season: Season, *, called_off: bool = False) -> Iterator[Problem]:
    """Yield the announced plans for results that an act withdraws.

    `called_off`: the plans end; otherwise they wait for new results.
    """
    nights = [each for each in rows.of_season(session, season) if each.kind is StepKind.NIGHT]
    planned = sum(each.state is StepState.PLANNED for each in nights)
    end = "called-off" if called_off else "waits"
    if (at := visibility.release_at(season)) and runs.latest(session, season):
        yield Problem(f"release-{end}", at=at)
        if planned:
            yield Problem(f"nights-{end}", count=f"{planned:,}")
    if called_off and (dropped := letters.count_results(session, season)):
        yield Problem("letters-dropped", count=f"{dropped:,}")


def _rounds(session: Session, season: Season) -> int | None:
    """Return the number of rounds; None until entries have closed, or in stages until they have been played."""
    if season.stages:
        run = runs.latest_finished(session, season)
        return len(visibility.rounds(session, season, run)) if run else None
    if season.state in (SeasonState.DRAFT, SeasonState.OPEN):
        return None
    return round_robin.rounds(len(entrants.numbered(session, season)))


def _moments(first: datetime, zone: ZoneInfo, count: int) -> Sequence[datetime]:
    """One time a day for this many days, at the same time of day in this zone."""
    local = first.astimezone(zone).replace(tzinfo=None)
    return [same_clock(local + timedelta(days=day), zone) for day in range(count)]
