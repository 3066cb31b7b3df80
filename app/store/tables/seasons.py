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
    """Where a season is; it moves along this list, and from review back to running by an undo. Until its results are public it may be called off, for good."""

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
"""For statements: who may see what, and when, is asked of `app.league.visibility`."""
OVER: Final = (*PUBLIC, SeasonState.CALLED_OFF)
"""Nothing happens in it any more."""


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
    """Which of its cup it is, counted from 1; None without a cup."""
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
    """Its stages in order, as `app.league.seasons.stages.plans` reads them; of none it is one round robin."""
    pairings: list[list[int]] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )
    """Who meets whom where organisers pair by hand: the round and both numbers; None until they have said."""
    rulings: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """Who has retired, and what has been set, in its stages, as `app.league.seasons.stages.rulings` reads it."""
    capacity: int | None = None
    """So many entries count at most; None: as many as come."""
    waiting_list: bool = False
    """Whether entries that find no place wait for one."""
    waves: list[tuple[str, int]] = Field(
        default_factory=list, sa_column=Column(JSON, nullable=False)
    )
    """The moments at which more places open, and how many; those that have opened are in `capacity`."""
    pool: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """What builds may have beside the rules, as `app.league.eligibility.pools` reads it; empty: the rules alone."""
    sides: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """Its sides, as `app.league.eligibility.sides` reads them; empty: none."""
    characters: int = 1
    """So many characters a player may have in it."""
    approves_newcomers: bool = False
    """Whether entries of players who never took part here wait for an organiser's yes."""
    listed: bool = True
    """Whether there is a way to it from other pages, programs and letters (see `app.league.visibility`), and not its own address alone."""
    of_duel: bool = False
    """Whether it is that of a duel, which is not listed, and seen by its two alone."""
    ranked: bool = False
    """Whether its results count for the player rank of its game."""
    ranked_at: datetime | None = moment(nullable=True)
    """When they were counted; None while they are not public, and until they are counted (again)."""
    set_number: int | None = None
    """The number of its set of cards among those of its game, since it was first published; None of no call for cards."""
    proof: int = 2
    """How it is proven. 1, of seasons opened before 29 November 2026: a seal under one salt, heads of matches with names, lots of
    those who are in it. 2: a seal of parts, heads with numbers, lots of those who were in it at its first closing."""
    beacon: str = Field(default="", max_length=200)
    """Its beacon as it was named, as `app.league.seasons.stages.beacons` reads it; empty: none."""
    beacon_facts: dict[str, Any] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )
    """What is known of it: where it comes from and when, and once it has been seen what it is; None before the opening."""
    reminders: str = Field(default="48,6", max_length=40)
    """So many hours before its deadline players without an entry are reminded, with commas."""
    reminded: str = Field(default="earlier,watching,held", max_length=40)
    """Which of them: those who entered an earlier season of its game, who watch it, whose entry is held."""
    decisions: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """What was decided about it and has no column here, as `app.league.seasons.decisions` reads it."""
    closes_at: datetime | None = moment(nullable=True)
    closing_at: datetime | None = moment(nullable=True)
    """When an organiser has said that it closes, as long as mail of before is still to be read."""
    made_up: float = 0
    """So many seconds its deadlines have moved by outages, without an organiser."""
    paused_at: datetime | None = moment(nullable=True)
    """Since when nothing in it moves on by itself; None: it goes on."""
    pause_reason: str = Field(default="", sa_column=Column(Text, nullable=False))
    """Why, as players are told."""
    opened_at: datetime | None = moment(nullable=True)
    closed_at: datetime | None = moment(nullable=True)
    laid_open_at: datetime | None = moment(nullable=True)
    """From when on organisers could see the builds for the first time; it never changes afterwards."""
    release_at: datetime | None = moment(nullable=True)
    """When the results under review are to be published; asked of `app.league.visibility`, since it ends with the review."""
    released_rounds: int = 0
    """So many rounds of the results under review are shown; asked of `app.league.visibility`."""
    published_at: datetime | None = moment(nullable=True)
    published_run_id: int | None = Field(
        default=None,
        sa_column=Column(Id, ForeignKey("run.id", use_alter=True), nullable=True),
    )
    created_at: datetime = moment()

    @property
    def capacity_in_all(self) -> int | None:
        """How many places it has once every wave has opened; None for no limit."""
        return (
            None if self.capacity is None else self.capacity + sum(more for _, more in self.waves)
        )

    @property
    def beacon_at(self) -> datetime | None:
        """From when on somebody may have its beacon; None without one, and before the opening."""
        return datetime.fromisoformat(self.beacon_facts["at"]) if self.beacon_facts else None

    def title(self, lang: Lang) -> str:
        """Its title in this language."""
        return self.title_ja if lang == "ja" else self.title_en

    def description(self, lang: Lang) -> str:
        """What its organisers write of it, in Markdown; where they wrote it in one language only, in that."""
        own, other = self.description_ja, self.description_en
        if lang != "ja":
            own, other = other, own
        return own or other


