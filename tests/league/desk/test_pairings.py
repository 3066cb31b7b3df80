"""A season that is paired by hand: said once entries have closed, played so, and checked as far as it can be."""

import json
from datetime import timedelta

import pytest

from app.errors import SeasonRefused
from app.jobs.seasons.runs import run
from app.league.archive import record, verification
from app.league.archive.structure import read_record
from app.league.desk import interventions, pairings
from app.league.entries.contents import Submission
from app.league.results import results
from app.league.seasons import seasons as league_seasons
from app.store import seasons
from app.store.database import Database
from app.store.results import runs
from app.store.security import audits
from tests.support.stages import BY, NOW, a_season

BUILDS = ["核", "核核", "攻核", "攻攻核", "攻攻"]
TEXT = "C0 – C1\nC2 – C3\nC4 – -\n\n1,3\n2,5\n4,-"


@pytest.fixture
def closed(database: Database) -> Database:
    a_season(database, "by-hand best=2\nknockout third-place=no", BUILDS)
    return database


def pair(database: Database, text: str = TEXT) -> None:
    with database.writing() as session:
        pairings.pair(session, "cup", text, BY)


def refusal(database: Database, text: str) -> list[str]:
    with database.writing() as session, pytest.raises(SeasonRefused) as refused:
        pairings.pair(session, "cup", text, BY)
    return [problem.code for problem in refused.value.problems]


def test_those_meet_who_were_paired_and_the_best_go_on(closed: Database) -> None:
    with pytest.raises(SeasonRefused) as refused:
        list(run(closed, "cup", BY))
    assert [problem.code for problem in refused.value.problems] == ["pairings-missing"]
    pair(closed)
    list(run(closed, "cup", BY))
    with closed.reading() as session:
        season = seasons.by_slug(session, "cup")
        latest = runs.latest(session, season)
        assert latest
        first, final = results.finished(session, season, latest).phases
        acts = [each.act for each in audits.of_season(session, season)]

    met = [(each.round, each.table, each.first, each.second) for each in first.results]
    with closed.reading() as session:
        written = pairings.written(session, season)

    assert written == "1 – 2\n3 – 4\n5 – -\n\n1 – 3\n2 – 5\n4 – -"
    assert met == [(1, 1, 0, 1), (1, 2, 2, 3), (2, 1, 0, 2), (2, 2, 1, 4)]
    assert final.field.seeds == first.cut.through
    assert latest.battles == 5
    assert "pair" in acts


def test_verify_accepts_it_says_so_and_finds_what_was_changed(closed: Database) -> None:
    pair(closed)
    list(run(closed, "cup", BY))
    with closed.reading() as session:
        season = seasons.by_slug(session, "cup")
        whole = record.record(session, season, NOW + timedelta(days=2)).model_dump_json()
    read = read_record(whole.encode())

    assert [*verification.verify(read)] == []
    assert [each.code for each in verification.notes(read)] == ["paired-by-hand"]
    forged = json.loads(whole)
    line = forged["stages"]["stages"][0]["results"][0]
    line[2], line[3] = 1, 5
    assert "digest-differs" in {
        each.code for each in verification.verify(read_record(json.dumps(forged).encode()))
    }
    line[3] = 9
    assert [*verification.verify(read_record(json.dumps(forged).encode()))]


def test_every_problem_is_named_and_nothing_is_kept(closed: Database) -> None:
    assert refusal(closed, "C9 – C1\nC0 – C0\nC0 – C2") == [
        "pairing-of-stranger",
        "pairing-with-itself",
        "pairing-twice",
    ]
    assert refusal(closed, "C0 – C1") == ["pairing-leaves-out"]
    with closed.reading() as session:
        assert seasons.by_slug(session, "cup").pairings is None


def test_pairings_are_taken_back_where_they_would_mean_others(closed: Database) -> None:
    for again in (
        lambda session: interventions.add(session, "cup", Submission("late", "核"), BY),
        lambda session: league_seasons.reopen(session, "cup", BY, NOW + timedelta(days=1)),
    ):
        pair(closed)
        with closed.writing() as session:
            again(session)
            assert seasons.by_slug(session, "cup").pairings is None
            session.rollback()


def test_only_a_closed_season_with_such_a_stage_is_paired(closed: Database) -> None:
    pair(closed)
    list(run(closed, "cup", BY))
    assert refusal(closed, TEXT) == ["wrong-state"]
    with closed.writing() as session:
        results.undo(session, "cup", BY)
        season = seasons.by_slug(session, "cup")
        season.stages = []
    assert refusal(closed, TEXT) == ["nothing-by-hand"]
