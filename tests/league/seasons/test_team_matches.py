"""Team matches of a season: its sides meet board against board, and pages, letters, programs, commands and `verify` tell the same."""

import csv
from pathlib import Path
from zipfile import ZipFile

import pytest

from app.errors import SeasonRefused
from app.i18n import LANGS
from app.jobs.seasons.runs import run
from app.league.archive import record as archive_record, verification
from app.league.archive.structure import read_record
from app.league.eligibility.sides import Side, Sides
from app.league.results import results
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.stages import plans
from app.letters.reports import contents
from app.store import seasons
from app.store.database import Database
from app.store.results import runs
from tests.cli.conftest import Installed, installed
from tests.support.browsers import Site
from tests.support.databases import on_both
from tests.support.stages import BY, NOW, a_season, publish

__all__ = ["installed"]
PLAN = "teams boards=2 best=2\nteam-knockout boards=3 en=Final"
SIDES = Sides((Side("紅", "Red", "#c03030"), Side("白", "White"), Side("青", "Blue")))
BUILDS = ["攻核", "攻核", "核", "攻核", "核", "核", "攻核", "核", "核"]


@pytest.fixture
def played(database: Database) -> Database:
    """Three teams of three by turns, at two boards; then a final at three."""
    a_season(database, PLAN, BUILDS, sides=SIDES)
    publish(database)
    return database


def record(database: Database) -> archive_record.Record:
    with database.reading() as session:
        return archive_record.record(session, seasons.by_slug(session, "cup"), NOW)


@on_both
def test_a_season_of_teams_is_played_and_everybody_can_check_it(played: Database) -> None:
    with played.reading() as session:
        season = seasons.by_slug(session, "cup")
        latest = runs.latest(session, season)
        assert latest
        table = results.finished(session, season, latest)
    robin, final = table.phases
    ahead = [table.team_of(line.entry) for line in final.teams]
    winners = {table.side_of(line.entry) for line in table.standings if line.place == 1}
    written = read_record(record(played).model_dump_json().encode())

    assert [len(phase.team_matches) for phase in (robin, final)] == [3, 1]
    assert [len(match.boards) for match in (*robin.team_matches, *final.team_matches)] == [
        2
    ] * 3 + [3]
    assert winners == {ahead[0]}
    assert sum(line.place == 1 for line in table.standings) == 3
    assert [*verification.verify(written)] == []
    changed = [
        each.model_copy(update={"extras": {"side": "Red" if at == 1 else "White"}})
        if at < 2
        else each
        for at, each in enumerate(written.entries)
    ]
    codes = {
        each.code for each in verification.verify(written.model_copy(update={"entries": changed}))
    }
    assert {"pairing-differs", "digest-differs"} <= codes or "commitment-differs" in codes


def test_pages_and_programs_tell_the_table_of_teams_and_each_match(played: Database) -> None:
    browser = Site(played).browser()
    told = browser.client.get("/api/v1/seasons/cup/stages/1/teams").json()["items"]
    page = browser.get("/en/seasons/cup/stages/1")
    rows = [row.text(separator="|", strip=True) for row in page.page.css("table.teams tbody tr")]
    round_ = browser.get("/en/seasons/cup/stages/1/rounds/1")
    season = browser.get("/ja/seasons/cup")

    assert [each["place"] for each in told] == [1, 2, 3]
    assert len(told) == len(rows) == 3
    for each, row in zip(told, rows, strict=True):
        assert each["name"]["en"] in row
        assert len(each["members"]) == 3
        assert len(each["matches"]) == 2
        assert each["board_points"] == sum(
            match["points"][match["first"] != each["name"]] for match in each["matches"]
        )
    assert [each["goes_on"] for each in told] == [True, True, False]
    assert len(page.page.css(".games li")) == 3
    assert len(round_.page.css("ol.boards li")) == 2
    assert "チームの順位" in season.text()
    assert "陣営の順位" not in season.text()
    assert browser.client.get("/api/v1/seasons/cup/stages/2/teams").json()["total"] == 2


