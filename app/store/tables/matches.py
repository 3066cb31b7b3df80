"""The tables of matches: games with decisions, played by orders from exchange to exchange.

The record, `match_line`, is the truth of a match; all else but plans and requests can be made from it again. A match that was
played in one go follows from its entries, and its record, `match_record`, with it.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, Literal

from sqlalchemy import JSON, Column, ForeignKey, Index, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.store import claims
from app.store.tables.columns import EnumColumn, Id, id_of, moment
from app.store.tables.personal import FARED, PersonalData


class MatchState(StrEnum):
    """How far a match is."""

    WAITING = "waiting"  # for orders, until its exchange
    OVER = "over"
    ANNULLED = "annulled"  # one of its players left early: it counts for nothing


class ExchangeState(StrEnum):
    """How far an exchange is."""

    OPEN = "open"  # takes orders
    DONE = "done"  # every match that waited for it has moved on


class Correspondence(SQLModel, table=True):
    """How the matches of a season are played, and the secret from which all their dice come."""

    season_id: int = Field(
        sa_column=Column(Id, ForeignKey("season.id"), primary_key=True, autoincrement=False)
    )
    settings: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    """As `app.league.matches.settings` reads them."""
    root: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    """Drawn at the opening, published with the results."""
    commitment: str = Field(default="", max_length=64)
    """To the root; public from the opening on."""
    begun_at: datetime | None = moment(nullable=True)
    """When its matches were made; those of the first round, where later ones follow from results."""
    is_to_pair: bool = False
    """Whether matches have ended, or somebody has left, since its rounds were last paired: nobody is told anything meanwhile."""


class Exchange(SQLModel, table=True):
    """A deadline of a season up to which orders are taken; then the matches that waited for it move on."""

    __table_args__ = (UniqueConstraint("season_id", "deadline"),)

    id: int = id_of()
    season_id: int = id_of("season.id", nullable=False)
    number: int
    """Counts the exchanges of its season from 1, as they were opened."""
    deadline: datetime = moment()
    state: ExchangeState = Field(
        default=ExchangeState.OPEN, sa_column=Column(EnumColumn(ExchangeState), nullable=False)
    )
    reminded_at: datetime | None = moment(nullable=True)
    """When those whose plans were missing got a letter about it; or, where it moved after that, when they were told so."""
    played_at: datetime | None = moment(nullable=True)
    """When the last match that waited for it moved on; None if none did, and of those before this was kept."""


class Contestant(SQLModel, table=True):
    """An entry in the matches of its season: its part in the dice, and the extensions that it has used."""

    holds: ClassVar = FARED

    id: int = id_of()
    entry_id: int = id_of("entry.id", nullable=False, unique=True)
    revision_id: int = id_of("revision.id", nullable=False)
    """What it plays."""
    nonce: str = Field(max_length=64)
    """Fixed when entries close; `own_nonce`: chosen by its player, who made it public by that."""
    own_nonce: bool = False
    extensions: int = 0
    left_at: datetime | None = moment(nullable=True)
    """When it left its matches, by its player's wish or an organiser's decision."""
    absence_id: int | None = id_of("absence.id", nullable=True, index=True, ondelete="SET NULL")
    """The time away of its player of which its matches have made use: a season does so of one alone."""


class Match(SQLModel, table=True):
    """One play of a game between two entries of a season."""

    holds: ClassVar = FARED

    __tablename__ = "match"
    __table_args__ = (
        UniqueConstraint("season_id", "stage", "round", "board", "leg"),
        Index("ix_match_state_due_at", "state", "due_at"),
    )

    id: int = id_of()
    season_id: int = id_of("season.id", nullable=False)
    stage: int = 0
    """The stage to which it belongs, from 1; 0 in a season without stages."""
    round: int
    board: int
    """The table at which it is played, which counts from 1 in its round."""
    leg: int = 1
    """Counts the matches of one pairing of a stage."""
    game_id: str = Field(max_length=100, unique=True)
    """Its name in its record: `<season>-r<round>-<table>`, in stages `<season>-s<stage>-r<round>-<table>`, and `-2` of a second leg."""
    entry_a_id: int = id_of("entry.id", nullable=False, index=True)
    entry_b_id: int = id_of("entry.id", nullable=False, index=True)
    mirror_of: str | None = Field(default=None, max_length=100)
    """The match whose luck it shares with the seats exchanged."""
    rules: str = Field(max_length=64)
    commitment: str = Field(max_length=64)
    """To its seed; it follows from the root and the game's id."""
    state: MatchState = Field(
        default=MatchState.WAITING, sa_column=Column(EnumColumn(MatchState), nullable=False)
    )
    turn: int = 0
    """How often it has moved on: plans are for a turn."""
    step: int = 0
    """How many lines its record has."""
    awaits: str = Field(default="", max_length=2)
    """The seats whose plans are asked for."""
    missed_a: int = 0
    missed_b: int = 0
    """Deadlines in a row that this seat let pass without a plan."""
    told_a: int = 0
    told_b: int = 0
    """How many lines of its record letters have told to this seat; -1 less than nothing of that (`~told`) if it is to hear that nothing counts."""
    verdict: str = Field(default="", max_length=10)
    """How it is to end at once: `resign` or `forfeit`, and the seat that loses by it; or `house` or `draw`."""
    snapshot: dict[str, Any] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )
    """The state after `step` lines: a cache, which may be deleted at any time."""
    halves_a: int | None = None
    halves_b: int | None = None
    """The score of each seat in halves of a point, once it is over."""
    reason: str = Field(default="", max_length=40)
    exchange_id: int | None = id_of("exchange.id", nullable=True, index=True)
    """The exchange that it waits for; None once it is over."""
    due_at: datetime | None = moment(nullable=True)
    """When it is to move on; None once it is over."""
    ends_at: datetime | None = moment(nullable=True)
    """After this moment it waits for no further exchange, and ends as its season has said; None: it is played to its end."""
    claim: str | None = Field(default=None, max_length=claims.LONGEST)
    """The token of the worker that moves it on. New orders take it back: nothing of that work is kept."""
    lease_until: datetime | None = moment(nullable=True)
    failures: int = 0
    """How often in a row it could not be moved on."""

    def entry_in(self, seat: str) -> int:
        """The id of the entry in this seat."""
        return self.entry_a_id if seat == "A" else self.entry_b_id

    def seat_of(self, entry_id: int) -> Literal["A", "B"]:
        """The seat of this entry, which plays in it."""
        return "A" if self.entry_a_id == entry_id else "B"

    def missed_by(self, seat: str) -> int:
        """Deadlines in a row that this seat let pass."""
        return self.missed_a if seat == "A" else self.missed_b


