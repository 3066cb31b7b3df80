"""The groups of a game, and the page of each."""

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.games import fought
from app.league.own.groups import Ladder
from app.store.own import groups
from app.store.tables import PlayerGroup
from app.web.dependencies import Now, Reading, RowId, page_router
from app.web.rendering import page
from app.web.views.ranks import WORDS
from app.web.views.tables.pagination import MOST_LINES, PageNumber, part

router = page_router()


@router.get("/games/{game}/groups")
def table(
    request: Request, lang: Lang, game: str, session: Reading, now: Now, number: PageNumber
) -> Response:
    """All groups of the game, those with the most points first."""
    rules = fought(game)
    rolls = Ladder(session, rules.slug, now).rolls(*groups.of_game(session, rules.slug))
    found = part(rolls, number, MOST_LINES)
    return page(request, lang, "groups/table.html", game=rules, rolls=found, **WORDS)


@router.get("/groups/{number}")
def group(request: Request, lang: Lang, number: RowId, session: Reading, now: Now) -> Response:
    """The members of this group and its leader."""
    found = session.get(PlayerGroup, number)
    if found is None:
        raise HTTPException(404)
    (roll,) = Ladder(session, found.game, now).rolls(found)
    game = fought(found.game)
    return page(request, lang, "groups/group.html", game=game, roll=roll, **WORDS)
