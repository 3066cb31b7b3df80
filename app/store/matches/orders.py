"""The orders of players: plans, standing orders, and scripts."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import bindparam
from sqlmodel import Session, col, insert, select, update

from app.store.tables import Match, MatchPlan, NamedOrders, StandingOrders

# Put together once, since every order and every letter about matches asks them.
_PLANS: Final = select(MatchPlan).where(
    col(MatchPlan.match_id).in_(bindparam("ids", expanding=True)),
    col(MatchPlan.turn).in_(bindparam("turns", expanding=True)),
)
_STANDING: Final = select(StandingOrders).where(
    col(StandingOrders.match_id).in_(bindparam("ids", expanding=True))
)

_NOT_SENT: Final[Mapping[str, Any]] = {
    "text": "",
    "canonical": "",
    "parsed": {},
    "sha256": "",
    "received_at": None,
    "is_ready": False,
}


def plan(session: Session, match: Match, seat: str) -> MatchPlan | None:
    """The plan of this seat for the turn that the match waits for."""
    statement = select(MatchPlan).where(
        MatchPlan.match_id == match.id, MatchPlan.turn == match.turn, MatchPlan.seat == seat
    )
    return session.exec(statement).first()


def played_plan(session: Session, match: Match, turn: int, seat: str) -> MatchPlan | None:
    """The plan of this seat that was played in that turn."""
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
    asked = {"ids": [*turns], "turns": [*{*turns.values()}]}
    return {
        (each.match_id, each.seat): each
        for each in session.exec(_PLANS, params=asked)
        if each.turn == turns[each.match_id]
    }


def keep_played(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    """Store what has become of plans, by column; a row without an id is one of a seat that sent no plan."""
    known = [each for each in rows if "id" in each]
    if known:
        session.execute(update(MatchPlan), known)
    new = [{**_NOT_SENT, **each} for each in rows if "id" not in each]
    if new:
        session.execute(insert(MatchPlan), new)


def played_plans(
    session: Session, match_ids: Collection[int], turns: Collection[int] | None = None
) -> dict[tuple[int, str, int], MatchPlan]:
    """The played plans of these matches, of these turns or of all, by match, seat and turn."""
    statement = select(MatchPlan).where(
        col(MatchPlan.match_id).in_(match_ids), col(MatchPlan.is_played)
    )
    if turns is not None:
        statement = statement.where(col(MatchPlan.turn).in_(turns))
    return {(each.match_id, each.seat, each.turn): each for each in session.exec(statement)}


def standing(session: Session, match_ids: Collection[int]) -> dict[tuple[int, str], StandingOrders]:
    """The standing orders in these matches, by match and seat."""
    found = session.exec(_STANDING, params={"ids": [*match_ids]})
    return {(each.match_id, each.seat): each for each in found}


def scripts(session: Session, player_id: int, game: str) -> dict[str, NamedOrders]:
    """The scripts that this player keeps for the game, by name."""
    statement = select(NamedOrders).where(
        NamedOrders.player_id == player_id, NamedOrders.game == game
    )
    return {each.name: each for each in session.exec(statement.order_by(col(NamedOrders.name)))}
