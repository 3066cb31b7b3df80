"""Stages for programs and spreadsheets: what the pages show, as JSON and as comma-separated values."""

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.store.database import Database
from tests.support.browsers import Site
from tests.support.stages import a_season, publish

BUILDS = [*"核攻盾響硬双", "核", "核", "核"]
PLAN = "groups groups=2 go-on=3 ties=wins,lot\nknockout points=2/1/0"
API = "/api/v1/seasons/cup/stages"


@pytest.fixture
def browser(database: Database) -> Iterator[TestClient]:
    """A published season: two groups, then a knock-out with byes; equal builds make dice decide."""
    a_season(database, PLAN, BUILDS, "=C")
    publish(database)
    with Site(database).browser().client as client:
        yield client


def items(browser: TestClient, path: str) -> list[dict[str, Any]]:
    answer = browser.get(API + path)
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()["items"]
    return found


def spreadsheet(browser: TestClient, path: str) -> list[dict[str, str]]:
    answer = browser.get(f"/seasons/cup/stages/{path}.csv")
    return [*csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))]


def test_the_plan_of_every_stage_is_told(browser: TestClient) -> None:
    groups, knockout = items(browser, "")

    assert (groups["format"], groups["settings"]["go-on"]) == ("groups", 3)
    assert groups["scoring"] == {"win": 3, "draw": 1, "loss": 0, "tie_breaks": ["wins", "lot"]}
    assert knockout["scoring"]["win"] == 2
    assert knockout["name"] == {"ja": "勝ち抜き戦", "en": "Knock-out"}


def test_both_tables_tell_the_same_of_each_stage(browser: TestClient) -> None:
    for place in (1, 2):
        told = items(browser, f"/{place}/standings")
        listed = spreadsheet(browser, f"{place}/standings")
        assert [
            (str(each["table"]), str(each["place"]), str(each["number"]), str(each["points"]))
            for each in told
        ] == [(each["table"], each["place"], each["number"], each["points"]) for each in listed]
        assert [each["goes_on"] for each in told] == [each["goes on"] == "yes" for each in listed]
    groups, knockout = (items(browser, f"/{place}/standings") for place in (1, 2))
    assert [each["table"] for each in groups] == [1] * 5 + [2] * 4
    assert sum(each["goes_on"] for each in groups) == len(knockout) == 6
    assert {*groups[0]["tie_breaks"]} == {"wins", "lot"}
    assert not any(each["goes_on"] or each["tie_breaks"] for each in knockout)
    assert spreadsheet(browser, "1/standings")[0]["name"].startswith("'=C")


def test_every_pairing_has_its_result_its_rest_or_its_dice(browser: TestClient) -> None:
    told = items(browser, "/2/pairings")
    listed = spreadsheet(browser, "2/pairings")
    drawn = [each for each in told if each["dice"]]
    assert drawn

    assert len(told) == len(listed) == len(items(browser, "/1/pairings")) - 10
    assert [each["result"] for each in told] == [each["result"] for each in listed]
    for each, line in zip(told, listed, strict=True):
        assert line["dice"] == " ".join(f"{a}-{b}" for a, b in each["dice"])
    for each in drawn:
        assert each["result"] == "drawn"
        ahead = each["dice"][-1][0] > each["dice"][-1][1]
        assert each["winner"] == each["first" if ahead else "second"]
    first = items(browser, "/2/pairings?round=1")
    assert first == [each for each in told if each["round"] == 1]


def test_what_is_not_there_is_refused(browser: TestClient) -> None:
    for path in ("/0/standings", "/3/pairings", "/1/pairings?round=99&page=2"):
        assert browser.get(API + path).status_code == 404
    assert browser.get(API + "/1/pairings?round=0").status_code == 422
    assert browser.get("/seasons/cup/stages/3/pairings.csv").status_code == 404
