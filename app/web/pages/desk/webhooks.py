"""Webhooks on the organisers' desk: who hears what happens to the seasons, and what became of each message."""

from collections.abc import Callable
from typing import Final

from fastapi.responses import Response

from app.league.people import webhooks as league_webhooks
from app.store.tables import Webhook, WebhookShape
from app.store.work import webhooks
from app.web import forms
from app.web.dependencies import page_router
from app.web.views.desk import AtOwnDesk, Desk, FromDesk, demand_proof

router = page_router()

MOST_MESSAGES: Final = 10
_HERE: Final = "/webhooks"


@router.get("/desk/webhooks")
def show(desk: AtOwnDesk) -> Response:
    """All webhooks with their last messages, and a form for a new one."""
    return _show(desk)


@router.post("/desk/webhooks")
def add(desk: FromDesk) -> Response:
    """A new webhook, its secret shown once; or the form again with everything that is wrong in it."""
    if question := demand_proof(desk):
        return question
    made: list[Webhook] = []

    def make() -> str:
        line = desk.form.line
        made.append(
            league_webhooks.add(
                desk.session, line("url"), line("shape"), line("lang"), desk.organiser
            )
        )
        return _HERE

    answer = desk.attempt(make, lambda told: _show(desk, told))
    return _show(desk, new=made[0]) if made else answer


@router.post("/desk/webhooks/test")
def test(desk: FromDesk) -> Response:
    """A message that says nothing is on its way."""
    return _act(desk, league_webhooks.test)


@router.post("/desk/webhooks/end")
def end(desk: FromDesk) -> Response:
    """The webhook hears nothing more."""
    return _act(desk, league_webhooks.remove)


def _act(desk: Desk, act: Callable[..., None]) -> Response:
    def do() -> str:
        act(desk.session, desk.form.number("webhook"), desk.organiser)
        return _HERE

    return desk.attempt(do, lambda told: _show(desk, told))


def _show(desk: Desk, told: list[str] | None = None, new: Webhook | None = None) -> Response:
    return desk.page(
        "desk/webhooks.html",
        422 if told else 200,
        webhooks=[
            (
                each,
                league_webhooks.host_of(each),
                webhooks.latest(desk.session, each, MOST_MESSAGES),
            )
            for each in webhooks.standing(desk.session)
        ],
        shapes=[WebhookShape.TEXT, WebhookShape.SIGNED],
        new=new,
        form_key=forms.new_key(),
        told=told or [],
    )
