"""The ranking list (番付) of a season that follows another: two columns, division by division, and where each comes from."""

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.league import visibility
from app.league.results import banzuke
from app.web.dependencies import Reading, page_router
from app.web.rendering import page

router = page_router("")


@router.get("/{lang}/seasons/{slug}/banzuke")
def ranking_list(request: Request, lang: Lang, slug: str, session: Reading) -> Response:
    """The ranking list from the closing on. 404 before, and of a season that follows none."""
    season = visibility.public_season(session, slug)
    found = banzuke.list_of(session, season, lang)
    if found is None:
        raise HTTPException(404)
    return page(request, lang, "seasons/banzuke.html", season=season, list=found)
