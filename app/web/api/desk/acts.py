"""Acts on a season and its entries, as JSON: a route for every act in the league's table."""

import builtins
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field, create_model
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine.workshop.call import CardBuild
from app.errors import SubmissionRejected
from app.league import visibility
from app.league.acts.act import Need, SeasonAct
from app.league.acts.cups import CUPS
from app.league.acts.table import ACTS
from app.league.desk import hidings, imports, interventions
from app.league.desk.imports import ImportRow, ImportSheet
from app.league.eligibility import sides
from app.league.entries import characters
from app.league.entries.contents import Submission
from app.league.matches import scripts
from app.league.people.players import tidied
from app.league.problems import explain
from app.league.results import runs as league_runs
from app.league.seasons import news, seasons as league_seasons
from app.league.visibility import Reader
from app.settings import settings
from app.store import entrants, seasons
from app.store.results import runs
from app.store.series import cups as stored_cups
from app.store.tables import Cup, Entry, Revision, Run, Season, SeasonState
from app.tournament.blocks import build_of
from app.web.api.cups import CupFacts
from app.web.api.models.organisers import DeskEntry, Opening, Progress
from app.web.api.models.public import SeasonFacts
from app.web.api.models.sent import (
    Deadline,
    SentAddition,
    SentReason,
)
from app.web.api.responses import answer, refused, rejected
from app.web.api.seasons import Slug
from app.web.api.texts import Text
from app.web.api.tokens import Actor, ByToken, ForEntries, allowed, organiser_router
from app.web.dependencies import Now, Reading, Writing
from app.web.errors import lang_of
from app.web.rendering import PRIVATE

router = organiser_router()


def facts(session: Session, season: Season, now: datetime) -> SeasonFacts:
    """The season as programs are told it, with its digest once it has been played."""
    count = entrants.counts(session).get(season.id, 0)
    return SeasonFacts.of(season, count, digest_of(session, season, now))


def digest_of(session: Session, season: Season, now: datetime) -> str | None:
    """The digest of its latest finished run; None without one, and while it is sealed."""
    run = visibility.finished_run(session, season, now)
    return run.digest if run else None


def made(request: Request, season: Season) -> Response:
    """201 with a season that is new, and where it is."""
    created = answer(request, SeasonFacts.of(season, 0, None), status=201)
    created.headers["Location"] = (
        f"{request.url.path.partition('/seasons')[0]}/seasons/{season.slug}"
    )
    return created


_ANSWERS: Final[Mapping[type | None, tuple[str, type[BaseModel], Callable[..., BaseModel]]]] = {
    Season: (
        "seasons",
        SeasonFacts,
        lambda session, slug, _, now: facts(session, seasons.by_slug(session, slug), now),
    ),
    Entry: (
        "seasons",
        DeskEntry,
        lambda session, slug, entry, now: last_of(
            session, seasons.by_slug(session, slug), entry, now
        ),
    ),
    Cup: (
        "cups",
        CupFacts,
        lambda session, slug, cup, _: CupFacts.of(cup, stored_cups.seasons_of(session, slug)),
    ),
}
"""By what comes of an act: where its address begins, the model of the answer, and how that is made."""
_KINDS: Final[Mapping[Any, Any]] = {str: Text, datetime: Deadline, list[str]: list[Text]}


def routes() -> APIRouter:
    """A route for every act in the table that programs are answered about as of any other."""
    found = organiser_router()
    for act in (*ACTS.values(), *CUPS.values()):
        if act.gives in _ANSWERS:
            _add(found, act)
    return found


def _add(found: APIRouter, act: SeasonAct) -> None:
    """Add a route for this act. Its data comes as JSON; an act that needs none takes no body."""
    body, is_free = _body(act), all(need.usual is not ... for need in act.needs)
    about, model, told_of = _ANSWERS[act.gives]

    def do(request: Request, slug: Slug, by: Actor, session: Writing, sent: Any = None) -> Response:
        told = dict(sent or body())
        acting = by.because(told.pop("reason"), told.pop("tell"))
        try:
            with session.begin_nested():
                done = act.do(session, slug, acting, **told)
        except SubmissionRejected as refusal:
            return rejected(request, refusal, 422, seasons.by_slug(session, slug))
        session.flush()
        if act.makes:
            return made(request, done)
        return answer(request, told_of(session, slug, done, by.now))

    do.__annotations__ |= {
        "by": Annotated[Actor, Depends(allowed(act.right))],
        "sent": body | None if is_free else body,
    }
    do.__defaults__ = (None,) if is_free else None
    name = act.slug.replace("-", "_")
    found.add_api_route(
        f"/{about}/{{slug}}/{act.slug}",
        do,
        methods=["POST"],
        status_code=201 if act.makes else 200,
        name=f"{name}_" if hasattr(builtins, name) else name,
        description=act.meaning.partition("\n\n")[0],
        response_model=model,
        responses=refused(400, 404, 409, 413, 415, 422),
    )


