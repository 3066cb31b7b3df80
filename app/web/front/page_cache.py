"""Public pages from memory: made once, kept as the bytes that go out, answered in front of everything else.

A page is public if its answer says so: with 200, no cookie, and a `Cache-Control` that lets others keep it. Such an
answer is a function of its address and of what is public, never of who asks. It is kept until something public
changes, whichever process changed it (see `app.store.editions`), or a deadline passes.
"""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from threading import Lock
from time import monotonic
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from cachetools import LRUCache
from fastapi.dependencies.models import Dependant
from fastapi.routing import iter_route_contexts
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.i18n import LANGS
from app.web.dependencies import Site
from app.web.errors import lang_of
from app.web.front import season_front
from app.web.front.answers import Asker, Coding, KeptAnswer, Taker
from app.web.front.lookout import Lookout

Key = tuple[str, str, bytes]
"""The language that its asker likes, if the address has none of its own; path; question."""

MOST_BYTES: Final = 64 * 1024 * 1024
"""Of all kept answers; those to addresses with a question have a fourth of it, so that they drive out no others."""
FROM_MEMORY: Final = "hikyaku.from-memory"
"""Stands in the scope of a request that was answered from memory."""
AGE_SECONDS: Final = 60
"""After this an answer is made again, whatever has changed."""
WAITING_SECONDS: Final = 10
"""An asker waits no longer for what others have made."""
LONGEST: Final = 2_000
"""Bytes of an address: the answer to a longer one is not kept."""
_IN_LANGUAGE: Final = tuple(f"/{lang}/" for lang in LANGS)
_MOST_UNKEPT: Final = 5_000
MEMORY: Final = "hikyaku.memory"
"""In the state of the server: the one of us that has answers at once."""
_MOST_LIKES: Final = 500
_OF_ASKER: Final = (
    *(b"accept-encoding", b"range", b"if-range"),
    *(b"if-match", b"if-none-match", b"if-modified-since", b"if-unmodified-since"),
)
_LANGUAGE: Final = b"accept-language"
_OF_PERSON: Final = (b"authorization", b"cookie")