def test_the_spreadsheet_of_pairings_has_the_match_of_each_board(played: Database) -> None:
    client = Site(played).browser().client
    told = client.get("/api/v1/seasons/cup/stages/1/teams").json()["items"]
    text = client.get("/seasons/cup/stages/1/pairings.csv").text
    rows = [*csv.DictReader(text.removeprefix("\ufeff").splitlines())]
    worth = {"won": (1.0, 0.0), "lost": (0.0, 1.0)}
    points = dict.fromkeys(("Red", "White", "Blue"), 0.0)
    for row in rows:
        for team, own in zip(
            (row["first team"], row["second team"]),
            worth.get(row["result"], (0.5, 0.5)),
            strict=True,
        ):
            points[team] += own

    assert len(rows) == 2 * 3
    assert {row["result"] for row in rows} <= {"won", "lost", "drawn"}
    assert all(row["match"] == "1" and row["first team"] != row["second team"] for row in rows)
    assert points == {each["name"]["en"]: each["board_points"] for each in told}


def test_a_knockout_of_teams_has_a_picture_with_who_won(database: Database) -> None:
    four = Sides((*SIDES.every, Side("<緑>&", "Green")))
    a_season(database, "team-knockout boards=2", BUILDS[:8], sides=four)
    publish(database)
    browser = Site(database).browser()
    (picture,) = browser.get("/ja/seasons/cup/stages/1").page.css(".bracket")
    names = [each.text() for each in picture.css(".side .name")]
    winners = [each.text() for each in picture.css(".side.won .name")]
    told = browser.client.get("/api/v1/seasons/cup/stages/1/teams").json()["items"]

    assert len(names) == 2 * (2 + 1 + 1)
    assert {*names} == {each.ja for each in four.every}
    assert len(winners) == 4
    assert winners.count(told[0]["name"]["ja"]) == 2


def test_a_season_of_teams_comes_back_from_its_archive_with_the_same_bytes(
    installed: Installed, tmp_path: Path, sqlite_template: Path
) -> None:
    call = installed
    call("season", "create", "laplaplus", "war", "--sides", "紅 / Red, 白 / White, 青 / Blue")
    call("season", "stages", "war", "teams boards=2 best=2 ties=life", "team-knockout boards=2")
    call("season", "open", "war", "--no-announce")
    for at, build in enumerate(BUILDS[:6]):
        call("season", "add", "war", f"[{SIDES.every[at % 3].ja}] {build}/C{at}")
    for command in ("close", "run", "publish"):
        call("season", command, "war")
    here, there = tmp_path / "here.zip", tmp_path / "there.zip"
    elsewhere = {"HIKYAKU_DATABASE_URL": f"sqlite:///{tmp_path / 'elsewhere.db'}"}
    (tmp_path / "elsewhere.db").write_bytes(sqlite_template.read_bytes())
    call("season", "export", "war", str(here), "--site")
    call("season", "restore", str(here), **elsewhere)
    call("season", "export", "war", str(there), "--site", **elsewhere)

    with ZipFile(here) as archive:
        assert b'class="bracket"' in archive.read("en/stages_2.html")
    assert here.read_bytes() == there.read_bytes()


@pytest.mark.parametrize("lang", LANGS)
def test_a_report_has_the_table_of_teams(played: Database, lang: str) -> None:
    with played.reading() as session:
        season = seasons.by_slug(session, "cup")
        latest = runs.latest(session, season)
        assert latest
        table = results.finished(session, season, latest)
    first, second = contents._sides(table, table.standings[0].entry, lang)  # type: ignore[arg-type]
    assert {"ja": "あなたのチーム", "en": "your team"}[lang] in first
    assert "1" in first
    assert "2" in second


def test_team_matches_need_teams(database: Database) -> None:
    stages, _ = plans.read("teams")
    alone = Sides((Side("紅", "Red"), Side("白", "White")))
    with pytest.raises(SeasonRefused) as without, database.writing() as session:
        league_seasons.create(session, season_plans.Plan("laplaplus", "cup", stages=stages), BY)
    a_season(database, "teams", ["核", "攻", "核"], leaves_out=[1], sides=alone)
    with pytest.raises(SeasonRefused) as one:
        list(run(database, "cup", BY))

    assert [each.code for each in without.value.problems] == ["teams-without-sides"]
    assert [each.code for each in one.value.problems] == ["one-team"]
