"""A seat that may change hands, by mail alone."""

import re

import pytest
from sqlmodel import select

from app.engine.ruleset import Ruleset
from app.league.people.tokens import make_token
from app.letters.contents import render
from app.notices.answers import Orders, Problems
from app.notices.news import SeatNews
from app.notices.registry import about
from app.store.database import Database
from app.store.tables import Entry, Letter
from tests.support.duels import begin_cup
from tests.support.posting import DESK, Postman
from tests.support.seats import FEST, FORMER, asked, former, miss, one, told


@pytest.fixture
def postman(duel: Ruleset, database: Database) -> Postman:
    """C3 is absent, and their seat is offered."""
    former(database, *FORMER)
    begin_cup(database, 3, **FEST)
    return Postman(database, miss(database, 3, "C1", "C2"))


def to(postman: Postman, name: str) -> str:
    """The address for answers in the letter about the seat to this player."""
    with postman.database.reading() as session:
        player = one(session, name)
        token = make_token(DESK.key, "seat", player.id, asked(session).id, own=player.secrets)
    local, _, domain = DESK.address.partition("@")
    return f"{local}+s-{token}@{domain}"


def say(postman: Postman, name: str, text: str, **how: str) -> object:
    """This player writes that in answer; what the answer is about."""
    postman.post(text, sender=f"{how.get('by', name)}@example.com", to=to(postman, name))
    return about(postman.last())


def test_a_yes_takes_it_over_for_whom_it_was_offered_to_and_another_one_changes_nothing(
    postman: Postman,
) -> None:
    """An offer that was passed on works for its reader alone; silence takes nothing."""
    assert not isinstance(say(postman, "mai", ""), SeatNews)
    assert say(postman, "nao", "はい", by="friend") == SeatNews(takeover=1, event="yours")
    assert say(postman, "nao", "Yes.") == SeatNews(takeover=1, event="yours")
    late = say(postman, "mai", "Yes, please!")
    assert isinstance(late, Problems)
    assert [each.code for each in late.problems] == ["seat-gone"]
    with postman.database.reading() as session:
        answer = render(session, postman.last())
        assert (answer.subject, "Build:" in answer.text) == ("Nothing has changed", False)
        assert session.get_one(Entry, asked(session).entry_id).player_id == one(session, "nao").id
    assert ("p3", "taken") in told(postman.database)


@pytest.mark.parametrize("text", ["yes, I play on", "はい、続けます", "いいえ", "no"])
def test_who_was_asked_answers_in_words(postman: Postman, text: str) -> None:
    is_yes = text[0] in "yは"
    news = say(postman, "p3", text)
    assert news == SeatNews(takeover=1, event="kept" if is_yes else "declined")
    refused = say(postman, "nao", "はい")
    assert isinstance(refused, Problems if is_yes else SeatNews)


def test_orders_keep_the_seat_and_those_of_before_count_for_nobody_who_has_lost_it(
    postman: Postman,
) -> None:
    with postman.database.reading():
        secret = postman.secret("p3@example.com", "cup")
    assert say(postman, "nao", "yes") == SeatNews(takeover=1, event="yours")
    block = "game cup-r1-1\nturn 3\nthen auto\nend\n"
    postman.post(block, sender="p3@example.com", to=secret)
    answer = about(postman.last())

    assert isinstance(answer, Orders)
    assert {p.code for each in answer.readings for p in each.problems} == {"orders-not-yours"}


def test_letters_tell_the_position_that_everybody_may_watch(postman: Postman) -> None:
    with postman.database.reading() as session:
        found = [each for each in session.exec(select(Letter)) if isinstance(about(each), SeatNews)]
        for each in found:
            each.lang = "en"
        texts = [render(session, each).text for each in found]

    assert "do you play on" in texts[0]
    assert re.search(r"“C1”: (You (lead|trail)|It is) \d+ to \d+", texts[1])
    assert "You would be named beside its owner, as “Nao”" in " ".join(texts[1].split())
