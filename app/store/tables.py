"""All tables. Addresses of people live in `player` alone, so that a person can be erased."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final, Optional

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, Relationship, SQLModel

from app.engine import Lang
from app.store import claims

Id = BigInteger().with_variant(Integer(), "sqlite")
"""A primary or foreign key: SQLite counts up only plain INTEGER keys."""


class Utc(TypeDecorator[datetime]):
    """A moment, kept in UTC. Takes and gives aware datetimes only."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Into the database."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment must name its time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Out of it; SQLite forgets the zone."""
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


class OneOf(TypeDecorator[StrEnum]):
    """A word out of an enumeration, kept as text."""

    impl = String(20)
    cache_ok = True

    def __init__(self, words: type[StrEnum]) -> None:
        super().__init__()
        self.words = words

    def process_bind_param(self, value: StrEnum | None, dialect: Dialect) -> str | None:
        """Into the database; a word that is not in the enumeration raises ValueError."""
        return None if value is None else self.words(value).value

    def process_result_value(self, value: Any, dialect: Dialect) -> StrEnum | None:
        """Out of it."""
        return None if value is None else self.words(value)


SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
METADATA: Final = SQLModel.metadata


class SeasonState(StrEnum):
    """Where a season is; it moves along this list, and from review back to running by an undo."""

    DRAFT = "draft"
    OPEN = "open"
    CLOSED = "closed"
    RUNNING = "running"
    REVIEW = "review"
    PUBLISHED = "published"
    ARCHIVED = "archived"


SEALED: Final = (SeasonState.DRAFT, SeasonState.OPEN)
PUBLIC: Final = (SeasonState.PUBLISHED, SeasonState.ARCHIVED)
"""For statements: who may see what, and when, is asked of `app.league.visibility`."""


class RevisionState(StrEnum):
    """The state of a revision that a player sent."""

    HELD = "held"  # the address is not proven yet
    ACCEPTED = "accepted"  # counts, if it is the latest
    WAITING = "waiting"  # its player stands by it, and an organiser has not said yes yet
    REFUSED = "refused"  # an organiser has said no
    SUPERSEDED = "superseded"  # confirmed too late: a later one was accepted before
    WITHDRAWN = "withdrawn"  # the entry is out, until a later one is accepted
    DECLINED = "declined"  # its player says that it is not theirs; kept for the record


class MailState(StrEnum):
    """How far we are with a mail that came in."""

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
    """Where a letter is on its way out."""

    READY = "ready"
    CLAIMED = "claimed"
    SENDING = "sending"
    SENT = "sent"
    DOUBT = "doubt"
    DEAD = "dead"


class Role(StrEnum):
    """The part of a person at the organisers' desk; `app.league.people.organisers` says what each may do."""

    OWNER = "owner"
    ORGANISER = "organiser"
    HELPER = "helper"


class SignInPurpose(StrEnum):
    """The kinds of sign-in that a token opens."""

    LINK = "link"  # one use: becomes an organiser's browser
    ORGANISER = "organiser"  # a browser
    PLAYER = "player"  # a browser, in one season
    API = "api"  # a program of an organiser's


def _id(to: str | None = None, *, ondelete: str | None = None, **options: Any) -> Any:
    """A key of this table (None until the row is flushed), or one that points to another."""
    if to is None:
        return Field(default=None, sa_column=Column(Id, primary_key=True))
    return Field(sa_column=Column(Id, ForeignKey(to, ondelete=ondelete), **options))


def _moment(*, nullable: bool = False) -> Any:
    column = Column(Utc, nullable=nullable)
    return Field(default=None, sa_column=column) if nullable else Field(sa_column=column)


class WebhookShape(StrEnum):
    """What a webhook sends: signed JSON for programs, or a text as Discord takes it."""

    SIGNED = "signed"
    TEXT = "text"


class DeliveryState(StrEnum):
    """How far a message to a webhook is."""

    DUE = "due"
    DELIVERED = "delivered"
    GIVEN_UP = "given-up"


