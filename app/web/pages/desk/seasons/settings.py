"""A season on the organisers' desk: what was decided when it was made, changed as long as nothing hangs on it."""

from fastapi.responses import Response

from app.errors import Problem, SeasonRefused
from app.league.matches.settings import rules_of
from app.league.seasons import news, seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.store import seasons
from app.tournament.tiebreaks import TIE_BREAKS
from app.web.dependencies import page_router
from app.web.views.desk import AtOwnDesk, Desk, FromDesk
from app.web.views.forms import formats, plans
from app.web.views.forms.drafts import Faults
from app.web.views.forms.plans import PlanForm

router = page_router()


@router.get("/desk/seasons/{slug}/settings")
def ask(desk: AtOwnDesk, slug: str) -> Response:
    """The current settings; those that can still change are in a form."""
    plan = season_plans.plan_of(seasons.by_slug(desk.session, slug))
    return _show(desk, slug, plans.form_of(plan, desk.site.settings.zone))


@router.post("/desk/seasons/{slug}/settings/preview")
def preview(desk: FromDesk, slug: str) -> Response:
    """The form as it was sent, and its texts as everybody will see them. Nothing is changed."""
    return _show(desk, slug, _typed(desk, slug), is_preview=True)


@router.post("/desk/seasons/{slug}/settings")
def change(desk: FromDesk, slug: str) -> Response:
    """The settings are changed, and players told where it concerns them; or the form again and why not."""
    typed = _typed(desk, slug)

    def go() -> str:
        desk.require_seen(slug)
        problems = [problem for _, problem in typed.unread]
        try:
            league_seasons.change(desk.session, typed.plan, desk.organiser)
        except SeasonRefused as refusal:
            problems += refusal.problems
        if problems:  # then nothing is kept, even of what could be read
            raise SeasonRefused(problems)
        return f"/seasons/{slug}"

    done = desk.done(go)
    return done if isinstance(done, Response) else _show(desk, slug, typed, done)


def _typed(desk: Desk, slug: str) -> PlanForm:
    """The form as it was sent, over the present settings. Settings that can no longer change are not in it."""
    plan = season_plans.plan_of(seasons.by_slug(desk.session, slug))
    return plans.sent(desk.form, plan, desk.site.settings.zone)


def _show(
    desk: Desk,
    slug: str,
    typed: PlanForm,
    problems: list[Problem] | None = None,
    *,
    is_preview: bool = False,
) -> Response:
    session, season = desk.session, seasons.by_slug(desk.session, slug)
    return desk.page(
        "desk/seasons/settings.html",
        409 if problems else 200,
        season=season,
        game=rules_of(session, season),
        **plans.page_of(desk, typed, league_seasons.changeable(season, desk.now)),
        faults=typed.faults(problems, desk.now, desk.lang) if problems else Faults(),
        tie_breaks=TIE_BREAKS,
        readers=news.readers_of_change(session, season),
        outlook=formats.outlook_of(typed.plan, desk.now, desk.lang),
        preview=typed.plan if is_preview else None,
        seen=league_seasons.last_move(session, season),
    )
