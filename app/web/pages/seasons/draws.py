"""How a round of a stage was drawn."""

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.league import visibility
from app.league.results import draws
from app.web.dependencies import Reading, page_router
from app.web.rendering import page
from app.web.views import draws as views
from app.web.views.tables.pagination import MOST_PAIRED, PageNumber, part

router = page_router()


@router.get("/seasons/{slug}/stages/{place:int}/rounds/{round_:int}/draw")
def draw_of(
    request: Request,
    lang: Lang,
    slug: str,
    session: Reading,
    place: int,
    round_: int,
    number: PageNumber,
) -> Response:
    """The pairings of the round and their reasons.

    404 if it is not paired, or would reveal a result that is not public.
    """
    season = visibility.public_season(session, slug)
    found = draws.drawn(session, season, lang)
    if not found:
        raise HTTPException(404)
    drawn = views.round_of(found, place, round_, lang)
    plan = found.plans[place - 1]
    return page(
        request,
        lang,
        "seasons/draw.html",
        season=season,
        is_over=visibility.is_public(season),
        place=place,
        plan=plan,
        name=plan.name(lang),
        round=round_,
        drawn=drawn,
        pairs=part(drawn.pairs, number, MOST_PAIRED),
    )
