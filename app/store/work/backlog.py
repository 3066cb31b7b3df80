"""How much work there is, and how long it has been waiting: where it waits too long, no worker does it."""

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
    """The work of a site at one moment."""

    letters: Mapping[LetterState, int]
    """How many there are in each state; a state without any is among them."""
    letters_wait: timedelta
    mails: int
    """How many have come in and are not read."""
    mail_waits: timedelta
    writers: int
    """How many people wait for an organiser to answer."""
    runs: int
    """How many are under way."""
    halted: int
    """How many seasons wait for an organiser since their newest run contradicted itself."""
    worker_silent: timedelta | None
    """For how long no worker has been heard of; None if none is missed."""

    @property
    def leaving(self) -> int:
        """Letters that a worker has in hand."""
        return self.letters[LetterState.CLAIMED] + self.letters[LetterState.SENDING]


def look(session: Session, *, now: datetime) -> Backlog:
    """All of it."""
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
    """For how long the oldest letter has been due that may leave; zero if none is."""
    return _since(outbox.due_since(session, now=now), now)


def mail_waits(session: Session, *, now: datetime) -> timedelta:
    """For how long the oldest mail has not been read; zero if there is none."""
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
