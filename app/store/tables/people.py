"""The tables of people. Addresses live in `player` alone, so that a person can be erased."""

from datetime import datetime
from enum import StrEnum
from secrets import token_hex
from typing import ClassVar, Final, NamedTuple

from sqlalchemy import Column, ColumnElement, Text, UniqueConstraint
from sqlmodel import Field, Relationship, SQLModel, col

from app.store.tables.columns import EnumColumn, Id, Utc, id_of, moment
from app.store.tables.personal import PersonalData
from app.store.tables.row import Row


class Role(StrEnum):
    """The part of a person at the organisers' desk; `app.league.people.organisers` says what each may do."""

    OWNER = "owner"
    ORGANISER = "organiser"
    HELPER = "helper"


class Secrets(NamedTuple):
    """The part of a player in their secret addresses and links, besides numbers; without a player it is empty."""

    generation: int = 0
    salt: str = ""


NOBODYS: Final = Secrets()
MOVED: Final = "m"
"""The prefix of the salt of a player whose address has changed. Links to seats in duels have it, too."""


class Player(Row, table=True):
    """A person who writes to us. Addresses are stored only here."""

    holds: ClassVar = PersonalData("The address and all wishes: the row goes.")

    id: int = id_of()
    address: str = Field(max_length=254)
    address_key: str = Field(max_length=254, unique=True)
    lang: str = Field(max_length=2)
    proven_at: datetime | None = moment(nullable=True)
    """When it was proven that mail to this address reaches its player."""
    organiser_since: datetime | None = moment(nullable=True)
    """When they became an organiser of this site; None for others."""
    role: Role | None = Field(default=None, sa_column=Column(EnumColumn(Role), nullable=True))
    """Their role at the desk; None for others."""
    desk_name: str = Field(default="", max_length=100)
    """Their name in the log of acts, if they organise."""
    muted_at: datetime | None = moment(nullable=True)
    """When they asked for no more letters; answers to their own mail go out all the same."""
    wants_log: bool = False
    """Whether their report comes with all their battles in full."""
    wants_text_only: bool = False
    """Whether their letters are plain text without HTML."""
    wants_short_report: bool = False
    """Whether their report leaves out the told battles and the list of opponents."""
    daily_hour: int | None = None
    """The hour of their daily letter by the site's clock; None if every letter comes by itself."""
    owner_page: str | None = Field(default=None, max_length=32, unique=True)
    """The end of the address of their page across seasons; None unless they want one."""
    owner_page_hidden_at: datetime | None = moment(nullable=True)
    """When an organiser hid that page."""
    bounce_score: float = 0
    """A score of failing letters to them (see `app.league.people.players`), as of `bounced_at`."""
    bounced_at: datetime | None = moment(nullable=True)
    paused_at: datetime | None = moment(nullable=True)
    """Since when letters to them are paused, as too many bounced. They go on once we hear from the player."""
    secret_generation: int = 0
    """How many times they asked for new secret addresses; those of earlier generations open nothing."""
    secret_salt: str = Field(default_factory=lambda: token_hex(16), max_length=32)
    """Random. Their secret addresses and links die with the row, even if its number is used again. Empty for players
    older than this column.
    """
    created_at: datetime = moment()

    @staticmethod
    def is_reachable() -> list[ColumnElement[bool]]:
        """The conditions for news to reach a player who is not an organiser."""
        return [
            col(Player.proven_at).is_not(None),
            col(Player.muted_at).is_(None),
            col(Player.paused_at).is_(None),
            col(Player.organiser_since).is_(None),
        ]

    @property
    def secrets(self) -> Secrets:
        """The part of this player in their secret addresses and links."""
        return Secrets(self.secret_generation, self.secret_salt)

    def has_moved_since(self, moment: datetime) -> bool:
        """Whether letters written then went to an address that is no longer theirs."""
        moved_at = self.proven_at if self.secret_salt.startswith(MOVED) else None
        return moved_at is not None and moment < moved_at


