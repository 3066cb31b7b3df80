"""A season: its participants, and once it is published its results and how to check them."""

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.games import ruleset
from app.league import news, seals, visibility
from app.league.archive import record
from app.store.tables import SeasonState
from app.web.rendering import FRESH, PRIVATE, left_until, not_modified, page
from app.web.sessions import PlayerIfAny
from app.web.site import IN_LANGUAGE, Now, Reading, SiteOf
from app.web.views.crosstable import crosstable, rows_a_page
from app.web.views.pagination import MOST_LINES, PageNumber, part
from app.web.views.results import PublicResults, Results, find_results
from app.web.views.seasons import STATES, mail_to

router = APIRouter(prefix=IN_LANGUAGE)

MOST_INLINE: Final = 60
"""A cross table of more entries has a page of its own."""


@router.get("/seasons/{slug}")
def season(
    request: Request,
    lang: Lang,
    slug: str,
    session: Reading,
    now: Now,
    site: SiteOf,
    number: PageNumber,
    signed: PlayerIfAny,
) -> Response:
    """The season as it stands today; its players find the way to their entries here."""
    season = visibility.public_season(session, slug)
    if results := find_results(request, session, season):
        return _results(request, lang, results, number)
    return page(
        request,
        lang,
        "seasons/season.html",
        cache=PRIVATE if signed else FRESH,
        season=season,
        game=ruleset(season.game, season.rules_version),
        states=STATES,
        left=left_until(season.closes_at, now),
        entrants=part(visibility.entrants_of(session, season), number, MOST_LINES),
        marks=seals.marks(session, season),
        notices=news.notices(session, season),
        sealed_until=visibility.sealed_until(season, now),
        is_player=signed is not None,
        mail_to=mail_to(site.settings, lang, season),
    )


def _results(request: Request, lang: Lang, results: Results, number: int) -> Response:
    if known := not_modified(request, results.etag):
        return known
    run = results.run()
    lines = part(run.standings, number, MOST_LINES)
    is_small = len(run.participants) <= MOST_INLINE
    return page(
        request,
        lang,
        "seasons/results.html",
        etag=results.etag,
        season=results.season,
        game=run.game,
        states=STATES,
        run=run,
        second_digest=record.second_digest_of(results.session, results.season, results.row),
        lines=lines,
        word=results.row.word,
        withdrawn=seals.withdrawn(results.session, results.season),
        marks=seals.marks(results.session, results.season),
        notices=news.notices(results.session, results.season),
        tie_breaks=run.scoring.tie_breaks,
        champions=[run.participants[each.entry] for each in run.standings if each.place == 1],
        table=crosstable(run, run.standings, f"{results.season.slug}/", lang) if is_small else None,
    )


@router.get("/seasons/{slug}/table")
def table(request: Request, lang: Lang, results: PublicResults, number: PageNumber) -> Response:
    """The cross table, of a large season a few rows at a time."""
    if known := not_modified(request, results.etag):
        return known
    run = results.run()
    rows = part(run.standings, number, rows_a_page(len(run.participants)))
    return page(
        request,
        lang,
        "seasons/table.html",
        etag=results.etag,
        season=results.season,
        rows=rows,
        table=crosstable(run, rows.items, "", lang),
    )


@router.get("/seasons/{slug}/seals")
def all_seals(
    request: Request, lang: Lang, slug: str, session: Reading, number: PageNumber
) -> Response:
    """The seal of every entry; from publication on its salt too. What earlier closings sealed stays public."""
    season = visibility.public_season(session, slug)
    is_open = season.state is SeasonState.OPEN
    return page(
        request,
        lang,
        "seasons/seals.html",
        season=season,
        states=STATES,
        is_open=is_open,
        withdrawn=seals.withdrawn(session, season),
        seals=part(visibility.entrants_of(session, season), number, MOST_LINES),
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
        seals=part(seals.of_closing(session, season, closing), number, MOST_LINES),
    )
