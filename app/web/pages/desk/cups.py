"""Cups on the organisers' desk: all there are, with their titles; and a new one."""

from collections.abc import Callable

from fastapi.responses import Response

from app.league.seasons import cups as league_cups
from app.store.series import cups
from app.web import forms
from app.web.dependencies import page_router
from app.web.views.desk import AtOwnDesk, Desk, FromDesk

router = page_router()


@router.get("/desk/cups")
def show(desk: AtOwnDesk) -> Response:
    """All cups with their editions, a form for the titles of each, and one for a new cup."""
    return _show(desk)


@router.post("/desk/cups")
def create(desk: FromDesk) -> Response:
    """A new cup; or the form again with everything that is wrong in it."""
    return _act(desk, lambda: _create(desk))


@router.post("/desk/cups/titles")
def rename(desk: FromDesk) -> Response:
    """The cup has other titles; or the page again and why not."""
    return _act(desk, lambda: _rename(desk))


@router.post("/desk/cups/end")
def delete(desk: FromDesk) -> Response:
    """The cup is gone, to which no season belonged; or the page again and why not."""
    return _act(
        desk, lambda: league_cups.delete(desk.session, desk.form.line("cup"), desk.organiser)
    )


def _create(desk: Desk) -> None:
    line = desk.form.line
    titles = {name: line(name) for name in ("title_ja", "title_en")}
    league_cups.create(desk.session, line("slug"), desk.organiser, **titles)


def _rename(desk: Desk) -> None:
    line = desk.form.line
    titles = {name: line(name) for name in ("title_ja", "title_en")}
    league_cups.rename(desk.session, line("cup"), desk.organiser, **titles)


def _act(desk: Desk, act: Callable[[], None]) -> Response:
    def do() -> str:
        act()
        return "/cups"

    return desk.attempt(do, lambda told: _show(desk, told))


def _show(desk: Desk, told: list[str] | None = None) -> Response:
    return desk.page(
        "desk/cups.html",
        422 if told else 200,
        cups=[
            (each, cups.seasons_of(desk.session, each.slug)) for each in cups.every(desk.session)
        ],
        form_key=forms.new_key(),
        told=told or [],
    )
