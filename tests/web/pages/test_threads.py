"""Mails that wait for a human, on the organisers' desk: read in their thread, answered, settled."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlmodel import col, select
from starlette.testclient import TestClient

from app.league.people import organisers
from app.main import create_app
from app.settings import Settings
from app.store.database import Database
from app.store.tables import Audit, Letter, Mail, Revision, RevisionState
from tests.support.asking import Client
from tests.support.browsers import text_shown
from tests.support.outgoing import KEY
from tests.support.posting import Postman, open_cup
from tests.web.pages.test_desk import NOW, hidden

QUESTION = "For the organiser\nMay my brother <b>play</b>?"


@pytest.fixture
def browser(database: Database) -> Iterator[TestClient]:
    settings = Settings(secret=KEY, base_url="http://testserver")
    with Client(create_app(settings, database), follow_redirects=False) as client:
        yield client


@pytest.fixture
def postman(database: Database) -> Postman:
    open_cup(database, closes_at=NOW + timedelta(days=3))
    return Postman(database, NOW)


@pytest.fixture
def olga(browser: TestClient, postman: Postman, database: Database) -> TestClient:
    """An organiser; Alice has written before."""
    postman.post("My cat walked over the keyboard.")
    with database.writing() as session:
        token = organisers.appoint(session, "olga@example.com", "Olga", NOW)
    assert browser.post(f"/en/in/{token}").status_code == 303
    return browser


def acts(database: Database) -> list[str]:
    with database.reading() as session:
        return [each.act for each in session.exec(select(Audit).order_by(col(Audit.id)))][2:]


def last_letter(database: Database) -> Letter:
    with database.reading() as session:
        return session.exec(select(Letter).order_by(col(Letter.id).desc())).all()[0]


def test_the_desk_counts_who_waits(olga: TestClient, postman: Postman) -> None:
    assert "waiting for your answer" not in text_shown(olga.get("/en/desk"))
    postman.post(QUESTION)
    postman.post(QUESTION, sender="Bob <bob@example.com>")

    assert "2 people are waiting for your answer" in olga.get("/en/desk").text
    assert "返事を待つメール (2)" in olga.get("/ja/desk").text
    assert olga.get("/en/desk/threads").text.count('href="/en/desk/threads/') == 2
    assert "example.com" not in text_shown(olga.get("/en/desk/threads"))


def test_a_thread_is_read_as_text(olga: TestClient, postman: Postman) -> None:
    postman.post(QUESTION)
    page = olga.get("/en/desk/threads/1").text

    assert "My cat walked over the keyboard." in page
    assert "May my brother &lt;b&gt;play&lt;/b&gt;?" in page
    assert "our letter: What could not be done" in page
    assert page.count("waits for your answer") == 1


def test_an_answer_goes_out_once_and_stays_in_the_thread(
    olga: TestClient, postman: Postman, database: Database
) -> None:
    postman.post(QUESTION)
    sent = hidden(olga, "/en/desk/threads/1") | {"answer": "Of course.\n\nOlga", "act": "answer"}
    for _ in range(2):
        answer = olga.post("/en/desk/threads/1", data=sent)
        assert (answer.status_code, answer.headers["location"]) == (303, "/en/desk/threads/1")
    letter = last_letter(database)

    assert (letter.kind, letter.in_reply_to) == ("reply", "<2@example.com>")
    assert letter.about["text"] == "Of course.\n\nOlga"
    assert acts(database) == ["answer"]
    page = olga.get("/en/desk/threads/1").text
    assert "Of course." in page
    assert "Mail answered" in page
    assert "waits for your answer" not in page
    assert "Answered or settled" in olga.get("/en/desk/threads").text


@pytest.mark.parametrize(("words", "told"), [("  \n", "write an answer"), ("x" * 10_001, "10,001")])
def test_an_answer_that_is_none_is_refused(
    olga: TestClient, postman: Postman, database: Database, words: str, told: str
) -> None:
    postman.post(QUESTION)
    sent = hidden(olga, "/en/desk/threads/1") | {"answer": words}
    page = olga.post("/en/desk/threads/1", data=sent)

    assert page.status_code == 422
    assert told in page.text
    assert "waits for your answer" in page.text
    assert acts(database) == []


def test_a_mail_is_settled_without_an_answer(
    olga: TestClient, postman: Postman, database: Database
) -> None:
    postman.post(QUESTION)
    before = last_letter(database).id
    sent = hidden(olga, "/en/desk/threads/1") | {"act": "settle"}
    assert olga.post("/en/desk/threads/1", data=sent).status_code == 303

    assert last_letter(database).id == before
    assert acts(database) == ["settle"]
    with database.reading() as session:
        assert [each.waits_since for each in session.exec(select(Mail))] == [None, None]


@pytest.mark.parametrize(
    ("act", "state", "letter"),
    [
        ("confirm", RevisionState.ACCEPTED, "receipt"),
        ("drop", RevisionState.DECLINED, "problems"),
    ],
)
def test_what_waits_for_a_yes_is_settled_there(
    olga: TestClient,
    postman: Postman,
    database: Database,
    act: str,
    state: RevisionState,
    letter: str,
) -> None:
    postman.post()
    postman.post("はい")
    postman.post("はい、私です")
    page = olga.get("/en/desk/threads/1").text
    assert "They said yes: accept it" in page
    assert "Echo" not in page, "it is sealed"
    place = "/en/desk/threads/1/entries/1"
    sent = hidden(olga, "/en/desk/threads/1") | {"act": act}
    assert olga.post(place, data=sent).status_code == 303

    with database.reading() as session:
        assert session.get_one(Revision, 1).state is state
    assert last_letter(database).kind == letter
    assert acts(database) == [act]
    again = olga.post(place, data=hidden(olga, "/en/desk/threads/1") | {"act": act})
    assert again.status_code == 422


@pytest.mark.parametrize("place", ["/en/desk/threads/99", "/en/desk/threads/2/entries/1"])
def test_nobody_is_settled_for_another(olga: TestClient, postman: Postman, place: str) -> None:
    postman.post()
    sent = hidden(olga, "/en/desk/threads/1") | {"act": "confirm"}

    assert olga.post(place, data=sent).status_code == 404
