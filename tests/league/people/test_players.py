"""Letters that come back count against their address; in the end it is paused, until it is heard of."""

from datetime import datetime, timedelta

import pytest
from sqlmodel import Session, select

from app.league.people import players
from app.store.database import Database
from app.store.tables import Letter, LetterState, Player
from app.store.work import outbox
from tests.support.outgoing import letters, states, write_letters
from tests.support.people import NOW

DAY = timedelta(days=1)


def alice(session: Session) -> Player:
    return session.exec(select(Player)).one()


@pytest.fixture
def sent(database: Database) -> Database:
    """Alice has got five letters, and one waits for her."""
    write_letters(database, "alice", state=LetterState.SENT)
    with database.writing() as session:
        for number in range(2, 7):
            state = LetterState.READY if number == 6 else LetterState.SENT
            session.add(
                Letter(
                    kind="receipt",
                    dedup_key=str(number),
                    message_id=f"<{number}@hikyaku.example>",
                    player_id=1,
                    lang="en",
                    due_at=NOW,
                    created_at=NOW,
                    subject="A letter",
                    text="Words.",
                    html="",
                    state=state,
                )
            )
    return database


def come_back(database: Database, *numbers: int, at: datetime = NOW, hard: bool = True) -> None:
    with database.writing() as session:
        for number in numbers:
            letter = session.get_one(Letter, number)
            players.came_back(letter, "5.1.1 no such user", is_permanent=hard, now=at)


def is_paused(database: Database) -> bool:
    with database.reading() as session:
        return alice(session).paused_at is not None


@pytest.mark.parametrize(("hard", "enough"), [(True, 2), (False, 4)])
def test_so_many_pause_the_address(hard: bool, enough: int, sent: Database) -> None:
    come_back(sent, *range(1, enough), hard=hard)
    assert not is_paused(sent)
    come_back(sent, enough, hard=hard)
    assert is_paused(sent)


def test_a_letter_comes_back_once_however_often_that_is_said(sent: Database) -> None:
    come_back(sent, 1, 1, 1)

    assert not is_paused(sent)


def test_a_month_without_one_forgets_those_before(sent: Database) -> None:
    come_back(sent, 1)
    come_back(sent, 2, at=NOW + 31 * DAY)

    assert not is_paused(sent)


def test_nothing_leaves_for_a_paused_address_until_its_owner_is_heard_of(sent: Database) -> None:
    come_back(sent, 1, 2)
    with sent.writing() as session:
        assert not outbox.is_anything_due(session, now=NOW)
        assert not outbox.claim(session, now=NOW, limit=10)
        players.heard_of(alice(session))
    with sent.writing() as session:
        assert len(outbox.claim(session, now=NOW, limit=10)) == 1


def test_an_organiser_sees_what_came_back_and_what_waits_for_it(sent: Database) -> None:
    come_back(sent, 1, 2)

    with sent.reading() as session:
        assert [letter.id for letter in outbox.in_trouble(session)] == [1, 2, 6]
        assert outbox.bounced(session) == 2


def test_sent_again_it_has_not_come_back_and_the_address_is_open(sent: Database) -> None:
    come_back(sent, 1, 2)
    with sent.writing() as session:
        assert players.send_again(session, 1, NOW)

    assert not is_paused(sent)
    assert letters(sent)[0].bounced_at is None
    assert states(sent)[0] is LetterState.READY


def test_what_waits_can_be_given_up(sent: Database) -> None:
    come_back(sent, 1, 2)
    with sent.writing() as session:
        assert outbox.drop(session, 6, now=NOW)
        assert not outbox.drop(session, 3, now=NOW), "it has arrived"
        assert not outbox.drop(session, 99, now=NOW)

    assert states(sent)[5] is LetterState.DEAD


def test_what_came_back_or_is_dead_can_be_settled(sent: Database) -> None:
    come_back(sent, 1, 2)
    with sent.writing() as session:
        assert all(outbox.drop(session, each, now=NOW) for each in (1, 2, 6))
        assert not outbox.drop(session, 1, now=NOW), "it is settled"
        assert outbox.in_trouble(session) == []
        assert outbox.failed(session) == 0
        assert players.send_again(session, 1, NOW)
    come_back(sent, 1)

    with sent.reading() as session:
        assert [letter.id for letter in outbox.in_trouble(session)] == [1], "it came back once more"
