"""The security log of the site: sign-ins, wrong links, limits reached, requests for sealed builds.

It holds no address, no token and no build. It cannot fill the disk: an event that repeats within a minute is only
counted, and so is a flood of different events. Everything else is deleted by age.
"""

import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from random import randrange
from typing import Any, Final

from sqlmodel import Session, col, delete, func, select, update

from app.store.rows import add_if_new
from app.store.tables import SecurityNote

KEPT_FOR: Final = timedelta(days=180)
MOST_A_MINUTE: Final = 60
"""The most different notes of one event in a minute; further ones are counted in a single note."""
MOST_NOISE: Final = 100_000
"""The most rows kept of events that any visitor can cause."""

_OTHERS: Final = "others"
_log: Final = logging.getLogger("app.security")


class SecurityEvent(StrEnum):
    """The kinds of event."""

    SIGNED_IN = "signed-in"
    SIGN_IN_FAILED = "sign-in-failed"
    SIGNED_OUT = "signed-out"
    SIGNED_OUT_EVERYWHERE = "signed-out-everywhere"
    SIGN_IN_ENDED = "sign-in-ended"  # one of several, from the list of them
    CONFIRMED_AGAIN = "confirmed-again"  # a signed-in organiser has shown once more who they are
    ORGANISER_APPOINTED = "organiser-appointed"
    ORGANISER_DISMISSED = "organiser-dismissed"
    ROLE_CHANGED = "role-changed"
    SIGN_IN_ASKED_FOR = "sign-in-asked-for"  # an organiser gets a link by mail
    SECOND_FACTOR_ON = "second-factor-on"
    SECOND_FACTOR_OFF = "second-factor-off"
    SECOND_FACTOR_FAILED = "second-factor-failed"
    RECOVERY_CODE_USED = "recovery-code-used"
    TOKEN_MADE = "token-made"  # noqa: S105 - what happened
    TOKEN_ENDED = "token-ended"  # noqa: S105 - what happened
    WRONG_TOKEN = "wrong-token"  # noqa: S105 - a program showed one that is none
    WRONG_LINK = "wrong-link"
    LIMIT_HIT = "limit-hit"
    SEALED_ASKED_FOR = "sealed-asked-for"
    FOREIGN_FORM = "foreign-form"  # sent by a page of another site
    SECRET_ADDRESS_CHANGED = "secret-address-changed"  # noqa: S105 - what happened
    ENTRY_DECLINED = "entry-declined"  # its player says that it was sent in their name by another
    ERASED = "erased"
    SEASON_DELETED = "season-deleted"


_NOISE: Final = (
    SecurityEvent.SIGN_IN_FAILED,
    SecurityEvent.WRONG_TOKEN,
    SecurityEvent.WRONG_LINK,
    SecurityEvent.LIMIT_HIT,
    SecurityEvent.SEALED_ASKED_FOR,
    SecurityEvent.FOREIGN_FORM,
)
"""Events that any visitor can cause, as often as they like."""


def note(
    session: Session,
    event: SecurityEvent,
    *,
    now: datetime,
    client: str = "",
    player: int | None = None,
    season: int | None = None,
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Log the event, with a line for the machine's log, if this transaction is committed.

    `client`: a keyed digest of a network address, or a word such as `mail` or `command line`; at most 16 characters.
    `detail`: a few words or numbers, but no address, no token and no text from outside.
    """
    client = client[:16]
    minute = now.replace(second=0, microsecond=0)
    if _is_new(session, event, minute, client, player, season, detail) and (
        _in_minute(session, event, minute) >= MOST_A_MINUTE
    ):
        client, player, season, detail = _OTHERS, None, None, None
    row = SecurityNote(
        key=_key(event, minute, client, player, season, detail),
        event=event.value,
        at=now,
        last_at=now,
        client=client,
        player_id=player,
        season_id=season,
        detail=dict(detail or {}),
    )
    if not add_if_new(session, row):
        again = update(SecurityNote).where(col(SecurityNote.key) == row.key)
        session.exec(
            again.values(count=col(SecurityNote.count) + 1, last_at=now),
            execution_options={"synchronize_session": False},
        )
        return
    words = " ".join(f"{name}={value}" for name, value in facts(row).items())
    subject = {"security": event.value, "client": client}
    _log.info("%s client=%s %s", event.value, client or "-", words, extra=subject)
    if randrange(100) == 0:
        prune(session, now=now)


def latest(
    session: Session, most: int, *, offset: int = 0, player: int | None = None
) -> Sequence[SecurityNote]:
    """The newest events first; with `player`, those about them."""
    statement = select(SecurityNote).order_by(col(SecurityNote.id).desc())
    if player is not None:
        statement = statement.where(SecurityNote.player_id == player)
    return session.exec(statement.offset(offset).limit(most)).all()


def facts(note: SecurityNote) -> dict[str, Any]:
    """The player and the season of the event, and its details."""
    about = {"player": note.player_id, "season": note.season_id, **note.detail}
    return {name: value for name, value in about.items() if value is not None}


def count(session: Session) -> int:
    """How many there are."""
    return session.exec(select(func.count()).select_from(SecurityNote)).one()


def prune(session: Session, *, now: datetime) -> None:
    """Delete events older than `KEPT_FOR`, and all but the newest `MOST_NOISE` rows of noise."""
    session.exec(delete(SecurityNote).where(col(SecurityNote.at) < now - KEPT_FOR))
    newest = session.exec(select(func.max(SecurityNote.id))).one() or 0
    session.exec(
        delete(SecurityNote).where(
            col(SecurityNote.id) <= newest - MOST_NOISE, col(SecurityNote.event).in_(_NOISE)
        )
    )


def _is_new(session: Session, event: SecurityEvent, minute: datetime, *what: Any) -> bool:
    key = _key(event, minute, *what)
    return session.exec(select(SecurityNote.id).where(SecurityNote.key == key)).first() is None


def _in_minute(session: Session, event: SecurityEvent, minute: datetime) -> int:
    within = select(func.count()).where(
        col(SecurityNote.at) >= minute,
        col(SecurityNote.at) < minute + timedelta(minutes=1),
        col(SecurityNote.event) == event.value,
    )
    return session.exec(within).one()


def _key(event: SecurityEvent, minute: datetime, *what: Any) -> str:
    words = json.dumps([event.value, minute.timestamp(), *what], sort_keys=True, default=str)
    return hashlib.sha256(words.encode()).hexdigest()
