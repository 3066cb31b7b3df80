"""Sides on pages: chosen in the form, told by the season, summed up in the results, the spreadsheet and the API."""

from app.league.eligibility.sides import Side, Sides
from app.store import entries, seasons
from app.store.database import Database
from tests.support.browsers import Site
from tests.support.commands import Said
from tests.support.seasons import Character, a_finished_season, a_season
from tests.web.pages.test_submission import TUESDAY, confirm

SIDES = Sides((Side("紅", "Red", "#c03030"), Side("白", "White")), apart=True).plain()


def test_the_form_asks_for_the_side_and_the_season_names_all(database: Database) -> None:
    with database.writing() as session:
        a_season(session, sides=SIDES)
    site = Site(database)
    browser = site.browser()
    without = browser.enter(**TUESDAY)
    browser.enter(**TUESDAY, side="White")
    confirm(site, browser)

    assert without.status == 422
    assert "Choose your character's side: Red, White." in without.text()
    with database.reading() as session:
        (entry,) = entries.of_season(session, seasons.by_slug(session, "cup"))
        assert entry.current
        assert entry.current.extras["side"] == "White"
    page = browser.get("/ja/seasons/cup")
    assert "紅" in page.text()
    assert 'fill="#c03030"' in page.html
    assert "White" not in Said(browser.get("/en/seasons/cup").text("#entrants ~ table"))


def test_the_results_sum_up_each_side(database: Database) -> None:
    field = [("Tuesday", "攻響核", "Red"), ("Goose", "核", "White"), ("Bee", "核核", "White")]
    with database.writing() as session:
        a_finished_season(
            session,
            [Character(name, build, extras={"side": side}) for name, build, side in field],
            sides=SIDES | {"apart": False},
        )
    browser = Site(database).browser()
    rows = [
        row.text(separator=" ").split()
        for row in browser.get("/en/seasons/cup").page.css("#sides ~ * tbody tr")
    ]
    told = browser.client.get("/api/v1/seasons/cup/standings").json()["sides"]
    sheet = browser.client.get("/seasons/cup/standings.csv").text.splitlines()

    assert sorted((row[1], row[4]) for row in rows) == [("Red", "1"), ("White", "2")]
    points = {line["name"]["en"]: line["points"] for line in told}
    assert sorted(points.values()) == sorted(int(row[2]) for row in rows)
    assert sheet[0].split(",")[5] == "side"
    assert {tuple(line.split(",")[i] for i in (2, 5)) for line in sheet[1:]} == {
        (name, side) for name, _, side in field
    }
