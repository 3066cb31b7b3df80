"""Queries for matches."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple, cast

from sqlalchemy import ColumnElement, bindparam
from sqlalchemy.orm import aliased, defer, joinedload
from sqlmodel import Session, and_, col, func, or_, select

from app.store.rows import sound
from app.store.tables import (
    Contestant,
    Correspondence,
    Entry,
    Exchange,
    Match,
    MatchLine,
    MatchState,
    Player,
    Revision,
    Season,
    SeasonState,
)

IN_ORDER: Final = tuple(map(col, (Match.stage, Match.round, Match.board, Match.leg)))
"""How matches are listed: by stage, round and table."""
_MOST: Final = 2**31 - 1
"""The largest number that a column can hold."""
# Put together once, since every order and every letter about matches asks them.
_BY_IDS: Final = (
    select(Match).where(col(Match.id).in_(bindparam("ids", expanding=True))).order_by(col(Match.id))
)
_LATER: Final = defer(
    cast("Any", Match.snapshot)
)  # large, and read from rows to be changed only now and then
_LOCKED: Final = _BY_IDS.options(_LATER).with_for_update().execution_options(populate_existing=True)
_PLAYING: Final = (
    select(Contestant, Revision)
    .join(Revision, col(Revision.id) == col(Contestant.revision_id))
    .where(col(Contestant.entry_id).in_(bindparam("ids", expanding=True)))
    .options(joinedload(Revision.entry))  # type: ignore[arg-type]
)


def correspondence(session: Session, season: Season) -> Correspondence | None:
    """The match settings of the season; None if it has no matches."""
    return session.get(Correspondence, season.id)


def begun(session: Session, season: Season) -> Correspondence | None:
    """The match settings of the season; None if it has no matches or until they are made."""
    found = correspondence(session, season)
    return found if found and found.begun_at else None


def to_begin(session: Session) -> list[Season]:
    """Closed seasons whose matches have not been made yet."""
    statement = (
        select(Season)
        .join(Correspondence, col(Correspondence.season_id) == col(Season.id))
        .where(Season.state == SeasonState.CLOSED, col(Correspondence.begun_at).is_(None))
    )
    return sound(session, statement, col(Season.id))


def of_season(session: Session, season: Season) -> list[Match]:
    """All of its matches, by round and table."""
    statement = select(Match).where(Match.season_id == season.id)
    return list(session.exec(statement.order_by(*IN_ORDER)))


class Fixture(NamedTuple):
    """A match for lists, without its record and orders."""

    id: int
    stage: int
    round: int
    board: int
    leg: int
    game_id: str
    entry_a_id: int
    entry_b_id: int
    mirror_of: str | None
    commitment: str
    state: MatchState
    turn: int
    awaits: str
    halves_a: int | None
    halves_b: int | None
    reason: str
    deadline: datetime | None
    """The deadline of the exchange that it waits for."""


_FIXTURE: Final = (
    select(  # type: ignore[call-overload]
        *(getattr(Match, name) for name in Fixture._fields[:-1]), Exchange.deadline
    )
    .join(Exchange, col(Match.exchange_id) == col(Exchange.id), isouter=True)
    .order_by(*IN_ORDER)
)


def fixtures(
    session: Session,
    season: Season,
    first: int = 0,
    most: int = -1,
    state: MatchState | None = None,
) -> list[Fixture]:
    """Its matches from index `first` (from 0), all or in this state, by round and table; all without `most`."""
    statement = _FIXTURE.where(Match.season_id == season.id).offset(first)
    if state:
        statement = statement.where(Match.state == state)
    rows = session.execute(statement.limit(most) if most >= 0 else statement)
    return [Fixture(*row) for row in rows]


def fixture(session: Session, match: Match) -> Fixture:
    """The match as a `Fixture`."""
    return Fixture(*session.execute(_FIXTURE.where(Match.id == match.id)).one())


def count(session: Session, season: Season) -> int:
    """The number of its matches."""
    return session.exec(select(func.count()).where(Match.season_id == season.id)).one()


def at_table(
    session: Session, season: Season, stage: int, round_: int, board: int, leg: int = 1
) -> Match | None:
    """The match of this round of a stage at this table; None for any numbers that have none."""
    if max(round_, board) > _MOST:
        return None
    statement = select(Match).where(
        Match.season_id == season.id,
        Match.stage == stage,
        Match.round == round_,
        Match.board == board,
        Match.leg == leg,
    )
    return session.exec(statement).first()


def of_entry(session: Session, entry: Entry) -> list[Match]:
    """All matches of this entry, by round and table."""
    statement = select(Match).where(or_(Match.entry_a_id == entry.id, Match.entry_b_id == entry.id))
    return list(session.exec(statement.order_by(*IN_ORDER)))


def of_pair(session: Session, match: Match) -> list[Match]:
    """All matches of the two entries of this one, by round."""
    return between(session, match.entry_a_id, match.entry_b_id)


def between(session: Session, one: int, other: int) -> list[Match]:
    """All matches of these two entries, by round."""
    pair = {one, other}
    statement = select(Match).where(
        col(Match.entry_a_id).in_(pair), col(Match.entry_b_id).in_(pair)
    )
    return list(session.exec(statement.order_by(col(Match.round))))


def of_exchange(session: Session, exchange: Exchange, entry_id: int) -> list[Match]:
    """The matches of this entry that wait for this exchange, in order of their ids."""
    statement = select(Match).where(
        Match.exchange_id == exchange.id,
        or_(Match.entry_a_id == entry_id, Match.entry_b_id == entry_id),
    )
    return list(session.exec(statement.order_by(col(Match.id))))


def by_ids(session: Session, ids: Collection[int]) -> list[Match]:
    """These matches, in order of their ids."""
    return list(session.exec(_BY_IDS, params={"ids": [*ids]}))


def called(session: Session, game_id: str) -> Match | None:
    """The match with this name."""
    return session.exec(select(Match).where(Match.game_id == game_id)).first()


def all_called(session: Session, game_ids: Collection[str]) -> list[Match]:
    """The matches with these names, in order of their ids."""
    statement = select(Match).where(col(Match.game_id).in_(game_ids)).order_by(col(Match.id))
    return list(session.exec(statement))


def locked(session: Session, match_id: int) -> Match:
    """The current match, locked until the transaction ends."""
    session.flush()
    return session.exec(_LOCKED, params={"ids": [match_id]}).one()


def all_locked(session: Session, ids: Collection[int]) -> list[Match]:
    """The current matches in order of their ids, locked until the transaction ends."""
    session.flush()
    return list(session.exec(_LOCKED, params={"ids": [*ids]}))


def counts_without(session: Session, season: Season, entry: Entry) -> bool:
    """Whether a match of the season without this entry counts."""
    statement = select(Match.id).where(
        Match.season_id == season.id,
        Match.state != MatchState.ANNULLED,
        Match.entry_a_id != entry.id,
        Match.entry_b_id != entry.id,
    )
    return session.exec(statement.limit(1)).first() is not None


def left(session: Session, season: Season) -> dict[int, int]:
    """The entries that have left their matches but stay in the table, with their numbers."""
    statement = (
        select(Entry.id, Entry.number)
        .join(Contestant, col(Contestant.entry_id) == col(Entry.id))
        .where(
            Entry.season_id == season.id,
            col(Entry.current_id).is_not(None),
            col(Contestant.left_at).is_not(None),
        )
        .order_by(col(Entry.number))
    )
    return {id: number or 0 for id, number in session.exec(statement)}


def last_round(session: Session, entry: Entry) -> tuple[int, int]:
    """The stage and round of its last match so far; those before the first round if it has none."""
    made = of_entry(session, entry)
    return (made[-1].stage, made[-1].round) if made else (1, 0)


def contestant(session: Session, entry_id: int) -> Contestant:
    """The entry's part in the matches of its season."""
    return session.exec(select(Contestant).where(Contestant.entry_id == entry_id)).one()


