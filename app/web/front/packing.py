"""Answers of the app, packed for those who take them so."""

from typing import Final

from starlette.middleware.gzip import GZipResponder, IdentityResponder
from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.front.answers import Asker, Coding, coding_of

_LEAST: Final = 1_000
"""Bytes: a smaller answer goes out as it is."""
_LEVEL: Final = 5
_CODINGS: Final[tuple[Coding, ...]] = ("gzip",)
"""Brotli is too slow for an answer that is made for one asker."""


class GzipPacking:
    """Gzip answers if `Accept-Encoding` allows it. The word alone somewhere in the header is not enough."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer through the app."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_packed = coding_of(Asker(scope["headers"]).accepts, _CODINGS) == "gzip"
        responder = (
            GZipResponder(self.app, _LEAST, _LEVEL)
            if is_packed
            else IdentityResponder(self.app, _LEAST)
        )
        await responder(scope, receive, send)
