"""A season on the organisers' desk: its timetable, where each step is planned, moved, held, skipped and resumed."""

from dataclasses import replace
from datetime import datetime

from fastapi.responses import Response

from app.errors import Problem, SeasonRefused
from app.league.acts.stages import MARKS
from app.league.acts.table import ACTS
from app.league.problems import explain
from app.league.seasons import news, seasons as league_seasons
from app.league.timetable import nights, steps
from app.store import seasons
from app.store.security.audits import Organiser
from app.text.moments import read_moment, read_zone
from app.web import forms
from app.web.dependencies import page_router
from app.web.views.desk import AtOwnDesk, Desk, FromDesk

router = page_router()


@router.get("/desk/seasons/{slug}/timetable")
def ask(desk: AtOwnDesk, slug: str) -> Response:
    """Every step of the timetable, and a form to change one."""
    return _show(desk, slug)


@router.post("/desk/seasons/{slug}/timetable")
def change(desk: FromDesk, slug: str) -> Response:
    """The step is changed so; or the form again and why not."""

    def go() -> str:
        desk.require_seen(slug)
        by, name = _organiser(desk), desk.form.line("step")
        if (act := desk.form.line("act")) in MARKS:
            ACTS[act].do(desk.session, slug, by, step=name)
        else:
            at, zone = _moment(desk)
            is_quiet, shifts = (bool(desk.form.line(each)) for each in ("quiet", "later"))
            steps.plan(
                desk.session, slug, name, at, by, zone=zone, quiet=is_quiet, with_later=shifts
            )
        return f"/seasons/{slug}/timetable"

    return desk.attempt(go, lambda told: _show(desk, slug, told))


@router.post("/desk/seasons/{slug}/timetable/nights")
def plan_nights(desk: FromDesk, slug: str) -> Response:
    """The results come out night by night; or the form again and why not."""

    def go() -> str:
        desk.require_seen(slug)
        at, zone = _moment(desk)
        count, rounds = (desk.form.number(each) or None for each in ("nights", "rounds"))
        by = _organiser(desk)
        quiet = bool(desk.form.line("quiet"))
        nights.plan(desk.session, slug, at, by, zone=zone, nights=count, rounds=rounds, quiet=quiet)
        return f"/seasons/{slug}/timetable"

    return desk.attempt(go, lambda told: _show(desk, slug, told))


def _organiser(desk: Desk) -> Organiser:
    """The organiser with the reason, marked for whom it is. Raises `SeasonRefused` where a reason has no mark: it is never guessed."""
    by, why = desk.organiser, desk.form.text("why").strip()
    mark = desk.form.line("mark")
    if why and mark not in ("log", "players"):
        raise SeasonRefused([Problem("reason-unmarked")])
    by = replace(by, reason=why) if mark == "log" else replace(by, tell=why)
    league_seasons.require_brevity(by)
    return by


def _moment(desk: Desk) -> tuple[datetime, str]:
    """The typed moment and its time zone. Raises `SeasonRefused` if that moment does not exist, or exists twice."""
    problems: list[Problem] = []
    own = desk.site.settings.zone
    zone = read_zone(desk.form.line("zone") or own.key, problems)
    at = read_moment(desk.form.line("at"), zone or own, problems)
    if at is None or zone is None:
        raise SeasonRefused(problems)
    return at, zone.key


def _show(desk: Desk, slug: str, told: list[str] | None = None) -> Response:
    season = seasons.by_slug(desk.session, slug)
    found = steps.milestones(desk.session, season)
    return desk.page(
        "desk/seasons/timetable.html",
        409 if told else 200,
        season=season,
        steps=found,
        names={each.name: news.step_name(each.name, desk.lang) for each in found},
        no_nights=[explain(each, desk.lang) for each in nights.obstacles(desk.session, season)],
        to_come=[each.name for each in found if not each.is_over],
        why={
            each.name: [explain(problem, desk.lang) for problem in each.problems] for each in found
        },
        opening=news.readers_of_opening(desk.session, season),
        players=news.readers_of_change(desk.session, season),
        fighting=len(news.readers_of(desk.session, season, "counts").players),
        seen=league_seasons.last_move(desk.session, season),
        form_key=forms.new_key(),
        told=told or [],
    )
