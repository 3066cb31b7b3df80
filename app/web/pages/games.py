"""The rules and the cards of each game."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from app.engine import Lang
from app.games import ruleset
from app.web.cards import families
from app.web.markdown import book
from app.web.rendering import etag_of, not_modified, page

router = APIRouter()


@router.get("/{lang}/games")
def every_game(request: Request, lang: Lang) -> Response:
    """All games, and where their rules and cards are."""
    if known := not_modified(request, etag := etag_of(request)):
        return known
    return page(request, lang, "games.html", etag=etag)


@router.get("/{lang}/games/{game}")
def game(lang: Lang, game: str) -> Response:
    """To its rules."""
    return RedirectResponse(f"/{lang}/games/{ruleset(game).slug}/rules", 307)


@router.get("/{lang}/games/{game}/rules")
def rules(request: Request, lang: Lang, game: str) -> Response:
    """The rule book."""
    rules = ruleset(game)
    if known := not_modified(request, etag := etag_of(request)):
        return known
    return page(request, lang, "rules.html", etag=etag, game=rules, book=book(rules, lang))


@router.get("/{lang}/games/{game}/cards")
def cards(request: Request, lang: Lang, game: str) -> Response:
    """Every card there is, and what it does."""
    rules = ruleset(game)
    if known := not_modified(request, etag := etag_of(request)):
        return known
    return page(request, lang, "cards.html", etag=etag, game=rules, families=families(rules.slug))
