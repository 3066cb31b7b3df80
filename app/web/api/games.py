"""Games as JSON: their rules, their cards."""

from typing import Annotated

from fastapi import Path, Query, Request
from fastapi.responses import Response

from app.games import ruleset, slugs
from app.web.api.models.public import Card, Game, List, Rules
from app.web.api.responses import LangParameter, answer, api_router, refused
from app.web.cards import rules_at

router = api_router("games", 304, 406)

Version = Annotated[
    str | None,
    Query(
        alias="rules", description="A version of the rules, as seasons name it; else the newest."
    ),
]
GameSlug = Annotated[str, Path(alias="game", description="Such as `laplaplus`.")]


@router.get("/games", response_model=List[Game])
def games(request: Request) -> Response:
    """All games."""
    found = [Game.of(ruleset(slug)) for slug in slugs()]
    return answer(request, List[Game](page=1, pages=1, total=len(found), items=found))


@router.get("/games/{game}", response_model=Game, responses=refused(404))
def game(request: Request, slug: GameSlug) -> Response:
    """A game."""
    return answer(request, Game.of(ruleset(slug)))


@router.get("/games/{game}/cards", response_model=List[Card], responses=refused(404))
def cards(request: Request, slug: GameSlug, version: Version = None) -> Response:
    """All cards of a game, in order of number."""
    found = [Card.of(card) for card in rules_at(slug, version).cards]
    return answer(request, List[Card](page=1, pages=1, total=len(found), items=found))


@router.get("/games/{game}/rules", response_model=Rules, responses=refused(404, 422))
def rules(
    request: Request, slug: GameSlug, lang: LangParameter = "en", version: Version = None
) -> Response:
    """The rule book of a game."""
    game = rules_at(slug, version)
    return answer(
        request,
        Rules(
            game=game.slug,
            rules_version=game.rules_version,
            lang=lang,
            markdown=game.rules(lang),
        ),
    )
