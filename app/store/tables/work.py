"""The tables of due work and of messages between processes."""

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
    """The state of a message to a webhook."""

    DUE = "due"
    DELIVERED = "delivered"
    GIVEN_UP = "given-up"


class Heartbeat(SQLModel, table=True):
    """When a process was last seen alive: the one for jobs, and the one that checks whether we can write."""

    __tablename__ = "heartbeat"

    key: str = Field(primary_key=True, max_length=64)
    """The name of the process, and the boot of its machine."""
    at: datetime = moment()
    uptime: float
    """The uptime of its machine in seconds, which no change of the clock affects."""


class Fact(SQLModel, table=True):
    """A fact about the site's past: a secret that it had, or that this is a copy of its database."""

    key: str = Field(primary_key=True, max_length=64)
    at: datetime = moment()
    """Since when it is true."""


class FormAnswer(SQLModel, table=True):
    """A form that was sent. The same form again gets the same answer and does nothing."""

    __tablename__ = "form_answer"

    key: str = Field(primary_key=True, max_length=64)
    content_hash: str = Field(max_length=64)
    location: str = Field(sa_column=Column(Text, nullable=False))
    """The page to which its sender was redirected."""
    at: datetime = moment()


class Webhook(SQLModel, table=True):
    """An address of another site that is told what happens to seasons."""

    holds: ClassVar = PersonalData("Who added it.", signed="created_by")

    id: int = id_of()
    url: str = Field(sa_column=Column(Text, nullable=False))
    """The address. Anyone who knows it may post there, so only its host is shown."""
    shape: WebhookShape = Field(sa_column=Column(EnumColumn(WebhookShape), nullable=False))
    lang: str = Field(max_length=2)
    secret: str = Field(max_length=64)
    """The secret that signs messages; in clear, since we sign with it."""
    created_at: datetime = moment()
    created_by: str = Field(max_length=100)
    ended_at: datetime | None = moment(nullable=True)


class Delivery(SQLModel, table=True):
    """A message to a webhook: the event, and the state of its delivery."""

    __table_args__ = (
        UniqueConstraint("webhook_id", "key"),
        Index("ix_delivery_state_due_at", "state", "due_at"),
    )

    id: int = id_of()
    webhook_id: int = id_of("webhook.id", nullable=False, ondelete="CASCADE")
    season_id: int | None = id_of("season.id", nullable=True, index=True, ondelete="CASCADE")
    key: str = Field(max_length=64)
    """The key of the event. A second message about it would have the same key, so no webhook hears of it twice."""
    event: str = Field(max_length=20)
    content: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    at: datetime = moment()
    state: DeliveryState = Field(
        default=DeliveryState.DUE, sa_column=Column(EnumColumn(DeliveryState), nullable=False)
    )
    due_at: datetime = moment()
    attempts: int = 0
    answer: str = Field(default="", max_length=200)
    """The last answer of the other site, or why it could not be reached."""


class Edition(SQLModel, table=True):
    """How often something public has changed: the sum over all rows (see `app.store.editions`)."""

    id: int = id_of()
    number: int = Field(sa_column=Column(Id, nullable=False))


class Door(SQLModel, table=True):
    """A door for mail: how many seconds the clock of the delivering server differed from ours when last compared."""

    name: str = Field(primary_key=True, max_length=16)
    off: float
    at: datetime = moment()


class Outage(SQLModel, table=True):
    """A time in which a door of this site accepted nothing."""

    __table_args__ = (UniqueConstraint("door", "began_at"), Index("ix_outage_ended_at", "ended_at"))

    id: int = id_of()
    door: str = Field(default="clock", max_length=16)
    """The door, as `app.store.work.heartbeats` names it; `clock` is the process for all jobs."""
    began_at: datetime = moment()
    """When it was last seen alive."""
    ended_at: datetime = moment()
    made_up_at: datetime | None = moment(nullable=True)
    """When players' deadlines were extended by its length."""


class PushDevice(SQLModel, table=True):
    """A browser that a player wants to be woken by news, and the waiting news. All news look the same."""

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
    """The address. Anyone who knows it could wake the browser if they had our signature, so it is never shown."""
    endpoint_key: str = Field(max_length=64, unique=True)
    """The SHA-256 of the address."""
    seasons: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """The seasons whose news wake it."""
    failures: int = 0
    """How often in a row it could not be reached."""
    due_at: datetime | None = Field(default=None, sa_column=Column(Utc, index=True))
    """When it is due to be woken; None: nothing waits, or a worker has it in hand."""
    until: datetime | None = moment(nullable=True)
    """When the news becomes stale."""
