"""Every page that can be read can be asked for by HEAD as well."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


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
