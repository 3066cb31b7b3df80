"""Matches as JSON: who meets whom, what everybody may see of a match, and its record once it is revealed."""

import json
from typing import Annotated

from fastapi import Path, Query, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.league import visibility
from app.league.matches import records, spectators, views
from app.league.matches.spectators import WatchedPair
from app.store.matches import matches
from app.web.api.models.public import List, MatchFacts, MatchRecord, WatchedEvent, WatchedMatch
from app.web.api.responses import MOST_ITEMS, Page, answer, api_router, refused
from app.web.dependencies import Reading

router = api_router("matches", 304, 404, 406)

Slug = Annotated[str, Path(alias="slug", description="The season, as its address calls it.")]
Round = Annotated[int, Path(alias="round", description="The round of the match.")]
Stage = Annotated[int, Query(ge=0, description="The stage, from 1; 0 in a season without stages.")]
Leg = Annotated[int, Query(ge=1, description="Which match of its pairing it is.")]
Board = Annotated[int, Path(alias="table", description="The table at which it is played.")]


@router.get("/seasons/{slug}/matches", response_model=List[MatchFacts], responses=refused(422))
def every(request: Request, slug: Slug, session: Reading, page: Page = 1) -> Response:
    """All matches of a season, by round and table; none before they are made, and for games that have none."""
    season = visibility.public_season(session, slug)
    total = spectators.count(session, season)
    pages = max(1, -(-total // MOST_ITEMS))
    if page > pages:
        raise HTTPException(404)
    found = spectators.pairings(session, season, "en", (page - 1) * MOST_ITEMS, MOST_ITEMS)
    items = [_facts(each) for each in found]
    return answer(request, List[MatchFacts](page=page, pages=pages, total=total, items=items))


@router.get("/seasons/{slug}/matches/{round}/{table}", response_model=WatchedMatch)
def match(
    request: Request,
    slug: Slug,
    round_: Round,
    board: Board,
    session: Reading,
    stage: Stage = 0,
    leg: Leg = 1,
) -> Response:
    """A match with all that both of its players may see. 404 while its course is not shown."""
    season = visibility.public_season(session, slug)
    found = matches.at_table(session, season, stage, round_, board, leg)
    pairing = spectators.pairing(session, season, found, "en") if found else None
    if found is None or pairing is None or not pairing.is_shown:
        raise HTTPException(404)
    look = views.look(session, found, None)
    heard = views.heard(session, found, None, 0)
    return answer(
        request,
        WatchedMatch(
            **_facts(pairing).model_dump(),
            view=dict(look.view),
            events=[
                WatchedEvent(n=n, what=each.what, detail=dict(each.detail))
                for n, (_, (each, _)) in enumerate(heard, start=1)
            ],
            seal=look.seal,
            is_revealed=records.is_revealed(session, season, found),
        ),
    )


@router.get("/seasons/{slug}/matches/{round}/{table}/record", response_model=MatchRecord)
def record(
    request: Request,
    slug: Slug,
    round_: Round,
    board: Board,
    session: Reading,
    stage: Stage = 0,
    leg: Leg = 1,
) -> Response:
    """The record of a match, line by line. 404 until it is revealed. A head with a name that organisers hide is withheld."""
    season = visibility.public_season(session, slug)
    found = matches.at_table(session, season, stage, round_, board, leg)
    if found is None or not records.is_revealed(session, season, found):
        raise HTTPException(404)
    file = records.public(session, season, found).decode()
    return answer(request, MatchRecord(lines=[json.loads(line) for line in file.splitlines()]))


def _facts(each: WatchedPair) -> MatchFacts:
    return MatchFacts(
        stage=each.stage,
        round=each.round,
        table=each.board,
        leg=each.leg,
        name=each.game_id,
        a=each.players["A"].number,
        b=each.players["B"].number,
        state=each.state,
        exchange=each.turn,
        awaits=[*each.awaits],
        deadline=each.deadline,
        winner=each.winner,
        reason=each.reason,
        mirror_of=each.mirror_of,
        commitment=each.commitment,
    )
