"""The days on which players were in contact: they sent something that was accepted, or used their signed-in browser."""

from collections.abc import Collection
from datetime import date, datetime, time, tzinfo
from typing import Any

from sqlalchemy import CompoundSelect
from sqlmodel import Session, and_, col, or_, select, union_all

from app.store.rows import add_if_new
from app.store.tables import (
    Entry,
    Match,
    MatchPlan,
    Revision,
    RevisionState,
    Visit,
)

_NOT_TAKEN = (RevisionState.HELD, RevisionState.DECLINED)


def note(session: Session, player_id: int, day: date) -> None:
    """Note that the player was here on this day."""
    add_if_new(session, Visit(player_id=player_id, day=day))


def days(
    session: Session, players: Collection[int], since: date, zone: tzinfo
) -> dict[int, set[date]]:
    """The days of contact of these players since then, by the calendar of this zone."""
    found: dict[int, set[date]] = {each: set() for each in players}
    for visit in session.exec(select(Visit).where(Visit.day >= since)):
        if visit.player_id in found:
            found[visit.player_id].add(visit.day)
    at = datetime.combine(since, time(), zone)
    for player, moment in session.execute(_moments(at)):
        if player in found:
            found[player].add(moment.astimezone(zone).date())
    return found


def _moments(at: datetime) -> CompoundSelect[Any]:
    """The moments since then, with the player, at which something accepted arrived: entries, orders for matches."""
    entries = (
        select(Entry.player_id, Revision.received_at)
        .join(Revision, col(Revision.entry_id) == col(Entry.id))
        .where(Revision.received_at >= at, col(Revision.state).not_in(_NOT_TAKEN))
    )
    is_theirs = or_(
        and_(col(MatchPlan.seat) == "A", col(Match.entry_a_id) == col(Entry.id)),
        and_(col(MatchPlan.seat) == "B", col(Match.entry_b_id) == col(Entry.id)),
    )
    orders = (
        select(Entry.player_id, MatchPlan.received_at)
        .select_from(MatchPlan)
        .join(Match, col(MatchPlan.match_id) == col(Match.id))
        .join(Entry, is_theirs)
        .where(col(MatchPlan.received_at) >= at)
    )
    return union_all(entries, orders)
