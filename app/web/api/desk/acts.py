"""Acts on a season, as JSON: a route for every act in the league's table."""

import builtins
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field, create_model
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.errors import SubmissionRejected
from app.league import news, visibility
from app.league import runs as league_runs
from app.league import seasons as league_seasons
from app.league.acts.act import Act, Need
from app.league.acts.table import ACTS
from app.league.problems import explain
from app.league.visibility import Reader
from app.store import seasons
from app.store.results import runs
from app.store.tables import Entry, Run, Season, SeasonState
from app.web.api.desk.entries import last_of
from app.web.api.desk.facts import facts
from app.web.api.models.organisers import DeskEntry, Opening, Progress
from app.web.api.models.public import SeasonFacts
from app.web.api.models.sent import (
    Deadline,
    SentReason,
)
from app.web.api.responses import JsonRoute, answer, refused, rejected
from app.web.api.seasons import Slug
from app.web.api.texts import Text
from app.web.api.tokens import Actor, ByToken, allowed
from app.web.errors import lang_of
from app.web.rendering import PRIVATE
from app.web.site import Now, Reading, Writing

router = APIRouter(route_class=JsonRoute)


_ANSWERS: Final[Mapping[type | None, type[BaseModel]]] = {Season: SeasonFacts, Entry: DeskEntry}
_KINDS: Final[Mapping[Any, Any]] = {str: Text, datetime: Deadline, list[str]: list[Text]}

_COMMANDS_ONLY: Final = (
    "beacon",
    "archive",
    "approve",
    "refuse",
    "retire",
    "set-pairing",
    "take-back",
)


def routes() -> APIRouter:
    """A route for every act in the table that programs are answered about as of any other."""
    made = APIRouter(route_class=JsonRoute)
    for act in ACTS.values():
        if act.gives in _ANSWERS and act.slug not in _COMMANDS_ONLY:
            _add(made, act)
    return made


def _add(made: APIRouter, act: Act) -> None:
    """A route for this act. What it is told comes as JSON; without any of that where nothing is needed."""
    body, is_free = _body(act), all(need.usual is not ... for need in act.needs)

    def do(request: Request, slug: Slug, by: Actor, session: Writing, sent: Any = None) -> Response:
        told = dict(sent or body())
        acting = by.because(told.pop("reason"), told.pop("tell"))
        try:
            with session.begin_nested():
                made = act.do(session, slug, acting, **told)
        except SubmissionRejected as refusal:
            return rejected(request, refusal, 422, seasons.by_slug(session, slug))
        session.flush()
        season = seasons.by_slug(session, slug)
        if act.gives is Entry:
            return answer(request, last_of(session, season, made, by.now))
        return answer(request, facts(session, season, by.now))

    do.__annotations__ |= {
        "by": Annotated[Actor, Depends(allowed(act.right))],
        "sent": body | None if is_free else body,
    }
    do.__defaults__ = (None,) if is_free else None
    name = act.slug.replace("-", "_")
    made.add_api_route(
        f"/seasons/{{slug}}/{act.slug}",
        do,
        methods=["POST"],
        name=f"{name}_" if hasattr(builtins, name) else name,
        description=act.meaning.partition("\n\n")[0],
        response_model=_ANSWERS[act.gives],
        responses=refused(400, 404, 409, 413, 415, 422),
    )


def _body(act: Act) -> type[SentReason]:
    """What is sent for this act: why, and what else it needs."""
    fields: dict[str, Any] = {
        need.name: (_field(need), Field(need.usual, description=need.meaning or None))
        for need in act.needs
        if need.name not in (*SentReason.model_fields, *_COMMANDS_ONLY)
    }
    made = f"Sent{act.noun}"
    return (
        create_model(made, __base__=SentReason, __doc__=SentReason.__doc__, **fields)
        if fields
        else SentReason
    )


def _field(need: Need) -> Any:
    kind = _KINDS.get(need.kind, need.kind)
    return kind | None if need.usual is None else kind


@router.get("/seasons/{slug}/open", response_model=Opening, responses=refused(304, 404))
def opening_of(request: Request, slug: Slug, session: Reading) -> Response:
    """To how many players opening the season would write."""
    season = seasons.by_slug(session, slug)
    readers = news.readers_of_opening(session, season)
    return answer(request, Opening(season=slug, letters=readers), cache=PRIVATE)


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


router.include_router(routes())
