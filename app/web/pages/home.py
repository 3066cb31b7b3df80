"""The home page: open seasons, seasons being played, seasons that were played."""

from collections.abc import Sequence

from fastapi import Request
from fastapi.responses import Response

from app.engine import Lang, Ruleset
from app.engine.workshop.call import is_call
from app.games import ruleset
from app.league import visibility
from app.league.seasons import cups
from app.store import entrants
from app.store.tables import OVER, Season, SeasonState
from app.web.dependencies import Reading, page_router
from app.web.rendering import games, page

router = page_router()


@router.get("/")
def home(request: Request, lang: Lang, session: Reading) -> Response:
    """The seasons that are open, being played, and played."""
    seasons = visibility.public_seasons(session)
    past = [each for each in seasons if visibility.is_public(each)]
    open_ones = [each for each in seasons if each.state is SeasonState.OPEN]
    fought = [each for each in open_ones if not is_call(each.game)]
    return page(
        request,
        lang,
        "home.html",
        open_ones=open_ones,
        fought=fought,
        tried=_games_of(fought),
        being_played=[each for each in seasons if each.state not in (SeasonState.OPEN, *OVER)],
        releases={each.id: visibility.release_at(each) for each in seasons},
        past=past,
        cups=cups.public_cups(session),
        counts=entrants.counts(session),
        winners=entrants.winners(session, (each.published_run_id for each in past), lang),
    )


def _games_of(open_ones: Sequence[Season]) -> list[Ruleset]:
    """The games of these seasons; all there are, where no season takes entries."""
    slugs = dict.fromkeys(each.game for each in open_ones)
    return [*map(ruleset, slugs)] or games()