class Takeover(SQLModel, table=True):
    """That a seat may change hands: its player was asked whether they play on; then it is offered, and taken over."""

    holds: ClassVar = PersonalData(
        "That a seat changed hands: that stays, without players and names.",
        "former_id",
        "seats",
        leaves={"former_id": None},
    )

    id: int = id_of()
    entry_id: int = id_of("entry.id", nullable=False, index=True, ondelete="CASCADE")
    former_id: int | None = id_of("player.id", nullable=True, index=True, ondelete="SET NULL")
    """Who had the seat until then."""
    asked_at: datetime = moment()
    due_at: datetime | None = moment(nullable=True)
    """By when they answer, or those to whom it is offered: then it is offered, or to further ones. None: to nobody any more."""
    offered_at: datetime | None = moment(nullable=True)
    """When it was offered first."""
    ended_at: datetime | None = moment(nullable=True)
    """When it came to nothing: its player plays on, or there is nothing to take over."""
    taken_at: datetime | None = moment(nullable=True)
    player_id: int | None = id_of("player.id", nullable=True, index=True, ondelete="SET NULL")
    """Who has taken it over."""
    name: str = Field(default="", max_length=300)
    """What they are called in public."""
    over: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """The matches of the entry that were over then."""


class SeatOffer(SQLModel, table=True):
    """That a seat is offered to a player."""

    holds: ClassVar = PersonalData("An offer of a seat.", "player_id", "offers", goes=True)

    __tablename__ = "seat_offer"
    __table_args__ = (UniqueConstraint("takeover_id", "player_id"),)

    id: int = id_of()
    takeover_id: int = id_of("takeover.id", nullable=False, ondelete="CASCADE")
    player_id: int = id_of("player.id", nullable=False, index=True, ondelete="CASCADE")
    at: datetime = moment()
    declined_at: datetime | None = moment(nullable=True)


