"""Statistics as JSON: the figures of the full table, and the changes that would have won."""

from fastapi import Request
from fastapi.responses import Response

from app.league.matches import outcomes
from app.league.results.results import FinishedRun
from app.statistics import summary
from app.statistics.analysis import Analysis
from app.statistics.awards import honours
from app.statistics.matches import Matches
from app.statistics.metagame import summary as metagame
from app.statistics.metagame.summary import AnswersSummary, ChangesSummary
from app.statistics.summary import Statistics, WhatIf
from app.tournament.full_table import opponents
from app.web.api.responses import answer, api_router, refused
from app.web.dependencies import Now
from app.web.views.results import NewResults
from app.web.views.statistics.metagame import AskedField, find_answers, find_changes
from app.web.views.statistics.what_if import AskedEntry, work_out

router = api_router("statistics", 304, 404, 406, 503)


@router.get("/seasons/{slug}/statistics", response_model=Statistics)
def statistics(request: Request, results: NewResults) -> Response:
    """The statistics of the full table: cards and slots, match-ups, circles, rivals, builds alike."""
    matches = outcomes.ended(results.session, results.season)
    return answer(request, statistics_of(*results.counted(), matches), results.etag)


@router.get(
    "/seasons/{slug}/entries/{number}/what-if",
    response_model=WhatIf,
    responses=refused(410, 422, 429, 503),
)
def what_if(request: Request, asked: AskedEntry, now: Now) -> Response:
    """The change of a card, or of two slots, that gains most, and for each lost battle the smallest that wins it."""
    told = work_out(request, asked, now)
    whole = summary.what_if(asked.stage.game, told, asked.who, asked.field)
    return answer(request, whole, asked.etag)


@router.get(
    "/seasons/{slug}/entries/{number}/changes",
    response_model=ChangesSummary,
    responses=refused(410, 422, 429, 503),
)
def changes(request: Request, asked: AskedEntry, now: Now) -> Response:
    """The best changes by one card and by two, with the opponents against whom they do better, and worse."""
    told = find_changes(request, asked, now)
    met = [asked.field[at] for at in opponents(asked.table, asked.index)]
    whole = metagame.of_changes(asked.stage.game, asked.who, told, met)
    return answer(request, whole, asked.etag)


@router.get(
    "/seasons/{slug}/answers",
    response_model=AnswersSummary,
    responses=refused(422, 429, 503),
)
def answers(request: Request, asked: AskedField, now: Now) -> Response:
    """What beats the field.

    A strong build, the mixture of its builds that none of them beats, and the worth of its cards.
    """
    told = find_answers(request, asked, now)
    return answer(request, metagame.of_answers(asked.stage.game, told, asked.field), asked.etag)


def statistics_of(run: FinishedRun, told: Analysis, matches: Matches | None) -> Statistics:
    """The statistics of a finished run, and of its matches if it had any."""
    whole = summary.statistics(run.game, told, [run.participants[i.entry] for i in run.standings])
    given = summary.awards_of(run.game, honours.of(run), run.participants)
    met = summary.matches_of(matches) if matches else None
    return whole.model_copy(update={"awards": given, "matches": met})
