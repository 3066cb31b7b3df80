"""Public pages from memory: made once, the same for all, and never older than what is public."""

import asyncio
import gzip
from collections.abc import Callable
from datetime import timedelta

import brotli  # type: ignore[import-untyped]
import pytest
from starlette.responses import Response
from starlette.types import Message

from app.store import seasons
from app.store.database import Database, StoreUnavailable
from app.store.tables import SignInPurpose
from app.web.dependencies import Site
from app.web.front import answers, lookout, page_cache
from app.web.sessions import cookie_name
from tests.support.outgoing import some_settings
from tests.support.people import NOW
from tests.web.front.visitors import PUBLIC, App, Visitor, add_season, asked, bodies


def test_a_page_is_made_once_for_each_address(visitor: Visitor, app: App) -> None:
    told = asyncio.run(asked(visitor, "/en/", "/en/", "/ja/", "/en/?page=2", "/en/?page=2"))
    assert told == ["1", "1", "2", "3", "3"]


def test_an_address_without_a_language_has_one_page_for_each(visitor: Visitor) -> None:
    async def ask() -> list[str]:
        liked = ("ja", "en-GB,en;q=0.9", "ja-JP, en;q=0.5", "fr", "")
        return bodies([await visitor.get("/api/v1/", accept_language=each) for each in liked])

    assert asyncio.run(ask()) == ["1", "2", "1", "2", "2"]


@pytest.mark.parametrize("likes", ["de;q=0.1," * 60 + "ja", "fr", "ja"])
def test_a_page_is_made_in_the_language_under_which_it_is_kept(
    visitor: Visitor, app: App, likes: str
) -> None:
    """Else whoever asks in words that are read in two ways decides what others get."""

    async def ask() -> list[str]:
        for known in (likes, "en", "ja"):
            await visitor.get("/api/v1/", accept_language=known)
        return [*app.asked]

    assert len(asyncio.run(ask())) == 2
    asyncio.run(visitor.get("/api/v1/seasons", accept_language=likes))
    assert app.liked == [b"ja" if likes == "ja" else b"en"]


def test_who_takes_another_kind_of_answer_gets_their_own(visitor: Visitor) -> None:
    async def ask() -> list[str]:
        kinds = ("*/*", "application/json", "image/png", "text/html,*/*;q=0.8")
        return bodies([await visitor.get("/api/v1/seasons", accept=each) for each in kinds])

    assert asyncio.run(ask()) == ["1", "1", "2", "1"]


def test_a_page_that_depends_on_more_is_never_kept(visitor: Visitor, app: App) -> None:
    app.headers |= {"Vary": "Accept-Encoding, Cookie"}
    assert asyncio.run(asked(visitor, "/en/", "/en/")) == ["1", "2"]


def test_it_goes_out_packed_as_the_reader_takes_it(visitor: Visitor, app: App) -> None:
    app.text = "攻核" * 1000

    async def ask() -> list[Response]:
        return [await visitor.get(accept_encoding=way) for way in WAYS]

    answers = asyncio.run(ask())
    opened = [
        OPENED[answer.headers.get("Content-Encoding", "")](bytes(answer.body)) for answer in answers
    ]
    assert [answer.headers.get("Content-Encoding") for answer in answers] == [*WAYS.values()]
    assert {text.decode() for text in opened} == {f"1{app.text}"}
    for answer in answers:
        assert answer.headers["Content-Length"] == str(len(answer.body))
        assert answer.headers["Vary"] == "Accept-Encoding"


def test_it_is_packed_once_for_a_crowd(visitor: Visitor, app: App) -> None:
    app.text = "攻核" * 1000

    packed: list[str] = []

    def pack(_: object, coding: str) -> bytes:
        packed.append(coding)
        return b"packed"

    async def crowd() -> None:
        await visitor.get()
        kept = next(iter(visitor.cache.plain.values()))
        before = visitor.cache.plain.currsize
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(kept), "pack", pack)
            await asyncio.gather(*(visitor.get(accept_encoding="gzip") for _ in range(50)))
        assert visitor.cache.plain.currsize == before + len(b"packed")

    asyncio.run(crowd())
    assert packed == ["gzip"]


WAYS = {
    "": None,
    "gzip": "gzip",
    "gzip, deflate, br, zstd": "br",
    "GZIP;q=0.5": "gzip",
    "br;q=0, gzip;q=1": "gzip",
    "br;q=0.0": None,
    "*": None,
    "identity": None,
    "br" * 40_000: None,
}
OPENED: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "gzip": gzip.decompress,
    "br": brotli.decompress,
}


def test_who_has_it_is_told_so_and_a_head_has_no_body(visitor: Visitor, app: App) -> None:
    async def ask() -> tuple[Response, ...]:
        return (
            await visitor.get(method="HEAD"),
            await visitor.get(if_none_match='"0", W/"1"'),
            await visitor.get(if_none_match='W/"2"'),
            await visitor.get(if_none_match="*"),
        )

    head, known, other, any_of_them = asyncio.run(ask())
    assert any_of_them.status_code == 304
    assert (head.status_code, head.body, head.headers["Content-Length"]) == (200, b"", "1")
    assert (known.status_code, known.body, known.headers["ETag"]) == (304, b"", 'W/"1"')
    assert "Content-Length" not in known.headers
    assert bodies([other]) == ["1"]


