"""The link of a letter to an organiser, by which they prove once more who they are."""

from typing import Final

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.i18n import N_, translations
from app.store.security import second_factors
from app.web.links import rows_of
from app.web.sessions import FRESH
from app.web.site import IN_LANGUAGE
from app.web.views.desk import AtDesk, Desk, FromAnybody, keep_proof

router = APIRouter(prefix=IN_LANGUAGE)

_OUT_OF_DATE: Final = N_(
    "This link has run out, or belongs to another browser. Ask for a new one where you were asked for it."
)


@router.get("/desk/prove/{token}")
def ask(desk: AtDesk, token: str) -> Response:
    """A button: nothing is shown by looking."""
    _require_own(desk, token)
    return desk.page("desk/proof.html")


@router.post("/desk/prove/{token}")
def prove(desk: FromAnybody, token: str) -> Response:
    """The organiser who is signed in here has shown that they read their mail."""
    _require_own(desk, token)
    if second_factors.is_on(desk.session, desk.signed.player_id):
        raise _out_of_date(desk)  # they show that instead
    keep_proof(desk)
    return desk.page("desk/proven.html")


def _require_own(desk: Desk, token: str) -> None:
    """Raise 404 for no link of ours, 410 for one of another browser, or one that is too old."""
    sign_in, sent = rows_of(desk.request, "prove", token, desk.now)
    age = desk.now.timestamp() - sent
    if sign_in != desk.signed.id or not 0 <= age <= FRESH.total_seconds():
        raise _out_of_date(desk)


def _out_of_date(desk: Desk) -> HTTPException:
    return HTTPException(410, translations(desk.lang).gettext(_OUT_OF_DATE))