def contestants(session: Session, entry_ids: Iterable[int]) -> dict[int, Contestant]:
    """The entries' parts in the matches of their season, by entry."""
    statement = select(Contestant).where(col(Contestant.entry_id).in_({*entry_ids}))
    return {each.entry_id: each for each in session.exec(statement)}


def playing(session: Session, entry_ids: Iterable[int]) -> dict[int, tuple[Contestant, Revision]]:
    """The entries' parts in the matches of their season, by entry, each with the revision that it plays."""
    found = session.exec(_PLAYING, params={"ids": [*entry_ids]})
    return {each.entry_id: (each, revision) for each, revision in found}


def waiting_for(session: Session, player: Player) -> list[tuple[Match, Exchange, Entry]]:
    """Every running match of this player's entries with its exchange, by deadline."""
    statement = (
        select(Match, Exchange, Entry)
        .join(Entry, or_(Match.entry_a_id == Entry.id, Match.entry_b_id == Entry.id))
        .join(Exchange, col(Match.exchange_id) == col(Exchange.id))
        .where(Entry.player_id == player.id, Match.state == MatchState.WAITING)
        .order_by(col(Exchange.deadline), *IN_ORDER)
    )
    return [(match, exchange, entry) for match, exchange, entry in session.exec(statement)]


def untold(session: Session, season_id: int, now: datetime) -> list[Match]:
    """Matches of the season with news for a seat whose entry is not `moving`, by round and table."""
    again = aliased(Match)
    on = _is_moving(again, season_id, now)
    moving_ = select(again.entry_a_id).where(*on).union_all(select(again.entry_b_id).where(*on))
    told = or_(
        and_(col(Match.told_a) < Match.step, col(Match.entry_a_id).not_in(moving_)),
        and_(col(Match.told_b) < Match.step, col(Match.entry_b_id).not_in(moving_)),
    )
    statement = select(Match).where(Match.season_id == season_id, told).options(_LATER)
    return list(session.exec(statement.order_by(*IN_ORDER)))


