"""The tables of what players have across seasons: groups, builds by name, and times away."""

from datetime import UTC, datetime
from typing import ClassVar, Final

from sqlalchemy import Column, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.store.tables.columns import Utc, id_of, moment
from app.store.tables.personal import PersonalData

AT_ONCE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""A moment that has come."""


class PlayerGroup(SQLModel, table=True):
    """A group of players of a game, under a name that no other group of the game has."""

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
    """None while no member may lead it."""
    founded_at: datetime = moment()
    due_at: datetime = Field(sa_column=Column(Utc, nullable=False, index=True))
    """When it is looked at again who leads it: a rank falls by the day."""
    hidden_at: datetime | None = moment(nullable=True)
    """When an organiser hid its name."""


class GroupMember(SQLModel, table=True):
    """A player in a group, or one who was invited and has not said yes."""

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
    """The game, so that nobody is in two groups of it; None for whoever has not said yes."""
    at: datetime = moment()


class OwnBuild(SQLModel, table=True):
    """A build that a player keeps under a name."""

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
    """Whether it may be drawn where its player is challenged."""
    page: str = Field(max_length=32, unique=True)
    """The end of the address at which everybody may copy it."""
    kept_at: datetime = moment()


class Challenge(SQLModel, table=True):
    """One player challenges another, with a deck that nobody sees before the match; it waits for an answer."""

    holds: ClassVar = PersonalData("A challenge, and the deck for it.", "challenger_id", goes=True)

    __table_args__ = (UniqueConstraint("challenger_id", "challenged_id", "game"),)

    id: int = id_of()
    game: str = Field(max_length=64)
    challenger_id: int = id_of("player.id", nullable=False, ondelete="CASCADE")
    challenged_id: int = id_of("player.id", nullable=False, index=True, ondelete="CASCADE")
    build: str = Field(sa_column=Column(Text, nullable=False))
    at: datetime = moment()


class Absence(SQLModel, table=True):
    """A time for which a player is away, in all seasons. Nobody else is told, nor of its end."""

    holds: ClassVar = PersonalData("A time away.", "player_id", "absences", goes=True)

    id: int = id_of()
    player_id: int = id_of("player.id", nullable=False, index=True, ondelete="CASCADE")
    begins_at: datetime = moment()
    ends_at: datetime = moment()
    """The end of its last day."""
    told_at: datetime = moment()
    back_at: datetime | None = moment(nullable=True)
    """When they said that they were back, after a season had made use of it: its days count all the same."""
