"""Mails that came in."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import LargeBinary, bindparam, case
from sqlalchemy.orm import defer
from sqlmodel import Session, col, func, or_, select, update

from app.errors import Problem
from app.store.rows import add_all_if_new, add_if_new
from app.store.tables import METADATA, Entry, Mail, MailAction, MailState, Player, Season

_TABLE: Final = METADATA.tables["mail"]

# Put together once, since every mail asks them: that takes longer than to ask.
_IN_HAND: Final = (
    select(Mail)
    .where(col(Mail.id).in_(bindparam("numbers", expanding=True)), Mail.state == MailState.NEW)
    .order_by(col(Mail.id))
    .options(defer(Mail.raw))  # type: ignore[arg-type]
    .with_for_update()
    .execution_options(populate_existing=True)
)
_ALIKE: Final = select(Mail.identity, Mail.message_key).where(
    or_(
        col(Mail.identity).in_(bindparam("identities", expanding=True)),
        col(Mail.message_key).in_(bindparam("message_keys", expanding=True)),
    )
)
_OUTCOME: Final = ("state", "message_key", "identity", "action", "note", "player_id", "waits_since")
_WRITE_OUTCOME: Final = (
    update(_TABLE)
    .where(_TABLE.c.id == bindparam("number"))
    .values({name: bindparam(f"its_{name}") for name in _OUTCOME})
)


OUR_FAULT: Final = "our-fault"
"""The problem of a mail on which our own program failed."""
_MOST_UNCLEAR: Final = 20


class MailHead(NamedTuple):
    """A mail without its bytes."""

    id: int
    received_at: datetime
    action: MailAction | None
    note: dict[str, Any]
    player_id: int | None
    waits_since: datetime | None


def keep(session: Session, raw: bytes, now: datetime) -> Mail:
    """Store the mail with these bytes, or return the one stored before."""
    mail = Mail(raw=raw, sha256=sha256(raw).hexdigest(), received_at=now)
    if add_if_new(session, mail):
        return mail
    return session.exec(select(Mail).where(Mail.sha256 == mail.sha256)).one()


def keep_all(session: Session, arrivals: Sequence[tuple[bytes, datetime]]) -> None:
    """Store the mails with these bytes and moments, unless stored before. One statement writes them, numbered in this
    order.
    """
    rows = [
        {
            "raw": raw,
            "sha256": sha256(raw).hexdigest(),
            "received_at": at,
            "state": MailState.NEW,
            "note": {},
        }
        for raw, at in arrivals
    ]
    if rows:
        add_all_if_new(session, _TABLE, rows)


class Unread(NamedTuple):
    """An unread mail: its first bytes, and its size."""

    id: int
    raw: bytes
    size: int


def new(session: Session, *, after: int, most: int, most_bytes: int) -> Sequence[Unread]:
    """The first unread mails after this number, each cut to `most_bytes` bytes."""
    first = func.substr(Mail.raw, 1, most_bytes, type_=LargeBinary)
    statement = select(Mail.id, first, func.length(Mail.raw)).where(
        Mail.state == MailState.NEW, Mail.id > after
    )
    found = session.exec(statement.order_by(col(Mail.id)).limit(most))
    return [Unread(number, raw or b"", size) for number, raw, size in found]


def in_hand(session: Session, numbers: Sequence[int]) -> list[Mail]:
    """The unread ones of these mails in order, without their bytes, locked until the transaction ends.

    The session forgets them: `write_outcomes` writes their outcomes.
    """
    found = list(session.exec(_IN_HAND, params={"numbers": numbers}))
    for mail in found:
        session.expunge(mail)
    return found


def write_outcomes(session: Session, done: Sequence[Mail]) -> None:
    """Write the outcomes of these mails in one statement."""
    rows = [
        {"number": mail.id, **{f"its_{name}": getattr(mail, name) for name in _OUTCOME}}
        for mail in done
    ]
    if rows:
        session.connection().execute(_WRITE_OUTCOME, rows)


class Writer(NamedTuple):
    """A player whose mails wait for an organiser: how many, and since when."""

    player: Player
    mails: int
    since: datetime


def writers(session: Session) -> list[Writer]:
    """The players whose mails wait for an organiser, the longest-waiting first."""
    since = func.min(col(Mail.waits_since))
    statement = (
        select(Mail.player_id, func.count(col(Mail.id)), func.min(col(Mail.id)))
        .where(col(Mail.waits_since).is_not(None), col(Mail.player_id).is_not(None))
        .group_by(col(Mail.player_id))
        .order_by(since)
    )
    found = session.exec(statement).all()
    first = select(Mail.id, Mail.received_at).where(col(Mail.id).in_([row[2] for row in found]))
    since_of = dict(session.exec(first).all())
    return [Writer(session.get_one(Player, who), n, since_of[mail]) for who, n, mail in found]


def count_writers(session: Session) -> int:
    """The number of players whose mails wait for an organiser."""
    count = func.count(func.distinct(Mail.player_id))
    return session.exec(select(count).where(col(Mail.waits_since).is_not(None))).one()


def refused_writers(session: Session, season: Season) -> int:
    """The number of players without a valid entry in the season who have written something since its opening that
    could not be accepted.

    An entry that waits for an organiser or a place is valid.
    """
    entered = select(Entry.player_id).where(
        Entry.season_id == season.id,
        col(Entry.player_id).is_not(None),
        col(Entry.name_key).is_not(None),
    )
    count = func.count(func.distinct(Mail.player_id))
    refused = select(count).where(
        col(Mail.action).in_([MailAction.PROBLEMS, MailAction.REJECTED]),
        col(Mail.received_at) >= (season.opened_at or season.created_at),
        col(Mail.player_id).not_in(entered),
    )
    return session.exec(refused).one()


def of_player(session: Session, player: Player, most: int) -> list[Mail]:
    """The latest mails of this player that have been read, newest first, without their bytes."""
    statement = select(Mail).options(defer(Mail.raw))  # type: ignore[arg-type]
    mine = (Mail.player_id == player.id, Mail.state == MailState.DONE)
    return list(session.exec(statement.where(*mine).order_by(col(Mail.id).desc()).limit(most)))


def settle(session: Session, player: Player, until: int) -> list[Mail]:
    """Mark this player's mails up to this one as settled for organisers; returns them, oldest first."""
    statement = select(Mail).options(defer(Mail.raw)).with_for_update()  # type: ignore[arg-type]
    waiting = statement.where(
        Mail.player_id == player.id, Mail.id <= until, col(Mail.waits_since).is_not(None)
    )
    found = list(session.exec(waiting.order_by(col(Mail.id))))
    for mail in found:
        mail.waits_since = None
    return found


