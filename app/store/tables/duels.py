"""The tables of duels: two players, in seasons of their own that no one else sees."""

from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, Final

from sqlalchemy import JSON, Column, Index, LargeBinary, Text, UniqueConstraint, case, column
from sqlmodel import Field, Relationship, SQLModel

from app.store.tables.columns import EnumColumn, Utc, id_of, moment
from app.store.tables.people import Player
from app.store.tables.personal import PersonalData

NOBODY: Final = "?"
"""The name of an erased player in their duels."""


class DuelStage(StrEnum):
    """How far a duel is."""

    OPEN = "open"
    """The open cards are chosen, both in secret."""
    WHOLE = "whole"
    """Open cards, if any, have been shown; both make the whole build in secret."""
    MATCH = "match"
    """The match is being played, in a game with decisions."""
    OVER = "over"


class DuelEnding(StrEnum):
    """How a duel ended."""

    BATTLE = "battle"
    FORFEIT = "forfeit"
    """One player had not sent by the deadline."""
    NOBODY = "nobody"
    """Neither player had sent by the deadline."""
    RESIGNED = "resigned"
    UNANSWERED = "unanswered"
    """Nobody accepted it."""
    UNSETTLED = "unsettled"
    """The players did not agree on the settings."""
    WITHDRAWN = "withdrawn"
    """Its opener took it back before anybody had accepted it."""


class Duel(SQLModel, table=True):
    """A duel of two players, which only they see."""

    __table_args__ = (Index("ix_duel_stage_due_at", "stage", "due_at"),)

    id: int = id_of()
    game: str = Field(max_length=64)
    rules_version: str = Field(max_length=64)
    config: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """Its settings by key, as `app.league.duels.settings` reads them. A missing key has its default."""
    asks: str = Field(default="", max_length=1)
    """The seat that is asked to agree to the settings; empty once both agree, and until the duel is accepted."""
    season_id: int | None = id_of("season.id", nullable=True, unique=True)
    """The unlisted season of its match."""
    days: int
    """How long each of its stages takes at most."""
    stage: DuelStage = Field(
        default=DuelStage.OPEN, sa_column=Column(EnumColumn(DuelStage), nullable=False)
    )
    due_at: datetime = moment()
    """The deadline of the stage: first to accept the duel, then to send."""
    opened_at: datetime = moment()
    ended_at: datetime | None = Field(default=None, sa_column=Column(Utc, index=True))
    ending: DuelEnding | None = Field(
        default=None, sa_column=Column(EnumColumn(DuelEnding), nullable=True)
    )
    winner: str | None = Field(default=None, max_length=1)
    """The seat that won; None while it goes on, for a draw, and without a winner."""
    follows_id: int | None = id_of("duel.id", nullable=True, unique=True, ondelete="SET NULL")
    """The earlier duel of the same two, if this is a rematch."""

    duelists: list["Duelist"] = Relationship(
        sa_relationship_kwargs={"order_by": "Duelist.seat", "lazy": "selectin"}
    )


class Duelist(SQLModel, table=True):
    """One of the two players and what they sent. Sealed content is stored in clear, as for entries; the seals prove
    it.
    """

    holds: ClassVar = PersonalData(
        "The name in a duel, and what was sent; that tells nothing of them.",
        "player_id",
        "duels",
        leaves={
            "player_id": None,
            "name": case((column("name") == "", ""), else_=NOBODY),  # asked, and has not accepted
            "deliverer": "",
        },
    )

    __table_args__ = (UniqueConstraint("duel_id", "seat"),)

    id: int = id_of()
    duel_id: int = id_of("duel.id", nullable=False, ondelete="CASCADE")
    seat: str = Field(max_length=1)
    """A for the opener, B for the opponent."""
    name: str = Field(max_length=64)
    """The player's name; empty until the duel is accepted."""
    lang: str = Field(max_length=2)
    player_id: int | None = id_of("player.id", nullable=True, index=True, ondelete="SET NULL")
    """The player who gets letters; None without an address."""
    deliverer: str = Field(default="", max_length=32)
    """The sender who gave that address, as a keyed digest."""
    is_proven: bool = False
    """Whether they have used a link or an address from one of our letters."""
    reminded_at: datetime | None = moment(nullable=True)
    """When they were last reminded of a deadline."""
    shown: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    """The open cards."""
    shown_at: datetime | None = moment(nullable=True)
    shown_salt: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    shown_seal: str | None = Field(default=None, max_length=64)
    build: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    """The whole build, with the character's name behind a slash, if it has one."""
    build_at: datetime | None = moment(nullable=True)
    build_salt: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    build_seal: str | None = Field(default=None, max_length=64)

    player: Player | None = Relationship()
