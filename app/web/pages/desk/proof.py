"""Who is signed in shows once more who they are, before what cannot be taken back: a code, or a link out of a letter."""

from datetime import datetime
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.i18n import translations
from app.store import letters
from app.store.letter_kinds import Proof
from app.store.security import second_factors, sign_ins
from app.store.security.security_log import SecurityEvent
from app.store.tables import Player
from app.web import limits, witness
from app.web.forms import TOKEN, Form
from app.web.limits import Limit
from app.web.links import rows_of
from app.web.pages.desk.overview import OwnForm, desk_page, note_code
from app.web.rendering import UNKEPT, page
from app.web.sessions import FRESH, Signed, SignedInOrganiser
from app.web.site import IN_LANGUAGE, Now, Writing

router = APIRouter(prefix=IN_LANGUAGE)

CODE: Final = "proof_code"
"""The field with a code."""
LETTER: Final = "proof_letter"
"""The button that asks for a letter."""


def demand(
    request: Request, lang: Lang, form: Form, signed: Signed, session: Session, now: datetime
) -> Response | None:
    """None if they showed within a quarter of an hour who they are, or show it by this form.

    Else the page that asks for it, which sends the same form again with all that was typed in it.
    Raises 429 for whoever guesses.
    """
    if signed.is_fresh(now):
        return None
    has_factor, told = second_factors.is_on(session, signed.player_id), ""
    _ = translations(lang).gettext
    if has_factor and form.line(CODE):
        limits.spend(session, request, limits.CODES, f"sign-in {signed.id}", now)
        if note_code(request, session, signed.player_id, form.line(CODE), now):
            _proven(request, session, signed, now)
            return None
        told = _("This code is not right, or it has been used. Wait for the next one.")
    is_sent = not has_factor and bool(form.text(LETTER))
    if is_sent:
        limits.spend(session, request, PROOFS, f"player {signed.player_id}", now)
        _send_link(session, lang, signed, now)
    typed = {name: text for name, text in form.fields.items() if name not in (CODE, LETTER, TOKEN)}
    return desk_page(
        request,
        lang,
        "desk/prove.html",
        signed,
        403,
        has_factor=has_factor,
        is_sent=is_sent,
        typed=typed,
        told=[told] if told else [],
    )


PROOFS: Final = Limit("proofs", 5, 4 * FRESH)
"""Letters with a link, for one organiser."""


@router.get("/desk/prove/{token}")
def ask(request: Request, lang: Lang, token: str, signed: SignedInOrganiser, now: Now) -> Response:
    """A button: nothing is shown by looking."""
    _require_own(request, lang, token, signed, now)
    return desk_page(request, lang, "desk/proof.html", signed)


@router.post("/desk/prove/{token}")
def prove(
    request: Request,
    lang: Lang,
    token: str,
    _: OwnForm,
    signed: SignedInOrganiser,
    session: Writing,
    now: Now,
) -> Response:
    """Whoever is signed in here has shown that they read the organiser's mail."""
    _require_own(request, lang, token, signed, now)
    if second_factors.is_on(session, signed.player_id):
        raise _out_of_date(lang)  # who has a second factor shows that
    _proven(request, session, signed, now)
    return page(request, lang, "desk/proven.html", cache=UNKEPT)


def _require_own(request: Request, lang: Lang, token: str, signed: Signed, now: datetime) -> None:
    """Raise 404 for no link of ours, 410 for one of another browser, or one that is too old."""
    sign_in, sent = rows_of(request, "prove", token, now)
    if sign_in != signed.id or not 0 <= now.timestamp() - sent <= FRESH.total_seconds():
        raise _out_of_date(lang)


def _out_of_date(lang: Lang) -> HTTPException:
    _ = translations(lang).gettext
    return HTTPException(
        410,
        _(
            "This link has run out, or belongs to another browser. Ask for a new one where you were asked for it."
        ),
    )


def _proven(request: Request, session: Session, signed: Signed, now: datetime) -> None:
    sign_ins.prove(session, signed.id, now=now)
    witness.note(request, SecurityEvent.CONFIRMED_AGAIN, now, player=signed.player_id)


def _send_link(session: Session, lang: Lang, signed: Signed, now: datetime) -> None:
    player = session.get_one(Player, signed.player_id)
    at = int(now.timestamp())
    letters.write(
        session,
        Proof(sign_in=signed.id, at=at),
        player,
        f"proof:{signed.id}:{at}",
        now=now,
        lang=lang,
    )
