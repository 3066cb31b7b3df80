"""Everything an organiser does with a season, for programs that have a token of one."""

from datetime import datetime

from fastapi import Request
from fastapi.responses import Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.league import visibility
from app.league.archive.record import Record, record
from app.league.matches import outcomes
from app.league.results import results
from app.league.results.results import FinishedRun
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions.season_plans import Plan, game_of, plan_of
from app.league.visibility import Reader
from app.statistics import analysis
from app.statistics.summary import Statistics
from app.store import entrants, seasons
from app.store.database import let_go
from app.store.results import runs
from app.store.security import audits
from app.web.api.desk import acts, looks
from app.web.api.desk.acts import digest_of, facts, made as _made
from app.web.api.models.organisers import Act
from app.web.api.models.public import List, SeasonFacts, Standings
from app.web.api.models.sent import (
    SentChange,
    SentSeason,
    decided,
)
from app.web.api.responses import Page, answer, answer_list, refused
from app.web.api.seasons import Slug, standing_lines
from app.web.api.statistics import statistics_of
from app.web.api.tokens import ByToken, organiser_router
from app.web.dependencies import Now, Reading, Writing
from app.web.rendering import PRIVATE

router = organiser_router()


@router.get("/seasons", response_model=List[SeasonFacts], responses=refused(304, 404, 422))
def every_season(request: Request, session: Reading, now: Now, page: Page = 1) -> Response:
    """All seasons, drafts too, the newest first."""
    counts = entrants.counts(session)
    return answer_list(
        request,
        List[SeasonFacts],
        seasons.every(session),
        page,
        lambda each: SeasonFacts.of(each, counts.get(each.id, 0), digest_of(session, each, now)),
        cache=PRIVATE,
    )


@router.post(
    "/seasons",
    status_code=201,
    response_model=SeasonFacts,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def create(request: Request, sent: SentSeason, by: ByToken, session: Writing) -> Response:
    """A new season; it takes no entries before it is opened."""
    plan = Plan(sent.game, sent.season)
    game_of(plan)
    season = league_seasons.create(session, decided(plan, sent), by.because(""))
    return _made(request, season)


@router.get("/seasons/{slug}", response_model=SeasonFacts, responses=refused(304, 404))
def one_season(request: Request, slug: Slug, session: Reading, now: Now) -> Response:
    """A season; its digest as soon as it has been played."""
    return answer(request, facts(session, seasons.by_slug(session, slug), now), cache=PRIVATE)


@router.patch(
    "/seasons/{slug}",
    response_model=SeasonFacts,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def change(
    request: Request, slug: Slug, sent: SentChange, by: ByToken, session: Writing
) -> Response:
    """Change what was decided about the season, each until results or a promise hang on it. Players get one letter."""
    plan = decided(plan_of(seasons.locked(session, slug)), sent)
    season = league_seasons.change(session, plan, by.because(sent.reason, sent.tell))
    session.flush()
    return answer(request, facts(session, season, by.now))


router.routes += [*acts.router.routes, *looks.router.routes]


@router.get(
    "/seasons/{slug}/standings",
    response_model=Standings,
    responses=refused(304, 404, 409, 422),
)
def desk_standings(
    request: Request, slug: Slug, session: Reading, now: Now, page: Page = 1
) -> Response:
    """The table of the latest finished run, best first: to be looked at before it is published."""
    finished = _finished(session, slug, now)
    return answer(request, standing_lines(finished, page), cache=PRIVATE)


@router.get(
    "/seasons/{slug}/statistics", response_model=Statistics, responses=refused(304, 404, 409)
)
def desk_statistics(request: Request, slug: Slug, session: Reading, now: Now) -> Response:
    """The statistics of the latest finished run: to be looked at before it is published."""
    finished = _finished(session, slug, now)
    matches = outcomes.ended(session, seasons.by_slug(session, slug))
    let_go(session)
    whole = statistics_of(finished, analysis.of(finished), matches)
    return answer(request, whole, cache=PRIVATE)


@router.get("/seasons/{slug}/record", response_model=Record, responses=refused(304, 404, 409))
def desk_record(request: Request, slug: Slug, session: Reading, now: Now) -> Response:
    """The record of the latest finished run."""
    return answer(request, record(session, seasons.by_slug(session, slug), now), cache=PRIVATE)


@router.get("/seasons/{slug}/log", response_model=List[Act], responses=refused(304, 404, 422))
def log(request: Request, slug: Slug, session: Reading, now: Now, page: Page = 1) -> Response:
    """The acts of organisers in this season, with their reasons, oldest first. No digests while it is sealed."""
    season = seasons.by_slug(session, slug)
    hidden = () if visibility.shows_entries(season, Reader.ORGANISER, now) else ("digest",)
    return answer_list(
        request,
        List[Act],
        audits.of_season(session, season),
        page,
        lambda each: Act(
            at=each.at,
            who=each.who,
            act=each.act,
            reason=each.reason,
            detail={name: value for name, value in each.detail.items() if name not in hidden},
        ),
        cache=PRIVATE,
    )


def _finished(session: Session, slug: str, now: datetime) -> FinishedRun:
    """The latest run of the season. Raises 404 if none is finished, `SeasonRefused` while it is sealed."""
    season = seasons.by_slug(session, slug)
    latest = runs.latest(session, season)
    if not latest or not latest.digest:
        raise HTTPException(404)
    run = visibility.require_finished_run(session, season, now)
    return results.finished(session, season, run)
