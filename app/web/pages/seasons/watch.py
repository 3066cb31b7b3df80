"""The battles of a season without their results, for readers who want to watch first: in order of arrival, never by place."""

from typing import Final

from fastapi import Request
from fastapi.responses import Response

from app.engine import Lang
from app.league.results.results import Participant
from app.web.dependencies import page_router
from app.web.rendering import page
from app.web.views.results import NewResults, ResultsView, index_of
from app.web.views.tables.pagination import PageNumber, PagePart, part

router = page_router()

MOST_LINKS: Final = 100
"""Of characters, or of battles, on one page."""


@router.get("/seasons/{slug}/battles")
def everybody(request: Request, lang: Lang, results: NewResults, number: PageNumber) -> Response:
    """The characters of the season; each leads to its battles."""
    field = sorted(results.run().participants, key=lambda each: each.number)
    return _page(request, lang, results, None, part(field, number, MOST_LINKS))


@router.get("/seasons/{slug}/entries/{number:int}/battles")
def battles_of(
    request: Request, lang: Lang, results: NewResults, number: int, at: PageNumber
) -> Response:
    """The battles of this character, without a word of how they end."""
    participants = results.run().participants
    who = participants[index_of(results.run(), number)]
    met = sorted((each for each in participants if each is not who), key=lambda each: each.number)
    return _page(request, lang, results, who, part(met, at, MOST_LINKS))


def _page(
    request: Request,
    lang: Lang,
    results: ResultsView,
    who: Participant | None,
    field: PagePart[Participant],
) -> Response:
    return page(
        request,
        lang,
        "seasons/watch.html",
        etag=results.etag,
        season=results.season,
        who=who,
        field=field,
    )
