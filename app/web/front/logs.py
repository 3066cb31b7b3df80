"""Logs without secret links and addresses of people."""

import asyncio
import atexit
import logging
import re
from secrets import token_hex
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn._types import HTTPScope
from uvicorn.protocols.utils import get_path_with_query_string

from app.text.privacy import mask_traceback

_SECRET: Final = re.compile(
    r"(/(?:my|confirm|follow|duels|in|stop|never|prove|games/[^/?#\s\"]+/try|lab/[^/?#\s\"]+)/+"
    r"|[?&]build=)[^/?#&\s\"]+",
    re.IGNORECASE,
)
"""Mistyped links too: they open no page, but their secret still does elsewhere. A build that is tried may be entered."""

GATHERING_SECONDS: Final = 0.1


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


class Gathered:
    """Lines of a log that come in thousands: written together, since a record for each costs more than what it tells of."""

    def __init__(self, name: str) -> None:
        self.log = logging.getLogger(name)
        self.lines: list[str] = []

    def add(self, line: str) -> None:
        """The line will be written soon, with the moment at which it is."""
        if not self.lines:
            asyncio.get_running_loop().call_later(GATHERING_SECONDS, self.write)
        self.lines.append(line)

    def write(self) -> None:
        """All lines are written."""
        lines, self.lines = self.lines, []
        if not (lines and self.log.isEnabledFor(logging.INFO)):
            return
        record = self.log.makeRecord(self.log.name, logging.INFO, "", 0, "", (), None)
        log: logging.Logger | None = self.log
        while log:
            for handler in log.handlers:
                record.msg = ""
                record.msg = f"\n{handler.format(record)}".join(lines)
                handler.handle(record)
            log = log.parent if log.propagate else None


_answered: Final = Gathered("uvicorn.access")
atexit.register(_answered.write)


def note(asker: str, scope: HTTPScope, status: int) -> None:
    """The access log will have this answer, in uvicorn's words."""
    path = mask(get_path_with_query_string(scope))
    version = scope["http_version"]
    _answered.add(f'{asker} - "{scope["method"]} {path} HTTP/{version}" {status}')


def write() -> None:
    """The access log has all that was answered."""
    _answered.write()


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
