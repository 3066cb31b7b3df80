"""The tables of sign-ins, organisers' acts and rate limits."""

from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import JSON, Column, ForeignKey, Text
from sqlmodel import Field, SQLModel

from app.store.tables.columns import EnumColumn, Id, Utc, id_of, moment
from app.store.tables.personal import PersonalData


class SignInPurpose(StrEnum):
    """The kinds of sign-in that a token opens."""

    LINK = "link"  # one use: becomes an organiser's browser
    ORGANISER = "organiser"  # a browser
    PLAYER = "player"  # a browser, in one season
    API = "api"  # a program of an organiser's


class Audit(SQLModel, table=True):
    """An act of an organiser, and its reason."""

    holds: ClassVar = PersonalData(
        "What was done about them or by them: that it was done stays, without words.", signed="who"
    )

    id: int = id_of()
    at: datetime = moment()
    who: str = Field(max_length=100)
    act: str = Field(max_length=40)
    season_id: int | None = id_of("season.id", nullable=True, index=True)
    entry_id: int | None = id_of("entry.id", nullable=True)
    reason: str = Field(default="", sa_column=Column(Text, nullable=False))
    detail: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class SignIn(SQLModel, table=True):
    """A browser or program that acts for a player or organiser. It holds the token, we hold its SHA-256."""

    holds: ClassVar = PersonalData(
        "A browser or a program that speaks for them.", "player_id", "sign_ins", goes=True
    )

    __tablename__ = "sign_in"

    id: int = id_of()
    token_hash: str = Field(max_length=64, unique=True)
    purpose: SignInPurpose = Field(sa_column=Column(EnumColumn(SignInPurpose), nullable=False))
    player_id: int = id_of("player.id", nullable=False, index=True)
    season_id: int | None = id_of("season.id", nullable=True)
    """The season in which it acts for a player; None for organisers."""
    form_token: str = Field(default="", max_length=64)
    """A secret that every form of this browser carries, so that no other site can send one."""
    label: str = Field(default="", max_length=100)
    browser: str = Field(default="", max_length=40)
    """The kind of browser, by its own claim."""
    scopes: str | None = Field(default=None, max_length=200)
    """The words that limit what a program may do; None: everything that its holder may."""
    created_at: datetime = moment()
    seen_at: datetime = moment()
    proven_at: datetime | None = moment(nullable=True)
    """When its holder last proved who they are; acts that cannot be undone ask for it again."""
    expires_at: datetime = moment()
    ended_at: datetime | None = moment(nullable=True)
    """When it was used (a link), ended or revoked."""


class SecondFactor(SQLModel, table=True):
    """The secret from which an organiser's app makes codes (RFC 6238), and recovery codes for its loss."""

    holds: ClassVar = PersonalData("A second factor.", "player_id", goes=True)

    __tablename__ = "second_factor"

    player_id: int = Field(
        sa_column=Column(
            Id, ForeignKey("player.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
        )
    )
    secret: str = Field(max_length=64)
    """The secret in clear: anyone who can read this database can sign in anyway."""
    since: datetime | None = moment(nullable=True)
    """When its first code was correct; None until then, and no code is asked for."""
    last_step: int = Field(default=0, sa_column=Column(Id, nullable=False))
    """The time step of the last accepted code: no code is accepted twice."""
    recovery: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """The SHA-256 of each remaining recovery code."""


class SecurityNote(SQLModel, table=True):
    """An event in the security log. Repetitions within a minute are counted, not stored."""

    holds: ClassVar = PersonalData(
        "What befell an account.", "player_id", "security_notes", leaves={"player_id": None}
    )

    __tablename__ = "security_event"

    id: int = id_of()
    key: str = Field(max_length=64, unique=True)
    """A key that is the same for the same event within its minute."""
    event: str = Field(max_length=40)
    at: datetime = Field(sa_column=Column(Utc, nullable=False, index=True))
    last_at: datetime = moment()
    count: int = 1
    client: str = Field(default="", max_length=16)
    """Its origin: a keyed digest of the network address, or one of our words. Never an address."""
    player_id: int | None = id_of("player.id", nullable=True, index=True, ondelete="SET NULL")
    season_id: int | None = id_of("season.id", nullable=True, index=True, ondelete="SET NULL")
    detail: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class Bucket(SQLModel, table=True):
    """The tokens left for a key of a rate limit, and when they were counted."""

    holds: ClassVar = PersonalData(
        "How often they did something of late, by their number in the key: it goes."
    )

    __tablename__ = "bucket"

    key: str = Field(primary_key=True, max_length=64)
    left: float
    at: datetime = moment()
