"""Every battle of a season, told in full."""

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.league.matches import spectators
from app.league.results.results import battle as battle_of, sheets_of
from app.web.dependencies import Reading, page_router
from app.web.views.battles import Contender, battle_page
from app.web.views.fields import StageView
from app.web.views.results import NewResults, index_of

router = page_router()


@router.get("/seasons/{slug}/battles/{home:int}-{away:int}")
def battle(
    request: Request, lang: Lang, results: NewResults, home: int, away: int, session: Reading
) -> Response:
    """The battle from home's side, its cards, its sentences, and how it ended."""
    run = results.run()
    pair = (index_of(run, home), index_of(run, away))
    if home == away:
        raise HTTPException(404)
    sides = [run.participants[index] for index in pair]
    contenders = [
        Contender(who, run.standing(index).place, sheet, results.pictures.get(who.entry_id, ""))
        for index, who, sheet in zip(pair, sides, sheets_of(session, sides), strict=True)
    ]
    season = results.season
    stage = StageView(
        season.title(lang),
        f"/{lang}/seasons/{season.slug}",
        run.game,
        run.game.rules_version,
        run.digest,
    )
    met = [run.participants[line.entry] for line in run.standings if line.entry != pair[0]]
    return battle_page(
        request,
        lang,
        stage,
        contenders,
        met,
        results.etag,
        played=battle_of(session, run, *pair) if run.game.match else None,
        places=spectators.of_pair(session, sides[0].entry_id, sides[1].entry_id)
        if run.game.match
        else (),
        has_what_if=True,
    )