class Entry(Row, table=True):
    """A character's place in a season. What it plays stands in its latest accepted revision."""

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
    """Its place by first accepted revision, fixed at closing; None if it did not come so far."""
    name_key: str | None = Field(default=None, max_length=300)
    """The name that it holds in its season, for comparing; None while no revision counts, or waits for an organiser."""
    current_id: int | None = Field(
        default=None,
        sa_column=Column(Id, ForeignKey("revision.id", use_alter=True), nullable=True),
    )
    """The revision that counts; None while none is accepted, and after a withdrawal."""
    approved_at: datetime | None = moment(nullable=True)
    """When an organiser said yes to a newcomer: later revisions wait no more."""
    queued_at: datetime | None = moment(nullable=True)
    """Since when it waits for a place; None if it does not."""
    accepted_at: datetime | None = moment(nullable=True)
    """When its first revision was accepted: entries are numbered in this order."""
    here_at: datetime | None = moment(nullable=True)
    """When its player said last that they take part: as it began to count, or since at the check-in."""
    withdrawn_at: datetime | None = moment(nullable=True)
    """When its player took it out last: what was received before does not bring it back."""
    successors: str = Field(default="", sa_column=Column(Text, nullable=False))
    """What those are called who have taken its seat over, the last one at the end; its owner is named in its revision."""
    name_hidden_at: datetime | None = moment(nullable=True)
    owner_hidden_at: datetime | None = moment(nullable=True)
    lore_hidden_at: datetime | None = moment(nullable=True)
    """Since when an organiser hides its name, its owner's, or its lore with its words and its address on the web.

    Those of later revisions too; `app.store.entrants` says what is shown.
    """
    created_at: datetime = moment()

    season: Season = Relationship()
    player: Player | None = Relationship()
    current: Optional["Revision"] = Relationship(
        sa_relationship_kwargs={"foreign_keys": "Entry.current_id", "post_update": True}
    )


class StepKind(StrEnum):
    """What the timetable of a season does, in this order; its deadline and its release stand in the season itself."""

    OPENING = "opening"
    RUN = "run"
    NIGHT = "night"
    RELEASE = "release"
    ARCHIVE = "archive"


class StepState(StrEnum):
    """How far a step is."""

    PLANNED = "planned"
    HELD = "held"  # it is not taken, nor what comes after it, until an organiser says so
    SKIPPED = "skipped"  # it is left to organisers
    DONE = "done"


class Step(SQLModel, table=True):
    """A step that a season takes by itself at a moment. A release stands here only while it is held, or skipped."""

    __table_args__ = (
        UniqueConstraint("season_id", "kind", "number"),
        Index("ix_step_due_at", "due_at"),
    )

    id: int = id_of()
    season_id: int = id_of("season.id", nullable=False)
    kind: StepKind = Field(sa_column=Column(EnumColumn(StepKind), nullable=False))
    number: int = 0
    """Of a night: it counts from 1."""
    nights: int = 0
    """Of a night: how many there are, with the one on which all results come out."""
    rounds: int | None = None
    """Of a night: from it on so many rounds are shown; None: its share of all."""
    due_at: datetime = moment()
    zone: str = Field(max_length=64)
    """The zone in which it was written, by whose clocks it moves."""
    state: StepState = Field(
        default=StepState.PLANNED, sa_column=Column(EnumColumn(StepState), nullable=False)
    )
    quiet: bool = False
    """Whether an opening, or a night, writes to nobody."""
    problems: list[dict[str, Any]] = Field(
        default_factory=list, sa_column=Column(JSON, nullable=False)
    )
    """Why it could not be taken, and is held."""

    @property
    def name(self) -> str:
        """Its kind, of a night `night-1`."""
        return f"{self.kind.value}-{self.number}" if self.number else self.kind.value


class Revision(Row, table=True):
    """One state of an entry, as its player sent it. Never changed, but for its state."""

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
    """That of its seal; in seasons of the second proof those of all its parts, as `app.store.results.parts` has them."""
    digests: dict[str, str] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """The digests of the parts whose salts were destroyed with their person."""
    commitment: str = Field(max_length=64)
    rules_version: str = Field(max_length=64)
    """The rules that it was sealed under: those of its season at that time."""
    received_at: datetime = moment()
    """When the raw bytes were committed: revisions are ordered by it."""
    mail_id: int | None = id_of("mail.id", nullable=True)

    entry: Entry = Relationship(sa_relationship_kwargs={"foreign_keys": "Revision.entry_id"})


