"""Letters that wait to be sent, and their fate."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlmodel import Session, col, select

from app.letters.render import RenderedLetter
from app.settings import Settings
from app.store.database import Database
from app.store.tables import Letter, LetterState, Player
from tests.support.people import NOW

KEY = "of all tests, and of nothing else"
TEXT = "こんにちは。\n.\nFrom here on it is English.\n"


def some_settings(**values: Any) -> Settings:
    """Settings that no environment and no file changes."""
    return Settings(
        _env_file=None,  # type: ignore[call-arg]
        **{"secret": KEY, "mail_address": "play@hikyaku.example", **values},
    )


def letter_to(player: Player, **values: Any) -> Letter:
    """A letter to a player in the database, ready to be rendered."""
    name = player.address.partition("@")[0]
    return Letter(
        **{
            "kind": "receipt",
            "dedup_key": f"receipt:{player.id}",
            "message_id": f"<receipt.{name}@hikyaku.example>",
            "player_id": player.id,
            "lang": player.lang,
            "due_at": NOW,
            "created_at": NOW,
            **values,
        }
    )


def write_letters(database: Database, *names: str, **values: Any) -> None:
    """A letter to each of them, at example.com."""
    with database.writing() as session:
        for name in names:
            address = f"{name}@example.com"
            player = Player(address=address, address_key=address, lang="en", created_at=NOW)
            session.add(player)
            session.flush()
            session.add(letter_to(player, **values))


def render_simply(session: Session, letter: Letter) -> RenderedLetter:
    """Words that need no other rows."""
    return RenderedLetter(f"For {letter.player_id}", TEXT, f"<p>{TEXT}</p>")


def letters(database: Database) -> Sequence[Letter]:
    with database.reading() as session:
        return session.exec(select(Letter).order_by(col(Letter.id))).all()


def states(database: Database) -> list[LetterState]:
    return [letter.state for letter in letters(database)]


def change_letters(database: Database, **values: Any) -> None:
    """All letters have these values, however they came by them."""
    with database.writing() as session:
        for letter in session.exec(select(Letter)):
            letter.sqlmodel_update(values)


def minutes(letter: Letter, since: datetime = NOW) -> float:
    """How long it rests."""
    return (letter.due_at - since).total_seconds() / 60


def maildir(tmp_path: Path) -> Path:
    return tmp_path / "mail"
