"""Mailboxes that organisers have blocked: their mail has no effect, and their entries stay.

A mail never proves who wrote it, so a block only shuts out. It costs nobody else an answer, and the
one letter it causes only repeats what its reader was told before.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from sqlmodel import Session

from app.errors import Problem, SeasonRefused, SubmissionRejected
from app.league.people import budgets
from app.notices.answers import Blocked
from app.settings import settings
from app.store import letters, players
from app.store.limits import blocks
from app.store.rows import add_if_new
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Block, Mail, Player


def of_address(session: Session, address: str) -> Block | None:
    """The block of the mailbox at which this address arrives; None if it is free."""
    return blocks.of(session, budgets.mailbox_digest(settings().key(), address))


def of(session: Session, player: Player | None) -> Block | None:
    """The block of this player's mailbox; None if it is free."""
    return of_address(session, player.address) if player else None


def require_free(session: Session, player: Player | None) -> None:
    """Raise `SubmissionRejected` if the mailbox of this player is blocked: they have proven to be its reader."""
    if block := of(session, player):
        raise SubmissionRejected([problem(block)])


def problem(block: Block) -> Problem:
    """What a blocked mailbox is told, with the reason."""
    return Problem("blocked", reason=block.reason)


def block(session: Session, player: Player, by: Organiser) -> Block:
    """The player's mailbox is blocked in the whole house, and a letter tells them why; what stands in seasons stays.

    Raises `SeasonRefused` without a reason that they are told, if it is blocked already, or an organiser's.
    """
    reason = by.tell.strip()
    if not reason:
        raise SeasonRefused([Problem("nothing-told")])
    there = players.of_mailbox(session, budgets.mailbox_of(player.address))
    if any(each.organiser_since for each in there):
        raise SeasonRefused([Problem("blocks-organiser")])
    mailbox = budgets.mailbox_digest(settings().key(), player.address)
    kept = Block(mailbox=mailbox, player_id=player.id, reason=reason, at=by.now, by=by.name)
    if not add_if_new(session, kept):  # also where two organisers do it at the same moment
        raise SeasonRefused([Problem("blocked-already")])
    letters.write(session, Blocked(reason=reason), player, _reason(kept), now=by.now)
    audits.note(session, by, "block", None, detail={"player": player.id})
    return kept


def lift(session: Session, block: Block, by: Organiser) -> None:
    """The mailbox is free again, and its player hears so."""
    player = block.player
    session.delete(block)
    if player:
        about = Blocked(is_lifted=True, reason=by.tell.strip())
        letters.write(session, about, player, f"un{_reason(block)}", now=by.now)
    audits.note(session, by, "unblock", None, detail={"player": block.player_id})


def answer(
    session: Session,
    block: Block,
    player: Player,
    now: datetime,
    *,
    lang: str | None = None,
    deliverer: str | None = None,
    mail: Mail | None = None,
) -> None:
    """A letter says that the mailbox is blocked: once, however much comes from there.

    `deliverer`: who brought what it answers, unless it is the mailbox's own for certain. Others
    cannot use up that answer, and theirs leaves when the budgets allow.
    """
    whose = "theirs" if deliverer is None else "any"
    letters.write(
        session,
        Blocked(reason=block.reason),
        player,
        f"{_reason(block)}:{whose}",
        now=now,
        lang=lang,
        answers=mail,
        deliverer=deliverer,
    )


def _reason(block: Block) -> str:
    """This block and no other: once it is lifted, another may get its number."""
    return f"blocked:{block.id}:{block.at:%y%m%d%H%M%S%f}"


def without(session: Session, readers: Iterable[Player], but: Collection[int] = ()) -> list[Player]:
    """These readers of news without those whose mailboxes are blocked; players of these numbers get it all the same."""
    key, shut = settings().key(), {each.mailbox for each in blocks.every(session)}
    return [
        each
        for each in readers
        if not shut or each.id in but or budgets.mailbox_digest(key, each.address) not in shut
    ]
