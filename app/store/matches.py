"""Questions about matches."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy.orm import aliased
from sqlmodel import Session, case, col, func, insert, or_, select, update

from app.store.tables import (
    Contestant,
    Correspondence,
    Entry,
    Exchange,
    ExchangeState,
    Match,
    MatchLine,
    MatchPlan,
    MatchRecord,
    MatchState,
    NamedOrders,
    Player,
    Revision,
    Season,
    SeasonState,
    StandingOrders,
)

_MOST: Final = 2**31 - 1
"""The largest number that a column has."""
_UNSEEN = {"synchronize_session": False}


def correspondence(session: Session, season: Season) -> Correspondence | None:
    """How the matches of the season are played; None for a season without any."""
    return session.get(Correspondence, season.id)


def begun(session: Session, season: Season) -> Correspondence | None:
    """The same once its matches have been made."""
    found = correspondence(session, season)
    return found if found and found.begun_at else None


def to_begin(session: Session) -> list[Season]:
    """Seasons that take no more entries, whose matches have not been made yet."""
    statement = (
        select(Season)
        .join(Correspondence, col(Correspondence.season_id) == col(Season.id))
        .where(Season.state == SeasonState.CLOSED, col(Correspondence.begun_at).is_(None))
    )
    return list(session.exec(statement))


def of_season(session: Session, season: Season) -> list[Match]:
    """All of its matches, by round and table."""
    statement = select(Match).where(Match.season_id == season.id)
    return list(session.exec(statement.order_by(col(Match.round), col(Match.board))))


class Fixture(NamedTuple):
    """A match as a list has it: without its record and its orders."""

    id: int
    round: int
    board: int
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
    """Of the exchange that it waits for."""


_FIXTURE: Final = (
    select(  # type: ignore[call-overload]
        *(getattr(Match, name) for name in Fixture._fields[:-1]), Exchange.deadline
    )
    .join(Exchange, col(Match.exchange_id) == col(Exchange.id), isouter=True)
    .order_by(col(Match.round), col(Match.board))
)


def fixtures(session: Session, season: Season, first: int = 0, most: int = -1) -> list[Fixture]:
    """Its matches from this one on, which counts from 0, by round and table; all of them without `most`."""
    statement = _FIXTURE.where(Match.season_id == season.id).offset(first)
    rows = session.execute(statement.limit(most) if most >= 0 else statement)
    return [Fixture(*row) for row in rows]


def fixture(session: Session, match: Match) -> Fixture:
    """The match so."""
    return Fixture(*session.execute(_FIXTURE.where(Match.id == match.id)).one())


def count(session: Session, season: Season) -> int:
    """How many matches it has."""
    return session.exec(select(func.count()).where(Match.season_id == season.id)).one()


def at_table(session: Session, season: Season, round_: int, board: int) -> Match | None:
    """The match of this round at this table, whatever numbers are asked for."""
    if max(round_, board) > _MOST:
        return None
    statement = select(Match).where(
        Match.season_id == season.id, Match.round == round_, Match.board == board
    )
    return session.exec(statement).first()


def of_entry(session: Session, entry: Entry) -> list[Match]:
    """All matches of this entry, by round and table."""
    statement = select(Match).where(or_(Match.entry_a_id == entry.id, Match.entry_b_id == entry.id))
    return list(session.exec(statement.order_by(col(Match.round), col(Match.board))))


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
    statement = select(Match).where(col(Match.id).in_(ids)).order_by(col(Match.id))
    return list(session.exec(statement))


def called(session: Session, game_id: str) -> Match | None:
    """The match of this name."""
    return session.exec(select(Match).where(Match.game_id == game_id)).first()


def all_called(session: Session, game_ids: Collection[str]) -> list[Match]:
    """The matches of these names, in order of their ids."""
    statement = select(Match).where(col(Match.game_id).in_(game_ids)).order_by(col(Match.id))
    return list(session.exec(statement))


def locked(session: Session, match_id: int) -> Match:
    """The match as it stands now; locked until the transaction ends."""
    session.flush()
    statement = select(Match).where(Match.id == match_id).with_for_update()
    return session.exec(statement.execution_options(populate_existing=True)).one()


def all_locked(session: Session, ids: Collection[int]) -> list[Match]:
    """The same of several, in order of their ids."""
    session.flush()
    statement = select(Match).where(col(Match.id).in_(ids)).order_by(col(Match.id))
    return list(session.exec(statement.with_for_update().execution_options(populate_existing=True)))


def contestant(session: Session, entry_id: int) -> Contestant:
    """The entry's part in the matches of its season."""
    return session.exec(select(Contestant).where(Contestant.entry_id == entry_id)).one()


