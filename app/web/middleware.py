"""Headers of every answer: a browser runs and loads only our own files, and sends no referrer."""

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
    "manifest-src 'self'; worker-src 'self'; connect-src 'self'; "
    "form-action 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def headers(*, https: bool) -> dict[str, str]:
    """All of them; HSTS too where we are reached by HTTPS."""
    return HEADERS | (
        {"Strict-Transport-Security": "max-age=63072000; includeSubDomains"} if https else {}
    )


class SecurityHeaders:
    """Adds the headers to whatever the app answers, errors included."""

    def __init__(self, app: ASGIApp, *, https: bool) -> None:
        self.app = app
        self.headers = headers(https=https)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer through the app."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                if location := headers.get("Location"):
                    headers["Location"] = _within(location)
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _within(location: str) -> str:
    """The same place of ours by its path: a framework makes addresses of the Host that a client names.

    All that we lead to is ours. Two slashes in front would lead to another host.
    """
    scheme, _, rest = location.partition("://")
    if scheme in ("http", "https") and rest:
        location = rest[len(rest.partition("/")[0]) :] or "/"
    return "/" + location.lstrip("/\\") if location.startswith(("/", "\\")) else location


class HeadRequests:
    """Answers HEAD with the headers of GET."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer through the app, which knows of GET only."""

        async def send_headers(message: Message) -> None:
            is_body = message["type"] == "http.response.body"
            await send({**message, "body": b""} if is_body else message)

        if scope["type"] == "http" and scope["method"] == "HEAD":
            await self.app(dict(scope, method="GET"), receive, send_headers)
        else:
            await self.app(scope, receive, send)
