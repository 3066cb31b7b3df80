"""Queries for player ranks: the changes by published seasons."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy.orm import aliased
from sqlmodel import Session, and_, case, col, delete, func, insert, or_, select, update

from app.store.entrants import HOLDER
from app.store.tables import (
    PUBLIC,
    Entry,
    Player,
    RankChange,
    Result,
    Revision,
    Season,
)

_UNSEEN = {"synchronize_session": False}


def to_count(session: Session) -> list[str]:
    """The slugs of rated seasons that have not been counted, in order of publication, with finished matches of
    challenges.
    """
    statement = (
        select(Season.slug)
        .where(
            col(Season.ranked),
            col(Season.ranked_at).is_(None),
            col(Season.published_at).is_not(None),
            or_(
                col(Season.of_duel),
                and_(col(Season.state).in_(PUBLIC), col(Season.published_run_id).is_not(None)),
            ),
        )
        .order_by(col(Season.published_at), col(Season.id))
    )
    return list(session.exec(statement))


def latest(session: Session, game: str) -> dict[int, RankChange]:
    """The latest change of every ranked player of this game, by player."""
    last = (
        select(func.max(RankChange.id))
        .where(RankChange.game == game, col(RankChange.player_id).is_not(None))
        .group_by(col(RankChange.player_id))
    )
    found = session.exec(select(RankChange).where(col(RankChange.id).in_(last)))
    return {each.player_id: each for each in found if each.player_id is not None}


def of_season(session: Session, season: Season) -> list[RankChange]:
    """The changes by this season, the highest resulting Elo first."""
    statement = select(RankChange).where(RankChange.season_id == season.id)
    return list(session.exec(statement.order_by(col(RankChange.elo).desc(), col(RankChange.id))))


def of_player(session: Session, player: Player) -> list[RankChange]:
    """All changes of this player, the last first."""
    statement = select(RankChange).where(RankChange.player_id == player.id)
    return list(session.exec(statement.order_by(col(RankChange.id).desc())))


def keep(session: Session, season: Season, rows: Sequence[Mapping[str, Any]], at: datetime) -> None:
    """Store the changes by this season, and that it has been counted."""
    if rows:
        session.execute(insert(RankChange), [*rows])
    season.ranked_at = at


def forget_from(session: Session, season: Season) -> bool:
    """Uncount this season and all later ones of its game; returns whether any had been counted."""
    later = or_(
        col(Season.published_at) > season.published_at,
        and_(col(Season.published_at) == season.published_at, col(Season.id) >= season.id),
    )
    session.flush()
    concerned = [
        *session.exec(
            select(Season.id).where(
                Season.game == season.game, col(Season.ranked_at).is_not(None), later
            )
        )
    ]
    session.exec(
        delete(RankChange).where(col(RankChange.season_id).in_(concerned)),
        execution_options=_UNSEEN,
    )
    session.exec(
        update(Season).where(col(Season.id).in_(concerned)).values(ranked_at=None),
        execution_options={"synchronize_session": "fetch"},
    )
    return bool(concerned)


class _PublicCharacter(NamedTuple):
    """A character as its season shows it: names that organisers hide are empty."""

    season: Season
    number: int
    name: str
    owner: str


def shown(session: Session, changes: Collection[RankChange]) -> dict[int, _PublicCharacter]:
    """The characters of these changes, by change id; for a challenge, that of the season before it."""
    told = aliased(RankChange)
    last = (
        select(func.max(told.id))
        .join(Season, col(Season.id) == col(told.season_id))
        .where(
            told.player_id == RankChange.player_id,
            told.game == RankChange.game,
            col(told.id) <= RankChange.id,
            col(Season.listed),
        )
        .correlate(RankChange)
        .scalar_subquery()
    )
    statement = (
        select(
            RankChange.id,
            Season,
            Result.number,
            Revision.name,
            case((col(told.player_id) == Entry.player_id, HOLDER), else_=Revision.owner),
            Entry.name_hidden_at,
            Entry.owner_hidden_at,
        )  # type: ignore[call-overload]
        .select_from(RankChange)
        .join(told, col(told.id) == func.coalesce(last, RankChange.id))
        .join(Season, col(told.season_id) == col(Season.id))
        .join(Result, col(Result.run_id) == col(Season.published_run_id))
        .join(Revision, col(Result.revision_id) == col(Revision.id))
        .join(Entry, col(Revision.entry_id) == col(Entry.id))
        .where(
            col(RankChange.id).in_([each.id for each in changes]),
            col(Entry.id) == col(told.entry_id),
        )
    )
    return {
        id_: _PublicCharacter(season, number, "" if no_name else name, "" if no_owner else owner)
        for id_, season, number, name, owner, no_name, no_owner in session.execute(statement)
    }
