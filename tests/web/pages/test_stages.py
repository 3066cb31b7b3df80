"""The pages of a season in stages: tables, rounds, brackets; and the form in which an organiser plans them."""

from collections.abc import Iterator
from datetime import UTC

import pytest
from selectolax.lexbor import LexborHTMLParser
from starlette.testclient import TestClient

from app.league.desk import rulings
from app.league.results import draws
from app.league.seasons.decisions import season_plans as league_seasons
from app.league.seasons.stages import plans
from app.store.database import Database
from app.tournament.formats.swiss import Swiss
from app.web.forms import Form
from app.web.views.forms import plans as forms
from tests.support.browsers import Site
from tests.support.stages import BY, NOW, a_season, publish

EVIL = "<script>alert(1)</script>"
BUILDS = [*"核攻盾響硬双", "核", "核"]
SEASON = "/en/seasons/cup"


@pytest.fixture
def browser(database: Database) -> Iterator[TestClient]:
    """A published season: the Swiss system, then a double and a single knock-out of characters with hostile names."""
    a_season(
        database,
        f"swiss rounds=3 best=7\ndouble-knockout best=4 en='{EVIL}'\nknockout",
        BUILDS,
        EVIL,
    )
    publish(database)
    with Site(database).browser().client as client:
        yield client


def page(browser: TestClient, path: str) -> LexborHTMLParser:
    answer = browser.get(path)
    assert answer.status_code == 200
    assert EVIL not in answer.text
    return LexborHTMLParser(answer.text)


def test_every_stage_and_round_can_be_read_and_leads_to_its_battles(browser: TestClient) -> None:
    stages = [each.attributes["href"] for each in page(browser, SEASON).css(".stages a")]
    assert stages == [f"{SEASON}/stages/{place}" for place in (1, 2, 3)]
    for stage in stages:
        found = page(browser, stage or "")
        rounds = {
            each.attributes["href"] or ""
            for each in found.css("a")
            if "/rounds/" in (each.attributes["href"] or "")
        }
        assert rounds
        for round_ in rounds:
            battles = [
                each.attributes["href"] or ""
                for each in page(browser, round_).css("table a")
                if "/battles/" in (each.attributes["href"] or "")
            ]
            assert all(browser.get(battle).status_code == 200 for battle in battles[:1])
    for wrong in ("stages/0", "stages/4", "stages/1/rounds/9", "stages/1?page=9"):
        assert browser.get(f"{SEASON}/{wrong}").status_code == 404


def test_a_bracket_shows_every_game_and_the_path_of_its_winner(browser: TestClient) -> None:
    for place in (2, 3):
        found = page(browser, f"{SEASON}/stages/{place}")
        (bracket,) = found.css(".bracket")
        listed = [each.text() for each in found.css(".games li")]
        fought = [each for each in listed if "has a bye" not in each]
        ((final, *_),) = [
            each.css(".game")
            for each in bracket.css(".round")
            if "Final" in [title.text() for title in each.css("h3")]
        ]
        won = {each.attributes["data-who"] for each in bracket.css(".won.lit")}

        assert len(bracket.css(".game")) == len(fought)
        assert {each.attributes["data-who"] for each in bracket.css(".lit[data-who]")} == won
        assert won == {bracket.attributes["data-lit"]}
        assert {each.attributes["data-who"] for each in final.css(".won")} == won
        assert all(browser.get(each.attributes["href"] or "") for each in bracket.css("a.to")[:1])
    assert len(page(browser, f"{SEASON}/stages/1").css("td.by-round")) == 3 * len(BUILDS)


def test_who_fell_off_the_hill_has_no_numbers_and_the_page_says_why(database: Database) -> None:
    """Nor a likely share: what they won and lost is in no number of the table. Byes of a Swiss system are explained, too."""
    a_season(
        database, "swiss rounds=2 best=4\nhill size=2", ["核", "攻核", "攻攻核", "攻攻攻核", "盾核"]
    )
    publish(database)
    with Site(database).browser().client as client:
        swiss, hill = (page(client, f"{SEASON}/stages/{place}") for place in (1, 2))
    cells = [
        [cell.text(strip=True) for cell in row.css("td.wdl, td.points, td.points ~ td.minor")]
        for row in hill.css("table.standings tbody tr")
    ]
    standing, fallen = cells[:2], cells[2:]
    assert all(each[0].count("-") == 2 and each[-2].endswith("%") for each in standing)
    assert len(fallen) == 2
    assert all(each[:2] == ["–", "–"] and each[-2] == "" for each in fallen)
    assert "Those who fell off have no numbers" in hill.text()
    told = [each.text() for each in hill.css("tbody .owner")]
    assert [each.startswith("on the hill after") for each in told] == [True, True, False, False]
    assert all(each.startswith(("held the hill for", "fell off the hill")) for each in told[2:])
    assert "A bye counts in W-D-L" in swiss.text()
    assert "an opponent with the character's own points" in swiss.text()


