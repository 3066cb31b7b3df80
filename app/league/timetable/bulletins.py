"""The letter of a night: to those whose characters fought in its rounds, how these ended, and no more than everybody reads."""

from collections.abc import Collection
from datetime import datetime

from sqlmodel import Session

from app.store import entrants, letters, players
from app.store.letter_kinds import Bulletin
from app.store.tables import Run, Season
from app.tournament.formats import round_robin


def write(session: Session, season: Season, run: Run, rounds: range, now: datetime) -> int:
    """A letter about these rounds is on its way to each player who fought in them and wants letters; how many."""
    field = entrants.of_run(session, run)
    fought = {field[at].player_id for at in _fighting(len(field), rounds)}
    told = [
        each
        for each in {p.id: p for p in players.of_run(session, run)}.values()
        if each.id in fought
    ]
    about = Bulletin(first=rounds[0], last=rounds[-1])
    reason = f"bulletin:{run.id}:{rounds[-1]}"
    return letters.write_to_all(session, about, told, reason, now=now, season=season, run=run)


def _fighting(count: int, rounds: Collection[int]) -> set[int]:
    """The entrants who have a battle in these rounds."""
    return {at for each in rounds for pair in round_robin.pairs_of(count, each) for at in pair}
