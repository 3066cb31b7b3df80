"""Who speaks through this browser: it holds a token in a cookie, the database the token's SHA-256.

Players and organisers have a cookie each, so that somebody can be both. A player is signed in for one season.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Final

from fastapi import Depends, Request
from fastapi.responses import Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.i18n import N_, translations
from app.store import sign_ins
from app.store.database import Database, StoreUnavailable
from app.store.tables import SignIn, SignInPurpose
from app.web.refusals import lang_of
from app.web.site import Now, Site, SiteOf

IDLE: Final = timedelta(hours=12)
"""A browser that was not used for so long is signed out."""
LIFETIME: Final = timedelta(days=7)
"""After this it is signed out whether it was used or not."""
SEEN_EVERY: Final = timedelta(minutes=10)
"""How exactly we know when a browser was used last."""

_ASK: Final = {
    SignInPurpose.PLAYER: N_(
        "This page is yours alone. Open it with the link in the letter that answered your entry."
    ),
    SignInPurpose.ORGANISER: N_("This page is for organisers. Please sign in first."),
}


@dataclass(frozen=True, slots=True)
class Signed:
    """Somebody who is signed in. Forms of his carry `form_token`; `season_id` is None for organisers."""

    id: int
    purpose: SignInPurpose
    player_id: int
    season_id: int | None
    form_token: str


def start(
    session: Session,
    request: Request,
    response: Response,
    purpose: SignInPurpose,
    player_id: int,
    *,
    now: datetime,
    season_id: int | None = None,
    label: str = "",
) -> Signed:
    """This browser speaks for the player from now on, with a new token; whom it spoke for before is over."""
    site: Site = request.app.state.site
    if old := request.cookies.get(cookie_name(site, purpose)):
        sign_ins.end(session, old, now=now)
    sign_in, token = sign_ins.start(
        session,
        purpose,
        player_id,
        now=now,
        expires_at=now + LIFETIME,
        season_id=season_id,
        label=label,
    )
    response.set_cookie(
        cookie_name(site, purpose),
        token,
        max_age=int(LIFETIME.total_seconds()),
        path="/",
        secure=_is_https(site),
        httponly=True,
        samesite="lax",
    )
    return _signed(sign_in)


def end(
    session: Session, request: Request, response: Response, purpose: SignInPurpose, now: datetime
) -> None:
    """This browser speaks for nobody any more."""
    site: Site = request.app.state.site
    name = cookie_name(site, purpose)
    if token := request.cookies.get(name):
        sign_ins.end(session, token, now=now)
    response.delete_cookie(name, path="/", secure=_is_https(site), httponly=True, samesite="lax")


def cookie_name(site: Site, purpose: SignInPurpose) -> str:
    """With `__Host-` no other site, and no page without HTTPS, can set it in our name."""
    return f"{'__Host-' if _is_https(site) else ''}hikyaku-{purpose.value}"


def _is_https(site: Site) -> bool:
    return site.settings.base_url.startswith("https:")


def _signed(sign_in: SignIn) -> Signed:
    return Signed(
        sign_in.id, sign_in.purpose, sign_in.player_id, sign_in.season_id, sign_in.form_token
    )


def _if_any(purpose: SignInPurpose) -> Callable[[Request, Site, datetime], Signed | None]:
    def signed_in(request: Request, site: SiteOf, now: Now) -> Signed | None:
        """Found in a transaction of its own, which is over before the route begins."""
        token = request.cookies.get(cookie_name(site, purpose))
        if not token:
            return None
        with site.database.reading() as session:
            sign_in = sign_ins.find(session, token, purpose, now=now, idle=IDLE)
        if sign_in is None:
            return None
        if now - sign_in.seen_at > SEEN_EVERY:
            _touch(site.database, sign_in, now)
        return _signed(sign_in)

    return signed_in


def _touch(database: Database, sign_in: SignIn, now: datetime) -> None:
    with suppress(StoreUnavailable), database.writing() as session:
        sign_ins.touch(session, sign_in.id, now=now)


def _required(request: Request, signed: Signed | None, purpose: SignInPurpose) -> Signed:
    if signed is None:
        raise HTTPException(403, translations(lang_of(request)).gettext(_ASK[purpose]))
    return signed


PlayerIfAny = Annotated[Signed | None, Depends(_if_any(SignInPurpose.PLAYER))]
OrganiserIfAny = Annotated[Signed | None, Depends(_if_any(SignInPurpose.ORGANISER))]


def _player(request: Request, signed: PlayerIfAny) -> Signed:
    return _required(request, signed, SignInPurpose.PLAYER)


def _organiser(request: Request, signed: OrganiserIfAny) -> Signed:
    return _required(request, signed, SignInPurpose.ORGANISER)


SignedInPlayer = Annotated[Signed, Depends(_player)]
SignedInOrganiser = Annotated[Signed, Depends(_organiser)]
