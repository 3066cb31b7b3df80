"""The table over all rounds: what each character has won since the first, as page, JSON, CSV, once it is public."""

import csv
from collections.abc import Iterator
from typing import Final

import pytest
from fastapi.testclient import TestClient

from app.league.desk import hidings, rounds
from app.league.desk.rounds import PlannedRound
from app.league.entries import entries as league_entries
from app.league.entries.entries import Origin
from app.league.results import all_rounds, results
from app.league.seasons import seasons as league_seasons
from app.store import entries, players, seasons
from app.store.database import Database
from tests.support.browsers import Site, text_shown
from tests.support.stages import BY, NOW, a_season, publish

BUILDS: Final = ["攻核", "核", "攻響核", "核核"]
TABLE: Final = "/en/seasons/second/all-rounds"


@pytest.fixture
def second(database: Database) -> Database:
    """Two rounds are played, the second without the last character; its results are under review."""
    a_season(database, "", BUILDS, slug="first")
    publish(database, "first")
    with database.writing() as session:
        wanted = PlannedRound("second")
        rounds.plan(session, "first", wanted, BY)
        season = league_seasons.open_season(session, "second", BY, quiet=True)
        last = players.known_as(session, "p3@example.com", "en", NOW)
        league_entries.withdraw(session, season, last, Origin(NOW, proven=True))
        league_seasons.close(session, "second", BY)
    return database


@pytest.fixture
def browser(second: Database) -> Iterator[TestClient]:
    with Site(second).browser().client as client:
        yield client


def test_points_of_both_rounds_add_up_for_each_character(
    second: Database, browser: TestClient
) -> None:
    assert browser.get(TABLE).status_code == 404, "not before the results"
    publish(second, "second")
    with second.reading() as session:
        found = all_rounds.of(session, seasons.by_slug(session, "second"), "en")
        alone = all_rounds.of(session, seasons.by_slug(session, "first"), "en")
    told = browser.get("/api/v1/seasons/second/all-rounds").json()["items"]
    text = browser.get("/seasons/second/all-rounds.csv").text.removeprefix("\ufeff")
    lines = [*csv.DictReader(text.splitlines())]
    apart = [
        {
            each["name"]: each["points"]
            for each in browser.get(f"/api/v1/seasons/{slug}/standings").json()["items"]
        }
        for slug in ("first", "second")
    ]

    assert alone is None
    assert found
    assert [each.slug for each in found.seasons] == ["first", "second"]
    for each in found.lines:
        assert list(each.by_round) == [points.get(each.name) for points in apart]
        assert each.points == sum(points.get(each.name, 0) for points in apart)
    assert [each.points for each in found.lines] == sorted(
        (each.points for each in found.lines), reverse=True
    )
    assert [each["by_round"] for each in told] == [list(each.by_round) for each in found.lines]
    assert [each["points"] for each in lines] == [str(each.points) for each in found.lines]
    gone = next(each for each in told if each["name"] == "C3")
    assert (gone["season"], gone["by_round"][1]) == ("first", None)
    assert TABLE in browser.get("/en/seasons/second").text
    assert "C3" in browser.get(TABLE).text


def test_a_name_that_is_hidden_is_nowhere_in_it_and_an_undo_takes_it_away(
    second: Database, browser: TestClient
) -> None:
    publish(second, "second")
    with second.writing() as session:
        entry = entries.of_season(session, seasons.by_slug(session, "second"))[0]
        hidings.hide(session, "second", entry, "name", BY)
    for path in ("/api/v1/seasons/second/all-rounds", "/seasons/second/all-rounds.csv"):
        told = text_shown(browser.get(path))
        assert "C1" in told
        assert "C0" not in told

    with second.writing() as session:
        results.undo(session, "second", BY)
    assert browser.get(TABLE).status_code == 404
