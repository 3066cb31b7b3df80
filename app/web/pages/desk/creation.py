"""A new season on the organisers' desk: five fields, and all other settings folded; empty or like those of another season."""

from dataclasses import replace

from fastapi.responses import Response

from app.engine.workshop import SUFFIX
from app.errors import Problem, SeasonRefused
from app.games import calls, ruleset, slugs
from app.games.house import with_cards
from app.league.results import card_sets
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.decisions.season_plans import DECISIONS, Plan
from app.league.seasons.stages.outlook import CHOICES
from app.store import seasons
from app.web.dependencies import page_router
from app.web.views.desk import AtOwnDesk, Desk, FromDesk, FromPreview
from app.web.views.forms import formats, plans
from app.web.views.forms.drafts import Faults
from app.web.views.forms.plans import PlanForm

router = page_router()


@router.get("/desk/new-season")
def ask(desk: AtOwnDesk, like: str = "") -> Response:
    """The form; with the settings of the season `like`, but its name and its deadline."""
    plan = _first(desk, like)
    return _show(desk, formats.chosen(desk.form, plans.form_of(plan, desk.site.settings.zone)))


@router.post("/desk/new-season/preview")
def preview(desk: FromPreview) -> Response:
    """The form as it was sent, what its format comes to, and its texts as everybody will see them. Nothing is kept."""
    typed = _typed(desk)
    problems = [problem for _, problem in season_plans.problems_of(typed.plan, desk.now)]
    return _show(desk, typed, problems, is_preview=True)


@router.post("/desk/new-season")
def create(desk: FromDesk) -> Response:
    """A new season, still a draft; or the form again with everything that is wrong in it."""
    typed = _typed(desk)

    def make() -> str:
        plan = typed.plan
        if not plan.slug:
            plan = replace(plan, slug=league_seasons.free_slug(desk.session, plan))
        if typed.unread:
            also = league_seasons.problems_of_new(desk.session, plan, desk.now)
            raise SeasonRefused([*(problem for _, problem in typed.unread), *also])
        season = league_seasons.create(desk.session, plan, desk.organiser)
        return f"/seasons/{season.slug}"

    done = desk.done(make)
    return done if isinstance(done, Response) else _show(desk, typed, done)


def _first(desk: Desk, like: str) -> Plan:
    """The first content of the form."""
    found = seasons.with_slug(desk.session, like) if like else None
    if not found:
        return Plan(slugs()[0], "")
    if made := card_sets.of_season(desk.session, found):
        game = found.game.removesuffix(SUFFIX)
        return Plan(game, "", rules=with_cards(game, made.text).rules_version)
    plan = season_plans.plan_of(found)
    return replace(plan, slug="", closes_at=None, edition=None, rules=season_plans.todays(plan))


def _typed(desk: Desk) -> PlanForm:
    return formats.chosen(desk.form, plans.sent(desk.form, Plan("", ""), desk.site.settings.zone))


def _show(
    desk: Desk, typed: PlanForm, problems: list[Problem] | None = None, *, is_preview: bool = False
) -> Response:
    is_refused = problems is not None and not is_preview
    told = typed.faults(problems, desk.now, desk.lang) if problems is not None else Faults()
    shown = {f"title_{desk.lang}", "closes_at", "capacity"}
    return desk.page(
        "desk/seasons/new.html",
        422 if is_refused else 200,
        **plans.page_of(desk, typed, DECISIONS.keys() - shown),
        first={name: DECISIONS[name] for name in shown},
        faults=told,
        is_folded=told.by_field.keys() <= {*shown, "game", "format"},
        rulesets=[ruleset(slug) for slug in (*slugs(), *calls())],
        pictured=CHOICES.values(),
        number_field=formats.field_of,
        outlook=formats.outlook_of(typed.plan, desk.now, desk.lang),
        free_slug=league_seasons.free_slug(desk.session, typed.plan),
        preview=typed.plan if is_preview else None,
    )
