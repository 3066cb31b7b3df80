"""Questions about fields of entries: who takes part, with what."""

from typing import NamedTuple

from sqlmodel import Session, col, select

from app.store.tables import Entry, Result, Revision, Run, Season


class Taker(NamedTuple):
    """An entry that takes part, without its lore: a field may have ten thousand."""

    number: int
    entry_id: int
    revision_id: int
    player_id: int | None
    name: str
    owner: str
    build: str
    outcomes: bytes | None = None
    """Compressed."""


def of_season(session: Session, season: Season) -> list[Taker]:
    """The field as it stands: the entries that count and have numbers, in order of number."""
    statement = (
        select(  # type: ignore[call-overload]
            Entry.number,
            Entry.id,
            Revision.id,
            Entry.player_id,
            Revision.name,
            Revision.owner,
            Revision.build,
        )
        .join(Revision, col(Entry.current_id) == col(Revision.id))
        .where(Entry.season_id == season.id, col(Entry.number).is_not(None))
        .order_by(col(Entry.number))
    )
    return [Taker(*row) for row in session.execute(statement)]


def of_run(session: Session, run: Run | None) -> list[Taker]:
    """The field of a run, in order of number, with what is known of their outcomes; nobody in no run."""
    if run is None:
        return []
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