def contestants(session: Session, entry_ids: Iterable[int]) -> dict[int, Contestant]:
    """The same of several, by entry."""
    statement = select(Contestant).where(col(Contestant.entry_id).in_({*entry_ids}))
    return {each.entry_id: each for each in session.exec(statement)}


def revisions(session: Session, of: Iterable[Contestant]) -> dict[int, Revision]:
    """What these play, by revision."""
    statement = select(Revision).where(col(Revision.id).in_({each.revision_id for each in of}))
    return {each.id: each for each in session.exec(statement)}


def waiting_for(session: Session, player: Player) -> list[tuple[Match, Exchange, Entry]]:
    """Every match under way of this player's entries, with its exchange, by deadline."""
    statement = (
        select(Match, Exchange, Entry)
        .join(Entry, or_(Match.entry_a_id == Entry.id, Match.entry_b_id == Entry.id))
        .join(Exchange, col(Match.exchange_id) == col(Exchange.id))
        .where(Entry.player_id == player.id, Match.state == MatchState.WAITING)
        .order_by(col(Exchange.deadline), col(Match.round), col(Match.board), col(Match.id))
    )
    return [(match, exchange, entry) for match, exchange, entry in session.exec(statement)]


def untold(session: Session, season_id: int) -> list[Match]:
    """Matches of the season of which a seat has something to hear, by round and table."""
    told = or_(Match.told_a < Match.step, Match.told_b < Match.step)
    statement = select(Match).where(Match.season_id == season_id, told)
    return list(session.exec(statement.order_by(col(Match.round), col(Match.board))))


class Ending(NamedTuple):
    """How a match ended, after how many exchanges, and how the last line of its record begins that holds a decision.

    That is empty where no record is kept.
    """

    entry_a_id: int
    entry_b_id: int
    halves_a: int
    halves_b: int
    reason: str
    turn: int
    last: str


_TAIL: Final = 6
"""Between the last decision of a match and its end there are fewer lines."""
_BEGINNING: Final = 100


def endings(session: Session, season: Season) -> list[Ending]:
    """Those of its matches that are over, by round and table."""
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
        .order_by(col(Match.round), col(Match.board))
    )
    return [
        Ending(one, other, a or 0, b or 0, reason, turn, lasts.get(id, ""))
        for id, one, other, a, b, reason, turn in session.execute(found)
    ]


def moving(session: Session, season_id: int, now: datetime) -> set[int]:
    """The entries with a match that is to move on by now, and has not yet; one that cannot move holds up nothing."""
    statement = select(Match.entry_a_id, Match.entry_b_id).where(
        Match.season_id == season_id,
        Match.state == MatchState.WAITING,
        col(Match.due_at) <= now,
        Match.failures == 0,
    )
    return {id for both in session.exec(statement) for id in both}


def correspondents(session: Session, entry_ids: Collection[int]) -> dict[int, Player]:
    """The players of those of these entries who have not left their matches and want letters, by entry."""
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
    """The matches of this player's entries in a season that have begun, each with that entry and the other one, by round."""
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
        .order_by(col(Match.round), col(Match.board))
    )
    return [(match, entry, other) for match, entry, other in session.exec(statement)]


