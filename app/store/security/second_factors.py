"""Second factors of organisers: one each."""

from sqlmodel import Session, col, delete, select

from app.store.rows import add_if_new
from app.store.tables import SecondFactor


def find(session: Session, player_id: int, *, lock: bool = False) -> SecondFactor | None:
    """The organiser's second factor, confirmed or not. With `lock` it is locked until the transaction ends."""
    question = select(SecondFactor).where(SecondFactor.player_id == player_id)
    if lock:
        question = question.with_for_update().execution_options(populate_existing=True)
    return session.exec(question).first()


def is_on(session: Session, player_id: int) -> bool:
    """Whether the organiser is asked for codes."""
    factor = find(session, player_id)
    return factor is not None and factor.since is not None


def begin(session: Session, player_id: int, secret: str) -> SecondFactor:
    """Start a new factor that waits for its first code. An existing one, on or waiting, is not changed."""
    add_if_new(session, SecondFactor(player_id=player_id, secret=secret, last_step=0, recovery=[]))
    factor = find(session, player_id, lock=True)
    if factor is None:
        raise LookupError(player_id)
    return factor


def forget(session: Session, player_id: int) -> bool:
    """Delete the organiser's second factor; returns whether they had one."""
    gone = session.exec(delete(SecondFactor).where(col(SecondFactor.player_id) == player_id))
    return gone.rowcount > 0