class Picture(SQLModel, table=True):
    """The own picture of a character, as we made it of its player's file; no part of what the entry commits to."""

    holds: ClassVar = PersonalData("A picture.", "entry_id", "pictures", goes=True)

    id: int = id_of()
    entry_id: int = id_of("entry.id", ondelete="CASCADE", nullable=False, index=True)
    revision_id: int | None = id_of("revision.id", ondelete="CASCADE", nullable=True, index=True)
    """The held revision that it came with, and waits for; None for the one that counts."""
    digest: str = Field(max_length=64, index=True)
    """The SHA-256 of its bytes, which names it in its address."""
    content: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    width: int
    height: int
    created_at: datetime = moment()
    hidden_at: datetime | None = moment(nullable=True)
    hidden_why: str = Field(default="", sa_column=Column(Text, nullable=False))


class Seal(SQLModel, table=True):
    """The seal of an entry when entries closed. It stays public, also when entries are taken again."""

    holds: ClassVar = FARED

    __table_args__ = (UniqueConstraint("season_id", "closing", "entry_id"),)

    id: int = id_of()
    season_id: int = id_of("season.id", nullable=False)
    closing: int
    """Counts the closings of its season from 1."""
    sealed_at: datetime = moment()
    entry_id: int = id_of("entry.id", nullable=False)
    number: int
    """The number that the entry had by this closing."""
    revision_id: int = id_of("revision.id", nullable=False)
    commitment: str = Field(max_length=64)


class Run(SQLModel, table=True):
    """A season as it is played: who took part, how far it is, and the digests of what went in and came out."""

    __table_args__ = (UniqueConstraint("season_id", "serial"),)

    id: int = id_of()
    season_id: int = id_of("season.id", nullable=False)
    serial: int
    rules_version: str = Field(max_length=64)
    entries: int
    """How many take part."""
    inputs_digest: str = Field(max_length=64, index=True)
    battles: int | None = None
    """How many battles it has (`app.store.results.runs.battles`); None in earlier ones where everybody met everybody."""
    digest: str | None = Field(default=None, max_length=64)
    """None until it is finished."""
    started_at: datetime = moment()
    finished_at: datetime | None = moment(nullable=True)
    claim: str | None = Field(default=None, max_length=claims.LONGEST)
    """The token of the worker that plays it: no other one keeps battles of it."""
    lease_until: datetime | None = moment(nullable=True)
    claimed_at: datetime | None = moment(nullable=True)
    claimed_with: int = 0
    """Battles that were kept when it was claimed: those played since tell how fast it goes."""
    alone_since: datetime | None = moment(nullable=True)
    """Since when this machine plays it, as the cluster that it was meant for had no worker left."""
    basis_id: int | None = id_of("run.id", nullable=True)
    """The earlier run whose outcomes it took over; None if every pair was played."""
    taken_over: int = 0
    """So many of its entries did not meet each other again."""
    halted_at: datetime | None = moment(nullable=True)
    """When it was given up, since its results were contradicted."""
    problems: list[dict[str, Any]] = Field(
        default_factory=list, sa_column=Column(JSON, nullable=False)
    )
    """The problems by which they were contradicted."""
    ranking: dict[str, Any] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )
    """The ranking with which the season began, where it follows another (`app.tournament.formats.rankings`)."""
    pairings: list[list[int]] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )
    """The pairings by hand by which it is played."""
    rulings: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """What organisers had ruled when it began (`app.league.seasons.stages.rulings`)."""
    left: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """The numbers of those who have left their matches and stand in its table all the same, below all who stayed."""
    winners: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """The revisions of those on the first place, from its publication on."""
    word: str = Field(default="", sa_column=Column(Text, nullable=False))
    """What the organiser wrote at its publication, for everybody who reads the results."""


class Result(SQLModel, table=True):
    """An entry's part in a run: the revision it played, and its outcomes against all, compressed."""

    __table_args__ = (UniqueConstraint("run_id", "number"),)

    id: int = id_of()
    run_id: int = id_of("run.id", nullable=False)
    number: int
    revision_id: int = id_of("revision.id", nullable=False)
    outcomes: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    """While the run is on, against later numbers only; then a byte for every number. None again once a
    later run has taken the place of one that was never published."""


class Placing(SQLModel, table=True):
    """How an entry came out of a published run, kept so that pages across seasons count no table anew."""

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
    """A list in the laboratory: for a while, everybody with its address sees how it ends."""

    __tablename__ = "trial"

    token: str = Field(primary_key=True, max_length=32)
    """The end of its address."""
    game: str = Field(max_length=64)
    text: str = Field(sa_column=Column(Text, nullable=False))
    """The list, one character a line, as it was sent. Its battles are played again each time its page is read."""
    cards: str = Field(default="", sa_column=Column(Text, nullable=False))
    """The house cards that it is played with; empty without any."""
    season: str = Field(default="", max_length=64)
    """The season by whose rules it is played; empty where today's hold."""
    settings: str = Field(default="", sa_column=Column(Text, nullable=False))
    """What was chosen for its matches, a `key=value` a line; empty where nothing was, and any cards meet."""
    expires_at: datetime = Field(sa_column=Column(Utc, nullable=False, index=True))
