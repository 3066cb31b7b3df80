"""What organisers do to entries once the builds are open is told to everybody, for ever."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient

from app.errors import SeasonRefused
from app.jobs.seasons.runs import run
from app.league.archive import evidence, record as archive_record, verification
from app.league.archive.structure import read_record
from app.league.desk import interventions
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.problems import explain
from app.league.results import results
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.letters.contents import preview
from app.main import create_app
from app.settings import Settings
from app.store import players, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from tests.support.asking import Client
from tests.support.outgoing import KEY

NOW = datetime.now(UTC)
BY = Organiser("olga", NOW)
WHY = Organiser("olga", NOW + timedelta(hours=1), "Dave asked me", "their mail was lost")


@pytest.fixture
def browser(database: Database) -> Iterator[TestClient]:
    app = create_app(Settings(secret=KEY, base_url="http://testserver"), database)
    with Client(app, base_url="http://testserver") as client:
        yield client


@pytest.fixture
def cup(database: Database) -> Database:
    """A season of three that has been published; Alice gets letters."""
    with database.writing() as session:
        league_seasons.create(session, season_plans.Plan("laplaplus", "cup"), BY)
        league_seasons.open_season(session, "cup", BY)
        alice = players.known_as(session, "alice@example.com", "en", NOW)
        alice.proven_at = NOW
        season = seasons.by_slug(session, "cup")
        sent, origin = Submission("Alice", "攻響核"), Origin(NOW, proven=True)
        entries.submit(session, season, alice, sent, origin)
        for name, build in (("Bob", "盾攻"), ("Carol", "核核盾")):
            interventions.add(session, "cup", Submission(name, build), BY)
        league_seasons.close(session, "cup", BY)
    play_and_publish(database)
    return database


def play_and_publish(database: Database) -> None:
    list(run(database, "cup", BY))
    with database.writing() as session:
        results.publish(session, "cup", BY)


def take_back(database: Database) -> None:
    with database.writing() as session:
        results.undo(session, "cup", WHY)
        results.undo(session, "cup", WHY)


def test_a_late_entry_is_marked_in_the_record_in_its_digest_and_by_verify(
    cup: Database, browser: TestClient
) -> None:
    """Publish, undo, undo, add, run, publish: it has seen every build, and everybody is told."""
    seals = evidence.read_seals(browser.get("/seasons/cup/seals.json").content)
    before = read_record(browser.get("/seasons/cup/record.json").content)
    assert list(verification.notes(before)) == []
    take_back(cup)
    with cup.writing() as session:
        interventions.add(session, "cup", Submission("Latecomer", "攻攻核"), WHY)
    play_and_publish(cup)

    record = read_record(browser.get("/seasons/cup/record.json").content)
    assert isinstance(record, archive_record.Record)
    assert [entry.mark and entry.mark.kind for entry in record.entries] == [None] * 3 + ["added"]
    (note,) = verification.notes(record)
    told = explain(note, "en")
    assert "Latecomer" in told
    assert WHY.tell in told
    assert WHY.now.isoformat() in told
    assert list(verification.verify(record)) == list(evidence.against_seals(record, seals)) == []
    with cup.reading() as session:
        ((_, report),) = preview(session, seasons.by_slug(session, "cup"), NOW)
    for text in (report.text, report.html):
        assert "added on" in text
        assert WHY.tell in text
    for page in ("", "/entries/4", "/seals"):
        assert WHY.tell in browser.get(f"/en/seasons/cup{page}").text, page
    listed = browser.get("/api/v1/seasons/cup/entrants").json()["items"]
    assert [each["mark"] and each["mark"]["reason"] for each in listed] == [None] * 3 + [WHY.tell]
    record.entries[3].mark = None
    assert [each.code for each in verification.verify(record)] == ["third-digest-differs"]
    assert [e.code for e in evidence.against_seals(record, seals)] == ["seal-unpublished"]


def test_what_is_added_or_changed_after_a_reopening_is_marked_as_well(cup: Database) -> None:
    """Everybody has seen every build; entries are taken again."""
    take_back(cup)
    with cup.writing() as session:
        league_seasons.reopen(session, "cup", WHY)
        for words in (BY, replace(WHY, tell=" ")):
            with pytest.raises(SeasonRefused) as refusal:
                interventions.add(session, "cup", Submission("Latecomer", "攻攻核"), words)
            assert [each.code for each in refusal.value.problems] == ["nothing-told"]
        interventions.add(session, "cup", Submission("Latecomer", "攻攻核"), WHY)
        season = seasons.by_slug(session, "cup")
        alice = players.known_as(session, "alice@example.com", "en", NOW)
        origin = Origin(WHY.now, proven=True)
        entries.submit(session, season, alice, Submission("Alice", "攻攻攻"), origin)
        league_seasons.close(session, "cup", WHY)
    play_and_publish(cup)

    with cup.reading() as session:
        record = archive_record.record(session, seasons.by_slug(session, "cup"), WHY.now)
    marked = {each.name: each.mark.kind for each in record.entries if each.mark}
    assert marked == {"Alice": "changed", "Latecomer": "added"}
    assert list(verification.verify(record)) == []
    assert len(list(verification.notes(record))) == 2


def test_a_late_withdrawal_is_told_on_pages_in_the_record_and_by_verify(
    cup: Database, browser: TestClient
) -> None:
    """Whom to take out could be chosen by what was seen."""
    seals = evidence.read_seals(browser.get("/seasons/cup/seals.json").content)
    take_back(cup)
    with pytest.raises(SeasonRefused), cup.writing() as session:
        interventions.withdraw(session, "cup", "Bob", replace(WHY, tell=""))
    with cup.writing() as session:
        interventions.withdraw(session, "cup", "Bob", WHY)
    play_and_publish(cup)

    for page in ("/en/seasons/cup", "/en/seasons/cup/seals"):
        text = browser.get(page).text
        assert "Bob" in text, page
        assert WHY.reason not in text, page
        assert WHY.tell in text, page
    record = read_record(browser.get("/seasons/cup/record.json").content)
    (note,) = verification.notes(record)
    assert "Bob" in explain(note, "ja")
    assert WHY.tell in explain(note, "ja")
    assert list(verification.verify(record)) == list(evidence.against_seals(record, seals)) == []


def test_what_is_done_while_the_builds_are_sealed_is_not_marked(database: Database) -> None:
    """Closed by hand before its deadline, a season shows its builds to nobody yet."""
    with database.writing() as session:
        plan = season_plans.Plan("laplaplus", "cup", closes_at=NOW + timedelta(days=1))
        league_seasons.create(session, plan, BY)
        league_seasons.open_season(session, "cup", BY)
        for name, build in (("Alice", "攻響核"), ("Bob", "盾攻"), ("Carol", "核核盾")):
            interventions.add(session, "cup", Submission(name, build), BY)
        league_seasons.close(session, "cup", BY)
        interventions.add(session, "cup", Submission("Dave", "攻攻核"), WHY)
        interventions.withdraw(session, "cup", "Bob", WHY)
        season = seasons.by_slug(session, "cup")
        season.closes_at = NOW
    play_and_publish(database)

    with database.reading() as session:
        record = archive_record.record(session, seasons.by_slug(session, "cup"), NOW)
    assert list(verification.notes(record)) == []
