"""How far mailboxes have been read."""

from hashlib import sha256

from sqlmodel import Session, select

from app.store.rows import add_if_new
from app.store.tables import Mailbox


def position(session: Session, name: str, uid_validity: int) -> int | None:
    """The UID of the last stored mail; -1 if the server has renumbered the mailbox, None if it was never read."""
    box = session.get(Mailbox, _key(name))
    return None if box is None else box.uid if box.uid_validity == uid_validity else -1


def advance(session: Session, name: str, uid_validity: int, uid: int) -> bool:
    """Claim this mail for storing and move the position behind it; False if another process has stored it.

    The mailbox is locked until the transaction ends.
    """
    key = _key(name)
    add_if_new(session, Mailbox(key=key, uid_validity=uid_validity, uid=0))
    question = select(Mailbox).where(Mailbox.key == key).with_for_update()
    box = session.exec(question.execution_options(populate_existing=True)).one()
    if box.uid_validity == uid_validity and box.uid >= uid:
        return False
    box.uid_validity, box.uid = uid_validity, uid
    return True


def _key(name: str) -> str:
    return sha256(name.encode()).hexdigest()
