"""Logs without secret links and addresses of people."""

import logging
import re
from secrets import token_hex
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from app.text.privacy import mask_traceback

_SECRET: Final = re.compile(
    r"(/(?:my|confirm|follow|in|stop|never|prove|games/[^/?#\s\"]+/try|lab/[^/?#\s\"]+)/+"
    r"|[?&]build=)[^/?#&\s\"]+",
    re.IGNORECASE,
)
"""Mistyped links too: they open no page, but their secret still does elsewhere. A build that is tried may be entered."""


def mask(path: str) -> str:
    """The address without its secrets."""
    return _SECRET.sub(r"\1…", path)


class MaskSecrets(logging.Filter):
    """Takes tokens out of links, and addresses out of tracebacks, before they are written down."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep every record, with its texts masked."""
        if isinstance(record.args, tuple):
            record.args = tuple(mask(arg) if isinstance(arg, str) else arg for arg in record.args)
        if isinstance(record.msg, str):
            record.msg = mask(record.msg)
        if record.exc_info and record.exc_info[1]:
            record.exc_text = mask_traceback(record.exc_info[1])
        return True


class RequestIds:
    """Every line that the log has of one request names the same `request`."""

    def __init__(self, app: ASGIApp) -> None:
        from structlog.contextvars import bound_contextvars  # for those whose log is of JSON

        self.app = app
        self.bound = bound_contextvars

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer through the app."""
        with self.bound(request=token_hex(6)):
            await self.app(scope, receive, send)


def install() -> None:
    """Logs of an app that uvicorn serves have no secrets."""
    for name in ("uvicorn.access", "uvicorn.error", "app.web.errors"):
        log = logging.getLogger(name)
        if not any(isinstance(each, MaskSecrets) for each in log.filters):
            log.addFilter(MaskSecrets())
