"""A season is played: who takes part, and what a finished run must satisfy."""

import random
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlmodel import Session

from app.engine import outcome_byte
from app.errors import Problem, ResultsDiffer, SeasonRefused
from app.games import ruleset
from app.league.battling import full_rows
from app.league.digesting import Line, inputs_digest, result_digest
from app.league.opening import require, scoring_of
from app.store import audits, entries, runs, seasons
from app.store.audits import Organiser
from app.store.runs import Participant
from app.store.tables import Run, Season, SeasonState

SPOT_CHECKS: Final = 50
"""So many battles of a run are played again by the reference."""


def start(session: Session, slug: str, by: Organiser) -> Run:
    """A run of the season as it stands; the one under way if there is one."""
    season = seasons.locked(session, slug)
    require(season, SeasonState.CLOSED, SeasonState.RUNNING, SeasonState.REVIEW)
    last = runs.latest(session, season)
    if season.state is SeasonState.RUNNING and last and last.digest is None:
        return last
    taking_part = [
        Participant(entry.number, entry.current)
        for entry in entries.of_season(session, season)
        if entry.current and entry.number
    ]
    if len(taking_part) < 2:
        raise SeasonRefused([Problem("too-few-entries", words=(str(len(taking_part)),))])
    started = Run(
        season_id=season.id,
        serial=0,
        rules_version=season.rules_version,
        entries=len(taking_part),
        inputs_digest=inputs_digest(
            season.rules_version, scoring_of(season), map(line, taking_part)
        ),
        started_at=by.now,
    )
    runs.begin(session, started, taking_part)
    season.state = SeasonState.RUNNING
    session.add(season)
    audits.note(session, by, "run", season, detail={"run": started.serial})
    return started


def finish(session: Session, slug: str, now: datetime) -> Run:
    """All blocks are there: check, digest, and put the season under review.

    Raises `ResultsDiffer` if a spot check fails, or if the same inputs once gave another result.
    """
    season = seasons.locked(session, slug)
    finished = runs.latest(session, season)
    if finished and finished.digest:
        return finished  # somebody else was faster
    require(season, SeasonState.RUNNING)
    if not finished:
        raise LookupError(f"the season {slug} is running without a run")
    taking_part = runs.participants(session, finished)
    halves = [half or b"" for half in runs.outcomes(session, finished)]
    spot_check(season, taking_part, halves, seed=finished.inputs_digest)
    finished.digest = result_digest(
        finished.rules_version, scoring_of(season), map(line, taking_part), halves
    )
    for earlier in runs.with_inputs(session, finished):
        if earlier.digest != finished.digest:
            words = (str(earlier.serial), earlier.digest or "", finished.digest)
            raise ResultsDiffer([Problem("run-differs", words=words)])
    runs.keep(session, finished, [each.number for each in taking_part], full_rows(halves))
    finished.finished_at = now
    session.add(finished)
    season.state = SeasonState.REVIEW
    session.add(season)
    return finished


def spot_check(
    season: Season, taking_part: Sequence[Participant], halves: Sequence[bytes], seed: str
) -> None:
    """Play a drawn sample again by the reference. Raises `ResultsDiffer` naming each pair."""
    game = ruleset(season.game)
    draw = random.Random(seed)
    problems = []
    for _ in range(SPOT_CHECKS):
        i, j = sorted(draw.sample(range(len(taking_part)), 2))
        home, away = taking_part[i], taking_part[j]
        battle = game.play(
            game.read_build(home.revision.build), game.read_build(away.revision.build)
        )
        expected = outcome_byte(battle.winner, game.reasons.index(battle.reason))
        if halves[i][j - i - 1] != expected:
            problems.append(Problem("battle-differs", words=(str(home.number), str(away.number))))
    if problems:
        raise ResultsDiffer(problems)


def line(participant: Participant) -> Line:
    """A participant as digests see it."""
    return Line(participant.number, participant.revision.build, participant.revision.name)
