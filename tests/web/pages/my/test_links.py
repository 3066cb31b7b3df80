"""Players who have lost their link get it again by mail, and nobody learns who plays."""

import re
from typing import Any

import pytest
from sqlalchemy import event
from sqlmodel import select

from app.league.people import organisers
from app.league.people.players import AGAIN_AFTER
from app.letters.contents import render
from app.store import seasons
from app.store.database import Database
from app.store.tables import Letter, Player, SeasonState
from tests.support.browsers import Answer, Browser, Site
from tests.support.seasons import Character, a_revision, a_season

STRANGER = "nobody@example.org"
OLGA = "olga@example.org"


@pytest.fixture
def site(database: Database) -> Site:
    """Alice has an entry in two seasons that take entries, and one in a season that is over."""
    with database.writing() as session:
        alice = a_revision(session, a_season(session), Character("Tuesday", "攻核")).entry.player
        for slug, name in (("league", "Wednesday"), ("old", "Monday")):
            entry = a_revision(session, a_season(session, slug=slug), Character(name, "攻核")).entry
            session.delete(entry.player)
            entry.player = alice
        seasons.by_slug(session, "old").state = SeasonState.ARCHIVED
    return Site(database)


@pytest.fixture
def address(site: Site) -> str:
    with site.reading() as session:
        return str(session.exec(select(Player.address)).one())


def ask(browser: Browser, address: str) -> Answer:
    return browser.post("/en/my", {"address": address})


def test_one_letter_has_the_links_to_all_characters_that_still_play(
    site: Site, address: str
) -> None:
    browser = site.browser()
    ask(browser, f" {address.upper()} ")
    ask(site.browser("192.0.2.9"), address)
    (letter,) = site.letters()
    with site.reading() as session:
        text = render(session, session.get_one(Letter, letter.id)).text

    assert letter.kind == "links"
    assert re.findall("Tuesday|Wednesday|Monday", text) == ["Tuesday", "Wednesday"]
    assert len(re.findall(r"/my/\S+", text)) == 2
    site.clock.pass_by(seconds=AGAIN_AFTER.total_seconds())
    ask(browser, address)
    assert len(site.letters()) == 2


def test_what_waits_for_a_yes_is_asked_about_and_its_name_is_no_link(site: Site) -> None:
    """A stranger may have entered it with this address, and chose its name."""
    browser = site.browser()
    browser.enter(name="see evil.example.com", build="攻核", address=STRANGER)
    ask(browser, STRANGER)
    with site.reading() as session:
        text = render(session, session.get_one(Letter, site.letters()[-1].id)).text

    assert "evil[.]example[.]com" in text
    assert len(re.findall(r"/confirm/\S+", text)) == 1
    assert "/my/" not in text


def test_the_answer_is_the_same_for_every_address(site: Site, address: str) -> None:
    with site.writing() as session:
        session.exec(select(Player)).one().paused_at = site.clock.now
    asked = [ask(site.browser(), each) for each in (address, STRANGER)]
    shown = {site.browser().get(each.location).html for each in asked}

    assert {(each.status, each.location) for each in asked} == {(303, "/en/my?asked=1")}
    assert len(shown) == 1
    with site.reading() as session:
        assert session.exec(select(Player.address)).all() == [address]


@pytest.mark.parametrize("page", ["/en/my", "/en/desk/sign-in", "/en/seasons/cup/follow"])
def test_the_same_work_is_done_for_every_address(site: Site, address: str, page: str) -> None:
    """Else its time tells who plays and who organises: another statement is a millisecond."""
    with site.writing() as session:
        organisers.appoint(session, OLGA, "Olga", site.clock.now)

    def work(typed: str) -> list[str]:
        done: list[str] = []

        def note(_: Any, __: Any, statement: str, *___: Any) -> None:
            # But for the log, which follows the answer, and for what chance does.
            apart = "BEGIN|SET LOCAL|DELETE FROM bucket|.*security_event"
            if not re.match(apart, statement, re.DOTALL):
                done.append(statement)

        event.listen(site.database.engine, "before_cursor_execute", note)
        site.browser().post(page, {"address": typed})
        event.remove(site.database.engine, "before_cursor_execute", note)
        return [re.sub("RELEASE|ROLLBACK TO", "END OF", each) for each in done]

    work(STRANGER)  # the first request of a client has a budget to begin
    stranger, player, organiser = map(work, ["else@example.org", address, OLGA])

    assert stranger == player == organiser
    written = {"/en/my": ["links", "sign-in"], "/en/desk/sign-in": ["sign-in"]}
    assert [letter.kind for letter in site.letters()] == written.get(page, ["follow"] * 4)


def test_what_is_no_address_is_told_and_stays_in_its_field(site: Site) -> None:
    answer = ask(site.browser(), "alice@<b>")

    assert answer.status == 422
    assert answer.text("#address-told")
    assert 'value="alice@&lt;b&gt;"' in answer.html


def test_a_dead_link_leads_to_a_new_one(site: Site) -> None:
    answer = site.browser().get("/en/my/" + "a" * 32)

    assert (answer.status, answer.text("main .button:not(.quiet)")) == (404, "Send me my link")
