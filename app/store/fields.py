"""Questions about fields of entries: who takes part, with what."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlmodel import Session, col, select

from app.store.tables import Entry, Result, Revision, Run, Season

MOST_WINNERS: Final = 5
"""Who share the first place and are named on one line."""


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


def winners(session: Session, runs: Iterable[int | None]) -> dict[int, list[str]]:
    """The names of those on the first place, by the run; of runs that were published."""
    ids = [each for each in runs if each]
    won = dict(session.execute(select(Run.id, Run.winners).where(col(Run.id).in_(ids))).all())
    revisions = [each for first in won.values() for each in first[:MOST_WINNERS]]
    named = select(Revision.id, Revision.name).where(col(Revision.id).in_(revisions))
    names = dict(session.execute(named).all())
    return {run: [names[each] for each in first[:MOST_WINNERS]] for run, first in won.items()}


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
