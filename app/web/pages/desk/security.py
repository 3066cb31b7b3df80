"""Security on the organisers' desk: a second factor, browsers and programs that speak for somebody, the log."""

from datetime import datetime
from typing import Final

import segno
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup
from sqlmodel import Session

from app.engine import Lang
from app.i18n import translations
from app.league import organisers
from app.league import organisers as league_organisers
from app.store.security import second_factors, security_log, sign_ins
from app.store.security.security_log import SecurityEvent
from app.store.tables import Player, SecondFactor, SignIn, SignInPurpose
from app.web import limits, witness
from app.web.pages.desk.overview import OwnForm, desk_page
from app.web.pages.desk.proof import demand
from app.web.sessions import IDLE, Signed, SignedInOrganiser
from app.web.site import IN_LANGUAGE, Now, Reading, Site, Writing

router = APIRouter(prefix=IN_LANGUAGE)

MOST_EVENTS: Final = 200
_ENDED: Final = (SignInPurpose.ORGANISER, SignInPurpose.API)


@router.get("/desk/security")
def show(
    request: Request, lang: Lang, signed: SignedInOrganiser, session: Reading, now: Now
) -> Response:
    """Everything that speaks for this organiser, and what happened to the site lately."""
    return _show(request, lang, signed, session, now)


@router.post("/desk/security/factor")
def change_factor(
    request: Request,
    lang: Lang,
    form: OwnForm,
    signed: SignedInOrganiser,
    session: Writing,
    now: Now,
) -> Response:
    """The second factor is begun, on (with the first code that the app shows), or off."""
    if question := demand(request, lang, form, signed, session, now):
        return question
    player = signed.player_id
    if form.text("act") == "off":
        if second_factors.forget(session, player):
            witness.note(request, SecurityEvent.SECOND_FACTOR_OFF, now, player=player)
        return RedirectResponse(f"/{lang}/desk/security", 303)
    if form.text("act") == "begin":
        factor = league_organisers.begin_factor(session, player)
        return _show(request, lang, signed, session, now, shown=factor)
    limits.spend(session, request, limits.CODES, f"sign-in {signed.id}", now)
    codes = league_organisers.confirm_factor(session, player, form.line("first_code"), now)
    if codes:
        witness.note(request, SecurityEvent.SECOND_FACTOR_ON, now, player=player)
        return _show(request, lang, signed, session, now, codes=codes)
    _ = translations(lang).gettext
    told = _("This code is not right, or it has been used. Wait for the next one.")
    factor = league_organisers.begin_factor(session, player)
    return _show(request, lang, signed, session, now, shown=factor, told=told)


@router.post("/desk/security/tokens")
def make_token(
    request: Request,
    lang: Lang,
    form: OwnForm,
    signed: SignedInOrganiser,
    session: Writing,
    now: Now,
) -> Response:
    """A token for a program, shown once."""
    if question := demand(request, lang, form, signed, session, now):
        return question
    player = session.get_one(Player, signed.player_id)
    token = organisers.token_for(session, player, form.line("label")[:100] or "program", now)
    witness.note(request, SecurityEvent.TOKEN_MADE, now, player=player.id)
    return _show(request, lang, signed, session, now, token=token)


@router.post("/desk/security/end")
def end(
    request: Request,
    lang: Lang,
    form: OwnForm,
    signed: SignedInOrganiser,
    session: Writing,
    now: Now,
) -> Response:
    """A browser or a program of this organiser's speaks for nobody any more. Ended twice, the first time counts."""
    number = form.number("sign_in")
    ended = sign_ins.end_one(session, signed.player_id, _ENDED, number, now=now)
    if ended:
        is_program = ended.purpose is SignInPurpose.API
        event = SecurityEvent.TOKEN_ENDED if is_program else SecurityEvent.SIGN_IN_ENDED
        witness.note(request, event, now, player=signed.player_id)
    return RedirectResponse(f"/{lang}/desk/security", 303)


def _show(
    request: Request,
    lang: Lang,
    signed: Signed,
    session: Session,
    now: datetime,
    *,
    shown: SecondFactor | None = None,
    codes: list[str] | None = None,
    token: str = "",
    told: str = "",
) -> Response:
    """The page. A key is shown only by whom it was just asked for."""
    site: Site = request.app.state.site
    factor = second_factors.find(session, signed.player_id)
    is_shown = shown is not None and not shown.since
    mine = sign_ins.of_player(session, signed.player_id, _ENDED, now=now)
    return desk_page(
        request,
        lang,
        "desk/security.html",
        signed,
        422 if told else 200,
        factor=factor,
        picture=_picture(session, site, signed, shown) if shown and is_shown else None,
        codes=codes or [],
        token=token,
        own=signed.id,
        browsers=[
            each
            for each in mine
            if each.purpose is SignInPurpose.ORGANISER and now - each.seen_at <= IDLE
        ],
        programs=[each for each in mine if each.purpose is SignInPurpose.API],
        events=[
            (each, security_log.facts(each)) for each in security_log.latest(session, MOST_EVENTS)
        ],
        told=[told] if told else [],
    )


def _picture(session: Session, site: Site, signed: Signed, factor: SecondFactor) -> Markup:
    """The key for a telephone's camera, as SVG without styles."""
    name = session.get_one(SignIn, signed.id).label or "organiser"
    place = site.settings.base_url.partition("://")[2].partition("/")[0]
    code = segno.make(league_organisers.factor_address(factor, f"Hikyaku {place}", name), error="m")
    return Markup(code.svg_inline(scale=4, dark="#000", light="#fff", border=4))  # noqa: S704 - drawn by us