def unread(session: Session, until: datetime) -> int:
    """The number of unread mails received until then."""
    statement = select(func.count(col(Mail.id))).where(
        Mail.state == MailState.NEW, Mail.received_at <= until
    )
    return session.exec(statement).one()


def set_aside(session: Session, number: int, note: dict[str, Any]) -> bool:
    """Set an unread mail aside because of a fault of ours that the note names; returns whether it was unread. Nothing
    else of it is read.
    """
    done = session.exec(
        update(Mail)
        .where(col(Mail.id) == number, col(Mail.state) == MailState.NEW)
        .values(state=MailState.DONE, action=MailAction.REJECTED, note=note),
        execution_options={"synchronize_session": False},
    )
    return done.rowcount == 1


def set_old(session: Session, raw: bytes) -> None:
    """List the mail with these bytes for organisers if it is unread; it is never answered."""
    session.exec(
        update(Mail)
        .where(col(Mail.sha256) == sha256(raw).hexdigest(), col(Mail.state) == MailState.NEW)
        .values(
            state=MailState.DONE,
            action=MailAction.IGNORED,
            note={"problems": [Problem("mail-old").plain()]},
        ),
        execution_options={"synchronize_session": False},
    )


def release(session: Session, numbers: Sequence[int] = ()) -> list[int]:
    """Make mails unread again that a fault of ours has set aside: all, or those with these numbers.

    Returns their numbers. Their arrival times stay: a mail that was in time still is.
    """
    statement = select(Mail).where(Mail.action == MailAction.REJECTED, Mail.state == MailState.DONE)
    if numbers:
        statement = statement.where(col(Mail.id).in_(numbers))
    aside = [
        mail
        for mail in session.exec(statement.order_by(col(Mail.id)))
        if any(each.get("code") == OUR_FAULT for each in mail.note.get("problems", ()))
    ]
    for mail in aside:
        mail.state, mail.action, mail.note = MailState.NEW, None, {}
        mail.identity = mail.message_key = None
    return [mail.id for mail in aside]


def latest(session: Session, actions: tuple[MailAction, ...], most: int) -> list[MailHead]:
    """The latest mails that led to one of these actions, are flagged, or had parts that were not accepted.

    Those that wait for an organiser come first; each group newest first.
    """
    is_flagged = or_(
        col(Mail.note)["flag"].as_string().is_not(None),
        col(Mail.note)["untaken"].as_string().is_not(None),
    )
    waits = col(Mail.waits_since).is_not(None)
    columns: list[Any] = [getattr(Mail, name) for name in MailHead._fields]
    statement = (
        select(*columns)
        .where(or_(col(Mail.action).in_(actions), is_flagged, waits))
        .order_by(case((waits, 0), else_=1), col(Mail.id).desc())
        .limit(most)
    )
    return [MailHead(*row) for row in session.exec(statement)]


def were_unclear(session: Session, player: Player, *, since: datetime, answering: bool) -> bool:
    """Whether a mail from this player since then was not understood and was (`answering`) or was not an answer to a
    question of ours.

    For other mails also whether one was passed to an organiser.
    """
    unclear = col(Mail.note)["unclear"].as_string()
    question = select(Mail.id).where(
        Mail.player_id == player.id,
        Mail.received_at > since,
        unclear == "answer"
        if answering
        else or_(unclear == "request", Mail.action == MailAction.PASSED_ON),
    )
    return session.exec(question.limit(1)).first() is not None


def unclear_texts(session: Session, player: Player, *, since: datetime) -> list[str]:
    """This player's latest texts since then that were not understood or were passed to an organiser."""
    note = col(Mail.note)
    is_unclear = note["unclear"].as_string().is_not(None)
    statement = (
        select(note["text"].as_string())
        .where(Mail.player_id == player.id, Mail.received_at > since)
        .where(or_(is_unclear, Mail.action == MailAction.PASSED_ON))
        .order_by(col(Mail.id).desc())
        .limit(_MOST_UNCLEAR)
    )
    return [text for text in session.exec(statement) if text]


def alike(
    session: Session, identities: Sequence[str], message_keys: Sequence[str]
) -> tuple[set[str], set[str]]:
    """Which of these identities and Message-IDs belong to mails that have been read."""
    asked = {"identities": identities, "message_keys": message_keys}
    found = session.exec(_ALIKE, params=asked).all()
    return {row[0] for row in found if row[0]}, {row[1] for row in found if row[1]}
