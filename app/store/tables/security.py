"""The tables of who is signed in, what organisers did, and what is kept within limits."""

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
    """A browser or a program that speaks for a player or an organiser. It holds the token, we its SHA-256."""

    holds: ClassVar = PersonalData(
        "A browser or a program that speaks for them.", "player_id", "sign_ins", goes=True
    )

    __tablename__ = "sign_in"

    id: int = id_of()
    token_hash: str = Field(max_length=64, unique=True)
    purpose: SignInPurpose = Field(sa_column=Column(EnumColumn(SignInPurpose), nullable=False))
    player_id: int = id_of("player.id", nullable=False, index=True)
    season_id: int | None = id_of("season.id", nullable=True)
    """The season in which it speaks for a player; None for organisers."""
    form_token: str = Field(default="", max_length=64)
    """A secret that every form of this browser carries, so that no other site can send one."""
    label: str = Field(default="", max_length=100)
    browser: str = Field(default="", max_length=40)
    """The kind of browser, as it says itself."""
    scopes: str | None = Field(default=None, max_length=200)
    """What a program may do at most, as words; None: all that its holder may."""
    created_at: datetime = moment()
    seen_at: datetime = moment()
    proven_at: datetime | None = moment(nullable=True)
    """When its holder showed last who they are; what cannot be taken back wants that again."""
    expires_at: datetime = moment()
    ended_at: datetime | None = moment(nullable=True)
    """When it was used up (a link), ended or revoked."""


class SecondFactor(SQLModel, table=True):
    """The secret from which an organiser's app makes codes (RFC 6238), and the codes for the day on which it is lost."""

    holds: ClassVar = PersonalData("A second factor.", "player_id", goes=True)

    __tablename__ = "second_factor"

    player_id: int = Field(
        sa_column=Column(
            Id, ForeignKey("player.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
        )
    )
    secret: str = Field(max_length=64)
    """In clear: a reader of this database can sign themselves in as well."""
    since: datetime | None = moment(nullable=True)
    """When its first code was right; None until then, and none is asked for."""
    last_step: int = Field(default=0, sa_column=Column(Id, nullable=False))
    """The time step of the last code that was taken: none is taken twice."""
    recovery: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """The SHA-256 of each code that is left."""


class SecurityNote(SQLModel, table=True):
    """An event for the security log of the site; within a minute the same is counted, not repeated."""

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
    """Where it came from: a keyed digest of the network address, or a word of ours. Never an address."""
    player_id: int | None = id_of("player.id", nullable=True, index=True, ondelete="SET NULL")
    season_id: int | None = id_of("season.id", nullable=True, index=True, ondelete="SET NULL")
    detail: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class Bucket(SQLModel, table=True):
    """A rate limit: how much is left for this key, and when that was counted."""

    holds: ClassVar = PersonalData(
        "How often they did something of late, by their number in the key: it goes."
    )

    __tablename__ = "bucket"

    key: str = Field(primary_key=True, max_length=64)
    left: float
    at: datetime = moment()
