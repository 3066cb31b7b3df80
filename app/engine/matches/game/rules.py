"""The rules of a game: pure functions of a state.

A state with a decision or a draw gives the next state and the events between. Everything is deterministic. A dumped
state is plain data, and `load(dump(s)) == s`. Only the server sees a state: pages, letters, orders and the autopilot
see a `view` of it. A match waits for one draw, for one decision, for one decision of each seat at the same time, or
it is over. Every set of options has at least one. It begins with a configuration and both builds.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Self

from app.engine.build import Build
from app.engine.matches.basics import (
    SEATS,
    Action,
    Chance,
    MatchDecision,
    MatchEvent,
    Options,
    Pending,
    Seat,
    State,
    View,
)
from app.engine.matches.settings import MatchSetting, settled
from app.engine.versions import CARDS, CardRecord
from app.engine.words import Words


class Length(NamedTuple):
    """How many exchanges a match takes in tempo `turn`: usually `few` to `many`, at most `most`."""

    few: int
    many: int
    most: int


class Choice(NamedTuple):
    """A choice of the organiser about the matches of a season: a key of the configuration, its default, and its other
    values.
    """

    key: str
    label: Words
    values: tuple[tuple[Any, Words], ...]

    def of(self, config: Mapping[str, Any]) -> Any:
        """Its value in this configuration, else the default."""
        return config.get(self.key, self.values[0][0])

    def named(self, config: Mapping[str, Any]) -> Words:
        """The words for its value in this configuration, else for the default."""
        value = self.of(config)
        return next(
            (words for each, words in self.values if each == value), Words(*[str(value)] * 2)
        )


class GameRules(ABC, Generic[State]):
    """What may happen in a match, and its results."""

    id: str
    rules: str
    """The version of the rules, with the game's name: every change of meaning is a new one."""
    versions: ClassVar[Mapping[str, Mapping[str, CardRecord]]] = MappingProxyType({})
    """The cards by version of the rules, the oldest first. Empty for a game with a single version."""
    title: Words
    max_steps: ClassVar[int]
    """The most lines of draws and moves in the record of a match."""

    own: Sequence[Mapping[str, Any]] = ()
    """The own cards of its matches, as a configuration lists them."""

    def __init__(self, version: str = "", own: Sequence[Mapping[str, Any]] = ()) -> None:
        """Make the game by this version of its rules, or the newest, with these own cards."""
        if self.versions:
            self.rules = version or [*self.versions][-1]
        self.own = own

    @property
    def brought(self) -> Mapping[str, Any]:
        """Its own cards as a part of a configuration."""
        return {CARDS: self.own} if self.own else {}

    def of(self, config: Mapping[str, Any]) -> Self:
        """The game with the own cards of this configuration, which it then reads by name."""
        own = config.get(CARDS)
        if not own or not isinstance(own, list) or own == self.own:
            return self
        return type(self)(self.rules, own)

    @classmethod
    def by_all_rules(cls) -> tuple[Self, ...]:
        """The game by every version of its rules, the newest first."""
        return tuple(cls(version) for version in reversed([*cls.versions]))

    @property
    def cards(self) -> Mapping[str, Any]:
        """All cards in this version of the rules."""
        return self.versions.get(self.rules, {})

    @property
    @abstractmethod
    def reasons(self) -> Mapping[str, Words]:
        """Why a match ends, in a word or two; also `resign`, `forfeit` and `draw`."""

    @property
    @abstractmethod
    def starters(self) -> Mapping[str, Any]:
        """Builds to begin with, by name, all of them legal in the default configuration."""

    settings: ClassVar[Mapping[str, MatchSetting]] = MappingProxyType({})
    """The settings of a match's configuration, by key."""

    def settle(self, config: Mapping[str, Any], /) -> dict[str, Any]:
        """The configuration with all its keys. Raises `ConfigError`, which names every problem."""
        return settled({**config, **self.brought}, self.settings)

    choices: ClassVar[Sequence[Choice]] = ()
    """What organisers decide about the matches of a season."""

    def under(self, config: Mapping[str, Any], /) -> Mapping[str, Any]:
        """The fields of the `Ruleset` that this configuration changes, such as limits on builds."""
        return {}

    @abstractmethod
    def validate_build(self, build: Any, config: Mapping[str, Any], /) -> list[Words]:
        """Every problem of a build, which is plain data; none if it is legal."""

    def as_data(self, build: Build, /) -> Any:
        """A build as plain data, as in a match, its record and its commitment: for most games the cards in order."""
        return sorted(build.cards)

    def exhibited(self, home: Build, away: Build, /) -> Mapping[str, Any]:
        """The configuration in which these two may meet, in whichever order."""
        return {}

    def reached(self, state: State, /) -> Mapping[Seat, int]:
        """The result of both seats so far, in the unit `Life` of the ruleset."""
        return dict.fromkeys(SEATS, 0)

    @abstractmethod
    def new(self, config: Mapping[str, Any], builds: Mapping[Seat, Any], /) -> State:
        """The state before the first draw. Raises `ConfigError`."""

    @abstractmethod
    def pending(self, state: State, /) -> Pending:
        """What the match waits for: one draw; one decision, or one of each seat at the same time; or nothing."""

    @abstractmethod
    def legal(self, state: State, decision: MatchDecision, /) -> Options:
        """What may be answered; never empty."""

    @abstractmethod
    def apply(
        self, state: State, moves: Mapping[str, Action], /
    ) -> tuple[State, Sequence[MatchEvent]]:
        """The state after these answers to all pending decisions, by id, and the events."""

    @abstractmethod
    def apply_chance(
        self, state: State, chance: Chance, outcome: Sequence[int], /
    ) -> tuple[State, Sequence[MatchEvent]]:
        """The state after the pending draw, and the events."""

    def stop(self, state: State, reason: str, loser: Seat | None, /) -> State:
        """The final state of a match that is resigned, forfeited or agreed drawn. Most games leave it unchanged."""
        return state

    @abstractmethod
    def view(self, state: State, seat: Seat | None, /) -> View:
        """What this seat may know; without a seat, what both may."""

    @abstractmethod
    def dump(self, state: State, /) -> dict[str, Any]:
        """The state as plain data: integers, texts, booleans, nothing, lists and objects of them."""

    @abstractmethod
    def load(self, dumped: Mapping[str, Any], /) -> State:
        """The state that was dumped."""

    def position(self, state: State, /) -> dict[str, Any]:
        """The data from which the digest of a state is computed."""
        return self.dump(state)

    @abstractmethod
    def checkpoint(self, state: State, /) -> Sequence[Seat]:
        """The seats whose plans are asked for before the match goes on; often none."""

    def length(self, config: Mapping[str, Any], /) -> Length | None:
        """How long a match takes in this configuration; None for a game that does not say."""
        return None
