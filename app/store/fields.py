"""Questions about the field of a run: who took part, with what."""

from typing import NamedTuple

from sqlmodel import Session, col, select

from app.store.tables import Entry, Result, Revision, Run


class Taker(NamedTuple):
    """Somebody who took part. His lore is not among it: a field may have ten thousand."""

    number: int
    entry_id: int
    revision_id: int
    player_id: int | None
    name: str
    owner: str
    build: str
    outcomes: bytes | None
    """Compressed."""


def of_run(session: Session, run: Run) -> list[Taker]:
    """The field, in order of number."""
    statement = (
        select(  # type: ignore[call-overload]
            Result.number,
            Entry.id,
            Revision.id,
            Entry.player_id,
            Revision.name,
            Revision.owner,
            Revision.build,
            Result.outcomes,
        )
        .join(Revision, col(Result.revision_id) == col(Revision.id))
        .join(Entry, col(Revision.entry_id) == col(Entry.id))
        .where(Result.run_id == run.id)
        .order_by(col(Result.number))
    )
    return [Taker(*row) for row in session.execute(statement)]
