"""Who may enter: everybody, or those who have the link, the word, or an address on the list; by form, by mail, by a program."""

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from app.league.entries import doors
from app.league.people import organisers
from app.league.seasons import news, seasons as league_seasons
from app.league.seasons.decisions.season_plans import DECISIONS, chosen, plan_of
from app.store import seasons
from app.store.database import Database
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Entry, MailAction, SignInPurpose
from app.web.sessions import cookie_name
from tests.support.browsers import Answer, Site
from tests.support.people import NOW
from tests.support.posting import CUP, ENTRY, Postman, open_cup
from tests.web.worlds import OLGA, sign_in

ENTER = f"/en/seasons/{CUP}/enter"
API = f"/api/v1/seasons/{CUP}/entries"
WORD = "Open Sesame 7"
TUESDAY = {"name": "Tuesday", "build": "攻響核", "address": "alice@example.com"}
LIST = "Alice A. <Alice+school@Example.com>, bob@example.com\n鈴木　carol@example.com"


def decide(database: Database, now: Any = NOW, **typed: Any) -> list[str]:
    """These parts of the door are decided; what is wrong with them."""
    with database.writing() as session:
        wrong: list[tuple[str, Any]] = []
        plan = chosen(plan_of(seasons.by_slug(session, CUP)), typed, wrong)
        if wrong:
            return [each.code for _, each in wrong]
        league_seasons.change(session, plan, Organiser("olga", now))
        return []


@pytest.fixture
def cup(database: Database) -> Database:
    open_cup(database, closes_at=NOW + timedelta(days=9))
    return database


@pytest.fixture
def site(cup: Database) -> Site:
    return Site(cup)


def codes(answer: Any) -> str:
    return " ".join(answer.text(".problems").split())


def held(database: Database) -> int:
    with database.reading() as session:
        return len(session.exec(select(Entry)).all())


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ({"door": "word"}, ["short-word"]),
        ({"door": "word", "word": "a-b-c d e f g"}, ["short-word"]),
        ({"door": "word", "word": "ひらけごまひらけ"}, []),
        ({"door": "list"}, ["bad-guests"]),
        ({"door": "list", "guests": "alice@example.com\nbob\n<eve@>"}, ["bad-guest"] * 2),
        ({"door": "list", "guests": LIST}, []),
        ({"door": "moon"}, ["unknown-door"]),
        ({"door": "link"}, []),
        ({"door": "link", "word": WORD}, ["other-door"]),
        ({"guests": LIST}, ["other-door"]),
    ],
)
def test_what_is_wrong_with_a_word_or_a_list_is_named(
    cup: Database, typed: dict[str, str], wrong: list[str]
) -> None:
    assert decide(cup, **typed) == wrong


def test_neither_word_nor_addresses_can_be_read_anywhere(cup: Database) -> None:
    decide(cup, door="word", word=WORD)
    decide(cup, door="list", guests=LIST)
    with cup.reading() as session:
        season = seasons.by_slug(session, CUP)
        log = [str(each.detail) for each in audits.of_season(session, season)]
        kept, plan = f"{season.decisions} {log}", plan_of(season)
        lines = [
            line
            for act in audits.of_season(session, season)
            for line in news.changes_of(act, "ja", NOW.tzinfo or NOW.tzinfo)  # type: ignore[arg-type]
        ]
    said = f"{kept} {lines} {DECISIONS['door'].kind.apart(plan.door, plan.game)['word']}"

    assert not [each for each in ("esame", "example", "alice", "鈴木") if each in said.casefold()]
    assert len(plan.door.keys) == 3


def test_by_the_form_alone_the_word_lets_in_and_who_has_none_reads_how(site: Site) -> None:
    decide(site.database, door="word", word=WORD)
    alice = site.browser()

    assert "By invitation: you need the word" in alice.get(f"/en/seasons/{CUP}").text()
    without = alice.enter(ENTER, **TUESDAY)
    assert (without.status, held(site.database)) == (422, 0)
    assert "Ask its organiser for the word" in codes(without)
    assert "This is not the current word" in codes(alice.submit(without, word="open sesame"))
    assert alice.enter(ENTER, **TUESDAY, word=" ｏｐｅｎ-SESAME７ ").status == 303
    confirm = site.confirm_link(site.letters()[-1].revision_id or 0)
    assert alice.submit(alice.get(confirm)).status == 303
    assert alice.enter(ENTER, name="Tuesday", build="核").status == 303  # without the word again


@pytest.mark.parametrize(
    ("label", "word", "code"),
    [
        ("Word", WORD, None),
        ("合言葉", "ＯＰＥＮ　ＳＥＳＡＭＥ　７", None),
        ("Word", "open", "wrong-word"),
        ("", "", "door-word"),
    ],
)
def test_by_mail_alone_the_word_stands_in_a_line(
    cup: Database, label: str, word: str, code: str | None
) -> None:
    decide(cup, door="word", word=WORD)
    postman = Postman(cup)
    mail = postman.post(f"{ENTRY}{label}: {word}\n" if label else ENTRY)

    if code is None:
        assert mail.action is MailAction.HELD
        assert postman.post("yes", to=postman.confirm()).action is MailAction.CONFIRMED
        assert postman.post(ENTRY.replace("Echo", "Shield"), to=postman.secret()).action == "entry"
    else:
        assert mail.action is MailAction.PROBLEMS
        assert [each["code"] for each in mail.note["problems"]] == [code]
        assert held(cup) == 0


def test_a_program_sends_the_word(site: Site) -> None:
    decide(site.database, door="word", word=WORD)
    client = site.browser().client

    assert client.post(API, json=TUESDAY).status_code == 422
    assert client.post(API, json={**TUESDAY, "word": WORD}).status_code == 202


