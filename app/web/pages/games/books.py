"""The rules and the cards of each game."""

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from app.engine import Lang
from app.errors import BuildUnreadable
from app.games import ruleset
from app.league.results import card_sets
from app.letters import durations
from app.web import printing
from app.web.cards import families, row_of, rules_at
from app.web.dependencies import Reading, page_router
from app.web.errors import refuse
from app.web.forms import tidied
from app.web.markdown import book
from app.web.rendering import etag_of, page, page_of, require_change
from app.web.views.sparring import exhibition

router = page_router()


@router.get("/games")
def every_game(request: Request, lang: Lang) -> Response:
    """All games, and where their rules and cards are."""
    require_change(request, etag := etag_of(request))
    return page(request, lang, "games/games.html", etag=etag, exhibition=exhibition)


@router.get("/games/{game}")
def game(lang: Lang, game: str) -> Response:
    """To its rules."""
    return RedirectResponse(f"/{lang}/games/{ruleset(game).slug}/rules", 307)


@router.get("/games/{game}/rules")
@router.get("/games/{game}/rules/{version}")
def rules(request: Request, lang: Lang, game: str, version: str | None = None) -> Response:
    """The rule book; of an earlier version for the seasons that are played by it."""
    rules = rules_at(game, version)
    require_change(request, etag := etag_of(request))
    return page(
        request,
        lang,
        "games/rules.html",
        etag=etag,
        game=rules,
        book=book(rules, lang),
        duration=durations.of_match(rules, lang),
    )


@router.get("/games/{game}/cards")
@router.get("/games/{game}/cards/{version}")
def cards(
    request: Request, lang: Lang, game: str, session: Reading, version: str | None = None
) -> Response:
    """Every card and its text; one that was called for with its picture, its story and its author."""
    rules = rules_at(game, version)
    called = card_sets.printed(session, rules, lang)
    told = [(made.lore, made.who.owner, picture) for _, made, picture in called.values()]
    require_change(request, etag := etag_of(request, *told))
    return page(
        request,
        lang,
        "games/cards.html",
        etag=etag,
        game=rules,
        families=families(rules),
        called=called,
    )


@router.get("/games/{game}/print")
@router.get("/games/{game}/print/{version}")
def to_print(
    request: Request,
    lang: Lang,
    game: str,
    session: Reading,
    version: str | None = None,
    build: str = "",
) -> Response:
    """The cards on sheets to cut out, with everything a table needs; or the cards of one build with all copies."""
    rules = rules_at(game, version)
    rules = rules.makes or rules
    called = card_sets.printed(session, rules, lang)
    cards, aids = printing.of_game(rules, lang, called), rules.aids
    if build:
        try:
            row = row_of(rules, rules.read_build(tidied(build)))
        except BuildUnreadable as refusal:
            return refuse(request, 422, [rules.explain(each, lang) for each in refusal.problems])
        known = {each.card.info.id: each for each in cards}
        cards, aids = [known[each.info.id] for each in row], ()
    back = f"/{lang}{page_of(rules, 'cards')}"
    return page(request, lang, "games/print.html", game=rules, cards=cards, aids=aids, back=back)
