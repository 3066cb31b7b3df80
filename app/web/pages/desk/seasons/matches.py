"""A season on the organisers' desk: how its matches are played, and when its exchanges are."""

from fastapi.responses import Response

from app.errors import Problem, SeasonRefused
from app.league.acts.table import ACTS
from app.league.matches import deadlines
from app.league.matches.settings import rules_of, settings_of
from app.league.seasons import seasons as league_seasons
from app.store import seasons
from app.store.matches import seats
from app.store.tables import SeasonState
from app.web import forms
from app.web.dependencies import page_router
from app.web.views.desk import AtOwnDesk, Desk, FromDesk

router = page_router()


@router.get("/desk/seasons/{slug}/matches")
def ask(desk: AtOwnDesk, slug: str) -> Response:
    """The decisions as they stand, and the exchanges that take orders, each with a form."""
    return _show(desk, slug)


@router.post("/desk/seasons/{slug}/exchange")
def move_exchange(desk: FromDesk, slug: str) -> Response:
    """The deadline for orders has moved, or is now; or the form again and why not."""
    season = seasons.by_slug(desk.session, slug)

    def go() -> str:
        desk.require_seen(slug)
        is_called = bool(desk.form.text("call"))
        deadline = desk.organiser.now if is_called else desk.deadline("deadline")
        if deadline is None:
            raise SeasonRefused([Problem("bad-moment", typed="")])
        number = desk.form.number("number")
        deadlines.move(desk.session, slug, number, deadline, desk.organiser)
        return f"/seasons/{slug}/matches"

    return desk.attempt(go, lambda told: _show(desk, slug, told), season)


@router.post("/desk/seasons/{slug}/seat")
def change_seat(desk: FromDesk, slug: str) -> Response:
    """A seat is offered at once, or left to the house; or the form again and why not."""

    def go() -> str:
        told = {"entry": desk.form.line("entry"), "undo": bool(desk.form.text("undo"))}
        ACTS["offer-seat"].do(desk.session, slug, desk.organiser, **told)
        return f"/seasons/{slug}/matches"

    return desk.attempt(go, lambda told: _show(desk, slug, told))


def _show(desk: Desk, slug: str, told: list[str] | None = None) -> Response:
    session, season = desk.session, seasons.by_slug(desk.session, slug)
    return desk.page(
        "desk/seasons/matches.html",
        409 if told else 200,
        season=season,
        game=rules_of(session, season),
        can_decide=season.state is SeasonState.DRAFT,
        standing=settings_of(session, season),
        agenda=deadlines.agenda(session, season),
        seats=seats.of_season(session, season),
        hands_over=season.state is SeasonState.RUNNING,
        told=told or [],
        seen=league_seasons.last_move(session, season),
        form_key=forms.new_key(),
    )
