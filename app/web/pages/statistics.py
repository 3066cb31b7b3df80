"""Statistics of a season, and the changes that would have won for a character."""

from fastapi import Request
from fastapi.responses import Response
from markupsafe import Markup

from app.engine import Lang
from app.league.matches import outcomes
from app.web.dependencies import Now, page_router
from app.web.rendering import page, spoken
from app.web.views.fields import StageView
from app.web.views.results import NewResults
from app.web.views.statistics.metagame import (
    AskedField,
    answers_page,
    changes_page,
    find_answers,
    find_changes,
)
from app.web.views.statistics.statistics import ends_of, of_run
from app.web.views.statistics.what_if import AskedEntry, Inquiry, what_if_page, work_out
from app.web.views.tables.pagination import PageNumber

router = page_router()


@router.get("/seasons/{slug}/statistics")
def statistics(request: Request, lang: Lang, results: NewResults) -> Response:
    """The statistics of the full table."""
    season = results.season
    matches = outcomes.ended(results.session, season)
    run, told = results.counted()
    here = f"/{lang}/seasons/{season.slug}"
    stage = StageView(season.title(lang), here, run.game, run.game.rules_version)
    crumbs = [(here, spoken(stage.name, lang))]
    content = of_run(run, told, stage, lang, crumbs, results.hidden)
    content |= {
        "is_full": run.is_full,
        "has_grid": run.has_grid,
        "map": content["map"] if run.has_grid else None,
        **ends_of(run.game, matches, lang),
    }
    return page(
        request, lang, "statistics/statistics.html", etag=results.etag, season=season, **content
    )


@router.get("/seasons/{slug}/entries/{number:int}/what-if")
def what_if(
    request: Request, lang: Lang, slug: str, asked: AskedEntry, now: Now, at: PageNumber
) -> Response:
    """The changes that would have won: each tried against all others."""
    told = work_out(request, asked, now)
    api = f"/api/v1/seasons/{slug}/entries/{asked.who.number}/what-if"
    return what_if_page(request, lang, asked, told, at, _crumbs(asked, lang), api)


@router.get("/seasons/{slug}/entries/{number:int}/changes")
def changes(request: Request, lang: Lang, slug: str, asked: AskedEntry, now: Now) -> Response:
    """The best changes by one card and by two, and whose results they turn."""
    told = find_changes(request, asked, now)
    api = f"/api/v1/seasons/{slug}/entries/{asked.who.number}/changes"
    return changes_page(request, lang, asked, told, _crumbs(asked, lang), api)


def _crumbs(asked: Inquiry, lang: Lang) -> list[tuple[str, Markup]]:
    stage, who = asked.stage, asked.who
    return [
        (stage.here, spoken(stage.name, lang)),
        (f"{stage.here}/entries/{who.number}", spoken(who.name, lang)),
    ]


@router.get("/seasons/{slug}/answers")
def answers(
    request: Request, lang: Lang, slug: str, asked: AskedField, now: Now, at: PageNumber
) -> Response:
    """What beats the field: a counter-build, the mixture that nobody in it beats, the worth of its cards."""
    crumbs = [(asked.stage.here, spoken(asked.stage.name, lang))]
    told = find_answers(request, asked, now)
    return answers_page(request, lang, asked, told, at, crumbs, f"/api/v1/seasons/{slug}/answers")
