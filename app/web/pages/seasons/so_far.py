"""Results that come out night by night: the standings so far, and the battles of each round that is out."""

from collections.abc import Iterator
from typing import NamedTuple

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.league import visibility
from app.league.timetable import nights
from app.league.timetable.nights import NightsSoFar
from app.store.tables import Season
from app.web.dependencies import Reading, page_router
from app.web.rendering import page
from app.web.views import stages as views
from app.web.views.brackets import BracketView
from app.web.views.stages import StageTable
from app.web.views.tables.pagination import MOST_LINES, PageNumber, part

router = page_router("")


@router.get("/{lang}/seasons/{slug}/so-far")
def so_far(
    request: Request, lang: Lang, slug: str, session: Reading, number: PageNumber
) -> Response:
    """The standings by the rounds that are out. 404 before the first; the season's page once all are."""
    season, found = _found(session, slug, lang)
    if not found:
        return RedirectResponse(f"/{lang}/seasons/{slug}", 307)
    return page(
        request,
        lang,
        "seasons/so_far.html",
        season=season,
        found=found,
        lines=part(found.lines, number, MOST_LINES),
        stages=[*_stages(found, lang)],
        is_watched=found.run.game.match is not None,
        round=None,
    )


@router.get("/{lang}/seasons/{slug}/so-far/{round_:int}")
def round_so_far(
    request: Request, lang: Lang, slug: str, round_: int, session: Reading, number: PageNumber
) -> Response:
    """The battles of this round, and whose each was. 404 for one that is not out."""
    season, found = _found(session, slug, lang)
    if not found:
        return RedirectResponse(f"/{lang}/seasons/{slug}", 307)
    try:
        meetings = found.round(round_)
    except LookupError:
        raise HTTPException(404) from None
    return page(
        request,
        lang,
        "seasons/so_far.html",
        season=season,
        found=found,
        lines=part(meetings, number, MOST_LINES),
        is_watched=found.run.game.match is not None,
        round=round_,
    )


class _StageSoFar(NamedTuple):
    """A stage of which rounds are out: its name, its tables, its bracket, and those rounds by their numbers in the season."""

    name: str
    tables: list[StageTable]
    bracket: BracketView | None
    rounds: list[int]


def _stages(found: NightsSoFar, lang: Lang) -> Iterator[_StageSoFar]:
    for phase in found.run.phases:
        out = [at for at in range(1, found.rounds + 1) if found.place(at)[0] == phase.at + 1]
        if out:
            yield _StageSoFar(
                views.name_of(found.run, phase.at + 1, lang),
                views.tables(found.run, phase, lang),
                views.bracket(found.run, phase, "", lang),
                out,
            )


def _found(session: Session, slug: str, lang: Lang) -> tuple[Season, NightsSoFar | None]:
    season = visibility.public_season(session, slug)
    found = nights.so_far(session, season, lang)
    if not found and not visibility.is_public(season):
        raise HTTPException(404)
    return season, found
