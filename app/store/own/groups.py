"""Groups of players, and who is in them."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, delete, select, update

from app.store.tables import GroupMember, Player, PlayerGroup
from app.store.tables.own import AT_ONCE


def find(session: Session, number: int) -> PlayerGroup | None:
    """The group of this number, as it is now; it stays so until this transaction ends."""
    question = select(PlayerGroup).where(PlayerGroup.id == number).with_for_update()
    return session.exec(question.execution_options(populate_existing=True)).first()


def called(session: Session, game: str, name_key: str) -> PlayerGroup | None:
    """The group of this game under this name."""
    question = select(PlayerGroup).where(PlayerGroup.game == game)
    return session.exec(question.where(PlayerGroup.name_key == name_key)).first()


def of_game(session: Session, game: str) -> Sequence[PlayerGroup]:
    """The groups of this game, in the order in which they were founded."""
    question = select(PlayerGroup).where(PlayerGroup.game == game)
    return session.exec(question.order_by(col(PlayerGroup.id))).all()


def of_player(session: Session, player: Player) -> list[tuple[PlayerGroup, GroupMember]]:
    """The groups that the player is in, or is invited to."""
    question = select(PlayerGroup, GroupMember).join(GroupMember)
    question = question.where(GroupMember.player_id == player.id)
    return list(session.exec(question.order_by(col(PlayerGroup.id))))


def members(session: Session, groups: Sequence[int]) -> list[tuple[GroupMember, Player]]:
    """Who is in these groups, or invited to them, in the order in which they came."""
    question = select(GroupMember, Player).join(Player)
    question = question.where(col(GroupMember.group_id).in_(groups))
    return list(session.exec(question.order_by(col(GroupMember.id))))


def let_go(session: Session, group: PlayerGroup, player: Player) -> None:
    """The player is neither in the group nor invited to it."""
    session.flush()
    theirs = delete(GroupMember).where(col(GroupMember.player_id) == player.id)
    session.exec(theirs.where(col(GroupMember.group_id) == group.id))


def due(session: Session, now: datetime) -> list[int]:
    """The numbers of those that are to be looked at again by now."""
    question = select(PlayerGroup.id).where(PlayerGroup.due_at <= now)
    return list(session.exec(question.order_by(col(PlayerGroup.id))))


def look_at(session: Session, game: str) -> None:
    """The ranks of this game have changed: all its groups are to be looked at again."""
    session.exec(update(PlayerGroup).where(col(PlayerGroup.game) == game).values(due_at=AT_ONCE))
