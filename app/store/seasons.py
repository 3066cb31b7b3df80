"""Queries for seasons."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Final

from sqlalchemy import Table, bindparam, select as core_select
from sqlmodel import Session, col, func, select

from app.errors import Problem, UnknownSeason
from app.store.rows import sound
from app.store.tables import METADATA, Entry, Player, Revision, Season, SeasonState
from app.text.characters import normal

# Put together once, since every mail and every page asks them: that takes longer than to ask.
_LOCKED: Final = (
    select(Season)
    .where(Season.id == bindparam("id"))
    .with_for_update()
    .execution_options(populate_existing=True)
)
_WITH_SLUG: Final = select(Season).where(Season.slug == bindparam("slug"))
_EVERY: Final = select(Season).where(~col(Season.of_duel)).order_by(col(Season.id).desc())
_OPEN: Final = select(Season).where(Season.state == SeasonState.OPEN).order_by(col(Season.id))
_OPEN_LOCKED: Final = _OPEN.with_for_update().execution_options(populate_existing=True)
_HELD: Final = "hikyaku.held"
_GAMES: Final = select(Season.game, Season.rules_version).where(~col(Season.of_duel)).distinct()
_AT_ONCE: Final = 500
"""The most keys in one statement."""


def every(session: Session) -> list[Season]:
    """All seasons but those of duels, the newest first."""
    return sound(session, _EVERY, col(Season.id))


def with_ids(session: Session, ids: Iterable[int]) -> dict[int, Season]:
    """These seasons by id, as far as they exist and are readable."""
    statement = select(Season).where(col(Season.id).in_({*ids}))
    return {each.id: each for each in sound(session, statement, col(Season.id))}


def with_slug(session: Session, slug: str) -> Season | None:
    """The season, if there is one."""
    return session.exec(_WITH_SLUG, params={"slug": slug}).first()


def by_slug(session: Session, slug: str) -> Season:
    """The season with this slug. Raises `UnknownSeason`, which names the existing ones."""
    season = with_slug(session, slug)
    if not season:
        there_are = tuple(season.slug for season in every(session))
        raise UnknownSeason([Problem("unknown-season", season=slug, suggestions=there_are)])
    return season


def locked(session: Session, slug: str) -> Season:
    """The season with this slug, locked with its entries until the transaction ends."""
    season = by_slug(session, slug)
    return lock(session, season)


def lock(session: Session, season: Season) -> Season:
    """The current state of this season, locked with its entries until the transaction ends.

    Entries read before are read again.
    """
    if season in held_open(session):
        return season
    session.flush()
    locked = session.exec(_LOCKED, params={"id": season.id}).one()
    for known in session:
        if isinstance(known, Entry | Revision):
            session.expire(known)
    return locked


def hold_open(session: Session) -> None:
    """Lock all open seasons, in order, until the transaction ends. Must come first in the transaction.

    What it then asks about them is cached.
    """
    held = sound(session, _OPEN_LOCKED, col(Season.id))
    session.info[_HELD] = session.get_transaction(), held


def held_open(session: Session) -> list[Season]:
    """The seasons that the transaction locked at its start."""
    transaction, held = session.info.get(_HELD, (None, []))
    return held if transaction is session.get_transaction() else []


def addresses(session: Session, season: Season) -> list[str]:
    """The addresses of all players who have ever sent a submission to this season."""
    statement = (
        select(Player.address)
        .join(Entry, col(Entry.player_id) == Player.id)
        .where(Entry.season_id == season.id)
        .distinct()
    )
    return list(session.exec(statement))


def delete(session: Session, season: Season) -> None:
    """Delete the season and every row that belongs to it."""
    season.published_run_id = None
    for entry in session.exec(select(Entry).where(Entry.season_id == season.id)):
        entry.current = None
    session.flush()
    doomed = _belonging(session, METADATA.tables["season"], season.id)
    session.expire_all()
    for table in reversed(METADATA.sorted_tables):
        (key,) = table.primary_key
        for some in _batched(doomed.get(table, ())):
            session.execute(table.delete().where(key.in_(some)))


def _belonging(session: Session, table: Table, id: int) -> dict[Table, set[int]]:
    """The keys of this row and of all rows that point to it, directly or through others."""
    found = {table: {id}}
    to_follow = [(table, {id})]
    while to_follow:
        parent, ids = to_follow.pop()
        pointing = [
            key
            for child in METADATA.sorted_tables
            for key in child.foreign_keys
            if key.column.table is parent
        ]
        for key in pointing:
            child = key.parent.table
            rows = {
                row
                for some in _batched(ids)
                for row in session.scalars(
                    core_select(*child.primary_key).where(key.parent.in_(some))
                )
            } - found.setdefault(child, set())
            if rows:
                found[child] |= rows
                to_follow.append((child, rows))
    return found


def _batched(ids: Iterable[int]) -> Iterator[list[int]]:
    rest = iter(ids)
    while some := list(islice(rest, _AT_ONCE)):
        yield some


def open_ones(session: Session) -> list[Season]:
    """All seasons that take entries, the oldest first."""
    if held := held_open(session):
        return [each for each in held if each.state is SeasonState.OPEN]
    return sound(session, _OPEN, col(Season.id))


def with_beacon(session: Session) -> list[Season]:
    """All seasons with a beacon that have not been played, the oldest first."""
    states = (SeasonState.OPEN, SeasonState.CLOSED)
    statement = select(Season).where(Season.beacon != "", col(Season.state).in_(states))
    return sound(session, statement, col(Season.id))


def not_laid_open(session: Session) -> list[Season]:
    """All closed seasons for which it is not yet noted that organisers can see the builds."""
    has_closed = col(Season.state).not_in([SeasonState.DRAFT, SeasonState.OPEN])
    statement = select(Season).where(has_closed, col(Season.laid_open_at).is_(None))
    return sound(session, statement, col(Season.id))


def to_release(session: Session, now: datetime) -> list[Season]:
    """All seasons under review whose release is due."""
    is_due = col(Season.release_at) <= now
    statement = select(Season).where(Season.state == SeasonState.REVIEW, is_due)
    return sound(session, statement, col(Season.id))


def games(session: Session) -> list[tuple[str, str]]:
    """The games with a season, each with a version of its rules that a season uses."""
    return sorted((game, version) for game, version in session.exec(_GAMES))


def with_results(session: Session) -> list[Season]:
    """All seasons whose results are public, the last published first."""
    statement = (
        select(Season)
        .where(col(Season.state).in_([SeasonState.PUBLISHED, SeasonState.ARCHIVED]))
        .where(col(Season.published_run_id).is_not(None))
        .order_by(col(Season.published_at).desc(), col(Season.id).desc())
    )
    return sound(session, statement, col(Season.id))


def last_set(session: Session, game: str) -> int:
    """The highest number of a card set from calls of this game; 0 if there is none."""
    statement = select(func.max(Season.set_number)).where(col(Season.game) == game)
    return session.exec(statement).one() or 0


def called(session: Session, words: str) -> list[Season]:
    """The seasons with this slug, or this title if they are listed, without drafts. Blanks and case are ignored."""
    wanted = _key(words)
    return [
        season
        for season in every(session)
        if season.state is not SeasonState.DRAFT
        and wanted
        in map(_key, (season.slug, season.title_ja, season.title_en)[: 1 + 2 * season.listed])
    ]


def _key(words: str) -> str:
    return "".join(normal(words).split())
