"""Groups of players and their members."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, delete, select, update

from app.store.tables import GroupMember, Player, PlayerGroup
from app.store.tables.own import AT_ONCE


def find(session: Session, number: int) -> PlayerGroup | None:
    """The group with this number, locked until the transaction ends."""
    question = select(PlayerGroup).where(PlayerGroup.id == number).with_for_update()
    return session.exec(question.execution_options(populate_existing=True)).first()


def called(session: Session, game: str, name_key: str) -> PlayerGroup | None:
    """The group with this name in this game."""
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
    """The members and invited players of these groups, in the order in which they came."""
    question = select(GroupMember, Player).join(Player)
    question = question.where(col(GroupMember.group_id).in_(groups))
    return list(session.exec(question.order_by(col(GroupMember.id))))


def let_go(session: Session, group: PlayerGroup, player: Player) -> None:
    """Remove the player's membership or invitation."""
    session.flush()
    theirs = delete(GroupMember).where(col(GroupMember.player_id) == player.id)
    session.exec(theirs.where(col(GroupMember.group_id) == group.id))


def due(session: Session, now: datetime) -> list[int]:
    """The numbers of the groups that are due to be checked."""
    question = select(PlayerGroup.id).where(PlayerGroup.due_at <= now)
    return list(session.exec(question.order_by(col(PlayerGroup.id))))


def look_at(session: Session, game: str) -> None:
    """Make all groups of this game due to be checked, since ranks have changed."""
    session.exec(update(PlayerGroup).where(col(PlayerGroup.game) == game).values(due_at=AT_ONCE))
