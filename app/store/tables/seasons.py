"""The tables of seasons: entries and their revisions, runs and their results."""

from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, Final, Optional

from sqlalchemy import JSON, Column, ForeignKey, Index, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field, Relationship, SQLModel

from app.engine import Lang
from app.store import claims
from app.store.tables.columns import EnumColumn, Id, Utc, id_of, moment
from app.store.tables.people import Player
from app.store.tables.personal import FARED, PersonalData
from app.store.tables.row import Row


class SeasonState(StrEnum):
    """The state of a season. It moves along this list, and by an undo from review back to running. Until its results
    are public it can be called off for good.
    """

    DRAFT = "draft"
    OPEN = "open"
    CLOSED = "closed"
    RUNNING = "running"
    REVIEW = "review"
    PUBLISHED = "published"
    ARCHIVED = "archived"
    CALLED_OFF = "called-off"


SEALED: Final = (SeasonState.DRAFT, SeasonState.OPEN)
PUBLIC: Final = (SeasonState.PUBLISHED, SeasonState.ARCHIVED)
"""The states with public results, for statements. `app.league.visibility` decides who may see what."""
OVER: Final = (*PUBLIC, SeasonState.CALLED_OFF)
"""The states in which nothing happens any more."""


class RevisionState(StrEnum):
    """The state of a revision that a player sent."""

    HELD = "held"  # the address is not proven yet
    ACCEPTED = "accepted"  # counts, if it is the latest
    QUEUED = "queued"  # its player stands by it, and no place is free yet
    WAITING = "waiting"  # its player stands by it, and an organiser has not said yes yet
    REFUSED = "refused"  # an organiser has said no
    SUPERSEDED = "superseded"  # confirmed too late: a later one was accepted before
    WITHDRAWN = "withdrawn"  # the entry is out, until a later one is accepted
    DECLINED = "declined"  # its player says that it is not theirs; kept for the record


