"""A season on the organisers' desk: how its matches are played, said while it is a draft; then when its exchanges are."""

from fastapi import APIRouter
from fastapi.responses import Response

from app.errors import Problem, SeasonRefused
from app.league.matches import beginnings, deadlines
from app.league.matches.settings import REVEALS, TEMPOS, MatchSettings, rules_of, settings_of
from app.league.seasons import seasons as league_seasons
from app.store import seasons
from app.store.tables import SeasonState
from app.web import forms
from app.web.dependencies import IN_LANGUAGE
from app.web.views.desk import AtOwnDesk, Desk, FromDesk
from app.web.views.forms import match_plans
from app.web.views.forms.drafts import Faults
from app.web.views.forms.match_plans import MatchForm

router = APIRouter(prefix=IN_LANGUAGE)


@router.get("/desk/seasons/{slug}/matches")
def ask(desk: AtOwnDesk, slug: str) -> Response:
    """The decisions as they stand, or the usual ones, in a form."""
    season = seasons.by_slug(desk.session, slug)
    game = rules_of(desk.session, season)
    return _show(desk, slug, match_plans.form_of(_before(desk, slug), game))


@router.post("/desk/seasons/{slug}/matches")
def decide(desk: FromDesk, slug: str) -> Response:
    """The matches are arranged so; or the form again with everything that is wrong in it."""
    season = seasons.by_slug(desk.session, slug)
    game = rules_of(desk.session, season)
    typed = match_plans.sent(desk.form, _before(desk, slug), game)

    def go() -> str:
        desk.require_seen(slug)
        problems = [problem for _, problem in typed.unread]
        try:
            beginnings.decide(desk.session, slug, typed.settings, desk.organiser)
        except SeasonRefused as refusal:
            problems += refusal.problems
        if problems:
            raise SeasonRefused(problems)
        return f"/seasons/{slug}"

    done = desk.done(go)
    return done if isinstance(done, Response) else _show(desk, slug, typed, done)


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

    def again(told: list[str]) -> Response:
        game = rules_of(desk.session, season)
        return _show(desk, slug, match_plans.form_of(_before(desk, slug), game), told=told)

    return desk.attempt(go, again, season)


def _before(desk: Desk, slug: str) -> MatchSettings:
    season = seasons.by_slug(desk.session, slug)
    usual = MatchSettings(zone=desk.site.settings.timezone)
    return settings_of(desk.session, season) or usual


def _show(
    desk: Desk,
    slug: str,
    typed: MatchForm,
    problems: list[Problem] | None = None,
    told: list[str] | None = None,
) -> Response:
    session, season = desk.session, seasons.by_slug(desk.session, slug)
    return desk.page(
        "desk/seasons/matches.html",
        409 if problems or told else 200,
        season=season,
        game=rules_of(desk.session, season),
        can_decide=season.state is SeasonState.DRAFT,
        standing=settings_of(session, season),
        typed=typed,
        field_of=match_plans.field_of,
        agenda=deadlines.agenda(session, season),
        told=told or [],
        faults=typed.faults(problems, desk.lang) if problems else Faults(),
        tempos=TEMPOS,
        reveals=REVEALS,
        seen=league_seasons.last_move(session, season),
        form_key=forms.new_key(),
    )
