"""The ratings of a game across its seasons, and the book from which anybody counts them again."""

from fastapi import Request
from fastapi.responses import Response

from app.engine import Lang
from app.games import fought
from app.league.careers import books, skills
from app.tournament.ratings.skill import START
from app.web.dependencies import Reading, page_router
from app.web.rendering import as_made, page
from app.web.views.tables.pagination import MOST_LINES, PageNumber, part

router = page_router("")


@router.get("/{lang}/games/{game}/ratings")
def ratings(
    request: Request, lang: Lang, game: str, session: Reading, number: PageNumber
) -> Response:
    """Every owner who wants to be known and has met another such, the highest rating first; and how they are counted."""
    rules = fought(game)
    found = skills.of_game(session, rules.slug)
    return page(
        request,
        lang,
        "ranks/ratings.html",
        game=rules,
        periods=found.periods,
        lines=part(found.lines, number, MOST_LINES),
        start=START,
    )


@router.get("/games/{game}/ratings.json")
def ratings_json(request: Request, game: str, session: Reading) -> Response:
    """All that is needed, beside the records of the seasons, to count the ratings again: `hikyaku rating verify`."""
    rules = fought(game)
    text = books.of_game(session, rules.slug).model_dump_json()
    return as_made(request, text, "application/json", f"{rules.slug}-ratings.json")
