"""Queries for the seals of a season's entries at each closing."""

from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session, col, func, insert, select

from app.store.tables import Entry, Revision, Seal, Season


class Closing(NamedTuple):
    """A closing of entries, counted from 1; a reopened season has several."""

    serial: int
    at: datetime


class EntrySeal(NamedTuple):
    """An entry as sealed at a closing, with the name that it had then."""

    closing: int
    number: int
    entry_id: int
    name: str
    commitment: str
    is_name_hidden: bool = False


def keep(session: Session, season: Season, closing: int, now: datetime) -> None:
    """Store the seals of all counting entries with a number, as those of this closing."""
    session.flush()
    counted = (
        select(Entry.id, Entry.number, Revision.id, Revision.commitment)
        .join(Revision, col(Entry.current_id) == col(Revision.id))
        .where(Entry.season_id == season.id, col(Entry.number).is_not(None))
    )
    rows = [
        {"season_id": season.id, "closing": closing, "sealed_at": now}
        | {"entry_id": entry, "number": number, "revision_id": revision, "commitment": commitment}
        for entry, number, revision, commitment in session.exec(counted)
    ]
    if rows:
        session.execute(insert(Seal), rows)


def add(session: Session, entry: Entry, closing: Closing) -> None:
    """Store the seal of an entry added after this closing, before any build could be seen."""
    if entry.current is None or entry.number is None:
        raise LookupError(f"entry {entry.id} does not count")
    session.add(
        Seal(
            season_id=entry.season_id,
            closing=closing.serial,
            sealed_at=closing.at,
            entry_id=entry.id,
            number=entry.number,
            revision_id=entry.current.id,
            commitment=entry.current.commitment,
        )
    )


def closings(session: Session, season: Season) -> list[Closing]:
    """Every closing of the season that left seals, in order."""
    statement = (
        select(Seal.closing, func.min(Seal.sealed_at))
        .where(Seal.season_id == season.id)
        .group_by(col(Seal.closing))
        .order_by(col(Seal.closing))
    )
    return [Closing(*row) for row in session.exec(statement)]


class Differing(NamedTuple):
    """A counting entry that differs from what was sealed."""

    entry_id: int
    received_at: datetime
    was_sealed: bool
    """Whether it was sealed at all."""


_LAST: Final = (
    select(func.max(Seal.closing))
    .where(Seal.season_id == bindparam("season_id"), Seal.sealed_at <= bindparam("laid_open_at"))
    .scalar_subquery()
)
_DIFFERING: Final = (  # put together once: every page of results asks it
    select(Entry.id, Revision.received_at, col(Seal.id).is_not(None))
    .join(Revision, col(Entry.current_id) == col(Revision.id))
    .outerjoin(
        Seal,
        (col(Seal.entry_id) == col(Entry.id))
        & (col(Seal.season_id) == col(Entry.season_id))
        & (col(Seal.closing) == _LAST),
    )
    .where(
        Entry.season_id == bindparam("season_id"),
        col(Seal.commitment).is_distinct_from(col(Revision.commitment)),
    )
    .order_by(col(Entry.number))
)


def differing(session: Session, season: Season, laid_open_at: datetime) -> list[Differing]:
    """The counting entries that differ from the last closing up to this moment, by number."""
    asked = {"season_id": season.id, "laid_open_at": laid_open_at}
    return [Differing(*row) for row in session.execute(_DIFFERING, asked)]


def of_closing(session: Session, season: Season, serial: int) -> list[EntrySeal]:
    """The seals of this closing, by number."""
    statement = (
        select(  # type: ignore[call-overload]
            Seal.closing,
            Seal.number,
            Seal.entry_id,
            Revision.name,
            Seal.commitment,
            col(Entry.name_hidden_at).is_not(None),
        )
        .join(Revision, col(Seal.revision_id) == col(Revision.id))
        .join(Entry, col(Seal.entry_id) == col(Entry.id))
        .where(Seal.season_id == season.id, Seal.closing == serial)
        .order_by(col(Seal.number))
    )
    return [EntrySeal(*row) for row in session.execute(statement)]
