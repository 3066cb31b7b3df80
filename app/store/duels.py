"""Queries for duels, by what their links name."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, delete, select

from app.store import seasons
from app.store.players import NOWHERE
from app.store.rows import sound
from app.store.security import personal_data
from app.store.tables import Duel, Duelist, DuelStage, Match, MatchState, Player, Season


def find(session: Session, number: int) -> Duel | None:
    """The duel with this number."""
    return session.get(Duel, number)


def locked(session: Session, number: int) -> Duel | None:
    """The duel with this number, locked until the transaction ends."""
    question = select(Duel).where(Duel.id == number).with_for_update(of=Duel)
    return session.exec(question.execution_options(populate_existing=True)).first()


def of_player(session: Session, player: Player) -> Sequence[Duel]:
    """The duels of this player that are not over."""
    question = select(Duel).join(Duelist).where(Duelist.player_id == player.id)
    return session.exec(question.where(Duel.stage != DuelStage.OVER).order_by(col(Duel.id))).all()


def rematch_of(session: Session, duel: Duel) -> Duel | None:
    """The next duel of the same two, if one of them has opened it."""
    return session.exec(select(Duel).where(Duel.follows_id == duel.id)).first()


def ending_by(session: Session, at: datetime) -> Sequence[Duel]:
    """The running duels whose stage ends by then."""
    asking = col(Duel.stage).in_([DuelStage.OPEN, DuelStage.WHOLE])
    question = select(Duel).where(asking, Duel.due_at <= at)
    return sound(session, question.order_by(col(Duel.id)), col(Duel.id))


def match_of(session: Session, duel: Duel) -> Match | None:
    """The match of the duel; None before it is made, or in a game that builds decide."""
    return session.exec(select(Match).where(Match.season_id == duel.season_id)).first()


def with_match_over(session: Session) -> Sequence[Duel]:
    """The duels that go on although their match has ended."""
    question = select(Duel).join(Match, col(Match.season_id) == col(Duel.season_id))
    question = question.where(Duel.stage == DuelStage.MATCH, Match.state != MatchState.WAITING)
    return sound(session, question.order_by(col(Duel.id)), col(Duel.id))


def address_of(season_id: int | None, seat: str = "") -> str:
    """The placeholder address of a player without a mail address in this seat; without a seat, the ending of both.

    Organisers may see it: it does not tell where the match is.
    """
    return f"{seat}@duel-{season_id}{NOWHERE}"


def any_ended(session: Session, *, before: datetime) -> bool:
    """Whether there is a duel that ended before then."""
    question = select(Duel.id).where(col(Duel.ended_at) < before).limit(1)
    return session.exec(question).first() is not None


def forget_ended(session: Session, *, before: datetime) -> None:
    """Delete duels that ended before then, with everything sent for them and their matches. A duel that counts for
    the rank is kept, as seasons are.
    """
    old = select(Duel.id).where(col(Duel.ended_at) < before)
    played = select(Season.id).join(Duel).where(col(Duel.ended_at) < before, ~col(Season.ranked))
    those = [*session.exec(played)]
    session.exec(delete(Duelist).where(col(Duelist.duel_id).in_(old)))
    session.exec(delete(Duel).where(col(Duel.ended_at) < before))
    for number in those:
        is_stranger = col(Player.address_key).endswith(address_of(number))
        for stranger in session.exec(select(Player).where(is_stranger)).all():
            personal_data.erase(session, stranger)
        seasons.delete(session, session.get_one(Season, number))
