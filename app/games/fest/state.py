"""The state of a match, and its exact shape as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from itertools import chain, repeat
from operator import attrgetter
from typing import Any

from app.engine.matches.game import SEATS, Seat, other
from app.games.fest import config as configs
from app.games.fest.abilities import ATTRIBUTES
from app.games.fest.cards import Cards
from app.games.fest.side import Side, without
from app.games.fest.verbs import Moment


@dataclass(slots=True)
class State:
    """The full truth of a match. A step changes a copy, never a state that others hold.

    Fields not known yet, or no longer used, are empty here and null in plain data.
    """

    config: dict[str, Any]
    seats: dict[Seat, Side]
    round: int = 1
    theme: str = ""
    phase: str = "shuffle"
    turn: Seat | None = "A"
    programme: tuple[str, ...] = ()
    order: tuple[Seat, ...] = ()
    wait: dict[str, str] = field(default_factory=dict)
    k: int = 0
    dice: dict[Seat, int | None] = field(default_factory=lambda: dict.fromkeys(SEATS))
    result: dict[str, Any] = field(default_factory=dict)

    @property
    def cards(self) -> Cards:
        """All cards of this match."""
        return configs.cards(self.config)

    @property
    def size(self) -> configs.Size:
        """The size of this match."""
        return configs.size(self.config)

    @property
    def played(self) -> int:
        """The number of cards that both have played this round."""
        return self.seats["A"].plays + self.seats["B"].plays

    def copy(self) -> "State":
        """A copy that may be changed."""
        mine = State(*_values(self))
        mine.seats = {seat: side.copy() for seat, side in self.seats.items()}
        mine.dice = {**self.dice}
        return mine

    def limit(self, seat: Seat) -> int:
        """Return how many cards this seat may put into its reserve."""
        side = self.seats[seat]
        return min(self.size.reserve - len(side.reserve), len(side.deck), len(side.hand))

    def moment(self, seat: Seat, card: str | None = None) -> Moment:
        """Return the facts by which effects of this seat are checked.

        `card`: the played card, already out of the hand.
        """
        own, foe = self.seats[seat], self.seats[other(seat)]
        known = self.cards
        return Moment(
            own=own.points,
            foe=foe.points,
            theme=self.theme,
            hand=own.hand if card is None else without(own.hand, card),
            front=own.front,
            reserve=own.reserve,
            deck=len(own.deck),
            backs=len(own.back),
            is_guarded=foe.guard,
            matching=known.matching[self.theme],
            abilities=known.abilities,
        )


_values = attrgetter(*(each.name for each in fields(State)))


def tags(deck_list: Mapping[str, int], known: Cards) -> tuple[str, ...]:
    """The sorted tags of all cards of a deck."""
    return tuple(sorted({tag for card in deck_list for tag in known[card].tags}))


def spread(deck_list: Mapping[str, int]) -> tuple[str, ...]:
    """Return all cards of a deck, sorted."""
    return tuple(chain.from_iterable(repeat(card, deck_list[card]) for card in sorted(deck_list)))


def dump_side(side: Side) -> dict[str, Any]:
    """Return a side as plain data."""
    will, sword, shield, jp = side.points
    return {
        "deck_list": side.deck_list,
        "deck": [*side.deck],
        "hand": [*side.hand],
        "reserve": [*side.reserve],
        "front": [*side.front],
        "back": [*side.back],
        "discard": [*side.discard],
        "attr": {"will": will, "sword": sword, "shield": shield},
        "jp": jp,
        "jp_sum": side.jp_sum,
        "total": side.total,
        "guard": side.guard,
        "no_halving": side.no_halving,
        "plays": side.plays,
        "shuffles": side.shuffles,
        "seen": [*side.seen],
        "seen_reserve": [*side.seen_reserve],
    }


def dump(state: State) -> dict[str, Any]:
    """The state as plain data."""
    return {
        "config": state.config,
        "round": state.round,
        "theme": state.theme or None,
        "phase": state.phase,
        "turn": state.turn,
        "programme": [*state.programme],
        "order": [*state.order],
        "wait": state.wait or None,
        "k": state.k,
        "dice": {**state.dice},
        "result": state.result or None,
        "seats": {seat: dump_side(side) for seat, side in state.seats.items()},
    }


def load(dumped: Mapping[str, Any]) -> State:
    """The state that was dumped."""
    known = configs.cards(dumped["config"])
    return State(
        config=dumped["config"],
        seats={seat: _load_side(dumped["seats"][seat], known) for seat in SEATS},
        round=dumped["round"],
        theme=dumped["theme"] or "",
        phase=dumped["phase"],
        turn=dumped["turn"],
        programme=tuple(dumped["programme"]),
        order=tuple(dumped["order"]),
        wait=dumped["wait"] or {},
        k=dumped["k"],
        dice={seat: dumped["dice"][seat] for seat in SEATS},
        result=dumped["result"] or {},
    )


def _load_side(dumped: Mapping[str, Any], known: Cards) -> Side:
    return Side(
        deck_list=dumped["deck_list"],
        tags=tags(dumped["deck_list"], known),
        deck=tuple(dumped["deck"]),
        hand=tuple(dumped["hand"]),
        reserve=tuple(dumped["reserve"]),
        front=tuple(dumped["front"]),
        back=tuple(dumped["back"]),
        discard=tuple(dumped["discard"]),
        points=[*(dumped["attr"][attribute] for attribute in ATTRIBUTES), dumped["jp"]],
        jp_sum=dumped["jp_sum"],
        total=dumped["total"],
        guard=dumped["guard"],
        no_halving=dumped["no_halving"],
        plays=dumped["plays"],
        shuffles=dumped["shuffles"],
        seen=tuple(dumped["seen"]),
        seen_reserve=tuple(dumped["seen_reserve"]),
    )
