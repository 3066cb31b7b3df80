"""The leader board of a game: the player rank, and how it is counted."""

from fastapi import Request
from fastapi.responses import Response

from app.engine import Lang
from app.games import fought
from app.league.results import ranks
from app.web.dependencies import Now, Reading, SiteOf, page_router
from app.web.rendering import page
from app.web.views.ranks import WORDS, named, table
from app.web.views.tables.pagination import MOST_PAIRED, PageNumber, part

router = page_router()


@router.get("/games/{game}/rank")
def board(
    request: Request,
    lang: Lang,
    game: str,
    session: Reading,
    now: Now,
    site: SiteOf,
    number: PageNumber,
) -> Response:
    """Everybody whose results counted, the highest rank first; with the formulae."""
    rules, zone = fought(game), site.settings.zone
    places = part(ranks.board(session, rules.slug, now, zone), number, MOST_PAIRED)
    names = named(session, [each.change for each in places.items], lang)
    return page(
        request,
        lang,
        "ranks/board.html",
        game=rules,
        places=places,
        names=names,
        today=now,
        table=table(),
        **WORDS,
    )
