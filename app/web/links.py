"""Secret links out of letters, resolved to the rows that they name."""

from datetime import datetime

from fastapi import Request
from starlette.exceptions import HTTPException

from app.i18n import translations
from app.league.people.tokens import (
    PERSONAL,
    Purpose,
    claimed_rows,
    is_replaced,
    make_token,
    read_token,
)
from app.store import players
from app.store.security.security_log import SecurityEvent
from app.store.tables import NOBODYS, Secrets
from app.web import limits, security_events
from app.web.dependencies import Site
from app.web.errors import lang_of


class LinkReplaced(HTTPException):
    """410: the player has replaced this link. `rows` are the rows it named."""

    def __init__(self, request: Request, rows: tuple[int, int]) -> None:
        _ = translations(lang_of(request)).gettext
        words = _("This link has been replaced. Use the one in your latest letter.")
        super().__init__(410, words)
        self.rows = rows


def rows_of(request: Request, purpose: Purpose, token: str, now: datetime) -> tuple[int, int]:
    """The rows that the link names.

    Wrong links tried by others from the same network do not matter. Raises 404 for an unknown link, 410 for one
    its player has replaced, 429 after too many wrong ones. Call it before the route's session is used.
    """
    site: Site = request.state.site
    own = _own(site, purpose, token)
    rows = read_token(site.key, purpose, token, own=own)
    if rows is None or token != make_token(site.key, purpose, *rows, own=own):
        if is_replaced(site.key, purpose, token, own=own):
            raise LinkReplaced(request, claimed_rows(token) or (0, 0))
        security_events.note(request, SecurityEvent.WRONG_LINK, now, link=purpose)
        limits.spend_by_client(request, limits.WRONG_LINKS, now)
        raise broken(request)
    return rows


def _own(site: Site, purpose: Purpose, token: str) -> Secrets:
    """What the token may open of the player it names."""
    claimed = claimed_rows(token) if purpose in (*PERSONAL, "duel") else None
    if claimed is None:
        return NOBODYS
    with site.database.reading() as session:
        return players.secrets_of(session, purpose, *claimed)


def broken(request: Request) -> HTTPException:
    """The link leads nowhere."""
    _ = translations(lang_of(request)).gettext
    return HTTPException(
        404,
        _("This link does not work. Perhaps it was cut in two: copy all of it from the letter."),
    )
