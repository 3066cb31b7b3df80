"""How much work waits, and for how long: if it waits too long, no worker is doing it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, func, select
from sqlmodel.sql.expression import SelectOfScalar

from app.store import mails
from app.store.tables import LetterState, Mail, MailState, Run, Season, SeasonState
from app.store.work import heartbeats, outbox


@dataclass(frozen=True, slots=True)
class Backlog:
    """The waiting work of a site at one moment."""

    letters: Mapping[LetterState, int]
    """The number of letters in each state, including zeros."""
    letters_wait: timedelta
    mails: int
    """The number of unread mails."""
    mail_waits: timedelta
    writers: int
    """The number of players who wait for an organiser's answer."""
    runs: int
    """The number of running runs."""
    halted: int
    """The number of seasons halted because their newest run contradicted itself."""
    worker_silent: timedelta | None
    """How long no worker has been heard of; None if none is missing."""

    @property
    def leaving(self) -> int:
        """The letters in a worker's hands."""
        return self.letters[LetterState.CLAIMED] + self.letters[LetterState.SENDING]


def look(session: Session, *, now: datetime) -> Backlog:
    """The whole backlog now."""
    unread = select(func.count(col(Mail.id))).where(Mail.state == MailState.NEW)
    is_run = Season.state == SeasonState.RUNNING, ~col(Season.of_duel)
    under_way = select(func.count(col(Season.id))).where(*is_run)
    return Backlog(
        letters=outbox.counts(session),
        letters_wait=letters_wait(session, now=now),
        mails=session.exec(unread).one(),
        mail_waits=mail_waits(session, now=now),
        writers=mails.count_writers(session),
        runs=session.exec(under_way).one(),
        halted=session.exec(_halted()).one(),
        worker_silent=heartbeats.silence(session, "jobs", now),
    )


def letters_wait(session: Session, *, now: datetime) -> timedelta:
    """How long the oldest letter that may leave has been due; zero if there is none."""
    return _since(outbox.due_since(session, now=now), now)


def mail_waits(session: Session, *, now: datetime) -> timedelta:
    """How long the oldest unread mail has waited; zero if there is none."""
    oldest = select(func.min(Mail.received_at)).where(Mail.state == MailState.NEW)
    return _since(session.exec(oldest).one(), now)


def _since(moment: datetime | None, now: datetime) -> timedelta:
    return max(now - moment, timedelta(0)) if moment else timedelta(0)


def _halted() -> SelectOfScalar[int]:
    newest = select(func.max(Run.serial)).where(Run.season_id == Season.id).correlate(Season)
    return (
        select(func.count(col(Season.id)))
        .join(
            Run,
            (col(Run.season_id) == col(Season.id)) & (col(Run.serial) == newest.scalar_subquery()),
        )
        .where(Season.state == SeasonState.CLOSED, col(Run.halted_at).is_not(None))
    )
