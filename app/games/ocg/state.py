"""The full truth of a match, and the same as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from app.engine.matches.game import SEATS, Over, Seat, other
from app.games.ocg.pool import POOLS, MatchCards
from app.games.ocg.side import DAMAGE, Character, Side

Phase = Literal["deck", "shuffle", "mulligan", "initiative", "area", "orders", "over"]
_ENDED: Final[Mapping[str, Fraction]] = {text: Fraction(text) for text in ("0", "1/2", "1")}


@dataclass(slots=True)
class State:
    """The full truth of a match. `phase`: the pending decision. A step works on a copy.

    `config`: the parts of the configuration still needed: own cards, the rule for names, and the number of turns for
    which plans are asked at once.
    """

    config: Mapping[str, Any]
    sides: dict[Seat, Side]
    phase: Phase
    turn: int = 0
    initiative: Seat | Literal[""] = ""
    battlefield: str = ""
    over: Over | None = None

    def copy(self) -> "State":
        """A copy that may be changed."""
        sides: dict[Seat, Side] = {seat: side.copy() for seat, side in self.sides.items()}
        return State(
            self.config,
            sides,
            self.phase,
            self.turn,
            self.initiative,
            self.battlefield,
            self.over,
        )

    @property
    def ordered(self) -> tuple[Seat, Seat]:
        """The seats, that with the initiative first."""
        return ("B", "A") if self.initiative == "B" else SEATS

    @property
    def candidates(self) -> list[str]:
        """The areas from which the battlefield is drawn."""
        return self.sides["A"].candidates + self.sides["B"].candidates

    def lost(self, *, draws: bool) -> dict[Seat, tuple[int, int]]:
        """Return the seats that have lost here, each with how badly. `draws`: an empty pile also loses."""
        return {
            seat: (len(side.damage), -len(side.pile))
            for seat, side in self.sides.items()
            if len(side.damage) >= DAMAGE or (draws and not side.pile)
        }

    def verdict(self, *, draws: bool) -> Over | None:
        """Return the end of the match if a seat has lost here; else None."""
        lost = self.lost(draws=draws)
        if not lost:
            return None
        worst = max(lost.values())
        losers = [seat for seat, plight in lost.items() if plight == worst]
        winner = other(losers[0]) if len(losers) == 1 else None
        is_hurt = len(self.sides[losers[0]].damage) >= DAMAGE
        return Over.won(winner, "damage20" if is_hurt else "deckout")


def summary(state: State) -> dict[str, Any]:
    """Return what everyone may know of a match as a whole."""
    over = state.over
    return {
        "config": {**state.config},
        "phase": state.phase,
        "turn": state.turn,
        "initiative": state.initiative,
        "battlefield": state.battlefield,
        "score": {seat: str(over.score[seat]) for seat in SEATS} if over else {},
        "reason": over.reason if over else "",
    }


def table(side: Side) -> dict[str, Any]:
    """Return the public part of a side."""
    return {
        "field": {
            str(slot): {
                "arrived": each.arrived,
                "cards": [*each.cards],
                "damage": each.damage,
                "items": [*each.items],
            }
            for slot, each in side.field.items()
        },
        "candidates": side.candidates[:],
        "discard": side.discard[:],
        "damage": side.damage[:],
        "removed": side.removed[:],
        "mulligan": side.mulligan,
    }


def dump(state: State) -> dict[str, Any]:
    """The state as plain data."""
    dumped = summary(state)
    for seat, side in state.sides.items():
        dumped[seat] = table(side) | {
            "decks": [{**deck} for deck in side.decks],
            "deck": side.deck,
            "pile": side.pile[:],
            "hand": side.hand[:],
        }
    return dumped


def load(dumped: Mapping[str, Any]) -> State:
    """The state that was dumped."""
    over = None
    if dumped["score"]:
        score: dict[Seat, Fraction] = {seat: _ENDED[dumped["score"][seat]] for seat in SEATS}
        over = Over(score, dumped["reason"])
    pool = POOLS.of(dumped["config"])
    return State(
        {**dumped["config"]},
        {seat: _side(pool, dumped[seat]) for seat in SEATS},
        dumped["phase"],
        dumped["turn"],
        dumped["initiative"],
        dumped["battlefield"],
        over,
    )


def _side(pool: MatchCards, dumped: Mapping[str, Any]) -> Side:
    characters = sorted((int(slot), each) for slot, each in dumped["field"].items())
    return Side(
        pool,
        tuple({**deck} for deck in dumped["decks"]),
        dumped["deck"],
        dumped["mulligan"],
        [*dumped["pile"]],
        [*dumped["hand"]],
        {
            slot: Character(
                pool, each["arrived"], (*each["cards"],), each["damage"], (*each["items"],)
            )
            for slot, each in characters
        },
        *([*dumped[zone]] for zone in ("candidates", "discard", "damage", "removed")),
    )
