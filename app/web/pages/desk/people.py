"""On the organisers' desk: the organisers and their roles. Owners appoint them, change roles and dismiss them."""

from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.errors import Problem, SeasonRefused
from app.league.people import organisers, players as league_players
from app.store import players
from app.store.security import second_factors
from app.store.tables import Player, Role
from app.text.privacy import mask_address
from app.web import forms
from app.web.client import digest_of
from app.web.dependencies import RowId, page_router
from app.web.views.desk import AtDesk, Desk, FromOwner, demand_proof

router = page_router()

_HERE = "/people"


@router.get("/desk/people")
def show(desk: AtDesk) -> Response:
    """Everybody who organises, and what each role may do."""
    return _show(desk)


@router.post("/desk/people")
def appoint(desk: FromOwner) -> Response:
    """Make somebody an organiser and send them a letter with a link.

    Otherwise show the form again with the reason.
    """
    if question := demand_proof(desk):
        return question

    def invite() -> str:
        address, name = desk.form.line("address"), desk.form.line("name")[:100]
        problems = list(league_players.address_problems(address, desk.site.settings.mail_address))
        if not name:
            problems.append(Problem("no-desk-name"))
        if problems:
            raise SeasonRefused(problems)
        client = digest_of(desk.request)
        organisers.invite(desk.session, address, name, _role(desk), desk.now, client)
        return _HERE

    return desk.attempt(invite, lambda told: _show(desk, told))


@router.post("/desk/people/{number}")
def change(desk: FromOwner, number: RowId) -> Response:
    """Their role is another from now on, or they organise no more; a letter tells them. Or the page says why not."""
    if question := demand_proof(desk):
        return question
    player = desk.session.get(Player, number)
    if not player:
        raise HTTPException(404)

    def act() -> str:
        client = digest_of(desk.request)
        if desk.form.text("act") == "dismiss":
            organisers.dismiss(desk.session, player.address, desk.now, client)
        else:
            organisers.change_role(desk.session, player, _role(desk), desk.now, client)
        return _HERE

    return desk.attempt(act, lambda told: _show(desk, told))


def _role(desk: Desk) -> Role:
    """The role that was chosen; the one that may least if none was."""
    chosen = desk.form.text("role")
    return Role(chosen) if chosen in {*Role} else Role.HELPER


def _show(desk: Desk, told: list[str] | None = None) -> Response:
    session = desk.session
    everyone = players.organisers(session)
    return desk.page(
        "desk/people.html",
        422 if told else 200,
        everyone=everyone,
        with_factor={each.id for each in everyone if second_factors.is_on(session, each.id)},
        mask_address=mask_address,
        roles=[*Role],
        own=desk.signed.player_id,
        form_key=forms.new_key(),
        told=told or [],
    )
