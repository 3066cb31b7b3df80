"""A seat that may change hands, behind a link in a letter.

Its player says if they play on, or somebody takes it over.
"""

from collections.abc import Sequence
from datetime import datetime

from fastapi import Request
from fastapi.responses import Response
from sqlmodel import Session

from app.engine import Lang
from app.errors import Problem, SeasonRefused, SubmissionRejected
from app.league.entries import seats
from app.league.matches import spectators
from app.league.problems import explain
from app.store.matches import seats as stored
from app.store.tables import Entry, Player, Takeover
from app.web.dependencies import Now, Reading, Writing, page_router
from app.web.forms import SentForm
from app.web.links import broken, rows_of
from app.web.rendering import UNKEPT, page

router = page_router()


@router.get("/seats/{token}")
def ask(request: Request, lang: Lang, token: str, session: Reading, now: Now) -> Response:
    """The state of the matches as spectators may see it, and the buttons. Changes nothing."""
    player, asked = _rows(request, session, token, now)
    closed = seats.closed(session, asked, player)
    told = [explain(Problem(closed), lang)] if closed else ()
    return _page(request, lang, session, player, asked, told=told)


@router.post("/seats/{token}")
def answer(
    request: Request, lang: Lang, token: str, sent: SentForm, session: Writing, now: Now
) -> Response:
    """The answer counts for whom the letter was written to, who gets another one; pressed twice it counts once."""
    player, asked = _rows(request, session, token, now)
    try:
        with session.begin_nested():
            agrees = sent.text("answer") == "yes"
            event = seats.answer(session, asked.id, player, now, agrees=agrees)
    except (SeasonRefused, SubmissionRejected) as refusal:
        told = [explain(each, lang) for each in refusal.problems]
        return _page(request, lang, session, player, asked, told=told)
    return _page(request, lang, session, player, asked, event)


def _rows(request: Request, session: Session, token: str, now: datetime) -> tuple[Player, Takeover]:
    """Whom the link was made for, and the seat. Raises 404."""
    player_id, takeover_id = rows_of(request, "seat", token, now)
    player, asked = session.get(Player, player_id), session.get(Takeover, takeover_id)
    if player is None or asked is None:
        raise broken(request)
    return player, asked


def _page(
    request: Request,
    lang: Lang,
    session: Session,
    player: Player,
    asked: Takeover,
    event: str = "",
    told: Sequence[str] = (),
) -> Response:
    entry = session.get_one(Entry, asked.entry_id)
    who = spectators.players(session, entry.season, {entry.id}, lang)[entry.id]
    return page(
        request,
        lang,
        "my_matches/seat.html",
        409 if told else 200,
        cache=UNKEPT,
        season=entry.season,
        name=who.name,
        is_former=player.id == asked.former_id,
        called=stored.called(session, entry.season, player),
        standing=seats.standing(session, entry.id, lang),
        event=event,
        told=told,
    )
