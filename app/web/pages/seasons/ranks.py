"""How a season changed player ranks: the whole list, and one change game by game."""

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.league.matches.settings import rules_of
from app.web.dependencies import IN_LANGUAGE, page_router
from app.web.rendering import etag_of, page, require_change
from app.web.views.ranks import WORDS, explained, of_season
from app.web.views.results import PublicResults, ResultsView
from app.web.views.tables.pagination import MOST_LINES, PageNumber, part

router = page_router(f"{IN_LANGUAGE}/seasons/{{slug}}/rank")


@router.get("")
def changes(request: Request, lang: Lang, results: PublicResults, number: PageNumber) -> Response:
    """Everybody's change, the highest Elo after the season first. 404 for a season that does not count."""
    etag = _etag(request, results)
    require_change(request, etag)
    season, session = results.season, results.session
    found = part(of_season(session, season, lang), number, MOST_LINES)
    return page(
        request,
        lang,
        "ranks/season.html",
        etag=etag,
        season=season,
        game=rules_of(session, season),
        changes=found,
        **WORDS,
    )


@router.get("/{number:int}")
def change(request: Request, lang: Lang, number: int, results: PublicResults) -> Response:
    """One change, game by game. 404 if there is no such change."""
    etag = _etag(request, results)
    season, session = results.season, results.session
    of_all = of_season(session, season, lang)
    one = next((each for each in of_all if each.who.number == number), None)
    if one is None:
        raise HTTPException(404)
    require_change(request, etag)
    return page(
        request,
        lang,
        "ranks/change.html",
        etag=etag,
        season=season,
        game=rules_of(session, season),
        one=one,
        games=explained(session, season, one.row, lang),
        **WORDS,
    )


def _etag(request: Request, results: ResultsView) -> str:
    """Raises 404 for a season that does not count."""
    if not results.season.ranked:
        raise HTTPException(404)
    return etag_of(request, results.etag, results.season.ranked_at)
