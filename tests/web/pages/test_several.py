"""Several characters of one player by forms: each has its page, and none is changed for another."""

import pytest

from app.store.database import Database
from app.store.tables import Season
from tests.support.browsers import Browser, Site
from tests.support.seasons import a_season
from tests.web.pages.test_submission import TUESDAY, confirm, counting

FORM = "/en/seasons/cup/enter"


@pytest.fixture
def site(database: Database) -> Site:
    with database.writing() as session:
        a_season(session).characters = 2
    return Site(database)


@pytest.fixture
def alice(site: Site) -> Browser:
    """Alice, signed in, with Tuesday and Needle."""
    browser = site.browser()
    browser.enter(**TUESDAY)
    confirm(site, browser)
    browser.enter(name="Needle", build="核核")
    return browser


def test_the_page_shows_each_and_the_form_changes_the_one_it_was_opened_for(
    site: Site, alice: Browser
) -> None:
    page = alice.get("/en/seasons/cup/my")
    assert counting(site) == ["攻響核", "核核"]
    assert "Enter another character" not in page.text()
    (other,) = page.page.css("nav.part a")
    needle = alice.get(f"/en/seasons/cup/my{str(other.attributes['href']).partition('/my')[2]}")
    assert "Needle" in needle.text("section h2")

    number = str(other.attributes["href"]).rpartition("=")[2]
    answer = alice.enter(f"{FORM}?character={number}", name="Thread", build="核攻核")

    assert f"character={number}" in answer.location
    assert counting(site) == ["攻響核", "核攻核"]


def test_a_third_is_told_that_there_is_no_room(site: Site, alice: Browser) -> None:
    answer = alice.get(f"{FORM}?character=new")

    assert answer.status == 409
    assert "Tuesday, Needle" in answer.text()


def test_a_form_for_another_one_does_not_replace_its_namesake(site: Site, alice: Browser) -> None:
    with site.writing() as session:
        session.get_one(Season, 1).characters = 3
    answer = alice.enter(f"{FORM}?character=new", name="tuesday", build="核")

    assert answer.status == 422
    assert counting(site) == ["攻響核", "核核"]


def test_one_is_withdrawn_and_the_other_stays(site: Site, alice: Browser) -> None:
    page = alice.get("/en/seasons/cup/my")
    alice.submit(page, "form[action$=withdraw]")

    assert counting(site) == ["核核"]
    assert "Enter another character" in alice.get("/en/seasons/cup/my").text()


def test_a_stranger_does_not_learn_how_many_somebody_has(site: Site, alice: Browser) -> None:
    answer = site.browser().enter(**TUESDAY | {"name": "Fourth"})

    assert (answer.status, answer.location) == (303, "/en/seasons/cup/entered")
