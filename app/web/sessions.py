"""Sign-ins of browsers: the browser has a token in a cookie, the database the token's SHA-256.

Players and organisers use different cookies, so one person can be both. Players have one cookie per season.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Final

from fastapi import Depends, Request
from fastapi.responses import Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.i18n import N_, translations
from app.store.database import StoreUnavailable
from app.store.ratings import contacts
from app.store.security import second_factors, sign_ins
from app.store.security.security_log import SecurityEvent
from app.store.tables import Player, Season, SignIn, SignInPurpose
from app.web import security_events
from app.web.dependencies import Site, now_of, site_of
from app.web.errors import lang_of

IDLE: Final = timedelta(hours=12)
"""A browser that was not used for so long is signed out."""
LIFETIME: Final = timedelta(days=7)
"""After this it is signed out whether it was used or not."""
FRESH: Final = timedelta(minutes=15)
"""The time for which an organiser's proof of who they are holds."""
SEEN_EVERY: Final = timedelta(minutes=10)
"""How exactly we know when a browser or a program was used last."""

_ASK: Final = {
    SignInPurpose.PLAYER: N_("This page is yours alone. Open it by the link in your receipt."),
    SignInPurpose.ORGANISER: N_("This page is for organisers. Please sign in first."),
}


@dataclass(frozen=True, slots=True)
class SignedInPerson:
    """A signed-in person. Their forms carry `form_token`; `season_id` is None for organisers."""

    id: int
    purpose: SignInPurpose
    player_id: int
    season_id: int | None
    form_token: str
    proven_at: datetime | None = None

    def is_fresh(self, now: datetime) -> bool:
        """Whether they proved lately who they are: enough for acts that cannot be undone."""
        return self.proven_at is not None and abs(now - self.proven_at) <= FRESH


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
) -> SignedInPerson:
    """This browser speaks for the player from now on, with a new token; its earlier sign-in there has ended."""
    site: Site = request.state.site
    season = session.get(Season, season_id) if season_id else None
    name = cookie_name(site, purpose, season.slug if season else "")
    if old := request.cookies.get(name):
        sign_ins.end(session, old, now=now)
    sign_in, token = sign_ins.start(
        session,
        purpose,
        player_id,
        now=now,
        expires_at=now + LIFETIME,
        season_id=season_id,
        label=label,
        browser=browser_of(request.headers.get("User-Agent", "")),
        proven_at=now,
    )
    contacts.note(session, player_id, now.astimezone(site.settings.zone).date())
    response.set_cookie(
        name,
        token,
        max_age=int(LIFETIME.total_seconds()),
        path="/",
        secure=_is_https(site),
        httponly=True,
        samesite="lax",
    )
    if purpose is SignInPurpose.ORGANISER:
        response.set_cookie(
            _marker(site),
            purpose.value,
            max_age=int(LIFETIME.total_seconds()),
            path="/",
            secure=_is_https(site),
            samesite="lax",
        )
    security_events.note(
        request,
        SecurityEvent.SIGNED_IN,
        now,
        player=player_id,
        season=season_id,
        role=purpose.value,
    )
    return _signed(sign_in)


def end(
    session: Session, request: Request, response: Response, purpose: SignInPurpose, now: datetime
) -> None:
    """This browser is signed out; of players' sign-ins, in all seasons."""
    site: Site = request.state.site
    held = _held(request, purpose)
    sign_ins.end(session, *held.values(), now=now)
    security_events.note(request, SecurityEvent.SIGNED_OUT, now, role=purpose.value)
    for name in held:
        response.delete_cookie(
            name, path="/", secure=_is_https(site), httponly=True, samesite="lax"
        )
    if purpose is SignInPurpose.ORGANISER:
        response.delete_cookie(_marker(site), path="/", secure=_is_https(site), samesite="lax")
    response.headers["Clear-Site-Data"] = '"cache", "storage"'  # ASVS v5.0.0-14.3.1


def _marker(site: Site) -> str:
    """A cookie that opens nothing: a script of every page reads it and reveals the link to the desk."""
    return f"{'__Host-' if _is_https(site) else ''}hikyaku-signed"


def cookie_name(site: Site, purpose: SignInPurpose, season: str = "") -> str:
    """The name of the cookie.

    `__Host-` keeps other sites, and pages without HTTPS, from setting it. `season` is the slug of the season in
    which it acts for a player.
    """
    prefix = "__Host-" if _is_https(site) else ""
    return f"{prefix}hikyaku-{purpose.value}" + (f"-{season}" if season else "")


def seasons_of(request: Request, session: Session, now: datetime) -> list[Season]:
    """The seasons in which this browser acts for a player, the latest sign-in first."""
    return [season for season, _ in players_of(request, session, now)]


def players_of(request: Request, session: Session, now: datetime) -> list[tuple[Season, Player]]:
    """The same, each with the player."""
    purpose = SignInPurpose.PLAYER
    tokens = _held(request, purpose).values()
    found = sign_ins.find_all(session, tokens, purpose, now=now, idle=IDLE)
    players: dict[int, int] = {}
    for each in found:
        if each.season_id is not None:
            players.setdefault(each.season_id, each.player_id)
    return [
        (session.get_one(Season, season_id), session.get_one(Player, player_id))
        for season_id, player_id in players.items()
    ]


_BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "Linux": "Linux",
}
"""Parts of a User-Agent, the more special first, and their common names."""


def browser_of(user_agent: str) -> str:
    """`Firefox, Android`: as much as its owner needs to know it again, and no more; empty if it says nothing known."""
    names = (
        next((name for mark, name in table.items() if mark in user_agent), "")
        for table in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(filter(None, names))


def speaks_for(
    request: Request, session: Session, player_id: int, season: Season, now: datetime
) -> bool:
    """Whether this browser speaks for this player in this season already."""
    purpose, site = SignInPurpose.PLAYER, request.state.site
    token = request.cookies.get(cookie_name(site, purpose, season.slug), "")
    found = sign_ins.find(session, token, purpose, now=now, idle=IDLE)
    return found is not None and (found.player_id, found.season_id) == (player_id, season.id)


def browsers_of(session: Session, signed: SignedInPerson, now: datetime) -> Sequence[SignIn]:
    """All browsers that speak for the same player, in whatever season."""
    return sign_ins.of_player(session, signed.player_id, [signed.purpose], now=now, idle=IDLE)


def _held(request: Request, purpose: SignInPurpose) -> dict[str, str]:
    """The cookies of this browser for sign-ins of this kind."""
    name = re.escape(cookie_name(request.state.site, purpose))
    ours = re.compile(f"{name}(-[a-z0-9]+)*")
    return {each: token for each, token in request.cookies.items() if ours.fullmatch(each)}


def _is_https(site: Site) -> bool:
    return site.settings.base_url.startswith("https:")


def _signed(sign_in: SignIn) -> SignedInPerson:
    return SignedInPerson(
        sign_in.id,
        sign_in.purpose,
        sign_in.player_id,
        sign_in.season_id,
        sign_in.form_token,
        sign_in.proven_at,
    )


def _find(
    request: Request, site: Site, purpose: SignInPurpose, now: datetime, season: str = ""
) -> SignedInPerson | None:
    """Look up the session in a separate transaction that ends before the route begins."""
    token = request.cookies.get(cookie_name(site, purpose, season))
    if not token:
        return None
    with site.database.reading() as session:
        sign_in = sign_ins.find(session, token, purpose, now=now, idle=IDLE)
        if sign_in is None or (season and _season_of(session, sign_in) != season):
            return None
    note_use(site, sign_in, now)
    return _signed(sign_in)


def _season_of(session: Session, sign_in: SignIn) -> str:
    """The season by the database: cookies can be renamed."""
    return session.get_one(Season, sign_in.season_id).slug


def note_use(site: Site, sign_in: SignIn, now: datetime) -> None:
    """It is kept that the sign-in was used, unless that is known or the database takes nothing just now."""
    if abs(now - sign_in.seen_at) > SEEN_EVERY:
        with suppress(StoreUnavailable), site.database.writing() as session:
            sign_ins.touch(session, sign_in.id, now=now)
            day = now.astimezone(site.settings.zone).date()
            contacts.note(session, sign_in.player_id, day)


def not_signed_in(request: Request, purpose: SignInPurpose) -> HTTPException:
    """The reader has to sign in first."""
    request.scope["hikyaku.at-desk"] = purpose is SignInPurpose.ORGANISER
    return HTTPException(403, translations(lang_of(request)).gettext(_ASK[purpose]))


def _player_if_any(request: Request, slug: str) -> SignedInPerson | None:
    return _find(request, site_of(request), SignInPurpose.PLAYER, now_of(request), slug)


PlayerIfAny = Annotated[SignedInPerson | None, Depends(_player_if_any)]
"""The player of the season of the address, if this browser speaks for one."""


def _player(request: Request, signed: PlayerIfAny) -> SignedInPerson:
    if signed is None:
        raise not_signed_in(request, SignInPurpose.PLAYER)
    return signed


def _organiser(request: Request) -> SignedInPerson:
    site = site_of(request)
    signed = _find(request, site, SignInPurpose.ORGANISER, now_of(request))
    if signed is None:
        raise not_signed_in(request, SignInPurpose.ORGANISER)
    if site.settings.second_factor == "required":
        _require_factor(request, site, signed)
    return signed


_WITHOUT_FACTOR: Final = (
    *("desk/security", "desk/security/factor", "desk/security/end"),
    "desk/sign-out",
)
"""Pages open to organisers without a second factor where one is required; making a token is not, since tokens need none."""


def _require_factor(request: Request, site: Site, signed: SignedInPerson) -> None:
    """An organiser without a second factor is sent to the page where they get one, from any other."""
    lang, _, path = request.url.path.removeprefix("/").partition("/")
    if path in _WITHOUT_FACTOR or path.startswith("desk/prove/"):
        return
    with site.database.reading() as session:
        is_on = second_factors.is_on(session, signed.player_id)
    if not is_on:
        raise HTTPException(303, headers={"Location": f"/{lang}/desk/security"})


SignedInPlayer = Annotated[SignedInPerson, Depends(_player)]
SignedInOrganiser = Annotated[SignedInPerson, Depends(_organiser)]
