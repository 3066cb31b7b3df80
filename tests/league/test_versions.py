"""A season keeps the rules that it was opened under, whatever versions are installed beside them or instead of them."""

import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlmodel import Session

from app.engine import Ruleset
from app.errors import DomainError, RulesNotInstalled
from app.games import is_installed, ruleset
from app.jobs.inbox import desk, read_new
from app.jobs.seasons.runs import RunsUnderWay, run
from app.jobs.texts import Renderer
from app.league.archive import record as archive_record, verification
from app.league.desk import interventions
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.practice import sparring
from app.league.problems import explain
from app.league.results import results, runs as league_runs
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.letters.contents import preview, render
from app.main import create_app
from app.settings import Settings
from app.statistics import what_if
from app.store import letters, mails, players, seasons
from app.store.database import Database
from app.store.results import runs
from app.store.security.audits import Organiser
from app.store.tables import LetterState, Mail, MailAction, SeasonState
from app.store.work import outbox
from app.tournament.cache import Cache
from app.tournament.fingerprint import fingerprint, known
from tests.support.asking import Client
from tests.support.outgoing import KEY, some_settings
from tests.support.versions import NEW, OLD, install, next_version

NOW = datetime.now(UTC)
BY = Organiser("olga", NOW, "reasons", "what is told")
CARDS = {
    "Attacker": "攻核",
    "Guard": "盾攻核",
    "Heart": "核核核",
    "Echo": "攻響核",
    "Twice": "連攻核",
}
SEASON_PAGES = (
    "",
    "/table",
    "/statistics",
    "/entries/1",
    "/entries/1/what-if",
    "/answers",
    "/battles/1-2",
)
API = (
    "standings",
    "statistics",
    "battles/1/2",
    "entries/1",
    "entries/1/what-if",
    "answers",
    "record",
)
DOWNLOADS = ("record.json", "standings.csv", "table.csv", "cards.csv", "rivals.csv", "awards.csv")


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    return next_version(tmp_path, monkeypatch)


@pytest.fixture
def browser(database: Database) -> Iterator[TestClient]:
    app = create_app(Settings(secret=KEY, base_url="http://testserver"), database)
    with Client(app, base_url="http://testserver") as client:
        yield client


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is known of earlier questions: what is told from here on was worked out anew."""
    monkeypatch.setattr(results, "_kept", Cache(4, Lock()))


def opened(database: Database, slug: str = "cup", *, in_days: int | None = 3) -> None:
    """An open season under the rules that are newest at the moment."""
    closes_at = None if in_days is None else NOW + timedelta(in_days)
    with database.writing() as session:
        league_seasons.create(
            session, season_plans.Plan("laplaplus", slug, closes_at=closes_at), BY
        )
        league_seasons.open_season(session, slug, BY)


def closed(database: Database, slug: str = "cup") -> None:
    opened(database, slug, in_days=None)
    with database.writing() as session:
        season = seasons.by_slug(session, slug)
        for name, build in CARDS.items():
            player = players.known_as(session, f"{name}@{slug}.example.com", "en", NOW)
            player.proven_at = NOW
            origin = Origin(NOW, proven=True)
            entries.submit(session, season, player, Submission(name, build), origin)
    with database.writing() as session:
        league_seasons.close(session, slug, BY)


def published(database: Database, slug: str = "cup") -> None:
    closed(database, slug)
    list(run(database, slug, BY))
    with database.writing() as session:
        results.publish(session, slug, BY)


def digest(database: Database, slug: str = "cup") -> str:
    with database.reading() as session:
        last = runs.latest(session, seasons.by_slug(session, slug))
        assert last
        return last.digest or ""


def told(browser: TestClient, database: Database, slug: str = "cup") -> dict[str, Any]:
    """Everything that is told of the season: pages, letters, replays, statistics, tables, record, digest."""
    paths = [f"/{lang}/seasons/{slug}{page}" for lang in ("ja", "en") for page in SEASON_PAGES]
    paths += [f"/api/v1/seasons/{slug}/{page}" for page in API]
    paths += [f"/seasons/{slug}/{name}" for name in DOWNLOADS]
    found: dict[str, Any] = {path: browser.get(path) for path in paths}
    assert {path: answer.status_code for path, answer in found.items()} == dict.fromkeys(paths, 200)
    # Where another version is the newest, links to the rules and cards name the version.
    found = {path: answer.text.replace("/laplaplus@1", "") for path, answer in found.items()}
    with database.reading() as session:
        season = seasons.by_slug(session, slug)
        found |= {f"report {name}": letter.text for name, letter in preview(session, season, NOW)}
        record = archive_record.record(session, season, NOW)
        found["verify"] = list(verification.verify(record))
        last = runs.latest(session, season)
        assert last
        finished = results.finished(session, season, last)
        found["rows"] = [finished.row(index) for index in range(len(CARDS))]
        found["what if"] = what_if.answer(finished, 0)
        found["spar"] = sparring.spar(
            session, finished.game, finished.participants[0].build, "en"
        ).bouts
    found["digest"] = digest(database, slug)
    return found


def test_a_pinned_season_keeps_all_it_told_when_a_second_version_is_installed(
    database: Database, browser: TestClient, newer: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outcomes, pages, letters, replays, statistics and digest; a new season is played by the new version."""
    published(database)
    before = told(browser, database)
    install(monkeypatch, newer, OLD)
    forget(monkeypatch)

    assert told(browser, database) == before
    published(database, "next")
    after = told(browser, database, "next")
    assert after["rows"] != before["rows"]
    assert after["verify"] == before["verify"] == []


