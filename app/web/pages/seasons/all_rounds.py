"""The table over all rounds of seasons that continue one another."""

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.league import visibility
from app.league.results import all_rounds
from app.web.dependencies import Reading, page_router
from app.web.rendering import page
from app.web.views.tables.pagination import MOST_LINES, PageNumber, part

router = page_router("")


@router.get("/{lang}/seasons/{slug}/all-rounds")
def table(
    request: Request, lang: Lang, slug: str, session: Reading, number: PageNumber
) -> Response:
    """The table of all rounds up to this season. 404 before its results are public, and of one that continues none."""
    season = visibility.public_season(session, slug)
    found = all_rounds.of(session, season, lang)
    if found is None:
        raise HTTPException(404)
    return page(
        request,
        lang,
        "seasons/all_rounds.html",
        season=season,
        found=found,
        lines=part(found.lines, number, MOST_LINES),
    )
