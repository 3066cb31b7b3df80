"""Everything an organiser does with a season, for programs that have a token of one."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.errors import SubmissionRejected
from app.games import ruleset
from app.league import characters, news, results, season_plans, visibility
from app.league import runs as league_runs
from app.league import seasons as league_seasons
from app.league.admission.contents import Submission
from app.league.archive.record import Record, record
from app.league.desk import hidings, interventions, rounds
from app.league.desk.interventions import Correction
from app.league.desk.rounds import NextRound
from app.league.eligibility import sides
from app.league.eligibility.pools import Pool, read_banned
from app.league.matches import outcomes, scripts
from app.league.people.organisers import Right
from app.league.problems import explain
from app.league.results import FinishedRun
from app.league.visibility import Reader
from app.statistics import analysis
from app.statistics.summary import Statistics
from app.store import entrants, seasons
from app.store import entries as stored
from app.store.database import let_go
from app.store.results import runs
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Revision, Run, Season, SeasonState
from app.tournament.blocks import build_of
from app.web.api.models.organisers import Act, DeskEntry, Opening, Progress
from app.web.api.models.public import List, SeasonFacts, Standings
from app.web.api.models.sent import (
    SentAddition,
    SentChange,
    SentCopy,
    SentCorrection,
    SentDeadline,
    SentHiding,
    SentOpening,
    SentPool,
    SentReason,
    SentRelease,
    SentReopening,
    SentRound,
    SentSeason,
    SentWithdrawal,
)
from app.web.api.responses import JsonRoute, Page, answer, part, refused, rejected
from app.web.api.seasons import Slug, standing_lines
from app.web.api.statistics import statistics_of
from app.web.api.tokens import ByToken, ForEntries, allowed
from app.web.errors import lang_of
from app.web.rendering import PRIVATE
from app.web.site import Now, Reading, Writing

router = APIRouter(
    prefix="/organiser",
    tags=["organising"],
    route_class=JsonRoute,
    dependencies=[Depends(allowed(Right.LOOK))],
    responses=refused(401, 403, 406),
)


@router.get("/seasons", response_model=List[SeasonFacts], responses=refused(304, 404, 422))
def every_season(request: Request, session: Reading, now: Now, page: Page = 1) -> Response:
    """All seasons, drafts too, the newest first."""
    counts = entrants.counts(session)
    listed = part(seasons.every(session), page)
    listed["items"] = [
        SeasonFacts.of(each, counts.get(each.id, 0), _digest(session, each, now))
        for each in listed["items"]
    ]
    return answer(request, List[SeasonFacts](**listed), cache=PRIVATE)


@router.post(
    "/seasons",
    status_code=201,
    response_model=SeasonFacts,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def create(request: Request, sent: SentSeason, by: ByToken, session: Writing) -> Response:
    """A new season; it takes no entries before it is opened."""
    scoring = sent.scoring
    plan = season_plans.Plan(
        sent.game,
        sent.season,
        sent.title_ja,
        sent.title_en,
        sent.closes_at,
        (scoring.win, scoring.draw, scoring.loss),
        scoring.tie_breaks,
        sent.description_ja,
        sent.description_en,
        sent.capacity,
        sent.approves_newcomers,
        sent.ranked,
        sent.characters,
        waves=[(each.at, each.places) for each in sent.waves],
        waiting_list=sent.waiting_list,
        reminders=sent.reminders,
        reminded=sent.reminded,
        cup=sent.cup,
        edition=sent.edition,
        beacon=sent.beacon,
    )
    sides_ = sides.read("\n".join(sent.sides), is_apart=sent.apart)
    plan = replace(plan, pool=_pool(plan, sent.pool), sides=sides_)
    season = league_seasons.create(session, plan, by.because(""))
    return _made(request, season)


def _pool(plan: season_plans.Plan, sent: SentPool) -> Pool:
    game = ruleset(plan.game, plan.rules or None)
    return Pool(read_banned(game, "\n".join(sent.banned)), sent.copies, sent.size)


def _made(request: Request, season: Season) -> Response:
    made = answer(request, SeasonFacts.of(season, 0, None), status=201)
    made.headers["Location"] = f"{request.url.path.partition('/seasons')[0]}/seasons/{season.slug}"
    return made


@router.post(
    "/seasons/{slug}/copy",
    status_code=201,
    response_model=SeasonFacts,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def copy(request: Request, slug: Slug, sent: SentCopy, by: ByToken, session: Writing) -> Response:
    """A new season with all settings of this one but its deadline, and without its entries."""
    season = league_seasons.copy(session, slug, sent.season, by.because(""), sent.closes_at)
    return _made(request, season)


@router.post(
    "/seasons/{slug}/next-round",
    status_code=201,
    response_model=SeasonFacts,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def next_round(
    request: Request, slug: Slug, sent: SentRound, by: ByToken, session: Writing
) -> Response:
    """A draft that is the next round of this season: the same settings, and its characters as soon as it is opened."""
    wanted = NextRound(sent.season, sent.closes_at, sent.added, sent.changes)
    return _made(request, rounds.plan(session, slug, wanted, by.because("")))


@router.get("/seasons/{slug}", response_model=SeasonFacts, responses=refused(304, 404))
def one_season(request: Request, slug: Slug, session: Reading, now: Now) -> Response:
    """A season; its digest as soon as it has been played."""
    return answer(request, _facts(session, seasons.by_slug(session, slug), now), cache=PRIVATE)


@router.patch(
    "/seasons/{slug}",
    response_model=SeasonFacts,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def change(
    request: Request, slug: Slug, sent: SentChange, by: ByToken, session: Writing
) -> Response:
    """Change what was decided about the season, each until results or a promise hang on it. Players get one letter."""
    given = {name: getattr(sent, name) for name in sent.model_fields_set - {"reason", "tell"}}
    if scoring := given.pop("scoring", None):
        given |= {
            "points": (scoring.win, scoring.draw, scoring.loss),
            "tie_breaks": scoring.tie_breaks,
        }
    if "waves" in given:
        given["waves"] = tuple((each.at, each.places) for each in given["waves"])
    if "cup" in given:
        given = {"edition": None} | given
    texts = ("title_ja", "title_en", "description_ja", "description_en", "cup")
    given |= {name: given[name] or "" for name in texts if name in given}
    before = season_plans.plan_of(seasons.locked(session, slug))
    given.pop("apart", None)
    if {"sides", "apart"} & sent.model_fields_set:
        typed = "\n".join(sent.sides) if "sides" in given else before.sides.text
        is_apart = sent.apart if "apart" in sent.model_fields_set else before.sides.apart
        given["sides"] = sides.read(typed, is_apart=is_apart)
    if "pool" in given:
        given["pool"] = _pool(before, sent.pool)
    plan = replace(before, **given)
    season = league_seasons.change(session, plan, by.because(sent.reason, sent.tell))
    session.flush()
    return answer(request, _facts(session, season, by.now))


@router.get(
    "/seasons/{slug}/entries", response_model=List[DeskEntry], responses=refused(304, 404, 422)
)
def desk_entries(
    request: Request, slug: Slug, session: Reading, now: Now, page: Page = 1
) -> Response:
    """The entries, also those not confirmed yet. Builds and stories are sealed until the season is laid open."""
    season = seasons.by_slug(session, slug)
    counted = [each for each in stored.of_season(session, season) if each.current]
    found = [
        _desk_entry(season, each.number, each.current, now) for each in counted if each.current
    ]
    held = stored.held(session, season)
    found += [_desk_entry(season, None, each, now) for each in held]
    odd, lang = characters.lookalikes(session, season), lang_of(request)
    for entry, revision in zip(found, [*(each.current for each in counted), *held], strict=True):
        entry.odd = [explain(each, lang) for each in odd.get(revision.id if revision else 0, [])]
    return answer(request, List[DeskEntry](**part(found, page)), cache=PRIVATE)


@router.post(
    "/seasons/{slug}/entries",
    status_code=201,
    response_model=DeskEntry,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def add(
    request: Request, slug: Slug, sent: SentAddition, by: ForEntries, session: Writing
) -> Response:
    """An entry for a player without an address; after closing it is numbered last, and needs a reason."""
    season = seasons.by_slug(session, slug)
    named = {place: name or "" for place, name in enumerate(sent.flavour, 1)}
    extras = characters.extras(named, sent.lines.model_dump(), sent.labels.model_dump())
    extras |= scripts.brought(sent.orders, sent.nonce) | sides.brought(sent.side)
    submission = Submission(sent.name, sent.build, sent.owner, sent.lore, sent.url, extras)
    try:
        with session.begin_nested():
            entry = interventions.add(session, slug, submission, by.because(sent.reason, sent.tell))
    except SubmissionRejected as refusal:
        return rejected(request, refusal, 422, season)
    revision = entry.current
    if revision is None:
        raise LookupError(f"entry {entry.id} was added and does not count")
    return answer(request, _desk_entry(season, entry.number, revision, by.now), status=201)


@router.post(
    "/seasons/{slug}/correct",
    response_model=SeasonFacts,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def correct(
    request: Request, slug: Slug, sent: SentCorrection, by: ForEntries, session: Writing
) -> Response:
    """Correct an entry; its player gets a letter with before, after and `tell`. What is null stays."""
    season = seasons.by_slug(session, slug)
    wanted = Correction(sent.name, sent.build, sent.owner, sent.url, sent.lore)
    try:
        with session.begin_nested():
            acting = by.because(sent.reason, sent.tell)
            interventions.correct(session, slug, sent.entry, wanted, acting)
    except SubmissionRejected as refusal:
        return rejected(request, refusal, 422, season)
    return answer(request, _facts(session, season, by.now))


@router.post(
    "/seasons/{slug}/withdraw",
    response_model=SeasonFacts,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def withdraw(
    request: Request, slug: Slug, sent: SentWithdrawal, by: ForEntries, session: Writing
) -> Response:
    """Take an entry out; its player gets a letter, with `tell`."""
    interventions.withdraw(session, slug, sent.entry, by.because(sent.reason, sent.tell))
    return answer(request, _facts(session, seasons.by_slug(session, slug), by.now))


@router.post(
    "/seasons/{slug}/hide",
    response_model=DeskEntry,
    responses=refused(400, 404, 409, 413, 415, 422),
)
def hide(
    request: Request, slug: Slug, sent: SentHiding, by: ForEntries, session: Writing
) -> Response:
    """Hide a part of an entry from everybody but its player, who gets a letter with `tell`; or show it again."""
    season = seasons.by_slug(session, slug)
    entry = interventions.entry_called(session, season, sent.entry, counts=False)
    acting = by.because(sent.reason, sent.tell)
    if sent.undo:
        hidings.show_again(session, slug, entry, sent.part, acting)
    else:
        hidings.hide(session, slug, entry, sent.part, acting, public=sent.public)
    revision = hidings.last(session, entry)
    if revision is None:
        raise LookupError(f"entry {entry.id} has no version")
    return answer(request, _desk_entry(season, entry.number, revision, by.now))


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
        return answer(request, _facts(session, season, by.now))


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
    return answer(request, _facts(session, season, by.now))


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
    return answer(request, _facts(session, season, by.now))


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
    return answer(request, _facts(session, season, by.now))


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
    return answer(request, _facts(session, season, by.now))


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
    listed = part(audits.of_season(session, season), page)
    listed["items"] = [
        Act(
            at=each.at,
            who=each.who,
            act=each.act,
            reason=each.reason,
            detail={name: value for name, value in each.detail.items() if name not in hidden},
        )
        for each in listed["items"]
    ]
    return answer(request, List[Act](**listed), cache=PRIVATE)


def _facts(session: Session, season: Season, now: datetime) -> SeasonFacts:
    count = entrants.counts(session).get(season.id, 0)
    return SeasonFacts.of(season, count, _digest(session, season, now))


def _digest(session: Session, season: Season, now: datetime) -> str | None:
    run = visibility.finished_run(session, season, now)
    return run.digest if run else None


def _finished(session: Session, slug: str, now: datetime) -> FinishedRun:
    """The latest run of the season. Raises 404 if none is finished, `SeasonRefused` while it is sealed."""
    season = seasons.by_slug(session, slug)
    latest = runs.latest(session, season)
    if not latest or not latest.digest:
        raise HTTPException(404)
    run = visibility.require_finished_run(session, season, now)
    return results.finished(session, season, run)


def _desk_entry(season: Season, number: int | None, revision: Revision, now: datetime) -> DeskEntry:
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
        entry.build = list(build_of(season.game, season.rules_version, revision.build).cards)
        entry.lore = revision.lore
        entry.url = revision.url
        entry.flavour = list(characters.names_of(revision.extras))
        entry.lines = characters.lines_of(revision.extras)
        entry.labels = characters.labels_of(revision.extras)
        entry.orders = scripts.text_of(revision.extras, scripts.ORDERS)
        entry.nonce = scripts.text_of(scripts.typed(revision.extras), scripts.NONCE)
    return entry


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
