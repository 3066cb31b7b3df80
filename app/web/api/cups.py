"""Cups as JSON: their editions, with the winners once the results are public."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from fastapi import Path, Request
from fastapi.responses import Response
from pydantic import BaseModel

from app.league import visibility
from app.league.seasons import cups
from app.store import entrants
from app.store.tables import Cup, Season, SeasonState
from app.web.api.models.public import List, Said
from app.web.api.responses import Page, answer_list, api_router, refused
from app.web.dependencies import Reading

router = api_router("cups", 304, 406)


class CupFacts(BaseModel):
    """A cup, and how many editions of it there are."""

    cup: str
    title: Said
    editions: int

    @classmethod
    def of(cls, cup: Cup, editions: Sequence[Season]) -> "CupFacts":
        """The cup with these."""
        title = Said(ja=cup.title_ja, en=cup.title_en)
        return cls(cup=cup.slug, title=title, editions=len(editions))


class Edition(BaseModel):
    """A season of a cup. `winners`: the names of those on the first place, once the results are public."""

    edition: int
    season: str
    title: Said
    state: SeasonState
    published_at: datetime | None
    entrants: int
    winners: list[str]


@router.get("/cups", response_model=List[CupFacts], responses=refused(404, 422))
def every(request: Request, session: Reading, page: Page = 1) -> Response:
    """All cups."""
    return answer_list(
        request, List[CupFacts], cups.public_cups(session), page, lambda each: CupFacts.of(*each)
    )


@router.get("/cups/{cup}", response_model=List[Edition], responses=refused(404, 422))
def one(
    request: Request,
    slug: Annotated[str, Path(alias="cup", description="The cup, as its address calls it.")],
    session: Reading,
    page: Page = 1,
) -> Response:
    """The editions of a cup, the last first."""
    _cup, editions = cups.public_cup(session, slug)
    counts = entrants.counts(session)
    runs = [each.published_run_id for each in editions if visibility.is_public(each)]
    winners = entrants.winners(session, runs, "en")
    return answer_list(
        request,
        List[Edition],
        editions,
        page,
        lambda each: _edition(
            each, counts.get(each.id, 0), winners.get(each.published_run_id or 0, [])
        ),
    )


def _edition(season: Season, count: int, winners: list[str]) -> Edition:
    return Edition(
        edition=season.edition or 0,
        season=season.slug,
        title=Said(ja=season.title_ja, en=season.title_en),
        state=season.state,
        published_at=season.published_at,
        entrants=count,
        winners=winners,
    )
