"""Security on the organisers' desk: a second factor, browsers and programs that speak for an organiser, the log."""

from typing import Final

from fastapi.responses import Response
from markupsafe import Markup

from app.i18n import translations
from app.league.people import organisers
from app.store.security import second_factors, security_log, sign_ins
from app.store.security.security_log import SecurityEvent
from app.store.tables import SecondFactor, SignIn, SignInPurpose
from app.web import limits
from app.web.dependencies import page_router
from app.web.sessions import IDLE
from app.web.views.desk import WRONG_CODE, AtDesk, Desk, FromAnybody, demand_proof

router = page_router()

MOST_EVENTS: Final = 200
_HERE: Final = "/security"
_ENDED: Final = (SignInPurpose.ORGANISER, SignInPurpose.API)


@router.get("/desk/security")
def show(desk: AtDesk) -> Response:
    """The browsers and programs of this organiser, and the site's security log."""
    return _show(desk)


@router.post("/desk/security/factor")
def change_factor(desk: FromAnybody) -> Response:
    """The second factor is begun, on (with the first code that the app shows), or off."""
    if question := demand_proof(desk):
        return question
    session, player = desk.session, desk.signed.player_id
    if desk.form.text("act") == "off":
        if second_factors.forget(session, player):
            desk.note(SecurityEvent.SECOND_FACTOR_OFF)
        return desk.to(_HERE)
    if desk.form.text("act") == "begin":
        return _show(desk, shown=organisers.begin_factor(session, player))
    limits.spend(session, desk.request, limits.CODES, f"sign-in {desk.signed.id}", desk.now)
    codes = organisers.confirm_factor(session, player, desk.form.line("first_code"), desk.now)
    if codes:
        desk.note(SecurityEvent.SECOND_FACTOR_ON)
        return _show(desk, codes=codes)
    told = translations(desk.lang).gettext(WRONG_CODE)
    return _show(desk, shown=organisers.begin_factor(session, player), told=told)


@router.post("/desk/security/tokens")
def make_token(desk: FromAnybody) -> Response:
    """A token for a program, shown once."""
    if question := demand_proof(desk):
        return question
    label = desk.form.line("label")[:100] or "program"
    scopes = [each for each in organisers.FOR_PROGRAMS if desk.form.text(f"may_{each}")]
    token = organisers.token_for(desk.session, desk.player, label, desk.now, scopes)
    desk.note(SecurityEvent.TOKEN_MADE)
    return _show(desk, token=token)


@router.post("/desk/security/end")
def end(desk: FromAnybody) -> Response:
    """A browser or a program of this organiser's speaks for them no more. Ended twice, the first time counts."""
    number = desk.form.number("sign_in")
    ended = sign_ins.end_one(desk.session, desk.signed.player_id, _ENDED, number, now=desk.now)
    if ended:
        is_program = ended.purpose is SignInPurpose.API
        desk.note(SecurityEvent.TOKEN_ENDED if is_program else SecurityEvent.SIGN_IN_ENDED)
    return desk.to(_HERE)


def _show(
    desk: Desk,
    *,
    shown: SecondFactor | None = None,
    codes: list[str] | None = None,
    token: str = "",
    told: str = "",
) -> Response:
    """The page. A key is shown only to those who have just asked for it."""
    session, signed = desk.session, desk.signed
    mine = sign_ins.of_player(session, signed.player_id, _ENDED, now=desk.now)
    return desk.page(
        "desk/security.html",
        422 if told else 200,
        factor=second_factors.find(session, signed.player_id),
        picture=_picture(desk, shown) if shown and not shown.since else None,
        codes=codes or [],
        token=token,
        own=signed.id,
        scopes=[each for each in organisers.FOR_PROGRAMS if desk.may(each)],
        browsers=[
            each
            for each in mine
            if each.purpose is SignInPurpose.ORGANISER and desk.now - each.seen_at <= IDLE
        ],
        programs=[each for each in mine if each.purpose is SignInPurpose.API],
        events=[
            (each, security_log.facts(each)) for each in security_log.latest(session, MOST_EVENTS)
        ]
        if desk.may("seasons")
        else None,
        told=[told] if told else [],
    )


def _picture(desk: Desk, factor: SecondFactor) -> Markup:
    """The key for a telephone's camera, as SVG without styles."""
    import segno  # as few ever add a telephone

    name = desk.session.get_one(SignIn, desk.signed.id).label or "organiser"
    place = desk.site.settings.base_url.partition("://")[2].partition("/")[0]
    code = segno.make(organisers.factor_address(factor, f"Hikyaku {place}", name), error="m")
    return Markup(code.svg_inline(scale=4, dark="#000", light="#fff", border=4))  # noqa: S704 - drawn by us