class Season(SQLModel, table=True):
    """A tournament: entries until a deadline, then every pair meets."""

    __table_args__ = (UniqueConstraint("cup", "edition"),)

    id: int = id_of()
    slug: str = Field(max_length=64, unique=True)
    game: str = Field(max_length=64)
    cup: str | None = Field(default=None, max_length=64, foreign_key="cup.slug")
    """The series that it belongs to, if it does."""
    edition: int | None = None
    """The number of the edition of its cup, from 1; None without a cup."""
    rules_version: str = Field(max_length=64)
    title_ja: str = Field(max_length=200)
    title_en: str = Field(max_length=200)
    description_ja: str = Field(default="", sa_column=Column(Text, nullable=False))
    description_en: str = Field(default="", sa_column=Column(Text, nullable=False))
    state: SeasonState = Field(
        default=SeasonState.DRAFT, sa_column=Column(EnumColumn(SeasonState), nullable=False)
    )
    win: int = 3
    draw: int = 1
    loss: int = 0
    tie_breaks: str = Field(max_length=100)
    stages: list[dict[str, Any]] = Field(
        default_factory=list, sa_column=Column(JSON, nullable=False)
    )
    """Its stages in order, as `app.league.seasons.stages.plans` reads them; without any it is one round robin."""
    pairings: list[list[int]] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )
    """Pairings by hand: the round and both numbers; None until organisers give them."""
    rulings: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """Retirements and decisions in its stages, as `app.league.seasons.stages.rulings` reads them."""
    capacity: int | None = None
    """The most entries that count; None: no limit."""
    waiting_list: bool = False
    """Whether entries without a place wait for one."""
    waves: list[tuple[str, int]] = Field(
        default_factory=list, sa_column=Column(JSON, nullable=False)
    )
    """The moments at which more places open, with their numbers. Opened ones are included in `capacity`."""
    pool: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """Limits on builds besides the rules, as `app.league.eligibility.pools` reads them; empty: none."""
    sides: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """Its sides, as `app.league.eligibility.sides` reads them; empty: none."""
    characters: int = 1
    """The most characters of one player."""
    approves_newcomers: bool = False
    """Whether entries of newcomers wait for an organiser's approval."""
    listed: bool = True
    """Whether other pages, programs and letters lead to it (see `app.league.visibility`), and not only its own
    address.
    """
    of_duel: bool = False
    """Whether it is the season of a duel, which is not listed and seen only by its two players."""
    ranked: bool = False
    """Whether its results count for the player rank of its game."""
    ranked_at: datetime | None = moment(nullable=True)
    """When they were counted for the rank; None until they are public, and until they are counted (again)."""
    set_number: int | None = None
    """The number of its card set within its game, from its first publication on; None if it is not a call for cards.
    """
    proof: int = 2
    """The kind of its proof. 1, for seasons opened before 29 November 2026: a seal with one salt, heads of matches
    with names, and lots over its current entries. 2: a seal of parts, heads with numbers, and lots over the entries
    of its first closing.
    """
    beacon: str = Field(default="", max_length=200)
    """The name of its beacon, as `app.league.seasons.stages.beacons` reads it; empty: none."""
    beacon_facts: dict[str, Any] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )
    """What is known of the beacon: its source and moment, and its value once seen; None before the opening."""
    reminders: str = Field(default="48,6", max_length=40)
    """The hours before the deadline at which players without an entry are reminded, separated by commas."""
    reminded: str = Field(default="earlier,watching,held", max_length=40)
    """Who is reminded: players of an earlier season of its game, followers, players with a held entry."""
    decisions: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """Decisions without a column of their own, as `app.league.seasons.decisions` reads them."""
    closes_at: datetime | None = moment(nullable=True)
    closing_at: datetime | None = moment(nullable=True)
    """When an organiser closed it, while earlier mail is still to be read."""
    made_up: float = 0
    """The seconds by which outages, not organisers, have moved its deadlines."""
    paused_at: datetime | None = moment(nullable=True)
    """Since when it is paused; None: it is not."""
    pause_reason: str = Field(default="", sa_column=Column(Text, nullable=False))
    """The reason for the pause, as players are told."""
    opened_at: datetime | None = moment(nullable=True)
    closed_at: datetime | None = moment(nullable=True)
    laid_open_at: datetime | None = moment(nullable=True)
    """When organisers could first see the builds; it never changes afterwards."""
    release_at: datetime | None = moment(nullable=True)
    """When results under review are published. Ask `app.league.visibility`, since it ends with the review."""
    released_rounds: int = 0
    """How many rounds of the results under review are shown; ask `app.league.visibility`."""
    published_at: datetime | None = moment(nullable=True)
    published_run_id: int | None = Field(
        default=None,
        sa_column=Column(Id, ForeignKey("run.id", use_alter=True), nullable=True),
    )
    created_at: datetime = moment()

    @property
    def capacity_in_all(self) -> int | None:
        """The number of places once every wave has opened; None for no limit."""
        return (
            None if self.capacity is None else self.capacity + sum(more for _, more in self.waves)
        )

    @property
    def beacon_at(self) -> datetime | None:
        """The earliest moment at which anyone may know its beacon; None without one, and before the opening."""
        return datetime.fromisoformat(self.beacon_facts["at"]) if self.beacon_facts else None

    def title(self, lang: Lang) -> str:
        """Its title in this language."""
        return self.title_ja if lang == "ja" else self.title_en

    def description(self, lang: Lang) -> str:
        """The organisers' description in Markdown; in their other language if they wrote only that."""
        own, other = self.description_ja, self.description_en
        if lang != "ja":
            own, other = other, own
        return own or other


class Entry(Row, table=True):
    """A character in a season. Its latest accepted revision is what it plays."""

    holds: ClassVar = PersonalData(
        "A place in a season: without a number it goes, else it stays without player and words."
    )

    __table_args__ = (
        Index("ix_entry_season_id_player_id", "season_id", "player_id"),
        UniqueConstraint("season_id", "number"),
        UniqueConstraint("season_id", "name_key"),
    )

    id: int = id_of()
    season_id: int = id_of("season.id", nullable=False)
    player_id: int | None = id_of("player.id", nullable=True, index=True)
    """None for an entry of the organiser, and for an erased person."""
    number: int | None = None
    """Its number by first accepted revision, fixed at closing; None until then, and if it was never accepted."""
    name_key: str | None = Field(default=None, max_length=300)
    """The key of the name that it holds in its season; None while no revision counts or waits for an organiser."""
    current_id: int | None = Field(
        default=None,
        sa_column=Column(Id, ForeignKey("revision.id", use_alter=True), nullable=True),
    )
    """The current revision; None until one is accepted, and after a withdrawal."""
    approved_at: datetime | None = moment(nullable=True)
    """When an organiser approved a newcomer; later revisions do not wait."""
    queued_at: datetime | None = moment(nullable=True)
    """Since when it waits for a place; None if it does not."""
    accepted_at: datetime | None = moment(nullable=True)
    """When its first revision was accepted. Entries are numbered in this order."""
    here_at: datetime | None = moment(nullable=True)
    """When its player last said that they take part: on acceptance, or at a check-in."""
    withdrawn_at: datetime | None = moment(nullable=True)
    """When its player last withdrew it. Nothing received before then brings it back."""
    successors: str = Field(default="", sa_column=Column(Text, nullable=False))
    """The names of the players who took its seat over, the latest last. The owner's name is in the revision."""
    name_hidden_at: datetime | None = moment(nullable=True)
    owner_hidden_at: datetime | None = moment(nullable=True)
    lore_hidden_at: datetime | None = moment(nullable=True)
    """Since when an organiser hides its name, its owner, or its lore with its words and home page.

    Later revisions are hidden, too; `app.store.entrants` says what is shown.
    """
    created_at: datetime = moment()

    season: Season = Relationship()
    player: Player | None = Relationship()
    current: Optional["Revision"] = Relationship(
        sa_relationship_kwargs={"foreign_keys": "Entry.current_id", "post_update": True}
    )


