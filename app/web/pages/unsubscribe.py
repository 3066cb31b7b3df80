"""The link at the end of a letter: its reader gets no more of them, or gets them again."""

from datetime import datetime

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlmodel import Session

from app.engine import Lang
from app.league import budgets, players
from app.league.tokens import Purpose
from app.store.tables import Player
from app.web.forms import SentForm
from app.web.links import broken, rows_of
from app.web.rendering import UNKEPT, page
from app.web.site import IN_LANGUAGE, Now, Reading, Site, SiteOf, Writing

router = APIRouter(prefix=IN_LANGUAGE)


@router.get("/letters/stop/{token}")
def ask(request: Request, lang: Lang, token: str, session: Reading, now: Now) -> Response:
    """Whether letters go out to this reader, and the button for the other; nothing is changed."""
    return _page(request, lang, _player(request, session, token, now))


@router.post("/letters/stop/{token}")
def stop(
    request: Request, lang: Lang, token: str, sent: SentForm, session: Writing, now: Now
) -> Response:
    """No more letters, or with `again` letters again. A mail program may do it alone (RFC 8058)."""
    player = _player(request, session, token, now)
    if sent.text("again"):
        players.unmute(session, player)
    else:
        players.mute(session, player, now)
    return _page(request, lang, player, changed=True)


@router.get("/letters/never/{token}")
def ask_never(request: Request, lang: Lang, token: str, session: Reading, now: Now) -> Response:
    """The button that refuses all letters that others cause to this mailbox, or takes that back."""
    return _never_page(request, lang, session, _player(request, session, token, now, "never"))


@router.post("/letters/never/{token}")
def refuse(
    request: Request,
    lang: Lang,
    token: str,
    sent: SentForm,
    session: Writing,
    site: SiteOf,
    now: Now,
) -> Response:
    """Nothing goes there any more that others cause, or with `again` it does. A mail program may do it alone."""
    player = _player(request, session, token, now, "never")
    if sent.text("again"):
        budgets.allow(session, site.key, player)
    else:
        budgets.refuse(session, site.key, player, now)
    return _never_page(request, lang, session, player, changed=True)


def _never_page(
    request: Request, lang: Lang, session: Session, player: Player, *, changed: bool = False
) -> Response:
    site: Site = request.app.state.site
    is_refused = budgets.is_refused(session, site.key, player)
    return page(request, lang, "never.html", cache=UNKEPT, is_refused=is_refused, changed=changed)


def _player(
    request: Request, session: Session, token: str, now: datetime, purpose: Purpose = "mute"
) -> Player:
    """Whose letters the link is about. Raises 404."""
    number, _ = rows_of(request, purpose, token, now)
    player = session.get(Player, number)
    if player is None:
        raise broken(request)
    return player


def _page(request: Request, lang: Lang, player: Player, *, changed: bool = False) -> Response:
    is_muted = bool(player.muted_at)
    return page(request, lang, "letters.html", cache=UNKEPT, is_muted=is_muted, changed=changed)
