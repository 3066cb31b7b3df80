"""A season in stages is played as any other: block by block, the same from the same, and each pairing can be checked."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

import pytest

from app.engine import Lang
from app.errors import ResultsDiffer, SeasonRefused
from app.i18n import LANGS
from app.jobs.seasons.runs import RunsUnderWay, run
from app.league.archive import record as archive_record, verification
from app.league.archive.structure import read_record
from app.league.problems import explain
from app.league.results import results
from app.league.results.results import FinishedRun
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.stages import plans
from app.letters.reports import opponents
from app.store import seasons
from app.store.database import Database
from app.store.results import runs, stages
from app.store.tables import Run, SeasonState
from app.tournament import blocks, executors
from app.tournament.executors import LOCAL
from app.tournament.formats import stages as pure_stages
from tests.support.problems import filled
from tests.support.stages import BY, NOW, a_season

PLAN = "swiss rounds=3 best=8 ties=buchholz,lot\ngroups groups=2 go-on=2 by-lot=yes\nknockout"
BUILDS = [*"核攻盾響硬双癒連重散", "攻核", "盾攻", "核", "核"]


@pytest.fixture
def closed(database: Database, monkeypatch: pytest.MonkeyPatch) -> Database:
    """Every round is a block of its own."""
    monkeypatch.setattr(pure_stages, "_portions", _round_by_round)
    a_season(database, PLAN, BUILDS)
    return database


def _round_by_round(due: list[object], _size: int) -> Iterator[list[object]]:
    rounds = sorted({each.round for each in due})  # type: ignore[attr-defined]
    return ([e for e in due if e.round == at] for at in rounds)  # type: ignore[attr-defined]


def latest(database: Database) -> Run:
    with database.reading() as session:
        found = runs.latest(session, seasons.by_slug(session, "cup"))
        assert found
        return found


def finished(database: Database) -> FinishedRun:
    with database.reading() as session:
        return results.finished(session, seasons.by_slug(session, "cup"), latest(database))


def record(database: Database) -> archive_record.Record:
    with database.reading() as session:
        season = seasons.by_slug(session, "cup")
        return archive_record.record(session, season, NOW + timedelta(days=2))


def differences(database: Database) -> list[str]:
    return [problem.code for problem in verification.verify(record(database))]


def test_stages_are_played_one_after_the_other_and_everything_holds(closed: Database) -> None:
    progress = list(run(closed, "cup", BY))
    played = finished(closed)
    swiss, groups, final = played.phases

    assert [len(each.field.seeds) for each in played.phases] == [14, 8, 4]
    assert [len(each.results) for each in played.phases] == [21, 12, 4]
    assert groups.field.seeds == swiss.cut.through
    assert final.field.seeds == groups.cut.through
    assert progress[-1].battles == progress[-1].of == latest(closed).battles == 37
    assert [line.place for line in played.standings[:4]] == [1, 2, 3, 4]
    assert played.standings[0].entry == final.standings[0].entry
    assert {line.entry for line in played.standings} == {*range(14)}
    assert differences(closed) == []
    assert verification.battles(record(closed)) == 37
    with closed.reading() as session:
        assert seasons.by_slug(session, "cup").state is SeasonState.REVIEW


def test_a_run_that_was_killed_anywhere_goes_on_to_the_same_digest(closed: Database) -> None:
    for many in (1, 3, 5):
        killed = run(closed, "cup", BY)
        list(islice(killed, many))
        killed.close()
    with closed.reading() as session:
        kept = stages.battles(session, latest(closed))
    job = RunsUnderWay()
    turns = 0
    while job(closed, datetime.now(UTC)):
        turns += 1
    first = latest(closed)
    with closed.writing() as session:
        results.undo(session, "cup", BY)
    list(run(closed, "cup", BY))
    second = latest(closed)

    assert 0 < kept < (first.battles or 0)
    assert turns > 1
    assert (second.serial, second.digest) == (first.serial + 1, first.digest)
    assert differences(closed) == []
    with closed.reading() as session:
        assert stages.played(session, first) == {}


def test_on_all_cores_or_without_its_cluster_a_run_has_the_same_digest(
    closed: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = []
    for few, compute in ((99, LOCAL), (0, LOCAL), (0, "dask://127.0.0.1:1")):
        monkeypatch.setattr(blocks, "BLOCK_SECONDS", 0)
        monkeypatch.setattr(blocks, "FEW_BLOCKS", few)
        monkeypatch.setattr(executors, "CONNECT_SECONDS", 0.2)
        list(run(closed, "cup", BY, compute))
        found = latest(closed)
        digests.append((found.digest, found.alone_since is not None))
        with closed.writing() as session:
            results.undo(session, "cup", BY)

    assert digests == [(digests[0][0], False), (digests[0][0], False), (digests[0][0], True)]


def test_the_record_can_be_written_and_read_again(closed: Database) -> None:
    list(run(closed, "cup", BY))
    content = record(closed).model_dump_json().encode()
    read = read_record(content)

    assert list(verification.verify(read)) == list(verification.notes(read)) == []


def _swap_names(stage: dict[str, Any]) -> None:
    line = stage["results"][0]
    line[2], line[3] = line[3], stage["results"][1][2]


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a pairing": (lambda stages: _swap_names(stages["stages"][0]), "pairing-differs"),
    "a pairing left out": (lambda stages: stages["stages"][1]["results"].pop(), "pairing-differs"),
    "an outcome": (
        lambda stages: stages["stages"][0]["results"][0].__setitem__(4, 63),
        "paired-outcome-differs",
    ),
    "the secret": (lambda stages: stages.__setitem__("root", "00" * 32), "root-differs"),
    "dice": (lambda stages: stages["stages"][2]["dice"].append([1, 1, 6, 1]), "dice-differ"),
    "who goes on": (lambda stages: stages["stages"][0]["through"].reverse(), "cut-differs"),
    "lots at the cut": (lambda stages: stages["stages"][1]["drawn"].append(1), "cut-differs"),
    "a setting": (
        lambda stages: stages["stages"][0]["plan"]["settings"].__setitem__("rounds", 2),
        "pairing-differs",
    ),
    "a format": (
        lambda stages: stages["stages"][0]["plan"].__setitem__("format", "luck"),
        "unknown-format",
    ),
    "a stage left out": (lambda stages: stages["stages"].pop(), "digest-differs"),
    "no stages": (lambda stages: stages["stages"].clear(), "stage-unreadable"),
}


def test_each_falsified_pairing_outcome_and_lot_is_found_and_named(closed: Database) -> None:
    list(run(closed, "cup", BY))
    honest = json.loads(record(closed).model_dump_json())
    for forge, code in FORGERIES.values():
        forged = deepcopy(honest)
        forge(forged["stages"])
        problems = [*verification.verify(read_record(json.dumps(forged).encode()))]

        assert code in {problem.code for problem in problems}
        assert not any("(" + each.code + ")" in explain(each, "ja") for each in problems)
    del honest["stages"]
    assert [*verification.verify(read_record(json.dumps(honest).encode()))]


@pytest.mark.parametrize("lang", LANGS)
def test_a_report_tells_the_battles_of_every_stage_in_order(closed: Database, lang: Lang) -> None:
    list(run(closed, "cup", BY))
    played = finished(closed)
    champion = played.standings[0].entry
    last = played.standings[-1].entry

    through, out = opponents.way(played, champion, lang), opponents.way(played, last, lang)
    assert [len(each.met) for each in through] == [3, 3, 2]
    assert len(out) == 1
    assert [each.other for each in through[0].met] == [
        result.second if result.first == champion else result.first
        for result in played.phases[0].results
        if champion in (result.first, result.second)
    ]
    assert ("進出" if lang == "ja" else "advances") in through[0].heading
    assert ("敗退" if lang == "ja" else "out") in out[0].heading


def test_a_run_with_other_lots_is_halted(closed: Database) -> None:
    """The commitment binds the secret. With another secret the same entries give no second result."""
    list(run(closed, "cup", BY))
    with closed.writing() as session:
        results.undo(session, "cup", BY)
        lottery = stages.lottery(session, seasons.by_slug(session, "cup"))
        assert lottery
        lottery.root = bytes(32)

    with pytest.raises(ResultsDiffer):
        list(run(closed, "cup", BY))
    with closed.reading() as session:
        assert seasons.by_slug(session, "cup").state is SeasonState.CLOSED


@pytest.mark.parametrize(
    "plan",
    [
        "hill size=3",
        "divisions divisions=3 size=2",
        "double-knockout",
        "round-robin meetings=2",
        "swiss rounds=30 best=1\nknockout",
        "groups groups=900 go-on=1\ngroups groups=3 go-on=3\nswiss",
        "knockout seeds=lot third-place=no best=2\nround-robin",
    ],
)
@pytest.mark.parametrize("builds", [["核", "核"], BUILDS[:7]], ids=len)
def test_every_format_is_played_out_by_any_number(
    database: Database, plan: str, builds: list[str]
) -> None:
    a_season(database, plan, builds)
    list(run(database, "cup", BY))

    assert differences(database) == []
    assert len(finished(database).standings) == len(builds)


def test_stages_change_until_the_builds_are_laid_open_and_players_hear_of_it(
    database: Database,
) -> None:
    closes_at = NOW + timedelta(days=1)
    with database.writing() as session:
        planned = season_plans.Plan("laplaplus", "cup", closes_at=closes_at)
        season = league_seasons.create(session, planned, BY)
        league_seasons.open_season(session, "cup", BY)
        assert stages.lottery(session, season) is None
        plan = season_plans.plan_of(season)
        found, _ = plans.read(PLAN)
        league_seasons.change(session, replace(plan, stages=found), BY)
        lottery = stages.lottery(session, season)
        assert lottery
        assert lottery.commitment
        later = replace(BY, now=closes_at + timedelta(hours=1))
        league_seasons.close(session, "cup", later)
        with pytest.raises(SeasonRefused) as refusal:
            league_seasons.change(session, plan, later)
    assert [problem.code for problem in refusal.value.problems] == ["change-too-late"]


def test_a_stage_that_would_be_too_large_is_refused_before_anything_is_played(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.league.seasons.stages.courses.MOST_BATTLES", 90)
    a_season(database, "swiss best=14\nround-robin", BUILDS)
    with pytest.raises(SeasonRefused) as refusal:
        list(run(database, "cup", BY))

    (problem,) = refusal.value.problems
    assert (problem.code, filled(problem)) == ("stage-too-large", ("2", "14", "91", "90"))
