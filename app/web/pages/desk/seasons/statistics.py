"""The statistics of a run for its organiser, before it is published."""

from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.league import visibility
from app.league.matches import outcomes
from app.league.results import results
from app.statistics import analysis
from app.store import seasons
from app.store.database import let_go
from app.store.results import runs
from app.web.dependencies import page_router
from app.web.rendering import spoken
from app.web.views.desk import AtDesk
from app.web.views.fields import StageView, field_of
from app.web.views.statistics.statistics import ends_of, shown

router = page_router()


@router.get("/desk/seasons/{slug}/statistics")
def statistics(desk: AtDesk, slug: str) -> Response:
    """The statistics of the latest finished run, as they will be published."""
    season = seasons.by_slug(desk.session, slug)
    latest = runs.latest(desk.session, season)
    if not latest or not latest.digest:
        raise HTTPException(404)
    visibility.require_laid_open(season, desk.now)
    run = results.finished(desk.session, season, latest)
    matches = outcomes.ended(desk.session, season)
    let_go(desk.session)
    name = season.title(desk.lang)
    stage = StageView(name, "", run.game, run.game.rules_version, is_public=False)
    field = field_of(run, analysis.of(run), stage)
    crumbs = [(f"/{desk.lang}/desk/seasons/{season.slug}", spoken(name, desk.lang))]
    content = shown(field, desk.lang, crumbs) | ends_of(run.game, matches, desk.lang)
    return desk.page("statistics/statistics.html", is_full=run.is_full, **content)
