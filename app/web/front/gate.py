"""The gate for requests: of limited size, in a form that we read, and from our own pages."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.i18n import N_, translations
from app.store.security.security_log import SecurityEvent
from app.web import security_events
from app.web.errors import lang_of, refuse

MAX_BODY: Final = 512 * 1024
"""Bytes. The longest lore in Japanese takes 180,000 of them in a form."""
LARGER: Final[dict[str, int]] = {"seasons": 6 * 1024 * 1024, "desk": 3 * 1024 * 1024}
"""Larger limits of forms with files: by the first part of an address after its language, in bytes. A photo or a table that is too large is told so in its form."""
FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")

_LONGEST_PATH: Final = 4_200
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_DRAINED_BYTES: Final = 32 * 1024 * 1024
_DRAINED_SECONDS: Final = 10

_TOO_LARGE: Final = N_("That is too much at once. Send at most %(most)d kilobytes.")
_NO_FORM: Final = N_("That is not a form of ours. Use the form on the page.")
_FOREIGN: Final = N_("This form was sent from another site. Use the form on our page.")


class Gate:
    """Refuses other requests before the app sees them."""

    def __init__(self, app: ASGIApp, *, own_origin: str) -> None:
        self.app = app
        self.own_host = urlsplit(own_origin).netloc.casefold()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer through the app, or refuse."""
        if scope["type"] == "http" and (
            "\0" in scope["path"]
            or b"%00" in scope["query_string"]
            or len(scope["path"]) > _LONGEST_PATH
        ):
            # PostgreSQL takes no NUL, not even in a question; Python makes no number of so many digits.
            await _refuse(scope, receive, send, 404)
            return
        if scope["type"] != "http" or scope["method"] in _SAFE:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        limit = _limit(scope["path"], headers)
        declared = headers.get("content-length", "")
        if declared.isdecimal() and int(declared) > limit:
            await _refuse(scope, receive, send, 413, _TOO_LARGE, limit)
        elif self._is_foreign(headers):
            security_events.note(Request(scope), SecurityEvent.FOREIGN_FORM, datetime.now(UTC))
            await _refuse(scope, receive, send, 403, _FOREIGN)
        elif not _is_readable(scope["path"], headers):
            await _refuse(scope, receive, send, 415, _NO_FORM)
        else:
            await self.app(scope, _counted(scope, receive, limit), send)

    def _is_foreign(self, headers: Headers) -> bool:
        """Whether the browser says that a page of another site sent this.

        Programs say nothing. Old browsers and those without HTTPS only say `Origin: null`, since our pages
        send no referrer.
        """
        if site := headers.get("sec-fetch-site"):
            return site not in ("same-origin", "none")
        origin = headers.get("origin", "null")
        if origin == "null":
            return False
        return urlsplit(origin).netloc.casefold() not in (
            self.own_host,
            headers.get("host", "").casefold(),
        )


def _limit(path: str, headers: Headers) -> int:
    """How many bytes are read; more only of a form with files, which are read piece by piece."""
    if _kind(headers) != "multipart/form-data":
        return MAX_BODY
    parts = path.strip("/").split("/")
    named: Iterable[str] = parts[1:2] if parts[0] in ("ja", "en") else parts[:1]
    return max([MAX_BODY, *(LARGER.get(name, 0) for name in named)])


def _kind(headers: Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().casefold()


def _is_readable(path: str, headers: Headers) -> bool:
    """Whether the body is a form, or empty; the routes of the API judge the bodies of programs."""
    kind = _kind(headers)
    if path.startswith("/api/") or kind in FORMS:
        return True
    return not kind and headers.get("content-length", "0") == "0"


def _counted(scope: Scope, receive: Receive, limit: int) -> Receive:
    """The same, but it ends where the limit is: not every client says beforehand how much it sends."""
    got = 0

    async def receive_counted() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > limit:
            lang = lang_of(Request(scope))
            words = translations(lang).gettext(_TOO_LARGE) % {"most": limit // 1024}
            raise HTTPException(413, words)
        return message

    return receive_counted


async def _refuse(
    scope: Scope, receive: Receive, send: Send, status: int, words: str = "", limit: int = 0
) -> None:
    """Say no at once; then let a client that is still sending finish, or it would never hear it."""
    request = Request(scope)
    sentence = words and translations(lang_of(request)).gettext(words)
    if limit:
        sentence %= {"most": limit // 1024}
    answer = refuse(request, status, [sentence] if sentence else [])
    await send({"type": "http.response.start", "status": status, "headers": answer.raw_headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": True})
    with suppress(TimeoutError):
        async with asyncio.timeout(_DRAINED_SECONDS):
            await _drain(receive)
    await send({"type": "http.response.body"})


async def _drain(receive: Receive) -> None:
    """Read the rest of the request and discard it."""
    got = 0
    while got < _DRAINED_BYTES:
        message = await receive()
        got += len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body"):
            return