class MatchLine(SQLModel, table=True):
    """A line of the record of a match. Rows are added and never changed."""

    __tablename__ = "match_line"
    __table_args__ = (UniqueConstraint("match_id", "n"),)

    id: int = id_of()
    match_id: int = id_of("match.id", nullable=False, ondelete="CASCADE")
    n: int
    """Its place; the head has 0."""
    turn: int
    """The turn in which it came."""
    line: str = Field(sa_column=Column(Text, nullable=False))
    h: str = Field(max_length=64)
    """What chains it to all lines before."""


class MatchRecord(SQLModel, table=True):
    """The record of a match that was played in one go, packed: a cache, which may be deleted at any time."""

    __tablename__ = "match_record"

    match_id: int = Field(
        sa_column=Column(
            Id, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
        )
    )
    packed: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    """As `app.league.matches.advances` reads it."""


class MatchPlan(SQLModel, table=True):
    """The orders of a seat for a turn. Sealed: only what they led to is ever shown to anybody else."""

    holds: ClassVar = PersonalData(
        "Orders: what was understood stays, not the text in which it stood."
    )

    __tablename__ = "match_plan"
    __table_args__ = (UniqueConstraint("match_id", "turn", "seat"),)

    id: int = id_of()
    match_id: int = id_of("match.id", nullable=False, ondelete="CASCADE")
    turn: int
    seat: str = Field(max_length=1)
    text: str = Field(sa_column=Column(Text, nullable=False))
    """As it came."""
    canonical: str = Field(sa_column=Column(Text, nullable=False))
    """As it was understood."""
    parsed: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """What the engine reads of it."""
    sha256: str = Field(max_length=64)
    received_at: datetime | None = moment(nullable=True)
    """None if there was no plan, and the standing orders and the house played."""
    is_ready: bool = False
    """Whether its player waits for nothing more before the deadline."""
    offers_draw: bool = False
    is_played: bool = False
    """Whether the match has moved on by it; in the same turn only if its player was asked something then."""
    marks: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """What of it is used up in this turn."""
    fates: list[Any] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """What became of its lines and of the standing ones: source, line, and a sentence in both languages."""
    before: dict[str, Any] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )
    """What it took the place of, by the names of the columns; None once the match has moved on by it, or it was taken back."""

    @property
    def is_in(self) -> bool:
        """Whether the match has yet to move on by these orders."""
        return self.received_at is not None and not self.is_played


class StandingOrders(SQLModel, table=True):
    """The orders of a seat that hold from turn to turn until they are replaced. Sealed like a plan."""

    holds: ClassVar = PersonalData("Orders as they were understood: they stay.")

    __tablename__ = "standing_orders"
    __table_args__ = (UniqueConstraint("match_id", "seat"),)

    id: int = id_of()
    match_id: int = id_of("match.id", nullable=False, ondelete="CASCADE")
    seat: str = Field(max_length=1)
    canonical: str = Field(sa_column=Column(Text, nullable=False))
    parsed: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    received_at: datetime = moment()


class NamedOrders(SQLModel, table=True):
    """Standing orders that a player keeps by name, for all their matches of a game: a script. Sealed like a plan."""

    holds: ClassVar = PersonalData("Scripts.", "player_id", "scripts", goes=True)

    __tablename__ = "named_orders"
    __table_args__ = (UniqueConstraint("player_id", "game", "name"),)

    id: int = id_of()
    player_id: int = id_of("player.id", nullable=False, ondelete="CASCADE")
    game: str = Field(max_length=64)
    """The game's slug: scripts are read by its words."""
    name: str = Field(max_length=64)
    """As orders name it: normalised."""
    canonical: str = Field(sa_column=Column(Text, nullable=False))
    kept_at: datetime = moment()
