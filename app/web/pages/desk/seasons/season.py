"""A season on the organisers' desk: its state, the possible acts, its entries, and the log of acts."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from fastapi import APIRouter
from fastapi.responses import Response

from app.league import visibility
from app.league.acts.table import acts_of
from app.league.desk import pairings
from app.league.eligibility import pools
from app.league.eligibility.sides import sides_of
from app.league.entries import characters
from app.league.matches import deadlines
from app.league.matches.settings import rules_of, settings_of
from app.league.problems import explain
from app.league.results import results
from app.league.results import runs as league_runs
from app.league.seasons import news
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.visibility import Reader
from app.store import entrants, entries, seasons
from app.store.results import runs
from app.store.security import audits
from app.store.tables import Audit, Entry, SeasonState
from app.store.work import run_claims
from app.web import forms
from app.web.dependencies import IN_LANGUAGE
from app.web.pages.desk.seasons.steps import next_step
from app.web.views.desk import AtDesk, Desk
from app.web.views.forms.drafts import EntryDraft, Faults, slot_fields
from app.web.views.tables.pagination import MOST_LINES, PageNumber, part

router = APIRouter(prefix=IN_LANGUAGE)

_JUST: Final = timedelta(minutes=1)
_CHANGEABLE: Final = (SeasonState.OPEN, SeasonState.CLOSED, SeasonState.REVIEW)


@router.get("/desk/seasons/{slug}")
def show(desk: AtDesk, slug: str, number: PageNumber) -> Response:
    """The season's state, its entries, the possible acts, and the log of acts."""
    return show_season(desk, slug, number)


def show_season(desk: Desk, slug: str, number: int = 1, told: list[str] | None = None) -> Response:
    """The page; of long lists only a part, the same of each."""
    session = desk.session
    season = seasons.by_slug(session, slug)
    game = rules_of(session, season)
    run = runs.latest(session, season)
    shown_run = visibility.finished_run(session, season, desk.now)
    finished = results.finished(session, season, shown_run) if shown_run else None
    is_laid_open = visibility.shows_entries(season, Reader.ORGANISER, desk.now)
    everyone = entries.of_season(session, season)
    counting = [entry for entry in everyone if entry.current]
    held, newcomers = entries.held(session, season), entries.waiting(session, season)
    standings = finished.standings if finished else []
    lines = part(range(max(len(counting), len(held), len(standings))), number, MOST_LINES)
    shown = slice(lines.first, lines.first + MOST_LINES)
    log = audits.of_season(session, season)
    arranged = settings_of(session, season)
    can = league_seasons.changeable(season, desk.now)
    is_arranged = arranged is not None or game.match is None
    return desk.page(
        "desk/seasons/season.html",
        422 if told else 200,
        season=season,
        game=game,
        draft=EntryDraft.sent(desk.form, game),
        faults=Faults(),
        slots=slot_fields(game),
        moments=characters.MOMENT_NAMES,
        lines=lines,
        entries=counting[shown],
        gone=[entry for entry in everyone if entry.number and not entry.current],
        hidden_names=entrants.hidden(session, season).names,
        held=held[shown],
        newcomers=len(newcomers),
        decided=season_plans.told(season_plans.plan_of(season), desk.lang, desk.site.settings.zone),
        sides=sides_of(season),
        is_paired_by_hand=pairings.is_asked(season),
        pool=pools.told(pools.pool_of(season), game, desk.lang),
        queued=entries.queued(session, season),
        standings=standings[shown],
        counts={"entries": len(counting), "held": len(held)},
        cards=_cards(everyone) if is_laid_open else {},
        acts={name: act for name, act in acts_of(season).items() if is_arranged or name != "open"},
        is_changeable=season.state in _CHANGEABLE,
        undone=desk.undone(season),
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
        matches=arranged,
        agenda=deadlines.agenda(session, season),
        step=next_step(season, desk.now, is_arranged=is_arranged),
        can_change=bool(can),
        can_delete=season.state is SeasonState.DRAFT
        or not (counting or held or newcomers or finished),
        can_move_deadline="closes_at" in can,
        finished=finished,
        log=log[::-1],
        done=_just_done(desk, log),
        changes_of=lambda act: news.changes_of(act, desk.lang, desk.site.settings.zone),
        names=audits.names(session, log),
        step_name=news.step_name,
        form_key=forms.new_key(),
        told=told or [],
    )


def _just_done(desk: Desk, log: Sequence[Audit]) -> Audit | None:
    """The last act, if it is the one from which this organiser comes."""
    last = next(iter(log[-1:]), None)
    is_own = last is not None and last.who == desk.name and desk.now - last.at < _JUST
    return last if is_own else None


def _cards(everyone: list[Entry]) -> dict[int, str]:
    """The builds by entry."""
    return {entry.id: entry.current.build for entry in everyone if entry.current}
