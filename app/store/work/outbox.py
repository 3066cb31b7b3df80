"""Outgoing letters and the workers that have them in hand.

    held -> sent, in the daily letter
    ready -> claimed -> sending -> sent
      ^         |          |-----> doubt   it may have left, or not
      '---------+----------'-----> dead    it cannot be delivered

A worker claims letters with a token, and every later change requires that token: a worker that was slower than its
lease changes nothing. A claim that ran out, or whose process is dead, is released; a letter that was being sent is
then in doubt.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Update, bindparam, exists, func, update
from sqlalchemy.orm import defer, joinedload
from sqlmodel import Session, SQLModel, col, select

from app.store import claims, moments
from app.store.rows import sound
from app.store.tables import Letter, LetterState, Player

CLAIMED_FOR: Final = timedelta(minutes=5)
# Longer than all waiting for a mail server that a letter can take, and the next one up to its departure.
SENDING_FOR: Final = timedelta(minutes=20)
PUT_OFF_FOR: Final = timedelta(hours=2)
"""The longest time for which a letter is put off at once."""

_LETTERS: Final = SQLModel.metadata.tables["letter"]
# Put together once: every letter needs them.
_THIS: Final = col(Letter.id) == bindparam("number"), col(Letter.claim) == bindparam("token")
_SENDING: Final = (
    _LETTERS.update()
    .where(
        *_THIS,
        col(Letter.state) == LetterState.CLAIMED,
        exists().where(col(Player.id) == Letter.player_id, col(Player.address) == bindparam("to")),
    )
    .values(state=LetterState.SENDING, lease_until=bindparam("until"))
)
_HAS_NO_TEXT: Final = col(Letter.state) == LetterState.READY, col(Letter.subject).is_(None)
_KEEP: Final = (
    _LETTERS.update()
    .where(
        col(Letter.id) == bindparam("number"),
        col(Letter.message_id) == bindparam("message"),
        *_HAS_NO_TEXT,
    )
    .values(subject=bindparam("heading"), text=bindparam("plain"), html=bindparam("rich"))
)
_UNDER_WAY: Final = col(Letter.state).in_(
    [LetterState.CLAIMED, LetterState.SENDING, LetterState.DOUBT]
)
_LEAVES: Final = [
    col(Letter.state).in_(
        [LetterState.HELD, LetterState.READY, LetterState.CLAIMED, LetterState.SENDING]
    ),
    col(Letter.withheld) == "",
]
_SENT: Final = (
    _LETTERS.update()
    .where(*_THIS, _UNDER_WAY)
    .values(
        state=LetterState.SENT,
        reply=bindparam("said"),
        sent_at=bindparam("at"),
        claim=None,
        lease_until=None,
    )
)


@dataclass(frozen=True, slots=True)
class LetterClaim:
    """A claimed letter, on its `attempts`-th attempt."""

    id: int
    token: str
    attempts: int


class LetterText(NamedTuple):
    """The subject of the letter with this number and Message-ID, and its text without and with HTML.

    SQLite may give the number of a letter that is gone to another.
    """

    number: int
    message: str
    heading: str
    plain: str
    rich: str


def is_anything_due(session: Session, *, now: datetime, resends: int = 0) -> bool:
    """Whether a letter can be sent, or a dead worker has left one."""
    cases = (_is_due(now), _is_left_behind(session, now), _is_resent(now, resends))
    return any(session.exec(select(Letter.id).where(case).limit(1)).first() for case in cases)


def due_since(session: Session, *, now: datetime) -> datetime | None:
    """Since when the oldest letter that may leave has been due; None if there is none."""
    return session.exec(select(func.min(col(Letter.due_at))).where(_is_due(now))).one()


def unrendered(session: Session, *, now: datetime, limit: int) -> Mapping[int, str]:
    """Due letters that have no text yet, with their kinds, the longest due first."""
    found = session.exec(
        select(Letter.id, Letter.kind)
        .where(_is_due(now), col(Letter.subject).is_(None))
        .order_by(col(Letter.due_at), col(Letter.id))
        .limit(limit)
    )
    return dict(found.all())


def without_texts(session: Session, numbers: Collection[int]) -> Mapping[int, Letter]:
    """The letters of these that have no text yet, in this order, each with its player."""
    statement = (
        select(Letter)
        .where(col(Letter.id).in_(numbers), *_HAS_NO_TEXT)
        .order_by(col(Letter.id))
        .options(joinedload(Letter.player))  # type: ignore[arg-type]
    )
    letters = sound(session, statement, col(Letter.id))
    return {letter.id: letter for letter in letters}


def keep_texts(session: Session, texts: Sequence[LetterText]) -> None:
    """Store the texts of letters that had none. A text does not change afterwards."""
    if texts:
        session.connection().execute(_KEEP, [text._asdict() for text in texts])


def bury_unrendered(session: Session, letter_id: int, reason: str) -> bool:
    """Mark a letter as dead because it cannot be rendered."""
    return _change(session, _has_no_text(letter_id), state=LetterState.DEAD, reply=reason)


def put_off_unrendered(session: Session, letter_id: int, reason: str, *, until: datetime) -> bool:
    """Put off a letter that cannot be rendered yet."""
    return _change(session, _has_no_text(letter_id), due_at=until, reply=reason)


def claim(session: Session, *, now: datetime, limit: int) -> list[LetterClaim]:
    """Claim letters for a while, the longest due first. No two workers get the same."""
    token = claims.new_claim(session)
    due = (
        select(Letter.id)
        .where(_is_due(now), col(Letter.subject).is_not(None))
        .order_by(col(Letter.due_at), col(Letter.id))
        .limit(limit)
        .with_for_update(skip_locked=True)  # SQLite has one writer at a time, and no need of it
        .cte("due")
    )
    rows = session.exec(
        update(Letter)
        .where(col(Letter.id).in_(select(due.c.id)), col(Letter.state) == LetterState.READY)
        .values(
            state=LetterState.CLAIMED,
            claim=token,
            lease_until=moments.shared(session, now) + CLAIMED_FOR,
            attempts=col(Letter.attempts) + 1,
        )
        .returning(col(Letter.id), col(Letter.attempts), col(Letter.due_at))
    )
    in_order = sorted(rows, key=lambda row: (row.due_at, row.id))
    return [LetterClaim(row.id, token, row.attempts) for row in in_order]


def load(session: Session, batch: Sequence[LetterClaim]) -> Mapping[int, tuple[Letter, Player]]:
    """The letters of this claim that are still ours, by number, each with its player."""
    numbers = [claimed.id for claimed in batch]
    held = (col(Letter.claim) == batch[0].token, col(Letter.state) == LetterState.CLAIMED)
    rows = select(Letter, Player).join(Player).where(col(Letter.id).in_(numbers), *held)
    return {each.id: (each, player) for each, player in sound(session, rows, col(Letter.id))}


def mark_sending(session: Session, claimed: LetterClaim, address: str, *, now: datetime) -> bool:
    """Mark the letter as being sent: from now on it may have left.

    False: it is no longer ours, or the player has another address now, and it must not leave.
    """
    now = moments.shared(session, now)
    return _mark(session, _SENDING, claimed, to=address, until=now + SENDING_FOR)


def mark_sent(session: Session, claimed: LetterClaim, reply: str, *, now: datetime) -> bool:
    """Mark the letter as accepted by the mail server. Also settles a doubt that arose from a slow answer."""
    return _mark(session, _SENT, claimed, said=reply, at=now)


def put_back(
    session: Session, claimed: LetterClaim, reply: str, *, due_at: datetime, counts: bool = True
) -> bool:
    """Put back a letter that has certainly not left, to be tried again then. The attempt may be not counted."""
    return _settle(
        session,
        claimed,
        LetterState.READY,
        reply,
        due_at=due_at,
        claim=None,
        attempts=claimed.attempts if counts else claimed.attempts - 1,
    )


def doubt(session: Session, claimed: LetterClaim, reply: str, *, due_at: datetime) -> bool:
    """Put a letter in doubt: it is unknown whether it left. It is due then if doubtful letters are sent again."""
    return _settle(session, claimed, LetterState.DOUBT, reply, due_at=due_at)


def bury(session: Session, claimed: LetterClaim, reply: str) -> bool:
    """Mark the letter as undeliverable; organisers see why."""
    return _settle(session, claimed, LetterState.DEAD, reply, claim=None)


def hand_back(session: Session, token: str) -> None:
    """Release claimed letters that were not tried, as if they had never been claimed."""
    _change(
        session,
        [col(Letter.claim) == token, col(Letter.state) == LetterState.CLAIMED],
        state=LetterState.READY,
        claim=None,
        lease_until=None,
        attempts=col(Letter.attempts) - 1,
    )


def rest(session: Session, *, now: datetime, until: datetime) -> None:
    """Put off everything due now until then, because mail cannot be sent."""
    _change(session, _that_nobody_changes(_is_due(now)), due_at=until)


def release_late(session: Session, *, now: datetime) -> int:
    """Release claims that ran out or whose process is dead. Returns how many letters are in doubt by this."""
    late = _is_left_behind(session, now)
    claimed = _that_nobody_changes(col(Letter.state) == LetterState.CLAIMED, late)
    # Due from now, behind all others: if it is this letter that kills its workers, the others still leave.
    _change(session, claimed, state=LetterState.READY, claim=None, lease_until=None, due_at=now)
    # The token stays: should the answer come yet, it settles the doubt.
    sending = _that_nobody_changes(col(Letter.state) == LetterState.SENDING, late)
    reason = "the worker that was sending it has died"
    return _count_changes(
        session, sending, state=LetterState.DOUBT, lease_until=None, due_at=now, reply=reason
    )


def resend_doubtful(session: Session, *, now: datetime, resends: int) -> None:
    """Send letters in doubt again when due, under the same Message-ID.

    Limited to `resends` times: a server that accepts them without saying so would otherwise get them for ever.
    """
    doubtful = _that_nobody_changes(_is_resent(now, resends))
    _change(session, doubtful, state=LetterState.READY, claim=None)


def send_again(session: Session, letter_id: int, *, now: datetime) -> bool:
    """Send the letter again as if for the first time. False if it is in hand or has presumably arrived."""
    settled = col(Letter.state).in_(
        [LetterState.DOUBT, LetterState.DEAD, LetterState.HELD, LetterState.READY]
    )
    return _change(
        session,
        [col(Letter.id) == letter_id, settled | _has_come_back()],
        state=LetterState.READY,
        claim=None,
        due_at=now,
        attempts=0,
        bounced_at=None,
        settled_at=None,
        released_at=now,
        withheld="",
    )


def drop(session: Session, letter_id: int, *, now: datetime) -> bool:
    """Settle the letter; one that waits or is in doubt is given up.

    False if nothing needs settling: it is in hand, has presumably arrived, or was settled.
    """
    this = col(Letter.id) == letter_id
    droppable = col(Letter.state).in_([LetterState.DOUBT, LetterState.HELD, LetterState.READY])
    if _change(session, [this, droppable], state=LetterState.DEAD, claim=None, settled_at=now):
        return True
    failed = (col(Letter.state) == LetterState.DEAD) | _has_come_back()
    return _change(session, [this, failed, col(Letter.settled_at).is_(None)], settled_at=now)


def in_trouble(session: Session) -> Sequence[Letter]:
    """The letters that need an organiser, without their texts.

    They are in doubt, dead, bounced, withheld, or held because letters to their address bounced, and no organiser has
    settled them.
    """
    words: list[Any] = [Letter.text, Letter.html]
    return session.exec(
        select(Letter).where(_needs_somebody()).order_by(col(Letter.id)).options(*map(defer, words))
    ).all()


class Where(StrEnum):
    """The groups of letters that organisers look for."""

    TROUBLE = "trouble"  # needs an organiser
    WAITING = "waiting"
    LEAVING = "leaving"
    SENT = "sent"
    BACK = "back"
    DOUBT = "doubt"
    DEAD = "dead"
    ALL = "all"


class _LetterPage(NamedTuple):
    """Some letters without their texts, and the number of all."""

    letters: Sequence[Letter]
    total: int


def listed(
    session: Session, where: Where, *, season: int | None, kind: str, first: int, most: int
) -> _LetterPage:
    """The letters in this group, of this season and kind if given, the newest first."""
    conditions = [*_that_are(where)]
    if season is not None:
        conditions.append(col(Letter.season_id) == season)
    if kind:
        conditions.append(col(Letter.kind) == kind)
    words: list[Any] = [Letter.text, Letter.html]
    statement = select(Letter).where(*conditions).options(*map(defer, words))
    player: Any = Letter.player
    some = statement.options(joinedload(player)).order_by(col(Letter.id).desc())
    total = session.exec(select(func.count(col(Letter.id))).where(*conditions)).one()
    return _LetterPage(session.exec(some.offset(first).limit(most)).all(), total)


def _that_are(where: Where) -> list[ColumnElement[bool]]:
    state = col(Letter.state)
    found = {
        Where.TROUBLE: _needs_somebody(),
        Where.BACK: _has_come_back(),
        Where.WAITING: state.in_((LetterState.HELD, LetterState.READY)),
        Where.LEAVING: state.in_((LetterState.CLAIMED, LetterState.SENDING)),
        Where.SENT: state == LetterState.SENT,
        Where.DOUBT: state == LetterState.DOUBT,
        Where.DEAD: state == LetterState.DEAD,
    }
    return [found[where]] if where in found else []


def waiting_to_leave(session: Session) -> Sequence[int]:
    """The letters that will leave by themselves, now or later."""
    return session.exec(select(Letter.id).where(*_LEAVES).order_by(col(Letter.id))).all()


def doubt_waiting(session: Session, reason: str, *, now: datetime) -> int:
    """Put all of these letters in doubt. Returns how many."""
    values = {"state": LetterState.DOUBT, "claim": None, "lease_until": None}
    return _count_changes(session, _LEAVES, due_at=now, reply=reason, **values)


def is_leaving(session: Session, *, now: datetime) -> bool:
    """Whether letters are being sent right now."""
    under_way = col(Letter.state).in_([LetterState.CLAIMED, LetterState.SENDING])
    return (
        session.exec(select(Letter.id).where(under_way | _is_due(now)).limit(1)).first() is not None
    )


@dataclass(frozen=True, slots=True)
class Waiting:
    """Letters that wait for another attempt: how many, when the first is tried, and the reason."""

    letters: int
    until: datetime
    reply: str


def waiting(session: Session, *, now: datetime) -> Waiting | None:
    """The summary of letters that are put off, if there are any."""
    is_put_off = (
        (col(Letter.state) == LetterState.READY) & ~has_come(now) & (col(Letter.withheld) == "")
    )
    letters, until = session.exec(
        select(func.count(), func.min(Letter.due_at)).where(is_put_off)
    ).one()
    told = (col(Letter.reply) != "") & (col(Letter.state) == LetterState.READY)
    reply = session.exec(
        select(Letter.reply).where(told).order_by(col(Letter.due_at).desc()).limit(1)
    ).first()
    return Waiting(letters, until, reply or "") if letters else None


def failed(session: Session) -> int:
    """The number of letters that presumably have not arrived and wait for an organiser."""
    return session.exec(select(func.count()).where(_has_failed())).one()


def bounced(session: Session) -> int:
    """The number of bounced letters."""
    return session.exec(select(func.count()).where(_has_come_back())).one()


def counts(session: Session) -> Mapping[LetterState, int]:
    """The number of letters in each state."""
    question = select(Letter.state, func.count()).group_by(col(Letter.state))
    known = dict(session.exec(question).all())
    return {state: known.get(state, 0) for state in LetterState}


def _is_due(now: datetime) -> ColumnElement[bool]:
    """The condition for a letter to be due: ready, in time, released, and to an address that is not paused."""
    is_ready = (col(Letter.state) == LetterState.READY) & has_come(now)
    return is_ready & ~_is_for_a_paused_address() & ~_waits_for_release()


def has_come(now: datetime) -> ColumnElement[bool]:
    """The condition that its due moment has come."""
    return moments.has_come(col(Letter.due_at), now, PUT_OFF_FOR)


def _waits_for_release() -> ColumnElement[bool]:
    return col(Letter.deliverer).is_not(None) & col(Letter.released_at).is_(None)


def _is_for_a_paused_address() -> ColumnElement[bool]:
    paused = select(Player.id).where(col(Player.paused_at).is_not(None))
    return col(Letter.player_id).in_(paused)


def _needs_somebody() -> ColumnElement[bool]:
    is_stopped = _is_for_a_paused_address() | (col(Letter.withheld) != "")
    return _has_failed() | ((col(Letter.state) == LetterState.READY) & is_stopped)


def _has_failed() -> ColumnElement[bool]:
    """The condition that it presumably has not arrived and is not settled."""
    stuck = col(Letter.state).in_([LetterState.DOUBT, LetterState.DEAD])
    return (stuck | _has_come_back()) & col(Letter.settled_at).is_(None)


def _has_come_back() -> ColumnElement[bool]:
    return col(Letter.bounced_at).is_not(None)


def _is_left_behind(session: Session, now: datetime) -> ColumnElement[bool]:
    """The condition that it is claimed, but its worker will not come back to it."""
    under_way = col(Letter.state).in_([LetterState.CLAIMED, LetterState.SENDING])
    holders = session.exec(select(Letter.claim).where(under_way).distinct()).all()
    now = moments.shared(session, now)
    is_late = moments.has_come(col(Letter.lease_until), now, 2 * SENDING_FOR)
    return under_way & (is_late | col(Letter.claim).in_(claims.dead(holders)))


def _is_resent(now: datetime, resends: int) -> ColumnElement[bool]:
    is_in_doubt = (col(Letter.state) == LetterState.DOUBT) & has_come(now)
    return is_in_doubt & (col(Letter.attempts) <= resends)


def _that_nobody_changes(*which: ColumnElement[bool]) -> list[ColumnElement[bool]]:
    """Select these letters without those locked by another transaction: two that waited for each other would
    deadlock.

    SQLite has one writer at a time and does not need it.
    """
    free = select(Letter.id).where(*which).order_by(col(Letter.id))
    return [*which, col(Letter.id).in_(free.with_for_update(skip_locked=True))]


def _has_no_text(letter_id: int) -> list[ColumnElement[bool]]:
    return [col(Letter.id) == letter_id, *_HAS_NO_TEXT]


def _is_ours(claimed: LetterClaim) -> list[ColumnElement[bool]]:
    return [col(Letter.id) == claimed.id, col(Letter.claim) == claimed.token]


def _mark(session: Session, statement: Update, claimed: LetterClaim, **values: Any) -> bool:
    """Run the statement; returns whether it changed the letter, which it does if it is still ours."""
    this = {"number": claimed.id, "token": claimed.token, **values}
    return session.connection().execute(statement, this).rowcount > 0


def _settle(
    session: Session, claimed: LetterClaim, state: LetterState, reply: str, **values: Any
) -> bool:
    """Store the outcome of the letter if it is still ours."""
    return _change(
        session,
        [*_is_ours(claimed), _UNDER_WAY],
        state=state,
        reply=reply,
        lease_until=None,
        **values,
    )


def _change(session: Session, which: Sequence[ColumnElement[bool]], **values: Any) -> bool:
    """Change these letters if they still match. Returns whether any did."""
    return _count_changes(session, which, **values) > 0


def _count_changes(session: Session, which: Sequence[ColumnElement[bool]], **values: Any) -> int:
    return session.exec(_LETTERS.update().where(*which).values(**values)).rowcount