@pytest.mark.parametrize("cache", ["no-store", "private, no-cache", "", "max-age=5"])
def test_a_page_of_one_reader_is_never_kept(visitor: Visitor, app: App, cache: str) -> None:
    app.headers = {"Cache-Control": cache}
    assert asyncio.run(asked(visitor, "/en/", "/en/")) == ["1", "2"]


def test_a_page_with_a_cookie_or_another_status_is_never_kept(visitor: Visitor, app: App) -> None:
    app.headers |= {"Set-Cookie": "a=b"}
    assert asyncio.run(asked(visitor, "/en/", "/en/")) == ["1", "2"]
    app.headers, app.status = PUBLIC, 404
    assert asyncio.run(asked(visitor, "/ja/", "/ja/")) == ["3", "4"]


def test_what_is_made_for_a_reader_who_is_signed_in_is_for_nobody_else(visitor: Visitor) -> None:
    names = [
        cookie_name(visitor.cache.site, purpose, "cup")
        for purpose in (SignInPurpose.PLAYER, SignInPurpose.ORGANISER)
    ]

    async def ask() -> list[str]:
        own = [await visitor.get(cookie=f"lang=ja; {name}=token") for name in names]
        program = await visitor.get(authorization="Bearer token")
        return bodies([*own, program, await visitor.get()])

    assert asyncio.run(ask()) == ["1", "2", "3", "4"]


def test_a_crowd_of_readers_who_are_signed_in_waits_for_a_page_that_was_public(
    visitor: Visitor, database: Database
) -> None:
    name = cookie_name(visitor.cache.site, SignInPurpose.PLAYER, "cup")

    async def ask() -> list[str]:
        told = await asked(visitor, "/en/")
        with database.writing() as session:
            add_season(session)
        crowd = await asyncio.gather(*(visitor.get(cookie=f"{name}=token") for _ in range(9)))
        return [*told, *bodies(crowd)]

    assert asyncio.run(ask()) == ["1", *["2"] * 9]


def test_a_page_that_is_public_no_more_is_made_for_each_of_them(
    visitor: Visitor, app: App, database: Database
) -> None:
    name = cookie_name(visitor.cache.site, SignInPurpose.PLAYER, "cup")

    async def ask() -> list[str]:
        told = await asked(visitor, "/en/")
        with database.writing() as session:
            add_season(session)
        app.headers = {"Cache-Control": "private, no-cache"}
        return [*told, *await asked(visitor, "/en/", "/en/", cookie=f"{name}=token")]

    assert asyncio.run(ask()) == ["1", "3", "4"]


def test_nobody_waits_for_a_slow_reader_of_what_is_not_kept(visitor: Visitor, app: App) -> None:
    app.headers = {"Cache-Control": "no-store"}

    async def ask() -> list[str]:
        is_reading, is_read = asyncio.Event(), asyncio.Event()

        async def read_slowly(_: Message) -> None:
            is_reading.set()
            await is_read.wait()

        slow = asyncio.create_task(Visitor(visitor.cache, read_slowly).get())
        await is_reading.wait()
        told = await asked(visitor, "/en/")
        is_read.set()
        await slow
        return told

    assert asyncio.run(ask()) == ["2"]


def test_one_askers_refusal_is_nobody_elses(visitor: Visitor, app: App) -> None:
    app.status = 429

    async def ask() -> list[str]:
        told = await asked(visitor, "/en/")
        app.status = 200
        return [*told, *await asked(visitor, "/en/", "/en/")]

    assert asyncio.run(ask()) == ["1", "2", "2"]


def test_an_address_without_end_is_not_kept(visitor: Visitor) -> None:
    asyncio.run(asked(visitor, "/en/" + "x" * 2_000, "/en/?" + "x" * 2_000))
    assert not [*visitor.cache.plain, *visitor.cache.asked, *visitor.cache.unkept]


def test_nothing_that_is_sent_is_answered_from_memory(visitor: Visitor) -> None:
    async def ask() -> list[str]:
        return bodies([await visitor.get(method="POST"), await visitor.get(method="POST")])

    assert asyncio.run(ask()) == ["1", "2"]


def test_a_change_by_another_process_is_shown(visitor: Visitor, database: Database) -> None:
    other = Database(database.url)

    async def ask() -> list[str]:
        told = await asked(visitor, "/en/", "/en/")
        with other.writing() as session:
            add_season(session)
        return [*told, *await asked(visitor, "/en/", "/en/")]

    assert asyncio.run(ask()) == ["1", "1", "2", "2"]
    other.close()