class Player(SQLModel, table=True):
    """A person who writes to us. The only place where an address stands."""

    id: int = _id()
    address: str = Field(max_length=254)
    address_key: str = Field(max_length=254, unique=True)
    lang: str = Field(max_length=2)
    proven_at: datetime | None = _moment(nullable=True)
    """When it was proven that mail to this address reaches its player."""
    organiser_since: datetime | None = _moment(nullable=True)
    """When they were made an organiser of this installation; None for everybody else."""
    role: Role | None = Field(default=None, sa_column=Column(OneOf(Role), nullable=True))
    """Their part at the desk; None for everybody else."""
    desk_name: str = Field(default="", max_length=100)
    """What the log of acts calls them, if they organise."""
    muted_at: datetime | None = _moment(nullable=True)
    """When they asked for no more letters; answers to their own mail go out all the same."""
    wants_log: bool = False
    """Whether all their battles, told in full, come with their report."""
    wants_text_only: bool = False
    """Whether their letters have plain text alone, without HTML."""
    wants_short_report: bool = False
    """Whether their report leaves out the battles told and the list of opponents."""
    owner_page: str | None = Field(default=None, max_length=32, unique=True)
    """The end of the address of their page across seasons; None unless they want one."""
    owner_page_hidden_at: datetime | None = _moment(nullable=True)
    """When an organiser hid that page."""
    bounce_score: float = 0
    """How badly letters to them fail (see `app.league.people.players`), as of `bounced_at`."""
    bounced_at: datetime | None = _moment(nullable=True)
    paused_at: datetime | None = _moment(nullable=True)
    """When too many letters had come back: none leaves until they are heard of."""
    secret_generation: int = 0
    """How often they asked for new secret addresses: those of an earlier generation open nothing."""
    created_at: datetime = _moment()


class Season(SQLModel, table=True):
    """A tournament: entries until a deadline, then every pair meets."""

    id: int = _id()
    slug: str = Field(max_length=64, unique=True)
    game: str = Field(max_length=64)
    rules_version: str = Field(max_length=64)
    title_ja: str = Field(max_length=200)
    title_en: str = Field(max_length=200)
    description_ja: str = Field(default="", sa_column=Column(Text, nullable=False))
    description_en: str = Field(default="", sa_column=Column(Text, nullable=False))
    state: SeasonState = Field(
        default=SeasonState.DRAFT, sa_column=Column(OneOf(SeasonState), nullable=False)
    )
    win: int = 3
    draw: int = 1
    loss: int = 0
    tie_breaks: str = Field(max_length=100)
    capacity: int | None = None
    """So many entries count at most; None: as many as come."""
    approves_newcomers: bool = False
    """Whether entries of players who never took part here wait for an organiser's yes."""
    closes_at: datetime | None = _moment(nullable=True)
    opened_at: datetime | None = _moment(nullable=True)
    closed_at: datetime | None = _moment(nullable=True)
    laid_open_at: datetime | None = _moment(nullable=True)
    """From when on organisers could see the builds for the first time; it never changes afterwards."""
    release_at: datetime | None = _moment(nullable=True)
    """When the results under review are to be published; asked of `app.league.visibility`, since it ends with the review."""
    published_at: datetime | None = _moment(nullable=True)
    published_run_id: int | None = Field(
        default=None,
        sa_column=Column(Id, ForeignKey("run.id", use_alter=True), nullable=True),
    )
    created_at: datetime = _moment()

    def title(self, lang: Lang) -> str:
        """Its title in this language."""
        return self.title_ja if lang == "ja" else self.title_en

    def description(self, lang: Lang) -> str:
        """What its organisers write of it, in Markdown; where they wrote it in one language only, in that."""
        own, other = self.description_ja, self.description_en
        if lang != "ja":
            own, other = other, own
        return own or other


class Entry(SQLModel, table=True):
    """A player's place in a season. What they play stands in its latest accepted revision."""

    __table_args__ = (
        UniqueConstraint("season_id", "player_id"),
        UniqueConstraint("season_id", "number"),
        UniqueConstraint("season_id", "name_key"),
    )

    id: int = _id()
    season_id: int = _id("season.id", nullable=False)
    player_id: int | None = _id("player.id", nullable=True, index=True)
    """None for an entry of the organiser, and for an erased person."""
    number: int | None = None
    """Its place by first accepted revision, fixed at closing; None if it did not come so far."""
    name_key: str | None = Field(default=None, max_length=300)
    """The name that it holds in its season, for comparing; None while no revision counts, or waits for an organiser."""
    current_id: int | None = Field(
        default=None,
        sa_column=Column(Id, ForeignKey("revision.id", use_alter=True), nullable=True),
    )
    """The revision that counts; None while none is accepted, and after a withdrawal."""
    approved_at: datetime | None = _moment(nullable=True)
    """When an organiser said yes to a newcomer: later revisions wait no more."""
    accepted_at: datetime | None = _moment(nullable=True)
    """When its first revision was accepted: entries are numbered in this order."""
    name_hidden_at: datetime | None = _moment(nullable=True)
    owner_hidden_at: datetime | None = _moment(nullable=True)
    lore_hidden_at: datetime | None = _moment(nullable=True)
    """Since when an organiser hides its name, its owner's, or its lore with its words and its address on the web.

    Those of later revisions too; `app.store.entrants` says what is shown.
    """
    created_at: datetime = _moment()

    season: Season = Relationship()
    player: Player | None = Relationship()
    current: Optional["Revision"] = Relationship(
        sa_relationship_kwargs={"foreign_keys": "Entry.current_id", "post_update": True}
    )


