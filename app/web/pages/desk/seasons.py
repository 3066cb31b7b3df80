"""A season on the organisers' desk: watch it, move it on, and say why."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.errors import SeasonRefused, SubmissionRejected
from app.games import ruleset
from app.i18n import N_
from app.league import characters, interventions, news, results, visibility
from app.league import runs as league_runs
from app.league import seasons as league_seasons
from app.league.entries import Submission
from app.league.problems import explain
from app.league.visibility import Reader
from app.letters import kinds
from app.store import entries, runs, seasons
from app.store.security import audits
from app.store.tables import Entry, Run, Season, SeasonState
from app.store.work import run_claims
from app.web import forms
from app.web.forms import Form
from app.web.pages.desk.overview import OwnForm, desk_page, organiser
from app.web.pages.desk.proof import demand
from app.web.pages.seasons import MOST_LINES
from app.web.rendering import UNKEPT
from app.web.sessions import Signed, SignedInOrganiser
from app.web.site import IN_LANGUAGE, Now, Reading, RowId, Writing
from app.web.views.pagination import PageNumber, part

router = APIRouter(prefix=IN_LANGUAGE)


@dataclass(frozen=True, slots=True)
class Act:
    """Something an organiser can do to a season in one of these states, and what comes of it."""

    do: Callable[..., Season | Run]
    states: tuple[SeasonState, ...]
    name: str
    consequences: str
    wants_reason: bool = False
    is_public: bool = False
    """Whether everybody is told why: those words are needed then, and the reason for the log is not."""
    wants_proof: bool = False
    """Whether whoever does it shows once more who they are."""
    tells: str = ""
    """Where players read what they are told, if they are told anything."""
    writes: Callable[[Session, Season], int] | None = None
    """To how many players it writes, but if it is done quietly."""


# The first of those that are possible is the one that most will want.
ACTS: Final = {
    "open": Act(
        league_seasons.open_season,
        (SeasonState.DRAFT,),
        N_("Open the season"),
        N_("Everybody sees the season and can enter."),
        writes=news.readers_of_opening,
    ),
    "close": Act(
        league_seasons.close,
        (SeasonState.OPEN,),
        N_("Close the season"),
        N_(
            "No more entries are taken. Those that count are numbered; what is held does not play. You see the builds then, but never before the announced deadline: closed earlier, the season stays sealed until it."
        ),
    ),
    "publish": Act(
        results.publish,
        (SeasonState.REVIEW,),
        N_("Publish the results"),
        N_(
            "Everybody sees the results, all builds and stories; every player gets a report by mail. Letters that have left cannot be called back."
        ),
        wants_proof=True,
    ),
    "run": Act(
        league_runs.start,
        (SeasonState.CLOSED, SeasonState.REVIEW),
        N_("Play all battles"),
        N_(
            "Everybody meets everybody. Nothing is public before you have reviewed and published it."
        ),
    ),
    "reopen": Act(
        league_seasons.reopen,
        (SeasonState.CLOSED,),
        N_("Open it again"),
        N_(
            "Entries are taken again, and everything is sealed again. It is a public act: the season's page, its feed and a letter to every player tell it with what you write, and the seals of this closing stay public. Numbers are given anew."
        ),
        wants_reason=True,
        is_public=True,
        wants_proof=True,
        tells=N_("Everybody reads it: on the season's page, in its feed and in the letters."),
    ),
    "undo": Act(
        results.undo,
        (SeasonState.REVIEW, SeasonState.PUBLISHED),
        N_("Take one step back"),
        N_(
            "Published results are hidden again, and reports that wait are dropped; those that have left stay sent. From the review it goes back to closed."
        ),
        wants_reason=True,
        wants_proof=True,
        tells=N_(
            "It stands in the letters that correct what was sent. They give no reason without it."
        ),
    ),
}
_CHANGEABLE: Final = (SeasonState.OPEN, SeasonState.CLOSED, SeasonState.REVIEW)


@router.get("/desk/seasons/{slug}")
def show(
    request: Request,
    lang: Lang,
    slug: str,
    signed: SignedInOrganiser,
    session: Reading,
    now: Now,
    number: PageNumber,
) -> Response:
    """Where the season stands, who is in, what can be done, and what was done."""
    return _show(request, lang, slug, signed, session, now, number)


@router.post("/desk/seasons/{slug}/entries")
def add(
    request: Request,
    lang: Lang,
    slug: str,
    form: OwnForm,
    signed: SignedInOrganiser,
    session: Writing,
    now: Now,
) -> Response:
    """An entry for somebody without an address; or the form again with everything that is wrong in it."""
    by = organiser(session, signed, now, form.line("reason"), form.line("tell"))
    submission = Submission(
        form.line("name"), form.text("build"), form.line("owner"), form.text("lore").strip("\n")
    )
    try:
        with session.begin_nested():
            location = forms.answered_before(session, request, form, now)
            if location is None:
                interventions.add(session, slug, submission, by)
                location = f"/{lang}/desk/seasons/{slug}"
                forms.keep_answer(session, form, location)
    except (SeasonRefused, SubmissionRejected) as refusal:
        season = seasons.by_slug(session, slug)
        told = [
            explain(problem, lang, season.game, season.rules_version)
            for problem in refusal.problems
        ]
        return _show(request, lang, slug, signed, session, now, form=form, told=told)
    return RedirectResponse(location, 303)


@router.get("/desk/seasons/{slug}/withdraw/{entry_id}")
def ask_withdraw(
    request: Request,
    lang: Lang,
    slug: str,
    entry_id: RowId,
    signed: SignedInOrganiser,
    session: Reading,
) -> Response:
    """What taking this entry out would mean, and a button."""
    season = seasons.by_slug(session, slug)
    entry = _entry(session, season, entry_id)
    return desk_page(
        request, lang, "desk/withdraw.html", signed, season=season, entry=entry, told=[]
    )


@router.post("/desk/seasons/{slug}/withdraw/{entry_id}")
def withdraw(
    request: Request,
    lang: Lang,
    slug: str,
    entry_id: RowId,
    form: OwnForm,
    signed: SignedInOrganiser,
    session: Writing,
    now: Now,
) -> Response:
    """The entry is out, and its player hears why."""
    season = seasons.by_slug(session, slug)
    entry = _entry(session, season, entry_id)
    by = organiser(session, signed, now, form.line("reason"), form.line("tell"))
    try:
        with session.begin_nested():
            interventions.withdraw(session, slug, entry.current.name if entry.current else "", by)
    except SeasonRefused as refusal:
        told = [explain(problem, lang) for problem in refusal.problems]
        return desk_page(
            request, lang, "desk/withdraw.html", signed, 422, season=season, entry=entry, told=told
        )
    return RedirectResponse(f"/{lang}/desk/seasons/{slug}", 303)


@router.get("/desk/seasons/{slug}/letters/{number}")
def preview(slug: str, number: RowId, _: SignedInOrganiser, session: Reading, now: Now) -> Response:
    """The report that this entry's player would get, as it will look."""
    season = seasons.by_slug(session, slug)
    run = runs.latest(session, season)
    if not run or not run.digest:
        raise HTTPException(404)
    visibility.require_laid_open(season, now)
    entry = entries.numbered(session, season, number)
    if not entry or not entry.player:
        raise HTTPException(404)
    letter = next((each for _, each in kinds.preview(session, season, now, entry.player)), None)
    if not letter:
        raise HTTPException(404)
    # A letter carries its styles within it: let them in for this page, and nothing else.
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; object-src 'none';"
        " base-uri 'none'; frame-ancestors 'none'"
    )
    return HTMLResponse(
        letter.html, headers={"Content-Security-Policy": policy, "Cache-Control": UNKEPT}
    )


