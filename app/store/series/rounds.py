"""Queries for rounds: seasons that continue one another, and what their entries played before."""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from app.store.database import once_an_edition
from app.store.tables import Carryover, Entry, Player, Revision, Round, Season, SeasonState

_ALONE: Final = "seasons that continue none"
"""The key in a session's cache for seasons that continue none: sessions remember rows, but not their absence."""
_AFTER: Final = (  # put together once: every page of results asks it
    select(Season)
    .join(Round, col(Round.season_id) == Season.id)
    .where(Round.before_id == bindparam("season_id"))
)


def of(session: Session, season: Season) -> Round | None:
    """The round that the season is, set while it is a draft; None for a single season and for a first round."""
    alone: set[int | None] = session.info.setdefault(_ALONE, set())
    if season.id in alone:
        return None
    found = session.get(Round, season.id)
    if found is None and season.state is not SeasonState.DRAFT:
        alone.add(season.id)
    return found


def before(session: Session, season: Season) -> Season | None:
    """The season that is the round before this one."""
    found = of(session, season)
    return session.get(Season, found.before_id) if found else None


def after(session: Session, season: Season) -> Season | None:
    """The season that is the round after this one."""
    asked = {"season_id": season.id}
    return once_an_edition(
        session,
        ("the round after", season.id),
        lambda: session.exec(_AFTER, params=asked).first(),
    )


def first(session: Session, season: Season) -> Season:
    """The first round."""
    while earlier := before(session, season):
        season = earlier
    return season


def played_before(session: Session, entry: Entry) -> Revision | None:
    """What this entry played in the round before."""
    found = session.get(Carryover, entry.id) if entry.id else None
    return session.get(Revision, found.revision_id) if found else None


def continuing(session: Session, entry: Entry) -> Iterator[Entry]:
    """The entries that continue this one, through all later rounds."""
    question = (
        select(Entry)
        .join(Carryover, col(Carryover.entry_id) == Entry.id)
        .join(Revision, col(Carryover.revision_id) == Revision.id)
        .where(Revision.entry_id == entry.id)
    )
    for each in session.exec(question).all():
        yield each
        yield from continuing(session, each)


def carried(session: Session, season: Season) -> dict[int, Revision]:
    """What the entries of this round played in the round before, by the number of their row."""
    found = (
        select(Carryover.entry_id, Revision)
        .join(Entry, col(Carryover.entry_id) == Entry.id)
        .join(Revision, col(Carryover.revision_id) == Revision.id)
        .where(Entry.season_id == season.id)
    )
    return dict(session.exec(found).all())


def of_player(session: Session, season: Season, player: Player) -> list[tuple[Entry, Revision]]:
    """The player's entries in this round, each with what it played in the round before."""
    carried = (
        select(Entry, Revision)
        .join(Carryover, col(Carryover.entry_id) == Entry.id)
        .join(Revision, col(Carryover.revision_id) == Revision.id)
        .where(Entry.season_id == season.id, Entry.player_id == player.id)
    )
    return [(entry, revision) for entry, revision in session.exec(carried.order_by(col(Entry.id)))]
