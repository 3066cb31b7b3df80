"""Changes of mail addresses, and the player rows that hold the new address until both mailboxes have said yes."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, delete, select, update

from app.notices.answers import AddressNote
from app.store.matches import matches
from app.store.security import personal_data
from app.store.tables import (
    AddressChange,
    Entry,
    Letter,
    LetterState,
    Mail,
    Player,
    Season,
    SeasonState,
)

LAST_DAY: Final = timedelta(days=1)
KEPT_FOR: Final = timedelta(days=3)
"""How long a finished change waits for letters to the other mailbox to leave."""
_UNSEEN: Final = {"synchronize_session": False}
_LEAVES: Final = (LetterState.READY, LetterState.CLAIMED, LetterState.SENDING)


def open_of(session: Session, player: Player) -> AddressChange | None:
    """The open change of this player's address, if any."""
    own = AddressChange.player_id == player.id, col(AddressChange.over_at).is_(None)
    found = select(AddressChange).where(*own).order_by(col(AddressChange.id).desc())
    return session.exec(found).first()


def every(session: Session) -> Sequence[AddressChange]:
    """All changes that are open, or over but not deleted yet."""
    return session.exec(select(AddressChange).order_by(col(AddressChange.id))).all()


def locked(session: Session, number: int, mark: int) -> AddressChange | None:
    """The change with this number and mark and both its players, locked until the transaction ends; None if there is
    none.
    """
    this = select(AddressChange).where(AddressChange.id == number, AddressChange.mark == mark)
    if found := session.exec(this).first():
        both = select(Player).where(col(Player.id).in_([found.player_id, found.target_id]))
        both = both.order_by(col(Player.id)).with_for_update(key_share=True)
        session.exec(both.execution_options(populate_existing=True)).all()
    return session.exec(this.execution_options(populate_existing=True)).first()


def end(session: Session, change: AddressChange, now: datetime) -> None:
    """End the change, and withdraw unsent questions about it."""
    change.over_at = now
    about = col(Letter.about)["change"].as_integer() == change.id
    unsent = delete(Letter).where(about, col(Letter.kind) == AddressNote.slug)
    unsent = unsent.where(col(Letter.state) == LetterState.READY)
    session.exec(unsent, execution_options=_UNSEEN)


def exchange(
    session: Session, change: AddressChange, player: Player, target: Player, now: datetime
) -> None:
    """Exchange the addresses of both rows: the player gets the new address and everything written from and to it, the
    other row the old address. Other changes to the new address end.
    """
    for table in (Letter, Mail):
        theirs = update(table).where(col(table.player_id) == target.id)
        session.exec(theirs.values(player_id=player.id), execution_options=_UNSEEN)
    named = col(Mail.id).in_(personal_data.unheeded(session, player))  # found later for erasure
    named_so = update(Mail).where(named).values(player_id=player.id)
    session.exec(named_so, execution_options=_UNSEEN)
    rivals = update(AddressChange).where(col(AddressChange.target_id) == target.id)
    session.exec(rivals.values(over_at=now), execution_options=_UNSEEN)
    old, new = (player.address, player.address_key), (target.address, target.address_key)
    target.proven_at = None
    for row, given in ((target, ("", f"{change.id}.invalid")), (player, new), (target, old)):
        row.address, row.address_key = given
        session.flush()


def forget(session: Session, change: AddressChange, now: datetime) -> None:
    """Delete a finished change, and the row with the other address unless it is in use: once its letters have left,
    or after three days.
    """
    leaves = Letter.player_id == change.target_id, col(Letter.state).in_(_LEAVES)
    is_told = session.exec(select(Letter.id).where(*leaves)).first() is None
    if is_told or (change.over_at and now >= change.over_at + KEPT_FOR):
        personal_data.forget_target(session, change)
        session.exec(delete(AddressChange).where(col(AddressChange.id) == change.id))


def is_last_day(session: Session, player: Player, now: datetime) -> bool:
    """Whether they have a deadline within a day: of a season with an entry of theirs, or of an exchange that asks
    them.
    """
    takes = select(Season.closes_at).join(Entry).where(Season.state == SeasonState.OPEN)
    closing = session.exec(takes.where(Entry.player_id == player.id))
    asked = [
        exchange.deadline
        for match, exchange, entry in matches.waiting_for(session, player)
        if match.seat_of(entry.id) in match.awaits
    ]
    return any(each and now < each <= now + LAST_DAY for each in [*closing, *asked])
