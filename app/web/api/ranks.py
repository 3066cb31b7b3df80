"""Player ranks as JSON: the leader board of a game, and what a season did to ranks."""

from typing import Any

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.games import fought
from app.league.careers import skills
from app.league.results import ranks
from app.tournament.ratings.rank import POINT, Account
from app.web.api.games import GameSlug
from app.web.api.models.public import List, Rank, RankChange, Rating
from app.web.api.responses import Page, answer, answer_list, api_router, part
from app.web.dependencies import Now, Reading, SiteOf
from app.web.rendering import etag_of, require_change
from app.web.views.ranks import NamedPlayer, named, of_season
from app.web.views.results import PublicResults

router = api_router("ranks", 304, 404, 406, 422)


@router.get("/games/{game}/rank", response_model=List[Rank])
def board(
    request: Request, slug: GameSlug, session: Reading, now: Now, site: SiteOf, page: Page = 1
) -> Response:
    """The leader board of a game: everybody whose results counted, the highest rank first."""
    listed = part(ranks.board(session, fought(slug).slug, now, site.settings.zone), page)
    names = named(session, [each.change for each in listed["items"]], "en")
    listed["items"] = [
        Rank(place=each.place, **_of(each.account, names[each.change.id]))
        for each in listed["items"]
    ]
    return answer(request, List[Rank](**listed))


@router.get("/seasons/{slug}/rank", response_model=List[RankChange])
def changes(request: Request, results: PublicResults, page: Page = 1) -> Response:
    """How a season changed ranks, the highest new Elo first.

    404 before its results are public, or if it does not count.
    """
    season = results.season
    if not season.ranked:
        raise HTTPException(404)
    etag = etag_of(request, results.etag, season.ranked_at)
    require_change(request, etag)
    return answer_list(
        request,
        List[RankChange],
        of_season(results.session, season, "en"),
        page,
        lambda each: RankChange(
            before=each.row.before / POINT,
            change=each.row.change / POINT,
            rated=each.row.games,
            absence_before=each.row.away,
            **_of(each.after, each.who),
        ),
        etag=etag,
    )


@router.get("/games/{game}/ratings", response_model=List[Rating])
def ratings(request: Request, slug: GameSlug, session: Reading, page: Page = 1) -> Response:
    """The ratings of a game across its published seasons, the highest first: of owners who have an owner's page."""
    return answer_list(
        request,
        List[Rating],
        skills.of_game(session, fought(slug).slug).lines,
        page,
        lambda each: Rating(
            place=each.place,
            owner=each.page,
            name=each.name,
            seasons=each.seasons,
            battles=each.skill.battles,
            mean=each.skill.mean,
            deviation=each.skill.deviation,
            rating=each.skill.rating,
        ),
    )


def _of(account: Account, who: NamedPlayer) -> dict[str, Any]:
    return {
        "name": who.name,
        "season": who.season.slug,
        "number": who.number,
        "points": account.points / POINT,
        "elo": account.elo / POINT,
        "absence": account.absence,
        "games": account.games,
        "title": account.title.name.en if account.title else None,
        "may_lead": account.leads,
    }
