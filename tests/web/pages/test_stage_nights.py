"""Rounds of stages come out night by night: what is out is told, and nothing from which later rounds could be known."""

import re
from datetime import timedelta

import pytest
from sqlmodel import select
from starlette.testclient import TestClient

from app.engine.ruleset import Ruleset
from app.errors import SeasonRefused
from app.jobs.seasons.runs import run
from app.league import visibility
from app.league.results import results
from app.league.timetable import nights, steps
from app.letters.contents import draft
from app.store.database import Database
from app.store.results import runs
from app.store.tables import Letter
from app.tournament.formats.results import battles
from tests.support import stages
from tests.support.browsers import text_shown
from tests.support.duels import CLOSES, all_matches, begin_cup, cup, olga, play_run

BUILDS = ["核", "攻核", "攻攻核", "盾攻", "核核", "連核", "攻", "響攻"]
FIRST = stages.NOW.replace(microsecond=0) + timedelta(days=2)
PLANS = (
    "groups groups=2 go-on=2\nknockout third-place=yes",
    "swiss rounds=3",
    "double-knockout",
    "divisions divisions=2 size=4",
    "hill size=3",
)


@pytest.mark.parametrize("plan", PLANS)
def test_each_night_of_stages_tells_its_rounds_and_what_follows_from_them(
    database: Database, plan: str
) -> None:
    stages.a_season(database, plan, BUILDS)
    [*run(database, "cup", stages.BY)]
    with database.reading() as session:
        season = cup(session)
        row = runs.latest_finished(session, season)
        assert row
        whole = results.finished(session, season, row)
        every = visibility.rounds(session, season, row)
        for shown, (stage, round_) in enumerate(every):
            before = nights.after(session, season, row, shown, "en")
            after = nights.after(session, season, row, shown + 1, "en")
            known = {each[:4] for phase in before.run.phases for each in phase.due}
            of_night = [e for e in whole.phases[stage - 1].results if e.round == round_]

            assert {e[:4] for e in of_night if e.second is not None} <= known
            assert sum(len(phase.results) for phase in before.run.phases) == sum(
                (phase.at + 1, e.round) in every[:shown]
                for phase in whole.phases
                for e in phase.results
            )
            assert len(after.round(shown + 1)) == len([*battles(of_night)])
        assert after.run.standings == whole.standings


def test_the_page_of_a_night_tells_who_won_and_leads_to_no_battle(
    browser: TestClient, database: Database
) -> None:
    stages.a_season(database, PLANS[0], BUILDS)
    [*run(database, "cup", stages.BY)]
    with database.writing() as session:
        nights.plan(session, "cup", FIRST, stages.BY, zone="Asia/Tokyo", nights=5)
    for night in range(4):
        with database.writing() as session:
            assert steps.take(session, "cup", FIRST + timedelta(days=night))
    shown = browser.get("/en/seasons/cup/so-far")
    final = browser.get("/en/seasons/cup/so-far/4")
    with database.writing() as session:
        letters = [
            draft(session, each)
            for each in session.exec(select(Letter).where(Letter.kind == "bulletin"))
        ]

    assert "4 of 5 rounds are out" in shown.text
    assert "Group B" in text_shown(shown)
    assert "battles/" not in shown.text + final.text
    assert browser.get("/en/seasons/cup/so-far/5").status_code == 404
    assert browser.get("/ja/seasons/cup/so-far").status_code == 200
    assert not any(re.search(r"C\d|won|beat", each.subject) for each in letters)
    assert {each.subject.rpartition("(")[2] for each in letters} >= {"Groups: Round 1)"}


def test_of_matches_that_were_played_in_one_go_those_that_are_out_can_be_watched(
    browser: TestClient, duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 8, stages="knockout third-place=no", tempo="script")
    play_run(database, CLOSES)
    names = [each.game_id for each in all_matches(database)]
    sealed = (
        browser.get("/en/seasons/cup/matches").status_code,
        browser.get("/seasons/cup/commitments.json").json(),
    )
    with database.writing() as session:
        nights.plan(session, "cup", CLOSES + timedelta(days=1), olga(CLOSES), zone="UTC", nights=3)
    with database.writing() as session:
        steps.take(session, "cup", CLOSES + timedelta(days=1))
    seen = browser.get("/en/seasons/cup/matches").text
    places = [browser.get(f"/en/seasons/cup/matches/{each[4:]}").status_code for each in names]
    told = browser.get("/api/v1/seasons/cup/matches").json()

    with database.reading() as session:
        kinds = {each.kind for each in session.exec(select(Letter))}

    assert kinds <= {"receipt", "bulletin"}
    assert sealed[0] == 404
    assert sealed[1]["matches"] == {}
    assert {*re.findall(r"matches/(s1-r\d)", seen)} == {"s1-r1"}
    assert places == [200 if "-r1-" in each else 404 for each in names]
    assert {each["state"] for each in told["items"]} == {"over"}
    assert told["total"] == sum("-r1-" in each for each in names)


def test_matches_that_everybody_watches_have_no_nights(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 4, stages="swiss rounds=2")
    with database.writing() as session, pytest.raises(SeasonRefused) as refused:
        nights.plan(session, "cup", CLOSES + timedelta(days=1), olga(CLOSES), zone="UTC", nights=2)

    assert [each.code for each in refused.value.problems] == ["nights-of-matches"]
