"""A season that follows another begins with its ranking: shown, explained, kept, and checked by everybody."""

import csv
import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
from selectolax.lexbor import LexborHTMLParser
from starlette.testclient import TestClient

from app.errors import SeasonRefused
from app.i18n import LANGS
from app.jobs.seasons.runs import run
from app.league.archive import record, verification
from app.league.archive.structure import read_record
from app.league.problems import explain
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.stages import plans
from app.store import seasons
from app.store.database import Database
from app.store.results import runs
from app.tournament.formats.rankings import Ranking
from tests.support.browsers import Site
from tests.support.stages import BY, NOW, a_season, publish

SPRING = "divisions divisions=2 size=3 moves=1"
AUTUMN = f"{SPRING} after=spring"
BUILDS = ["核", "核核", "攻核", "攻攻核", "攻攻", "攻響核"]


@pytest.fixture
def spring(database: Database) -> Database:
    """Published: six characters in two divisions."""
    a_season(database, SPRING, BUILDS, slug="spring")
    publish(database, "spring")
    return database


@pytest.fixture
def browser(spring: Database) -> Iterator[TestClient]:
    with Site(spring).browser().client as client:
        yield client


def ranking(database: Database, slug: str) -> Ranking:
    with database.reading() as session:
        latest = runs.latest(session, seasons.by_slug(session, slug))
        assert latest
        assert latest.ranking
        return Ranking.of(latest.ranking)


def test_who_enters_again_keeps_their_rank_and_newcomers_are_last(
    spring: Database, browser: TestClient
) -> None:
    """C1 does not come back, C6 and C7 are new; of the first division its last goes down."""
    a_season(spring, AUTUMN, [*BUILDS, "核攻", "核"], slug="autumn", leaves_out=[1])
    publish(spring, "autumn")
    found = ranking(spring, "autumn")
    bounds = [each.bound for each in found.ranks]

    assert found.season == "spring"
    assert bounds == [*sorted(bounds[:5]), 0, 0]
    assert [each.was for each in found.ranks[5:]] == [None, None]
    assert {each.was for each in found.ranks[:5]} == {1, 3, 4, 5, 6}
    moved = [each for each in found.ranks if each.bound != each.division]
    assert {(each.division, each.bound) for each in moved} == {(1, 2), (2, 1)}
    for lang in LANGS:
        page = LexborHTMLParser(browser.get(f"/{lang}/seasons/autumn/banzuke").text)
        names = [each.text() for each in page.css("table.banzuke td a")]
        assert [name for name in names if name] == [
            f"C{_index(each.number)}" for each in found.ranks
        ]
        assert len(page.css("table.banzuke")) == 2
        assert len(page.css(".new")) == 2
    assert "/banzuke" in browser.get("/en/seasons/autumn").text


def test_the_ranking_list_is_data_too_from_the_closing_on(
    spring: Database, browser: TestClient
) -> None:
    a_season(spring, AUTUMN, [*BUILDS, "核攻", "核"], slug="autumn", leaves_out=[1])
    seats = browser.get("/api/v1/seasons/autumn/banzuke").json()["items"]
    text = browser.get("/seasons/autumn/banzuke.csv").text.removeprefix("\ufeff")
    lines = [*csv.DictReader(text.splitlines())]

    assert [(each["division"], each["rank"], each["side"]) for each in seats[:3]] == [
        (1, 1, "east"),
        (1, 1, "west"),
        (1, 2, "east"),
    ]
    assert [each["move"] for each in seats].count("new") == 2
    assert [each["former_place"] is None for each in seats] == [False] * 5 + [True] * 2
    assert [
        {name: "" if each[name] in (None, False) else str(each[name]) for name in each}
        for each in seats
    ] == [{name: value.replace("yes", "True") for name, value in each.items()} for each in lines]
    assert browser.get("/api/v1/seasons/spring/banzuke").status_code == 404
    assert browser.get("/seasons/spring/banzuke.csv").status_code == 404


def _index(number: int) -> int:
    """Of the characters C0 C2 C3 …, by number."""
    return 0 if number == 1 else number


