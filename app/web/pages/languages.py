"""Addresses without a language: they lead to the page in the language that the browser prefers."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from app.games import ruleset
from app.web.errors import lang_of

router = APIRouter()


@router.get("/")
def home(request: Request) -> Response:
    """To the seasons."""
    return _in_language(request, "/")


@router.get("/lab")
def lab(request: Request) -> Response:
    """To the laboratory."""
    return _in_language(request, "/lab")


@router.get("/lab/{game}")
def box(request: Request, game: str) -> Response:
    """To the box of this game."""
    return _in_language(request, f"/lab/{ruleset(game).slug}")


def _in_language(request: Request, path: str) -> Response:
    return RedirectResponse(f"/{lang_of(request)}{path}", 302, headers={"Vary": "Accept-Language"})
