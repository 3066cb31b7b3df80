"""The next round of a season, planned on the organisers' desk."""

from fastapi.responses import Response

from app.errors import Problem, SeasonRefused
from app.games import ruleset
from app.league.desk import rounds as league_rounds
from app.league.desk.rounds import PlannedRound
from app.league.seasons import seasons as league_seasons
from app.store import seasons
from app.store.series import rounds
from app.text.moments import read_moment
from app.web import forms
from app.web.dependencies import page_router
from app.web.views.desk import AtOwnDesk, Desk, FromDesk

router = page_router()


@router.get("/desk/seasons/{slug}/next-round")
def ask(desk: AtOwnDesk, slug: str) -> Response:
    """A form with the next round's name, deadline and bounds."""
    return _show(desk, slug)


@router.post("/desk/seasons/{slug}/next-round")
def plan(desk: FromDesk, slug: str) -> Response:
    """The next round is a draft; or the form again and why not."""

    def go() -> str:
        desk.require_seen(slug)
        season = league_rounds.plan(desk.session, slug, _wanted(desk), desk.organiser)
        return f"/seasons/{season.slug}"

    return desk.attempt(go, lambda told: _show(desk, slug, told))


def _wanted(desk: Desk) -> PlannedRound:
    """The settings in the form. Raises `SeasonRefused` with every problem."""
    problems: list[Problem] = []
    typed = desk.form.line("closes_at")
    zone = desk.site.settings.zone
    closes_at = read_moment(typed, zone, problems) if typed else None
    added, changes = (_number(desk, name, problems) for name in ("added", "changes"))
    if problems:
        raise SeasonRefused(problems)
    return PlannedRound(desk.form.line("slug"), closes_at, added, changes)


def _number(desk: Desk, name: str, problems: list[Problem]) -> int | None:
    typed = desk.form.line(name)
    if not typed:
        return None
    if typed.isascii() and typed.isdigit() and len(typed) < 5:
        return int(typed)
    problems.append(Problem("bad-growth", typed=typed[:40], most=str(league_rounds.MOST)))
    return None


def _show(desk: Desk, slug: str, told: list[str] | None = None) -> Response:
    season = seasons.by_slug(desk.session, slug)
    return desk.page(
        "desk/seasons/next_round.html",
        422 if told else 200,
        season=season,
        terms=ruleset(season.game, season.rules_version).terms.to(desk.lang),
        following=rounds.after(desk.session, season),
        seen=league_seasons.last_move(desk.session, season),
        form_key=forms.new_key(),
        told=told or [],
    )
