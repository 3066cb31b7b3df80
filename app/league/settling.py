"""An organiser decides about a letter that does not get on by itself."""

from datetime import datetime

from sqlmodel import Session

from app.league import bouncing
from app.store import outbox
from app.store.tables import Letter


def send_again(session: Session, letter_id: int, now: datetime) -> bool:
    """The letter goes out once more, and so do all others that wait because its address was paused.

    False if there is no such letter, if it is in hand, or if it has arrived for all we know.
    """
    if not outbox.send_again(session, letter_id, now=now):
        return False
    bouncing.heard_of(session, session.get_one(Letter, letter_id).player)
    return True


def drop(session: Session, letter_id: int) -> bool:
    """The letter does not go out (again). False if there is no such letter in doubt or waiting."""
    return outbox.drop(session, letter_id)
