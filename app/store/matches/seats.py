"""Queries for seats that change hands: which players were asked, to whom seats are offered, and who may not have
them.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from itertools import permutations
from typing import Final

from sqlalchemy import bindparam
from sqlmodel import Session, and_, col, func, or_, select, update

from app.store.tables import (
    Entry,
    Exchange,
    Match,
    MatchPlan,
    MatchState,
    Player,
    Revision,
    RevisionState,
    Season,
    SeatOffer,
    Takeover,
)

_OPEN = (col(Takeover.taken_at).is_(None), col(Takeover.ended_at).is_(None))
_END: Final = (  # put together once, since every order asks it
    update(Takeover)
    .where(col(Takeover.entry_id) == bindparam("of"), *_OPEN)
    .values(ended_at=bindparam("now"))
    .execution_options(synchronize_session=False)
)


def of_season(session: Session, season: Season) -> list[tuple[Takeover, Entry, int]]:
    """All takeovers of the season in order, each with the entry and the number of players to whom it was offered."""
    many = select(func.count()).where(SeatOffer.takeover_id == Takeover.id).scalar_subquery()
    statement = select(Takeover, Entry, many).join(Entry).where(Entry.season_id == season.id)
    return list(session.exec(statement.order_by(col(Takeover.id))).all())


def in_question(session: Session) -> list[Season]:
    """Seasons in which a player was asked to play on, or a seat is offered."""
    asked = select(Entry.season_id).join(Takeover).where(*_OPEN)
    return list(session.exec(select(Season).where(col(Season.id).in_(asked))))


def open_ones(session: Session, entry_ids: Collection[int]) -> dict[int, Takeover]:
    """The open takeovers of these entries, by entry."""
    statement = select(Takeover).where(col(Takeover.entry_id).in_(entry_ids), *_OPEN)
    return {each.entry_id: each for each in session.exec(statement)}


def taken(session: Session, entry_ids: Collection[int]) -> list[Takeover]:
    """The completed takeovers of these entries, in order."""
    statement = select(Takeover).where(
        col(Takeover.entry_id).in_(entry_ids), col(Takeover.taken_at).is_not(None)
    )
    return list(session.exec(statement.order_by(col(Takeover.id))))


def had(session: Session, season: Season, player: Player, game_id: str) -> bool:
    """Whether this player had a seat in this match that has been taken over since."""
    in_it = or_(Match.entry_a_id == Takeover.entry_id, Match.entry_b_id == Takeover.entry_id)
    statement = (
        select(Takeover.id)
        .join(Match, in_it)
        .where(
            Match.season_id == season.id,
            Match.game_id == game_id,
            Takeover.former_id == player.id,
            col(Takeover.taken_at).is_not(None),
        )
    )
    return session.exec(statement).first() is not None


def names(taken: Iterable[Takeover]) -> str:
    """The names of the players who took an entry over, as shown beside its owner."""
    return " → ".join(each.name or "…" for each in taken)


def locked(session: Session, takeover_id: int) -> Takeover:
    """The current takeover, locked until the transaction ends."""
    session.flush()
    statement = select(Takeover).where(Takeover.id == takeover_id).with_for_update()
    return session.exec(statement.execution_options(populate_existing=True)).one()


def end(session: Session, entry_id: int, now: datetime) -> None:
    """End the question about the seat of this entry and its offers; rows that were read keep their values."""
    session.execute(_END, {"of": entry_id, "now": now})


def offers(session: Session, takeover: Takeover) -> dict[int, SeatOffer]:
    """The offers of this seat, by player."""
    statement = select(SeatOffer).where(SeatOffer.takeover_id == takeover.id)
    return {each.player_id: each for each in session.exec(statement)}


def offered(session: Session, season: Season, takeover: Takeover) -> set[int]:
    """The players to whom this or another seat of the season was offered: no player gets two offers at once."""
    is_open = and_(Entry.season_id == season.id, *_OPEN, col(SeatOffer.declined_at).is_(None))
    statement = select(SeatOffer.player_id).join(Takeover).join(Entry)
    return {*session.exec(statement.where(or_(Takeover.id == takeover.id, is_open)))}


def waiting(session: Session, entry_id: int) -> list[tuple[Match, Exchange]]:
    """The running matches of this entry with their exchanges, by deadline."""
    statement = (
        select(Match, Exchange)
        .join(Exchange, col(Match.exchange_id) == col(Exchange.id))
        .where(
            or_(Match.entry_a_id == entry_id, Match.entry_b_id == entry_id),
            Match.state == MatchState.WAITING,
            Match.verdict == "",
        )
    )
    return list(session.exec(statement.order_by(col(Exchange.deadline), col(Match.id))).all())


def is_heard(session: Session, season: Season, entry_id: int, now: datetime) -> bool:
    """Whether this entry has sent orders for any of its matches since the last exchange but one."""
    passed = select(Exchange.deadline).where(
        Exchange.season_id == season.id, Exchange.deadline <= now
    )
    since = session.exec(passed.order_by(col(Exchange.deadline).desc()).offset(1).limit(1)).first()
    mine = or_(
        and_(Match.entry_a_id == entry_id, MatchPlan.seat == "A"),
        and_(Match.entry_b_id == entry_id, MatchPlan.seat == "B"),
    )
    came = select(MatchPlan.id).join(Match).where(mine, col(MatchPlan.received_at) > since)
    return since is not None and session.exec(came.limit(1)).first() is not None


# --- who may have one -----------------------------------------------------------------------------------


def shut_out(session: Session, season: Season) -> list[Player]:
    """The players who may not take a seat: those who have or had an entry in the season, and those whom organisers of
    any season of its game keep apart from one of these.

    A player who only waits for a place does not count as having an entry. Nor does one in whose name something was
    sent that never counted.
    """
    has_none = and_(col(Entry.accepted_at).is_(None), col(Entry.current_id).is_(None))
    entered = select(Entry.player_id).where(Entry.season_id == season.id, ~has_none)
    took = select(Takeover).join(Entry).where(Entry.season_id == season.id)
    inside = {*session.exec(entered)}
    for each in session.exec(took):
        inside |= {each.former_id, each.player_id}
    inside -= {None}
    apart = {other for one, other in _apart(session, season.game) if one in inside}
    return list(session.exec(select(Player).where(col(Player.id).in_(inside | apart))))


def _apart(session: Session, game: str) -> Iterator[tuple[int | None, int | None]]:
    """Pairs of players whom organisers keep apart in seasons of this game, each pair both ways."""
    for season in session.exec(select(Season).where(Season.game == game)):
        if {"never", "wished"} & season.rulings.keys():
            found = list(session.exec(select(Entry).where(Entry.season_id == season.id)))
            by_number = {each.number: each.player_id for each in found}
            by_id = {each.id: each.player_id for each in found}
            for kept, known in (("never", by_number), ("wished", by_id)):
                for each in season.rulings.get(kept, ()):
                    yield from permutations([known.get(each["first"]), known.get(each["second"])])


def in_line(session: Session, season: Season, *, former: bool) -> list[Player]:
    """The players to whom a seat may be offered: those who wait for a place, longest first; with `former`, then those
    who played its game, latest first.

    All can be reached: their addresses are proven, they want letters, and letters arrive.
    """
    reachable = select(Player).join(Entry, col(Entry.player_id) == col(Player.id))
    reachable = reachable.where(*Player.is_reachable())
    queued = reachable.where(Entry.season_id == season.id, col(Entry.queued_at).is_not(None))
    played = (
        reachable.join(Season, col(Entry.season_id) == col(Season.id))
        .where(
            Season.game == season.game,
            Season.id != season.id,
            col(Season.listed),
            col(Entry.accepted_at).is_not(None),
        )
        .group_by(col(Player.id))
        .order_by(func.max(Entry.accepted_at).desc(), col(Player.id))
    )
    waiting_ = session.exec(queued.order_by(col(Entry.queued_at), col(Entry.id)))
    return [*waiting_, *(session.exec(played) if former else ())]


def called(session: Session, season: Season, player: Player) -> str:
    """The last public name of this player, or their name in this season: the owner of a character, else that
    character.
    """
    statement = (
        select(Revision.owner, Revision.name)
        .join(Entry, col(Revision.entry_id) == col(Entry.id))
        .join(Season, col(Entry.season_id) == col(Season.id))
        .where(
            Entry.player_id == player.id,
            Entry.successors == "",
            or_(col(Season.listed), Season.id == season.id),
            col(Entry.owner_hidden_at).is_(None),
            col(Entry.name_hidden_at).is_(None),
            col(Revision.state).in_([RevisionState.ACCEPTED, RevisionState.QUEUED]),
        )
    )
    found = session.exec(statement.order_by(col(Revision.id).desc())).all()
    return next((owner for owner, _ in found if owner), found[0][1] if found else "")
