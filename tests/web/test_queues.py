"""Too many at once: some wait in turn, the rest are asked to come again, and have nothing to type twice."""

import asyncio
import sqlite3
from contextlib import AsyncExitStack, closing
from dataclasses import replace

import anyio
import pytest
from sqlmodel import select

from app.errors import Busy
from app.store import database
from app.store.database import Database
from app.store.tables import Revision, Season
from app.web import limits, queues
from app.web.queues import Queue
from tests.support.asking import Line
from tests.support.browsers import ENTER, Site
from tests.support.databases import on_sqlite
from tests.support.seasons import a_season

CHARACTER = {
    "name": "<b>Ghost",
    "build": "攻\n核",
    "lore": 'First line\n"second" line',
    "address": "alice@example.com",
}


@pytest.fixture
def site(database: Database, monkeypatch: pytest.MonkeyPatch) -> Site:
    """Each request comes in a loop of its own, which finds the queue as long as it is by then."""
    monkeypatch.setattr(Line, "call", staticmethod(anyio.run))
    with database.writing() as session:
        a_season(session)
    return Site(database)


def crowd(queue: Queue) -> None:
    """Every place is taken, and every place in the queue."""
    queue.places = queue.most_waiting = 0


def test_a_form_for_which_there_is_no_place_is_sent_again_by_a_button(site: Site) -> None:
    """It is taken once, however often it is sent then. A text of a player stays a text."""
    browser, writers = site.browser(), site.app.site.queues.writers
    form = browser.get(ENTER)
    crowd(writers)
    answers = [
        browser.submit(form, **CHARACTER),
        browser.submit(browser.get(ENTER.replace("/en/", "/ja/")), **CHARACTER),
    ]
    writers.places = 1
    again = [browser.submit(answers[0]) for _ in range(2)]

    assert [each.status for each in answers] == [503, 503]
    assert [each.headers["Retry-After"] for each in answers] == ["5", "5"]
    assert [each.headers["Cache-Control"] for each in answers] == ["no-store", "no-store"]
    assert "what you typed is still on this page" in answers[0].text()
    assert "入力した内容はこのページに残っています" in answers[1].text()
    assert "<b>Ghost" not in answers[0].html
    assert [each.status for each in again] == [303, 303]
    with site.reading() as session:
        (sent,) = session.exec(select(Revision)).all()
    assert (sent.name, sent.lore) == (CHARACTER["name"], CHARACTER["lore"])
    assert len(site.letters()) == 1


@on_sqlite
def test_a_form_that_another_process_keeps_from_its_turn_is_sent_again_by_a_button(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0)
    browser = site.browser()
    form = browser.get(ENTER)
    with closing(sqlite3.connect(site.database.engine.url.database or "")) as other:
        other.execute("BEGIN IMMEDIATE")
        refused = browser.submit(form, **CHARACTER)
    again = browser.submit(refused)

    assert (refused.status, refused.headers["Retry-After"], again.status) == (503, "5", 303)
    assert "what you typed is still on this page" in refused.text()
    assert "locked" not in caplog.text


def test_who_is_over_a_limit_has_nothing_to_type_twice_either(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = replace(limits.SUBMISSIONS, capacity=1)
    monkeypatch.setattr(limits, "SUBMISSIONS", few)
    browser = site.browser()
    browser.enter(**CHARACTER)
    refused = browser.enter(**CHARACTER | {"name": "Second"})
    site.clock.pass_by(minutes=10)
    again = browser.submit(refused)

    assert (refused.status, again.status) == (429, 303)
    assert int(refused.headers["Retry-After"]) > 0
    assert "what you typed is still on this page" in refused.text()


def test_a_form_that_an_address_gets_no_more_counts_for_its_sender(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SUBMISSIONS", replace(limits.SUBMISSIONS, capacity=2))
    monkeypatch.setattr(limits, "LETTERS", replace(limits.LETTERS, capacity=1))
    browser = site.browser()
    sent = [browser.enter(**CHARACTER | {"name": name}) for name in ("One", "Two")]
    third = browser.enter(**CHARACTER | {"address": "bob@example.com"})

    assert [each.status for each in sent] == [303, 429]
    assert third.status == 429


def test_readers_wait_for_no_writer_and_programs_hear_when_to_come_again(site: Site) -> None:
    queues, browser = site.app.site.queues, site.browser()
    crowd(queues.writers)
    page = browser.get("/en/seasons/cup")
    crowd(queues.readers)
    told = browser.get("/api/v1/seasons/cup?fresh")
    alive = browser.get("/healthz")

    assert (page.status, alive.status) == (200, 200)
    assert (told.status, told.headers["Retry-After"]) == (503, "5")
    assert told.headers["Content-Type"] == "application/problem+json"


def test_who_asks_for_a_season_of_rules_that_are_away_hears_when_to_come_again(site: Site) -> None:
    with site.writing() as session:
        session.exec(select(Season)).one().rules_version = "laplaplus@0-none"
    answers = [site.browser().get(path) for path in ("/en/seasons/cup", ENTER)]

    assert [each.status for each in answers] == [503, 503]
    assert [each.headers["Retry-After"] for each in answers] == ["30", "30"]


def test_places_are_given_in_turn_and_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queues, "WAIT_SECONDS", 0.05)
    asyncio.run(a_crowd_comes())


def test_who_keeps_a_place_for_long_lends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "LONG_SECONDS", 0)
    asyncio.run(some_stay_for_long())


async def some_stay_for_long() -> None:
    """Two may be lent: three have a place, and the fourth gets one when any of them goes."""
    line, ends = Queue(places=1, most_waiting=9, more=2), [asyncio.Event() for _ in range(4)]
    came, places = asyncio.Queue[int](), 0

    async def come(number: int) -> None:
        nonlocal places
        async with line.place():
            places += 1
            came.put_nowait(number)
            await ends[number].wait()
            places -= 1

    guests = [asyncio.create_task(come(number)) for number in range(4)]
    first = [await came.get() for _ in range(3)]
    for _ in range(9):
        await asyncio.sleep(0)
    assert (first, places, line.waiting) == ([0, 1, 2], 3, 1)

    ends[1].set()
    assert await came.get() == 3
    assert places == 3

    for end in ends:
        end.set()
    await asyncio.gather(*guests)
    assert (places, line.lent) == (0, 0)


async def a_crowd_comes() -> None:
    line, served = Queue(places=1, most_waiting=3), list[int]()

    async def come(number: int) -> None:
        async with line.place():
            served.append(number)

    async with AsyncExitStack() as stack:
        await stack.enter_async_context(line.place())
        waiting = [asyncio.create_task(come(number)) for number in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await come(3)
    await asyncio.gather(*waiting)
    async with line.place():
        with pytest.raises(Busy):
            await come(4)

    assert (served, line.waiting) == ([0, 1, 2], 0)
