"""The view of a seat, made from the state, and the same in the form that rules, orders and the house use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, cast

from app.engine.matches.game import SEATS, Seat, View, other
from app.games.acts.field import Piece, capacity, masters
from app.games.acts.pool import POOLS, MatchCards
from app.games.acts.squares import turned
from app.games.acts.state import Flow, State, summary


class _FrozenView(dict[str, Any]):
    """A view that is never changed. What orders need of it is computed once for all lines."""

    @cached_property
    def sight(self) -> "Sight":
        """The view in the form that rules use."""
        return Sight.read(self)


def seen_by(state: State, seat: Seat | None) -> _FrozenView:
    """Return what this seat may know; without a seat, what both may know."""
    seen = _FrozenView(summary(state))
    seen |= {
        "seat": seat,
        "config": state.config,
        "wait": _asked(state, seat) if seat else [],
        "flow": state.flow and state.flow.plain(),
    }
    for each, side in state.sides.items():
        seen[each] = {
            "master": side.master if state.turn or each == seat else None,
            "hand_n": len(side.hand),
            "deck_n": len(side.deck),
            "trash": side.trash,
            "acts": side.acts,
            "ether": side.ether,
        }
    if seat:
        mine = state.sides[seat]
        seen[seat] |= {"hand": mine.hand, "deck_rest": sorted(mine.deck)}
        seen.sight = Sight.of(
            state, seat
        )  # it says no more than the view, and need not be read from it
    return seen


def _asked(state: State, seat: Seat) -> list[str]:
    """The decisions that this seat is asked for; those of speed without their number."""
    match state.phase:
        case "refill":
            return [each for each in state.wait if each.endswith(f".{seat}")]
        case "toss" if state.toss == seat:
            return state.wait
        case "speed" if state.asked == seat:
            return [f"t{state.turn}.speed"]
        case "main" | "defend" if state.asked == seat:
            return state.wait
    return []


def world(
    view: View, hand: Sequence[str], deck: Sequence[str], own_deck: Sequence[str]
) -> dict[str, Any]:
    """The dump of a state that shows this view, with these cards where they are hidden from it.

    Of the numbers that decisions have those are known that the view asks for.
    """
    seat: Seat = view["seat"]
    foe = other(seat)
    known = ("master", "trash", "acts", "ether")
    asked = [id.split(".") for id in view["wait"]]
    numbers = {kind: int(n) for _, kind, *rest in asked for n in rest if n.isdigit()}
    flow = {"flow": view["flow"]} if view["flow"] else {}
    return flow | {
        "config": view["config"],
        "position": {
            **view,
            "n": {"main": 0, "speed": 0, "defend": 0} | numbers,
            seat: {key: view[seat][key] for key in (*known, "hand")} | {"deck": [*own_deck]},
            foe: {key: view[foe][key] for key in known} | {"hand": sorted(hand), "deck": [*deck]},
        },
    }


@dataclass
class Sight:
    """Everything that a seat knows and that decides which actions are legal. It must not be changed."""

    seat: Seat
    field: Mapping[int, Piece]
    hand: Sequence[str]
    trash: Sequence[str]
    acts: int
    foe_acts: int
    ether: int
    to_act: Seat | None
    flow: Flow | None
    pool: MatchCards
    deck: Sequence[str] = ()

    @classmethod
    def of(cls, state: State, seat: Seat) -> Self:
        """Return the Sight of this seat in the state, without copying."""
        side, foe = state.sides[seat], state.sides[other(seat)]
        return cls(
            seat,
            state.field,
            side.hand,
            side.trash,
            side.acts,
            foe.acts,
            side.ether,
            state.to_act,
            state.flow,
            state.pool,
            side.deck,
        )

    @staticmethod
    def through(view: View) -> "Sight":
        """Return the Sight for this view. Spectators get seat A's side without its hand."""
        return view.sight if isinstance(view, _FrozenView) else Sight.read(view)

    @classmethod
    def read(cls, view: View) -> Self:
        """Return the Sight for this view, without the cache."""
        seat = SEATS[view["seat"] == "B"]
        side, pool = view[seat], POOLS.of(view["config"])
        return cls(
            seat,
            {int(square): Piece.read(each, pool) for square, each in view["field"].items()},
            side.get("hand", []),
            side["trash"],
            side["acts"],
            view[other(seat)]["acts"],
            side["ether"],
            view["to_act"],
            view["flow"] and Flow.read(view["flow"]),
            pool,
            side.get("deck_rest", []),
        )

    @property
    def declared(self) -> Flow:
        """The action that is being answered, where there is one."""
        return cast("Flow", self.flow)

    @cached_property
    def masters(self) -> Mapping[Seat, int]:
        """The squares of the masters that are on the field."""
        return masters(self.field)

    def held(self, trait: str) -> int:
        """Return how much of this trait own cards give from hand, deck and trash."""
        return self.pool.held(trait, hand=self.hand, deck=self.deck, trash=self.trash)

    @property
    def room(self) -> int:
        """How much more ether the own master can hold."""
        master = self.master
        is_elastic = self.pool.is_elastic
        return capacity(self.field, self.home) - master.ether if is_elastic else master.room

    @property
    def home(self) -> int:
        """The square of the own master."""
        return self.masters[self.seat]

    @property
    def master(self) -> Piece:
        """The own master."""
        return self.field[self.home]


def called(square: int, sight: Sight) -> str:
    """Return the word in orders for the card on a square, or for the empty square."""
    piece = sight.field.get(square)
    prefix = "e" if piece and piece.owner != sight.seat else ""
    if piece and piece.letter == "m":
        return "e-master" if prefix else "master"
    return f"{prefix}{turned(square, sight.seat)}"
