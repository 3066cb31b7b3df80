"""A site of 28 November 2026 comes up with every later program: nothing is lost, and everybody goes on where they were."""

import json
import logging
import lzma
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from app.league.archive import record, verification
from app.league.archive.record import Record
from app.league.results import results, runs
from app.store import seasons
from app.store.database import Database
from app.store.tables import SeasonState
from app.store.upkeep.migrations import differences, migrate
from tests.kept.recipe import OPEN_UNTIL, digests, records, rows
from tests.kept.world import World, a_world, text_of
from tests.support.databases import KINDS, postgres_database

HERE = Path(__file__).parent
DAY = timedelta(days=1)


@pytest.fixture
def kept(database_kind: str) -> Any:
    """What was true of the site when it was kept."""
    return json.loads((HERE / f"{database_kind}.json").read_bytes())


@pytest.fixture
def world(
    kept: Any,
    database_kind: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    caplog: pytest.LogCaptureFixture,
) -> Iterator[World]:
    """The site, a minute after it was kept, with a program of today; no job of it fails."""
    content = lzma.decompress((HERE / f"{database_kind}.xz").read_bytes())
    with ExitStack() as stack:
        url = f"sqlite:///{tmp_path / 'site.db'}"
        if database_kind == "postgresql":
            url = stack.enter_context(postgres_database(request.getfixturevalue("postgres")))
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(content)
        else:
            (tmp_path / "site.db").write_bytes(content)
        database = stack.enter_context(closing(Database(url)))
        migrate(database)
        now = datetime.fromisoformat(kept["now"]) + timedelta(minutes=1)
        yield stack.enter_context(a_world(database, tmp_path, now))
        failed = [each for each in caplog.get_records("call") if each.levelno >= logging.ERROR]
        assert not failed


def state(world: World, slug: str) -> SeasonState:
    with world.database.reading() as session:
        return seasons.by_slug(session, slug).state


def record_of(world: World, slug: str) -> Record:
    with world.database.reading() as session:
        return record.record(session, seasons.by_slug(session, slug), world.now)


def test_every_row_record_and_digest_is_as_it_was(world: World, kept: Any) -> None:
    """Before and after everything due was done: a later program adds, and changes nothing that is public."""
    assert differences(world.database) == []
    with world.database.reading() as session:
        assert rows(session) == rows(session) | kept["rows"]
    world.work()
    with world.database.reading() as session:
        assert digests(session) == kept["digests"]
        assert records(session, world.now) == kept["records"]
    public = [
        slug for slug in kept["records"] if slug in {each.split()[0] for each in kept["digests"]}
    ]
    assert len(public) == 5
    for slug in public:
        assert not [*verification.verify(record_of(world, slug))], slug


def test_secret_addresses_of_old_letters_answer(world: World, kept: Any) -> None:
    assert {"my", "confirm", "follow", "letters/stop", "letters/never", "in", "duels"} == {
        each["kind"] for each in kept["links"]
    }
    for each in kept["links"]:
        answer = world.browser().get(each["path"])
        assert answer.status == each["status"], each
        assert not [name for name in each["told"] if name not in answer.text()], each
    came = [(each, world.bring(**each["mail"])) for each in kept["mails"]]
    world.work()
    letters = {
        who: "\n".join(map(text_of, world.letters(who)))
        for who in {each["reader"] for each in kept["mails"]}
    }
    for each, number in came:
        assert world.taken(number).action == each["action"], each
        assert each["told"] in letters[each["reader"]], each


def test_pages_answer_where_they_did(world: World, kept: Any, database_kind: str) -> None:
    """Every second one in each kind of database."""
    browser, lost = world.browser(), dict[str, int]()
    for path in kept["pages"][KINDS.index(database_kind) :: 2]:
        answer = browser.get(path)
        if answer.status in (301, 302, 303, 307, 308):
            answer = browser.follow(answer)
        lost |= {} if answer.status == 200 else {path: answer.status}
    assert not lost


def test_seasons_that_were_open_and_matches_in_play_go_on_to_their_end(world: World) -> None:
    """Entries close by the deadline, the timetable plays and publishes; players are told, and all of it can be verified."""
    world.now = OPEN_UNTIL + timedelta(minutes=15)
    world.work()
    assert {state(world, slug) for slug in ("laplaplus-2", "shiden-2")} == {SeasonState.CLOSED}
    with world.database.writing() as session:
        runs.start(session, "shiden-2", world.olga)
    while state(world, "fest-1") is SeasonState.RUNNING:
        world.work(2 * DAY)
    for slug in ("shiden-2", "fest-1"):
        with world.database.writing() as session:
            results.publish(session, slug, world.olga)
    world.work()
    for slug in ("laplaplus-2", "shiden-2", "fest-1"):
        assert state(world, slug) is SeasonState.PUBLISHED
        assert not [*verification.verify(record_of(world, slug))], slug
    reports = [
        each for each in world.letters("alice") if str(each["Message-ID"]).startswith("<report")
    ]
    assert len(reports) == 3
