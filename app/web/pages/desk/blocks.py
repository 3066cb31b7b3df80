"""On the organisers' desk: the addresses that are blocked; a player's is blocked with a reason, and freed again, or changed."""

from typing import get_args

from fastapi.responses import Response

from app.league.desk import threads
from app.league.people import addresses, blocks
from app.league.people.addresses import AddressAct
from app.league.people.budgets import mailbox_of
from app.store import entries, players
from app.store.limits import blocks as kept
from app.store.tables import Block, Player
from app.text.privacy import mask_address
from app.web import forms
from app.web.dependencies import RowId, page_router
from app.web.views.desk import AtDesk, Desk, FromDesk, demand_proof

router = page_router()


@router.get("/desk/blocks")
def show(desk: AtDesk) -> Response:
    """All blocked addresses, as far as an organiser sees an address, each with its reason and a button."""
    return _show(desk)


@router.post("/desk/blocks/{number}")
def lift(desk: FromDesk, number: RowId) -> Response:
    """The address is free again, and its player hears so; freed before, it is free."""

    def act() -> str:
        if block := desk.session.get(Block, number):
            blocks.lift(desk.session, block, desk.organiser)
        return "/blocks"

    return desk.attempt(act, lambda told: _show(desk, told))


@router.get("/desk/threads/{number}/block")
def ask(desk: AtDesk, number: RowId) -> Response:
    """What blocking this player's address means, which of their entries are in seasons, and a form for the reason."""
    return _ask(desk, number)


@router.post("/desk/threads/{number}/block")
def block(desk: FromDesk, number: RowId) -> Response:
    """The address is blocked, and its player hears why; or the form again and why not."""
    player = desk.player_at(number)

    def act() -> str:
        blocks.block(desk.session, player, desk.organiser)
        return f"/threads/{number}/block"

    return desk.attempt(act, lambda told: _ask(desk, number, told))


def _show(desk: Desk, told: list[str] | None = None) -> Response:
    session = desk.session
    found = [
        (
            each,
            threads.called(session, each.player) if each.player else "",
            mask_address(each.player.address) if each.player else "",
        )
        for each in kept.every(session)
    ]
    return desk.page(
        "desk/blocks/blocks.html",
        422 if told else 200,
        blocked=found,
        form_key=forms.new_key(),
        told=told or [],
    )


def _ask(desk: Desk, number: int, told: list[str] | None = None) -> Response:
    session, player = desk.session, desk.player_at(number)
    there = players.of_mailbox(session, mailbox_of(player.address))
    return desk.page(
        "desk/blocks/block.html",
        422 if told else 200,
        number=number,
        who=threads.called(session, player),
        address=mask_address(player.address),
        block=blocks.of(session, player),
        standing=[
            each.entry
            for who in there
            for each in entries.latest_of(session, who)
            if each.id == each.entry.current_id
        ],
        form_key=forms.new_key(),
        told=told or [],
    )


# --- another address ------------------------------------------------------------------------------------


@router.get("/desk/threads/{number}/address")
def show_change(desk: AtDesk, number: RowId) -> Response:
    """The current change of address, and a form with a button for each act."""
    return _show_change(desk, number)


@router.post("/desk/threads/{number}/address")
def change(desk: FromDesk, number: RowId) -> Response:
    """Do the act for an organiser who has just proved who they are. Otherwise show the form again with the reason."""
    if question := demand_proof(desk):
        return question
    player, asked = desk.player_at(number), desk.form.text("act")
    what: AddressAct = next((each for each in get_args(AddressAct) if each == asked), "ask")

    def do() -> str:
        addresses.by_organiser(
            desk.session, player, what, desk.form.line("address"), desk.organiser
        )
        return f"/threads/{number}/address"

    return desk.attempt(do, lambda told: _show_change(desk, number, told))


def _show_change(desk: Desk, number: int, told: list[str] | None = None) -> Response:
    session, player = desk.session, desk.player_at(number)
    wish = addresses.under_way(session, player, desk.now)
    return desk.page(
        "desk/address.html",
        422 if told else 200,
        number=number,
        who=threads.called(session, player),
        address=mask_address(player.address),
        change=wish,
        target=mask_address(session.get_one(Player, wish.target_id).address) if wish else "",
        form_key=forms.new_key(),
        told=told or [],
    )