@pytest.mark.parametrize("way", ["form", "program", "mail"])
def test_ten_wrong_words_an_hour_and_then_the_right_one_says_no_more_than_they_do(
    site: Site, way: str
) -> None:
    decide(site.database, door="word", word=WORD)
    postman = Postman(site.database)

    def tried(word: str, hours: int = 0) -> str:
        site.clock.now = NOW + timedelta(hours=hours)
        if way == "mail":
            said = postman.post(
                f"{ENTRY}Word: {word}\n", timedelta(seconds=1), sender="m@example.com"
            )
            return str((said.note or {}).get("problems", "in"))
        if way == "program":
            answer = site.browser().client.post(API, json={**TUESDAY, "word": word})
            return "in" if answer.status_code == 202 else answer.text
        sent = site.browser().enter(ENTER, **TUESDAY, word=word)
        return (
            "in"
            if sent.status == 303
            else codes(sent)
            + "wrong-word" * ("This is not the current word" in codes(sent))
            + "words-tried" * ("Wait an hour" in codes(sent))
        )

    told = [tried(f"guess number {number}") for number in range(10)]
    assert all("wrong-word" in each for each in told), told
    assert "words-tried" in tried("guess number 11")
    assert "words-tried" in tried(WORD)
    if way == "mail":
        postman.now = NOW + timedelta(hours=2)
        assert postman.post(f"{ENTRY}Word: {WORD}\n", sender="other@example.com").action == "held"
    else:
        assert site.browser("192.0.2.7").enter(ENTER, **TUESDAY, word=WORD).status == 303
        assert tried(WORD, hours=2) == "in"


def test_a_link_lets_in_until_there_is_another(site: Site) -> None:
    decide(site.database, door="link")
    with site.reading() as session:
        link = doors.door_of(seasons.by_slug(session, CUP)).keys[0]
    guest = site.browser()

    assert guest.enter(ENTER, **TUESDAY).status == 422
    assert guest.enter(f"{ENTER}?word={link}", **TUESDAY).status == 303
    decide(site.database, NOW + timedelta(hours=1), new_link=True)
    site.clock.pass_by(hours=2)
    forwarded = guest.enter(f"{ENTER}?word={link}", **{**TUESDAY, "name": "Other"})
    assert "This is not the current word" in codes(forwarded)
    late = guest.submit(guest.get(site.confirm_link(site.letters()[-1].revision_id or 0)))
    assert (late.status, "by invitation" in late.text()) == (409, True)


def test_a_list_tells_strangers_nothing_and_lets_its_mailboxes_in(site: Site) -> None:
    decide(site.database, door="list", guests=LIST)
    browser, seen = site.browser(), {}
    for who in ("ALICE+home@example.com", "mallory@example.com"):
        sent = browser.enter(ENTER, **{**TUESDAY, "address": who, "name": who[:5]})
        page = browser.follow(sent)
        confirm = site.confirm_link(site.letters()[-1].revision_id or 0)
        answer = site.browser().submit(site.browser().get(confirm))
        seen[who[:5]] = (sent.status, sent.location, page.text("main")), answer

    assert seen["ALICE"][0] == seen["mallo"][0]
    assert [each.status for _, each in seen.values()] == [303, 409]
    assert "for addresses on its organiser's list" in seen["mallo"][1].text()
    postman = Postman(site.database)
    told = postman.post(sender="eve@example.com")
    assert [each["code"] for each in told.note["problems"]] == ["door-list"]
    assert "alice" not in str(told.note["problems"])
    assert postman.post(ENTRY.replace("Mister", "Mrs"), sender="bob@example.com").action == "held"


def test_who_is_in_stays_and_what_is_held_passes_the_door_of_now(cup: Database) -> None:
    postman = Postman(cup)
    postman.enter()
    postman.post(ENTRY.replace("Mister", "Mrs"), sender="bob@example.com")
    waiting = postman.confirm()
    decide(cup, postman.now + timedelta(seconds=1), door="word", word=WORD)

    assert [*postman.builds()] == ["Mister Tuesday"]
    late = postman.post("yes", to=waiting, sender="bob@example.com")
    assert [each["code"] for each in late.note["problems"]] == ["door-word"]
    assert postman.post(ENTRY.replace("Echo", "Shield"), to=postman.secret()).action == "entry"
    decide(cup, postman.now, door="")
    assert [*postman.builds()] == ["Mister Tuesday"]


def test_the_desk_shows_the_link_and_its_form_neither_word_nor_list(site: Site) -> None:
    with site.writing() as session:
        organisers.appoint(session, OLGA, "Olga", NOW)
        token, _ = sign_in(session, SignInPurpose.ORGANISER)
    olga = site.browser()
    olga.client.cookies.set(cookie_name(site.app.site, SignInPurpose.ORGANISER), token)
    desk = f"/en/desk/seasons/{CUP}"

    def settle(**typed: str) -> Answer:
        return olga.submit(olga.get(f"{desk}/settings"), **typed)

    wrong = settle(door="list", guests="alice@example.com\nbob@", tell="A club now.")
    assert "“bob@” is not a mail address." in wrong.text()
    assert settle(door="list", guests=LIST, listed="").status == 303
    assert "those whose address is on the list (3)" in olga.get(desk).text()
    assert settle(door="word", word=WORD).status == 303
    for page in (desk, f"{desk}/settings"):
        assert not [x for x in ("esame", "alice@example") if x in olga.get(page).html.casefold()]
    assert settle(door="link").status == 303
    with site.reading() as session:
        link = doors.door_of(seasons.by_slug(session, CUP)).keys[0]
    assert f"{CUP}/enter?word={link}" in olga.get(desk).text()