def is_over(session: Session, season: Season) -> bool:
    """Whether no match of the season goes on."""
    statement = select(Match.id).where(
        Match.season_id == season.id, Match.state == MatchState.WAITING
    )
    return session.exec(statement.limit(1)).first() is None


# --- records --------------------------------------------------------------------------------------------


def lines(session: Session, match_ids: Collection[int]) -> dict[int, list[MatchLine]]:
    """The records of these matches."""
    found: dict[int, list[MatchLine]] = {id: [] for id in match_ids}
    if not found:
        return found
    statement = select(MatchLine).where(col(MatchLine.match_id).in_(match_ids))
    for line in session.exec(statement.order_by(col(MatchLine.match_id), col(MatchLine.n))):
        found[line.match_id].append(line)
    return found


def turns(session: Session, match_ids: Collection[int]) -> dict[int, list[tuple[int, int]]]:
    """The places of the lines of these records, each with the turn in which it came."""
    found: dict[int, list[tuple[int, int]]] = {id: [] for id in match_ids}
    statement = select(MatchLine.match_id, MatchLine.n, MatchLine.turn).where(
        col(MatchLine.match_id).in_(match_ids)
    )
    for match_id, n, turn in session.exec(statement):
        found[match_id].append((n, turn))
    return found


def heads(session: Session, match_ids: Collection[int]) -> dict[int, MatchLine]:
    """The first lines of these records."""
    statement = select(MatchLine).where(col(MatchLine.match_id).in_(match_ids), MatchLine.n == 0)
    return {each.match_id: each for each in session.exec(statement)}


def latest(session: Session, match: Match) -> tuple[int, int]:
    """The last turn in which the record went on, and the number of its first line then."""
    statement = (
        select(MatchLine.turn, func.min(MatchLine.n))
        .where(MatchLine.match_id == match.id)
        .group_by(col(MatchLine.turn))
        .order_by(col(MatchLine.turn).desc())
    )
    turn, first = session.exec(statement).first() or (0, 0)
    return turn, first


def append(session: Session, new: Iterable[tuple[Match, Sequence[tuple[str, str]]]]) -> None:
    """The records go on with these lines of the turn, each with its hash."""
    rows = [
        {"match_id": match.id, "n": n, "turn": match.turn, "line": line, "h": h}
        for match, lines in new
        for n, (line, h) in enumerate(lines, match.step)
    ]
    if rows:
        session.execute(insert(MatchLine), rows)


def pack(session: Session, new: Mapping[int, bytes]) -> None:
    """These are the packed records of these matches, by match."""
    if new:
        rows = [{"match_id": id, "packed": record} for id, record in new.items()]
        session.execute(insert(MatchRecord), rows)


def packed(session: Session, match_ids: Collection[int]) -> dict[int, bytes]:
    """The packed records of those of these matches that have one, by match."""
    if not match_ids:
        return {}
    statement = select(MatchRecord).where(col(MatchRecord.match_id).in_(match_ids))
    return {each.match_id: each.packed for each in session.exec(statement)}


def count_packed(session: Session, season: Season) -> int:
    """How many matches of the season have a packed record."""
    statement = (
        select(func.count(col(MatchRecord.match_id)))
        .join(Match, col(Match.id) == col(MatchRecord.match_id))
        .where(Match.season_id == season.id)
    )
    return session.exec(statement).one()


# --- plans ----------------------------------------------------------------------------------------------


def plan(session: Session, match: Match, seat: str) -> MatchPlan | None:
    """The plan of this seat for the turn that the match waits for."""
    statement = select(MatchPlan).where(
        MatchPlan.match_id == match.id, MatchPlan.turn == match.turn, MatchPlan.seat == seat
    )
    return session.exec(statement).first()


def played_plan(session: Session, match: Match, turn: int, seat: str) -> MatchPlan | None:
    """The plan of this seat by which the match has moved on in that turn."""
    statement = select(MatchPlan).where(
        MatchPlan.match_id == match.id,
        MatchPlan.turn == turn,
        MatchPlan.seat == seat,
        MatchPlan.is_played,
    )
    return session.exec(statement).first()


