"""Claim runs, and store their outcomes block by block. A killed run continues where it was."""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from sqlmodel import Session

from app import clock
from app.errors import ResultsDiffer
from app.jobs.fences import attempt
from app.league.results import runs as league_runs
from app.league.results.runs import RunProgress
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Run
from app.store.work import run_claims
from app.tournament.executors import LOCAL, LOOK_SECONDS


@dataclass(frozen=True, slots=True)
class _Claimed:
    """A run that is ours to play."""

    id: int
    slug: str
    token: str


def run(
    database: Database, slug: str, by: Organiser, compute: str = LOCAL
) -> Generator[RunProgress]:
    """Play the season from where it was left; at the end it is under review.

    Every block is committed when it is done. A worker that plays it already leaves it to us. Where it is played by
    matches, they begin, and the run goes on by itself when all are over.
    Raises `SeasonRefused` if the season is not closed or fewer than two take part, `ResultsDiffer` if a
    spot check or an earlier run contradicts: then it is closed again. Raises `ComputeUnavailable`.
    """
    now = clock.now()
    with database.writing() as session:
        started = league_runs.start(session, slug, by)
        if league_runs.waits_for_matches(session, started):
            return
        token = run_claims.claim(session, started.id, now=now, by_force=True)
    if token:
        yield from _play(database, _Claimed(started.id, slug, token), compute)
        with database.reading() as session:
            played = session.get_one(Run, started.id)
            so_far = league_runs.progress(session, played, clock.now())
        yield so_far


class RunsUnderWay:
    """The worker's job: a block of a run under way, in each turn; no two workers play one run."""

    def __init__(self, compute: str = LOCAL) -> None:
        self._compute = compute
        self._slug = ""
        self._playing: Generator[RunProgress] | None = None

    def __call__(self, database: Database, now: datetime) -> bool:
        """Tells whether there was a run."""
        if not self._playing:
            claimed = _claim_one(database, now)
            if not claimed:
                return False
            self._slug = claimed.slug
            self._playing = _play(database, claimed, self._compute)
        playing, self._playing = self._playing, None
        if attempt(database, f"the run of {self._slug}", now, partial(next, playing, None)):
            self._playing = playing
        return True

    def close(self) -> None:
        """Leave the current run to other workers."""
        if self._playing:
            self._playing.close()
            self._playing = None


def _claim_one(database: Database, now: datetime) -> _Claimed | None:
    def claim(id: int, slug: str) -> _Claimed | None:
        with database.writing() as session:
            token = run_claims.claim(session, id, now=now)
        return _Claimed(id, slug, token) if token else None

    with database.reading() as session:
        waiting = run_claims.waiting(session, now=now)
    claimed = (attempt(database, f"the run of {it[1]}", now, partial(claim, *it)) for it in waiting)
    return next(filter(None, claimed), None)


def _play(database: Database, claimed: _Claimed, compute: str) -> Generator[RunProgress]:
    """Block after block, as long as the run is ours. Left before its end, it is free for others at once."""
    try:
        yield from _blocks(database, claimed, compute)
    except ResultsDiffer as refusal:
        with database.writing() as session:
            if _is_ours(session, claimed):
                league_runs.halt(session, claimed.slug, refusal, clock.now())
        raise
    finally:
        with database.writing() as session:
            run_claims.release(session, claimed.id, claimed.token)


def _blocks(database: Database, claimed: _Claimed, compute: str) -> Generator[RunProgress]:
    with database.reading() as session:
        at = league_runs.resume(session, claimed.id)
        so_far = league_runs.progress(session, at.run, clock.now())
    yield so_far
    for block in league_runs.play(at, compute, partial(_note_alone, database, claimed)):
        with database.writing() as session:
            if not _is_ours(session, claimed):
                return
            league_runs.keep(session, at, block)
            so_far = league_runs.progress(session, at.run, clock.now())
        yield so_far
    with ThreadPoolExecutor(1) as thread:
        concluding = thread.submit(league_runs.conclude, at)
        while wait([concluding], LOOK_SECONDS).not_done:
            with database.writing() as session:
                _is_ours(session, claimed)
            yield so_far
    with database.writing() as session:
        if _is_ours(session, claimed):
            league_runs.finish(session, claimed.slug, concluding.result(), clock.now())


def _note_alone(database: Database, claimed: _Claimed) -> None:
    """The run says that this machine plays it, for an organiser who looks for the work of a cluster."""
    with database.writing() as session:
        if _is_ours(session, claimed):
            run_claims.note_alone(session, claimed.id, now=clock.now())


def _is_ours(session: Session, claimed: _Claimed) -> bool:
    return run_claims.renew(session, claimed.id, claimed.token, now=clock.now())
