"""Players whose address changes: what they are asked, and what their mailboxes say."""

from datetime import datetime

from sqlmodel import Session, col, select

from app.jobs.retention import move_players
from app.league.people.tokens import make_token
from app.notices.answers import AddressNote
from app.notices.registry import about
from app.store import players
from app.store.database import Database
from app.store.tables import AddressChange, Letter, LetterState, Player
from tests.support.posting import DESK

NEW = "new@example.org"


def notes(session: Session, address: str) -> list[AddressNote]:
    """The letters about an address that went, or go, to this one, the first first."""
    reader = players.with_address(session, address)
    own = select(Letter).where(Letter.player_id == (reader.id if reader else 0))
    found = session.exec(own.where(Letter.kind == AddressNote.slug).order_by(col(Letter.id)))
    return [each for letter in found if isinstance(each := about(letter), AddressNote)]


def steps(database: Database, address: str) -> list[str]:
    with database.reading() as session:
        return [each.step for each in notes(session, address)]


def told(database: Database, address: str) -> list[str]:
    """What the mails of this mailbox have come to."""
    with database.reading() as session:
        return [problem.code for each in notes(session, address) for problem in each.said]


def token(database: Database, address: str, key: bytes = DESK.key) -> str:
    """What the last question to this mailbox is answered with."""
    with database.reading() as session:
        asked = [each for each in notes(session, address) if each.change][-1]
        return make_token(key, "move", asked.change, 2 * asked.mark + (asked.step == "new"))


def box(database: Database, address: str) -> str:
    """The address to which the last question to this mailbox is answered."""
    return DESK.address.replace("@", f"+m-{token(database, address)}@")


def leave(database: Database) -> None:
    """All letters have left."""
    with database.writing() as session:
        for letter in session.exec(select(Letter)):
            letter.state = LetterState.SENT
            session.add(letter)


def settle(database: Database, now: datetime) -> None:
    """All that time does to changes of addresses has been done."""
    for _ in range(2):  # what is over by the first is forgotten by the second
        move_players(database, now)


def addresses_of(database: Database) -> dict[int, str]:
    with database.reading() as session:
        return {each.id: each.address for each in session.exec(select(Player))}


def under_way(database: Database) -> int:
    with database.reading() as session:
        return len(session.exec(select(AddressChange)).all())
