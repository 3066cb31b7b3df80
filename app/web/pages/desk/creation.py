"""A new season on the organisers' desk: a form with all settings, empty or like those of another season."""

from dataclasses import replace

from fastapi import APIRouter
from fastapi.responses import Response

from app.errors import Problem, SeasonRefused
from app.games import ruleset, slugs
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.decisions.season_plans import DECISIONS, Plan
from app.store import seasons
from app.web.dependencies import IN_LANGUAGE
from app.web.views.desk import AtOwnDesk, Desk, FromDesk
from app.web.views.forms import plans
from app.web.views.forms.drafts import Faults
from app.web.views.forms.plans import PlanForm

router = APIRouter(prefix=IN_LANGUAGE)


@router.get("/desk/new-season")
def ask(desk: AtOwnDesk, like: str = "") -> Response:
    """The form; with the settings of the season `like`, but its name and its deadline."""
    return _show(desk, plans.form_of(_first(desk, like), desk.site.settings.zone))


@router.post("/desk/new-season/preview")
def preview(desk: FromDesk) -> Response:
    """The form as it was sent, and its texts as everybody will see them. Nothing is kept."""
    typed = _typed(desk)
    problems = [problem for _, problem in season_plans.problems_of(typed.plan, desk.now)]
    return _show(desk, typed, problems, is_preview=True)


@router.post("/desk/new-season")
def create(desk: FromDesk) -> Response:
    """A new season, still a draft; or the form again with everything that is wrong in it."""
    typed = _typed(desk)

    def make() -> str:
        if typed.unread:
            also = league_seasons.problems_of_new(desk.session, typed.plan, desk.now)
            raise SeasonRefused([*(problem for _, problem in typed.unread), *also])
        season = league_seasons.create(desk.session, typed.plan, desk.organiser)
        return f"/seasons/{season.slug}"

    done = desk.done(make)
    return done if isinstance(done, Response) else _show(desk, typed, done)


def _first(desk: Desk, like: str) -> Plan:
    """The first content of the form."""
    found = seasons.with_slug(desk.session, like) if like else None
    if not found:
        return Plan("", "")
    plan = season_plans.plan_of(found)
    return replace(plan, slug="", closes_at=None, edition=None, rules=season_plans.todays(plan))


def _typed(desk: Desk) -> PlanForm:
    return plans.sent(desk.form, Plan("", ""), desk.site.settings.zone)


def _show(
    desk: Desk, typed: PlanForm, problems: list[Problem] | None = None, *, is_preview: bool = False
) -> Response:
    is_refused = problems is not None and not is_preview
    return desk.page(
        "desk/seasons/new.html",
        422 if is_refused else 200,
        **plans.page_of(desk, typed, DECISIONS.keys() - {"stages"}),
        faults=typed.faults(problems or [], desk.now, desk.lang)
        if problems is not None
        else Faults(),
        rulesets=[ruleset(slug) for slug in slugs()],
        preview=typed.plan if is_preview else None,
    )
