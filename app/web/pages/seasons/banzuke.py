"""The ranking list (番付) of a season that follows another: two columns, division by division, and where each comes from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.errors import SeasonRefused
from app.league import visibility
from app.league.rankings import banzuke
from app.league.stages import courses
from app.league.stages.plans import StagePlan
from app.store import entrants, seasons
from app.store.entrants import PublicEntrant
from app.store.tables import Season, SeasonState
from app.tournament.formats.divisions import Divisions
from app.tournament.formats.format import Field
from app.tournament.formats.rankings import Rank, Ranking
from app.web.rendering import page
from app.web.site import IN_LANGUAGE, Reading

router = APIRouter(prefix=IN_LANGUAGE)

Move = Literal["up", "down", "same", "new", ""]


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the list: who stands there, and how they came there. `further`: higher than their results alone would have it."""

    who: PublicEntrant
    rank: Rank
    move: Move
    further: bool


@dataclass(frozen=True, slots=True)
class Division:
    """A division, by its number; 0 where there are none. In each row the better one stands in the east, first."""

    number: int
    rows: Sequence[Sequence[Place]]


@router.get("/seasons/{slug}/banzuke")
def ranking_list(request: Request, lang: Lang, slug: str, session: Reading) -> Response:
    """The ranking list from the closing on. 404 before, and of a season that follows none."""
    season = visibility.public_season(session, slug)
    after = banzuke.follows(season)
    if not after or season.state is SeasonState.OPEN:
        raise HTTPException(404)
    former = seasons.with_slug(session, after)
    ranking = _ranking(session, season)
    who = {
        each.number: each
        for each in visibility.entrants_of(session, season, lang)
        if each.number is not None
    }
    return page(
        request,
        lang,
        "seasons/banzuke.html",
        season=season,
        former=former,
        plan=courses.plans_of(season)[0],
        divisions=divisions(courses.plans_of(season)[0], ranking, who) if ranking else None,
    )


def _ranking(session: Session, season: Season) -> Ranking | None:
    """That of the published results; else as it stands now, or None while the former results are not public."""
    if run := visibility.published_run(session, season):
        return Ranking.of(run.ranking) if run.ranking else None
    try:
        return banzuke.ranking_of(session, season, entrants.numbered(session, season))
    except SeasonRefused:
        return None


def divisions(
    plan: StagePlan, ranking: Ranking, who: Mapping[int, PublicEntrant]
) -> list[Division]:
    """The list, the highest division first; who has been withdrawn since is left out."""
    ranks = [each for each in ranking.ranks if each.number in who]
    format_ = plan.made()
    field = Field(tuple(range(len(ranks))))
    is_divided = isinstance(format_, Divisions)
    members = format_.members(field) if isinstance(format_, Divisions) else [field.seeds]
    return [
        Division(
            number * is_divided,
            [
                [_place(who, ranks[at], number * is_divided) for at in own[start : start + 2]]
                for start in range(0, len(own), 2)
            ],
        )
        for number, own in enumerate(members, 1)
        if own
    ]


def _place(who: Mapping[int, PublicEntrant], rank: Rank, division: int) -> Place:
    move: Move = ""
    if rank.was is None:
        move = "new"
    elif division and rank.division:
        move = "up" if division < rank.division else "down" if division > rank.division else "same"
    further = bool(division and rank.bound and division < rank.bound)
    return Place(who[rank.number], rank, move, further)
