"""A season that is published, taken back, or has lost an entry: what is shown then, in every process that serves."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from cachetools import LRUCache
from sqlmodel import Session
from starlette.types import Receive, Scope, Send

from app.jobs.seasons.runs import run as play
from app.league.desk import interventions
from app.league.entries.contents import Submission
from app.league.results import results
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.main import create_app
from app.store.database import Database
from app.store.security.audits import Organiser
from app.web.dependencies import Site
from app.web.front import lookout, page_cache, season_front
from app.web.front.answers import KeptAnswer
from app.web.front.page_cache import Key, PageCache
from tests.support.outgoing import some_settings
from tests.support.people import NOW
from tests.web.front.visitors import App, Visitor, asked

OLGA = Organiser("Olga", NOW, tell="a mistake")


@pytest.fixture
def other(database: Database) -> Iterator[Database]:
    """The same database, in another process."""
    other = Database(database.url)
    with other.writing() as session:
        seasons.create(session, Plan("laplaplus", "cup"), OLGA)
        seasons.open_season(session, "cup", OLGA)
        for name, build in (("Momo", "core"), ("Kiri", "attack, core"), ("Sumi", "core, core")):
            interventions.add(session, "cup", Submission(name, build), OLGA)
        seasons.close(session, "cup", OLGA)
    for _ in play(other, "cup", OLGA):
        pass
    yield other
    other.close()


@dataclass
class Counted:
    """The site, which counts what it is asked to make."""

    database: Database
    made: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.inner = create_app(some_settings(), self.database, lambda: NOW)
        self.visitor = Visitor(PageCache(self, site=self.inner.site))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.made[
            f"{scope['path']} {dict(scope['headers']).get(b'accept-language', b'').decode()}"
        ] += 1
        await self.inner(scope, receive, send)

    @property
    def server(self) -> dict[str, Any]:
        """What every request of a server carries."""
        return {"app": self.inner.inner, "state": {"site": self.inner.site}}

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        cache = self.visitor.cache
        ending = asyncio.Event()
        server = self.server
        fronts = asyncio.create_task(season_front.keep(cache.lookout, cache, server, ending))
        try:
            await until(lambda: cache.lookout.edition is not None)
            yield
        finally:
            ending.set()
            await fronts


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():  # noqa: ASYNC110 (what is waited for is seen, not told)
        await asyncio.sleep(0.01)


def test_the_front_of_a_season_is_made_before_anybody_asks_and_once_in_each_process(
    database: Database, other: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(season_front, "WATCH_SECONDS", 0.01)
    sites = [Counted(database), Counted(Database(database.engine.url.render_as_string(False)))]
    front = {scope["path"] for scope in season_front.requests("cup", sites[0].server)}

    async def publish() -> None:
        async with sites[0].serving(), sites[1].serving():
            with other.writing() as session:
                results.publish(session, "cup", OLGA)
            for site in sites:
                cache = site.visitor.cache
                await until(lambda kept=cache.plain: is_packed(kept, len(front) + 1))  # type: ignore[misc]
                before = site.made.copy()
                crowd = [
                    site.visitor.get(path, accept_encoding=coding, accept_language="ja")
                    for path in front
                    for coding in ("br", "gzip", "")
                    for _ in range(5)
                ]
                answers = await asyncio.gather(*crowd)
                assert {each.status_code for each in answers} == {200}
                assert (site.made, {*before.values()}) == (before, {1})

    asyncio.run(publish())
    sites[1].database.close()


def test_the_site_ends_with_the_page_in_hand_whatever_becomes_of_that(database: Database) -> None:
    asked: list[str] = []

    async def end() -> None:
        ending = asyncio.Event()

        async def fail(scope: Scope, receive: Receive, send: Send) -> None:
            asked.append(scope["path"])
            ending.set()
            raise ZeroDivisionError

        await season_front.make("cup", fail, Counted(database).server, ending)

    asyncio.run(end())

    assert asked == ["/ja/seasons/cup"]


def is_packed(kept: LRUCache[Key, KeptAnswer], pages: int) -> bool:
    """Whether so many pages are kept, each in all codings that it goes out in."""
    return len(kept) == pages and all(
        len(each.bodies) == 3 or not each.is_packed for each in kept.values()
    )


def publish(session: Session) -> None:
    results.publish(session, "cup", OLGA)


def undo(session: Session) -> None:
    results.undo(session, "cup", OLGA)


def withdraw(session: Session) -> None:
    interventions.withdraw(session, "cup", "Momo", OLGA)


def test_nothing_is_shown_for_longer_than_a_fifth_of_a_second_after_it_has_changed(
    database: Database, other: Database, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1_000.0]
    monkeypatch.setattr(lookout, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(lookout, "STALE_SECONDS", 0.2)
    monkeypatch.setattr(lookout, "PATIENCE_SECONDS", 60)  # a busy machine is not away
    monkeypatch.setattr(lookout, "monotonic", lambda: clock[0])
    monkeypatch.setattr(page_cache, "monotonic", lambda: clock[0])
    site = Site(database, some_settings(), b"", lambda: NOW)
    visitor = Visitor(PageCache(app, site=site))
    seen = visitor.cache.lookout._edition
    looks: list[float] = []

    def look() -> lookout.Edition:
        looks.append(clock[0])
        return seen()

    monkeypatch.setattr(visitor.cache.lookout, "_edition", look)

    async def ask() -> list[str]:
        told = await asked(visitor, "/en/")
        for act in (publish, undo, withdraw):
            with other.writing() as session:
                act(session)
            clock[0] += 0.05
            told += {*await asked(visitor, *["/en/"] * 50)}
            clock[0] += 0.151
            told += {*await asked(visitor, *["/en/"] * 50)}
        return told

    assert asyncio.run(ask()) == ["1", "1", "2", "2", "3", "3", "4"]
    assert looks == pytest.approx([1_000.0, 1_000.201, 1_000.402, 1_000.603])
