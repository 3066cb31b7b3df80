"""The tables of matches: games with decisions, played by orders from exchange to exchange.

The record, `match_line`, is the truth of a match; everything else except plans and requests can be rebuilt from it. A
match played in one go follows from its entries, and so does its record, `match_record`.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, Literal

from sqlalchemy import JSON, Column, ForeignKey, Index, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.store import claims
from app.store.tables.columns import EnumColumn, Id, id_of, moment
from app.store.tables.personal import FARED, PersonalData
from app.store.tables.row import Row


class MatchState(StrEnum):
    """The state of a match."""

    WAITING = "waiting"  # for orders, until its exchange
    OVER = "over"
    ANNULLED = "annulled"  # one of its players left early: it counts for nothing


class ExchangeState(StrEnum):
    """The state of an exchange."""

    OPEN = "open"  # takes orders
    DONE = "done"  # every match that waited for it has moved on


class Correspondence(SQLModel, table=True):
    """The match settings of a season, and the secret from which all its dice follow."""

    season_id: int = Field(
        sa_column=Column(Id, ForeignKey("season.id"), primary_key=True, autoincrement=False)
    )
    settings: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    """As `app.league.matches.settings` reads them."""
    root: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    """The secret, drawn at the opening and published with the results."""
    commitment: str = Field(default="", max_length=64)
    """The commitment to the root, public from the opening on."""
    begun_at: datetime | None = moment(nullable=True)
    """When its matches were made; for rounds that follow from results, those of the first."""
    is_to_pair: bool = False
    """Whether rounds must be paired again, since a match has ended or a player has left. No news is sent meanwhile.
    """


class Exchange(SQLModel, table=True):
    """A deadline of a season for orders. Then the matches that waited for it go on."""

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
    """When players without plans were reminded; or, if the deadline moved after that, when they were told."""
    played_at: datetime | None = moment(nullable=True)
    """When the last match that waited for it went on; None if none did, or if it is older than this column."""


class Contestant(SQLModel, table=True):
    """An entry in the matches of its season: its nonce, and the extensions that it has used."""

    holds: ClassVar = FARED

    id: int = id_of()
    entry_id: int = id_of("entry.id", nullable=False, unique=True)
    revision_id: int = id_of("revision.id", nullable=False)
    """The revision that it plays."""
    nonce: str = Field(max_length=64)
    """Its nonce, fixed when entries close. `own_nonce`: its player chose it, and so made it public."""
    own_nonce: bool = False
    extensions: int = 0
    left_at: datetime | None = moment(nullable=True)
    """When it left its matches, by its player or by an organiser."""
    absence_id: int | None = id_of("absence.id", nullable=True, index=True, ondelete="SET NULL")
    """The time away of its player that its matches have used; a season uses only one."""


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
    """The number of the match within its pairing, from 1."""
    game_id: str = Field(max_length=100, unique=True)
    """Its name in its record: `<season>-r<round>-<table>`, with stages `<season>-s<stage>-r<round>-<table>`. A second
    leg ends in `-2`.
    """
    entry_a_id: int = id_of("entry.id", nullable=False, index=True)
    entry_b_id: int = id_of("entry.id", nullable=False, index=True)
    mirror_of: str | None = Field(default=None, max_length=100)
    """The match whose dice it shares, with seats exchanged."""
    rules: str = Field(max_length=64)
    commitment: str = Field(max_length=64)
    """The commitment to its seed, which follows from the root and `game_id`."""
    state: MatchState = Field(
        default=MatchState.WAITING, sa_column=Column(EnumColumn(MatchState), nullable=False)
    )
    turn: int = 0
    """How many times it has gone on. Each plan is for one turn."""
    step: int = 0
    """The number of lines in its record."""
    awaits: str = Field(default="", max_length=2)
    """The seats whose plans are asked for."""
    missed_a: int = 0
    missed_b: int = 0
    """How many deadlines in a row this seat has missed."""
    told_a: int = 0
    told_b: int = 0
    """How many lines of its record letters have told this seat. Negative (`~told`) if the seat must hear that the
    match does not count.
    """
    verdict: str = Field(default="", max_length=10)
    """How it must end at once: `resign` or `forfeit` with the seat that loses, or `house` or `draw`."""
    snapshot: dict[str, Any] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )
    """The state after `step` lines: a cache, which may be deleted at any time."""
    halves_a: int | None = None
    halves_b: int | None = None
    """The score of each seat in half points, once it is over."""
    reason: str = Field(default="", max_length=40)
    exchange_id: int | None = id_of("exchange.id", nullable=True, index=True)
    """The exchange that it waits for; None once it is over."""
    due_at: datetime | None = moment(nullable=True)
    """When it is due to go on; None once it is over."""
    ends_at: datetime | None = moment(nullable=True)
    """After this moment it waits for no further exchange, and ends as the season decided; None if it is played to its
    end.
    """
    claim: str | None = Field(default=None, max_length=claims.LONGEST)
    """The token of the worker that plays it on. New orders remove it, and the worker's result is then dropped."""
    lease_until: datetime | None = moment(nullable=True)
    failures: int = 0
    """How many attempts in a row to play it on have failed."""

    def entry_in(self, seat: str) -> int:
        """The id of the entry in this seat."""
        return self.entry_a_id if seat == "A" else self.entry_b_id

    def seat_of(self, entry_id: int) -> Literal["A", "B"]:
        """The seat of this entry, which must play in it."""
        return "A" if self.entry_a_id == entry_id else "B"

    def missed_by(self, seat: str) -> int:
        """How many deadlines in a row this seat has missed."""
        return self.missed_a if seat == "A" else self.missed_b


