"""On the organisers' desk: mails that wait for a human, each in its thread, and the organiser's answer."""

from typing import Final

from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.league.desk import threads
from app.league.people import blocks
from app.letters.threads import thread_of
from app.store import entries, mails
from app.store.security import audits
from app.store.tables import Player, Revision
from app.web import forms
from app.web.dependencies import RowId, page_router
from app.web.views.desk import AtDesk, Desk, FromDesk, FromHelper

router = page_router()

MOST_ANSWERED: Final = 50
"""Acts of organisers that are looked at for players who were answered."""


@router.get("/desk/threads")
def waiting(desk: AtDesk) -> Response:
    """The players whose mails wait for an organiser, the longest-waiting first; and those who were answered last."""
    session, writers = desk.session, mails.writers(desk.session)
    names = {each.player.id: threads.called(session, each.player) for each in writers}
    before = [session.get(Player, number) for number in audits.answered(session, MOST_ANSWERED)]
    answered = [
        (each.id, threads.called(session, each)) for each in before if each and each.id not in names
    ]
    return desk.page("desk/threads.html", writers=writers, names=names, answered=answered)


@router.get("/desk/threads/{number}")
def show(desk: AtDesk, number: RowId) -> Response:
    """A player's mails and our letters to them, a box for an answer, and what waits for their yes."""
    return _show(desk, desk.player_at(number))


@router.post("/desk/threads/{number}")
def answer(desk: FromHelper, number: RowId) -> Response:
    """The answer is on its way, or the mails are settled without one; or the form again and why not."""
    player, until = desk.player_at(number), desk.form.number("until") or None

    def act() -> str:
        if desk.form.text("act") == "settle":
            threads.settle(desk.session, player, desk.organiser, until)
        else:
            threads.answer(desk.session, player, desk.form.text("answer"), desk.organiser, until)
        return f"/threads/{number}"

    return desk.attempt(act, lambda told: _show(desk, player, told))


@router.post("/desk/threads/{number}/entries/{revision_id}")
def settle_entry(desk: FromDesk, number: RowId, revision_id: RowId) -> Response:
    """Accept or drop the entry that waited for the player's yes; otherwise the page says why not."""
    player, revision = desk.player_at(number), desk.session.get(Revision, revision_id)
    if not revision or revision.entry.player_id != player.id:
        raise HTTPException(404)

    def act() -> str:
        if desk.form.text("act") == "confirm":
            threads.confirm(desk.session, player, revision, desk.organiser)
        elif desk.form.text("act") == "drop":
            threads.drop(desk.session, player, revision, desk.organiser)
        return f"/threads/{number}"

    return desk.attempt(act, lambda told: _show(desk, player, told))


def _show(desk: Desk, player: Player, told: list[str] | None = None) -> Response:
    session = desk.session
    posts = thread_of(session, player, desk.organiser)
    return desk.page(
        "desk/thread.html",
        422 if told else 200,
        who=threads.called(session, player),
        is_blocked=blocks.of(session, player) is not None,
        number=player.id,
        posts=posts,
        until=max((post.id for post in posts if not post.kind), default=0),
        is_waiting=any(post.waits for post in posts),
        held=entries.held_of(session, player),
        log=audits.of_player(session, player)[::-1],
        most=threads.MOST_ANSWER,
        form_key=forms.new_key(),
        told=told or [],
    )
