"""The tables of what players have across seasons: groups, shelves, and times away."""

from datetime import UTC, datetime
from typing import ClassVar, Final

from sqlalchemy import Column, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.store.tables.columns import Utc, id_of, moment
from app.store.tables.personal import PersonalData

AT_ONCE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""A moment in the past: due at once."""


class PlayerGroup(SQLModel, table=True):
    """A group of players of a game, with a name that is unique in the game."""

    holds: ClassVar = PersonalData(
        "Who leads a group: that stays without them, and another member leads it.",
        "leader_id",
        leaves={"leader_id": None, "due_at": AT_ONCE},
    )

    __tablename__ = "player_group"
    __table_args__ = (UniqueConstraint("game", "name_key"),)

    id: int = id_of()
    game: str = Field(max_length=64)
    name: str = Field(max_length=64)
    name_key: str = Field(max_length=300)
    leader_id: int | None = id_of("player.id", nullable=True, index=True, ondelete="SET NULL")
    """The leader; None while no member may lead."""
    founded_at: datetime = moment()
    due_at: datetime = Field(sa_column=Column(Utc, nullable=False, index=True))
    """When its leader is checked next, since ranks fall from day to day."""
    hidden_at: datetime | None = moment(nullable=True)
    """When an organiser hid its name."""


class GroupMember(SQLModel, table=True):
    """A member of a group, or an invited player who has not said yes."""

    holds: ClassVar = PersonalData("A place in a group.", "player_id", "groups", goes=True)

    __tablename__ = "group_member"
    __table_args__ = (
        UniqueConstraint("group_id", "player_id"),
        UniqueConstraint("player_id", "member_of"),
    )

    id: int = id_of()
    group_id: int = id_of("player_group.id", nullable=False, ondelete="CASCADE")
    player_id: int = id_of("player.id", nullable=False, ondelete="CASCADE")
    member_of: str | None = Field(default=None, max_length=64)
    """The game, unique per player, so that no one is in two of its groups; None until the player says yes."""
    at: datetime = moment()


class OwnBuild(SQLModel, table=True):
    """A build on a player's shelf."""

    holds: ClassVar = PersonalData("A build that is kept.", "player_id", "builds", goes=True)

    __tablename__ = "own_build"
    __table_args__ = (UniqueConstraint("player_id", "game", "name_key"),)

    id: int = id_of()
    player_id: int = id_of("player.id", nullable=False, ondelete="CASCADE")
    game: str = Field(max_length=64)
    name: str = Field(max_length=64)
    name_key: str = Field(max_length=300)
    build: str = Field(sa_column=Column(Text, nullable=False))
    """In the usual notation of the game."""
    is_active: bool = True
    """Whether it can be drawn in a challenge."""
    page: str = Field(max_length=32, unique=True)
    """The end of its page's address; anyone with the address may copy it."""
    kept_at: datetime = moment()


class Challenge(SQLModel, table=True):
    """A challenge that waits for an answer. Its deck is secret until the match."""

    holds: ClassVar = PersonalData("A challenge, and the deck for it.", "challenger_id", goes=True)

    __table_args__ = (UniqueConstraint("challenger_id", "challenged_id", "game"),)

    id: int = id_of()
    game: str = Field(max_length=64)
    challenger_id: int = id_of("player.id", nullable=False, ondelete="CASCADE")
    challenged_id: int = id_of("player.id", nullable=False, index=True, ondelete="CASCADE")
    build: str = Field(sa_column=Column(Text, nullable=False))
    at: datetime = moment()


class Absence(SQLModel, table=True):
    """A time for which a player is away, in all seasons. No other player is told of it or its end."""

    holds: ClassVar = PersonalData("A time away.", "player_id", "absences", goes=True)

    id: int = id_of()
    player_id: int = id_of("player.id", nullable=False, index=True, ondelete="CASCADE")
    begins_at: datetime = moment()
    ends_at: datetime = moment()
    """The end of its last day."""
    told_at: datetime = moment()
    back_at: datetime | None = moment(nullable=True)
    """When they said that they were back, after a season had used it: its days count all the same."""
