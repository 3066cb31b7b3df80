"""The page of an owner across seasons: there for those who want it, and telling nothing that is not public."""

from datetime import timedelta
from xml.etree import ElementTree as ET

from selectolax.lexbor import LexborHTMLParser

from app.league.careers import owners
from app.store import entries, players
from app.store.database import Database
from app.store.tables import Entry, Player, Season, SeasonState
from tests.support.browsers import Site, text_shown
from tests.support.people import NOW
from tests.support.seasons import CLOSES, Character, a_finished_season, a_revision, a_season

EVIL = '"><script>alert(1)</script>]]>&lt;'
TWINS = [Character(f"One {EVIL}", "核", owner=EVIL), Character("Two", "攻核", owner=EVIL)]


def world(database: Database) -> Player:
    """A player with a character in two published seasons and an open one; another player has the same owner name."""
    with database.writing() as session:
        first, _ = a_finished_season(session, TWINS, slug="first", published_at=CLOSES)
        second, _ = a_finished_season(
            session, TWINS, slug="second", published_at=CLOSES + timedelta(days=30)
        )
        current = a_season(session, slug="open")
        a_revision(session, current, Character("Hidden", "攻攻", owner="Nobody's"))
        player = own(session, first).player
        assert player is not None
        for season in (second, current):
            entry = own(session, season)
            entry.player = player
        owners.choose(player, wanted=True)
    return player


def own(session: object, season: Season) -> Entry:
    return entries.of_season(session, season)[0]  # type: ignore[arg-type]


def test_a_page_shows_the_characters_of_one_player_in_public_seasons(database: Database) -> None:
    player = world(database)
    browser = Site(database).browser().client
    here = f"/en/owners/{player.owner_page}"
    page = browser.get(here)
    tree = LexborHTMLParser(page.text)

    assert len(player.owner_page or "") == 20
    links = [node.attributes["href"] for node in tree.css(".owned td a")]
    assert links == ["/en/seasons/second/entries/1", "/en/seasons/first/entries/1"]
    assert tree.css("main script, main img:not(.crest)") == []
    assert "Two" not in page.text
    assert "Hidden" not in page.text
    assert "example.com" not in tree.css_first("main").text()  # type: ignore[union-attr]
    entry = LexborHTMLParser(browser.get("/en/seasons/first/entries/1").text)
    assert entry.css_first(f'.owner a[href="{here}"]') is not None
    assert "/owners/" not in text_shown(browser.get("/en/seasons/first/entries/2"))

    feed = ET.fromstring(browser.get(f"{here}/feed.atom").text)
    titles = [each.text for each in feed.iter("{http://www.w3.org/2005/Atom}title")]
    assert titles[0] == EVIL
    assert len(titles) == 3
    assert str(titles[1]).startswith(f"First Hikyaku Cup: One {EVIL} came ")


def test_a_page_that_is_not_wanted_or_hidden_is_gone_at_once(database: Database) -> None:
    player = world(database)
    browser = Site(database).browser().client
    address = f"/en/owners/{player.owner_page}"
    known = browser.get("/en/seasons/first/entries/1").headers["etag"]
    with database.writing() as session:
        theirs = players.with_owner_page(session, player.owner_page or "")
        assert theirs is not None
        theirs.owner_page_hidden_at = NOW
    assert browser.get(address).status_code == 404
    again = browser.get("/en/seasons/first/entries/1", headers={"If-None-Match": known})
    assert (again.status_code, "/owners/" in again.text) == (200, False)

    with database.writing() as session:
        theirs = session.get_one(Player, player.id)
        theirs.owner_page_hidden_at = None
        owners.choose(theirs, wanted=False)
    assert browser.get(address).status_code == 404
    assert browser.get(f"{address}/feed.atom").status_code == 404
    with database.writing() as session:
        owners.choose(session.get_one(Player, player.id), wanted=True)
    assert browser.get(address).status_code == 404, "a new page has a new address"


def test_results_that_are_taken_back_leave_the_page(database: Database) -> None:
    player = world(database)
    with database.writing() as session:
        season = own(session, session.get_one(Season, 1)).season
        season.state = SeasonState.REVIEW
        session.add(season)
    page = Site(database).browser().client.get(f"/en/owners/{player.owner_page}")

    assert "/seasons/second/" in page.text
    assert "/seasons/first/" not in page.text
