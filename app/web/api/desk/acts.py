"""Acts on a season, as JSON."""

from collections.abc import Callable
from datetime import datetime

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.league import news, results, visibility
from app.league import runs as league_runs
from app.league import seasons as league_seasons
from app.league.problems import explain
from app.league.visibility import Reader
from app.store import seasons
from app.store.results import runs
from app.store.security.audits import Organiser
from app.store.tables import Run, Season, SeasonState
from app.web.api.desk.facts import facts
from app.web.api.models.organisers import Opening, Progress
from app.web.api.models.public import SeasonFacts
from app.web.api.models.sent import (
    SentDeadline,
    SentOpening,
    SentReason,
    SentRelease,
    SentReopening,
)
from app.web.api.responses import JsonRoute, answer, refused
from app.web.api.seasons import Slug
from app.web.api.tokens import ByToken
from app.web.errors import lang_of
from app.web.rendering import PRIVATE
from app.web.site import Now, Reading, Writing

router = APIRouter(route_class=JsonRoute)


def _act(do: Callable[[Session, str, Organiser], Season], name: str, summary: str) -> None:
    """A route for an act that moves the season on."""

    @router.post(
        f"/seasons/{{slug}}/{name}",
        name=name,
        description=summary,
        response_model=SeasonFacts,
        responses=refused(400, 404, 409, 413, 415, 422),
    )
    def act(
        request: Request,
        slug: Slug,
        by: ByToken,
        session: Writing,
        sent: SentReason | None = None,
    ) -> Response:
        sent = sent or SentReason()
        season = do(session, slug, by.because(sent.reason, sent.tell))
        session.flush()
        return answer(request, facts(session, season, by.now))


@router.get("/seasons/{slug}/open", response_model=Opening, responses=refused(304, 404))
def opening_of(request: Request, slug: Slug, session: Reading) -> Response:
    """To how many players opening the season would write."""
    season = seasons.by_slug(session, slug)
    readers = news.readers_of_opening(session, season)
    return answer(request, Opening(season=slug, letters=readers), cache=PRIVATE)


@router.post(
    "/seasons/{slug}/open",
    response_model=SeasonFacts,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def open_(
    request: Request, slug: Slug, by: ByToken, session: Writing, sent: SentOpening | None = None
) -> Response:
    """Take entries from now on. Players of its game get a letter, but without `announce`."""
    sent = sent or SentOpening()
    acting = by.because(sent.reason, sent.tell)
    season = league_seasons.open_season(session, slug, acting, quiet=not sent.announce)
    session.flush()
    return answer(request, facts(session, season, by.now))


_act(
    league_seasons.close,
    "close",
    "Take no more entries: they are numbered, and laid open to you unless an announced deadline is still to come.",
)


@router.post(
    "/seasons/{slug}/reopen",
    response_model=SeasonFacts,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def reopen(
    request: Request, slug: Slug, by: ByToken, session: Writing, sent: SentReopening | None = None
) -> Response:
    """Take entries again after closing, until a new deadline. A public act: everybody reads `tell`."""
    sent = sent or SentReopening()
    acting = by.because(sent.reason, sent.tell)
    season = league_seasons.reopen(session, slug, acting, sent.closes_at)
    session.flush()
    return answer(request, facts(session, season, by.now))


_act(
    results.undo,
    "undo",
    "One step back: from published to review, from review to closed. Needs a reason.",
)


@router.post(
    "/seasons/{slug}/publish",
    response_model=SeasonFacts,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def publish(
    request: Request, slug: Slug, by: ByToken, session: Writing, sent: SentRelease | None = None
) -> Response:
    """Make the results public; every player gets a report by mail, and reads `tell` in it. With `release_at` that happens then."""
    sent = sent or SentRelease()
    acting = by.because(sent.reason, sent.tell)
    season = results.publish(session, slug, acting, release_at=sent.release_at)
    session.flush()
    return answer(request, facts(session, season, by.now))


@router.post(
    "/seasons/{slug}/deadline",
    response_model=SeasonFacts,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def deadline(
    request: Request, slug: Slug, sent: SentDeadline, by: ByToken, session: Writing
) -> Response:
    """Move the announced deadline, until it has passed. Everybody is told, with `tell`."""
    season = league_seasons.move(session, slug, sent.closes_at, by.because(sent.reason, sent.tell))
    session.flush()
    return answer(request, facts(session, season, by.now))


@router.delete(
    "/seasons/{slug}", status_code=204, response_class=Response, responses=refused(404, 409)
)
def delete(slug: Slug, by: ByToken, session: Writing, confirmed: str = "") -> Response:
    """Delete a draft; or, `confirmed` being its name, a mistaken season to which no player has sent anything."""
    league_seasons.delete(session, slug, by.because(""), confirmed)
    return Response(status_code=204)


@router.post(
    "/seasons/{slug}/run",
    status_code=202,
    response_model=Progress,
    responses=refused(404, 409),
)
def run(request: Request, slug: Slug, by: ByToken, session: Writing) -> Response:
    """Let every pair meet. A worker plays them; `GET` the same address to see how far it is."""
    started = league_runs.start(session, slug, by.because(""))
    session.flush()
    going_on = answer(request, _progress(request, session, slug, started, by.now), status=202)
    going_on.headers["Location"] = request.url.path
    return going_on


@router.get("/seasons/{slug}/run", response_model=Progress, responses=refused(304, 404))
def progress(request: Request, slug: Slug, session: Reading, now: Now) -> Response:
    """How far the latest run is."""
    latest = runs.latest(session, seasons.by_slug(session, slug))
    if not latest:
        raise HTTPException(404)
    return answer(request, _progress(request, session, slug, latest, now), cache=PRIVATE)


def _progress(request: Request, session: Session, slug: str, run: Run, now: datetime) -> Progress:
    season = seasons.by_slug(session, slug)
    so_far = league_runs.progress(session, run, now)
    is_running = season.state is SeasonState.RUNNING
    is_laid_open = visibility.shows_entries(season, Reader.ORGANISER, now)
    return Progress(
        season=slug,
        run=run.serial,
        state=season.state,
        battles=so_far.battles,
        of=so_far.of,
        seconds_left=round(so_far.left.total_seconds()) if so_far.left and is_running else None,
        finished=run.digest is not None,
        halted=[explain(problem, lang_of(request)) for problem in league_runs.why_halted(run)]
        if is_laid_open
        else [],
        digest=run.digest if is_laid_open else None,
        started_at=run.started_at,
        finished_at=run.finished_at,
    )