def plans(session: Session, found: Iterable[Match]) -> dict[tuple[int, str], MatchPlan]:
    """The plans for the turns that these matches wait for, by match and seat."""
    turns = {match.id: match.turn for match in found}
    statement = select(MatchPlan).where(col(MatchPlan.match_id).in_(turns))
    return {
        (each.match_id, each.seat): each
        for each in session.exec(statement)
        if each.turn == turns[each.match_id]
    }


def add_plans(session: Session, new: Sequence[MatchPlan]) -> None:
    """These new plans are kept."""
    if new:
        session.execute(insert(MatchPlan), [each.model_dump(exclude={"id"}) for each in new])


def played_plans(
    session: Session, match_ids: Collection[int]
) -> dict[tuple[int, str, int], MatchPlan]:
    """The plans by which these matches have moved on, by match, seat and turn."""
    statement = select(MatchPlan).where(
        col(MatchPlan.match_id).in_(match_ids), col(MatchPlan.is_played)
    )
    return {(each.match_id, each.seat, each.turn): each for each in session.exec(statement)}


def standing(session: Session, match_ids: Collection[int]) -> dict[tuple[int, str], StandingOrders]:
    """The standing orders in these matches, by match and seat."""
    statement = select(StandingOrders).where(col(StandingOrders.match_id).in_(match_ids))
    return {(each.match_id, each.seat): each for each in session.exec(statement)}


def scripts(session: Session, player_id: int, game: str) -> dict[str, NamedOrders]:
    """The scripts that this player keeps for the game, by name."""
    statement = select(NamedOrders).where(
        NamedOrders.player_id == player_id, NamedOrders.game == game
    )
    return {each.name: each for each in session.exec(statement.order_by(col(NamedOrders.name)))}


# --- exchanges ------------------------------------------------------------------------------------------


def exchange_at(session: Session, season_id: int, deadline: datetime) -> Exchange:
    """The exchange of the season with this deadline; a new one if there is none yet. Its season must be locked."""
    statement = select(Exchange).where(
        Exchange.season_id == season_id, Exchange.deadline == deadline
    )
    if found := session.exec(statement).first():
        if found.state is ExchangeState.DONE:
            found.state = ExchangeState.OPEN
            session.add(found)
        return found
    last = session.exec(
        select(func.max(Exchange.number)).where(Exchange.season_id == season_id)
    ).one()
    made = Exchange(season_id=season_id, number=(last or 0) + 1, deadline=deadline)
    session.add(made)
    session.flush()
    return made


def exchange(session: Session, season: Season, number: int) -> Exchange | None:
    """The exchange of the season with this number."""
    statement = select(Exchange).where(Exchange.season_id == season.id, Exchange.number == number)
    return session.exec(statement).first()


def played_exchanges(session: Session, season: Season) -> list[Exchange]:
    """Its exchanges that were played to the end, and of which it is known when."""
    statement = select(Exchange).where(
        Exchange.season_id == season.id,
        Exchange.state == ExchangeState.DONE,
        col(Exchange.played_at).is_not(None),
    )
    return list(session.exec(statement.order_by(col(Exchange.number))))


def has_exchange_at(session: Session, season: Season, deadline: datetime) -> bool:
    """Whether an exchange of the season has this deadline."""
    statement = select(Exchange.id).where(
        Exchange.season_id == season.id, Exchange.deadline == deadline
    )
    return session.exec(statement).first() is not None


def open_exchanges(session: Session, since: datetime) -> list[Exchange]:
    """All exchanges that take orders, of every season, whose deadline is not before that; the last one first."""
    statement = select(Exchange).where(
        Exchange.state == ExchangeState.OPEN, col(Exchange.deadline) >= since
    )
    order = col(Exchange.season_id), col(Exchange.deadline).desc()
    return list(session.exec(statement.order_by(*order)))


