"""A match for spectators: the table as both players may see it, while it goes on and after it."""

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.engine.matches.board import MatchBoard, turned
from app.engine.matches.game import Seat
from app.engine.matches.record import Line
from app.league import visibility
from app.league.matches import spectators, views
from app.league.matches.settings import settings_of
from app.league.matches.spectators import WatchedPair
from app.store.tables import Match, MatchState, Season
from app.web.dependencies import Reading
from app.web.views.battles.steps import telling
from app.web.views.battles.story import BattleStory

_LIVE_SECONDS: Final = 5
_TURN_SECONDS: Final = 30
"""So often a page looks whether a match has moved on: each answer comes from memory, and has no content while nothing has changed."""


def at_place(slug: str, place: str, session: Reading) -> tuple[Season, Match]:
    """The season and the match of the address. Raises 404 if there is none, and for drafts."""
    season = visibility.public_season(session, slug)
    found = spectators.at_place(session, season, place)
    if found is None:
        raise HTTPException(404)
    return season, found


AskedMatch = Annotated[tuple[Season, Match], Depends(at_place, scope="function")]


@dataclass(frozen=True, slots=True)
class TableWatched:
    """The match from the side of one player, with nothing that a player hides from the other.

    No board if its course cannot be watched. `moves` is the number of seconds between checks for news; None
    once it is over.
    """

    pairing: WatchedPair
    facing: Seat
    moves: int | None
    board: MatchBoard | None = None
    ending: str = ""
    story: BattleStory | None = None
    head: Line | None = None
    record_seal: str = ""

    @property
    def seal(self) -> str:
        """Another one when the page shows something else."""
        return f"{self.record_seal}{self.pairing.deadline or ''}"


def table_watched(
    session: Session, season: Season, match: Match, lang: Lang, facing: Seat
) -> TableWatched:
    """The match as it is now."""
    pairing = spectators.pairing(session, season, match, lang)
    settings = settings_of(session, season)
    is_live = settings is not None and settings.tempo == "live"
    goes_on = pairing.is_shown and match.state is MatchState.WAITING
    moves = (_LIVE_SECONDS if is_live else _TURN_SECONDS) if goes_on else None
    if not pairing.is_shown:
        return TableWatched(pairing, facing, moves)
    look = views.look(session, match, None, lang)
    called, names = telling(look.names, lang)
    steps = [step for _, step in views.heard(session, match, None, 0)]
    board = look.game.board(look.view, look.names, lang)
    return TableWatched(
        pairing,
        facing,
        moves,
        turned(board) if facing == "B" else board,
        look.game.reasons[match.reason].to(lang) if match.reason else "",
        BattleStory([*look.game.told(steps, called, lang, facing)], names),
        views.head(session, match),
        look.seal,
    )
