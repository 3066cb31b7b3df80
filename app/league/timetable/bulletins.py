"""The letter of a night: to those whose characters fought in its rounds, how these ended, and no more than everybody reads."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlmodel import Session

from app.league.eligibility.sides import sides_of, sides_of_field
from app.notices.news import Bulletin
from app.store import entrants, letters, players
from app.store.tables import Run, Season
from app.tournament.formats import round_robin


def write(session: Session, season: Season, run: Run, rounds: range, now: datetime) -> int:
    """A letter about these rounds is on its way to each player who fought in them and wants letters; how many."""
    field = entrants.of_run(session, run)
    on_side = sides_of_field(session, season, field) if sides_of(season).apart else []
    fought = {field[at].player_id for at in _fighting(len(field), rounds, on_side)}
    told = [each for each in players.of_run(session, run) if each.id in fought]
    about = Bulletin(first=rounds[0], last=rounds[-1])
    reason = f"bulletin:{run.id}:{rounds[-1]}"
    return letters.write_to_all(session, about, told, reason, now=now, season=season, run=run)


def _fighting(count: int, rounds: Collection[int], on_side: Sequence[int | None]) -> set[int]:
    """The entrants who have a battle in these rounds; `on_side` names the sides where these stay apart."""
    return {
        at
        for each in rounds
        for pair in round_robin.pairs_of(count, each)
        if not on_side or on_side[pair[0]] != on_side[pair[1]]
        for at in pair
    }