def wait_until(
    session: Session, before: Exchange, after: Exchange, regular: datetime, due_at: datetime
) -> None:
    """Matches that wait for the one exchange wait for the other, and are due then: but not those called early.

    A worker that moves one on keeps nothing of it.
    """
    session.flush()
    is_regular = col(Match.due_at) == regular
    session.exec(
        update(Match)
        .where(col(Match.exchange_id) == before.id, col(Match.state) == MatchState.WAITING)
        .values(
            exchange_id=after.id,
            due_at=case((is_regular, due_at), else_=col(Match.due_at)),
            claim=case((is_regular, None), else_=col(Match.claim)),
            lease_until=case((is_regular, None), else_=col(Match.lease_until)),
        ),
        execution_options=_UNSEEN,
    )


def agenda(session: Session, season: Season) -> list[tuple[Exchange, int]]:
    """The exchanges of the season for which matches wait, by deadline, each with how many."""
    statement = (
        select(Exchange, func.count(col(Match.id)))
        .join(Match, col(Match.exchange_id) == col(Exchange.id))
        .where(Exchange.season_id == season.id, Match.state == MatchState.WAITING)
        .group_by(col(Exchange.id))
        .order_by(col(Exchange.deadline))
    )
    return [(exchange, many) for exchange, many in session.exec(statement)]


def entries_waiting_for(session: Session, exchange: Exchange) -> set[int]:
    """The entries whose matches wait for this exchange."""
    statement = select(Match.entry_a_id, Match.entry_b_id).where(
        Match.exchange_id == exchange.id, Match.state == MatchState.WAITING
    )
    return {id for both in session.exec(statement) for id in both}


def exchanges(session: Session, season: Season) -> list[Exchange]:
    """All exchanges of the season, by deadline."""
    statement = select(Exchange).where(Exchange.season_id == season.id)
    return list(session.exec(statement.order_by(col(Exchange.deadline))))


def exchanges_by_id(session: Session, season_id: int) -> dict[int, Exchange]:
    """The exchanges of the season that take orders."""
    statement = select(Exchange).where(
        Exchange.season_id == season_id, Exchange.state == ExchangeState.OPEN
    )
    return {each.id: each for each in session.exec(statement)}


def nearing(session: Session, season: Season, until: datetime) -> list[Exchange]:
    """The exchanges of this season with deadlines before that moment, of which nobody was reminded."""
    statement = select(Exchange).where(
        Exchange.season_id == season.id,
        Exchange.state == ExchangeState.OPEN,
        col(Exchange.reminded_at).is_(None),
        Exchange.deadline <= until,
    )
    return list(session.exec(statement))


def awaited(session: Session, exchange: Exchange) -> list[Match]:
    """The matches that wait for this exchange, by round and table."""
    statement = select(Match).where(
        Match.exchange_id == exchange.id, Match.state == MatchState.WAITING, Match.verdict == ""
    )
    return list(session.exec(statement.order_by(col(Match.round), col(Match.board))))


def under_way(session: Session) -> list[Season]:
    """Seasons with matches that go on."""
    is_open = select(Exchange.id).where(
        Exchange.season_id == Season.id, Exchange.state == ExchangeState.OPEN
    )
    return list(session.exec(select(Season).where(is_open.exists()).order_by(col(Season.id))))


def finish_exchanges(session: Session, season_id: int, played_at: datetime | None = None) -> None:
    """Exchanges that no match waits for any more are done; by having been played, if that was at this moment."""
    awaited = select(Match.exchange_id).where(
        Match.season_id == season_id, Match.state == MatchState.WAITING
    )
    session.exec(
        update(Exchange)
        .where(
            col(Exchange.season_id) == season_id,
            col(Exchange.state) == ExchangeState.OPEN,
            col(Exchange.id).not_in(awaited.where(col(Match.exchange_id).is_not(None))),
        )
        .values(state=ExchangeState.DONE, played_at=played_at),
        execution_options=_UNSEEN,
    )
