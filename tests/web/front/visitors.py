"""A visitor of pages from memory, and an app behind them that counts."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import Session
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive, Scope, Send

from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions.season_plans import Plan
from app.store.security.audits import Organiser
from app.web.front.page_cache import PageCache
from tests.support.people import NOW

PUBLIC = {"Cache-Control": "no-cache", "ETag": 'W/"1"'}


@dataclass
class App:
    """Answers with how often it was asked."""

    headers: dict[str, str] = field(default_factory=lambda: dict(PUBLIC))
    status: int = 200
    asked: list[str] = field(default_factory=list)
    liked: list[bytes] = field(default_factory=list)
    """The languages that the last request asked for."""
    before: Callable[[], Awaitable[None]] | None = None
    text: str = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asked.append(scope["path"])
        self.liked = [value for name, value in scope["headers"] if name == b"accept-language"]
        number = len(self.asked)
        if self.before:
            await self.before()
        answer = PlainTextResponse(f"{number}{self.text}", self.status, headers=self.headers)
        await answer(scope, receive, send)


@dataclass
class Visitor:
    """Asks the cache, all in one event loop."""

    cache: PageCache
    take: Callable[[Message], Awaitable[None]] | None = None
    """What they do with each part of an answer."""

    async def get(self, path: str = "/en/", method: str = "GET", **headers: str) -> Response:
        route, _, query = path.partition("?")
        scope: Scope = {
            "type": "http",
            "method": method,
            "path": route,
            "raw_path": route.encode(),
            "query_string": query.encode(),
            "headers": [
                (name.lower().replace("_", "-").encode(), value.encode())
                for name, value in headers.items()
            ],
        }
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b""}

        async def send(message: Message) -> None:
            sent.append(message)
            if self.take:
                await self.take(message)

        await self.cache(scope, receive, send)
        body = b"".join(message.get("body", b"") for message in sent[1:])
        answer = Response(body, sent[0]["status"])
        answer.raw_headers = sent[0]["headers"]
        return answer


def bodies(answers: Iterable[Response]) -> list[str]:
    return [bytes(answer.body).decode() for answer in answers]


async def asked(visitor: Visitor, *paths: str, **headers: str) -> list[str]:
    return bodies([await visitor.get(path, **headers) for path in paths])


def add_season(session: Session, slug: str = "cup", **plan: Any) -> None:
    league_seasons.create(session, Plan("laplaplus", slug, **plan), Organiser("Olga", NOW))
