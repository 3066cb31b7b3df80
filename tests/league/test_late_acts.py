"""What organisers do to entries once the builds are open is told to everybody, for ever."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient

from app.jobs.seasons import run
from app.league import changing, closing, evidence, opening, publishing, recording, verifying
from app.league.explaining import explain
from app.league.structure import read_record
from app.league.submitting import Submission
from app.main import create_app
from app.settings import Settings
from app.store import seasons
from app.store.audits import Organiser
from app.store.database import Database
from tests.outgoing import KEY

NOW = datetime.now(UTC)
BY = Organiser("olga", NOW)
WHY = Organiser("olga", NOW + timedelta(hours=1), "their mail was lost")


@pytest.fixture
def browser(database: Database) -> Iterator[TestClient]:
    app = create_app(Settings(secret=KEY, base_url="http://testserver"), database)
    with TestClient(app, base_url="http://testserver") as client:
        yield client


@pytest.fixture
def cup(database: Database) -> Database:
    """A season of three that has been published."""
    with database.writing() as session:
        opening.create(session, opening.Plan("laplaplus", "cup"), BY)
        opening.open_season(session, "cup", BY)
        for name, build in (("Alice", "攻響核"), ("Bob", "盾攻"), ("Carol", "核核盾")):
            changing.add(session, "cup", Submission(name, build), BY)
        closing.close(session, "cup", BY)
    play_and_publish(database)
    return database


def play_and_publish(database: Database) -> None:
    list(run(database, "cup", BY))
    with database.writing() as session:
        publishing.publish(session, "cup", BY)


def take_back(database: Database) -> None:
    with database.writing() as session:
        publishing.undo(session, "cup", WHY)
        publishing.undo(session, "cup", WHY)


def test_a_late_entry_is_marked_in_the_record_in_its_second_digest_and_by_verify(
    cup: Database, browser: TestClient
) -> None:
    """Publish, undo, undo, add, run, publish: it has seen every build, and everybody is told."""
    seals = evidence.read_seals(browser.get("/seasons/cup/seals.json").content)
    before = read_record(browser.get("/seasons/cup/record.json").content)
    assert list(verifying.notes(before)) == []
    take_back(cup)
    with cup.writing() as session:
        changing.add(session, "cup", Submission("Latecomer", "攻攻核"), WHY)
    play_and_publish(cup)

    record = read_record(browser.get("/seasons/cup/record.json").content)
    assert isinstance(record, recording.Record)
    assert [entry.mark and entry.mark.kind for entry in record.entries] == [None] * 3 + ["added"]
    (note,) = verifying.notes(record)
    told = explain(note, "en")
    assert "Latecomer" in told
    assert WHY.reason in told
    assert WHY.now.isoformat() in told
    assert list(verifying.verify(record)) == list(evidence.against_seals(record, seals)) == []
    record.entries[3].mark = None
    assert [each.code for each in verifying.verify(record)] == ["second-digest-differs"]
    assert [e.code for e in evidence.against_seals(record, seals)] == ["seal-unpublished"]


def test_a_late_withdrawal_is_told_on_pages_in_the_record_and_by_verify(
    cup: Database, browser: TestClient
) -> None:
    """Whom to take out could be chosen by what was seen."""
    seals = evidence.read_seals(browser.get("/seasons/cup/seals.json").content)
    take_back(cup)
    with cup.writing() as session:
        changing.withdraw(session, "cup", "Bob", WHY)
    play_and_publish(cup)

    for page in ("/en/seasons/cup", "/en/seasons/cup/seals"):
        text = browser.get(page).text
        assert "Bob" in text, page
        assert WHY.reason in text, page
    record = read_record(browser.get("/seasons/cup/record.json").content)
    (note,) = verifying.notes(record)
    assert "Bob" in explain(note, "ja")
    assert WHY.reason in explain(note, "ja")
    assert list(verifying.verify(record)) == list(evidence.against_seals(record, seals)) == []


def test_what_is_done_while_the_builds_are_sealed_is_not_marked(database: Database) -> None:
    """Closed by hand before its deadline, a season shows its builds to nobody yet."""
    with database.writing() as session:
        plan = opening.Plan("laplaplus", "cup", closes_at=NOW + timedelta(days=1))
        opening.create(session, plan, BY)
        opening.open_season(session, "cup", BY)
        for name, build in (("Alice", "攻響核"), ("Bob", "盾攻"), ("Carol", "核核盾")):
            changing.add(session, "cup", Submission(name, build), BY)
        closing.close(session, "cup", BY)
        changing.add(session, "cup", Submission("Dave", "攻攻核"), WHY)
        changing.withdraw(session, "cup", "Bob", WHY)
        season = seasons.by_slug(session, "cup")
        season.closes_at = NOW
    play_and_publish(database)

    with database.reading() as session:
        record = recording.record(session, seasons.by_slug(session, "cup"))
    assert list(verifying.notes(record)) == []
