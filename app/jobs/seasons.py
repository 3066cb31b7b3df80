"""Seasons move on: played block by block, so that a killed run goes on where it was."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlmodel import Session

from app.games import ruleset
from app.jobs.inbox import read_new
from app.league import closing, running
from app.league.battling import play_blocks
from app.mail.answering import Desk
from app.store import run_claims, runs, seasons
from app.store.audits import Organiser
from app.store.database import Database
from app.store.tables import Run


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: battles played, and all there are to play."""

    battles: int
    of: int


@dataclass(frozen=True, slots=True)
class _Claimed:
    """A run that is ours to play."""

    id: int
    slug: str
    token: str


def run(database: Database, slug: str, by: Organiser) -> Iterator[Progress]:
    """Play the season from where it was left; at the end it is under review.

    Every block is committed when it is done. A worker that plays it already leaves it to us.
    Raises `SeasonRefused` if the season is not closed or fewer than two take part, `ResultsDiffer`
    if a spot check or an earlier run contradicts.
    """
    now = datetime.now(UTC)
    with database.writing() as session:
        started = running.start(session, slug, by)
        token = run_claims.claim(session, started.id, now=now, by_force=True)
    if token:
        yield from _play(database, _Claimed(started.id, slug, token))


class RunsUnderWay:
    """The worker's job: a block of a run that somebody has started, in each turn; no two workers play one run."""

    def __init__(self) -> None:
        self._playing: Generator[Progress] | None = None

    def __call__(self, database: Database, now: datetime) -> bool:
        """Tells whether there was a run."""
        if not self._playing:
            claimed = _claim_one(database, now)
            self._playing = _play(database, claimed) if claimed else None
        if not self._playing:
            return False
        try:
            is_over = next(self._playing, None) is None
        except Exception:
            self._playing = None
            raise
        if is_over:
            self._playing = None
        return True

    def close(self) -> None:
        """What is being played is left to others."""
        if self._playing:
            self._playing.close()
            self._playing = None


def _claim_one(database: Database, now: datetime) -> _Claimed | None:
    with database.reading() as session:
        waiting = run_claims.waiting(session, now=now)
    for id, slug in waiting:
        with database.writing() as session:
            token = run_claims.claim(session, id, now=now)
        if token:
            return _Claimed(id, slug, token)
    return None


def _play(database: Database, claimed: _Claimed) -> Generator[Progress]:
    """Block after block, as long as the run is ours. Left before its end, it is free for others at once."""
    try:
        yield from _blocks(database, claimed)
    except GeneratorExit:
        with database.writing() as session:
            run_claims.release(session, claimed.id, claimed.token)
        raise


def _blocks(database: Database, claimed: _Claimed) -> Generator[Progress]:
    with database.reading() as session:
        under_way = session.get_one(Run, claimed.id)
        game = ruleset(seasons.by_slug(session, claimed.slug).game)
        taking_part = runs.participants(session, under_way)
        known = runs.outcomes(session, under_way)
    builds = [game.read_build(participant.revision.build) for participant in taking_part]
    numbers = [participant.number for participant in taking_part]
    first = next((row for row, half in enumerate(known) if half is None), len(known))
    yield _progress(len(builds), first)
    for rows, halves in play_blocks(game.slug, builds, first):
        with database.writing() as session:
            if not _is_ours(session, claimed):
                return
            runs.keep(session, under_way, [numbers[row] for row in rows], halves)
        yield _progress(len(builds), rows.stop)
    with database.writing() as session:
        if _is_ours(session, claimed):
            running.finish(session, claimed.slug, datetime.now(UTC))


def _is_ours(session: Session, claimed: _Claimed) -> bool:
    return run_claims.renew(session, claimed.id, claimed.token, now=datetime.now(UTC))


def _progress(entries: int, rows: int) -> Progress:
    """The battles in so many first rows of the table."""
    left = entries - rows
    total = entries * (entries - 1) // 2
    return Progress(total - left * (left - 1) // 2, total)


def close_due(at: Desk, database: Database, now: datetime) -> bool:
    """Close every season whose deadline has passed, once its mail has been read; whether there was one."""
    with database.reading() as session:
        due = [
            each.slug
            for each in seasons.open_ones(session)
            if each.closes_at and each.closes_at <= now
        ]
    if due:
        list(read_new(database, at))
    for slug in due:
        with database.writing() as session:
            closing.close(session, slug, Organiser("timetable", now))
    return bool(due)