class Revision(SQLModel, table=True):
    """One state of an entry, as its player sent it. Never changed, but for its state."""

    id: int = _id()
    entry_id: int = _id("entry.id", nullable=False, index=True)
    serial: int
    """Counts from 1 in its entry."""
    state: RevisionState = Field(sa_column=Column(OneOf(RevisionState), nullable=False))
    name: str = Field(max_length=300)
    owner: str = Field(max_length=300)
    build: str = Field(sa_column=Column(Text, nullable=False))
    lore: str = Field(sa_column=Column(Text, nullable=False))
    url: str = Field(max_length=2000)
    extras: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    salt: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    commitment: str = Field(max_length=64)
    received_at: datetime = _moment()
    """When the raw bytes were committed: revisions are ordered by it."""
    mail_id: int | None = _id("mail.id", nullable=True)

    entry: Entry = Relationship(sa_relationship_kwargs={"foreign_keys": "Revision.entry_id"})


class Picture(SQLModel, table=True):
    """The own picture of a character, as we made it of its player's file; no part of what the entry commits to."""

    id: int = _id()
    entry_id: int = _id("entry.id", ondelete="CASCADE", nullable=False, index=True)
    revision_id: int | None = _id("revision.id", ondelete="CASCADE", nullable=True, index=True)
    """The held revision that it came with, and waits for; None for the one that counts."""
    digest: str = Field(max_length=64, index=True)
    """The SHA-256 of its bytes, which names it in its address."""
    content: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    width: int
    height: int
    created_at: datetime = _moment()
    hidden_at: datetime | None = _moment(nullable=True)
    hidden_why: str = Field(default="", sa_column=Column(Text, nullable=False))


class Seal(SQLModel, table=True):
    """The seal of an entry when entries closed. It stays public, also when entries are taken again."""

    __table_args__ = (UniqueConstraint("season_id", "closing", "entry_id"),)

    id: int = _id()
    season_id: int = _id("season.id", nullable=False)
    closing: int
    """Counts the closings of its season from 1."""
    sealed_at: datetime = _moment()
    entry_id: int = _id("entry.id", nullable=False)
    number: int
    """The number that the entry had by this closing."""
    revision_id: int = _id("revision.id", nullable=False)
    commitment: str = Field(max_length=64)


class Mail(SQLModel, table=True):
    """A mail that came in, byte for byte; kept before its receipt is acknowledged."""

    __table_args__ = (Index("ix_mail_state_id", "state", "id"),)

    id: int = _id()
    raw: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    received_at: datetime = _moment()
    state: MailState = Field(
        default=MailState.NEW, sa_column=Column(OneOf(MailState), nullable=False)
    )
    sha256: str | None = Field(default=None, max_length=64, unique=True)
    """Of the raw bytes: delivered once more, they are kept once."""
    message_key: str | None = Field(default=None, max_length=64, index=True)
    """Its Message-ID and its sender's domain; two mails that share it are flagged. None until it is read."""
    identity: str | None = Field(default=None, max_length=64, unique=True)
    """A digest that is the same if the mail comes again; None until it is read, and for a repetition."""
    action: MailAction | None = Field(
        default=None, sa_column=Column(OneOf(MailAction), nullable=True)
    )
    note: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """The request as it was read, or its problems (as `hikyaku mail in --json` prints them), and its `thread`."""
    player_id: int | None = _id("player.id", nullable=True, index=True)
    waits_since: datetime | None = Field(default=None, sa_column=Column(Utc, index=True))
    """Since when it waits for an organiser; None for a mail that needs none, and once it was answered or settled."""


