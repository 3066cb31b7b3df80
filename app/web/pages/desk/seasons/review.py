"""A season on the organisers' desk before its next step: all that is worth a look, on one page."""

from fastapi.responses import Response

from app.league import visibility
from app.league.desk import review as league_review
from app.league.matches.settings import rules_of, settings_of
from app.league.problems import explain
from app.league.seasons.decisions.season_plans import plan_of
from app.league.visibility import Reader
from app.store import entrants, seasons
from app.store.tables import SeasonState
from app.tournament.tiebreaks import TIE_BREAKS
from app.web.dependencies import page_router
from app.web.pages.desk.seasons.acts import sample_of
from app.web.pages.desk.seasons.preview import is_previewed
from app.web.views.desk import AtDesk
from app.web.views.forms.formats import outlook_of
from app.web.views.tables.pagination import MOST_LINES

router = page_router()


@router.get("/desk/seasons/{slug}/review")
def show(desk: AtDesk, slug: str) -> Response:
    """The public pages as they will be, the letters that the next step writes, and what may be wrong with the entries."""
    session, season = desk.session, seasons.by_slug(desk.session, slug)
    settings = desk.site.settings
    found = league_review.review(session, season, desk.now, settings.mail_per_minute)
    run = visibility.finished_run(session, season, desk.now)
    numbers = [each.number for each in entrants.of_run(session, run)][:2]
    return desk.page(
        "desk/seasons/review.html",
        season=season,
        game=rules_of(session, season),
        matches=settings_of(session, season),
        outlook=outlook_of(plan_of(season), desk.now, desk.lang, found.taken),
        review=found,
        odd=[explain(each, desk.lang) for each in found.odd[:MOST_LINES]],
        is_previewed=not visibility.is_public(season) and is_previewed(session, season, desk.now),
        is_laid_open=visibility.shows_entries(season, Reader.ORGANISER, desk.now),
        sample=sample_of(desk, season) if season.state is SeasonState.REVIEW else None,
        first=numbers[0] if numbers else 0,
        second=numbers[-1] if numbers else 0,
        tie_breaks=TIE_BREAKS,
        left=season.closes_at - desk.now if season.closes_at else None,
        most=league_review.MOST_SHOWN,
    )
