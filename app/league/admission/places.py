"""The places of a season: whether it takes an entry at a moment."""

from collections.abc import Iterator
from datetime import datetime

from sqlmodel import Session

from app.errors import Problem
from app.league import visibility
from app.store import entries
from app.store.tables import Season, SeasonState


def open_at(season: Season, moment: datetime) -> Iterator[Problem]:
    """The problem if the season takes no entry received at this moment."""
    title = visibility.title_of(season)
    if season.state is SeasonState.DRAFT:
        yield Problem("season-not-open", words=title)
    elif season.state is not SeasonState.OPEN or (season.closes_at and moment >= season.closes_at):
        yield Problem("season-closed", words=title)


def room_at(session: Session, season: Season, moment: datetime) -> Iterator[Problem]:
    """The problem if the season takes no new entry received at this moment: it takes none at all, or it is full.

    An entry takes its place when it counts; one that is held has none yet. Of a locked season the answer holds until the
    transaction ends.
    """
    if closed := [*open_at(season, moment)]:
        yield from closed
    else:
        yield from full(session, season)


def full(session: Session, season: Season) -> Iterator[Problem]:
    """The problem if every place of the season is taken."""
    if season.capacity is not None and entries.count(session, season) >= season.capacity:
        title = visibility.title_of(season)
        yield Problem("season-full", words=(*title, str(season.capacity)))