def test_all_other_pages_of_the_season_can_be_read_too(browser: TestClient) -> None:
    answer = browser.get(f"{SEASON}/table")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{SEASON}#stages")
    for path in (
        "/statistics",
        "/entries/1",
        "/entries/1/what-if",
        "/compare/1-2",
        "/battles",
    ):
        page(browser, SEASON + path)


def test_a_form_without_the_field_leaves_the_stages_as_they_are() -> None:
    stages, _ = plans.read("groups\nknockout")
    before = league_seasons.Plan("laplaplus", "cup", stages=stages)

    def sent(**fields: str) -> forms.PlanForm:
        return forms.sent(Form("", fields), before, UTC)

    assert sent().plan.stages == stages
    assert sent(stages="").plan.stages == ()
    assert (
        sent(stages="swiss rounds=3\r\nknockout").plan.stages
        == plans.read("swiss rounds=3\nknockout")[0]
    )
    faulty = sent(stages="chess\nswiss rounds=0")
    assert [field for field, _ in faulty.unread] == ["stages"]
    assert {"stages"} == {field for field, _ in league_seasons.problems_of(faulty.plan, NOW)}


def test_a_swiss_system_that_could_not_be_paired_to_its_last_round_says_so(
    database: Database,
) -> None:
    a_season(database, "swiss rounds=5", BUILDS[:4])
    publish(database)
    with Site(database).browser().client as client:
        told = client.get(f"{SEASON}/stages/1").text

    assert "It ended after round 3. No further round was possible" in told


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ("round-robin", ("The Berger tables",)),
        (
            "groups groups=3 go-on=1 by-lot=yes\nknockout",
            ("Lots decided", "is seed 2", "Group 3: "),
        ),
        (
            "swiss rounds=3",
            ("Nobody has a score yet", "Score 3: ", "Seats so far", "have already met"),
        ),
        ("knockout seeds=lot", ("drawn by lot", "A bracket of 8", "won at table")),
        ("double-knockout", ("lost at table",)),
        ("divisions divisions=2 size=4", ("Division 2: ",)),
        ("hill size=3", ("challenges everybody", "longest first", "last to fall")),
    ],
)
def test_how_each_round_was_drawn_is_told_with_what_organisers_ruled(
    database: Database, plan: str, said: tuple[str, ...]
) -> None:
    a_season(database, plan, BUILDS, EVIL)
    with database.writing() as session:
        for one, other in (("1", "8"), ("2", "3")):
            rulings.keep_apart(session, "cup", BY, first=one, second=other)
    publish(database)
    told = ""
    with Site(database).browser().client as client:
        for place in range(1, plan.count("\n") + 2):
            (link,) = page(client, f"{SEASON}/stages/{place}").css("nav.links-row a[href$=draw]")
            first = link.attributes["href"] or ""
            rounds = page(client, first).css("nav.links-row a")
            for path in [each.attributes["href"] or "" for each in rounds] or [first]:
                drawn, played = page(client, path), page(client, path.removesuffix("/draw"))
                told += drawn.text()
                pairs = [
                    [cell.text() for cell in row.css("td:not(.n):not(.why)")]
                    for row in drawn.css("table.drawn tbody tr")
                ]
                met = [
                    [cells[1].text(), cells[3].text()]
                    for row in played.css("table.meetings tbody tr")
                    for cells in [row.css("td")]
                ]
                assert [two for two in pairs if "nobody" not in two] == [
                    two for two in met if "nobody" not in two
                ]
        for wrong in ("stages/0/rounds/1", "stages/1/rounds/99", "stages/9/rounds/1"):
            assert client.get(f"{SEASON}/{wrong}/draw").status_code == 404
    for each in (*said, "Organisers kept number"):
        assert each in told


def test_a_round_is_drawn_again_once_and_one_of_very_many_not_at_all(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = f"{SEASON}/stages/1/rounds"
    first = page(browser, f"{rounds}/2/draw")
    monkeypatch.setattr(Swiss, "draw", None)
    again = page(browser, f"/ja{rounds.removeprefix('/en')}/2/draw")
    monkeypatch.setattr(draws, "MOST_DRAWN", 4)

    assert len(again.css("table.drawn tr")) == len(first.css("table.drawn tr")) > 1
    assert "too many characters to pair the round again" in page(browser, f"{rounds}/3/draw").text()


def test_a_swiss_that_ends_early_says_so_also_of_those_who_were_kept_apart(
    database: Database,
) -> None:
    a_season(database, "swiss rounds=3", [*"核攻盾響"])
    with database.writing() as session:
        rulings.keep_apart(session, "cup", BY, first="1", second="2")
    publish(database)
    with Site(database).browser().client as client:
        told = page(client, f"{SEASON}/stages/1").text()

    assert "It ended after round 2" in told
    assert "Pairs that are kept apart could not meet either." in told
