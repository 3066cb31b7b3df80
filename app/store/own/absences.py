"""Times for which players are away."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from app.store.tables import (
    Absence,
    Contestant,
    Correspondence,
    Entry,
    Player,
    Season,
    SeasonState,
)

LAST_DAY: Final = timedelta(days=1)
"""A time away declared less than this before a deadline does not affect it."""
Parts = Sequence[tuple[Season, Correspondence, Contestant | None]]
_OF_ENTRIES: Final = (
    select(Contestant, Absence)
    .join(Entry, col(Entry.id) == col(Contestant.entry_id))
    .join(Absence, col(Absence.player_id) == col(Entry.player_id))
    .where(col(Entry.id).in_(bindparam("ids", expanding=True)), col(Contestant.left_at).is_(None))
    .order_by(col(Absence.begins_at), col(Contestant.id))
)


def of_player(session: Session, player: Player) -> Sequence[Absence]:
    """The times away of this player, the earliest first."""
    question = select(Absence).where(Absence.player_id == player.id)
    return session.exec(question.order_by(col(Absence.begins_at))).all()


def of_entries(
    session: Session, entry_ids: Collection[int]
) -> Sequence[tuple[Contestant, Absence]]:
    """The times away of the players of these entries, the earliest first, each with the contestant that it may
    concern.
    """
    return session.exec(_OF_ENTRIES, params={"ids": [*entry_ids]}).all()


def is_used(session: Session, absence: Absence) -> bool:
    """Whether a season has used it."""
    used = select(Contestant.id).where(Contestant.absence_id == absence.id)
    return session.exec(used.limit(1)).first() is not None


def is_away(contestant: Contestant, absence: Absence, deadline: datetime) -> bool:
    """Whether this deadline falls into that time away, which was declared a day before and is the only one in their
    season.
    """
    until = absence.back_at or absence.ends_at
    is_told = absence.told_at + LAST_DAY <= deadline
    is_only = contestant.absence_id in (None, absence.id)
    return is_told and is_only and absence.begins_at <= deadline < until


def away_at(session: Session, entry_ids: Collection[int], deadline: datetime) -> dict[int, int]:
    """The entries whose player is away at this deadline, each with that time away."""
    found = of_entries(session, entry_ids)
    return {one.entry_id: each.id for one, each in found if is_away(one, each, deadline)}


def parts(session: Session, player: Player) -> Parts:
    """The seasons in which this player has or will have matches, each with a contestant, once there is one."""
    question = (
        select(Season, Correspondence, Contestant)
        .join(Correspondence, col(Correspondence.season_id) == col(Season.id))
        .join(Entry, col(Entry.season_id) == col(Season.id))
        .join(Contestant, col(Contestant.entry_id) == col(Entry.id), isouter=True)
        .where(
            Entry.player_id == player.id,
            col(Entry.current_id).is_not(None),
            col(Season.state).in_((SeasonState.OPEN, SeasonState.CLOSED, SeasonState.RUNNING)),
            col(Contestant.left_at).is_(None),
        )
    )
    return session.exec(question.order_by(col(Season.id), col(Entry.id))).all()
