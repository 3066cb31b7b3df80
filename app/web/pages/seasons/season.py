"""The page of a season today, and its seals."""

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.league import seals, visibility
from app.league.eligibility import pools
from app.league.eligibility.sides import sides_of
from app.league.entries import places
from app.league.matches.settings import rules_of, settings_of
from app.league.seasons import calling_off, carryovers, cups, news
from app.league.seasons.decisions.season_plans import plan_of
from app.league.seasons.stages import courses
from app.letters import durations
from app.store import entries
from app.store.matches import matches
from app.store.results import stages
from app.store.tables import SeasonState
from app.web.dependencies import Now, Reading, SiteOf, page_router
from app.web.pages.seasons.results import results_page
from app.web.pages.seasons.standings import AskedOrder
from app.web.rendering import page
from app.web.views.results import find_results
from app.web.views.seasons import STATES, Rounds, mail_to
from app.web.views.tables.pagination import MOST_LINES, PageNumber, part

router = page_router()


@router.get("/seasons/{slug}")
def season(
    request: Request,
    lang: Lang,
    slug: str,
    session: Reading,
    now: Now,
    site: SiteOf,
    number: PageNumber,
    asked: AskedOrder,
) -> Response:
    """The season as it is today, the same for everybody."""
    season = visibility.public_season(session, slug)
    if season.of_duel:  # that of a duel is its match
        return RedirectResponse(f"/{lang}/seasons/{slug}/matches/1-1", 307)
    if results := find_results(request, session, season):
        return results_page(request, lang, results, number, asked)
    game = rules_of(session, season)
    return page(
        request,
        lang,
        "seasons/season.html",
        season=season,
        cup=cups.place_of(session, season),
        game=game,
        matches=settings_of(session, season),
        stages=courses.plans_of(season),
        lottery=stages.lottery(session, season),
        duration=durations.of_season(session, season, lang, site.settings.zone),
        matches_made=matches.count(session, season) > 0,
        states=STATES,
        release_at=visibility.release_at(season),
        released=visibility.released_rounds(season),
        withdrawn=seals.withdrawn(session, season, lang),
        entrants=part(visibility.entrants_of(session, season, lang), number, MOST_LINES),
        waves=places.waves_of(season),
        sides=sides_of(season),
        pool=pools.told(pools.pool_of(season), game, lang),
        rounds=Rounds.of(session, season, lang),
        queue=len(entries.queued(session, season)) if season.waiting_list else 0,
        marks=seals.marks(session, season),
        notices=news.notices(session, season),
        sealed_until=visibility.sealed_until(season, now),
        plan=plan_of(season),
        decided_by=calling_off.waits_until(session, season),
        following=carryovers.following(session, season, now)[:1]
        if season.state is SeasonState.CALLED_OFF
        else [],
        mail_to=mail_to(site.settings, lang, season),
    )


@router.get("/seasons/{slug}/seals")
def all_seals(
    request: Request, lang: Lang, slug: str, session: Reading, number: PageNumber
) -> Response:
    """The seal of every entry; from publication on its salt too. What earlier closings sealed stays public."""
    season = visibility.public_season(session, slug)
    is_open = not visibility.has_closed(season)
    return page(
        request,
        lang,
        "seasons/seals.html",
        season=season,
        states=STATES,
        is_open=is_open,
        withdrawn=seals.withdrawn(session, season, lang),
        seals=part(visibility.entrants_of(session, season, lang), number, MOST_LINES),
        marks=seals.marks(session, season),
        earlier=seals.closings(session, season)[: None if is_open else -1],
    )


@router.get("/seasons/{slug}/seals/{closing:int}")
def seals_of_closing(
    request: Request, lang: Lang, slug: str, closing: int, session: Reading, number: PageNumber
) -> Response:
    """All seals of this closing, also of entries withdrawn since. 404 if entries did not close so often."""
    season = visibility.public_season(session, slug)
    found = next((each for each in seals.closings(session, season) if each.serial == closing), None)
    if not found:
        raise HTTPException(404)
    return page(
        request,
        lang,
        "seasons/closing.html",
        season=season,
        closing=found,
        seals=part(seals.of_closing(session, season, closing, lang), number, MOST_LINES),
    )