class Mailbox(SQLModel, table=True):
    """How far a mailbox has been read over IMAP."""

    __tablename__ = "mailbox"

    key: str = Field(primary_key=True, max_length=64)
    """The SHA-256 of its address and folder."""
    uid_validity: int = Field(sa_column=Column(Id, nullable=False))
    uid: int = Field(sa_column=Column(Id, nullable=False))
    """The last mail that was kept; it counts only as long as `uid_validity` is the same."""


class Run(SQLModel, table=True):
    """A round robin: who took part, how far it is, and the digests of what went in and came out."""

    __table_args__ = (UniqueConstraint("season_id", "serial"),)

    id: int = _id()
    season_id: int = _id("season.id", nullable=False)
    serial: int
    rules_version: str = Field(max_length=64)
    entries: int
    """How many take part."""
    inputs_digest: str = Field(max_length=64, index=True)
    digest: str | None = Field(default=None, max_length=64)
    """None until it is finished."""
    started_at: datetime = _moment()
    finished_at: datetime | None = _moment(nullable=True)
    claim: str | None = Field(default=None, max_length=claims.LONGEST)
    """The token of the worker that plays it: no other one keeps battles of it."""
    lease_until: datetime | None = _moment(nullable=True)
    claimed_at: datetime | None = _moment(nullable=True)
    claimed_with: int = 0
    """Battles that were kept when it was claimed: those played since tell how fast it goes."""
    alone_since: datetime | None = _moment(nullable=True)
    """Since when this machine plays it, as the cluster that it was meant for had no worker left."""
    basis_id: int | None = _id("run.id", nullable=True)
    """The earlier run whose outcomes it took over; None if every pair was played."""
    taken_over: int = 0
    """So many of its entries did not meet each other again."""
    halted_at: datetime | None = _moment(nullable=True)
    """When it was given up, since its results were contradicted."""
    problems: list[dict[str, Any]] = Field(
        default_factory=list, sa_column=Column(JSON, nullable=False)
    )
    """The problems by which they were contradicted."""
    winners: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """The revisions of those on the first place, from its publication on."""
    word: str = Field(default="", sa_column=Column(Text, nullable=False))
    """What the organiser wrote at its publication, for everybody who reads the results."""


class Result(SQLModel, table=True):
    """An entry's part in a run: the revision it played, and its outcomes against all, compressed."""

    __table_args__ = (UniqueConstraint("run_id", "number"),)

    id: int = _id()
    run_id: int = _id("run.id", nullable=False)
    number: int
    revision_id: int = _id("revision.id", nullable=False)
    outcomes: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    """While the run is on, against later numbers only; then a byte for every number. None again once a
    later run has taken the place of one that was never published."""


class Letter(SQLModel, table=True):
    """A letter to a player. Written in the transaction that causes it; rendered and sent by jobs."""

    __table_args__ = (Index("ix_letter_state_due_at", "state", "due_at"),)

    id: int = _id()
    kind: str = Field(max_length=20)
    dedup_key: str = Field(max_length=200, unique=True)
    message_id: str = Field(max_length=200, unique=True)
    player_id: int = _id("player.id", nullable=False, index=True)
    lang: str = Field(max_length=2)
    season_id: int | None = _id("season.id", nullable=True)
    run_id: int | None = _id("run.id", nullable=True)
    revision_id: int | None = _id("revision.id", nullable=True)
    mail_id: int | None = _id("mail.id", nullable=True)
    """The mail that it answers."""
    in_reply_to: str = Field(default="", sa_column=Column(Text, nullable=False))
    references: str = Field(default="", sa_column=Column("thread", Text, nullable=False))
    about: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """The fields that its template needs besides the rows it points to."""
    subject: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    text: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    html: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    state: LetterState = Field(
        default=LetterState.READY, sa_column=Column(OneOf(LetterState), nullable=False)
    )
    due_at: datetime = _moment()
    lease_until: datetime | None = _moment(nullable=True)
    claim: str | None = Field(default=None, max_length=claims.LONGEST)
    """The token of the worker that has claimed it: no other one stores the outcome of its work."""
    attempts: int = 0
    reply: str = Field(default="", sa_column=Column(Text, nullable=False))
    """The last reply of the mail server."""
    created_at: datetime = _moment()
    sent_at: datetime | None = _moment(nullable=True)
    bounced_at: datetime | None = _moment(nullable=True)
    """When it came back, after it had been accepted; `reply` says why."""
    settled_at: datetime | None = _moment(nullable=True)
    """When an organiser said that nothing more is to be done about it."""
    deliverer: str | None = Field(default=None, max_length=32)
    """The deliverer that caused it, if not proven to read its address (a keyed digest); then it leaves once released."""
    released_at: datetime | None = _moment(nullable=True)
    """When budgets allowed that it leaves, or an organiser did."""
    withheld: str = Field(default="", max_length=20)
    """Which budget had nothing left for it: `mailbox`, `deliverer`, `domain` or `site`; or `closed`, as its season is."""

    player: Player = Relationship()


