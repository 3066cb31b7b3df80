"""The page of results that come out night by night shows what is out, and is new after each night."""

from starlette.testclient import TestClient

from app.store.database import Database
from tests.league.timetable.test_nights import FIRST, nightly
from tests.league.timetable.test_steps import DAY, cup, pass_until
from tests.support.browsers import text_shown

__all__ = ["cup", "nightly"]
PAGE = "/en/seasons/cup/so-far"


def test_everybody_reads_the_rounds_that_are_out(browser: TestClient, nightly: Database) -> None:
    assert browser.get(PAGE).status_code == 404
    assert "Results so far" not in text_shown(browser.get("/en/seasons/cup"))
    seen = []
    for night in range(2):
        pass_until(nightly, FIRST + night * DAY)
        seen.append(browser.get(PAGE).text)
    told = browser.get("/api/v1/seasons/cup/so-far").json()
    csv = browser.get("/seasons/cup/so-far.csv").text.splitlines()
    feed = browser.get("/en/seasons/cup/feed.atom").text
    rounds = [browser.get(f"{PAGE}/{number}").status_code for number in (1, 4, 5)]
    calendar = browser.get("/en/seasons/cup/calendar.ics").text

    assert "2 of 5 rounds are out" in seen[0]
    assert "4 of 5 rounds are out" in seen[1]
    assert PAGE in browser.get("/en/seasons/cup").text
    assert (told["rounds"], told["of"], len(told["standings"])) == (4, 5, 5)
    assert [each.split(",")[0] for each in csv[1:]] == [*"11223344"], "no round that is not out"
    assert {each.rpartition(",")[2] for each in csv[1:]} <= {"won", "drawn", "lost"}
    assert "The results of 4 of 5 rounds are out." in feed
    assert rounds == [200, 200, 404]
    assert calendar.count("BEGIN:VEVENT") == 5
    pass_until(nightly, FIRST + 2 * DAY)
    over = browser.get(PAGE, follow_redirects=False)
    assert over.headers["location"] == "/en/seasons/cup"
    assert browser.get("/api/v1/seasons/cup/so-far").status_code == 404
    assert browser.get("/seasons/cup/so-far.csv").status_code == 404
