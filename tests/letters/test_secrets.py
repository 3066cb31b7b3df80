"""What is kept of a letter opens nothing: its secrets are put in when it leaves."""

import email
import email.policy
from pathlib import Path

import pytest
from sqlmodel import Session, select

from app.jobs.letters import send_due
from app.league.people.tokens import Purpose, make_token
from app.letters.contents import draft, render
from app.letters.secrets import with_secrets
from app.mail.transport.maildir import Maildir
from app.store.database import Database
from app.store.tables import METADATA, Letter
from tests.support.outgoing import some_settings
from tests.support.posting import ENTRY, Postman, open_cup

OPENS = "⟦secret: confirm 1 0⟧"
LORE = f"Write to play+c-{OPENS}@hikyaku.example."


@pytest.fixture
def postman(database: Database, monkeypatch: pytest.MonkeyPatch) -> Postman:
    """With the key that letters are written with."""
    monkeypatch.setattr("app.letters.contents.settings", some_settings)
    open_cup(database)
    postman = Postman(database)
    postman.enter(ENTRY.replace("Always on a Tuesday.", LORE))
    postman.post("show my entry")
    postman.post("mute", to=postman.secret())
    return postman


def sent(postman: Postman, folder: Path) -> list[str]:
    """The texts of all letters, as they have left."""
    settings = some_settings(maildir=folder)
    way = Maildir(folder)
    assert send_due(postman.database, [way], now=postman.now, settings=settings).sent >= 3
    files = [
        email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
        for file in (folder / "new").iterdir()
    ]
    return [
        "".join(part.get_content() for part in file.walk() if part.get_content_maintype() == "text")
        for file in files
    ]


def tokens() -> list[str]:
    """Whatever opens something for the first few rows of every table."""
    key, few = some_settings().key(), range(1, 5)
    purposes: tuple[Purpose, ...] = ("reply", "confirm", "bounce", "mute", "follow")
    return [
        make_token(key, each, first, second)
        for each in purposes
        for first in few
        for second in (0, *few)
    ]


def kept(session: Session) -> str:
    """Everything in the database."""
    rows = (session.execute(table.select()) for table in METADATA.sorted_tables)
    return "\n".join(str(tuple(row)) for those in rows for row in those)


def test_a_letter_leaves_with_its_secrets_and_is_kept_without(
    postman: Postman, tmp_path: Path
) -> None:
    texts = sent(postman, tmp_path)
    with postman.database.reading() as session:
        everything = kept(session)

    assert [token for token in tokens() if token in everything] == []
    assert "/my/⟦secret: reply 1 1⟧" in everything
    assert any(token in text for token in tokens() for text in texts)
    assert [text for text in texts if "⟦" in text] == []


def test_nobody_gets_a_secret_put_where_they_like(postman: Postman, tmp_path: Path) -> None:
    """Else a stranger's story could quote the link that confirms it, in words of their own."""
    telling = [text for text in sent(postman, tmp_path) if "Tuesday" in text]

    quoted = OPENS.replace("⟦", "[")
    assert [f"play+c-{quoted}@hikyaku.example" in text for text in telling] == [True] * len(telling)


def test_a_draft_differs_from_the_letter_in_nothing_but_its_secrets(postman: Postman) -> None:
    with postman.database.reading() as session:
        letter = session.exec(select(Letter)).first()
        assert letter
        whole, without = render(session, letter), draft(session, letter)

    assert with_secrets(without.text, some_settings().key()) == whole.text.replace("⟦", "[")