class AddressChange(SQLModel, table=True):
    """A change of address: the player's row exchanges addresses with another row once both mailboxes have said yes."""

    holds: ClassVar = PersonalData(
        "A wish for another address: it goes, and the row of that address with it.",
        "player_id",
        goes=True,
        signed="stood_in_by",
    )

    __tablename__ = "address_change"

    id: int = id_of()
    player_id: int = id_of("player.id", nullable=False, index=True, ondelete="CASCADE")
    target_id: int = id_of("player.id", nullable=False, index=True, ondelete="CASCADE")
    """The row with the new address; after the exchange it has the old one, until that mailbox has been told."""
    mark: int = Field(sa_column=Column(Id, nullable=False))
    """Random. Links to the change die with the row, whatever gets its number."""
    asked_at: datetime = moment()
    old_said_at: datetime | None = moment(nullable=True)
    """When the old mailbox said yes, or an organiser in its place."""
    new_said_at: datetime | None = moment(nullable=True)
    stood_in_by: str = Field(default="", max_length=200)
    """The organiser who said yes in place of the old mailbox; empty if it said so itself."""
    objected_at: datetime | None = moment(nullable=True)
    """When this was objected to; the change is stopped until a second organiser decides."""
    decided_at: datetime | None = moment(nullable=True)
    """When a second organiser allowed it despite the objection."""
    over_at: datetime | None = Field(default=None, sa_column=Column(Utc, index=True))
    """When it was completed, dropped, replaced or expired."""


class Refusal(SQLModel, table=True):
    """A mailbox whose reader wants no letter caused by others; kept as a keyed digest."""

    holds: ClassVar = PersonalData(
        "A keyed digest of a mailbox that wants no letters: it stays, as they wished."
    )

    __tablename__ = "refusal"

    mailbox: str = Field(primary_key=True, max_length=64)
    at: datetime = moment()


class Block(SQLModel, table=True):
    """A mailbox blocked by an organiser, as a keyed digest."""

    holds: ClassVar = PersonalData(
        "That a mailbox is blocked, by its keyed digest: that stays, without words.",
        "player_id",
        "blocked",
        leaves={"player_id": None, "reason": ""},
        signed="by",
    )

    id: int = id_of()
    mailbox: str = Field(max_length=64, unique=True)
    player_id: int | None = id_of("player.id", nullable=True, index=True, ondelete="SET NULL")
    """The player who was told; None once they were erased. The mailbox stays blocked."""
    reason: str = Field(sa_column=Column(Text, nullable=False))
    """The reason that they were told."""
    at: datetime = moment()
    by: str = Field(max_length=200)

    player: Player | None = Relationship()


class Complaint(SQLModel, table=True):
    """A report to the organisers about something in an entry."""

    holds: ClassVar = PersonalData(
        "What they reported: that stays, without words.",
        "player_id",
        "reports",
        leaves={"player_id": None, "text": ""},
        signed="settled_by",
    )

    id: int = id_of()
    entry_id: int = id_of("entry.id", nullable=False, index=True, ondelete="CASCADE")
    what: str = Field(max_length=20)
    """One of `app.league.desk.reports.WHAT`."""
    text: str = Field(sa_column=Column(Text, nullable=False))
    player_id: int | None = id_of("player.id", nullable=True, index=True, ondelete="SET NULL")
    """The player who wants to hear the outcome, if any."""
    at: datetime = moment()
    settled_at: datetime | None = moment(nullable=True)
    settled_by: str = Field(default="", max_length=200)


class Follower(SQLModel, table=True):
    """A player who wants to hear how a season ends, taking part or not."""

    holds: ClassVar = PersonalData("A wish to hear of a season.", "player_id", goes=True)

    __table_args__ = (UniqueConstraint("season_id", "player_id"),)

    id: int = id_of()
    season_id: int = id_of("season.id", nullable=False)
    player_id: int = id_of("player.id", nullable=False, index=True)
    created_at: datetime = moment()