def season_ids(session: Session, ids: Collection[int]) -> list[int]:
    """The seasons of these matches, in order of their ids."""
    statement = select(Match.season_id).where(col(Match.id).in_(ids)).distinct()
    return list(session.exec(statement.order_by(col(Match.season_id))))


class Ending(NamedTuple):
    """How a match ended, after how many exchanges, and the beginning of the last line of its record with a decision.

    That is empty if no record is kept.
    """

    entry_a_id: int
    entry_b_id: int
    halves_a: int
    halves_b: int
    reason: str
    turn: int
    last: str


_TAIL: Final = 6
"""More lines than there can be between the last decision of a match and its end."""
_BEGINNING: Final = 100


def endings(session: Session, season: Season) -> list[Ending]:
    """The endings of its finished matches, by round and table."""
    is_over = Match.season_id == season.id, Match.state == MatchState.OVER
    statement = (
        select(MatchLine.match_id, func.substr(MatchLine.line, 1, _BEGINNING))
        .join(Match, col(Match.id) == col(MatchLine.match_id))
        .where(
            *is_over,
            col(MatchLine.n) >= col(Match.step) - _TAIL,
            col(MatchLine.line).startswith('{"by":'),
        )
        .order_by(col(MatchLine.n))
    )
    lasts = dict(list(session.exec(statement)))
    found = (
        select(*(getattr(Match, name) for name in ("id", *Ending._fields[:-1])))
        .where(*is_over)
        .order_by(*IN_ORDER)
    )
    return [
        Ending(one, other, a or 0, b or 0, reason, turn, lasts.get(id, ""))
        for id, one, other, a, b, reason, turn in session.execute(found)
    ]


def moving(session: Session, season_id: int, now: datetime) -> set[int]:
    """The entries with a match that is due to go on but has not yet. A match that cannot go on is left out."""
    statement = select(Match.entry_a_id, Match.entry_b_id)
    rows = session.exec(statement.where(*_is_moving(Match, season_id, now)))
    return {id for both in rows for id in both}


def _is_moving(of: type[Match], season_id: int, now: datetime) -> tuple[ColumnElement[bool], ...]:
    return (
        col(of.season_id) == season_id,
        col(of.state) == MatchState.WAITING,
        is_due(now, of),
        col(of.failures) == 0,
    )


def is_due(now: datetime, of: type[Match] = Match) -> ColumnElement[bool]:
    """Whether a match is due to go on: its moment has come by any clock, or it waits for no exchange."""
    return or_(col(of.due_at) <= now, col(of.exchange_id).is_(None))


def correspondents(session: Session, entry_ids: Collection[int]) -> dict[int, Player]:
    """By entry, the players who have not left their matches and want letters."""
    statement = (
        select(Entry.id, Player)
        .join(Player, col(Entry.player_id) == col(Player.id))
        .join(Contestant, col(Contestant.entry_id) == col(Entry.id))
        .where(
            col(Entry.id).in_(entry_ids),
            col(Contestant.left_at).is_(None),
            col(Player.muted_at).is_(None),
        )
    )
    return dict(session.exec(statement).all())


def with_rivals(
    session: Session, season: Season, player: Player
) -> list[tuple[Match, Entry, Entry]]:
    """The begun matches of this player's entries in a season, each with that entry and the opponent's, by round."""
    rival = aliased(Entry)
    statement = (
        select(Match, Entry, rival)
        .join(Entry, or_(Match.entry_a_id == Entry.id, Match.entry_b_id == Entry.id))
        .join(rival, or_(Match.entry_a_id == rival.id, Match.entry_b_id == rival.id))
        .where(
            Match.season_id == season.id,
            Match.step > 0,
            Entry.player_id == player.id,
            rival.id != Entry.id,
        )
        .order_by(*IN_ORDER)
    )
    return [(match, entry, other) for match, entry, other in session.exec(statement)]


def is_over(session: Session, season: Season) -> bool:
    """Whether no match of the season is running and none will follow."""
    statement = select(Season.id).where(Season.id == season.id, ~goes_on(Season.id))
    return session.exec(statement).first() is not None


def goes_on(season_id: Any) -> ColumnElement[bool]:
    """Whether a match of this season is running, or rounds must be paired."""
    waits = select(Match.id).where(Match.season_id == season_id, Match.state == MatchState.WAITING)
    pairs = select(Correspondence.season_id).where(
        Correspondence.season_id == season_id, col(Correspondence.is_to_pair)
    )
    return waits.exists() | pairs.exists()


def to_pair(session: Session) -> list[Season]:
    """Running seasons with rounds to be paired."""
    statement = (
        select(Season)
        .join(Correspondence, col(Correspondence.season_id) == col(Season.id))
        .where(Season.state == SeasonState.RUNNING, col(Correspondence.is_to_pair))
    )
    return sound(session, statement, col(Season.id))
