"""What programs ask every site for: what they may visit, and its icon."""

from typing import Final

from fastapi import APIRouter
from fastapi.responses import FileResponse, PlainTextResponse, Response

from app.web.rendering import STATIC

router = APIRouter()

_KEPT: Final = {"Cache-Control": "public, max-age=86400"}
_CLOSED: Final = (
    *("desk", "in/", "my", "confirm/", "follow/", "letters/", "lab/*/*", "seasons/*/enter"),
    "seasons/*/entries/*/what-if",  # takes seconds to work out
)


@router.get("/robots.txt")
def robots() -> Response:
    """Visitors are welcome everywhere but where people do something, or where we calculate for them."""
    lines = ["User-agent: *", *(f"Disallow: /*/{path}" for path in _CLOSED)]
    return PlainTextResponse("\n".join(lines) + "\n", headers=_KEPT)


@router.get("/favicon.ico")
def icon() -> Response:
    """The seal, for those who do not read which icon a page names."""
    return FileResponse(STATIC / "seal.svg", media_type="image/svg+xml", headers=_KEPT)
