"""The hall of fame of a cup, and of a game."""

from collections.abc import Sequence
from typing import Final

from fastapi import Request
from fastapi.responses import Response

from app.engine import Lang
from app.games import fought
from app.league.careers import halls, skills
from app.league.careers.halls import Hall
from app.league.careers.skills import SkillLine
from app.league.seasons import cups
from app.store import entrants
from app.web.dependencies import Reading, page_router
from app.web.rendering import page
from app.web.views.tables.pagination import MOST_LINES, PageNumber, part

_MOST_RATED: Final = 10
"""Of the ratings, whose own page has all."""

router = page_router()


@router.get("/cups/{cup}/hall")
def of_cup(
    request: Request, lang: Lang, cup: str, session: Reading, number: PageNumber
) -> Response:
    """Of a cup: winners, most titles, best characters, the table of all its editions."""
    found, editions = cups.public_cup(session, cup)
    hall = halls.hall_of(session, editions)
    above = [(f"/{lang}/cups/{found.slug}", found.title(lang))]
    winners = entrants.winners(session, (each.published_run_id for each in hall.seasons), lang)
    return _page(request, lang, hall, number, found.title(lang), above, winners)


@router.get("/games/{game}/hall")
def of_game(
    request: Request, lang: Lang, game: str, session: Reading, number: PageNumber
) -> Response:
    """The same of all seasons of a game."""
    rules = fought(game)
    hall = halls.of_game(session, rules.slug)
    above = [(f"/{lang}/games/{rules.slug}/rules", rules.title.to(lang))]
    winners = entrants.winners(session, (each.published_run_id for each in hall.seasons), lang)
    rated = skills.of_game(session, rules.slug).lines[:_MOST_RATED]
    return _page(request, lang, hall, number, rules.title.to(lang), above, winners, rated)


def _page(
    request: Request,
    lang: Lang,
    hall: Hall,
    number: int,
    of: str,
    above: list[tuple[str, str]],
    winners: dict[int, list[str]],
    rated: Sequence[SkillLine] = (),
) -> Response:
    return page(
        request,
        lang,
        "cups/hall.html",
        hall=hall,
        of=of,
        above=above,
        winners=winners,
        rated=rated,
        lines=part(hall.lines, number, MOST_LINES),
    )
