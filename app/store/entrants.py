"""Questions about entrants: what may be known of an entry without looking into it."""

from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session, col, func, select

from app.store.tables import Entry, Revision, Season


class Entrant(NamedTuple):
    """An entry that counts. Its build and its lore are not among it."""

    entry_id: int
    number: int | None
    """None until entries close."""
    name: str
    owner: str
    accepted_at: datetime
    commitment: str
    salt: bytes | None


def of_season(session: Session, season: Season) -> list[Entrant]:
    """Everybody who takes part, by number or else in order of arrival."""
    statement = (
        select(  # type: ignore[call-overload]
            Entry.id,
            Entry.number,
            Revision.name,
            Revision.owner,
            Entry.accepted_at,
            Revision.commitment,
            Revision.salt,
        )
        .join(Revision, col(Entry.current_id) == col(Revision.id))
        .where(Entry.season_id == season.id)
        .order_by(
            col(Entry.number).is_(None), col(Entry.number), col(Entry.accepted_at), col(Entry.id)
        )
    )
    return [Entrant(*row) for row in session.execute(statement)]


def counts(session: Session) -> dict[int, int]:
    """How many take part, for each season that has anybody."""
    statement = (
        select(Entry.season_id, func.count())
        .where(col(Entry.current_id).is_not(None))
        .group_by(col(Entry.season_id))
    )
    return dict(session.exec(statement).all())
