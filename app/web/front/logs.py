"""Logs without secret links and addresses of people."""

import asyncio
import atexit
import logging
import re
from ipaddress import ip_address
from secrets import token_hex
from typing import Final
from urllib.parse import unquote_plus

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn._types import HTTPScope
from uvicorn.protocols.utils import get_client_addr, get_path_with_query_string

from app.text import privacy

_DOTS: Final = r"(?:/+\.{1,2}(?=/))*"
"""Parts of a path that lead nowhere."""
_NAME: Final = rf"{_DOTS}/+(?!\.{{1,2}}/)[^/?#\s\"]+"
_BEFORE: Final = rf"(?:my|confirm|follow|duels|own|in|stop|never|prove|games{_NAME}{_DOTS}/+try|lab{_NAME}){_DOTS}(?=/)"
_SECRET: Final = re.compile(rf"(/{_BEFORE}(?:/+{_BEFORE})*/+)[^/?#&\s\"]+", re.IGNORECASE)
"""Mistyped links too: they open no page, but their secret still does elsewhere."""
_ASKED: Final = re.compile(r"([?&])([^=&#\s\"]+)=[^&#\s\"]+")
_TRIED: Final = ("build", "word")
"""A build that is tried may be entered, and the word of a link lets in."""
_PART: Final = re.compile(r"[^/?&=#\s\"]+")
"""A step of a path, or a name or a value of a question."""
_LONGEST: Final = 320
_ACCESS: Final = "uvicorn.access"
_UNKNOWN: Final = "unknown"
"""A client whose server in front names no address for it: uvicorn has put that in the place of the server's own."""

GATHERING_SECONDS: Final = 0.1


def mask(path: str) -> str:
    """The address without its secrets."""
    if "=" in path:
        path = _ASKED.sub(_without_build, path)
    if "@" in path or "%40" in path:
        path = _PART.sub(_without_address, path)
    return _SECRET.sub(r"\1…", path)


def _without_address(part: re.Match[str]) -> str:
    """One that is too long to be an address, with all that belongs to it, goes as a whole."""
    text = part[0].replace("%40", "@")
    if "@" not in text:
        return part[0]
    return privacy.mask(text if len(text) <= _LONGEST else "x@x")


def _without_build(asked: re.Match[str]) -> str:
    """The name may be encoded."""
    is_build = unquote_plus(asked[2]).casefold() in _TRIED
    return f"{asked[1]}{asked[2]}=…" if is_build else asked[0]


def readable(asker: str) -> str | None:
    """This client and its port if the name is an IP address. A proxy may pass on anything a client says."""
    host, _, port = asker.rpartition(":")
    try:
        return f"{ip_address(host.partition('%')[0])}:{port}"
    except ValueError:
        return None


class MaskSecrets(logging.Filter):
    """Takes tokens out of links, and addresses out of tracebacks, before they are written down."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep every record, with its texts masked."""
        if isinstance(record.args, tuple):
            if record.name == _ACCESS and record.args and record.args[0]:
                record.args = (readable(str(record.args[0])) or _UNKNOWN, *record.args[1:])
            record.args = tuple(mask(arg) if isinstance(arg, str) else arg for arg in record.args)
        if isinstance(record.msg, str):
            record.msg = mask(record.msg)
        if record.exc_info and record.exc_info[1]:
            record.exc_text = privacy.mask_traceback(record.exc_info[1])
        return True


class BatchedLog:
    """A log for thousands of lines, written in batches, since a record per line costs too much."""

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


_answered: Final = BatchedLog(_ACCESS)
atexit.register(_answered.write)


def note(asker: str, scope: HTTPScope, status: int) -> None:
    """The access log will have this answer, in uvicorn's words."""
    asker = readable(asker) or get_client_addr(scope)
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
    for name in (_ACCESS, "uvicorn.error", "app.web.errors"):
        log = logging.getLogger(name)
        if not any(isinstance(each, MaskSecrets) for each in log.filters):
            log.addFilter(MaskSecrets())
