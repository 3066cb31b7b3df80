"""The pages of an archive made from the answers of the site: here, or by processes on all cores."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import chain
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from anyio.from_thread import start_blocking_portal
from sqlmodel import Session
from starlette.types import Message

from app.engine import Lang, Pace
from app.errors import Problem, SeasonRefused
from app.i18n import translations
from app.league import visibility
from app.league.results.results import FinishedRun, finished
from app.settings import GivenSettings, Settings
from app.store.database import Database
from app.store.matches import matches
from app.store.tables import Run, Season
from app.tournament.executors import LOCAL, NoWorkers, hands
from app.web.archive import pages
from app.web.archive.addresses import AddressBook, Extent, Leaf
from app.web.dependencies import SiteApp
from app.web.rendering import environment

MANY: Final = 300
"""The fewest pages for which processes are started. Fewer are made before these would be ready."""
MODULE: Final = b'(() => {\n"use strict";\n%s})();\n'
"""Browsers open no modules from a disk. So each script is a function, which shares no names with
others.
"""
_BATCH: Final = 8
_ASKED: Final[Message] = {"type": "http.request", "body": b"", "more_body": False}

logger = logging.getLogger(__name__)

SiteMaker = Callable[[Settings, Database], SiteApp]
"""Makes a site for another process. It is a function of a module, which that process imports."""


class NoAnswer(LookupError):
    """A page that a public page leads to is not there."""


class MadePage(NamedTuple):
    """A file of the archive, and the files to which it leads."""

    leaf: Leaf
    content: bytes
    found: Sequence[Leaf]


def published(session: Session, season: Season) -> Run:
    """The run whose results are public. Raises `SeasonRefused` before there is one."""
    run = visibility.published_run(session, season)
    if run is None:
        raise SeasonRefused([Problem("results-not-public", season=season.slug)])
    return run


def book_of(session: Session, season: Season, run: FinishedRun, base_url: str) -> AddressBook:
    """The addresses in the archive of this season."""
    best = [run.participants[line.entry].number for line in run.standings if not run.game.makes]
    extent = Extent(best, matches.count(session, season) if run.game.match else 0)
    return AddressBook(season.slug, run.game, extent, base_url)


def here(app: SiteApp, book: AddressBook, todo: deque[Leaf]) -> Iterator[MadePage]:
    """Make these pages in order, until none is left to do."""
    with start_blocking_portal() as portal:
        while todo:
            leaf = todo.popleft()
            yield _made(portal.call(_answer, app, leaf.address), leaf, book)


def by_processes(
    maker: SiteMaker, app: SiteApp, book: AddressBook, todo: deque[Leaf]
) -> Iterator[MadePage]:
    """The same by processes that only read. If one of them dies, the rest is made here."""
    settings, database = app.site.settings.model_dump_json(), app.site.database.url
    make = partial(_made_there, maker, settings, database, book.season)
    asked = deque[list[Leaf]]()

    def batches() -> Iterator[list[Leaf]]:
        while todo:
            asked.append([todo.popleft() for _ in range(min(_BATCH, len(todo)))])
            yield asked[-1]

    try:
        with hands(LOCAL, Pace()) as there:
            while todo:  # pages lead to more of them
                for _, made in there.in_order(make, batches()):
                    asked.popleft()
                    yield from made
    except NoWorkers as error:
        logger.warning("%s: pages are made by one process", error)
        todo.extendleft(reversed([*chain(*asked)]))
        yield from here(app, book, todo)


def _made_there(
    maker: SiteMaker, settings: str, database: str, season: str, leaves: Sequence[Leaf]
) -> list[MadePage]:
    """Make these pages of the season in another process."""
    app, book = _opened(maker, settings, database, season)

    async def made() -> list[MadePage]:
        return [_made(await _answer(app, leaf.address), leaf, book) for leaf in leaves]

    return asyncio.run(made())


@cache
def _opened(
    maker: SiteMaker, settings: str, database: str, slug: str
) -> tuple[SiteApp, AddressBook]:
    """The site in this process, and the addresses in the archive."""
    app = maker(GivenSettings.model_validate_json(settings), Database(database))
    with app.site.database.reading() as session:
        season = visibility.public_season(session, slug)
        run = finished(session, season, published(session, season))
        return app, book_of(session, season, run, app.site.settings.base_url)


def _made(content: bytes, leaf: Leaf, book: AddressBook) -> MadePage:
    if leaf.file.endswith(".js"):
        return MadePage(leaf, MODULE % content, ())
    if not leaf.file.endswith(".html"):
        return MadePage(leaf, content, ())
    lang: Lang = "ja" if leaf.file.startswith("ja/") else "en"
    root = "../" * leaf.file.count("/")
    foot = environment(lang).get_template("archive/_foot.html").render(lang=lang, root=root)
    number = urlsplit(leaf.address).path.rpartition("/entries/")[2]
    more = ""
    if number.isdecimal() and not book.extent.is_whole:
        label = translations(lang).gettext("How every battle ended")
        more = f'<p><a href="{number}.txt">{label}</a></p>'
    text, found = pages.as_file(content.decode(), leaf, book.leaf, foot, more)
    return MadePage(leaf, text.encode(), found)


async def _answer(app: SiteApp, address: str) -> bytes:
    """The body of the answer to a reader without cookies; nothing is kept. Raises `NoAnswer` if it is not 200."""
    status, body = 0, bytearray()
    at, site = urlsplit(address), urlsplit(app.site.settings.base_url)
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {
            "version": "3.0",
            "spec_version": "2.4",
        },  # an answer in parts asks for no disconnect
        "http_version": "1.1",
        "method": "GET",
        "scheme": site.scheme,
        "path": at.path,
        "raw_path": at.path.encode(),
        "query_string": at.query.encode(),
        "root_path": "",
        "headers": [(b"host", site.netloc.encode())],
        "state": {"site": app.site, "came_at": app.site.now()},
    }

    async def receive() -> Message:
        return _ASKED

    async def send(message: Message) -> None:
        nonlocal status
        status = message.get("status", status)
        body.extend(message.get("body", b""))

    await app.inner(scope, receive, send)
    if status != 200:
        raise NoAnswer(f"{address}: {status}")
    return bytes(body)
