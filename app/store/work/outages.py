"""Outages: times in which a door of the site accepted nothing, and whether deadlines were extended for them.

A door is the process for jobs (`clock`), the one for forms (`forms`), or a way in for mail.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, func, select

from app.clock import CLOCK, Clock
from app.store.rows import add_if_new, sound
from app.store.tables import Door, Outage
from app.store.work import heartbeats
from app.store.work.heartbeats import What

SHORT: Final = timedelta(minutes=10)
"""No deadline moves for a shorter outage: a process may be busy or restarting for that long.

By then a mail server has retried what it could not deliver.
"""
SILENT: Final = timedelta(seconds=15)
"""A door is away if it has not been heard of for this long."""
MISSED_FOR: Final = timedelta(days=1)
"""The longest that anything waits for a door to come back, since it may have been closed for good."""
_AWAITED: Final[tuple[What, ...]] = ("forms", "listen", "imap")


def beat(
    session: Session,
    door: What,
    clock: Clock = CLOCK,
    *,
    least: timedelta = SILENT,
    is_missed: bool = True,
) -> None:
    """Note that the door is open now; an outage before is stored if it was longer than `least`.

    `is_missed`: deadlines move by the outage if it was long.
    """
    now, silence = clock.now(), heartbeats.away(session, door, clock)
    if silence and silence > least:
        made_up_at = None if is_missed and silence > SHORT else now
        noted = Outage(door=door, began_at=now - silence, ended_at=now, made_up_at=made_up_at)
        add_if_new(session, noted)
    heartbeats.beat(session, door, clock)


def pending(session: Session) -> list[Outage]:
    """The outages without an extension so far, in order."""
    statement = select(Outage).where(col(Outage.made_up_at).is_(None))
    return sound(session, statement.order_by(col(Outage.began_at)), col(Outage.id))


def length(session: Session, outage: Outage) -> timedelta:
    """Its length without the parts that other outages have covered."""
    done = select(func.max(Outage.ended_at)).where(col(Outage.made_up_at) > Outage.ended_at)
    last: datetime | None = session.exec(done.where(Outage.ended_at <= outage.ended_at)).one()
    return outage.ended_at - max(outage.began_at, last or outage.began_at)


def gaps(session: Session, door: What, since: datetime) -> list[tuple[datetime, datetime]]:
    """The outages of the door that ended after this moment."""
    found = select(Outage.began_at, Outage.ended_at)
    return [*session.exec(found.where(Outage.door == door, Outage.ended_at > since))]


def may_hold(session: Session, until: datetime, now: datetime) -> bool:
    """Whether mail or a form from before this moment may still arrive: a door was away then, and is still away or has
    just come back.
    """
    back = select(Outage.id).where(
        Outage.door == "listen", Outage.began_at <= until, Outage.ended_at > now - SHORT
    )
    seen = [heartbeats.last(session, each, now) for each in _AWAITED]
    is_away = now < until + MISSED_FOR and any(
        at and until - MISSED_FOR < at <= until and now - at > SILENT for at in seen
    )
    return is_away or bool(pending(session) or session.exec(back.limit(1)).first())


def compare(session: Session, door: What, off: timedelta, now: datetime) -> None:
    """Note how far the clock of the server at this door differs from ours, by a mail that came at once. The smallest
    difference of an hour counts.
    """
    row = session.get(Door, door)
    if not row or abs(off.total_seconds()) <= abs(row.off) or now - row.at > timedelta(hours=1):
        session.merge(Door(name=door, off=off.total_seconds(), at=now))


def off(session: Session, door: What) -> timedelta:
    """How far its clock differed from ours at the last comparison; zero if there was none."""
    row = session.get(Door, door)
    return timedelta(seconds=row.off if row else 0)
