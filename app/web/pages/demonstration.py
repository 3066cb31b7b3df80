"""The letters of the demonstration: none of them leaves, and its visitors read them here."""

from typing import Final

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.letters.contents import render
from app.store.work import outbox
from app.store.work.outbox import Where
from app.web.dependencies import Reading, SiteOf, page_router
from app.web.rendering import UNKEPT, page

router = page_router()

MOST_LETTERS: Final = 12


@router.get("/demonstration/letters")
def newest(request: Request, lang: Lang, session: Reading, site: SiteOf) -> Response:
    """The newest letters to anybody. 404 outside the demonstration."""
    if not site.settings.is_demo:
        raise HTTPException(404)
    found = outbox.listed(session, Where.ALL, season=None, kind="", first=0, most=MOST_LETTERS)
    letters = [(letter, render(session, letter)) for letter in found.letters]
    return page(request, lang, "demonstration.html", cache=UNKEPT, letters=letters)
