"""The page of a character's owner across seasons: it is there if they want it, under an address of its own."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from app.engine import Lang
from app.league import visibility
from app.league.results import FinishedRun, Participant, shown
from app.store import seasons
from app.store.tables import Player, Season


@dataclass(frozen=True, slots=True)
class Appearance:
    """A character of theirs in a season whose results are public."""

    season: Season
    run: FinishedRun
    who: Participant
    place: int


def choose(session: Session, player: Player, *, wanted: bool) -> None:
    """The player has a page, at an address that was never used before; or there is none from now on."""
    if bool(player.owner_page) is not wanted:
        player.owner_page = secrets.token_hex(10) if wanted else None
        session.add(player)


def hide(session: Session, player: Player, now: datetime | None) -> None:
    """Their page is hidden by an organiser, whatever they choose; without a moment it is hidden no more."""
    player.owner_page_hidden_at = now
    session.add(player)


def appearances(session: Session, player: Player, lang: Lang) -> list[Appearance]:
    """All of them, the last published season first. Two players of one name are never taken for one."""
    found = []
    for season in seasons.with_results_of(session, player):
        run = visibility.published_run(session, season)
        if run is None:
            continue
        table = shown(session, season, run, lang)
        index = table.by_player.get(player.id)
        if index is not None:
            place = table.standing(index).place
            found.append(Appearance(season, table, table.participants[index], place))
    return found


def name_of(found: list[Appearance]) -> str:
    """What they call themselves, or called themselves last; empty if they never did."""
    return next((each.who.owner for each in found if each.who.owner), "")
