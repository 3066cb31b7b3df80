"""Sides that stay apart in stages: nobody meets their own, pages say what each format promises, and anybody can check it."""

from datetime import timedelta
from pathlib import Path

import pytest

from app.errors import SeasonRefused
from app.jobs.seasons.runs import run
from app.league.archive import record as archive_record, restoration, verification
from app.league.archive.structure import read_record
from app.league.desk import pairings
from app.league.eligibility.sides import Side, Sides
from app.league.results import results
from app.store import seasons
from app.store.database import Database
from app.store.results import runs
from tests.support.browsers import Site
from tests.support.stages import BY, NOW, a_season, publish

PLAN = "swiss rounds=2 best=4\nknockout third-place=no"
SIDES = Sides((Side("紅", "Red", "#c03030"), Side("白", "White")), apart=True)
BUILDS = ["攻核", "核", "攻核", "核核", "攻核", "核", "攻攻核", "核核"]


@pytest.fixture
def played(database: Database) -> Database:
    """Four reds, who win, against four whites; then the reds among themselves."""
    a_season(database, PLAN, BUILDS, sides=SIDES)
    publish(database)
    return database


def record(database: Database) -> archive_record.Record:
    with database.reading() as session:
        return archive_record.public_record(session, seasons.by_slug(session, "cup"), NOW)


def test_nobody_meets_their_own_until_they_alone_are_left(played: Database) -> None:
    with played.reading() as session:
        season = seasons.by_slug(session, "cup")
        latest = runs.latest(session, season)
        assert latest
        table = results.finished(session, season, latest)
    swiss, final = (
        [
            {table.participants[at].side for at in (each.first, each.second or 0)}
            for each in phase.results
        ]
        for phase in table.phases
    )

    assert swiss == [{0, 1}] * 8
    assert final == [{0}] * 3
    browser = Site(played).browser()
    stage = browser.get("/ja/seasons/cup/stages/2").text()
    assert "同じ陣営だけが残れば、当たります" in stage
    assert "some of it have a bye in each round" in browser.get("/en/seasons/cup").text()


def test_the_record_of_sides_apart_holds_and_comes_back_as_it_was(
    played: Database, sqlite_template: Path, tmp_path: Path
) -> None:
    kept = read_record(record(played).model_dump_json().encode())
    assert kept.sides  # type: ignore[union-attr]
    together = kept.model_copy(
        update={"sides": kept.sides.model_copy(update={"apart": False})}  # type: ignore[union-attr]
    )
    (tmp_path / "elsewhere.db").write_bytes(sqlite_template.read_bytes())
    elsewhere = Database(f"sqlite:///{tmp_path / 'elsewhere.db'}")
    with elsewhere.writing() as session:
        restoration.restore(session, record(played), BY)
    with played.reading() as here, elsewhere.reading() as there:
        one, other = (
            runs.latest(session, seasons.by_slug(session, "cup")) for session in (here, there)
        )
        assert one
        assert other
        assert one.inputs_digest == other.inputs_digest

    assert [*verification.verify(kept)] == []
    assert "digest-differs" in {each.code for each in verification.verify(together)}
    assert record(elsewhere) == record(played)


def test_sealed_sides_are_not_told_by_what_can_be_paired(database: Database) -> None:
    """Closed before its deadline by hand, a season stays sealed to its organisers."""
    a_season(database, "by-hand", BUILDS[:4], sides=SIDES)
    with database.writing() as session:
        season = seasons.by_slug(session, "cup")
        season.closes_at, season.laid_open_at = NOW + timedelta(days=1), None
        session.add(season)
    with pytest.raises(SeasonRefused) as refusal, database.writing() as session:
        pairings.pair(session, "cup", "1 – 3\n2 – 4", BY)
    with database.reading() as session:
        season = seasons.by_slug(session, "cup")
        assert pairings.sides_by_number(session, season, NOW) == {}
        later = pairings.sides_by_number(session, season, NOW + timedelta(days=2))

    assert [each.code for each in refusal.value.problems] == ["sealed-until"]
    assert [later[number].en for number in (1, 2, 3, 4)] == ["Red", "White", "Red", "White"]


def test_pairings_by_hand_are_between_sides(database: Database) -> None:
    a_season(database, "by-hand", BUILDS[:4], sides=SIDES)
    with pytest.raises(SeasonRefused) as refusal, database.writing() as session:
        pairings.pair(session, "cup", "1 – 3\n2 – 4", BY)
    with database.writing() as session:
        pairings.pair(session, "cup", "1 – 2\n3 – 4", BY)
    told = Site(database).browser().get("/en/seasons/cup").text()
    list(run(database, "cup", BY))

    assert [each.code for each in refusal.value.problems] == ["pairing-of-one-side"] * 2
    assert "Each stage says how far that holds" in told
    assert "pairings within a side are refused" in told