class Release(SQLModel, table=True):
    """The release of a letter caused by an unproven sender: for a day it counts in the budgets.

    Mailbox, domain and deliverer are kept as keyed digests.
    """

    __tablename__ = "release"
    __table_args__ = (
        Index("ix_release_mailbox_at", "mailbox", "at"),
        Index("ix_release_domain_at", "domain", "at"),
    )

    id: int = _id()
    at: datetime = Field(sa_column=Column(Utc, nullable=False, index=True))
    mailbox: str = Field(max_length=64)
    domain: str = Field(max_length=64)
    deliverer: str = Field(max_length=32)


class Refusal(SQLModel, table=True):
    """A mailbox whose reader wants no letter caused by others; kept as a keyed digest."""

    __tablename__ = "refusal"

    mailbox: str = Field(primary_key=True, max_length=64)
    at: datetime = _moment()


class Block(SQLModel, table=True):
    """A mailbox that takes no part here any more, by an organiser's decision; kept as a keyed digest."""

    id: int = _id()
    mailbox: str = Field(max_length=64, unique=True)
    player_id: int | None = _id("player.id", nullable=True, index=True, ondelete="SET NULL")
    """The player who was told; None once that person was erased: the mailbox stays blocked."""
    reason: str = Field(sa_column=Column(Text, nullable=False))
    """What they were told."""
    at: datetime = _moment()
    by: str = Field(max_length=200)

    player: Player | None = Relationship()


class Follower(SQLModel, table=True):
    """A player who wants to hear how a season ends, taking part or not."""

    __table_args__ = (UniqueConstraint("season_id", "player_id"),)

    id: int = _id()
    season_id: int = _id("season.id", nullable=False)
    player_id: int = _id("player.id", nullable=False, index=True)
    created_at: datetime = _moment()


class Audit(SQLModel, table=True):
    """An act of an organiser, and its reason."""

    id: int = _id()
    at: datetime = _moment()
    who: str = Field(max_length=100)
    act: str = Field(max_length=40)
    season_id: int | None = _id("season.id", nullable=True, index=True)
    entry_id: int | None = _id("entry.id", nullable=True)
    reason: str = Field(default="", sa_column=Column(Text, nullable=False))
    detail: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class SignIn(SQLModel, table=True):
    """A browser or a program that speaks for a player or an organiser. It holds the token, we its SHA-256."""

    __tablename__ = "sign_in"

    id: int = _id()
    token_hash: str = Field(max_length=64, unique=True)
    purpose: SignInPurpose = Field(sa_column=Column(OneOf(SignInPurpose), nullable=False))
    player_id: int = _id("player.id", nullable=False, index=True)
    season_id: int | None = _id("season.id", nullable=True)
    """The season in which it speaks for a player; None for organisers."""
    form_token: str = Field(default="", max_length=64)
    """A secret that every form of this browser carries, so that no other site can send one."""
    label: str = Field(default="", max_length=100)
    browser: str = Field(default="", max_length=40)
    """The kind of browser, as it says itself."""
    scopes: str | None = Field(default=None, max_length=200)
    """What a program may do at most, as words; None: all that its holder may."""
    created_at: datetime = _moment()
    seen_at: datetime = _moment()
    proven_at: datetime | None = _moment(nullable=True)
    """When its holder showed last who they are; what cannot be taken back wants that again."""
    expires_at: datetime = _moment()
    ended_at: datetime | None = _moment(nullable=True)
    """When it was used up (a link), ended or revoked."""


