"""The tables of duels: two who play each other, in seasons of their own that nobody else sees."""

from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, Final

from sqlalchemy import JSON, Column, Index, LargeBinary, Text, UniqueConstraint, case, column
from sqlmodel import Field, Relationship, SQLModel

from app.store.tables.columns import EnumColumn, Utc, id_of, moment
from app.store.tables.people import Player
from app.store.tables.personal import PersonalData

NOBODY: Final = "?"
"""The name that stays in the duels of one who has been erased."""


class DuelStage(StrEnum):
    """How far a duel is."""

    OPEN = "open"
    """The open cards are chosen, both in secret."""
    WHOLE = "whole"
    """They have been shown, if there are any; the whole builds are made, both in secret."""
    MATCH = "match"
    """Their match is played, in a game with decisions."""
    OVER = "over"


class DuelEnding(StrEnum):
    """How a duel ended."""

    BATTLE = "battle"
    FORFEIT = "forfeit"
    """One of them had not sent by the deadline."""
    NOBODY = "nobody"
    """Neither had."""
    RESIGNED = "resigned"
    UNANSWERED = "unanswered"
    """Nobody accepted it."""
    UNSETTLED = "unsettled"
    """They did not agree on its settings."""
    WITHDRAWN = "withdrawn"
    """Its opener took it back before anybody had accepted it."""


class Duel(SQLModel, table=True):
    """Two who play each other; only they see it."""

    __table_args__ = (Index("ix_duel_stage_due_at", "stage", "due_at"),)

    id: int = id_of()
    game: str = Field(max_length=64)
    rules_version: str = Field(max_length=64)
    config: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """Its settings by their keys, as `app.league.duels.settings` reads them; one that is missing is as usual."""
    asks: str = Field(default="", max_length=1)
    """The seat that is asked to agree to them; empty once both do, and until somebody has accepted."""
    season_id: int | None = id_of("season.id", nullable=True, unique=True)
    """The unlisted season of its match."""
    days: int
    """How long each of its stages takes at most."""
    stage: DuelStage = Field(
        default=DuelStage.OPEN, sa_column=Column(EnumColumn(DuelStage), nullable=False)
    )
    due_at: datetime = moment()
    """The deadline of the stage: to accept it at first, then to send."""
    opened_at: datetime = moment()
    ended_at: datetime | None = Field(default=None, sa_column=Column(Utc, index=True))
    ending: DuelEnding | None = Field(
        default=None, sa_column=Column(EnumColumn(DuelEnding), nullable=True)
    )
    winner: str | None = Field(default=None, max_length=1)
    """The seat that won; None while it goes on, for a draw, and where nobody did."""
    follows_id: int | None = id_of("duel.id", nullable=True, unique=True, ondelete="SET NULL")
    """The duel of the same two of which it is the rematch."""

    duelists: list["Duelist"] = Relationship(
        sa_relationship_kwargs={"order_by": "Duelist.seat", "lazy": "selectin"}
    )


class Duelist(SQLModel, table=True):
    """One of the two, and what they have sent. What is sealed stands here in clear, as entries do; the seals prove it."""

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
    """A for its opener, B for the other."""
    name: str = Field(max_length=64)
    """Empty as long as nobody has accepted."""
    lang: str = Field(max_length=2)
    player_id: int | None = id_of("player.id", nullable=True, index=True, ondelete="SET NULL")
    """To whom letters go; None for one who has named no address."""
    deliverer: str = Field(default="", max_length=32)
    """The sender who named that address (a keyed digest)."""
    is_proven: bool = False
    """Whether they have done something here by a link or an address out of a letter."""
    reminded_at: datetime | None = moment(nullable=True)
    """When a letter last told them that a deadline nears."""
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
