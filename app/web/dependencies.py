"""Dependencies of routes: the site they belong to, a session, the moment, the language."""

import math
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, FastAPI, Path, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.routing import APIRoute
from sqlmodel import Session
from starlette.convertors import Convertor, register_url_convertor
from starlette.routing import compile_path
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import clock
from app.engine import Lang
from app.i18n import LANGS
from app.settings import Settings
from app.store.database import Database, let_go
from app.web.queues import Queues


class _LangConvertor(Convertor[str]):
    """`{lang:lang}` matches only our languages, so no other address is taken for a page in a language."""

    regex = "|".join(LANGS)

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("lang", _LangConvertor())
WHOLE: Final = timedelta(seconds=30)
"""A form that is whole so soon counts from its complete headers, any other from when it is."""
IN_LANGUAGE: Final = "/{lang:lang}"
"""Pages for people begin so."""


class LateRoute(APIRoute):
    """A route whose function is examined when it is first asked for: most of the hundreds never are."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **how: Any) -> None:
        self._examine = partial(super().__init__, path, endpoint, **how)
        self.path, self.endpoint = path, endpoint
        self.methods = set(how["methods"] or ["GET"])
        self.path_regex, self.path_format, self.param_convertors = compile_path(path)

    def __getattr__(self, name: str) -> Any:
        """What FastAPI finds out of the function."""
        self._examine()
        return self.__getattribute__(name)


def page_router(prefix: str = IN_LANGUAGE) -> APIRouter:
    """Return a router for pages whose addresses begin so."""
    return APIRouter(prefix=prefix, route_class=LateRoute)


def by_clock() -> datetime:
    """The time, by the clock of this process."""
    return clock.now()


@dataclass(slots=True)
class LastWrite:
    """Whether the database could be written when that was last tried, by the monotonic clock; `why` not, if it could not."""

    at: float = -math.inf
    why: str = ""


@dataclass(frozen=True, slots=True)
class Site:
    """One installation: its database, its settings, the key of its secret links, its clock, those who wait."""

    database: Database
    settings: Settings
    key: bytes
    now: Callable[[], datetime] = by_clock
    queues: Queues = field(default_factory=Queues)
    last_write: LastWrite = field(default_factory=LastWrite)


@dataclass(frozen=True, slots=True)
class SiteApp:
    """An app that serves this one site."""

    site: Site
    inner: FastAPI
    front: ASGIApp
    """That, behind all that looks at a request before them and at an answer after them."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        scope["app"] = self.inner
        state = scope.setdefault("state", {})
        state["site"], state["came_at"] = self.site, self.site.now()

        async def take() -> Message:
            message = await receive()
            if message["type"] == "http.request" and self.site.now() - state["came_at"] > WHOLE:
                state["came_at"] = self.site.now()
            return message

        await self.front(scope, take, send)


def site_of(request: Request) -> Site:
    """The site that the request is for."""
    site: Site = request.state.site
    return site


# What is only looked up is `async`: the way to a thread and back would take longer than all of it. Dependencies ask the
# request for the site: FastAPI examines each dependency of a dependency again for every route.
async def _site(request: Request) -> Site:
    return site_of(request)


GIVEN_SESSION: Final = "hikyaku.session"
"""In the scope of a request that a page of ours sends to another: the session in which that one reads."""


async def _place_to_write(request: Request) -> AsyncIterator[None]:
    async with site_of(request).queues.writers.place():
        yield


async def _reading(request: Request) -> AsyncIterator[Session]:
    if given := request.scope.get(GIVEN_SESSION):  # the page that asks has a place
        yield given
        return
    site = site_of(request)
    async with site.queues.readers.place():
        with site.database.reading() as session:  # which asks the database for nothing yet
            leave: Callable[[], None] = session.close
            try:
                yield session
                leave = partial(let_go, session)
            finally:
                if not site.database.is_sqlite:  # a server may let us wait
                    await run_in_threadpool(leave)


def _writing(
    request: Request, _: Annotated[None, Depends(_place_to_write, scope="function")]
) -> Iterator[Session]:
    with site_of(request).database.writing() as session:
        yield session


def now_of(request: Request) -> datetime:
    """When its headers were complete: neither its body nor a place with the database has to be waited for in time."""
    return getattr(request.state, "came_at", None) or site_of(request).now()


async def _now(request: Request) -> datetime:
    return now_of(request)


SiteOf = Annotated[Site, Depends(_site)]
Now = Annotated[datetime, Depends(_now)]
RowId = Annotated[int, Path(ge=1, lt=2**63)]
"""A number that a row of the database can have; no other has a page."""

# A route names its form before its session: then nobody has a place while their form is still coming.
# "function": committed before the answer leaves, so that no page tells of what was not kept.
Reading = Annotated[Session, Depends(_reading, scope="function")]
Writing = Annotated[Session, Depends(_writing, scope="function")]

__all__ = ["IN_LANGUAGE", "Lang", "Now", "Reading", "RowId", "Site", "SiteApp", "SiteOf", "Writing"]
