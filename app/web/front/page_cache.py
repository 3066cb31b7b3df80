"""Public pages from memory: made once, kept as the bytes that go out, answered in front of everything else.

A page is public if its answer says so: with 200, no cookie, and a `Cache-Control` that lets others keep it. Such an
answer is a function of its address and of what is public, never of who asks. It is kept until something public
changes, whichever process changed it (see `app.store.editions`), or a deadline passes.
"""

import asyncio
import gzip
import re
from dataclasses import dataclass, field
from functools import lru_cache
from time import monotonic
from typing import Final, Literal

import brotli  # type: ignore[import-untyped]
from cachetools import LRUCache
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.i18n import LANGS
from app.store import editions
from app.store.database import StoreUnavailable
from app.web.errors import lang_of
from app.web.site import Site

Headers = list[tuple[bytes, bytes]]
Coding = Literal["br", "gzip", "identity"]

MOST_BYTES: Final = 64 * 1024 * 1024
"""Of all kept answers; those to addresses with a question have a fourth of it, so that they drive out no others."""
LARGEST: Final = 4 * 1024 * 1024
"""Bytes: a larger answer is not kept."""
FROM_MEMORY: Final = "hikyaku.from-memory"
"""Stands in the scope of a request that was answered from memory."""
LOOK_SECONDS: Final = 0.1
"""It is looked no more often whether something public has changed."""
STALE_SECONDS: Final = 0.2
"""Whoever asks later than this after the last look waits for the next."""
AGE_SECONDS: Final = 60
"""After this an answer is made again, whatever has changed."""
_IN_LANGUAGE: Final = tuple(f"/{lang}/".encode() for lang in LANGS)
_MOST_UNKEPT: Final = 10_000
_QUALITY: Final = 5
"""Of brotli: smaller than gzip, and as quickly made."""
_LEAST_PACKED: Final = 1_000
_PACKED: Final = re.compile(rb"text/|application/(json|[a-z]+\+xml|javascript)|image/svg")
_PUBLIC: Final = re.compile(rb"no-cache$|public\b")
_ANY: Final = re.compile(rb"text/html|json|\*/\*")
_SIGNED: Final = re.compile(rb"hikyaku-(player|organiser)")
_OF_CODING: Final = (b"content-length", b"content-encoding")
_OF_BODY: Final = (b"content-type", b"content-disposition")


@dataclass(slots=True)
class Kept:
    """An answer as it goes out; packed bodies are made when they are first asked for."""

    edition: object
    made_at: float
    headers: Headers
    """Without those of its coding and length."""
    bodies: dict[Coding, bytes]
    etag: bytes
    """Empty if it has none."""
    is_packed: bool
    """Whether it is worth packing."""
    unchanged: Message
    """The start of the answer to who has it already."""
    starts: dict[Coding, Message] = field(default_factory=dict)

    @classmethod
    def of(cls, edition: object, headers: Headers, body: bytes) -> "Kept":
        """The answer, made in this edition; what every asker needs of it is worked out here once."""
        if _value(headers, b"content-encoding") == b"gzip":
            body = gzip.decompress(body)
        headers = [each for each in headers if each[0] not in _OF_CODING]
        kind = _value(headers, b"content-type")
        is_packed = len(body) >= _LEAST_PACKED and _PACKED.match(kind) is not None
        if is_packed and b"accept-encoding" not in _value(headers, b"vary").lower():
            headers.append((b"vary", b"Accept-Encoding"))
        return cls(
            edition,
            monotonic(),
            headers,
            {"identity": body},
            etag=_value(headers, b"etag").removeprefix(b"W/"),
            is_packed=is_packed,
            unchanged=_start(304, [each for each in headers if each[0] not in _OF_BODY]),
        )

    @property
    def body(self) -> bytes:
        """As it was made."""
        return self.bodies["identity"]

    @property
    def size(self) -> int:
        """Bytes of memory, packed bodies among them."""
        return 2 * len(self.body) + 2_000

    async def start(self, coding: Coding) -> Message:
        """The start of the answer in this coding, whose body is there then."""
        if coding not in self.starts:
            if coding not in self.bodies:
                self.bodies[coding] = await run_in_threadpool(_pack, self.body, coding)
            headers = [*self.headers, (b"content-length", b"%d" % len(self.bodies[coding]))]
            if coding != "identity":
                headers.append((b"content-encoding", coding.encode()))
            self.starts[coding] = _start(200, headers)
        return self.starts[coding]


