"""Clients that ask an app without a socket. Starlette's wakes two threads in turn a dozen times for each request; these do once."""

from asyncio import Event
from collections.abc import Callable
from typing import Any, ClassVar, Self
from urllib.parse import unquote

import httpx2
from httpx2 import BaseTransport, Request, Response
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message


class Client(TestClient):
    """Asks and is answered as Starlette's; what an app does when it starts and ends it does not do."""

    def __init__(
        self,
        app: ASGIApp,
        base_url: str = "http://testserver",
        *,
        follow_redirects: bool = True,
        client: tuple[str, int] = ("testclient", 50000),
        headers: dict[str, str] | None = None,
        raises: bool = True,
    ) -> None:
        self.app = app
        httpx2.Client.__init__(
            self,
            transport=Line(app, client, raises=raises),
            base_url=base_url,
            follow_redirects=follow_redirects,
            headers={"User-Agent": "testclient"} | (headers or {}),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """There is nothing to close."""


class Line(BaseTransport):
    """A transport to an app. An answer is returned once all of it has come and the app has finished
    its work after it.
    """

    call: ClassVar[Callable[..., Any]]
    """Runs a function in the event loop in which all apps answer; set for the session."""

    def __init__(self, app: ASGIApp, client: tuple[str, int], *, raises: bool) -> None:
        self.app = app
        self.client = client
        self.raises = raises

    def handle_request(self, request: Request) -> Response:
        """The answer of the app; 500 if it gives none."""
        url = request.url
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": request.method,
            "path": unquote(url.path),
            "raw_path": url.raw_path.split(b"?", 1)[0],
            "root_path": "",
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": self.client,
            "server": [url.host, url.port or {"http": 80, "https": 443}[url.scheme]],
            "extensions": {},
            "state": {},
        }
        told, bug = self.call(_ask, self.app, scope, request.read())
        if bug and self.raises:
            raise bug
        if not told:
            return Response(500, request=request)
        start, *parts = told
        body = b"".join(each.get("body", b"") for each in parts)
        return Response(
            start["status"],
            headers=start.get("headers", []),
            content=body if request.method != "HEAD" else b"",
            request=request,
        )


async def _ask(
    app: ASGIApp, scope: dict[str, Any], body: bytes
) -> tuple[list[Message], Exception | None]:
    """All that the app sends, and what it raises then: a bug, told to the client as a 500."""
    told: list[Message] = []
    is_asked, is_answered = False, Event()

    async def receive() -> Message:
        nonlocal is_asked
        if is_asked:
            await is_answered.wait()
            return {"type": "http.disconnect"}
        is_asked = True
        return {"type": "http.request", "body": body}

    async def send(message: Message) -> None:
        assert not is_answered.is_set(), f"{message} after the answer"
        told.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            is_answered.set()

    try:
        await app(scope, receive, send)
    except Exception as bug:
        return told, bug
    return told, None
