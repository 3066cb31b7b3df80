"""Going away and coming back, by mail alone and by web alone, in both languages; what each player reads of it."""

import re
from datetime import timedelta

import pytest
from sqlmodel import select

from app.engine.ruleset import Ruleset
from app.league.people.tokens import make_token
from app.letters.contents import render
from app.notices.answers import OwnAnswer, Problems
from app.notices.news import Extended
from app.store.database import Database
from app.store.security import personal_data
from app.store.tables import Absence, Contestant, Letter, Player
from tests.league.matches.test_away import NOON, SOON, moved
from tests.support.browsers import Site
from tests.support.duels import begin_cup
from tests.support.outgoing import some_settings
from tests.support.posting import DESK, Postman

HERE = some_settings(mail_address=DESK.address)
ME, OTHER = "p1@example.com", "p2@example.com"
AFTER = NOON + timedelta(days=8)


@pytest.fixture
def post(duel: Ruleset, database: Database, monkeypatch: pytest.MonkeyPatch) -> Postman:
    monkeypatch.setattr(type(HERE), "key", lambda _self: DESK.key)
    for place in ("app.letters.contents", "app.letters.news"):
        monkeypatch.setattr(f"{place}.settings", lambda: HERE)
    begin_cup(database, 2, away="wait")
    return Postman(database, SOON)


def number(database: Database, address: str = ME) -> int:
    with database.reading() as session:
        return session.exec(select(Player.id).where(Player.address == address)).one()


def letter(post: Postman, to: str = ME) -> tuple[str, str, str]:
    """The last one: its kind, its subject and its text, which stands in both of its parts."""
    with post.database.reading() as session:
        found = session.exec(select(Letter).where(Letter.player_id == number(post.database, to)))
        last = [*found][-1]
        mail = render(session, last)
        assert mail.html
        return last.kind, mail.subject, " ".join(mail.text.split())


@pytest.mark.parametrize(
    ("said", "subject", "season", "back"),
    [
        (
            "I'll be away from 3 to 10 November.",
            "You are away from 2026-11-03",
            "wait for your",
            "I am back",
        ),
        (
            "11月3日から10日まで旅行で不在となります",
            "留守と承りました",
            "指示を待ちます",
            "戻りました",
        ),
        (
            "11月3日から10日まで留守にします。",
            "留守と承りました",
            "指示を待ちます",
            "予定より早く帰りました",
        ),
    ],
)
@pytest.mark.parametrize("way", ["season", "own"])
def test_by_mail_alone(
    post: Postman, said: str, subject: str, season: str, back: str, way: str
) -> None:
    own = f"o-{make_token(DESK.key, 'own', number(post.database))}"
    to = post.secret(ME, "cup") if way == "season" else DESK.address.replace("@", f"+{own}@")
    post.post(said, sender=ME, to=to, Subject="Re: 第3回飛脚杯：あと6時間")
    kind, head, text = letter(post)

    assert (kind, moved(post.database, "c1")) == (OwnAnswer.slug, {AFTER})
    assert subject in head
    assert season in text
    kind, head, text = letter(post, OTHER)
    assert kind == Extended.slug
    assert not re.search("away|留守|asked|opponent", text)
    post.post(back, sender=ME, to=to, subject="")
    kind, head, text = letter(post)
    assert kind == OwnAnswer.slug
    assert ("back" in head) or ("おかえり" in head)
    assert moved(post.database, "c1") == {AFTER}


def test_a_mail_that_anybody_could_have_sent_does_nothing(post: Postman) -> None:
    post.post("I am away from 3 to 10 November", sender=ME)
    kind, _, text = letter(post)

    assert (kind, moved(post.database, "c1")) == (Problems.slug, {NOON})
    assert "secret address" in text


def test_days_that_cannot_be_read_are_answered_with_what_to_write(post: Postman) -> None:
    for said, wanted in (
        ("I'm away next week", "away from 10 to 20 December"),
        ("旅行で不在", "12月10日から20日まで留守にします"),
        ("away from 30 to 31 February", "We could not read"),
        ("away from 3 November", "We could not read"),
        ("away from 3 November for 10 days", "We could not read"),
        ("11月3日から10日間留守にします", "留守にします"),
    ):
        post.post(said, sender=ME, to=post.secret(ME, "cup"), subject="")
        assert wanted in letter(post)[2]
    with post.database.reading() as session:
        assert not session.exec(select(Absence)).all()


@pytest.mark.parametrize(
    ("lang", "said", "told"),
    [
        ("en", "3 to 10 November 2026", "wait for your orders"),
        ("ja", "11/3〜11/10", "指示を待ちます"),
    ],
)
def test_by_web_alone(
    post: Postman, monkeypatch: pytest.MonkeyPatch, lang: str, said: str, told: str
) -> None:
    site = Site(post.database)
    site.clock.now = SOON
    browser = site.browser()
    here = f"/{lang}/own/{make_token(site.key, 'own', number(post.database))}"
    assert browser.post(here, {"act": "away", "said": "someday"}).status == 422
    assert browser.post(here, {"act": "away", "said": said}).status == 303
    assert browser.post(here, {"act": "away", "said": said}).status == 303  # a second press
    page = browser.get(here).text()
    assert told in page
    assert moved(post.database, "c1") == {AFTER}
    assert browser.post(here, {"act": "back"}).status == 303
    assert told not in browser.get(here).text()


PUBLIC = (
    *("/en/seasons/cup", "/en/seasons/cup/matches", "/ja/seasons/cup", "/en/seasons/cup/feed.atom"),
    *("/en/seasons/cup/calendar.ics", "/api/v1/seasons/cup", "/api/v1/seasons/cup/matches", "/ja/"),
)


def test_nobody_else_reads_of_it_and_it_goes_with_its_person(post: Postman) -> None:
    browser = Site(post.database).browser()

    def said(path: str) -> list[str]:
        """Every word of a time away, and of its last day."""
        answer = browser.get(path)
        assert answer.status == 200, path
        return re.findall(
            r"2026-11-10|11月10日|11/10|Nov 10|10 Nov|留守|[Aa]way|absen", answer.html
        )

    before = {path: said(path) for path in PUBLIC}
    post.post("away from 3 to 10 November", sender=ME, to=post.secret(ME, "cup"), subject="")
    assert moved(post.database, "c1") == {AFTER}
    assert {path: said(path) for path in PUBLIC} == before
    with post.database.writing() as session:
        player = session.get_one(Player, number(post.database))
        assert personal_data.of(session, player)["absences"] == 1
        personal_data.erase(session, player)
    with post.database.reading() as session:
        assert session.exec(select(Absence)).all() == []
        assert {each.absence_id for each in session.exec(select(Contestant))} == {None}
