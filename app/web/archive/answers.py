"""The answers of the site to everybody, asked for in its own process."""

from typing import Any, Final
from urllib.parse import urlsplit

from starlette.types import Message

from app.web.dependencies import SiteApp

_ASKED: Final[Message] = {"type": "http.request", "body": b"", "more_body": False}


class NoAnswer(LookupError):
    """A page that a public page leads to is not there."""


async def answer(app: SiteApp, address: str) -> bytes:
    """The body of the answer to a reader without cookies; nothing is kept. Raises `NoAnswer` if it is not 200."""
    status, body = 0, bytearray()
    at, site = urlsplit(address), urlsplit(app.site.settings.base_url)
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {
            "version": "3.0",
            "spec_version": "2.4",
        },  # an answer in parts asks for no disconnect
        "http_version": "1.1",
        "method": "GET",
        "scheme": site.scheme,
        "path": at.path,
        "raw_path": at.path.encode(),
        "query_string": at.query.encode(),
        "root_path": "",
        "headers": [(b"host", site.netloc.encode())],
        "state": {"site": app.site, "came_at": app.site.now()},
    }

    async def receive() -> Message:
        return _ASKED

    async def send(message: Message) -> None:
        nonlocal status
        status = message.get("status", status)
        body.extend(message.get("body", b""))

    await app.inner(scope, receive, send)
    if status != 200:
        raise NoAnswer(f"{address}: {status}")
    return bytes(body)
