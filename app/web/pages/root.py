"""Addresses without a language: redirects to the one that the browser prefers, and the well-known files of a site."""

from typing import Final

from fastapi import Request
from fastapi.responses import FileResponse, PlainTextResponse, RedirectResponse, Response

from app.games import ruleset
from app.web.dependencies import page_router
from app.web.errors import lang_of
from app.web.rendering import STATIC

router = page_router("")

_KEPT: Final = {"Cache-Control": "public, max-age=86400"}
_CLOSED: Final = (
    *("desk", "in/", "my", "confirm/", "follow/", "letters/", "lab/*/*", "seasons/*/enter"),
    "seasons/*/entries/*/what-if",  # takes seconds to work out
    "seasons/*/entries/*/changes",
    "seasons/*/answers",
)


@router.get("/")
def home(request: Request) -> Response:
    """To the seasons."""
    return _in_language(request, "/")


@router.get("/seasons.ics")
def calendar(request: Request) -> Response:
    """To the calendar of all seasons."""
    return _in_language(request, "/seasons.ics")


@router.get("/lab")
def lab(request: Request) -> Response:
    """To the laboratory."""
    return _in_language(request, "/lab")


@router.get("/lab/{game}")
def box(request: Request, game: str) -> Response:
    """To the box of this game."""
    return _in_language(request, f"/lab/{ruleset(game).slug}")


@router.get("/docs")
def documents(request: Request) -> Response:
    """To the documentation."""
    return _in_language(request, "/docs")


@router.get("/robots.txt")
def robots() -> Response:
    """Robots are welcome everywhere but on pages where people act, or that are expensive."""
    lines = ["User-agent: *", *(f"Disallow: /*/{path}" for path in _CLOSED)]
    return PlainTextResponse("\n".join(lines) + "\n", headers=_KEPT)


@router.get("/favicon.ico")
def icon() -> Response:
    """The seal, for browsers that ignore the icon named by a page."""
    return FileResponse(STATIC / "seal.svg", media_type="image/svg+xml", headers=_KEPT)


def _in_language(request: Request, path: str) -> Response:
    return RedirectResponse(f"/{lang_of(request)}{path}", 302, headers={"Vary": "Accept-Language"})
