"""The runs of a season: who takes part, which battles are new, how they are played, and the checks of a finished run."""

import random
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Final

from sqlmodel import Session

from app.engine import NOT_PLAYED, Build, exchanged, outcome_byte
from app.errors import Problem, ResultsDiffer, SeasonRefused
from app.games import ruleset
from app.league import visibility
from app.league.eligibility.sides import sides_of, sides_of_field
from app.league.matches import beginnings, outcomes
from app.league.matches.outcomes import Outcomes
from app.league.results import banzuke
from app.league.seasons import news
from app.league.seasons.seasons import require, scoring_of
from app.league.seasons.stages import beacons, courses, lots
from app.league.seasons.stages.courses import StageCourse
from app.store import entrants, seasons
from app.store.entrants import ShownEntrant
from app.store.matches import matches
from app.store.results import runs
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Run, Season, SeasonState, StepKind
from app.store.work import steps
from app.tournament.blocks import build_of, play_blocks
from app.tournament.digest import (
    DigestLine,
    inputs_digest,
    result_digest,
    sides_inputs_digest,
    stages_digest,
    stages_inputs_digest,
)
from app.tournament.executors import LOCAL
from app.tournament.formats.rankings import Ranking
from app.tournament.formats.results import battles as fought
from app.tournament.formats.stages import Portion
from app.tournament.sides import apart, battles

SPOT_CHECKS: Final = 50
"""How many battles of a run are played again by the reference engine."""
AT_A_TIME: Final = 2**27
"""About how many outcomes are unpacked at a time: a table of 11,000 entries at once, a larger one in strips."""


@dataclass(frozen=True, slots=True)
class Order:
    """The order in which a field is played: first the fresh entries, each against all after it.

    Others do not meet each other again. `places` are the places in the field, `earlier` those in
    the field of the earlier run.
    """

    places: tuple[int, ...]
    earlier: tuple[int, ...] = ()

    @property
    def fresh(self) -> int:
        """How many entries meet all others."""
        return len(self.places) - len(self.earlier)


@dataclass(frozen=True, slots=True)
class RunInProgress:
    """A run as it is played.

    `field` is in order of number. `halves` grows while it is played: for each fresh entry, in
    `order`, its packed outcomes against all that come after it. `earlier` are those of the others
    in the run it builds upon, against everyone there. `decided` is what their matches came to, in a
    game with decisions. A season in stages has a `course` instead, and nothing of an earlier run.
    """

    season: Season
    run: Run
    field: Sequence[ShownEntrant]
    order: Order
    halves: list[bytes]
    earlier: list[bytes]
    decided: Outcomes | None = None
    course: StageCourse | None = None
    sides: Sequence[int | None] = ()
    """The side of each entry, if sides stay apart."""


Block = Mapping[int, bytes] | Portion
"""What is stored together: packed outcomes by number of entry, or the results of a stage."""


@dataclass(frozen=True, slots=True)
class RunProgress:
    """Progress of a run: battles played and in all, and about how long the rest will take.

    `taken_over` counts those from an earlier run.
    """

    battles: int
    of: int
    taken_over: int
    left: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The conclusion of a played run: its digest, and every entry's outcomes, packed, in order of number."""

    digest: str
    outcomes: tuple[bytes, ...]
    battles: int


