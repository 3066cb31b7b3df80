"""Write the letter of a night, which tells players how their characters fared in the rounds now shown.

It says no more than the public pages do.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlmodel import Session

from app.league.eligibility.sides import sides_of, sides_of_field
from app.notices.news import Bulletin
from app.store import entrants, letters, players
from app.store.results import stages
from app.store.tables import Run, Season
from app.tournament.formats import round_robin
from app.tournament.formats.format import PairingResult
from app.tournament.formats.results import battles


def write(
    session: Session,
    season: Season,
    run: Run,
    rounds: Collection[tuple[int, int]],
    about: Bulletin,
    now: datetime,
) -> int:
    """Write a letter about these rounds to each player who fought in them and wants letters. Return how many."""
    field = entrants.of_run(session, run)
    if season.stages:
        played = stages.played(session, run)
        met = [
            PairingResult(*each)
            for stage, round_ in rounds
            for each in played[stage]
            if each.round == round_
        ]
        fighting = {at for each in battles(met) for at in (each.first, each.second)}
    else:
        on_side = sides_of_field(session, season, field) if sides_of(season).apart else []
        fighting = _fighting(len(field), rounds, on_side)
    fought = {field[at].player_id for at in fighting if at is not None}
    told = [each for each in players.of_run(session, run) if each.id in fought]
    reason = f"bulletin:{run.id}:{about.last}"
    return letters.write_to_all(session, about, told, reason, now=now, season=season, run=run)


def _fighting(
    count: int, rounds: Collection[tuple[int, int]], on_side: Sequence[int | None]
) -> set[int | None]:
    """Return the indices of the entrants who have a battle in these rounds of a round robin.

    `on_side`: the side of each entrant if sides stay apart, else empty.
    """
    return {
        at
        for _, each in rounds
        for pair in round_robin.pairs_of(count, each)
        if not on_side or on_side[pair[0]] != on_side[pair[1]]
        for at in pair
    }