def _body(act: SeasonAct) -> type[SentReason]:
    """The request body for this act: the reason, and whatever else it needs."""
    fields: dict[str, Any] = {
        need.name: (_field(need), Field(need.usual, description=need.meaning or None))
        for need in act.needs
        if need.name not in SentReason.model_fields
    }
    name = f"Sent{act.noun}"
    return (
        create_model(name, __base__=SentReason, __doc__=SentReason.__doc__, **fields)
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
    "/cups/{slug}", status_code=204, response_class=Response, responses=refused(404, 409)
)
def delete_cup(slug: Slug, by: ByToken, session: Writing) -> Response:
    """Delete a cup that no season belongs to."""
    CUPS["delete"].do(session, slug, by.because(""))
    return Response(status_code=204)


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


@router.post(
    "/seasons/{slug}/entries",
    status_code=201,
    response_model=DeskEntry,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def add(
    request: Request, slug: Slug, sent: SentAddition, by: ForEntries, session: Writing
) -> Response:
    """Add an entry for a player with or without an address.

    After closing it gets the last number and needs a reason.
    """
    season = seasons.by_slug(session, slug)
    named = {place: name or "" for place, name in enumerate(sent.flavour, 1)}
    extras = characters.extras(named, *sent.beside)
    extras |= scripts.brought(sent.orders, sent.nonce) | sides.brought(sent.side)
    submission = Submission(sent.name, sent.build, sent.owner, sent.lore, sent.url, extras)
    acting = by.because(sent.reason, sent.tell)
    try:
        with session.begin_nested():
            if sent.address:
                own = settings().mail_address
                sheet = ImportSheet((ImportRow(1, submission, tidied(sent.address)),))
                (entry,) = imports.bring_in(session, slug, sheet, acting, own, sent.lang)
            else:
                entry = interventions.add(session, slug, submission, acting)
    except SubmissionRejected as refusal:
        placed = [replace(each, line=0) if sent.address else each for each in refusal.problems]
        return rejected(request, SubmissionRejected(placed), 422, season)
    return answer(request, last_of(session, season, entry, by.now), status=201)


def last_of(session: Session, season: Season, entry: Entry, now: datetime) -> DeskEntry:
    """The last version of this entry, as organisers may see it."""
    revision = hidings.last(session, entry)
    if revision is None:
        raise LookupError(f"entry {entry.id} has no version")
    return desk_entry(season, entry.number, revision, now)


def desk_entry(season: Season, number: int | None, revision: Revision, now: datetime) -> DeskEntry:
    """This version of an entry, as organisers may see it."""
    entry = DeskEntry(
        number=number,
        name=revision.name,
        owner=revision.owner,
        state=revision.state,
        revision=revision.serial,
        hidden=[*entrants.hidden_parts(revision.entry)],
        sealed=not visibility.shows_entries(season, Reader.ORGANISER, now),
    )
    if not entry.sealed:
        build = build_of(season.game, season.rules_version, revision.build)
        entry.build = list(build.cards)
        entry.card = build.data if isinstance(build, CardBuild) else None
        entry.lore = revision.lore
        entry.url = revision.url
        entry.flavour = list(characters.names_of(revision.extras))
        entry.lines = characters.lines_of(revision.extras)
        entry.labels = characters.labels_of(revision.extras)
        entry.rights = characters.rights_of(revision.extras)
        entry.orders = scripts.text_of(revision.extras, scripts.ORDERS)
        entry.nonce = scripts.text_of(scripts.typed(revision.extras), scripts.NONCE)
    return entry


router.routes += routes().routes