def start(session: Session, slug: str, by: Organiser) -> Run:
    """Return the run under way, or begin one of the current season.

    It takes over the outcomes of the last finished run. If nothing has changed since, or that run
    was halted, every pair is played again. With fewer than two entries it has no battles.

    Raises `SeasonRefused` if the season is not closed, is sealed until its announced deadline, has
    all entries on one side that does not meet itself, or continues one whose results are not
    public.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.CLOSED, SeasonState.RUNNING, SeasonState.REVIEW)
    ruleset(season.game, season.rules_version)
    visibility.require_laid_open(season, by.now)
    visibility.require_unreleased(season)
    visibility.lay_open(season, by.now)
    last = runs.latest(session, season)
    if season.state is SeasonState.RUNNING and last and last.digest is None:
        return last
    field = entrants.numbered(session, season)
    is_met = len(field) > 1  # of none or one there is nothing to play
    if is_met and sides_of(season).apart and len({*sides_of_field(session, season, field)}) < 2:
        raise SeasonRefused([Problem("one-side")])
    teams = courses.teams_of(session, season, field)
    if is_met and teams and len({*teams} - {None}) < 2:
        raise SeasonRefused([Problem("one-team")])
    beacons.require(session, season)
    lots.fix(session, season)
    ranking = banzuke.ranking_of(session, season, field)
    pairings = _pairings(season, field)
    started = Run(
        season_id=season.id,
        serial=0,
        rules_version=season.rules_version,
        entries=len(field),
        battles=_battles(session, season, field, pairings),
        inputs_digest=_inputs_digest(
            session, season, season.rules_version, field, ranking, pairings
        ),
        ranking=ranking.kept() if ranking else None,
        pairings=pairings,
        rulings=season.rulings,
        left=[*matches.left(session, season).values()],
        started_at=by.now,
        word=last.word if last and season.release_at else "",
    )
    beginnings.begin(session, season, field, by.now)
    is_anew = season.stages or sides_of(season).apart or matches.begun(session, season)
    if last and not last.halted_at and not is_anew:
        _take_over(session, season, started, field)
    runs.begin(session, started, [(entrant.number, entrant.revision_id) for entrant in field])
    if season.state is SeasonState.REVIEW:
        news.release_waits(session, season, by)
    season.state = SeasonState.RUNNING
    audits.note(session, by, "run", season, detail={"run": started.serial})
    return started


def sketch(session: Session, season: Season) -> tuple[StageCourse, list[ShownEntrant]]:
    """Play the current season in stages to its end without storing it; returns its course and field.

    Raises `SeasonRefused`.
    """
    field = entrants.numbered(session, season)
    ranking = banzuke.ranking_of(session, season, field)
    game, scoring = ruleset(season.game, season.rules_version), scoring_of(season)
    run = Run(
        season_id=season.id,
        serial=0,
        rules_version=season.rules_version,
        entries=len(field),
        inputs_digest="",
        ranking=ranking.kept() if ranking else None,
        pairings=_pairings(season, field),
        rulings=season.rulings,
    )
    builds = [build_of(game.slug, game.rules_version, each.build) for each in field]
    course = courses.course_of(session, season, run, scoring, field, builds)
    for _ in courses.play(course, game, builds):
        pass
    return course, field


def _battles(
    session: Session,
    season: Season,
    field: Sequence[ShownEntrant],
    pairings: Sequence[Sequence[int]] | None = None,
) -> int:
    """How many battles this field has; in stages about as many."""
    if season.stages:
        return courses.battles_of(courses.plans_of(season), len(field), pairings)
    is_apart = sides_of(season).apart
    return battles(sides_of_field(session, season, field) if is_apart else range(len(field)))


def _pairings(season: Season, field: Sequence[ShownEntrant]) -> list[list[int]] | None:
    """The pairings by hand of a season that has some, without those who never were there.

    Raises `SeasonRefused` if they are missing; in a season of the first proof also if they name who is out.
    """
    if not any(plan.kind.by_hand for plan in courses.plans_of(season)):
        return None
    there = {entrant.number for entrant in field}
    found = season.pairings or []
    if season.proof > 1:
        found = [each for each in found if there.issuperset(each[1:])]
    if len(there) < 2:
        return []
    if not found or not {number for _, *pair in found for number in pair} <= there:
        raise SeasonRefused([Problem("pairings-missing", season=season.slug)])
    return found


def waits_for_matches(session: Session, run: Run) -> bool:
    """Whether matches that decide its outcomes are still open, or not made yet."""
    return not matches.is_over(session, session.get_one(Season, run.season_id))


def _take_over(
    session: Session, season: Season, started: Run, field: Sequence[ShownEntrant]
) -> None:
    """Let the run build upon the last finished one, if that had the same rules and other inputs."""
    basis = runs.latest_finished(session, season)
    if (
        basis is None
        or basis.rules_version != started.rules_version
        or basis.inputs_digest == started.inputs_digest
    ):
        return
    order = order_of(field, entrants.of_run(session, basis))
    started.basis_id, started.taken_over = basis.id, len(order.earlier)


def narrow(session: Session, season: Season) -> None:
    """Take entrants who no longer take part out of the run under way, which has no outcomes yet."""
    run = runs.latest(session, season)
    if not run or run.digest:
        raise LookupError(f"the season {season.slug} has no run under way")
    session.flush()
    staying = {entrant.number for entrant in entrants.numbered(session, season)}
    runs.drop(session, run, staying)
    field = entrants.of_run(session, run)
    run.entries = len(field)
    run.battles = _battles(session, season, field, run.pairings)
    run.left = [*matches.left(session, season).values()]
    run.rulings = season.rulings
    ranking = Ranking.of(run.ranking) if run.ranking else None
    run.inputs_digest = _inputs_digest(
        session, season, run.rules_version, field, ranking, run.pairings
    )


def _inputs_digest(
    session: Session,
    season: Season,
    rules_version: str,
    field: Sequence[ShownEntrant],
    ranking: Ranking | None = None,
    pairings: Sequence[Sequence[int]] | None = None,
) -> str:
    scoring, lines = scoring_of(season), map(line, field)
    if season.stages:
        bound = courses.bound(session, season, field, ranking, pairings)
        return stages_inputs_digest(rules_version, scoring, lines, bound)
    if sides_of(season).apart:
        sides = {"sides": season.sides, "of": sides_of_field(session, season, field)}
        return sides_inputs_digest(rules_version, scoring, lines, sides)
    return inputs_digest(rules_version, scoring, lines)


def resume(session: Session, run_id: int) -> RunInProgress:
    """Load the run at the point where it stopped. Raises `RulesNotInstalled`."""
    run = session.get_one(Run, run_id)
    season = session.get_one(Season, run.season_id)
    game = ruleset(season.game, run.rules_version)
    field = entrants.of_run(session, run)
    if season.stages:
        builds = [build_of(game.slug, game.rules_version, each.build) for each in field]
        course = courses.course_of(session, season, run, scoring_of(season), field, builds)
        return RunInProgress(season, run, field, Order(()), [], [], course=course)
    basis = entrants.of_run(session, runs.basis(session, run))
    order = order_of(field, basis)
    earlier = [basis[place].outcomes or b"" for place in order.earlier]
    fresh = (field[place].outcomes or b"" for place in order.places[: order.fresh])
    halves = [*takewhile(bool, fresh)]
    decided = outcomes.decided(session, season, game)
    sides = sides_of_field(session, season, field) if sides_of(season).apart else ()
    return RunInProgress(season, run, field, order, halves, earlier, decided, sides=sides)


def play(
    at: RunInProgress, compute: str = LOCAL, alone: Callable[[], object] = lambda: None
) -> Iterator[Block]:
    """Play the rest and yield each block, which the caller stores.

    `alone` is called if the cluster has no worker; from then on the run is played here. Raises
    `ComputeUnavailable`.
    """
    if at.decided is not None:
        yield from _decided(at, at.decided)
        return
    where = LOCAL if at.run.alone_since else compute
    pinned = ruleset(at.season.game, at.run.rules_version)
    if at.course and pinned.match:
        return  # its matches have been played, and what they came to is kept
    if at.course:
        yield from courses.play(at.course, pinned, _builds(at), where, alone)
        return
    game, rules, places = at.season.game, at.run.rules_version, at.order.places
    builds = [build_of(game, rules, at.field[place].build) for place in places]
    todo = range(len(at.halves), at.order.fresh)
    for rows, played in play_blocks(game, rules, builds, todo, where, alone):
        block = {
            at.field[places[row]].number: runs.packed(half)
            for row, half in zip(rows, played, strict=True)
        }
        yield block
        at.halves.extend(block.values())


def _builds(at: RunInProgress) -> list[Build]:
    return [build_of(at.season.game, at.run.rules_version, each.build) for each in at.field]


def keep(session: Session, at: RunInProgress, block: Block) -> None:
    """Keep a block that was played."""
    if isinstance(block, Mapping):
        runs.keep(session, at.run, block)
    else:
        courses.keep(session, at.run, block)


def _decided(at: RunInProgress, decided: Outcomes) -> Iterator[Mapping[int, bytes]]:
    """The outcomes of matches that are over, at once."""
    ids = [entrant.entry_id for entrant in at.field]
    block = {
        entrant.number: runs.packed(outcomes.half(decided, entrant.entry_id, ids[place + 1 :]))
        for place, entrant in enumerate(at.field)
    }
    del at.halves[:]
    yield block
    at.halves.extend(block.values())


def progress(session: Session, run: Run, now: datetime) -> RunProgress:
    """How far the run is, and when it is done if it goes on as fast as since it was claimed."""
    of, taken_over = runs.to_play(run), runs.taken_over(run)
    played = of if run.digest else runs.played(session, run)
    lately = played - run.claimed_with
    if run.claimed_at is None or lately <= 0:
        return RunProgress(played, of, taken_over)
    left = max(now - run.claimed_at, timedelta(0)) * ((of - played) / lately)
    return RunProgress(played, of, taken_over, left)


def conclude(at: RunInProgress) -> Conclusion:
    """Check a completely played run and compute its digest. Raises `ResultsDiffer` if a spot check fails."""
    if at.course:
        return _conclude_course(at, at.course)
    outcomes: list[bytes] = []
    met = 0
    without = apart(at.sides) if at.sides else None

    def halves() -> Iterator[bytes]:
        nonlocal met
        for played in rows(at.order, at.halves, at.earlier):
            row = without(len(outcomes), played) if without else played
            outcomes.append(runs.packed(row))
            half = row[len(outcomes) :]
            met += len(half) - half.count(NOT_PLAYED)
            yield half

    scoring = scoring_of(at.season)
    digest = result_digest(at.run.rules_version, scoring, map(line, at.field), halves())
    spot_check(at, outcomes)
    return Conclusion(digest, tuple(outcomes), met)


def _conclude_course(at: RunInProgress, course: StageCourse) -> Conclusion:
    outcomes = [runs.packed(bytes(row)) for row in courses.table(course)]
    numbers = [entrant.number for entrant in at.field]
    digest = stages_digest(at.run.inputs_digest, courses.lines(course, numbers))
    battles = sum(1 for results in course.results.values() for _ in fought(results))
    spot_check(at, outcomes)
    return Conclusion(digest, tuple(outcomes), battles)


def spot_check(at: RunInProgress, outcomes: Sequence[bytes]) -> None:
    """Play a drawn sample again by the reference; half of it are battles of fresh entries.

    Raises `ResultsDiffer` naming each pair. What matches came to stands in their records, and in a
    call for cards nothing is fought.
    """
    game, field = ruleset(at.season.game, at.run.rules_version), at.field
    if game.match or game.makes or len(field) < 2:
        return
    draw = random.Random(at.run.inputs_digest)
    everyone = range(len(field))
    fresh = at.order.places[: at.order.fresh] or everyone
    problems = []
    met = _met(at.course) if at.course else []
    for turn in range(SPOT_CHECKS if met or not at.course else 0):
        if met:
            i, j = draw.choice(met)
        else:
            i = draw.choice(fresh if turn % 2 else everyone)
            j = draw.choice(everyone[:-1])
            j += j >= i  # an entry does not meet itself
            if at.sides and at.sides[i] == at.sides[j]:
                continue
        battle = game.play(
            *(build_of(game.slug, game.rules_version, field[place].build) for place in (i, j))
        )
        expected = outcome_byte(battle.winner, game.reasons.index(battle.reason))
        if zlib.decompress(outcomes[i])[j] != expected:
            one, other = str(field[i].number), str(field[j].number)
            problems.append(Problem("battle-differs", one=one, other=other))
    if problems:
        raise ResultsDiffer(dict.fromkeys(problems))


def _met(course: StageCourse) -> list[tuple[int, int]]:
    """The pairs that have met in some stage."""
    every = (each for results in course.results.values() for each in fought(results))
    return [(each.first, each.second) for each in every if each.second is not None]


def finish(session: Session, slug: str, concluded: Conclusion, now: datetime) -> Run:
    """Store the results, and put the season under review.

    Entries and digests of earlier, unpublished runs stay, so that each can be played again. Raises
    `ResultsDiffer` if the same inputs once gave another result.
    """
    season = seasons.locked(session, slug)
    finished = runs.latest(session, season)
    if finished and finished.digest:
        return finished  # another process was faster
    require(season, SeasonState.RUNNING)
    if not finished:
        raise LookupError(f"the season {slug} is running without a run")
    for earlier in runs.with_inputs(session, finished):
        if earlier.digest != concluded.digest:
            run, before = str(earlier.serial), earlier.digest or ""
            raise ResultsDiffer(
                [Problem("run-differs", run=run, before=before, digest=concluded.digest)]
            )
    runs.keep_all(session, finished, concluded.outcomes)
    acts = audits.of_season(session, season)
    runs.let_go(session, finished, [act.detail["run"] for act in acts if act.act == "publish"])
    finished.digest = concluded.digest
    finished.battles = concluded.battles
    finished.finished_at = now
    season.state = SeasonState.REVIEW
    return finished


def halt(session: Session, slug: str, refusal: ResultsDiffer, now: datetime) -> Run:
    """Halt the run with its reason, and close the season again, so that it can be played again."""
    season = seasons.locked(session, slug)
    require(season, SeasonState.RUNNING)
    halted = runs.latest(session, season)
    if not halted:
        raise LookupError(f"the season {slug} is running without a run")
    halted.halted_at = now
    halted.problems = [problem.plain() for problem in refusal.problems]
    season.state = SeasonState.CLOSED
    steps.leave(session, season, StepKind.RUN)
    audits.note(session, Organiser("run", now), "halt", season, detail={"run": halted.serial})
    return halted


def why_halted(run: Run) -> list[Problem]:
    """The problems by which the results of a halted run were contradicted."""
    return [Problem.of(each) for each in run.problems]


def order_of(field: Sequence[ShownEntrant], basis: Sequence[ShownEntrant]) -> Order:
    """How to play the field, when the basis has been played: an entry with the same build is not fresh."""
    known = {(entrant.entry_id, entrant.build): place for place, entrant in enumerate(basis)}
    stood = [known.get((entrant.entry_id, entrant.build)) for entrant in field]
    fresh = [place for place, before in enumerate(stood) if before is None]
    others = [place for place, before in enumerate(stood) if before is not None]
    return Order((*fresh, *others), tuple(before for before in stood if before is not None))


def rows(
    order: Order, halves: Sequence[bytes], earlier: list[bytes], at_a_time: int = AT_A_TIME
) -> Iterator[bytes]:
    """Each entry's outcomes against all others from its own view, in the order of the field.

    `halves` are those of the fresh against all after them, packed. About `at_a_time` outcomes are
    unpacked together. Those from `earlier` are released once taken, since a large table needs much
    memory.
    """
    count = len(order.places)
    place_of = {place: i for i, place in enumerate(order.places)}
    back = [place_of[place] for place in range(count)]
    put_back = _selecting(back)
    taken = _selecting(order.earlier)
    height = max(at_a_time // max(count, 1), 1)
    for start in range(0, count, height):
        strip = back[start : start + height]
        # Of the fresh and of the others, each by themselves, neighbours in the field are neighbours in the order.
        fresh = _strip([i for i in strip if i < order.fresh], count, halves)
        others = _strip([i for i in strip if i >= order.fresh], count, halves)
        for i in strip:
            if i < order.fresh:
                row = next(fresh)
            else:
                at = i - order.fresh
                before, earlier[at] = earlier[at], b""
                row = next(others)[: order.fresh] + taken(zlib.decompress(before))
            yield put_back(row)


def _strip(those: Sequence[int], count: int, halves: Sequence[bytes]) -> Iterator[bytes]:
    """The rows of these neighbours, as far as the halves tell them."""
    if not those:
        return
    first, last = those[0], those[-1]
    table = bytearray([NOT_PLAYED]) * (len(those) * count)
    for i, half in enumerate(map(zlib.decompress, halves[: last + 1])):
        if i >= first:
            table[(i - first) * count + i + 1 : (i - first + 1) * count] = half
        below = max(i + 1, first)
        if below <= last:
            seen = exchanged(half[below - i - 1 : last - i])
            table[(below - first) * count + i :: count] = seen
    for start in range(0, len(table), count):
        yield bytes(table[start : start + count])


def _selecting(places: Sequence[int]) -> Callable[[bytes | bytearray], bytes]:
    """A function that takes these places out of a row. Neighbours that stay neighbours are taken in one piece."""
    pieces: list[slice] = []
    for place in places:
        if pieces and pieces[-1].stop == place:
            pieces[-1] = slice(pieces[-1].start, place + 1)
        else:
            pieces.append(slice(place, place + 1))
    return lambda row: b"".join([row[piece] for piece in pieces])


def line(entrant: ShownEntrant) -> DigestLine:
    """An entry as digests see it."""
    return DigestLine(entrant.number, entrant.build, entrant.name)