@router.get("/desk/seasons/{slug}/acts/{act}")
def ask(
    request: Request, lang: Lang, slug: str, act: str, signed: SignedInOrganiser, session: Reading
) -> Response:
    """What the act would mean, and a button."""
    return _ask(request, lang, session, slug, act, signed)


@router.post("/desk/seasons/{slug}/acts/{act}")
def do(
    request: Request,
    lang: Lang,
    slug: str,
    act: str,
    form: OwnForm,
    signed: SignedInOrganiser,
    session: Writing,
    now: Now,
) -> Response:
    """The act is done; or the page says why not. Done twice, it is refused as out of turn."""
    wanted = _act(act)
    if wanted.wants_proof and (question := demand(request, lang, form, signed, session, now)):
        return question
    by = organiser(session, signed, now, form.line("reason"), form.line("tell"))
    try:
        with session.begin_nested():
            if wanted.writes:
                wanted.do(session, slug, by, quiet=bool(form.line("quiet")))
            else:
                wanted.do(session, slug, by)
    except SeasonRefused as refusal:
        told = [explain(problem, lang) for problem in refusal.problems]
        return _ask(request, lang, session, slug, act, signed, told)
    return RedirectResponse(f"/{lang}/desk/seasons/{slug}", 303)


def _show(
    request: Request,
    lang: Lang,
    slug: str,
    signed: Signed,
    session: Session,
    now: datetime,
    number: int = 1,
    *,
    form: Form | None = None,
    told: list[str] | None = None,
) -> Response:
    """The page; of long lists only a part, the same of each."""
    season = seasons.by_slug(session, slug)
    run = runs.latest(session, season)
    shown_run = visibility.finished_run(session, season, now)
    finished = results.finished(session, season, shown_run) if shown_run else None
    is_laid_open = visibility.shows_entries(season, Reader.ORGANISER, now)
    everyone = entries.of_season(session, season)
    counting = [entry for entry in everyone if entry.current]
    held = entries.held(session, season)
    standings = finished.standings if finished else []
    lines = part(range(max(len(counting), len(held), len(standings))), number, MOST_LINES)
    shown = slice(lines.first, lines.first + MOST_LINES)
    log = audits.of_season(session, season)
    return desk_page(
        request,
        lang,
        "desk/season.html",
        signed,
        422 if told else 200,
        season=season,
        game=ruleset(season.game, season.rules_version),
        lines=lines,
        entries=counting[shown],
        held=held[shown],
        standings=standings[shown],
        counts={"entries": len(counting), "held": len(held)},
        cards=_cards(everyone) if is_laid_open else {},
        acts={name: act for name, act in ACTS.items() if season.state in act.states},
        is_changeable=season.state in _CHANGEABLE,
        run=run,
        odd=[
            explain(problem, lang)
            for problems in characters.lookalikes(session, season).values()
            for problem in problems
        ][:MOST_LINES],
        progress=league_runs.progress(session, run, now) if run else None,
        is_played=run is not None and run_claims.is_played(run, now=now),
        contradictions=[explain(each, lang) for each in league_runs.why_halted(run)]
        if run and is_laid_open
        else [],
        is_laid_open=is_laid_open,
        sealed_until=visibility.sealed_until(season, now),
        can_move_deadline=league_seasons.may_move(season, now),
        finished=finished,
        log=log[::-1],
        names=audits.names(session, log),
        form=form or Form("", {}),
        form_key=forms.new_key(),
        told=told or [],
    )


def _cards(everyone: list[Entry]) -> dict[int, str]:
    """The builds by entry."""
    return {entry.id: entry.current.build for entry in everyone if entry.current}


def _ask(
    request: Request,
    lang: Lang,
    session: Session,
    slug: str,
    act: str,
    signed: Signed,
    told: list[str] | None = None,
) -> Response:
    season, wanted = seasons.by_slug(session, slug), _act(act)
    return desk_page(
        request,
        lang,
        "desk/act.html",
        signed,
        409 if told else 200,
        season=season,
        act=wanted,
        readers=wanted.writes(session, season) if wanted.writes else None,
        told=told or [],
    )


def _act(name: str) -> Act:
    if name not in ACTS:
        raise HTTPException(404)
    return ACTS[name]


def _entry(session: Session, season: Season, entry_id: int) -> Entry:
    entry = session.get(Entry, entry_id)
    if not entry or entry.season_id != season.id or not entry.current:
        raise HTTPException(404)
    return entry
