"""What is kept about a person, on request and with time."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from app.jobs import retention
from app.jobs.letters import send_due
from app.league.people.tokens import make_token
from app.mail.transport.maildir import Maildir
from app.store import players
from app.store.database import Database
from app.store.security import personal_data
from app.store.tables import METADATA, Entry, Letter, Mail, Player, Season, SeasonState
from tests.support.outgoing import some_settings
from tests.support.posting import DESK, ENTRY, Postman, open_cup

STORY = "Always on a Tuesday"


@pytest.fixture
def postman(database: Database) -> Postman:
    """Alice and Bob have entered."""
    open_cup(database)
    postman = Postman(database)
    postman.enter()
    postman.enter(ENTRY.replace("Mister Tuesday", "Bob's").replace(STORY, "Never"), "b@example.com")
    return postman


def everything(database: Database) -> str:
    with database.reading() as session:
        rows = (session.execute(table.select()) for table in METADATA.sorted_tables)
        return "\n".join(str(tuple(row)) for those in rows for row in those)


def erase(database: Database, address: str = "alice@example.com") -> None:
    with database.writing() as session:
        player = players.with_address(session, address)
        assert player
        personal_data.erase(session, player)


def put_into(database: Database, state: SeasonState, number: int | None) -> None:
    with database.writing() as session:
        season = session.exec(select(Season)).one()
        season.state = state
        session.add(season)
        for entry in session.exec(select(Entry)):
            entry.number = number and entry.id
            session.add(entry)


def test_of_a_person_who_is_forgotten_nothing_is_left_while_entries_are_taken(
    postman: Postman,
) -> None:
    letter = postman.last()
    report = (
        b"Delivered-To: "
        + DESK.address.replace("@", f"+b-{make_token(DESK.key, 'bounce', letter.id - 2)}@").encode()
    )
    report += b"\nFrom: MAILER-DAEMON@x.example\nSubject: failure notice\n\nHi. This is the qmail-send program at x.example.\n\n<alice@example.com>:\nno such user\n"
    postman.bring(report)
    before = everything(postman.database)
    erase(postman.database)
    after = everything(postman.database)

    for trace in ("alice@example.com", STORY, "Mister Tuesday"):
        assert trace in before
        assert trace not in after
    assert list(postman.builds()) == ["Bob's"]


@pytest.mark.parametrize("state", [SeasonState.CLOSED, SeasonState.REVIEW, SeasonState.PUBLISHED])
def test_what_was_closed_in_stays_and_is_nobodys(postman: Postman, state: SeasonState) -> None:
    put_into(postman.database, state, number=1)
    erase(postman.database)
    after = everything(postman.database)

    assert "alice@example.com" not in after
    assert sorted(postman.builds()) == ["Bob's", "Mister Tuesday"]


def test_a_numbered_entry_of_a_season_that_was_opened_again_is_withdrawn(postman: Postman) -> None:
    put_into(postman.database, SeasonState.OPEN, number=1)
    erase(postman.database)

    assert list(postman.builds()) == ["Bob's"]


def test_a_person_is_told_what_is_kept(postman: Postman) -> None:
    with postman.database.reading() as session:
        player = players.with_address(session, "alice@example.com")
        assert player
        kept = personal_data.of(session, player)

    assert kept["mails"] == 2
    assert [(each["season"], each["name"]) for each in kept["entries"]] == [
        ("laplaplus-1", "Mister Tuesday")
    ]
    assert kept["letters"] == 2


def test_nothing_is_left_of_a_letter_or_mail_after_its_days_but_that_it_was_there(
    postman: Postman, tmp_path: Path
) -> None:
    """Mails of entries wait for their season."""
    database, now = postman.database, postman.now
    postman.post("help", sender="c@example.com")
    settings = some_settings(maildir=tmp_path)
    send_due(database, [Maildir(tmp_path)], now=postman.now, settings=settings)

    assert retention.prune(database, 90, now + timedelta(days=89)) == (0, 0)
    mails, letters = retention.prune(database, 90, now + timedelta(days=91))
    assert mails >= 1
    assert letters >= 1
    with database.reading() as session:
        assert len([mail for mail in session.exec(select(Mail)) if mail.raw]) == 2
        assert [each for each in session.exec(select(Letter)) if each.sent_at and each.text] == []
        assert len(session.exec(select(Player)).all()) == 3
    put_into(database, SeasonState.PUBLISHED, number=1)
    assert retention.prune(database, 90, now + timedelta(days=91))[0] == 2
    assert retention.prune(database, 90, now + timedelta(days=91)) == (0, 0)
