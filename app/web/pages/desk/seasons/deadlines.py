"""On the organisers' desk: a deadline is moved, publicly; a mistaken season is deleted."""

from typing import Final

from fastapi import APIRouter
from fastapi.responses import Response

from app.errors import Problem, SeasonRefused
from app.league import news
from app.league import seasons as league_seasons
from app.league.stages import beacons
from app.store import seasons
from app.web import forms
from app.web.pages.desk.seasons.season import show_season
from app.web.site import IN_LANGUAGE
from app.web.views.desk import AtOwnDesk, Desk, FromDesk, demand_proof

router = APIRouter(prefix=IN_LANGUAGE)

_DEADLINE: Final = "desk/seasons/deadline.html"
_DELETE: Final = "desk/seasons/delete.html"


@router.get("/desk/seasons/{slug}/deadline")
def ask_deadline(desk: AtOwnDesk, slug: str) -> Response:
    """The consequences of moving the deadline, and a form."""
    return _ask_deadline(desk, slug)


def _ask_deadline(desk: Desk, slug: str, told: list[str] | None = None) -> Response:
    season = seasons.by_slug(desk.session, slug)
    return desk.page(
        _DEADLINE,
        409 if told else 200,
        season=season,
        readers=news.readers_of_change(desk.session, season),
        seen=league_seasons.last_move(desk.session, season),
        form_key=forms.new_key(),
        told=told or [],
    )


@router.post("/desk/seasons/{slug}/deadline")
def move_deadline(desk: FromDesk, slug: str) -> Response:
    """The deadline is moved, publicly; or the form again and why not."""

    def move() -> str:
        desk.require_seen(slug)
        closes_at = desk.deadline()
        if closes_at is None:
            raise SeasonRefused([Problem("bad-moment", typed="")])
        league_seasons.move(desk.session, slug, closes_at, desk.organiser)
        return f"/seasons/{slug}"

    return desk.attempt(move, lambda told: _ask_deadline(desk, slug, told))


@router.post("/desk/seasons/{slug}/beacon")
def enter_beacon(desk: FromDesk, slug: str) -> Response:
    """The number that was announced is the season's beacon, for ever; or the season's page and why not."""

    def enter() -> str:
        beacons.enter(desk.session, slug, desk.form.line("number"), desk.organiser)
        return f"/seasons/{slug}"

    return desk.attempt(enter, lambda told: show_season(desk, slug, told=told))


@router.get("/desk/seasons/{slug}/delete")
def ask_delete(desk: AtOwnDesk, slug: str) -> Response:
    """The consequences of deleting the season, and a button."""
    return desk.page(_DELETE, season=seasons.by_slug(desk.session, slug))


@router.post("/desk/seasons/{slug}/delete")
def delete(desk: FromDesk, slug: str) -> Response:
    """There is no such season any more; or the form again and why not. It asks once more who they are."""
    if question := demand_proof(desk):
        return question
    season = seasons.by_slug(desk.session, slug)

    def go() -> str:
        league_seasons.delete(desk.session, slug, desk.organiser, desk.form.line("confirmed"))
        return ""

    return desk.attempt(go, lambda told: desk.page(_DELETE, 409, season=season, told=told))
