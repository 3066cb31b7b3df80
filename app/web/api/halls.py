"""Halls of fame as JSON: of a cup, and of a game."""

from typing import Annotated

from fastapi import Path, Request
from fastapi.responses import Response
from pydantic import BaseModel
from sqlmodel import Session

from app.games import fought
from app.league.careers import halls
from app.league.careers.halls import Hall
from app.league.seasons import cups
from app.store import entrants
from app.web.api.games import GameSlug
from app.web.api.models.public import List
from app.web.api.responses import Page, answer, api_router, part
from app.web.dependencies import Reading

router = api_router("halls", 304, 404, 406, 422)


class OfAllSeasons(BaseModel):
    """A line of the table of all seasons. `owner` ends the address of their page; it is empty for a name out of lists of earlier days."""

    place: int
    owner: str
    name: str
    seasons: int
    titles: int
    points: int
    wins: int
    draws: int
    losses: int


class BestCharacter(BaseModel):
    """A character with one of the best seasons, by the share of its battles that it won."""

    season: str
    number: int
    name: str
    place: int
    entries: int
    wins: int
    draws: int
    losses: int


class Won(BaseModel):
    """A season, and the names on its first place."""

    season: str
    winners: list[str]


class HallOfFame(List[OfAllSeasons]):
    """The table of all seasons; `winners`, the last published season first, and `best`, the same on every page."""

    winners: list[Won]
    best: list[BestCharacter]


@router.get("/cups/{cup}/hall", response_model=HallOfFame)
def of_cup(
    request: Request,
    slug: Annotated[str, Path(alias="cup", description="The cup, as its address calls it.")],
    session: Reading,
    page: Page = 1,
) -> Response:
    """The hall of fame of a cup: of all its editions whose results are public."""
    _cup, editions = cups.public_cup(session, slug)
    return answer(request, hall_of_fame(session, halls.hall_of(session, editions), page))


@router.get("/games/{game}/hall", response_model=HallOfFame)
def of_game(request: Request, slug: GameSlug, session: Reading, page: Page = 1) -> Response:
    """The same of all seasons of a game."""
    hall = halls.of_game(session, fought(slug).slug)
    return answer(request, hall_of_fame(session, hall, page))


def hall_of_fame(session: Session, hall: Hall, page: int) -> HallOfFame:
    """This page of the hall."""
    listed = part(hall.lines, page)
    listed["items"] = [
        OfAllSeasons(
            place=each.place,
            owner=each.total.page,
            name=each.total.name,
            seasons=each.total.seasons,
            titles=each.total.titles,
            points=each.total.points,
            wins=each.total.wins,
            draws=each.total.draws,
            losses=each.total.losses,
        )
        for each in listed["items"]
    ]
    names = entrants.winners(session, (each.published_run_id for each in hall.seasons), "en")
    return HallOfFame(
        **listed,
        winners=[
            Won(season=each.slug, winners=names.get(each.published_run_id or 0, []))
            for each in hall.seasons
        ],
        best=[
            BestCharacter(
                season=each.season.slug,
                **{k: v for k, v in each._asdict().items() if k != "season"},
            )
            for each in hall.best
        ],
    )
