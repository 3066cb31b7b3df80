"""Requests and answers of the API: JSON with a tag, or 304, or problem+json."""

import re
from collections.abc import Callable, Coroutine, Sequence
from typing import Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Depends, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.errors import DomainError, Problem
from app.league.problems import explain
from app.store.tables import Season
from app.text import validation
from app.web.api.texts import writable
from app.web.dependencies import LateRoute
from app.web.errors import lang_of, refuse
from app.web.rendering import FRESH, etag_of, not_modified

T = TypeVar("T")
PREFIX: Final = "/api/v1"
MOST_ITEMS: Final = 1_000
"""Of a list in one answer; `?page=2` has the next."""

PROBLEM: Final = "application/problem+json"
_JSON: Final = "application/json"
_TITLES: Final = {
    304: "It is as it was: what has this `ETag` is still right.",
    400: "That cannot be read.",
    401: "A token of an organiser is needed: `Authorization: Bearer …`.",
    403: "The token does not allow it.",
    404: "There is no such thing, or not yet for everybody to see.",
    406: "Only JSON is to be had here.",
    409: "That does not fit the state of things.",
    410: "There was one, and it was taken out.",
    413: "That is too much at once.",
    415: "What is sent must be JSON.",
    422: "Something is wrong with what was sent; every problem is named.",
    429: "That was a lot in a short time; `Retry-After` says how long to wait.",
    503: "The database cannot be used at the moment.",
}


Page = Annotated[
    int, Query(ge=1, le=1_000_000, description=f"Lists have {MOST_ITEMS:,} items a page.")
]
LangParameter = Annotated[Lang, Query(description="The language of names and sentences.")]


async def _raw_body(request: Request) -> bytes:
    return await request.body()


RawBody = Annotated[bytes, Depends(_raw_body)]
"""The body as sent, byte for byte."""


class JsonRoute(LateRoute):
    """A route that speaks JSON both ways: 406 and 415 come before anything is looked at."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Answer, or refuse a body that is not JSON."""
        handle = super().get_route_handler()

        async def handle_json(request: Request) -> Response:
            if not _wants_json(request.headers.get("Accept", "")):
                raise HTTPException(406)
            if "\0" in request.url.path or "\0" in request.scope["path"]:
                raise HTTPException(404)  # no name has one, and no database takes it
            if self.body_field and _sends_something_else(request):
                raise HTTPException(415)
            try:
                return await handle(request)
            except RequestValidationError as error:
                raise RequestValidationError(list(map(_harmless, error.errors()))) from None

        return handle_json


def api_router(tag: str, *statuses: int) -> APIRouter:
    """A router of the API, all of whose routes may be refused with these statuses."""
    return APIRouter(prefix=PREFIX, tags=[tag], route_class=JsonRoute, responses=refused(*statuses))


def _sends_something_else(request: Request) -> bool:
    """Whether there is a body, and it is not said to be JSON."""
    headers = request.headers
    if headers.get("Content-Length", "0") == "0" and "Transfer-Encoding" not in headers:
        return False
    return headers.get("Content-Type", "").partition(";")[0].strip().casefold() != _JSON


def _wants_json(accept: str) -> bool:
    """Whether the client accepts JSON; without the header it accepts anything."""
    kinds = [each.strip().casefold().replace(" ", "") for each in accept.split(",")]
    wanted = [kind.partition(";")[0] for kind in kinds if not re.search(r";q=0(\.0*)?$", kind)]
    return accept.strip() == "" or any(
        kind in ("*/*", "application/*", _JSON, PROBLEM) for kind in wanted
    )


def _harmless(fault: Any) -> dict[str, Any]:
    """The places and kinds of errors; names out of the request can be written as UTF-8."""
    place = [writable(part) if isinstance(part, str) else part for part in fault["loc"]]
    return {"type": fault["type"], "loc": place, "msg": writable(validation.told(fault))}


def refused(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The description of these answers: all but 304 are problem+json."""
    return {status: _described(status) for status in statuses}


def _described(status: int) -> dict[str, Any]:
    if status == 304:
        return {"description": _TITLES[status]}
    schema = {"$ref": "#/components/schemas/ProblemAnswer"}
    return {"description": _TITLES[status], "content": {PROBLEM: {"schema": schema}}}


def answer(
    request: Request,
    model: BaseModel,
    etag: str | None = None,
    status: int = 200,
    cache: str = FRESH,
) -> Response:
    """The model as JSON; 304 if the client has just this already. `etag` is of its content if not given."""
    body = model.model_dump_json().encode()
    etag = etag or etag_of(request, body)
    if status == 200 and request.method == "GET" and (known := not_modified(request, etag, cache)):
        return known
    headers = {"ETag": etag, "Cache-Control": cache} if request.method == "GET" else {}
    return Response(body, status, headers, _JSON)


def answer_list(
    request: Request,
    model: type[BaseModel],
    items: Sequence[T],
    page: int,
    told: Callable[[T], Any] = lambda item: item,
    *,
    etag: str | None = None,
    cache: str = FRESH,
) -> Response:
    """This page of the list as JSON, each item converted by `told`. Raises 404 if there is no such page."""
    return answer(request, model(**part(items, page, told)), etag, cache=cache)


def rejected(request: Request, refusal: DomainError, status: int, season: Season) -> Response:
    """Every problem of a submission, in the words of the season's game."""
    problems = [told(problem, lang_of(request), season) for problem in refusal.problems]
    return refuse(request, status, [str(each["text"]) for each in problems], problems=problems)


def told(problem: Problem, lang: Lang, season: Season | None = None) -> dict[str, object]:
    """The problem, for programs and for people."""
    return {
        "code": problem.code,
        "line": problem.line,
        "column": problem.column,
        "text": explain(problem, lang, *(season.game, season.rules_version) if season else ()),
    }


def part(
    items: Sequence[T], page: int, told: Callable[[T], Any] = lambda item: item
) -> dict[str, Any]:
    """The fields of a page of a list, each item converted by `told`. Raises 404 if there is no such page."""
    pages = max(1, -(-len(items) // MOST_ITEMS))
    if page > pages:
        raise HTTPException(404)
    first = (page - 1) * MOST_ITEMS
    return {
        "page": page,
        "pages": pages,
        "total": len(items),
        "items": [told(each) for each in items[first : first + MOST_ITEMS]],
    }
