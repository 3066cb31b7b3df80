"""On the organisers' desk: a player's address is changed with a reason, for a mailbox that is lost too; and objected to."""

from typing import get_args

from fastapi import APIRouter
from fastapi.responses import Response

from app.league.desk import threads
from app.league.people import addresses
from app.league.people.addresses import AddressAct
from app.store.tables import Player
from app.text.privacy import mask_address
from app.web import forms
from app.web.dependencies import IN_LANGUAGE, RowId
from app.web.views.desk import AtDesk, Desk, FromDesk, demand_proof

router = APIRouter(prefix=IN_LANGUAGE)


@router.get("/desk/threads/{number}/address")
def show(desk: AtDesk, number: RowId) -> Response:
    """What is under way, and a form with a button for each act."""
    return _show(desk, number)


@router.post("/desk/threads/{number}/address")
def act(desk: FromDesk, number: RowId) -> Response:
    """The act is done, by somebody who has proven just now who they are; or the form again and why not."""
    if question := demand_proof(desk):
        return question
    player, asked = desk.player_at(number), desk.form.text("act")
    what: AddressAct = next((each for each in get_args(AddressAct) if each == asked), "ask")

    def do() -> str:
        addresses.by_organiser(
            desk.session, player, what, desk.form.line("address"), desk.organiser
        )
        return f"/threads/{number}/address"

    return desk.attempt(do, lambda told: _show(desk, number, told))


def _show(desk: Desk, number: int, told: list[str] | None = None) -> Response:
    session, player = desk.session, desk.player_at(number)
    change = addresses.under_way(session, player, desk.now)
    return desk.page(
        "desk/address.html",
        422 if told else 200,
        number=number,
        who=threads.called(session, player),
        address=mask_address(player.address),
        change=change,
        target=mask_address(session.get_one(Player, change.target_id).address) if change else "",
        form_key=forms.new_key(),
        told=told or [],
    )
