"""A season on the organisers' desk: its entries, the possible acts, and the log of acts."""

from typing import Final

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from app.games import ruleset
from app.league import characters, interventions, results, visibility
from app.league import runs as league_runs
from app.league import seasons as league_seasons
from app.league.problems import explain
from app.league.visibility import Reader
from app.letters import contents
from app.store import entries, runs, seasons
from app.store.security import audits
from app.store.tables import Entry, Season, SeasonState
from app.store.work import run_claims
from app.web import forms
from app.web.pages.desk.acts import ACTS
from app.web.rendering import UNKEPT
from app.web.site import IN_LANGUAGE, RowId
from app.web.views.desk import AtDesk, Desk, FromDesk
from app.web.views.drafts import Draft, Faults, slot_fields
from app.web.views.pagination import MOST_LINES, PageNumber, part

router = APIRouter(prefix=IN_LANGUAGE)

_CHANGEABLE: Final = (SeasonState.OPEN, SeasonState.CLOSED, SeasonState.REVIEW)


@router.get("/desk/seasons/{slug}")
def show(desk: AtDesk, slug: str, number: PageNumber) -> Response:
    """The season's state, its entries, the possible acts, and the log of acts."""
    return _show(desk, slug, number)


@router.post("/desk/seasons/{slug}/entries")
def add(desk: FromDesk, slug: str) -> Response:
    """An entry for a player without an address; or the form again with all its problems."""
    season = seasons.by_slug(desk.session, slug)
    draft = Draft.sent(desk.form, ruleset(season.game, season.rules_version))

    def take() -> str:
        interventions.add(desk.session, slug, draft.submission(), desk.organiser)
        return f"/seasons/{slug}"

    return desk.attempt(take, lambda told: _show(desk, slug, told=told), season)


@router.get("/desk/seasons/{slug}/withdraw/{entry_id}")
def ask_withdraw(desk: AtDesk, slug: str, entry_id: RowId) -> Response:
    """The consequences of taking this entry out, and a button."""
    return _ask_withdraw(desk, slug, entry_id)


@router.post("/desk/seasons/{slug}/withdraw/{entry_id}")
def withdraw(desk: FromDesk, slug: str, entry_id: RowId) -> Response:
    """The entry is out, and its player hears why."""
    entry = _entry(desk, seasons.by_slug(desk.session, slug), entry_id)
    name = entry.current.name if entry.current else ""

    def take_out() -> str:
        interventions.withdraw(desk.session, slug, name, desk.organiser)
        return f"/seasons/{slug}"

    return desk.attempt(take_out, lambda told: _ask_withdraw(desk, slug, entry_id, told))


@router.get("/desk/seasons/{slug}/letters/{number}")
def preview(desk: AtDesk, slug: str, number: RowId) -> Response:
    """The report that this entry's player would get, as it will look."""
    return _preview(desk, slug, number)


@router.post("/desk/seasons/{slug}/letters/{number}")
def preview_with_word(desk: FromDesk, slug: str, number: RowId) -> Response:
    """The same with the word of the organiser as it is typed. Nothing is kept."""
    return _preview(desk, slug, number, desk.organiser.tell)


def _preview(desk: Desk, slug: str, number: int, word: str = "") -> Response:
    session, season = desk.session, seasons.by_slug(desk.session, slug)
    run = runs.latest(session, season)
    if not run or not run.digest:
        raise HTTPException(404)
    visibility.require_laid_open(season, desk.now)
    entry = entries.numbered(session, season, number)
    if not entry or not entry.player:
        raise HTTPException(404)
    letter = next(
        (each for _, each in contents.preview(session, season, desk.now, entry.player, word)),
        None,
    )
    if not letter:
        raise HTTPException(404)
    # A letter carries its styles within it: let them in for this page, and nothing else.
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; object-src 'none';"
        " base-uri 'none'; frame-ancestors 'none'"
    )
    headers = {"Content-Security-Policy": policy, "Cache-Control": UNKEPT}
    return HTMLResponse(letter.html, headers=headers)


def _show(desk: Desk, slug: str, number: int = 1, told: list[str] | None = None) -> Response:
    """The page; of long lists only a part, the same of each."""
    session = desk.session
    season = seasons.by_slug(session, slug)
    game = ruleset(season.game, season.rules_version)
    run = runs.latest(session, season)
    shown_run = visibility.finished_run(session, season, desk.now)
    finished = results.finished(session, season, shown_run) if shown_run else None
    is_laid_open = visibility.shows_entries(season, Reader.ORGANISER, desk.now)
    everyone = entries.of_season(session, season)
    counting = [entry for entry in everyone if entry.current]
    held = entries.held(session, season)
    standings = finished.standings if finished else []
    lines = part(range(max(len(counting), len(held), len(standings))), number, MOST_LINES)
    shown = slice(lines.first, lines.first + MOST_LINES)
    log = audits.of_season(session, season)
    return desk.page(
        "desk/season.html",
        422 if told else 200,
        season=season,
        game=game,
        draft=Draft.sent(desk.form, game),
        faults=Faults(),
        slots=slot_fields(game),
        moments=characters.MOMENT_NAMES,
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
            explain(problem, desk.lang)
            for problems in characters.lookalikes(session, season).values()
            for problem in problems
        ][:MOST_LINES],
        progress=league_runs.progress(session, run, desk.now) if run else None,
        is_played=run is not None and run_claims.is_played(run, now=desk.now),
        contradictions=[explain(each, desk.lang) for each in league_runs.why_halted(run)]
        if run and is_laid_open
        else [],
        is_laid_open=is_laid_open,
        sealed_until=visibility.sealed_until(season, desk.now),
        can_move_deadline=league_seasons.may_move(season, desk.now),
        finished=finished,
        log=log[::-1],
        names=audits.names(session, log),
        form_key=forms.new_key(),
        told=told or [],
    )


def _cards(everyone: list[Entry]) -> dict[int, str]:
    """The builds by entry."""
    return {entry.id: entry.current.build for entry in everyone if entry.current}


def _ask_withdraw(desk: Desk, slug: str, entry_id: int, told: list[str] | None = None) -> Response:
    season = seasons.by_slug(desk.session, slug)
    entry = _entry(desk, season, entry_id)
    status = 422 if told else 200
    return desk.page("desk/withdraw.html", status, season=season, entry=entry, told=told or [])


def _entry(desk: Desk, season: Season, entry_id: int) -> Entry:
    """The entry of this row, if it counts in the season. Raises 404."""
    entry = desk.session.get(Entry, entry_id)
    if not entry or entry.season_id != season.id or not entry.current:
        raise HTTPException(404)
    return entry
