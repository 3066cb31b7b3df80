"""Large mails are read by a process of its own, which is ended where one takes too long."""

from collections.abc import Iterator
from os import kill
from signal import SIGKILL

import pytest

from app.games import ruleset, slugs
from app.jobs import inbox
from app.mail.inbox.message import NotAMail
from app.mail.reading.contents import Contents, read
from app.mail.reading.reader import MailReader
from app.store.database import Database
from app.store.tables import MailAction
from tests.support.hostile import DESK
from tests.support.posting import ENTRY, Postman, a_mail, open_cup

GAMES = [(slug, ruleset(slug).rules_version) for slug in slugs()]
ONE = a_mail(ENTRY, 1)


@pytest.fixture(scope="module")
def large() -> bytes:
    return a_mail("x\n" * 400_000, 2)


@pytest.fixture
def reader() -> Iterator[MailReader]:
    """It reads nothing here but what is smaller than every mail."""
    reader = MailReader(small=100)
    yield reader
    reader.close()


def test_what_is_read_there_says_the_same(reader: MailReader, large: bytes) -> None:
    for raw in (ONE, large):
        assert reader.read(raw, DESK, GAMES) == read(raw, DESK, GAMES)
    with pytest.raises(NotAMail) as refusal:
        reader.read(b"\0" * 1000, DESK, GAMES)
    assert [problem.code for problem in refusal.value.problems] == ["not-a-mail"]


def test_of_what_takes_too_long_the_header_is_read(large: bytes) -> None:
    hasty = MailReader(small=2000, seconds=0.001)
    said = hasty.read(large, DESK, GAMES)

    assert isinstance(said, Contents)
    assert (said.mail.from_address, said.is_too_slow) == ("alice@example.com", True)
    assert [problem.code for problem in said.mail.problems] == ["mail-too-complex"]
    hasty.close()


def test_another_process_takes_the_place_of_one_that_died(reader: MailReader) -> None:
    reader.read(ONE, DESK, GAMES)
    first = reader.process
    assert first
    kill(first, SIGKILL)

    assert reader.read(ONE, DESK, GAMES) == read(ONE, DESK, GAMES)
    assert reader.process != first


def test_a_mail_that_takes_too_long_is_answered_and_shown_to_the_organiser(
    database: Database, monkeypatch: pytest.MonkeyPatch, large: bytes
) -> None:
    hasty = MailReader(small=2000, seconds=0.001)
    monkeypatch.setattr(inbox, "_READER", hasty)
    open_cup(database)
    postman = Postman(database)
    mail = postman.bring(large)
    hasty.close()

    assert (mail.action, mail.note["flag"]) == (MailAction.PROBLEMS, "too-slow")
    assert postman.last().kind == "problems"
