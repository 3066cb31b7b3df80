"""A character: its public part until publication, then everything and its record against everyone."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import NOT_PLAYED, Lang, reason_of
from app.league import seals, visibility
from app.league.results import FinishedRun, sheet_of
from app.statistics import what_if
from app.store.tables import Revision, SeasonState
from app.tournament.full_table import Entrant
from app.web.pages.seasons import MOST_LINES, STATES
from app.web.pages.statistics import neighbourhood
from app.web.rendering import not_modified, page
from app.web.site import IN_LANGUAGE, Reading
from app.web.views import published
from app.web.views.cards import row_of
from app.web.views.heatmap import CLASSES
from app.web.views.pagination import PageNumber, part
from app.web.views.published import Published, index_of

router = APIRouter(prefix=IN_LANGUAGE)


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent, and how the battle ended: `result` is w, d or l."""

    place: int
    who: Entrant
    result: str
    ending: str


@router.get("/seasons/{slug}/entries/{number:int}")
def entry(
    request: Request, lang: Lang, slug: str, number: int, session: Reading, at: PageNumber
) -> Response:
    """The character as far as it may be seen today. Without a number there is no page: 404."""
    season = visibility.public_season(session, slug)
    if results := published.find(request, session, season):
        return _whole(request, lang, results, number, at)
    if season.state is SeasonState.OPEN:
        raise HTTPException(404)
    everybody = visibility.entrants_of(session, season)
    entrant = next((each for each in everybody if each.number == number), None)
    if not entrant:
        last = max((each.number or 0 for each in everybody), default=0)
        raise HTTPException(410 if 0 < number < last else 404)
    return page(
        request,
        lang,
        "entry_sealed.html",
        season=season,
        entrant=entrant,
        states=STATES,
        late=seals.marks(session, season).get(entrant.entry_id),
    )


def _whole(request: Request, lang: Lang, results: Published, number: int, at: int) -> Response:
    if known := not_modified(request, results.etag):
        return known
    run = results.run()
    index = index_of(run, number)
    who = run.participants[index]
    revision = results.session.get_one(Revision, who.revision_id)
    sheet = sheet_of(revision)
    rank = run.ranks[index]
    table = run.standings
    return page(
        request,
        lang,
        "entry.html",
        etag=results.etag,
        season=results.season,
        game=run.game,
        run=run,
        table=table,
        who=who,
        late=seals.marks(results.session, results.season).get(who.entry_id),
        revision=revision,
        row=row_of(run.game, who.build, sheet.flavour),
        standing=run.standing(index),
        tie_breaks=run.scoring.tie_breaks,
        met=part(opponents(run, index, lang), at, MOST_LINES),
        near=neighbourhood(run.participants, table, run.row(index), index),
        can_change=bool(who.build.cards)
        and what_if.is_affordable(run.game, who.build, len(table) - 1),
        above=run.participants[table[rank - 1].entry] if rank else None,
        below=run.participants[table[rank + 1].entry] if rank + 1 < len(table) else None,
    )


def opponents(run: FinishedRun, index: int, lang: Lang) -> list[Met]:
    """Everyone the character met, the best first."""
    row = run.row(index)
    return [
        Met(
            standing.place,
            run.participants[standing.entry],
            CLASSES[byte & 3],
            run.game.ending(reason_of(byte), lang),
        )
        for standing in run.standings
        if (byte := row[standing.entry]) != NOT_PLAYED
    ]
