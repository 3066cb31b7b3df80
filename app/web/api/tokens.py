"""Tokens of organisers: whose one is, and what a program that sends it may do."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.exceptions import HTTPException

from app.i18n import N_, translations
from app.league.people.organisers import Right, rights
from app.store.security import sign_ins
from app.store.security.audits import Organiser
from app.store.security.security_log import SecurityEvent
from app.store.tables import Player, SignInPurpose
from app.web import security_events, sessions
from app.web.api.responses import PREFIX, JsonRoute, refused
from app.web.dependencies import now_of, site_of
from app.web.errors import lang_of

_BEARER: Final = HTTPBearer(
    auto_error=False, description="`hikyaku organiser token` prints one, valid for a year."
)


_NOT_IN_TOKEN: Final = N_(
    "This token does not allow it. Make one that may “%(right)s” under “Security” on the organisers' pages."
)


@dataclass(frozen=True, slots=True)
class Actor:
    """The organiser whose token was sent, as the log of acts calls them."""

    name: str
    now: datetime
    rights: frozenset[Right]

    def because(self, reason: str, tell: str = "") -> Organiser:
        """They act, and say why: for the log, and to players."""
        return Organiser(self.name, self.now, reason, tell)


def _organiser(
    request: Request,
    sent: Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)],
) -> Actor:
    """The organiser this token belongs to, looked up in a separate transaction. Raises 401."""
    if sent is None:
        raise HTTPException(401, headers={"WWW-Authenticate": "Bearer"})
    site, now = site_of(request), now_of(request)
    with site.database.reading() as session:
        found = sign_ins.find(session, sent.credentials, SignInPurpose.API, now=now)
        allowed = rights(session.get_one(Player, found.player_id), found.scopes) if found else None
    if found is None or allowed is None:
        security_events.note(request, SecurityEvent.WRONG_TOKEN, now)
        raise HTTPException(401, headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
    sessions.note_use(site, found, now)
    return Actor(f"{found.label or 'program'} ({found.player_id})", now, allowed)


def allowed(right: Right) -> Callable[..., Actor]:
    """Lets in programs whose token carries this right."""

    def actor(request: Request, by: Annotated[Actor, Depends(_organiser)]) -> Actor:
        """The organiser whose token it is. Raises 403 if it does not carry this right."""
        if right not in by.rights:
            sentence = translations(lang_of(request)).gettext(_NOT_IN_TOKEN)
            raise HTTPException(
                403,
                sentence % {"right": right.value},
                {"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{right.value}"'},
            )
        return by

    return actor


def organiser_router() -> APIRouter:
    """A router of what organisers do, for programs that have a token of one."""
    return APIRouter(
        prefix=f"{PREFIX}/organiser",
        tags=["organising"],
        route_class=JsonRoute,
        dependencies=[Depends(allowed(Right.LOOK))],
        responses=refused(401, 403, 406),
    )


ByToken = Annotated[Actor, Depends(allowed(Right.SEASONS))]
"""A program that may manage seasons: whatever a route does, unless it says otherwise."""
ForEntries = Annotated[Actor, Depends(allowed(Right.ENTRIES))]
"""A program that may write entries."""
