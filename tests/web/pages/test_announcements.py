"""An announcement to the players of a season: looked at first, sent once, in their language, harmless."""

import pytest
from selectolax.lexbor import LexborHTMLParser
from sqlmodel import select
from starlette.testclient import TestClient

from app.letters import contents
from app.store import players
from app.store.database import Database
from app.store.tables import Audit, Letter
from tests.web.pages.test_desk import NOW, act, create, enter_two, hidden

EVIL = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![a](javascript:alert(1))",
    '"><svg/onload=alert(1)>',
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "```\n</code></pre><script>alert(1)</script>\n```",
    "[a]: javascript:alert(1)\n\n[a]",
    "<!--\n<form action=https://evil.example>",
)
HERE = "/en/desk/seasons/cup/announcement"
WORDS = {"subject_en": "When it begins", "text_en": "On **Sunday**.\n\n<script>alert(1)</script>"}


@pytest.fixture
def cup(olga: TestClient, database: Database) -> TestClient:
    """A season that two have entered; one reads Japanese, and a third wants no letters."""
    create(olga)
    act(olga, "cup", "open")
    enter_two(database)
    with database.writing() as session:
        bob = players.known_as(session, "bob@example.com", "en", NOW)
        bob.lang = "ja"
    return olga


def letters(database: Database) -> list[Letter]:
    with database.reading() as session:
        found = select(Letter).where(Letter.kind == "announcement").order_by(Letter.lang)
        return list(session.exec(found))


def hidden_in(page: str) -> dict[str, str]:
    nodes = LexborHTMLParser(page).css("input[type=hidden]")
    return {node.attributes["name"] or "": node.attributes["value"] or "" for node in nodes}


def test_it_is_shown_first_and_sent_once(cup: TestClient, database: Database) -> None:
    form = hidden(cup, HERE) | WORDS
    shown = cup.post(HERE, data=form | {"act": "preview"})
    as_mail = cup.post(f"{HERE}/ja", data=form)
    unseen = cup.post(HERE, data=form | {"act": "send"})
    before = letters(database)
    seen = {"seen": hidden_in(shown.text)["seen"], "act": "send"}
    changed = cup.post(HERE, data=form | seen | {"text_en": "Never."})
    answers = [cup.post(HERE, data=form | seen).status_code for _ in range(2)]
    again = cup.post(HERE, data=hidden(cup, HERE) | WORDS | seen)

    assert "It goes to 2 players: 1 in Japanese, 1 in English." in shown.text
    assert "<script>alert(1)</script>" not in shown.text + as_mail.text
    assert "<strong>Sunday</strong>" in as_mail.text
    assert before == []
    assert unseen.status_code == changed.status_code == 200, "what was not looked at is shown first"
    assert "Never." in changed.text
    assert answers == [303, 303]
    assert again.status_code == 422
    assert "has already received this text" in again.text
    assert len(letters(database)) == 2
    with database.reading() as session:
        english, japanese = (contents.draft(session, each) for each in letters(database))
        assert "(There are no words in Japanese" not in english.text
        assert "日本語版がないため、英語で" in japanese.text
        assert "/letters/stop/" in english.text, "news can be stopped"
        done = session.exec(select(Audit).where(Audit.act == "announce")).one()
    assert (done.detail["letters"], done.detail["subject"]) == (2, "When it begins")


def test_who_wants_no_letters_and_whose_letters_come_back_are_said(
    cup: TestClient, database: Database
) -> None:
    with database.writing() as session:
        players.known_as(session, "bob@example.com", "en", NOW).muted_at = NOW
        players.known_as(session, "alice@example.com", "en", NOW).paused_at = NOW
    page = cup.get(HERE).text

    assert "It goes to 1 player" in page
    assert "1 receives no letters, as they asked." in page
    assert "Earlier letters to 1 of them came back" in page


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({}, "in one language at least"),
        ({"subject_en": "x"}, "Write subject and text in the same language"),
        (WORDS | {"subject_en": "x" * 121}, "at most 120 visible characters"),
        (WORDS | {"text_en": "x" * 10_001}, "has 10,001 characters"),
    ],
)
def test_nothing_typed_is_lost_when_it_is_refused(
    cup: TestClient, database: Database, words: dict[str, str], told: str
) -> None:
    answer = cup.post(HERE, data=hidden(cup, HERE) | words | {"act": "send"})

    assert answer.status_code == 422
    assert told in answer.text
    (typed,) = LexborHTMLParser(answer.text).css("#subject_en")
    assert typed.attributes["value"] == words.get("subject_en", "")
    assert letters(database) == []


def test_nothing_runs_in_it(cup: TestClient) -> None:
    for evil in EVIL:
        form = hidden(cup, HERE) | {"subject_en": "x", "text_en": f"{evil}\n\n[a](javascript:x)"}
        page = LexborHTMLParser(cup.post(f"{HERE}/en", data=form).text)
        assert page.css("script, iframe, img, object, embed, svg, form") == []
        for node in page.css("a"):
            assert (node.attributes.get("href") or "http").startswith("http")
