"""Mailboxes that organisers have blocked, by their digests."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from app.store.tables import Block

# Put together once: every mail asks them.
_OF_MAILBOX: Final = select(Block).where(Block.mailbox == bindparam("mailbox"))
_ANY: Final = select(Block.id).limit(1)


def of(session: Session, mailbox: str) -> Block | None:
    """The block on this mailbox, if there is one."""
    return session.exec(_OF_MAILBOX, params={"mailbox": mailbox}).first()


def are_any(session: Session) -> bool:
    """Whether any mailbox is blocked."""
    return session.exec(_ANY).first() is not None


def every(session: Session) -> Sequence[Block]:
    """All blocks, the latest first."""
    return session.exec(select(Block).order_by(col(Block.id).desc())).all()
