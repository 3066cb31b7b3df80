"""Players and their addresses."""

import unicodedata
from datetime import datetime

from sqlmodel import Session, select

from app.store.inserting import add_if_new
from app.store.tables import Player


def address_key(address: str) -> str:
    """The form in which addresses are compared."""
    return unicodedata.normalize("NFKC", address).casefold()


def known_as(session: Session, address: str, lang: str, now: datetime) -> Player:
    """The player with this address; a new one if nobody has it yet."""
    key = address_key(address)
    question = select(Player).where(Player.address_key == key)
    player = session.exec(question).first()
    if player:
        return player
    player = Player(address=address, address_key=key, lang=lang, created_at=now)
    return player if add_if_new(session, player) else session.exec(question).one()
