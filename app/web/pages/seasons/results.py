"""The results of a season: its standings, its cross table, and how to check them."""

from typing import Final

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from app.engine import Lang
from app.league import seals
from app.league.archive import record
from app.league.eligibility import pools
from app.league.matches.settings import settings_of
from app.league.results import card_sets
from app.league.results.results import FinishedRun
from app.league.seasons import cups, news
from app.store.results import stages
from app.web.dependencies import page_router
from app.web.pages.seasons.standings import MOST_LINES, StandingsQuery, arranged, columns
from app.web.pages.seasons.story import story_of
from app.web.rendering import etag_of, page, require_change
from app.web.views import stages as stage_views, teams
from app.web.views.results import NewResults, ResultsView
from app.web.views.seasons import STATES, Rounds
from app.web.views.tables.crosstable import crosstable, rows_a_page
from app.web.views.tables.pagination import PageNumber, part

router = page_router()

MOST_INLINE: Final = 60
"""A cross table of more entries has a page of its own."""


def results_page(
    request: Request, lang: Lang, results: ResultsView, number: int, asked: StandingsQuery
) -> Response:
    """The season once its results are public."""
    cup = cups.place_of(results.session, results.season)
    etag = etag_of(request, results.etag, cup and cup.told)
    require_change(request, etag)
    run = results.run()
    if run.game.makes:
        return _cards_page(request, lang, results, run, etag)
    lines = part(arranged(run, asked), number, MOST_LINES)
    here = f"/{lang}/seasons/{results.season.slug}"
    is_small = len(run.participants) <= MOST_INLINE
    return page(
        request,
        lang,
        "seasons/results.html",
        etag=etag,
        season=results.season,
        cup=cup,
        game=run.game,
        pool=pools.told(pools.pool_of(results.season), run.game, lang),
        states=STATES,
        run=run,
        matches=settings_of(results.session, results.season) if run.game.match else None,
        lottery=stages.lottery(results.session, results.season) if run.plans else None,
        last_digest=record.last_digest_of(results.session, results.season, results.row),
        teams=teams.lines(run, run.team_phase) if run.team_phase else [],
        lines=lines,
        rounds=Rounds.of(results.session, results.season, lang),
        word=results.row.word,
        withdrawn=seals.withdrawn(results.session, results.season, lang),
        rulings=stage_views.ruled(run, results.row, lang),
        marks=seals.marks(results.session, results.season),
        pictures=results.pictures,
        notices=news.notices(results.session, results.season),
        tie_breaks=run.scoring.tie_breaks,
        champions=[run.participants[each.entry] for each in run.standings if each.place == 1],
        story=story_of(results.session, run, results.season.title(lang), lang, here, results.hidden)
        if number == 1 and asked.is_plain
        else None,
        asked=asked,
        columns=columns(run.scoring, in_stages=bool(run.plans)),
        reached=run.reached[lang],
        table=crosstable(run, run.standings, f"{results.season.slug}/", lang)
        if is_small and run.has_grid
        else None,
    )


def _cards_page(
    request: Request, lang: Lang, results: ResultsView, run: FinishedRun, etag: str
) -> Response:
    """The set of cards of a call, as they are printed."""
    made = card_sets.of(results.session, results.season, run)
    return page(
        request,
        lang,
        "seasons/cards.html",
        etag=etag,
        season=results.season,
        game=run.game,
        states=STATES,
        run=run,
        made=made,
        pictures=results.pictures,
        word=results.row.word,
        notices=news.notices(results.session, results.season),
        last_digest=record.last_digest_of(results.session, results.season, results.row),
    )


@router.get("/seasons/{slug}/table")
def table(request: Request, lang: Lang, results: NewResults, number: PageNumber) -> Response:
    """The cross table, a few rows at a time for a large season.

    If few met, the season's page lists the battles instead.
    """
    run = results.run()
    if not run.has_grid:
        return RedirectResponse(f"/{lang}/seasons/{results.season.slug}#stages", 303)
    rows = part(run.standings, number, rows_a_page(len(run.participants)))
    return page(
        request,
        lang,
        "seasons/table.html",
        etag=results.etag,
        season=results.season,
        rows=rows,
        is_full=run.is_full,
        table=crosstable(run, rows.items, "", lang),
    )
