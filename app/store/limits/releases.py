"""Letters that wait for a budget, and those released within a day."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, and_, func
from sqlalchemy.orm import joinedload
from sqlmodel import Session, SQLModel, col, delete, select

from app.store.limits import buckets
from app.store.rows import sound
from app.store.tables import Letter, LetterState, Release
from app.store.work import outbox

DAY: Final = timedelta(days=1)
"""The time that a budget covers."""
_LOCK: Final = "letters released"
_RELEASES: Final = SQLModel.metadata.tables["release"]


def lock(session: Session, *, now: datetime) -> None:
    """Lock the releasing of letters until the transaction ends."""
    buckets.take(session, _LOCK, capacity=1, refill=timedelta(seconds=1), now=now)


def is_any_waiting(session: Session, *, now: datetime) -> bool:
    """Whether a letter may be released now."""
    return session.exec(select(Letter.id).where(*_waits(now)).limit(1)).first() is not None


def waiting(session: Session, *, now: datetime, most: int) -> Sequence[Letter]:
    """The letters that may be released now with their readers, the longest due first."""
    statement = (
        select(Letter)
        .where(*_waits(now))
        .order_by(col(Letter.due_at), col(Letter.id))
        .limit(most)
        .options(joinedload(Letter.player))  # type: ignore[arg-type]
        .with_for_update(of=Letter)
    )
    return sound(session, statement, col(Letter.id))


class Leaving(NamedTuple):
    """The mailbox, domain and deliverer for which a letter is counted."""

    mailbox: str
    domain: str
    deliverer: str


def add(session: Session, letters: Sequence[Leaving], *, now: datetime) -> None:
    """Count these letters from now on."""
    if letters:
        rows = [{"at": now, **letter._asdict()} for letter in letters]
        session.connection().execute(_RELEASES.insert(), rows)


def prune(session: Session, *, before: datetime) -> None:
    """Delete releases that no longer count."""
    session.exec(delete(Release).where(col(Release.at) <= before))


def count(session: Session, *, since: datetime) -> int:
    """How many letters were released since then."""
    return session.exec(select(func.count()).where(_counts(since))).one()


def by_domain(session: Session, domains: Collection[str], *, since: datetime) -> Mapping[str, int]:
    """How many went to each of these domains since then."""
    question = select(Release.domain, func.count()).group_by(col(Release.domain))
    these = question.where(col(Release.domain).in_(domains), _counts(since))
    return dict(session.exec(these).all())


def by_mailbox(
    session: Session, mailboxes: Collection[str], *, since: datetime
) -> Mapping[tuple[str, str], int]:
    """How many went to each of these mailboxes since then, by deliverer."""
    question = select(Release.mailbox, Release.deliverer, func.count())
    these = question.where(col(Release.mailbox).in_(mailboxes), _counts(since))
    rows = session.exec(these.group_by(col(Release.mailbox), col(Release.deliverer)))
    return {(mailbox, deliverer): number for mailbox, deliverer, number in rows}


def _counts(since: datetime) -> ColumnElement[bool]:
    """The condition for releases since then, without any dated more than a day ahead by a wrong clock."""
    return and_(col(Release.at) > since, col(Release.at) <= since + 2 * DAY)


def withheld(session: Session, season_id: int | None = None) -> int:
    """The number of withheld letters, in all or about this season."""
    question = select(func.count()).where(
        col(Letter.state) == LetterState.READY, col(Letter.withheld) != ""
    )
    if season_id is not None:
        question = question.where(col(Letter.season_id) == season_id)
    return session.exec(question).one()


def _waits(now: datetime) -> list[ColumnElement[bool]]:
    return [
        col(Letter.state) == LetterState.READY,
        outbox.has_come(now),
        col(Letter.deliverer).is_not(None),
        col(Letter.released_at).is_(None),
    ]