class SecondFactor(SQLModel, table=True):
    """The secret from which an organiser's app makes codes (RFC 6238), and the codes for the day on which it is lost."""

    __tablename__ = "second_factor"

    player_id: int = Field(
        sa_column=Column(
            Id, ForeignKey("player.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
        )
    )
    secret: str = Field(max_length=64)
    """In clear: a reader of this database can sign themselves in as well."""
    since: datetime | None = _moment(nullable=True)
    """When its first code was right; None until then, and none is asked for."""
    last_step: int = Field(default=0, sa_column=Column(Id, nullable=False))
    """The time step of the last code that was taken: none is taken twice."""
    recovery: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """The SHA-256 of each code that is left."""


class SecurityNote(SQLModel, table=True):
    """An event for the security log of the site; within a minute the same is counted, not repeated."""

    __tablename__ = "security_event"

    id: int = _id()
    key: str = Field(max_length=64, unique=True)
    """A key that is the same for the same event within its minute."""
    event: str = Field(max_length=40)
    at: datetime = Field(sa_column=Column(Utc, nullable=False, index=True))
    last_at: datetime = _moment()
    count: int = 1
    client: str = Field(default="", max_length=16)
    """Where it came from: a keyed digest of the network address, or a word of ours. Never an address."""
    player_id: int | None = _id("player.id", nullable=True, index=True, ondelete="SET NULL")
    season_id: int | None = _id("season.id", nullable=True, index=True, ondelete="SET NULL")
    detail: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class Bucket(SQLModel, table=True):
    """A rate limit: how much is left for this key, and when that was counted."""

    __tablename__ = "bucket"

    key: str = Field(primary_key=True, max_length=64)
    left: float
    at: datetime = _moment()


class Heartbeat(SQLModel, table=True):
    """When a process was last seen to live: the one that does the jobs, and the one that looks whether we can write."""

    __tablename__ = "heartbeat"

    key: str = Field(primary_key=True, max_length=64)
    """The name of the process, and the boot of its machine."""
    at: datetime = _moment()
    uptime: float
    """Seconds for which that machine had been up: no setting of its clock changes them."""


class FormAnswer(SQLModel, table=True):
    """A form that was sent: the same once more gets the same answer, and does nothing."""

    __tablename__ = "form_answer"

    key: str = Field(primary_key=True, max_length=64)
    content_hash: str = Field(max_length=64)
    location: str = Field(sa_column=Column(Text, nullable=False))
    """The page to which its sender was redirected."""
    at: datetime = _moment()


class Webhook(SQLModel, table=True):
    """An address of another site that hears what happens to seasons."""

    id: int = _id()
    url: str = Field(sa_column=Column(Text, nullable=False))
    """Who knows it may post there, so it is shown to nobody but its host."""
    shape: WebhookShape = Field(sa_column=Column(OneOf(WebhookShape), nullable=False))
    lang: str = Field(max_length=2)
    secret: str = Field(max_length=64)
    """With which messages are signed; in clear, since we sign."""
    created_at: datetime = _moment()
    created_by: str = Field(max_length=100)
    ended_at: datetime | None = _moment(nullable=True)


class Delivery(SQLModel, table=True):
    """A message to a webhook: the event as it was, and what became of it."""

    __table_args__ = (
        UniqueConstraint("webhook_id", "key"),
        Index("ix_delivery_state_due_at", "state", "due_at"),
    )

    id: int = _id()
    webhook_id: int = _id("webhook.id", nullable=False, ondelete="CASCADE")
    season_id: int | None = _id("season.id", nullable=True, index=True, ondelete="CASCADE")
    key: str = Field(max_length=64)
    """The same for the same event, so that no webhook hears of it twice."""
    event: str = Field(max_length=20)
    content: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    at: datetime = _moment()
    state: DeliveryState = Field(
        default=DeliveryState.DUE, sa_column=Column(OneOf(DeliveryState), nullable=False)
    )
    due_at: datetime = _moment()
    attempts: int = 0
    answer: str = Field(default="", max_length=200)
    """What the other site said last, or why it could not be reached."""


class Trial(SQLModel, table=True):
    """A list in the laboratory: for a while, everybody with its address sees how it ends."""

    __tablename__ = "trial"

    token: str = Field(primary_key=True, max_length=32)
    """The end of its address."""
    game: str = Field(max_length=64)
    text: str = Field(sa_column=Column(Text, nullable=False))
    """The list, one character a line, as it was sent. Its battles are played again each time its page is read."""
    expires_at: datetime = Field(sa_column=Column(Utc, nullable=False, index=True))


class Edition(SQLModel, table=True):
    """How often something public has changed: the sum over all rows (see `app.store.editions`)."""

    id: int = _id()
    number: int = Field(sa_column=Column(Id, nullable=False))