class Takeover(SQLModel, table=True):
    """A seat that may change hands: its player is asked whether they play on; then it is offered and taken over."""

    holds: ClassVar = PersonalData(
        "That a seat changed hands: that stays, without players and names.",
        "former_id",
        "seats",
        leaves={"former_id": None},
    )

    id: int = id_of()
    entry_id: int = id_of("entry.id", nullable=False, index=True, ondelete="CASCADE")
    former_id: int | None = id_of("player.id", nullable=True, index=True, ondelete="SET NULL")
    """The player who had the seat before."""
    asked_at: datetime = moment()
    due_at: datetime | None = moment(nullable=True)
    """By when the player, or those with an offer, must answer; then the seat is offered, or offered to more. None: no
    more offers.
    """
    offered_at: datetime | None = moment(nullable=True)
    """When it was offered first."""
    ended_at: datetime | None = moment(nullable=True)
    """When it ended without a takeover: its player plays on, or nothing is left to play."""
    taken_at: datetime | None = moment(nullable=True)
    player_id: int | None = id_of("player.id", nullable=True, index=True, ondelete="SET NULL")
    """The player who has taken it over."""
    name: str = Field(default="", max_length=300)
    """The public name of that player."""
    over: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """The matches of the entry that were over at the takeover."""


class SeatOffer(SQLModel, table=True):
    """An offer of a seat to a player."""

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
    """The number of the line; the head is 0."""
    turn: int
    """The turn in which it came."""
    line: str = Field(sa_column=Column(Text, nullable=False))
    h: str = Field(max_length=64)
    """The hash that chains it to all lines before."""


class MatchRecord(SQLModel, table=True):
    """The packed record of a match played in one go: a cache, which may be deleted at any time."""

    __tablename__ = "match_record"

    match_id: int = Field(
        sa_column=Column(
            Id, ForeignKey("match.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
        )
    )
    packed: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    """As `app.league.matches.advances` reads it."""


class MatchPlan(Row, table=True):
    """The orders of a seat for a turn. They stay secret: others only see their effects."""

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
    """The text as it arrived."""
    canonical: str = Field(sa_column=Column(Text, nullable=False))
    """The text as understood."""
    parsed: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """The orders as data for the engine."""
    sha256: str = Field(max_length=64)
    received_at: datetime | None = moment(nullable=True)
    """None if no plan came, so that standing orders and the house played."""
    is_ready: bool = False
    """Whether its player is ready before the deadline."""
    offers_draw: bool = False
    is_played: bool = False
    """Whether the match has gone on with it. In the same turn it goes on again only if its player was asked
    something.
    """
    marks: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """The lines used up in this turn."""
    fates: list[Any] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """The results of its lines and of standing orders: source, line, and a sentence in both languages."""
    before: dict[str, Any] | None = Field(
        default=None, sa_column=Column(JSON(none_as_null=True), nullable=True)
    )
    """The plan that it replaced, by column; None once it was played or taken back."""

    @property
    def is_in(self) -> bool:
        """Whether these orders are still to be played."""
        return self.received_at is not None and not self.is_played


class StandingOrders(SQLModel, table=True):
    """The standing orders of a seat, valid from turn to turn until replaced. Secret like a plan."""

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
    """A script: standing orders that a player keeps under a name for all matches of a game. Secret like a plan."""

    holds: ClassVar = PersonalData("Scripts.", "player_id", "scripts", goes=True)

    __tablename__ = "named_orders"
    __table_args__ = (UniqueConstraint("player_id", "game", "name"),)

    id: int = id_of()
    player_id: int = id_of("player.id", nullable=False, ondelete="CASCADE")
    game: str = Field(max_length=64)
    """The game's slug: scripts are read by its words."""
    name: str = Field(max_length=64)
    """The normalised name, as orders use it."""
    canonical: str = Field(sa_column=Column(Text, nullable=False))
    kept_at: datetime = moment()
