"""The front of a season, what everybody asks for first: made when it is published, before anybody asks."""

import asyncio
import logging
from collections.abc import Iterator, MutableMapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Scope

from app.i18n import LANGS
from app.web.front.lookout import PATIENCE_SECONDS, Lookout

WATCH_SECONDS: Final = 0.5
"""So often it is looked for publications where nobody asks for pages."""
_MOST: Final = 3
"""Seasons that are published at once; of more, others are made when they are asked for."""
_ADDRESSES: Final = (
    "/{lang}/seasons/{slug}",
    "/{lang}/",
    *(f"/{{lang}}/seasons/{{slug}}/{page}" for page in ("table", "statistics", "battles")),
    *("/{lang}/seasons/{slug}/feed.atom", "/{lang}/feed.atom"),
    "/api/v1/seasons/{slug}/standings",
)
_CODINGS: Final = (b"br", b"gzip")
_log: Final = logging.getLogger(__name__)


async def keep(lookout: Lookout, pages: ASGIApp, server: Scope, ending: asyncio.Event) -> None:
    """Until the site ends, the front of every season that is published is made and packed by `pages`, page after page."""
    # Not until it is cancelled: a page that is being made may turn that into a fault of its own, and this would go on.
    known: set[tuple[str, int]] | None = None
    while not ending.is_set():
        try:
            await lookout.look()
            if lookout.edition is not None:
                published = lookout.published
                new = [each for each in published if known is not None and each not in known]
                for slug, _ in new[:_MOST]:
                    await make(slug, pages, server, ending)
                known = {*published}
        except Exception:
            _log.exception("fronts of seasons could not be made beforehand")
        with suppress(TimeoutError):
            await asyncio.wait_for(ending.wait(), WATCH_SECONDS)
    if lookout.looking:  # its connection is not to be closed under its hands
        await asyncio.wait([lookout.looking], timeout=PATIENCE_SECONDS)


async def make(slug: str, pages: ASGIApp, server: Scope, ending: asyncio.Event) -> None:
    """The front of this season is kept, unless the site ends meanwhile."""
    for scope in requests(slug, server):
        if ending.is_set():
            return
        try:
            await pages(scope, _nothing, _nowhere)
        except Exception:
            _log.exception("%s could not be made beforehand", scope["path"])


def requests(slug: str, server: Scope) -> Iterator[MutableMapping[str, Any]]:
    """All that is asked for, in every language and coding."""
    site = server["state"]["site"].settings.base_url
    for address in _ADDRESSES:
        for lang in LANGS:
            path = address.format(lang=lang, slug=slug)
            for coding in _CODINGS:
                yield {
                    "type": "http",
                    "http_version": "1.1",
                    "method": "GET",
                    "scheme": urlsplit(site).scheme,
                    "path": path,
                    "raw_path": path.encode(),
                    "query_string": b"",
                    "root_path": "",
                    "headers": [
                        (b"host", urlsplit(site).netloc.encode()),
                        (b"accept-encoding", coding),
                        (b"accept-language", lang.encode()),
                    ],
                    "app": server["app"],
                    "state": {"site": server["state"]["site"]},
                }


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _nowhere(_: Message) -> None:
    """Nobody is told."""
