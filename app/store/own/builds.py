"""Builds on players' shelves, and challenges."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, delete, select

from app.store.tables import Challenge, OwnBuild, Player


def of_player(session: Session, player: Player) -> Sequence[OwnBuild]:
    """The builds of this player by game and name."""
    question = select(OwnBuild).where(OwnBuild.player_id == player.id)
    return session.exec(question.order_by(col(OwnBuild.game), col(OwnBuild.name_key))).all()


def called(session: Session, player: Player, game: str, name_key: str) -> list[OwnBuild]:
    """This player's builds with this name: the one in this game, or one in each game if none is named."""
    found = of_player(session, player)
    return [each for each in found if each.name_key == name_key and game in ("", each.game)]


def at_page(session: Session, page: str) -> OwnBuild | None:
    """The build with this page address."""
    return session.exec(select(OwnBuild).where(OwnBuild.page == page)).first()


def challenges(
    session: Session, player: Player, *, since: datetime
) -> list[tuple[Challenge, Player]]:
    """The challenges since then that wait for this player's answer, each with the challenger, the oldest first."""
    question = select(Challenge, Player).join(Player, col(Player.id) == Challenge.challenger_id)
    question = question.where(Challenge.challenged_id == player.id, Challenge.at >= since)
    return list(session.exec(question.order_by(col(Challenge.id))))


def forget_challenges(session: Session, *, before: datetime) -> None:
    """Delete challenges made before then."""
    session.exec(delete(Challenge).where(col(Challenge.at) < before))
