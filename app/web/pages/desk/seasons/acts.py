"""Acts on a season from the organisers' desk: the consequences of each, and a button."""

from datetime import datetime
from typing import Any

from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.errors import Problem, SeasonRefused
from app.league import visibility
from app.league.acts.act import Need, SeasonAct
from app.league.acts.table import ACTS, acts_of
from app.league.problems import explain
from app.league.results import results
from app.league.seasons import seasons as league_seasons
from app.store import seasons
from app.store.security import audits
from app.store.tables import Season
from app.web import forms
from app.web.dependencies import page_router
from app.web.pages.desk.seasons.season import show_season
from app.web.views.desk import AtOwnDesk, Desk, FromDesk, demand_proof

router = page_router()


@router.get("/desk/seasons/{slug}/acts/{act}")
def ask(desk: AtOwnDesk, slug: str, act: str) -> Response:
    """The consequences of the act, and a button."""
    return _ask(desk, slug, act)


@router.post("/desk/seasons/{slug}/acts/{act}")
def do(desk: FromDesk, slug: str, act: str) -> Response:
    """The act is done; or the page says why not. The same form sent twice does it once."""
    wanted = _act(act)
    if wanted.wants_proof and (question := demand_proof(desk)):
        return question

    def go() -> str:
        if wanted.gives:
            desk.require_seen(slug)
        season = seasons.by_slug(desk.session, slug)
        told = {
            need.name: _sent(desk, need)
            for need in wanted.needs
            if need.label
            and need.name not in ("reason", "tell")
            and need.needed(season) is not None
        }
        wanted.do(desk.session, slug, desk.organiser, **told)
        return f"/seasons/{slug}" if wanted.gives else ""

    return desk.attempt(go, lambda told: _ask(desk, slug, act, told))


@router.get("/desk/seasons/{slug}/deadline")
def ask_deadline(desk: AtOwnDesk, slug: str) -> Response:
    """The consequences of moving the deadline, and a form."""
    return _ask(desk, slug, "deadline")


@router.post("/desk/seasons/{slug}/deadline")
def move_deadline(desk: FromDesk, slug: str) -> Response:
    """The deadline is moved, publicly; or the form again and why not."""
    return do(desk, slug, "deadline")


@router.get("/desk/seasons/{slug}/delete")
def ask_delete(desk: AtOwnDesk, slug: str) -> Response:
    """The consequences of deleting the season, and a button."""
    return _ask(desk, slug, "delete")


@router.post("/desk/seasons/{slug}/delete")
def delete(desk: FromDesk, slug: str) -> Response:
    """There is no such season any more; or the form again and why not."""
    return do(desk, slug, "delete")


@router.post("/desk/seasons/{slug}/beacon")
def enter_beacon(desk: FromDesk, slug: str) -> Response:
    """The number that was announced is the season's beacon, for ever; or the season's page and why not."""

    def enter() -> str:
        ACTS["beacon"].do(desk.session, slug, desk.organiser, number=desk.form.line("number"))
        return f"/seasons/{slug}"

    return desk.attempt(enter, lambda told: show_season(desk, slug, told=told))


def _sent(desk: Desk, need: Need) -> Any:
    """The data of the act in the form. Raises `SeasonRefused` if a required moment is missing."""
    typed = desk.form.line(need.field)
    if need.kind is bool:
        return bool(typed) is not need.usual
    if need.kind is not datetime:
        return desk.form.number(need.field) if need.kind is int else typed
    moment = desk.deadline(need.field)
    if moment is None and need.usual is ...:
        raise SeasonRefused([Problem("bad-moment", typed="")])
    return moment


def _ask(desk: Desk, slug: str, name: str, told: list[str] | None = None) -> Response:
    season = seasons.by_slug(desk.session, slug)
    act = acts_of(season).get(name) or _act(name)
    asked = {need.field: need.needed(season) for need in act.needs if need.label}
    is_announced = "release_at" in asked and not desk.form.fields
    release_at = visibility.release_at(season) if is_announced else None
    run = visibility.finished_run(desk.session, season, desk.now) if release_at else None
    return desk.page(
        "desk/seasons/act.html",
        409 if told else 200,
        season=season,
        act=act,
        asked=asked,
        release_at=release_at,
        undone=desk.undone(season, called_off=act.calls_off) if act.takes_back else [],
        word=run.word if run else desk.form.text("tell"),
        warned=[explain(each, desk.lang) for each in act.warns(desk.session, season)]
        if act.warns
        else [],
        readers=act.letters(desk.session, season) if act.letters else None,
        seen=league_seasons.last_move(desk.session, season),
        last=audits.of_season(desk.session, season)[-1:] if told and not act.page else [],
        form_key=forms.new_key(),
        sample=sample_of(desk, season) if act.do is results.publish else None,
        told=told or [],
    )


def sample_of(desk: Desk, season: Season) -> int | None:
    """The number of an entry whose report can be previewed; None if there is none."""
    run = visibility.finished_run(desk.session, season, desk.now)
    field = results.finished(desk.session, season, run).participants if run else ()
    return next((each.number for each in field if each.player_id), None)


def _act(name: str) -> SeasonAct:
    act = ACTS.get(name)
    if act is None or not act.label:
        raise HTTPException(404)
    return act
