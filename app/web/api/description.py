"""The description of the API: OpenAPI for programs, a list of routes for people."""

from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse, Response

from app import __version__
from app.web.api import (
    cups,
    drafts,
    games,
    halls,
    lab,
    matches,
    organisers,
    ranks,
    seasons,
    stages,
    statistics,
    submission,
)
from app.web.api.models.public import ProblemAnswer
from app.web.api.responses import PREFIX
from app.web.errors import lang_of
from app.web.rendering import page

router = APIRouter(prefix=PREFIX)


@router.get("/openapi.json", include_in_schema=False)
def openapi() -> Response:
    """The description of all routes."""
    return JSONResponse(description())


@router.get("/", include_in_schema=False)
def listing(request: Request) -> Response:
    """The routes, for people."""
    answer = page(request, lang_of(request), "api.html", routes=routes())
    answer.headers["Vary"] = "Accept-Language"
    return answer


def routes() -> list[tuple[str, str, str]]:
    """Method, address and purpose of every route."""
    return [
        (method.upper(), path, operation["description"])
        for path, operations in description()["paths"].items()
        for method, operation in operations.items()
    ]


@cache
def description() -> dict[str, Any]:
    """OpenAPI of this version."""
    described = get_openapi(
        title="Hikyaku",
        version=__version__,
        summary="Play-by-mail tournaments.",
        description="Errors are problem+json (RFC 9457), in the language of `Accept-Language`.",
        routes=router.routes,
    )
    problem = ProblemAnswer.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas = described["components"]["schemas"]
    for operation in (each for path in described["paths"].values() for each in path.values()):
        if "application/json" in operation["responses"].get("422", {}).get("content", {}):
            del operation["responses"]["422"]  # an address that cannot be is a 404 here
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas |= problem.pop("$defs") | {"ProblemAnswer": problem}
    return described


for _kind in (
    games,
    drafts,
    lab,
    seasons,
    stages,
    cups,
    matches,
    halls,
    ranks,
    statistics,
    submission,
    organisers,
):
    router.routes += _kind.router.routes  # `include_router` would make each of them again
