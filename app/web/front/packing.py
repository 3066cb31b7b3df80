"""Answers of the app, packed for those who take them so."""

from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipResponder, IdentityResponder
from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.front.answers import coding_of

_LEAST: Final = 1_000
"""Bytes: a smaller answer goes out as it is."""
_LEVEL: Final = 5
_LONGEST: Final = 500
_NO_BROTLI: Final = b",br;q=0"
"""Too slow for an answer that is made for one asker."""


class Packed:
    """Packs by gzip where `Accept-Encoding` allows it, not wherever that word stands in it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer through the app."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        accepts = ",".join(Headers(scope=scope).getlist("Accept-Encoding")).encode("latin-1")
        is_packed = coding_of(accepts[:_LONGEST] + _NO_BROTLI) == "gzip"
        responder = (
            GZipResponder(self.app, _LEAST, _LEVEL)
            if is_packed
            else IdentityResponder(self.app, _LEAST)
        )
        await responder(scope, receive, send)
