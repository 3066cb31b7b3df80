"""The page of a cup: its editions, with winners as soon as results are public and no longer than they are."""

from datetime import timedelta

from selectolax.lexbor import LexborHTMLParser

from app.league.results import results
from app.league.seasons import cups
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import SeasonState
from tests.support.browsers import Site
from tests.support.people import NOW
from tests.support.seasons import CLOSES, Character, a_finished_season, a_season

EVIL = '"><script>alert(1)</script>'
BY = Organiser("olga", NOW, "a slip", "We look again.")


def world(database: Database) -> None:
    with database.writing() as session:
        cups.create(session, "spring-cup", BY, title_ja="春の杯", title_en=f"Spring Cup {EVIL}")
        for number in (1, 2):
            a_finished_season(
                session,
                [Character(f"Winner {number}", "攻核"), Character("Other", "核")],
                slug=f"s{number}",
                cup="spring-cup",
                edition=number,
                published_at=CLOSES + timedelta(days=30 * number),
            )
        a_season(session, slug="s3", cup="spring-cup", edition=3)
        a_season(session, slug="s4", cup="spring-cup", edition=4, state=SeasonState.DRAFT)


def test_a_cup_shows_its_editions_the_last_first(database: Database) -> None:
    world(database)
    client = Site(database).browser().client
    page = client.get("/en/cups/spring-cup")
    tree = LexborHTMLParser(page.text)

    rows = [row.text(separator=" ") for row in tree.css("tbody tr")]
    assert ["Winner 2" in rows[0], "Winner 1" in rows[1]] == [True, True]
    assert tree.css_first('.call a[href="/en/seasons/s3"]') is not None
    assert "s4" not in page.text
    assert tree.css("main script") == []
    assert "第2回" in client.get("/ja/cups/spring-cup").text
    assert "spring-cup" in client.get("/en/cups").text
    feed = client.get("/en/cups/spring-cup/feed.atom").text
    assert "s2" in feed
    assert "s4" not in feed
    api = client.get("/api/v1/cups/spring-cup").json()
    assert [each["edition"] for each in api["items"]] == [3, 2, 1]
    assert [each["winners"] for each in api["items"]] == [[], ["Winner 2"], ["Winner 1"]]
    assert client.get("/en/cups/nowhere").status_code == 404


def test_a_season_leads_to_its_cup_and_the_editions_beside_it(database: Database) -> None:
    world(database)
    client = Site(database).browser().client
    tree = LexborHTMLParser(client.get("/en/seasons/s2").text)

    assert tree.css_first('a[href="/en/cups/spring-cup"]') is not None
    ways = {each: tree.css_first(f"a[rel={each}]").attributes["href"] for each in ("prev", "next")}  # type: ignore[union-attr]
    assert ways == {"prev": "/en/seasons/s1", "next": "/en/seasons/s3"}


def test_results_that_are_taken_back_leave_the_cup_at_once(database: Database) -> None:
    world(database)
    client = Site(database).browser().client
    assert "Winner 2" in client.get("/en/cups/spring-cup").text
    with database.writing() as session:
        results.undo(session, "s2", BY)

    page = client.get("/en/cups/spring-cup").text
    assert ("Winner 2" in page, "Winner 1" in page) == (False, True)
    items = client.get("/api/v1/cups/spring-cup").json()["items"]
    assert [each["winners"] for each in items] == [[], [], ["Winner 1"]]
