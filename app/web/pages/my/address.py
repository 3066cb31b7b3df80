"""The link in a question about a player's address: a button each for yes and no, since mail scanners press none."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.engine import Lang
from app.league.people import addresses
from app.league.problems import explain
from app.store.tables import Player
from app.web.dependencies import IN_LANGUAGE, Now, Reading, Writing
from app.web.forms import SentForm
from app.web.links import rows_of
from app.web.rendering import UNKEPT, page

router = APIRouter(prefix=IN_LANGUAGE)


@router.get("/address/{token}")
def ask(request: Request, lang: Lang, token: str, session: Reading, now: Now) -> Response:
    """What is asked, and the buttons, or that it is asked no more; the old mailbox sees the whole address."""
    number, place = rows_of(request, "move", token, now)
    change = addresses.asked(session, number, place, now)
    target = session.get_one(Player, change.target_id) if change and place % 2 == 0 else None
    said = "" if change else explain(addresses.OVER, lang)
    return page(
        request,
        lang,
        "my_entry/address.html",
        cache=UNKEPT,
        change=change,
        target=target,
        said=said,
    )


@router.post("/address/{token}")
def answer(
    request: Request, lang: Lang, token: str, sent: SentForm, session: Writing, now: Now
) -> Response:
    """The mailbox has said yes or no; the page says what has become of it."""
    number, place = rows_of(request, "move", token, now)
    says = {"yes": True, "no": False}.get(sent.text("answer"))
    _, told = addresses.answer(session, number, place, says_yes=says, now=now)
    return page(request, lang, "my_entry/address.html", cache=UNKEPT, said=explain(told, lang))
