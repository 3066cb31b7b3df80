"""What is going on: open seasons, seasons being played, seasons that were played."""

from collections.abc import Iterable
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlmodel import Session

from app.engine import Lang
from app.games import is_installed
from app.league import results, visibility
from app.store import entrants
from app.store.tables import Season, SeasonState
from app.web.rendering import left_until, page
from app.web.site import IN_LANGUAGE, Now, Reading

router = APIRouter(prefix=IN_LANGUAGE)

_CHAMPIONS: Final = 3
"""So many of the latest seasons name their winners: those that are kept in memory anyway."""
_LARGE: Final = 1_000


@router.get("/")
def home(request: Request, lang: Lang, session: Reading, now: Now) -> Response:
    """What is open, what is being played, and what was played."""
    seasons = visibility.public_seasons(session)
    past = [each for each in seasons if visibility.is_public(each)]
    open_ones = [each for each in seasons if each.state is SeasonState.OPEN]
    return page(
        request,
        lang,
        "home.html",
        open_ones=open_ones,
        being_played=[each for each in seasons if each not in past and each not in open_ones],
        past=past,
        left={each.id: left_until(each.closes_at, now) for each in open_ones},
        counts=entrants.counts(session),
        champions=_champions(session, past[:_CHAMPIONS]),
    )


def _champions(session: Session, seasons: Iterable[Season]) -> dict[int, list[str]]:
    """Who stands on the first place of each season, by its id; large ones take too long to count here."""
    found = {}
    for season in seasons:
        row = visibility.published_run(session, season)
        if row and row.entries <= _LARGE and is_installed(season.game, row.rules_version):
            run = results.finished(session, season, row)
            first = (each for each in run.standings if each.place == 1)
            found[season.id] = [run.participants[each.entry].name for each in first]
    return found
