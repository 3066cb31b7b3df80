"""The stages of a season: their tables, who went on and why, and every round."""

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.league.seasons.stages import names
from app.web.dependencies import page_router
from app.web.rendering import page
from app.web.views import stages, teams
from app.web.views.results import NewResults
from app.web.views.tables.pagination import MOST_PAIRED, PageNumber, part

router = page_router()


@router.get("/seasons/{slug}/stages/{place:int}")
def stage(
    request: Request, lang: Lang, results: NewResults, place: int, number: PageNumber
) -> Response:
    """A finished stage: its tables with the deciding numbers, and who went on. 404 if there is none."""
    run = results.run()
    phase = stages.phase_of(run, place)
    tables = stages.tables(run, phase, lang)
    rounds = [(at, names.of_round(phase, at, lang)) for at in stages.rounds(phase)]
    picture = stages.bracket(run, phase, f"/{lang}/seasons/{results.season.slug}", lang)
    lines = part([(table, line) for table in tables for line in table.lines], number, MOST_PAIRED)
    return page(
        request,
        lang,
        "seasons/stage.html",
        etag=results.etag,
        season=results.season,
        run=run,
        game=run.game,
        place=place,
        plan=run.plans[place - 1],
        name=stages.name_of(run, place, lang),
        phase=phase,
        rulings=stages.ruled(run, results.row, lang),
        lines=lines,
        tables=tables,
        tie_breaks=phase.tie_breaks,
        reached=names.reached_in(phase, run.plans[place - 1], lang),
        teams=teams.lines(run, phase),
        team_matches=teams.meetings(run, phase),
        rounds=rounds,
        bracket=picture,
        by_round=[(*each, stages.meetings(run, phase, each[0], lang)) for each in rounds]
        if phase.games
        else [],
    )


@router.get("/seasons/{slug}/stages/{place:int}/rounds/{round_:int}")
def round_of(
    request: Request,
    lang: Lang,
    results: NewResults,
    place: int,
    round_: int,
    number: PageNumber,
) -> Response:
    """A round of a stage: its pairings and their results. 404 if there is none."""
    run = results.run()
    phase = stages.phase_of(run, place)
    rounds = {at: names.of_round(phase, at, lang) for at in stages.rounds(phase)}
    if round_ not in rounds:
        raise HTTPException(404)
    return page(
        request,
        lang,
        "seasons/round.html",
        etag=results.etag,
        season=results.season,
        run=run,
        place=place,
        name=stages.name_of(run, place, lang),
        round=round_,
        rounds=rounds,
        team_matches=[each for each in teams.meetings(run, phase) if each.round == round_],
        meetings=part(stages.meetings(run, phase, round_, lang), number, MOST_PAIRED),
    )
