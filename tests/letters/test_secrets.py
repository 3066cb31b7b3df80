"""What is kept of a letter opens nothing: its secrets are put in when it leaves."""

import email
import email.policy
import re
import shutil
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import Session, select

from app.jobs.letters import send_due
from app.league.people.tokens import Purpose, make_token
from app.letters.contents import draft, render
from app.letters.links import with_secrets
from app.mail.transport.maildir import Maildir
from app.main import create_app
from app.store import players
from app.store.database import Database
from app.store.security import personal_data
from app.store.tables import METADATA, Entry, Letter, MailAction
from tests.support.asking import Client
from tests.support.outgoing import some_settings
from tests.support.people import NOW
from tests.support.posting import DESK, ENTRY, Postman, open_cup

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


_SECRET = re.compile(
    r"(/en/(?:my|confirm|letters/stop|letters/never|follow)/|[rcw]-)([a-z2-7]{32})"
)


def secrets_that_left(database: Database, way: Path, now: datetime) -> list[tuple[str, str]]:
    """Every secret link and address in letters that leave now: where it is, and its token."""
    settings = some_settings(maildir=way)
    send_due(database, [Maildir(way)], now=now, settings=settings)
    mails = [email.message_from_bytes(each.read_bytes()) for each in (way / "new").iterdir()]
    shutil.rmtree(way)
    texts = [
        f"{part.get_payload(decode=True)!r}{[*mail.values()]}"
        for mail in mails
        for part in mail.walk()
    ]
    return sorted({(each[1], each[2]) for words in texts for each in _SECRET.finditer(words)})


def count_anew(database: Database) -> None:
    """Numbers begin again, as after an older backup has been put in place."""
    with database.writing() as session:
        if database.is_sqlite:
            session.connection().execute(text("DELETE FROM sqlite_sequence"))
            return
        sequences = "SELECT setval(quote_ident(sequencename)::regclass, 1, false) FROM pg_sequences"
        session.connection().execute(text(sequences))


def test_secrets_are_over_with_their_player_whoever_gets_the_same_numbers(
    database: Database, tmp_path: Path, salted: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = some_settings()
    monkeypatch.setattr("app.letters.contents.settings", lambda: settings)
    monkeypatch.setattr("tests.support.posting.DESK", replace(DESK, key=settings.key()))
    open_cup(database)
    postman = Postman(database)
    app = create_app(settings, database, now=lambda: postman.now)
    client = Client(app, client=("192.0.2.1", 50000))

    def enter(address: str) -> list[tuple[str, str]]:
        """The player enters and confirms; all secrets that they get."""
        postman.post(ENTRY, sender=address)
        found = secrets_that_left(database, tmp_path / "out", postman.now)
        token = next(token for where, token in found if where == "c-")
        postman.post("yes", sender=address, to=DESK.address.replace("@", f"+c-{token}@"))
        postman.post("mute", sender=address)
        return found + secrets_that_left(database, tmp_path / "out", postman.now)

    zeds = enter("zed@example.com")
    assert {where for where, _ in zeds} >= {
        "/en/my/",
        "/en/confirm/",
        "/en/letters/never/",
        "r-",
        "c-",
        "w-",
    }
    links = [f"{where}{token}" for where, token in zeds if where.startswith("/")]
    assert [link for link in links if client.get(link).status_code == 404] == []
    with database.writing() as session:
        personal_data.erase(session, players.known_as(session, "zed@example.com", "en", NOW))
    count_anew(database)
    nys = enter("ny@example.com")

    assert players_of(database) == [1]
    assert not {*zeds} & {*nys}
    assert [link for link in links if client.get(link).status_code != 404] == []
    before = postman.builds()
    for where, token in zeds:
        if where.endswith("-"):
            mail = postman.post("withdraw", to=DESK.address.replace("@", f"+{where}{token}@"))
            assert mail.action is MailAction.PROBLEMS
    assert postman.builds() == before


def players_of(database: Database) -> list[int]:
    """The numbers of those who have entered."""
    with database.reading() as session:
        return list(session.exec(select(Entry.player_id)))  # type: ignore[arg-type]
