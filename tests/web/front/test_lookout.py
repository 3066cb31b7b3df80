"""What is public now is known while no connection is left, and while the database says nothing."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy import text

from app.store import seasons
from app.store.database import Database
from app.web.front import lookout
from tests.support.databases import ENGINES, outage
from tests.web.front.visitors import App, Visitor, add_season, asked


def test_pages_stay_and_changes_are_seen_while_every_connection_is_taken(
    visitor: Visitor, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    ENGINES.forget(database.engine)
    monkeypatch.setattr(database.engine.pool, "_max_overflow", 0)
    other = Database(database.url)

    async def ask() -> list[str]:
        told = await asked(visitor, "/en/")
        with taken(database):
            told += await asked(visitor, "/en/")
            with other.writing() as session:
                add_season(session)
            return [*told, *await asked(visitor, "/en/", "/en/")]

    assert asyncio.run(ask()) == ["1", "1", "2", "2"]
    other.close()


def test_pages_stay_while_somebody_writes(visitor: Visitor, database: Database) -> None:
    async def ask() -> list[str]:
        told = await asked(visitor, "/en/")
        with database.writing() as session:
            add_season(session)
            session.flush()
            told += await asked(visitor, "/en/")
        return [*told, *await asked(visitor, "/en/")]

    assert asyncio.run(ask()) == ["1", "1", "2"]


@pytest.mark.parametrize("database_kind", ["postgresql"])
def test_pages_stay_while_the_server_is_down_and_are_made_again_when_it_is_back(
    visitor: Visitor, database: Database, postgres: str
) -> None:
    async def ask() -> list[str]:
        told = await asked(visitor, "/en/")
        with outage(postgres):
            told += await asked(visitor, "/en/", "/ja/", "/ja/")
        with database.writing() as session:
            add_season(session)
        while visitor.cache.lookout.is_away:
            await visitor.cache.lookout.look()
        return [*told, *await asked(visitor, "/en/")]

    assert asyncio.run(ask()) == ["1", "1", "2", "3", "4"]


@pytest.mark.parametrize("database_kind", ["postgresql"])
def test_pages_stay_while_the_server_hangs_until_this_process_changes_something(
    visitor: Visitor, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask() -> list[str]:
        told = await asked(visitor, "/en/")
        with hanging(database):
            monkeypatch.setattr(lookout, "PATIENCE_SECONDS", 0.01)
            told += await asked(visitor, "/en/", "/en/")
            with database.writing() as session:
                add_season(session)
            told += await asked(visitor, "/en/")
        looking = visitor.cache.lookout.looking
        assert looking
        await looking
        monkeypatch.undo()
        return [*told, *await asked(visitor, "/en/")]

    assert asyncio.run(ask()) == ["1", "1", "1", "2", "3"]


def test_pages_stay_while_no_thread_can_start_and_changes_are_seen_as_soon_as_one_can(
    visitor: Visitor, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Database(database.url)

    def fail(*_: Any) -> None:
        raise RuntimeError("can't start new thread")

    async def ask() -> list[str]:
        told = await asked(visitor, "/en/")
        with other.writing() as session:
            add_season(session)
        with monkeypatch.context() as crowded:
            crowded.setattr(lookout, "start_new_thread", fail)
            told += await asked(visitor, "/en/")
        return [*told, *await asked(visitor, "/en/", "/en/")]

    assert asyncio.run(ask()) == ["1", "1", "2", "2"]
    other.close()


def test_nobody_is_shown_what_was_before_a_change_of_this_process(
    visitor: Visitor, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither who asks first after it nor who asks next, while a look is under way that began before it."""
    seen, go_on = Event(), Event()

    def slow() -> lookout.Edition:
        edition = look()
        seen.set()
        assert go_on.wait(60)
        return edition

    async def ask() -> list[str]:
        told = await asked(visitor, "/en/")
        monkeypatch.setattr(visitor.cache.lookout, "_edition", slow)
        visitor.cache.lookout.is_current()
        assert seen.wait(60)
        monkeypatch.setattr(visitor.cache.lookout, "_edition", look)
        with database.writing() as session:
            add_season(session)
        askers = [asyncio.create_task(asked(visitor, "/en/")) for _ in range(3)]
        await asyncio.sleep(0)
        go_on.set()
        return [*told, *chain(*await asyncio.gather(*askers))]

    look = visitor.cache.lookout._edition
    assert asyncio.run(ask()) == ["1", "2", "2", "2"]


def test_after_a_quarter_of_an_hour_pages_go_as_well(
    visitor: Visitor, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask() -> list[str]:
        told = await asked(visitor, "/en/")
        visitor.cache.lookout.database = Database("postgresql://nobody@127.0.0.1:1/nothing")
        told += await asked(visitor, "/en/")
        monkeypatch.setattr(lookout, "AWAY_SECONDS", -1)
        return [*told, *await asked(visitor, "/en/")]

    assert asyncio.run(ask()) == ["1", "1", "2"]


@contextmanager
def taken(database: Database) -> Iterator[None]:
    """No connection of the pool is free."""
    with ExitStack() as stack:
        for _ in range(5):
            seasons.every(stack.enter_context(database.reading()))
        assert "checked out connections: 5" in database.engine.pool.status().lower()
        yield


@contextmanager
def hanging(database: Database) -> Iterator[None]:
    """The process of the server that answers glances is stopped: it takes a question, and says nothing."""
    with database.glancing() as connection:
        process = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
    os.kill(process, signal.SIGSTOP)
    try:
        while "T (stopped)" not in Path(f"/proc/{process}/status").read_text():
            pass
        yield
    finally:
        os.kill(process, signal.SIGCONT)
