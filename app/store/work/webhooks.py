"""Webhooks, and the messages that wait for them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import func
from sqlmodel import Session, col, select, update
from sqlmodel.sql.expression import SelectOfScalar

from app.store import moments
from app.store.rows import add_if_new, sound
from app.store.tables import Delivery, DeliveryState, Season, Webhook

LEASE: Final = timedelta(minutes=2)
"""How long a message in a worker's hands is left to it."""
LONGEST: Final = timedelta(days=1)
"""The longest time for which a message is put off at once."""


def standing(session: Session) -> Sequence[Webhook]:
    """Every webhook that has not ended, the first first."""
    found = select(Webhook).where(col(Webhook.ended_at).is_(None)).order_by(col(Webhook.id))
    return sound(session, found, col(Webhook.id))


def find(session: Session, number: int) -> Webhook | None:
    """The webhook with this number, if it has not ended."""
    found = session.get(Webhook, number)
    return found if found and not found.ended_at else None


def write(
    session: Session,
    webhook: Webhook,
    event: str,
    key: str,
    content: dict[str, Any],
    *,
    now: datetime,
    season: Season | None = None,
) -> bool:
    """Queue the message for the webhook, once for this key; returns whether it is new."""
    message = Delivery(
        webhook_id=webhook.id,
        season_id=season.id if season else None,
        key=key,
        event=event,
        content=content,
        at=now,
        due_at=now,
    )
    return add_if_new(session, message)


def any_due(session: Session, *, now: datetime) -> bool:
    """Whether a message is due."""
    return session.exec(_due(session, now).limit(1)).first() is not None


def _due(session: Session, now: datetime) -> SelectOfScalar[int]:
    """The first waiting message of each webhook, if it is due: a webhook hears of events in order."""
    firsts = select(func.min(Delivery.id)).where(col(Delivery.state) == DeliveryState.DUE)
    return (
        select(Delivery.id)
        .join(Webhook)
        .where(
            col(Delivery.id).in_(firsts.group_by(col(Delivery.webhook_id))),
            moments.has_come(col(Delivery.due_at), moments.shared(session, now), LONGEST),
            col(Webhook.ended_at).is_(None),
        )
        .order_by(col(Delivery.id))
    )


def claim(session: Session, *, now: datetime) -> list[tuple[Webhook, Delivery]]:
    """Claim every due message until its lease ends, each with its webhook. An unreadable one is given up."""
    due = [*session.exec(_due(session, now).with_for_update(of=Delivery, skip_locked=True))]
    these = col(Delivery.id).in_(due)
    statement = select(Webhook, Delivery).join(Delivery).where(these).order_by(col(Delivery.id))
    claimed: list[tuple[Webhook, Delivery]] = sound(session, statement, col(Delivery.id))
    for _, message in claimed:
        message.attempts += 1
        message.due_at = moments.shared(session, now) + LEASE
    unread = {*due} - {message.id for _, message in claimed}
    session.exec(
        update(Delivery)
        .where(col(Delivery.id).in_(unread))
        .values(
            state=DeliveryState.GIVEN_UP, attempts=Delivery.attempts + 1, answer="cannot be read"
        )
    )
    return claimed


def settle(
    session: Session, number: int, state: DeliveryState, answer: str, *, due_at: datetime
) -> None:
    """Store the state of the message and the answer; one that is still due is tried again then."""
    message = session.get_one(Delivery, number)
    message.state, message.answer, message.due_at = state, answer, due_at


def end(session: Session, webhook: Webhook, *, now: datetime) -> None:
    """End the webhook; its waiting messages are given up."""
    webhook.ended_at = now
    waiting = (col(Delivery.webhook_id) == webhook.id, col(Delivery.state) == DeliveryState.DUE)
    session.exec(update(Delivery).where(*waiting).values(state=DeliveryState.GIVEN_UP))


def latest(session: Session, webhook: Webhook, most: int) -> Sequence[Delivery]:
    """The last messages to this webhook, the newest first."""
    of_it = select(Delivery).where(col(Delivery.webhook_id) == webhook.id)
    return session.exec(of_it.order_by(col(Delivery.id).desc()).limit(most)).all()


def is_told(session: Session, season: Season, key: str) -> bool:
    """Whether a webhook has been told of the event with this key in the season."""
    about = (col(Delivery.season_id) == season.id, col(Delivery.key) == key)
    return session.exec(select(Delivery.id).where(*about).limit(1)).first() is not None
