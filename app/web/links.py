"""Secret links out of letters: what they are about."""

from datetime import datetime

from fastapi import Request
from starlette.exceptions import HTTPException

from app.i18n import translations
from app.league.tokens import Purpose, make_token, read_token
from app.store.security_log import SecurityEvent
from app.web import limits, witness
from app.web.refusals import lang_of
from app.web.site import Site


def rows_of(request: Request, purpose: Purpose, token: str, now: datetime) -> tuple[int, int]:
    """The rows that the link names, whoever else has tried links that are none from the same place.

    Raises 404 for one that is none, or 429 if there were too many of them. Call it before the route's session is used.
    """
    site: Site = request.app.state.site
    rows = read_token(site.key, purpose, token)
    if rows is None or token != make_token(site.key, purpose, *rows):
        witness.note(request, SecurityEvent.WRONG_LINK, now, link=purpose)
        limits.spend_by_client(request, limits.WRONG_LINKS, now)
        raise broken(request)
    return rows


def broken(request: Request) -> HTTPException:
    """The link leads nowhere."""
    _ = translations(lang_of(request)).gettext
    return HTTPException(
        404,
        _("This link is not valid. Perhaps it was broken in two: copy all of it from the letter."),
    )
