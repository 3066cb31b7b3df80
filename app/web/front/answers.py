"""Answers that are kept, what is asked of them, and how they are taken from the app."""

import gzip
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from time import monotonic
from typing import Final, Literal

import brotli  # type: ignore[import-untyped]
from starlette.types import Message, Send

Headers = list[tuple[bytes, bytes]]
Coding = Literal["br", "gzip", "identity"]

LARGEST: Final = 4 * 1024 * 1024
"""Bytes: a larger answer is not kept."""
_OVERHEAD: Final = 4_000
"""Bytes of memory besides the bodies: headers in their objects, the address."""
_QUALITY: Final = 5
"""Of brotli: smaller than gzip, and as quickly made."""
_LEAST_PACKED: Final = 1_000
_MOST_ACCEPTS: Final = 500
_PACKED: Final = re.compile(rb"text/|application/(json|[a-z]+\+xml|javascript)|image/svg")
_PUBLIC: Final = re.compile(rb"no-cache$|public\b")
_ANY: Final = re.compile(rb"text/html|json|\*/\*")
_SIGNED: Final = re.compile(rb"hikyaku-(player|organiser)")
_OF_CODING: Final = (b"content-length", b"content-encoding")
_OF_BODY: Final = (b"content-type", b"content-disposition")
_UNSENT: Final = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")
"""Must not stand in a header: the server refuses it."""
_OF_ADDRESS: Final = (200, 301, 302, 303, 307, 308, 404, 410)
"""Statuses that the address decides; others tell of this asker, or of this moment."""


class KeptAnswer:
    """An answer as it goes out."""

    __slots__ = (
        "bodies",
        "edition",
        "etag",
        "head_unchanged",
        "headers",
        "heads",
        "is_packed",
        "made_at",
        "starts",
        "unchanged",
    )

    def __init__(self, edition: object, headers: Headers, body: bytes) -> None:
        if _value(headers, b"content-encoding") == b"gzip":
            body = gzip.decompress(body)
        headers = [each for each in headers if each[0] not in _OF_CODING]
        kind = _value(headers, b"content-type")
        self.is_packed = len(body) >= _LEAST_PACKED and _PACKED.match(kind) is not None
        """Whether it is worth packing."""
        if self.is_packed and b"accept-encoding" not in _value(headers, b"vary").lower():
            headers.append((b"vary", b"Accept-Encoding"))
        self.edition = edition
        self.made_at = monotonic()
        self.headers = headers
        """Without those of its coding and length."""
        self.bodies: dict[Coding, bytes] = {}
        """Packed ones are there when they have been asked for."""
        self.etag = _value(headers, b"etag").removeprefix(b"W/")
        """Empty if it has none."""
        self.starts: dict[Coding, Message] = {}
        self.heads: dict[Coding, bytes] = {}
        """The starts as they stand on the line, without status and date."""
        self.unchanged = start_of(304, [each for each in headers if each[0] not in _OF_BODY])
        """The start of the answer to who has it already."""
        self.head_unchanged = _line_of(self.unchanged["headers"])
        self.put("identity", body)

    @property
    def size(self) -> int:
        """Bytes of memory."""
        return sum(map(len, self.bodies.values())) + _OVERHEAD

    def put(self, coding: Coding, body: bytes) -> None:
        """It can go out in this coding."""
        headers = [*self.headers, (b"content-length", b"%d" % len(body))]
        if coding != "identity":
            headers.append((b"content-encoding", coding.encode()))
        self.bodies[coding] = body
        self.starts[coding] = start_of(200, headers)
        self.heads[coding] = _line_of(headers)

    def pack(self, coding: Coding) -> bytes:
        """Its body in this coding."""
        body = self.bodies["identity"]
        return brotli.compress(body, quality=_QUALITY) if coding == "br" else gzip.compress(body, 6)

    def coding_for(self, asker: "Asker") -> Coding:
        """The content coding for this client."""
        return coding_of(asker.accepts) if self.is_packed else "identity"


class Asker:
    """What the headers of a request tell about its sender."""

    __slots__ = ("accepts", "is_program", "is_signed", "likes", "tags")

    def __init__(self, headers: Headers) -> None:
        accepts: list[bytes] = []
        tags: list[bytes] = []
        self.likes = b""
        self.is_program = self.is_signed = False
        for name, value in headers:
            if name == b"accept-encoding":
                accepts.append(value)
            elif name == b"accept-language":
                self.likes = self.likes or value
            elif name == b"accept":
                self.is_program = self.is_program or not _ANY.search(value)
            elif name == b"if-none-match":
                tags.append(value)
            elif name == b"cookie":
                self.is_signed = self.is_signed or bool(_SIGNED.search(value))
            elif name == b"authorization":
                self.is_program = True
        self.accepts, self.tags = b",".join(accepts), b",".join(tags)

    def has(self, etag: bytes) -> bool:
        """Whether they have the answer with this tag."""
        if not self.tags or not etag:
            return False
        known = {tag.strip().removeprefix(b"W/") for tag in self.tags.split(b",")}
        return etag in known or known == {b"*"}


class Taker:
    """Takes an answer of the app, if it is public and not too large; else passes it on."""

    def __init__(self, send: Send, give_up: Callable[[bool], None]) -> None:
        self.send = send
        self.give_up = give_up
        """Called before anything is passed on, with whether others at this address would fare the same."""
        self.headers: Headers | None = None
        """Those of an answer that is taken."""
        self.body = bytearray()

    async def take(self, message: Message) -> None:
        """The next part of the answer."""
        if message["type"] == "http.response.start" and _is_public(message):
            self.headers = message["headers"]
        elif self.headers is None:
            if message["type"] == "http.response.start":
                self.give_up(message["status"] in _OF_ADDRESS)
            await self.send(message)
        else:
            self.body += message.get("body", b"")
            if len(self.body) > LARGEST:
                self.give_up(True)
                await self.send(start_of(200, self.headers))
                await self.send({**message, "body": bytes(self.body)})
                self.headers = None


@lru_cache(maxsize=256)
def coding_of(accepts: bytes, codings: Sequence[Coding] = ("br", "gzip")) -> Coding:
    """The first of these codings that `Accept-Encoding` allows (RFC 9110, 12.5.3).

    Only the beginning of the header is read.
    """
    allowed: dict[str, bool] = {}
    for part in accepts[:_MOST_ACCEPTS].decode("latin-1").lower().split(","):
        name, _, quality = part.partition(";")
        allowed[name.strip()] = not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", quality)
    return next((each for each in codings if allowed.get(each)), "identity")


def start_of(status: int, headers: Headers) -> Message:
    """The start of an answer."""
    return {"type": "http.response.start", "status": status, "headers": headers}


def _line_of(headers: Headers) -> bytes:
    return b"".join(b"%b: %b\r\n" % header for header in headers) + b"\r\n"


def _is_public(start: Message) -> bool:
    """Whether the answer that begins so may be given to others."""
    headers = start["headers"]
    is_one_persons = any(name == b"set-cookie" for name, _ in headers)
    is_public = _PUBLIC.match(_value(headers, b"cache-control")) is not None
    varies = {part.strip() for part in _value(headers, b"vary").lower().split(b",")}
    is_public = is_public and varies <= {b"", b"accept-encoding", b"accept-language"}
    is_public = is_public and not any(_UNSENT.search(value) for _, value in headers)
    return start["status"] == 200 and is_public and not is_one_persons


def _value(headers: Headers, wanted: bytes) -> bytes:
    return b", ".join(value for name, value in headers if name == wanted)
