"""A reader who does not play hears how a season ends, if the address is really his."""

import pytest
from sqlmodel import select

from app.league.people.tokens import make_token
from app.store import seasons
from app.store.database import Database
from app.store.tables import Follower, SeasonState
from tests.support.browsers import Answer, Browser, Site
from tests.support.seasons import a_season

FOLLOW = "/en/seasons/cup/follow"


@pytest.fixture
def site(database: Database) -> Site:
    with database.writing() as session:
        a_season(session)
    return Site(database)


@pytest.fixture
def eve(site: Site) -> Browser:
    return site.browser()


def followers(site: Site) -> list[int]:
    with site.reading() as session:
        return list(session.exec(select(Follower.player_id)))


def ask(browser: Browser, address: str = "eve@example.com") -> Answer:
    return browser.post(FOLLOW, {"address": address})


def link(site: Site) -> str:
    return f"/en/follow/{make_token(site.key, 'follow', 1, 1)}"


def test_a_letter_asks_and_nothing_is_promised_before_it_is_answered(
    site: Site, eve: Browser
) -> None:
    asked = [ask(eve), ask(eve)]

    assert [answer.status for answer in asked] == [200, 200]
    assert [letter.kind for letter in site.letters()] == ["follow"]
    assert not followers(site)


def test_the_button_in_its_page_is_what_counts(site: Site, eve: Browser) -> None:
    ask(eve)
    looked = eve.get(link(site))
    assert "Yes, tell me" in looked.text()
    assert not followers(site)

    for _ in range(2):
        assert "Done. We will tell you the result." in eve.post(link(site), {}).text()
    assert followers(site) == [1]


@pytest.mark.parametrize("address", ["", "eve", "play@hikyaku.example"])
def test_an_address_that_is_none_is_told_so_and_kept(
    address: str, site: Site, eve: Browser
) -> None:
    answer = ask(eve, address)

    assert answer.status == 422
    assert len(answer.told("address")) == 1
    field = answer.page.css_first("#address")
    assert field
    assert field.attributes["value"] == address
    assert not site.letters()


def test_what_is_over_cannot_be_followed(site: Site, eve: Browser) -> None:
    ask(eve)
    with site.writing() as session:
        seasons.by_slug(session, "cup").state = SeasonState.PUBLISHED

    assert ask(eve).status == 410
    assert eve.post(link(site), {}).status == 410
    assert not followers(site)


def test_a_link_for_something_else_follows_nothing(site: Site, eve: Browser) -> None:
    ask(eve)
    token = make_token(site.key, "reply", 1, 1)

    assert eve.post(f"/en/follow/{token}", {}).status == 404
    assert not followers(site)
