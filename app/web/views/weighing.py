"""How a card changes its game, computed while the reader waits. The field is the last season with public results."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from fastapi import Request
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Build, Ruleset
from app.errors import RulesNotInstalled
from app.i18n import N_, translations
from app.league import visibility
from app.league.results.results import finished
from app.statistics import weighing
from app.statistics.metagame.mixture import Unsolved
from app.statistics.weighing import Weight
from app.store import seasons
from app.web import limits, sessions
from app.web.dependencies import Site
from app.web.errors import lang_of

_SPENT: Final = N_(
    "You have used up your free minute of machine time. "
    "A browser that opened the link in one of our letters has ten minutes a day."
)


def weigh_for(
    request: Request, game: Ruleset, data: Mapping[str, Any], now: datetime, *, is_free: bool
) -> Weight:
    """The weight of the card, with no connection kept while battles are played.

    What is known already counts for nobody. Raises 429 for a client who has used up their time, `Busy`, `TooMuchToPlay`, and
    503 where no mixture can be found.
    """
    site: Site = request.state.site
    made = weighing.rules_with(game, data)
    with site.database.reading() as session:
        builds, field = _field_of(session, game)
        players = sessions.players_of(request, session, now)
    if not is_free and not weighing.is_known(made, field):
        _spend(request, site, [player.id for _, player in players], weighing.seconds(made), now)
    try:
        return weighing.weight(made, builds, field)
    except Unsolved as why:
        _ = translations(lang_of(request)).gettext
        raise HTTPException(503, _(str(why))) from None


def _field_of(session: Session, game: Ruleset) -> tuple[Sequence[Build], str]:
    """The builds of the last season of this game, the best first, and their digest; nothing for a game of matches."""
    for season in visibility.listed(seasons.with_results(session)) if game.match is None else ():
        row = visibility.published_run(session, season)
        with suppress(RulesNotInstalled):
            if row and season.game == game.slug:
                run = finished(session, season, row)
                return [run.builds[line.entry] for line in run.standings], run.digest
    return (), ""


def _spend(
    request: Request, site: Site, players: Sequence[int], seconds: int, now: datetime
) -> None:
    """Count these seconds for the signed-in player, otherwise for the client."""
    if players:
        with site.database.writing() as session:
            who = f"player {players[0]}"
            limits.spend(session, request, limits.KNOWN_WEIGHINGS, who, now, seconds)
        return
    try:
        limits.spend_by_client(request, limits.WEIGHINGS, now, seconds)
    except HTTPException as refusal:
        told = translations(lang_of(request)).gettext(_SPENT)
        raise HTTPException(429, told, refusal.headers) from None
