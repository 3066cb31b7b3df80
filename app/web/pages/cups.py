"""A cup: its editions with their winners; and the list of all cups."""

from fastapi import Request
from fastapi.responses import Response

from app.engine import Lang
from app.league.seasons import cups
from app.store import entrants
from app.store.tables import OVER
from app.web.dependencies import Reading, page_router
from app.web.rendering import page
from app.web.views.seasons import STATES

router = page_router()


@router.get("/cups")
def every(request: Request, lang: Lang, session: Reading) -> Response:
    """All cups, each with its last edition."""
    return page(request, lang, "cups/every.html", cups=cups.public_cups(session), states=STATES)


@router.get("/cups/{cup}")
def one(request: Request, lang: Lang, cup: str, session: Reading) -> Response:
    """The editions of a cup, the last first. Winners stand there once the results are public."""
    found, editions = cups.public_cup(session, cup)
    past = [each for each in editions if each.state in OVER]
    return page(
        request,
        lang,
        "cups/cup.html",
        cup=found,
        coming=[each for each in editions if each not in past],
        past=past,
        states=STATES,
        counts=entrants.counts(session),
        winners=entrants.winners(session, (each.published_run_id for each in past), lang),
    )