class Asker:
    """What the headers of a request say."""

    __slots__ = ("accepts", "is_program", "is_signed", "tags")

    def __init__(self, headers: Headers) -> None:
        self.accepts = self.tags = b""
        self.is_program = self.is_signed = False
        for name, value in headers:
            if name == b"accept-encoding":
                self.accepts = value
            elif name == b"accept":
                self.is_program = self.is_program or not _ANY.search(value)
            elif name == b"if-none-match":
                self.tags = value
            elif name == b"cookie":
                self.is_signed = self.is_signed or bool(_SIGNED.search(value))
            elif name == b"authorization":
                self.is_program = True

    def has(self, etag: bytes) -> bool:
        """Whether they have the answer with this tag."""
        if not self.tags or not etag:
            return False
        return etag in {tag.strip().removeprefix(b"W/") for tag in self.tags.split(b",")}


class PageCache:
    """Answers GET and HEAD from memory; what is not kept there is answered by the app."""

    def __init__(self, app: ASGIApp, *, site: Site) -> None:
        self.app = app
        self.site = site
        self.database = site.database
        self.plain: LRUCache[bytes, Kept] = LRUCache(MOST_BYTES * 3 // 4, _size)
        self.asked: LRUCache[bytes, Kept] = LRUCache(MOST_BYTES // 4, _size)
        self.unkept: LRUCache[bytes, object] = LRUCache(_MOST_UNKEPT)
        """Addresses whose answer was not public, and in which edition."""
        self.making: dict[bytes, asyncio.Future[None]] = {}
        self.edition: tuple[int, int] | None = None
        """How often something public has changed, and how many deadlines have passed; None while that is not known."""
        self.looked_at = -STALE_SECONDS
        self.seen, self.seen_at = self.database.public_changes, -LOOK_SECONDS
        """The changes of this process that were seen, and when such were seen last."""
        self.looking: asyncio.Task[None] | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        """The one that all of this belongs to."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not is_read:
            await self.app(scope, receive, send)
            return
        loop = asyncio.get_running_loop()
        is_others = loop is not self.loop and (self.making or self.looking)
        if is_others:  # what they wait for would wake nobody here
            await self.app(scope, receive, send)
            return
        self.loop = loop
        asker = Asker(scope["headers"])
        key = _address_of(scope)
        await self.look()
        while (kept := self.find(key, asker)) is None and (others := self.making.get(key)):
            await asyncio.shield(others)
        if kept is not None:
            scope[FROM_MEMORY] = True
        elif self.may_make(key, asker):
            kept = await self.make(key, scope, receive, send)
        else:
            await self.app(scope, receive, send)
        if kept is not None:
            await _answer(kept, asker, send, is_head=scope["method"] == "HEAD")

    # --- what is public now -------------------------------------------------------------------------

    async def look(self) -> None:
        """See whether something public has changed, if that was not seen of late."""
        now, own = monotonic(), self.database.public_changes
        if own != self.seen and now - self.seen_at >= LOOK_SECONDS:
            self.seen, self.seen_at = own, now  # what this process changes it shows at once
            if self.looking:
                await asyncio.shield(self.looking)
            since = STALE_SECONDS
        else:
            since = now - self.looked_at
        if since >= LOOK_SECONDS and self.looking is None:
            self.looking = asyncio.create_task(self._look())
        if since >= STALE_SECONDS and self.looking:
            await asyncio.shield(self.looking)

    async def _look(self) -> None:
        began = monotonic()
        try:
            self.edition = await run_in_threadpool(self._edition)
        except StoreUnavailable:
            self.edition = None
        finally:
            self.looked_at, self.looking = began, None

    def _edition(self) -> tuple[int, int]:
        with self.database.reading() as session:
            return editions.current(session), editions.passed(session, self.site.now())

    # --- what is kept -------------------------------------------------------------------------------

    def find(self, key: bytes, asker: Asker) -> Kept | None:
        """The answer as it would be made now; while the database cannot be asked, as it was made last."""
        kept = None if asker.is_program else self._store(key).get(key)
        if kept is None or self.edition is None:
            return kept
        is_young = monotonic() - kept.made_at < AGE_SECONDS
        return kept if is_young and kept.edition == self.edition else None

    def may_make(self, key: bytes, asker: Asker) -> bool:
        """Whether an answer to this asker may be kept: nobody whom it could depend on."""
        if asker.is_program or asker.is_signed or self.edition is None:
            return False
        return self.unkept.get(key) != self.edition

    async def make(self, key: bytes, scope: Scope, receive: Receive, send: Send) -> Kept | None:
        """The answer, made once for all who wait for it. None if it is not public: then this asker has got their own."""
        self.making[key] = made = asyncio.get_running_loop().create_future()
        try:
            edition, taker = self.edition, Taker(send)
            await self.app(_whole(scope), receive, taker.take)
            if taker.headers is None:
                self.unkept[key] = edition
                return None
            kept = self._store(key)[key] = Kept.of(edition, taker.headers, bytes(taker.body))
            return kept
        finally:
            del self.making[key]
            made.set_result(None)

    def _store(self, key: bytes) -> LRUCache[bytes, Kept]:
        return self.plain if key.endswith(b"?") else self.asked


class Taker:
    """Takes an answer of the app, if it is public and not too large; else passes it on."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.headers: Headers | None = None
        """Those of an answer that is taken."""
        self.body = bytearray()

    async def take(self, message: Message) -> None:
        """The next part of the answer."""
        if message["type"] == "http.response.start" and _is_public(message):
            self.headers = message["headers"]
        elif self.headers is None:
            await self.send(message)
        else:
            self.body += message.get("body", b"")
            if len(self.body) > LARGEST:
                await self.send(_start(200, self.headers))
                await self.send({**message, "body": bytes(self.body)})
                self.headers = None


def _address_of(scope: Scope) -> bytes:
    """The address; with the language that its asker likes, if it has none of its own."""
    path: bytes = scope["raw_path"]
    if not path.startswith(_IN_LANGUAGE):
        path = lang_of(Request(scope)).encode() + path
    question: bytes = scope["query_string"]
    return path + b"?" + question


def _is_public(start: Message) -> bool:
    """Whether the answer that begins so may be given to others."""
    headers = start["headers"]
    is_one_persons = any(name == b"set-cookie" for name, _ in headers)
    is_public = _PUBLIC.match(_value(headers, b"cache-control")) is not None
    varies = {part.strip() for part in _value(headers, b"vary").lower().split(b",")}
    is_public = is_public and varies <= {b"", b"accept-encoding", b"accept-language"}
    return start["status"] == 200 and is_public and not is_one_persons


async def _answer(kept: Kept, asker: Asker, send: Send, *, is_head: bool) -> None:
    if asker.has(kept.etag):
        await send(kept.unchanged)
        await send({"type": "http.response.body", "body": b""})
        return
    coding = _coding(asker.accepts) if kept.is_packed else "identity"
    await send(await kept.start(coding))
    await send({"type": "http.response.body", "body": b"" if is_head else kept.bodies[coding]})


def _whole(scope: Scope) -> Scope:
    """The same request, for the whole answer whatever the asker has."""
    headers = [each for each in scope["headers"] if each[0] != b"if-none-match"]
    return {**scope, "method": "GET", "headers": headers}


@lru_cache(maxsize=256)
def _coding(accepts: bytes) -> Coding:
    """The best coding of ours that an `Accept-Encoding` allows (RFC 9110, 12.5.3)."""
    allowed: dict[str, bool] = {}
    for part in accepts.decode("latin-1").lower().split(","):
        name, _, quality = part.partition(";")
        allowed[name.strip()] = not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", quality)
    codings: tuple[Coding, ...] = ("br", "gzip")
    return next((each for each in codings if allowed.get(each)), "identity")


def _pack(body: bytes, coding: Coding) -> bytes:
    return brotli.compress(body, quality=_QUALITY) if coding == "br" else gzip.compress(body, 6)


def _start(status: int, headers: Headers) -> Message:
    return {"type": "http.response.start", "status": status, "headers": headers}


def _value(headers: Headers, wanted: bytes) -> bytes:
    return b", ".join(value for name, value in headers if name == wanted)


def _size(kept: "Kept") -> int:
    return kept.size