class PageCache:
    """Answers GET and HEAD from memory; what is not kept there is answered by the app."""

    def __init__(self, app: ASGIApp, *, site: Site) -> None:
        self.app = app
        self.site = site
        self.is_all_that_counts = (
            site.settings.metrics == "off" and site.settings.log_format != "json"
        )
        """Whether nothing in front of us must see each request."""
        self.lookout = Lookout(site)
        self.plain: LRUCache[Key, KeptAnswer] = LRUCache(MOST_BYTES * 3 // 4, _size)
        self.asked: LRUCache[Key, KeptAnswer] = LRUCache(MOST_BYTES // 4, _size)
        self.unkept: LRUCache[Key, object] = LRUCache(_MOST_UNKEPT)
        """Addresses whose answer was not public, and in which edition."""
        self.making: dict[Key, asyncio.Future[None]] = {}
        self.packing: dict[tuple[Key, Coding], asyncio.Future[bytes]] = {}
        self.packer = ThreadPoolExecutor(1, "packer")
        """Of its own: those of the app may all be waiting for the database."""
        self.loop: asyncio.AbstractEventLoop | None = None
        """The one that all of this belongs to, until it is closed."""
        self._handing_over = Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
            return
        is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not is_read or not self._is_in_its_loop() or _length(scope) > LONGEST:
            await self.app(scope, receive, send)
            return
        asker = Asker(scope["headers"])
        key = _key_of(scope, asker)
        await self.lookout.look()
        kept = await self.find(key, asker)
        if kept is None and key[2]:
            key = _within(scope, key)
            kept = await self.find(key, asker)
        if kept is not None:
            scope[FROM_MEMORY] = True
        elif self.may_make(key, asker):
            if asker.is_signed:
                kept = await self.make(key, _whole(scope, key, _OF_PERSON), receive, _nowhere)
            else:
                kept = await self.make(key, _whole(scope, key), receive, send)
                if kept is None:
                    return
        if kept is None:
            await self.app(scope, receive, send)
        else:
            await self._answer(key, kept, asker, send, is_head=scope["method"] == "HEAD")

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        """From the start of the server to its end: it knows who has answers at once, and fronts are made beforehand."""
        self._is_in_its_loop()
        if self.is_all_that_counts:
            scope.setdefault("state", {})[MEMORY] = self
        ending = asyncio.Event()
        fronts = asyncio.create_task(season_front.keep(self.lookout, self, scope, ending))
        try:
            await self.app(scope, receive, send)
        finally:
            ending.set()
            await asyncio.wait([fronts])

    def at_once(self, scope: Mapping[str, Any]) -> tuple[int, bytes, bytes] | None:
        """Status, head and body of the answer, if nothing must be waited for."""
        is_read = scope["method"] in ("GET", "HEAD") and _length(scope) <= LONGEST
        if not is_read or not self._is_in_its_loop() or not self.lookout.is_current():
            return None
        asker = Asker(scope["headers"])
        kept = self.at_hand(_key_of(scope, asker), asker)
        if kept is None:
            return None
        if asker.has(kept.etag):
            return 304, kept.head_unchanged, b""
        coding = kept.coding_for(asker)
        if coding not in kept.bodies:
            return None
        return 200, kept.heads[coding], b"" if scope["method"] == "HEAD" else kept.bodies[coding]

    def _is_in_its_loop(self) -> bool:
        """Whether this is the loop of those who wait here: what they wait for would wake nobody in another."""
        loop = asyncio.get_running_loop()
        if loop is self.loop:
            return True
        with self._handing_over:
            if self.loop and not self.loop.is_closed():
                return loop is self.loop
            self.lookout.looking = None
            self.making.clear()
            self.packing.clear()
            self.loop = loop
        return True

    # --- what is kept -------------------------------------------------------------------------------

    async def find(self, key: Key, asker: Asker) -> KeptAnswer | None:
        """The answer as it would be made now; if another asker is having it made, wait for that."""
        until = monotonic() + WAITING_SECONDS
        while (kept := self.at_hand(key, asker)) is None and (others := self.making.get(key)):
            await asyncio.wait([others], timeout=until - monotonic())
            if monotonic() >= until:
                break
        return kept

    def at_hand(self, key: Key, asker: Asker) -> KeptAnswer | None:
        """The answer as it would be made now.

        While the database is down, the last answer, if nothing is known to have changed.
        """
        kept = None if asker.is_program else self._store(key).get(key)
        if kept is None or kept.edition != self.lookout.edition:
            return None
        if self.lookout.is_away:
            return None if self.lookout.is_blind else kept
        return kept if monotonic() - kept.made_at < AGE_SECONDS or key in self.making else None

    def may_make(self, key: Key, asker: Asker) -> bool:
        """Whether an answer to this asker may be kept: nobody whom it could depend on, or it was public before."""
        if asker.is_program or self.lookout.is_away:
            return False
        if asker.is_signed and key not in self._store(key):
            return False
        return self.unkept.get(key) != self.lookout.edition

    async def make(self, key: Key, scope: Scope, receive: Receive, send: Send) -> KeptAnswer | None:
        """The answer, made once for all who wait for it. None if it is not public: then it has been sent."""
        self.making[key] = made = asyncio.get_running_loop().create_future()
        edition = self.lookout.edition

        def let_go(is_of_address: bool) -> None:
            """Nobody waits for the reader of an answer that is not kept."""
            if is_of_address:
                self.unkept[key] = edition
                self._store(key).pop(key, None)
            if self.making.get(key) is made:
                del self.making[key]
                made.set_result(None)

        taker = Taker(send, let_go)
        try:
            await self.app(scope, receive, taker.take)
            if taker.headers is None:
                return None
            kept = self._store(key)[key] = KeptAnswer(edition, taker.headers, bytes(taker.body))
            return kept
        finally:
            if self.making.get(key) is made:
                del self.making[key]
                made.set_result(None)

    async def _answer(
        self, key: Key, kept: KeptAnswer, asker: Asker, send: Send, *, is_head: bool
    ) -> None:
        if asker.has(kept.etag):
            await send(kept.unchanged)
            await send({"type": "http.response.body", "body": b""})
            return
        coding = kept.coding_for(asker)
        if coding not in kept.bodies:
            await self._pack(key, kept, coding)
        await send(kept.starts[coding])
        await send({"type": "http.response.body", "body": b"" if is_head else kept.bodies[coding]})

    async def _pack(self, key: Key, kept: KeptAnswer, coding: Coding) -> None:
        """The answer is there in this coding, packed once for all who wait for it."""
        loop = asyncio.get_running_loop()
        under_way = self.packing.get((key, coding))
        if under_way is None:
            under_way = loop.run_in_executor(self.packer, kept.pack, coding)
            self.packing[key, coding] = under_way
            under_way.add_done_callback(lambda _: self.packing.pop((key, coding), None))
        body = await asyncio.shield(under_way)
        if coding not in kept.bodies:
            kept.put(coding, body)
            if self._store(key).get(key) is kept:
                self._store(key)[key] = kept  # its size has changed

    def _store(self, key: Key) -> LRUCache[Key, KeptAnswer]:
        return self.asked if key[2] else self.plain


def _length(scope: Mapping[str, Any]) -> int:
    return len(scope["raw_path"]) + len(scope["query_string"])


def _key_of(scope: Mapping[str, Any], asker: Asker) -> Key:
    """Where its answer is kept."""
    path: str = scope["path"]
    lang = "" if path.startswith(_IN_LANGUAGE) else _liked(asker.likes[:_MOST_LIKES])
    return lang, path, scope["query_string"]


@lru_cache(maxsize=256)
def _liked(likes: bytes) -> str:
    """The language of an address that has none, to an asker who likes these."""
    headers = [(b"accept-language", likes)]
    return lang_of(Request({"type": "http", "path": "/", "headers": headers}))


def _within(scope: Scope, key: Key) -> Key:
    """The same without what the route of this address never reads: others can make no end of such addresses."""
    lang, path, question = key
    names = None if b"%00" in question else _names_read(scope)  # which the gate refuses
    if names is None:
        return key
    asked = parse_qsl(question.decode("latin-1"), keep_blank_values=True)
    return lang, path, urlencode([each for each in asked if each[0] in names]).encode()


def _names_read(scope: Scope) -> set[str] | None:
    """The query parameters that the route of this address reads; None if that is unknown."""
    for route in iter_route_contexts(scope["app"].routes if "app" in scope else []):
        pattern = getattr(route, "path_regex", None)
        if "GET" in (route.methods or ()) and pattern and pattern.match(scope["path"]):
            return _names_in(getattr(route, "dependant", None))
    return None


def _names_in(dependant: Dependant | None) -> set[str] | None:
    if dependant is None:
        return None
    names = {field.alias for field in dependant.query_params}
    return names.union(*(_names_in(each) or () for each in dependant.dependencies))


def _whole(scope: Scope, key: Key, unsaid: tuple[bytes, ...] = ()) -> Scope:
    """The same request, for the whole answer whatever the asker has; in the language of its key, where that has one."""
    lang, *_ = key
    unsaid = (*_OF_ASKER, *unsaid, *((_LANGUAGE,) if lang else ()))
    headers = [each for each in scope["headers"] if each[0] not in unsaid]
    if lang:
        headers.append((_LANGUAGE, lang.encode()))
    return {**scope, "method": "GET", "query_string": key[2], "headers": headers}


async def _nowhere(_: Message) -> None:
    """Nobody is told."""


def _size(kept: KeptAnswer) -> int:
    return kept.size