def test_a_page_that_was_being_made_during_a_change_is_made_again(
    visitor: Visitor, app: App, database: Database
) -> None:
    async def change() -> None:
        app.before = None
        with database.writing() as session:
            add_season(session)

    app.before = change
    assert asyncio.run(asked(visitor, "/en/", "/en/", "/en/")) == ["1", "2", "2"]


def test_a_page_is_made_again_when_a_deadline_passes(
    visitor: Visitor, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.writing() as session:
        add_season(session)
        seasons.by_slug(session, "cup").closes_at = NOW + timedelta(hours=1)

    async def ask() -> list[str]:
        told = await asked(visitor, "/en/", "/en/")
        later = Site(database, some_settings(), b"", lambda: NOW + timedelta(hours=1))
        monkeypatch.setattr(visitor.cache.lookout, "site", later)
        return [*told, *await asked(visitor, "/en/", "/en/")]

    assert asyncio.run(ask()) == ["1", "1", "2", "2"]


def test_a_crowd_waits_for_one_page(visitor: Visitor, app: App) -> None:
    async def crowd() -> list[Response]:
        is_asked, is_open = asyncio.Event(), asyncio.Event()

        async def wait() -> None:
            is_asked.set()
            await is_open.wait()

        app.before = wait
        readers = [asyncio.create_task(visitor.get()) for _ in range(50)]
        await is_asked.wait()
        readers[-1].cancel()  # a reader who leaves takes nobody along
        is_open.set()
        return [await reader for reader in readers[:-1]]

    assert bodies(asyncio.run(crowd())) == ["1"] * 49


def test_when_making_it_fails_it_is_made_again_for_the_others(visitor: Visitor, app: App) -> None:
    async def fail() -> None:
        app.before = None
        raise ZeroDivisionError

    async def crowd() -> list[Response | BaseException]:
        app.before = fail
        return await asyncio.gather(*(visitor.get() for _ in range(3)), return_exceptions=True)

    first, *others = asyncio.run(crowd())
    assert isinstance(first, ZeroDivisionError)
    assert bodies(each for each in others if isinstance(each, Response)) == ["2", "2"]


def test_it_is_looked_for_changes_no_more_than_ten_times_a_second(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookout, "LOOK_SECONDS", 3600)
    monkeypatch.setattr(lookout, "STALE_SECONDS", 7200)
    visitor.cache.lookout.looked_at = -7200
    editions = iter([(1, 0)])
    monkeypatch.setattr(
        visitor.cache.lookout, "_edition", lambda: next(editions)
    )  # a second look fails
    assert {*asyncio.run(asked(visitor, *["/en/"] * 100))} == {"1"}


def test_what_this_process_changes_it_shows_at_once(
    visitor: Visitor, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookout, "LOOK_SECONDS", 3600)
    monkeypatch.setattr(lookout, "STALE_SECONDS", 7200)
    visitor.cache.lookout.looked_at = visitor.cache.lookout.seen_at = -7200

    async def ask() -> list[str]:
        told = await asked(visitor, "/en/", "/en/")
        with database.writing() as session:
            add_season(session)
        return [*told, *await asked(visitor, "/en/", "/en/")]

    assert asyncio.run(ask()) == ["1", "1", "2", "2"]


def test_while_the_database_is_away_pages_stay(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise StoreUnavailable("it is away")

    async def ask() -> list[str]:
        told = await asked(visitor, "/en/")
        monkeypatch.setattr(visitor.cache.lookout, "_edition", away)
        return [*told, *await asked(visitor, "/en/", "/ja/", "/ja/")]

    assert asyncio.run(ask()) == ["1", "1", "2", "3"]


def test_what_is_known_to_have_changed_is_not_shown_while_the_database_is_away(
    visitor: Visitor, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have been taken back; the app says 503."""

    def away() -> None:
        raise StoreUnavailable("it is away")

    async def ask() -> list[str]:
        told = await asked(visitor, "/en/")
        with database.writing() as session:
            add_season(session)
        told += await asked(visitor, "/ja/")  # by this the change is seen
        monkeypatch.setattr(visitor.cache.lookout, "_edition", away)
        return [*told, *await asked(visitor, "/en/", "/ja/", "/en/")]

    assert asyncio.run(ask()) == ["1", "2", "3", "2", "4"]


def test_a_large_answer_passes_through(
    visitor: Visitor, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "LARGEST", 1000)
    app.text = "." * 1000
    told = asyncio.run(asked(visitor, "/en/", "/en/"))
    assert told == [f"1{app.text}", f"2{app.text}"]


def test_addresses_with_questions_drive_out_no_page_without_one(visitor: Visitor, app: App) -> None:
    app.text = "." * 1_000_000
    many = [f"/en/?page={at}" for at in range(40)]
    told = asyncio.run(asked(visitor, "/en/", *many, "/en/"))
    assert told[0] == told[-1]
    assert sum(kept.size for kept in visitor.cache.asked.values()) <= page_cache.MOST_BYTES // 4