class StepKind(StrEnum):
    """The steps of a timetable, in this order. Deadline and release are columns of the season."""

    OPENING = "opening"
    RUN = "run"
    NIGHT = "night"
    RELEASE = "release"
    ARCHIVE = "archive"


class StepState(StrEnum):
    """The state of a step."""

    PLANNED = "planned"
    HELD = "held"  # it is not taken, nor what comes after it, until an organiser says so
    SKIPPED = "skipped"  # it is left to organisers
    DONE = "done"


class Step(SQLModel, table=True):
    """A step that a season takes by itself at a moment. A release is stored here only while it is held or skipped."""

    __table_args__ = (
        UniqueConstraint("season_id", "kind", "number"),
        Index("ix_step_due_at", "due_at"),
    )

    id: int = id_of()
    season_id: int = id_of("season.id", nullable=False)
    kind: StepKind = Field(sa_column=Column(EnumColumn(StepKind), nullable=False))
    number: int = 0
    """The number of a night, from 1."""
    nights: int = 0
    """The number of nights, including the one with all results."""
    rounds: int | None = None
    """How many rounds a night shows; None: an equal share."""
    due_at: datetime = moment()
    zone: str = Field(max_length=64)
    """The time zone in which it was entered, and by whose clocks it moves."""
    state: StepState = Field(
        default=StepState.PLANNED, sa_column=Column(EnumColumn(StepState), nullable=False)
    )
    quiet: bool = False
    """Whether an opening or a night sends no letters."""
    problems: list[dict[str, Any]] = Field(
        default_factory=list, sa_column=Column(JSON, nullable=False)
    )
    """Why the step failed and is held."""

    @property
    def name(self) -> str:
        """Its kind, or `night-1` for a night."""
        return f"{self.kind.value}-{self.number}" if self.number else self.kind.value


class Revision(Row, table=True):
    """One version of an entry as its player sent it. Only its state changes."""

    holds: ClassVar = PersonalData(
        "What a character brings: it goes with its entry, or loses owner, home page, lore and words."
    )

    id: int = id_of()
    entry_id: int = id_of("entry.id", nullable=False, index=True)
    serial: int
    """Counts from 1 in its entry."""
    state: RevisionState = Field(sa_column=Column(EnumColumn(RevisionState), nullable=False))
    name: str = Field(max_length=300)
    owner: str = Field(max_length=300)
    build: str = Field(sa_column=Column(Text, nullable=False))
    lore: str = Field(sa_column=Column(Text, nullable=False))
    url: str = Field(max_length=2000)
    extras: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    salt: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    """The salt of its seal; for the second kind of proof the salts of all parts, as `app.store.results.parts` packs
    them.
    """
    digests: dict[str, str] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """The digests of parts whose salts were destroyed when its player was erased."""
    commitment: str = Field(max_length=64)
    rules_version: str = Field(max_length=64)
    """The version of the season's rules under which it was sealed."""
    received_at: datetime = moment()
    """When the raw bytes were committed: revisions are ordered by it."""
    mail_id: int | None = id_of("mail.id", nullable=True)

    entry: Entry = Relationship(sa_relationship_kwargs={"foreign_keys": "Revision.entry_id"})


class Picture(SQLModel, table=True):
    """The own picture of a character, made by us from its player's file. It is not part of the seal."""

    holds: ClassVar = PersonalData("A picture.", "entry_id", "pictures", goes=True)

    id: int = id_of()
    entry_id: int = id_of("entry.id", ondelete="CASCADE", nullable=False, index=True)
    revision_id: int | None = id_of("revision.id", ondelete="CASCADE", nullable=True, index=True)
    """The held revision that it waits with; None for the current picture."""
    digest: str = Field(max_length=64, index=True)
    """The SHA-256 of its bytes, which names it in its address."""
    content: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    width: int
    height: int
    created_at: datetime = moment()
    hidden_at: datetime | None = moment(nullable=True)
    hidden_why: str = Field(default="", sa_column=Column(Text, nullable=False))