def test_a_season_under_way_is_played_on_by_the_rules_that_it_was_opened_under(
    database: Database, newer: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed(database, "first")
    list(run(database, "first", BY))
    closed(database, "second")
    install(monkeypatch, newer, OLD)
    forget(monkeypatch)
    list(run(database, "second", BY))

    assert digest(database, "second") == digest(database, "first")
    with database.writing() as session:
        interventions.add(session, "second", Submission("Latecomer", "攻力"), BY)
    list(run(database, "second", BY))
    with database.reading() as session:
        record = archive_record.record(session, seasons.by_slug(session, "second"), NOW)
    assert record.rules == OLD.rules_version
    assert list(verification.verify(record)) == []


def test_rules_and_cards_of_an_earlier_version_stay_where_its_seasons_lead(
    database: Database, browser: TestClient, newer: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(database)
    install(monkeypatch, newer, OLD)
    cards = "/en/games/laplaplus/cards"

    assert f'href="{cards}/laplaplus@1"' in browser.get("/en/seasons/cup").text
    for path in (cards, "/en/games/laplaplus/rules"):
        assert browser.get(path).status_code == 200
        assert browser.get(f"{path}/laplaplus@1").status_code == 200
        assert browser.get(f"{path}/laplaplus@0").status_code == 404
    assert NEW in browser.get("/en/games/laplaplus/rules").text
    api = "/api/v1/games/laplaplus/rules"
    versions = [browser.get(f"{api}?rules={each}") for each in ("laplaplus@1", "laplaplus@0")]
    assert [each.status_code for each in versions] == [200, 404]
    assert versions[0].json()["rules_version"] == "laplaplus@1"


# --- a version that is not installed ------------------------------------------------------------------


def names_both(sentence: str) -> bool:
    return "laplaplus@1" in sentence and NEW in sentence


def test_a_version_that_is_not_installed_is_named_with_those_that_are(
    newer: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, newer)
    fingerprint.cache_clear()
    with pytest.raises(RulesNotInstalled) as refusal:
        ruleset("laplaplus", "laplaplus@1")

    assert ruleset("laplaplus") is newer
    assert not is_installed("laplaplus", "laplaplus@1")
    assert known("laplaplus", "laplaplus@1") == "laplaplus@1, not installed"
    for lang in ("ja", "en"):
        assert names_both(explain(refusal.value.problems[0], lang))


def test_fingerprints_tell_versions_apart(newer: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """So a cluster's worker never plays a block by another version than it was asked for."""
    install(monkeypatch, newer, OLD)

    assert fingerprint("laplaplus", NEW) != fingerprint("laplaplus", OLD.rules_version)


def test_without_its_rules_a_season_is_neither_opened_nor_entered_nor_played(
    database: Database, newer: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.writing() as session:
        league_seasons.create(session, season_plans.Plan("laplaplus", "draft"), BY)
    opened(database, "open")
    closed(database, "closed")
    install(monkeypatch, newer)

    def enter(session: Session) -> object:
        season = seasons.by_slug(session, "open")
        player = players.known_as(session, "alice@example.com", "en", NOW)
        return entries.submit(
            session, season, player, Submission("A", "攻核"), Origin(NOW, proven=True)
        )

    acts: list[Callable[[Session], object]] = [
        lambda session: league_seasons.open_season(session, "draft", BY),
        enter,
        lambda session: interventions.add(session, "open", Submission("A", "攻核"), BY),
        lambda session: interventions.add(session, "closed", Submission("A", "攻核"), BY),
        lambda session: league_runs.start(session, "closed", BY),
    ]
    for act in acts:
        with pytest.raises(DomainError) as refusal, database.writing() as session:
            act(session)
        assert any(names_both(explain(each, "en")) for each in refusal.value.problems)


def test_a_run_under_way_waits_for_its_rules(
    database: Database,
    newer: Ruleset,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    closed(database)
    with database.writing() as session:
        league_runs.start(session, "cup", BY)
    with monkeypatch.context() as upgraded, caplog.at_level(logging.ERROR):
        install(upgraded, newer)
        RunsUnderWay()(database, NOW)
    assert names_both(caplog.text)
    assert "Traceback" not in caplog.text
    with database.reading() as session:
        assert seasons.by_slug(session, "cup").state is SeasonState.RUNNING
    job, later = RunsUnderWay(), NOW + timedelta(hours=1)
    while job(database, later):
        pass

    with database.reading() as session:
        assert seasons.by_slug(session, "cup").state is SeasonState.REVIEW


def test_pages_of_a_season_without_its_rules_say_so_and_all_others_are_there(
    database: Database, browser: TestClient, newer: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    published(database)
    opened(database, "open")
    install(monkeypatch, newer)
    forget(monkeypatch)
    paths = [f"/{lang}/seasons/cup{page}" for lang in ("ja", "en") for page in SEASON_PAGES]
    paths += [f"/api/v1/seasons/cup/{page}" for page in API]
    paths += [f"/seasons/cup/{name}" for name in DOWNLOADS]
    for path in [*paths, "/en/seasons/open", "/en/seasons/open/enter"]:
        answer = browser.get(path)
        assert answer.status_code == 503, path
        assert names_both(answer.text), path
    form = {"name": "A", "build": "攻核", "address": "a@example.com"}
    sent = browser.post("/api/v1/seasons/open/entries", json=form)
    assert sent.status_code in (422, 503)
    assert names_both(sent.text)
    for lang in ("ja", "en"):
        for path in ("/", "/seasons", "/taking-part", "/games", "/lab", "/games/laplaplus/rules"):
            assert browser.get(f"/{lang}{path}").status_code in (200, 404), path


def test_letters_of_a_season_without_its_rules_wait_until_they_are_there(
    database: Database, newer: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    published(database)
    with database.writing() as session:
        waiting = outbox.unrendered(session, now=NOW + timedelta(days=9), limit=99)
        for number, letter in outbox.without_texts(session, waiting).items():
            if letter.kind != "report":
                outbox.drop(session, number, now=NOW)
    now = datetime.now(UTC) + timedelta(minutes=1)
    with monkeypatch.context() as upgraded:
        install(upgraded, newer)
        forget(upgraded)
        rendering = Renderer(render).some(database, now=now, size=99)
        with database.reading() as session:
            waits = outbox.waiting(session, now=now)
    assert rendering.dead == 0
    assert waits
    assert waits.letters == len(CARDS)
    assert names_both(waits.reply)

    Renderer(render).some(database, now=waits.until, size=99)
    with database.reading() as session:
        assert outbox.counts(session)[LetterState.READY] == len(CARDS)
        assert not outbox.unrendered(session, now=waits.until, limit=99)


def test_a_mail_to_a_season_without_its_rules_is_answered_with_why(
    database: Database, newer: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(database)
    install(monkeypatch, newer)
    mail = "From: carol@example.com\nTo: play@hikyaku.example\nSubject: entry\n\nName: C\nBuild: 攻核\n"
    with database.writing() as session:
        mails.keep(session, mail.encode(), NOW)
    list(read_new(database, desk(some_settings())))

    with database.reading() as session:
        kept = session.get_one(Mail, 1)
        assert kept.action is MailAction.PROBLEMS
        assert [each["code"] for each in kept.note["problems"]] == ["rules-not-installed"]
        answer = letters.answer_to(session, kept)
        assert answer
        text = render(session, answer).text
        assert names_both(
            text.replace("[@]", "@")
        )  # no address, which it may look like to a reader
        assert "How to write" not in text, "no other entry would help"


def test_a_record_of_other_rules_is_refused_by_name(
    database: Database, newer: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    published(database)
    with database.reading() as session:
        record = archive_record.record(session, seasons.by_slug(session, "cup"), NOW)
    install(monkeypatch, newer)

    found = list(verification.verify(record))
    assert [problem.code for problem in found] == ["rules-not-installed"]
    assert names_both(explain(found[0], "en"))
