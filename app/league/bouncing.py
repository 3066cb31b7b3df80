"""Letters that come back: addresses that refuse too often get no more of them.

Every letter that came back adds to its reader's score, and months without one forget it. At `MOST` the
address is paused: letters to it wait until its owner is heard of, or an organiser sends one again.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.store import outbox
from app.store.tables import Letter, Player

HARD: Final = 2
"""For a letter that was refused for good."""
SOFT: Final = 1
"""For one that was given up after a while."""
MOST: Final = 4
FORGOTTEN_AFTER: Final = timedelta(days=30)


def came_back(
    session: Session, letter: Letter, why: str, *, is_permanent: bool, now: datetime
) -> None:
    """The letter came back after it had been accepted, for this reason; each letter counts once."""
    if letter.bounced_at:
        return
    letter.bounced_at = now
    letter.reply = why
    player = letter.player
    if player.bounced_at and now - player.bounced_at > FORGOTTEN_AFTER:
        player.bounce_score = 0
    player.bounce_score += HARD if is_permanent else SOFT
    player.bounced_at = now
    if player.bounce_score >= MOST:
        player.paused_at = player.paused_at or now
    session.add_all([letter, player])


def heard_of(session: Session, player: Player) -> None:
    """What came back is forgotten: mail reaches this player, or somebody says that it does."""
    player.bounce_score = 0
    player.bounced_at = None
    player.paused_at = None
    session.add(player)


def send_again(session: Session, letter_id: int, now: datetime) -> bool:
    """The letter goes out once more, and so do all others that wait because its address was paused.

    False if there is no such letter, if it is in hand, or if it has arrived for all we know.
    """
    if not outbox.send_again(session, letter_id, now=now):
        return False
    heard_of(session, session.get_one(Letter, letter_id).player)
    return True