def test_the_record_of_a_season_that_follows_is_checked_and_falsifications_are_found(
    spring: Database,
) -> None:
    a_season(spring, AUTUMN, BUILDS, slug="autumn")
    publish(spring, "autumn")
    with spring.reading() as session:
        season = seasons.by_slug(session, "autumn")
        whole = record.record(session, season, NOW + timedelta(days=2)).model_dump_json()
    honest = json.loads(whole)

    def faults() -> set[str]:
        found = [*verification.verify(read_record(json.dumps(honest).encode()))]
        assert not any(f"({each.code})" in explain(each, "ja") for each in found)
        return {each.code for each in found}

    assert faults() == set()
    ranks = honest["stages"]["ranking"]["ranks"]
    ranks[0], ranks[1] = ranks[1], ranks[0]
    assert faults()
    ranks[0], ranks[1] = ranks[1], ranks[0]
    ranks[0][0] = ranks[1][0]
    assert "ranking-unreadable" in faults()
    honest = json.loads(whole)
    honest["stages"]["ranking"]["ranks"].reverse()
    assert "ranking-differs" in faults()
    honest = json.loads(whole)
    honest["stages"]["ranking"]["digest"] = "00" * 32
    assert "digest-differs" in faults()
    del honest["stages"]["ranking"]
    assert "ranking-unreadable" in faults()


def test_those_whom_the_former_season_left_level_stand_as_the_lots_have_it(
    database: Database,
) -> None:
    """Six times the same build in a season without stages, and all of them again."""
    a_season(database, "", ["核"] * 6, slug="spring")
    publish(database, "spring")
    a_season(database, "swiss rounds=1 after=spring", ["核"] * 6, slug="autumn")
    publish(database, "autumn")
    found = ranking(database, "autumn")
    with database.reading() as session:
        season = seasons.by_slug(session, "autumn")
        told = record.record(session, season, NOW + timedelta(days=2)).model_dump()
    honest = [*verification.verify(read_record(json.dumps(told).encode()))]
    ranks = told["stages"]["ranking"]["ranks"]
    ranks[0], ranks[1] = ranks[1], ranks[0]
    forged = [*verification.verify(read_record(json.dumps(told).encode()))]
    page = Site(database).browser().get("/en/seasons/autumn/banzuke").text()

    assert [each.place for each in found.ranks] == [1] * 6
    assert honest == []
    assert "ranking-differs" in {each.code for each in forged}
    assert page.count("level with others, by lot") == 6


def test_it_does_not_begin_before_the_former_results_are_public(
    database: Database, browser: TestClient, spring: Database
) -> None:
    a_season(spring, "knockout", BUILDS, slug="summer")
    a_season(spring, "swiss rounds=2 after=summer", BUILDS, slug="autumn")
    with pytest.raises(SeasonRefused) as refusal:
        list(run(spring, "autumn", BY))

    assert [problem.code for problem in refusal.value.problems] == ["former-not-public"]
    page = browser.get("/en/seasons/autumn/banzuke")
    assert page.status_code == 200
    assert "once the results" in page.text
    publish(spring, "summer")
    assert len(LexborHTMLParser(browser.get("/en/seasons/autumn/banzuke").text).css("td a")) == 6
    assert browser.get("/en/seasons/spring/banzuke").status_code == 404


@pytest.mark.parametrize("after", ["autumn", "nowhere"])
def test_a_season_follows_another_one_that_there_is(database: Database, after: str) -> None:
    stages, problems = plans.read(f"knockout after={after}")
    assert not problems
    planned = season_plans.Plan("laplaplus", "autumn", stages=stages)
    with database.writing() as session, pytest.raises(SeasonRefused) as refusal:
        league_seasons.create(session, planned, BY)
    assert [problem.code for problem in refusal.value.problems] == ["former-unknown"]


def test_only_the_first_stage_follows_and_its_seeds_are_not_drawn() -> None:
    found, unread = plans.read("swiss after=spring seeds=lot\nknockout after=spring")

    assert [(each.line, each.code) for each in (*unread, *plans.problems_of(found))] == [
        (1, "stage-after"),
        (2, "stage-after"),
    ]
