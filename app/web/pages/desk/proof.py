"""The link in a letter by which an organiser proves again who they are."""

from typing import Final

from fastapi import Depends, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.i18n import N_, translations
from app.store.security import second_factors
from app.web.dependencies import Now, page_router
from app.web.links import rows_of
from app.web.sessions import FRESH, SignedInOrganiser
from app.web.views.desk import AtDesk, FromAnybody, keep_proof, own_form

router = page_router()

_OUT_OF_DATE: Final = N_(
    "This link has expired, or it belongs to another browser. "
    "Ask for a new one on the page that asked you."
)


def _own(request: Request, lang: Lang, signed: SignedInOrganiser, now: Now, token: str) -> None:
    """Raise 404 for an unknown link, 410 for another browser's link or one that is too old.

    A wrong link is counted in a separate transaction, before that of the route.
    """
    sign_in, sent = rows_of(request, "prove", token, now)
    age = now.timestamp() - sent
    if sign_in != signed.id or not 0 <= age <= FRESH.total_seconds():
        raise _out_of_date(lang)


@router.get("/desk/prove/{token}", dependencies=[Depends(_own)])
def ask(desk: AtDesk) -> Response:
    """A button: nothing is shown by looking."""
    return desk.page("desk/proof.html")


@router.post("/desk/prove/{token}", dependencies=[Depends(own_form), Depends(_own)])
def prove(desk: FromAnybody) -> Response:
    """The organiser who is signed in here has shown that they read their mail."""
    if second_factors.is_on(desk.session, desk.signed.player_id):
        raise _out_of_date(desk.lang)  # they show that instead
    keep_proof(desk)
    return desk.page("desk/proven.html")


def _out_of_date(lang: Lang) -> HTTPException:
    return HTTPException(410, translations(lang).gettext(_OUT_OF_DATE))
