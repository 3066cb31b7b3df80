"""The way in to the organisers' desk, and out of it."""

from datetime import datetime
from typing import Final

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.i18n import N_, translations
from app.league.people import organisers
from app.store.security import second_factors, sign_ins
from app.store.security.security_log import SecurityEvent
from app.store.tables import SignIn, SignInPurpose
from app.web import limits, security_events, sessions
from app.web.dependencies import Now, Reading, SiteOf, page_router
from app.web.forms import SentForm
from app.web.rendering import UNKEPT, page
from app.web.views.desk import CODE, WRONG_CODE, FromAnybody, mail_link, note_code

router = page_router()

OVER: Final = N_("This link has been used or has expired. Ask for a new one.")


@router.get("/desk/sign-in")
def ask_for_link(request: Request, lang: Lang) -> Response:
    """A form for the address to which a link goes."""
    return page(request, lang, "desk/sign_in.html", cache=UNKEPT, is_sent=False)


@router.post("/desk/sign-in")
def send_link(request: Request, lang: Lang, sent: SentForm, site: SiteOf, now: Now) -> Response:
    """The same page for every address; to an organiser's, a link that works once is on its way."""
    limits.spend_by_client(request, limits.SIGN_IN_LINKS, now)
    address = sent.line("address")[:254]
    with site.database.writing() as session:
        limits.spend_on_address(session, request, address, now)
        mail_link(request, session, address, lang, now)
    return page(request, lang, "desk/sign_in.html", cache=UNKEPT, is_sent=True)


@router.get("/in/{token}")
def ask(request: Request, lang: Lang, token: str, session: Reading, now: Now) -> Response:
    """A button: nothing that only looks at links uses this one up. One that is over says so at once; a guess is not told."""
    if sign_ins.is_known(session, token) and not organisers.link(session, token, now):
        raise HTTPException(410, translations(lang).gettext(OVER))
    return _enter(request, lang)


@router.post("/in/{token}")
def enter(
    request: Request, lang: Lang, token: str, sent: SentForm, site: SiteOf, now: Now
) -> Response:
    """This browser organises from now on, and the link opens nothing any more.

    Organisers with a second factor show it first: until then the link stays good, unless codes are guessed.
    """
    answer = RedirectResponse(f"/{lang}/desk", 303)
    _ = translations(lang).gettext
    with site.database.writing() as session:
        link = organisers.link(session, token, now)
        if link and second_factors.is_on(session, link.player_id):
            typed = sent.line(CODE)
            if not typed:
                return _enter(request, lang, wants_code=True)
            if not _is_right(request, session, link, typed, now):
                told = _(WRONG_CODE)
                return _enter(request, lang, wants_code=True, told=told)
        if link and sign_ins.end(session, token, now=now):
            purpose = SignInPurpose.ORGANISER
            sessions.start(
                session, request, answer, purpose, link.player_id, now=now, label=link.label
            )
            return answer
    security_events.note(request, SecurityEvent.SIGN_IN_FAILED, now, role="organiser")
    limits.spend_by_client(request, limits.WRONG_LINKS, now)
    raise HTTPException(410, _(OVER))


def _is_right(request: Request, session: Session, link: SignIn, typed: str, now: datetime) -> bool:
    """Whether the code is; a link with which too many were tried is over, which costs its holder alone."""
    if limits.is_spent(session, request, limits.CODES, f"link {link.id}", now):
        sign_ins.end_one(session, link.player_id, [SignInPurpose.LINK], link.id, now=now)
        return False
    return note_code(request, session, link.player_id, typed, now)


def _enter(request: Request, lang: Lang, *, wants_code: bool = False, told: str = "") -> Response:
    return page(
        request,
        lang,
        "desk/enter.html",
        403 if told else 200,
        cache=UNKEPT,
        wants_code=wants_code,
        told=[told] if told else [],
    )


@router.post("/desk/sign-out")
def sign_out(desk: FromAnybody) -> Response:
    """This browser organises no more; with `everywhere`, none of this person's does."""
    answer = RedirectResponse(f"/{desk.lang}/", 303)
    sessions.end(desk.session, desk.request, answer, SignInPurpose.ORGANISER, desk.now)
    if desk.form.text("everywhere"):
        desk.note(SecurityEvent.SIGNED_OUT_EVERYWHERE)
        player = desk.signed.player_id
        sign_ins.end_all(desk.session, player, sign_ins.FOR_ORGANISERS, now=desk.now)
    return answer
