"""The exchanges of a season: when its matches go on, and which matches wait for them."""

from datetime import datetime

from sqlmodel import Session, case, col, func, select, update

from app.store.matches.matches import IN_ORDER
from app.store.rows import sound
from app.store.tables import Exchange, ExchangeState, Match, MatchState, Season

_UNSEEN = {"synchronize_session": False}


def exchange_at(session: Session, season_id: int, deadline: datetime) -> Exchange:
    """The exchange of the season with this deadline, created if there is none. The season must be locked."""
    statement = select(Exchange).where(
        Exchange.season_id == season_id, Exchange.deadline == deadline
    )
    if found := session.exec(statement).first():
        if found.state is ExchangeState.DONE:
            found.state = ExchangeState.OPEN
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
    """The exchanges that were completed at a known moment."""
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


def open_exchanges(session: Session, season: Season, since: datetime) -> list[Exchange]:
    """The exchanges of the season that take orders, with a deadline not before `since`; the last first."""
    statement = select(Exchange).where(
        Exchange.season_id == season.id,
        Exchange.state == ExchangeState.OPEN,
        col(Exchange.deadline) >= since,
    )
    return list(session.exec(statement.order_by(col(Exchange.deadline).desc())))


def wait_until(
    session: Session, before: Exchange, after: Exchange, regular: datetime, due_at: datetime
) -> None:
    """Let the matches of one exchange wait for the other, due then. Matches that were called early
    keep their own due time.

    A worker that is playing one of the others cannot store its result.
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
    """The exchanges of the season for which matches wait, by deadline, with the numbers of matches."""
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
    """The exchanges of this season that take orders, with deadlines before that moment."""
    statement = select(Exchange).where(
        Exchange.season_id == season.id,
        Exchange.state == ExchangeState.OPEN,
        Exchange.deadline <= until,
    )
    return list(session.exec(statement))


def awaited(session: Session, exchange: Exchange) -> list[Match]:
    """The matches that wait for this exchange, by round and table."""
    statement = select(Match).where(
        Match.exchange_id == exchange.id, Match.state == MatchState.WAITING, Match.verdict == ""
    )
    return list(session.exec(statement.order_by(*IN_ORDER)))


def under_way(session: Session) -> list[Season]:
    """Seasons with running matches."""
    is_open = select(Exchange.id).where(
        Exchange.season_id == Season.id, Exchange.state == ExchangeState.OPEN
    )
    statement = select(Season).where(is_open.exists()).order_by(col(Season.id))
    return sound(session, statement, col(Season.id))


def finish_exchanges(session: Session, season_id: int, played_at: datetime | None = None) -> None:
    """Mark exchanges that no match waits for as done; with `played_at`, as played then."""
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
