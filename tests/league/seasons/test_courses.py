"""What is counted while stages are played: the life left over, where it decides."""

import pytest

from app.errors import SeasonRefused
from app.games import ruleset
from app.jobs.seasons.runs import run
from app.league.archive import record as archive_record, verification
from app.league.archive.structure import read_record
from app.league.eligibility.sides import NO_SIDES, Side, Sides
from app.league.results import results
from app.league.seasons.stages import courses, plans
from app.letters.contents import render
from app.notices.news import Digest
from app.statistics import analysis
from app.store import letters, players, seasons
from app.store.database import Database
from app.store.results import runs
from tests.support.browsers import Site
from tests.support.stages import BY, NOW, a_season, publish

APART = Sides((Side("紅", "Red"), Side("白", "White")), apart=True)
BUILDS = ["攻核", "核", "攻攻核", "核核", "攻核核", "盾核", "核盾", "攻盾核"]


def test_the_life_left_over_in_a_stage_decides_and_anybody_can_count_it(database: Database) -> None:
    a_season(database, "groups groups=2 go-on=2 points=0/0/0 ties=life,lot\nknockout", BUILDS)
    publish(database)
    with database.reading() as session:
        season = seasons.by_slug(session, "cup")
        latest = runs.latest(session, season)
        assert latest
        table = results.finished(session, season, latest)
        text = archive_record.public_record(session, season, NOW).model_dump_json()
    first = table.phases[0]
    left = dict.fromkeys(range(len(BUILDS)), 0)
    for each in first.results:
        home, away = each.first, each.second or 0
        battle = table.game.play(table.builds[home].nameless(), table.builds[away].nameless())
        for entry, life in zip((home, away), battle.hp, strict=True):
            left[entry] += max(life, 0)
    browser = Site(database).browser()

    through = {*first.cut.through}
    for standings in first.tables:
        assert [line.tie_breaks[0] for line in standings] == [
            left[line.entry] for line in standings
        ]
        assert [line.entry in through for line in standings[:3]] == [True, True, False]
        assert [left[line.entry] for line in standings] == sorted(
            (left[line.entry] for line in standings), reverse=True
        )
    assert [*verification.verify(read_record(text.encode()))] == []
    assert "Life left" in browser.get("/en/seasons/cup/stages/1").text()


def test_a_stage_too_large_to_count_life_in_is_refused() -> None:
    game = ruleset("laplaplus")
    (plan,), _ = plans.read("swiss rounds=9 ties=life")
    one, other = (game.read_build(each).nameless() for each in ("攻核", "核"))
    lives = courses.lives_of(game, [one, other])

    assert courses.battles_of([plan], 2_000) == 9_000
    with pytest.raises(SeasonRefused) as refusal:
        courses.battles_of([plan], 6_000)
    assert [each.code for each in refusal.value.problems] == ["stage-too-large-for-life"]
    assert lives(1, 0) == lives(0, 1)[::-1]


@pytest.mark.parametrize(("version", "places"), [(1, [1, 1, 3, 3, 5, 5]), (2, [1, 1, 1, 1, 1, 1])])
def test_the_level_of_groups_share_their_place_and_kept_seasons_stay_as_they_were_played(
    database: Database, version: int, places: list[int]
) -> None:
    """Six times the same build in two groups. Who goes on is drawn, and said; nobody goes on from the last stage."""
    a_season(database, "groups groups=2 go-on=1\ngroups groups=1", ["核"] * 6)
    with database.writing() as session:
        season = seasons.by_slug(session, "cup")
        if version == 1:
            season.stages = [each | {"version": 1} for each in season.stages]
            for each in season.stages:
                del each["version"]
    publish(database)
    with database.reading() as session:
        season = seasons.by_slug(session, "cup")
        record = archive_record.public_record(session, season, NOW)
        latest = runs.latest(session, season)
        assert latest
        first, last = results.finished(session, season, latest).phases
    restored = read_record(record.model_dump_json().encode())
    browser = Site(database).browser()
    page = browser.get("/en/seasons/cup/stages/1").text()
    listed = browser.client.get("/api/v1/seasons/cup/stages/1/standings").json()["items"]

    assert [line.place for line in first.standings] == places
    assert [*verification.verify(restored)] == []
    assert record.stages
    assert ["version" in each.plan.model_dump() for each in record.stages.stages] == [
        version > 1
    ] * 2
    assert sorted(record.stages.stages[0].drawn) == [1, 2, 3, 4, 5, 6]
    assert "Tied at the cut; decided by lot:" in page
    assert sum(each["goes_on"] for each in listed) == 2
    assert all(each["by_lot"] for each in listed)
    assert (last.cut.through, last.drawn) == ((), ())


@pytest.mark.parametrize(
    ("plan", "sides", "battles"),
    [
        ("", NO_SIDES, 28),
        ("", APART, 16),
        ("round-robin meetings=2", APART, 32),
        ("swiss rounds=2 best=4\ngroups groups=1 meetings=2\nknockout", NO_SIDES, 8 + 12 + 1),
        ("double-knockout reset=no", NO_SIDES, 14),
    ],
)
def test_everywhere_a_season_has_as_many_battles_as_were_fought(
    database: Database, plan: str, sides: Sides, battles: int
) -> None:
    """The progress of its run, its row, its record, statistics, and the letter to followers; of eight characters."""
    a_season(database, plan, BUILDS, sides=sides)
    progress = list(run(database, "cup", BY))
    with database.writing() as session:
        season = seasons.by_slug(session, "cup")
        latest = runs.latest(session, season)
        assert latest
        results.publish(session, "cup", BY)
        table = results.finished(session, season, latest)
        record = archive_record.public_record(session, season, NOW)
        player = players.known_as(session, "fan@example.com", "en", NOW)
        letter = letters.write(session, Digest(), player, "d", now=NOW, season=season, run=latest)
        text = render(session, letter).text

    assert (progress[-1].battles, progress[-1].of) == (battles, battles)
    assert plan or {each.of for each in progress} == {battles}
    assert runs.battles(latest) == verification.battles(record) == battles
    assert analysis.of(table).battles == battles
    assert f"{battles} battles were fought" in text