class Seal(SQLModel, table=True):
    """The seal of an entry at a closing. It stays public even if entries are taken again."""

    holds: ClassVar = FARED

    __table_args__ = (UniqueConstraint("season_id", "closing", "entry_id"),)

    id: int = id_of()
    season_id: int = id_of("season.id", nullable=False)
    closing: int
    """The number of the closing in its season, from 1."""
    sealed_at: datetime = moment()
    entry_id: int = id_of("entry.id", nullable=False)
    number: int
    """The number of the entry at this closing."""
    revision_id: int = id_of("revision.id", nullable=False)
    commitment: str = Field(max_length=64)


class Run(SQLModel, table=True):
    """A run of a season: who took part, its progress, and the digests of input and output."""

    __table_args__ = (UniqueConstraint("season_id", "serial"),)

    id: int = id_of()
    season_id: int = id_of("season.id", nullable=False)
    serial: int
    rules_version: str = Field(max_length=64)
    entries: int
    """How many take part."""
    inputs_digest: str = Field(max_length=64, index=True)
    battles: int | None = None
    """The number of battles (`app.store.results.runs.battles`); None in older runs in which everyone met everyone."""
    digest: str | None = Field(default=None, max_length=64)
    """None until it is finished."""
    started_at: datetime = moment()
    finished_at: datetime | None = moment(nullable=True)
    claim: str | None = Field(default=None, max_length=claims.LONGEST)
    """The token of the worker that plays it. Only that worker can store its battles."""
    lease_until: datetime | None = moment(nullable=True)
    claimed_at: datetime | None = moment(nullable=True)
    claimed_with: int = 0
    """The battles stored when it was claimed; those played since tell the speed."""
    alone_since: datetime | None = moment(nullable=True)
    """Since when this machine plays it because its cluster has no worker."""
    basis_id: int | None = id_of("run.id", nullable=True)
    """The earlier run whose outcomes it took over; None if every pair was played."""
    taken_over: int = 0
    """How many of its entries did not play each other again."""
    halted_at: datetime | None = moment(nullable=True)
    """When it was halted because its results were contradicted."""
    problems: list[dict[str, Any]] = Field(
        default_factory=list, sa_column=Column(JSON, nullable=False)
    )
    """The problems by which they were contradicted."""
    ranking: dict[str, Any] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )
    """The ranking with which a following season began (`app.tournament.formats.rankings`)."""
    pairings: list[list[int]] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )
    """The pairings by hand that it plays."""
    rulings: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """What organisers had ruled when it began (`app.league.seasons.stages.rulings`)."""
    left: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """The numbers of entries that left their matches and are ranked below all who stayed."""
    winners: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """The revisions of the winners, once published."""
    word: str = Field(default="", sa_column=Column(Text, nullable=False))
    """The organiser's word to readers of the results."""


class Result(SQLModel, table=True):
    """An entry's part in a run: the revision it played, and its outcomes against all, compressed."""

    __table_args__ = (UniqueConstraint("run_id", "number"),)

    id: int = id_of()
    run_id: int = id_of("run.id", nullable=False)
    number: int
    revision_id: int = id_of("revision.id", nullable=False)
    outcomes: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    """During the run only against later numbers; then a byte for every number. None again once a later run has
    replaced a never published one.
    """


class Placing(SQLModel, table=True):
    """The place of an entry in a published run, stored so that pages across seasons need not compute tables."""

    holds: ClassVar = FARED

    __table_args__ = (UniqueConstraint("run_id", "number"),)

    id: int = id_of()
    run_id: int = id_of("run.id", nullable=False)
    entry_id: int = id_of("entry.id", nullable=False, index=True)
    revision_id: int = id_of("revision.id", nullable=False)
    number: int
    place: int
    points: int
    wins: int
    draws: int
    losses: int


class Trial(SQLModel, table=True):
    """A list in the laboratory, visible for a while to everyone with its address."""

    __tablename__ = "trial"

    token: str = Field(primary_key=True, max_length=32)
    """The end of its address."""
    game: str = Field(max_length=64)
    text: str = Field(sa_column=Column(Text, nullable=False))
    """The list, one character a line, as it was sent. Its battles are played again each time its page is read."""
    cards: str = Field(default="", sa_column=Column(Text, nullable=False))
    """The text of its house cards; empty without any."""
    season: str = Field(default="", max_length=64)
    """The season whose rules it uses; empty for the current rules."""
    settings: str = Field(default="", sa_column=Column(Text, nullable=False))
    """The settings of its matches, one `key=value` a line; empty for defaults, and any cards may meet."""
    expires_at: datetime = Field(sa_column=Column(Utc, nullable=False, index=True))
