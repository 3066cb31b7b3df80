"""The tables of due work and of what its processes tell one another."""

from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import JSON, Column, Index, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.store.tables.columns import EnumColumn, Id, Utc, id_of, moment
from app.store.tables.personal import PersonalData


class WebhookShape(StrEnum):
    """What a webhook sends: signed JSON for programs, or a text as Discord takes it."""

    SIGNED = "signed"
    TEXT = "text"


class DeliveryState(StrEnum):
    """How far a message to a webhook is."""

    DUE = "due"
    DELIVERED = "delivered"
    GIVEN_UP = "given-up"


class Heartbeat(SQLModel, table=True):
    """When a process was last seen to live: the one that does the jobs, and the one that looks whether we can write."""

    __tablename__ = "heartbeat"

    key: str = Field(primary_key=True, max_length=64)
    """The name of the process, and the boot of its machine."""
    at: datetime = moment()
    uptime: float
    """Seconds for which that machine had been up: no setting of its clock changes them."""


class Fact(SQLModel, table=True):
    """What the site knows of its own past: a secret it has had, or that this is a copy of its database."""

    key: str = Field(primary_key=True, max_length=64)
    at: datetime = moment()
    """The moment from which on it held."""


class FormAnswer(SQLModel, table=True):
    """A form that was sent: the same once more gets the same answer, and does nothing."""

    __tablename__ = "form_answer"

    key: str = Field(primary_key=True, max_length=64)
    content_hash: str = Field(max_length=64)
    location: str = Field(sa_column=Column(Text, nullable=False))
    """The page to which its sender was redirected."""
    at: datetime = moment()


class Webhook(SQLModel, table=True):
    """An address of another site that hears what happens to seasons."""

    holds: ClassVar = PersonalData("Who added it.", signed="created_by")

    id: int = id_of()
    url: str = Field(sa_column=Column(Text, nullable=False))
    """Who knows it may post there, so it is shown to nobody but its host."""
    shape: WebhookShape = Field(sa_column=Column(EnumColumn(WebhookShape), nullable=False))
    lang: str = Field(max_length=2)
    secret: str = Field(max_length=64)
    """With which messages are signed; in clear, since we sign."""
    created_at: datetime = moment()
    created_by: str = Field(max_length=100)
    ended_at: datetime | None = moment(nullable=True)


class Delivery(SQLModel, table=True):
    """A message to a webhook: the event as it was, and what became of it."""

    __table_args__ = (
        UniqueConstraint("webhook_id", "key"),
        Index("ix_delivery_state_due_at", "state", "due_at"),
    )

    id: int = id_of()
    webhook_id: int = id_of("webhook.id", nullable=False, ondelete="CASCADE")
    season_id: int | None = id_of("season.id", nullable=True, index=True, ondelete="CASCADE")
    key: str = Field(max_length=64)
    """Names the event: a second message about it has this key too, so that no webhook hears of it twice."""
    event: str = Field(max_length=20)
    content: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    at: datetime = moment()
    state: DeliveryState = Field(
        default=DeliveryState.DUE, sa_column=Column(EnumColumn(DeliveryState), nullable=False)
    )
    due_at: datetime = moment()
    attempts: int = 0
    answer: str = Field(default="", max_length=200)
    """What the other site said last, or why it could not be reached."""


class Edition(SQLModel, table=True):
    """How often something public has changed: the sum over all rows (see `app.store.editions`)."""

    id: int = id_of()
    number: int = Field(sa_column=Column(Id, nullable=False))


class Door(SQLModel, table=True):
    """A way in for mail: how far the clock of who hands it over was from ours, in seconds, when they were last compared."""

    name: str = Field(primary_key=True, max_length=16)
    off: float
    at: datetime = moment()


class Outage(SQLModel, table=True):
    """A time in which a door of this site took nothing."""

    __table_args__ = (UniqueConstraint("door", "began_at"), Index("ix_outage_ended_at", "ended_at"))

    id: int = id_of()
    door: str = Field(default="clock", max_length=16)
    """Which one, as `app.store.work.heartbeats` names it; `clock` is all that does the jobs."""
    began_at: datetime = moment()
    """When one was last seen to live."""
    ended_at: datetime = moment()
    made_up_at: datetime | None = moment(nullable=True)
    """When its length was added to what players had time for."""


class PushDevice(SQLModel, table=True):
    """A browser of a player's that wants to be woken by news, and the news that waits for it: all news say the same."""

    holds: ClassVar = PersonalData(
        "The address of a browser of theirs at its maker's: it goes.",
        "player_id",
        "push_devices",
        goes=True,
    )

    __tablename__ = "push_device"

    id: int = id_of()
    player_id: int = id_of("player.id", nullable=False, index=True)
    endpoint: str = Field(sa_column=Column(Text, nullable=False))
    """Who knows it could wake the browser, but for the signature: it is shown nowhere."""
    endpoint_key: str = Field(max_length=64, unique=True)
    """The SHA-256 of it."""
    seasons: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """The seasons whose news wake it."""
    failures: int = 0
    """How often in a row it could not be reached."""
    due_at: datetime | None = Field(default=None, sa_column=Column(Utc, index=True))
    """When it is woken; None: nothing waits, or somebody has it in hand."""
    until: datetime | None = moment(nullable=True)
    """From when on the news is old."""
