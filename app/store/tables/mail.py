"""The tables of mails in and letters out."""

from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import JSON, Column, Index, LargeBinary, Text
from sqlmodel import Field, Relationship, SQLModel

from app.store import claims
from app.store.tables.columns import EnumColumn, Id, Utc, id_of, moment
from app.store.tables.people import Player
from app.store.tables.personal import PersonalData
from app.store.tables.row import Row


class MailState(StrEnum):
    """The state of an incoming mail."""

    NEW = "new"
    DONE = "done"


class MailAction(StrEnum):
    """The result of a mail that came in."""

    ENTRY = "entry"
    PROBLEMS = "problems"
    IGNORED = "ignored"
    HELD = "held"
    REJECTED = "rejected"
    CONFIRMED = "confirmed"
    WITHDRAWN = "withdrawn"
    ANSWERED = "answered"  # told what it asked for
    BOUNCE = "bounce"
    PASSED_ON = "passed-on"  # waits for an organiser, or waited
    BLOCKED = "blocked"  # its mailbox takes no part here


class LetterState(StrEnum):
    """The state of an outgoing letter."""

    HELD = "held"  # until its reader's letter of the day
    READY = "ready"
    CLAIMED = "claimed"
    SENDING = "sending"
    SENT = "sent"
    DOUBT = "doubt"
    DEAD = "dead"


class Mail(SQLModel, table=True):
    """An incoming mail, byte for byte. It is stored before its receipt is acknowledged."""

    holds: ClassVar = PersonalData(
        "What they wrote: it goes, and so do mails that name their address.", told="mails"
    )

    __table_args__ = (Index("ix_mail_state_id", "state", "id"),)

    id: int = id_of()
    raw: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    received_at: datetime = moment()
    state: MailState = Field(
        default=MailState.NEW, sa_column=Column(EnumColumn(MailState), nullable=False)
    )
    sha256: str | None = Field(default=None, max_length=64, unique=True)
    """The digest of the raw bytes, so that a repeated delivery is stored once."""
    message_key: str | None = Field(default=None, max_length=64, index=True)
    """A key of its Message-ID and its sender's domain; two mails with the same key are flagged. None until it is
    read.
    """
    identity: str | None = Field(default=None, max_length=64, unique=True)
    """A digest that is the same for a repetition of the mail; None until it is read, and for a repetition."""
    action: MailAction | None = Field(
        default=None, sa_column=Column(EnumColumn(MailAction), nullable=True)
    )
    note: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """The request as it was read, or its problems (as `hikyaku mail in --json` prints them), and its `thread`."""
    player_id: int | None = id_of("player.id", nullable=True, index=True)
    waits_since: datetime | None = Field(default=None, sa_column=Column(Utc, index=True))
    """Since when it waits for an organiser; None if it needs none, or was answered or settled."""


class Mailbox(SQLModel, table=True):
    """How far a mailbox has been read over IMAP."""

    __tablename__ = "mailbox"

    key: str = Field(primary_key=True, max_length=64)
    """The SHA-256 of its address and folder."""
    uid_validity: int = Field(sa_column=Column(Id, nullable=False))
    uid: int = Field(sa_column=Column(Id, nullable=False))
    """The UID of the last stored mail, valid as long as `uid_validity` is the same."""


class Letter(Row, table=True):
    """A letter to a player. Written in the transaction that causes it; rendered and sent by jobs."""

    holds: ClassVar = PersonalData(
        "What was written to them. Letters to others that may name them lose their texts, copies go.",
        "player_id",
        "letters",
        goes=True,
    )

    __table_args__ = (Index("ix_letter_state_due_at", "state", "due_at"),)

    id: int = id_of()
    kind: str = Field(max_length=20)
    dedup_key: str = Field(max_length=200, unique=True)
    message_id: str = Field(max_length=200, unique=True)
    player_id: int = id_of("player.id", nullable=False, index=True)
    lang: str = Field(max_length=2)
    season_id: int | None = id_of("season.id", nullable=True)
    run_id: int | None = id_of("run.id", nullable=True)
    revision_id: int | None = id_of("revision.id", nullable=True)
    mail_id: int | None = id_of("mail.id", nullable=True)
    """The mail that it answers."""
    in_reply_to: str = Field(default="", sa_column=Column(Text, nullable=False))
    references: str = Field(default="", sa_column=Column("thread", Text, nullable=False))
    about: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """The fields that its template needs, besides the rows that the letter points to."""
    subject: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    text: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    html: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    state: LetterState = Field(
        default=LetterState.READY, sa_column=Column(EnumColumn(LetterState), nullable=False)
    )
    due_at: datetime = moment()
    lease_until: datetime | None = moment(nullable=True)
    claim: str | None = Field(default=None, max_length=claims.LONGEST)
    """The token of the worker that has claimed it. Only that worker can store a result."""
    attempts: int = 0
    reply: str = Field(default="", sa_column=Column(Text, nullable=False))
    """The last reply of the mail server."""
    created_at: datetime = moment()
    sent_at: datetime | None = moment(nullable=True)
    bounced_at: datetime | None = moment(nullable=True)
    """When it bounced after being accepted; `reply` says why."""
    settled_at: datetime | None = moment(nullable=True)
    """When an organiser settled it."""
    deliverer: str | None = Field(default=None, max_length=32)
    """The deliverer (a keyed digest) that caused it without proving to read its address. The letter then leaves only
    once released.
    """
    released_at: datetime | None = moment(nullable=True)
    """When the budgets or an organiser released it."""
    withheld: str = Field(default="", max_length=20)
    """The exhausted budget that withholds it: `mailbox`, `deliverer`, `domain` or `site`; or `closed`, like its
    season.
    """

    player: Player = Relationship()


class Release(SQLModel, table=True):
    """The release of a letter caused by an unproven sender. It counts in the budgets for a day."""

    holds: ClassVar = PersonalData(
        "Keyed digests of a mailbox and of a deliverer: they go after a day."
    )

    __tablename__ = "release"
    __table_args__ = (
        Index("ix_release_mailbox_at", "mailbox", "at"),
        Index("ix_release_domain_at", "domain", "at"),
    )

    id: int = id_of()
    at: datetime = Field(sa_column=Column(Utc, nullable=False, index=True))
    mailbox: str = Field(max_length=64)
    domain: str = Field(max_length=64)
    deliverer: str = Field(max_length=32)
