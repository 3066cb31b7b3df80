"""Matches of the school festival that begin in the middle, for tests."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from app.engine.matches.game import (
    Action,
    Chance,
    MatchDecision,
    MatchEvent,
    Over,
    Seat,
    View,
    other,
)
from app.games.fest.abilities import PROGRAMMES
from app.games.fest.cards import DECKS
from app.games.fest.game import FEST
from app.games.fest.side import Side
from app.games.fest.state import State, tags

GUEST = {"allowed_tags": ["#standard"]}
BOTH = {"allowed_tags": ["#pbm-std", "#standard"]}


def words(text: str) -> tuple[str, ...]:
    """Cards, sorted."""
    return tuple(sorted(text.split()))


class Stage:
    """A match in which tests say what is done; `state` is where it stands, `events` all that happened."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[MatchEvent] = []

    @classmethod
    def opened(
        cls, deck: str | Mapping[str, int] = "D1", other_deck: str = "D1", **config: Any
    ) -> "Stage":
        """A match at its very beginning."""
        of_a = DECKS[deck] if isinstance(deck, str) else deck
        return cls(FEST.new(config, {"A": {"deck": of_a}, "B": {"deck": DECKS[other_deck]}}))

    @property
    def waiting(self) -> Chance | tuple[MatchDecision, ...] | Over:
        return FEST.pending(self.state)

    @property
    def decision(self) -> MatchDecision:
        """The only decision that is waited for."""
        assert isinstance(self.waiting, tuple)
        (decision,) = self.waiting
        return decision

    @property
    def chance(self) -> Chance:
        assert isinstance(self.waiting, Chance)
        return self.waiting

    def side(self, seat: Seat) -> Side:
        return self.state.seats[seat]

    def points(self, seat: Seat) -> list[int]:
        return self.side(seat).points

    def view(self, seat: Seat | None) -> View:
        return FEST.view(self.state, seat)

    def draw(self, *outcome: int) -> "Stage":
        """The pending draw comes out so."""
        self.state, events = FEST.apply_chance(self.state, self.chance, outcome)
        self.events += events
        return self

    def unshuffled(self) -> "Stage":
        """Both decks stay in order."""
        for seat in ("A", "B"):
            assert self.chance.label == f"fest/shuffle/{seat}/0"
            self.draw(*range(self.chance.what[1]))
        return self

    def decide(self, **moves: Action) -> "Stage":
        """All that are asked answer, by seats; every answer must be legal."""
        waiting = self.waiting
        assert isinstance(waiting, tuple)
        assert {each.seat for each in waiting} == {*moves}
        for each in waiting:
            assert moves[each.seat] in FEST.legal(self.state, each), moves
        answers = {each.id: moves[each.seat] for each in waiting}
        self.state, events = FEST.apply(self.state, answers)
        self.events += events
        return self

    def read(self, order: str) -> Action:
        """The action of an order at the pending decision."""
        return FEST.parse(order.lower(), self.view(self.decision.seat), self.decision)

    def order(self, order: str) -> "Stage":
        """The seat that is asked gives this order."""
        return self.decide(**{self.decision.seat: self.read(order)})

    def both(self, of_a: str, of_b: str) -> "Stage":
        """Both seats give orders at once."""
        moves = {}
        assert isinstance(self.waiting, tuple)
        for each, order in zip(self.waiting, (of_a, of_b), strict=True):
            moves[each.seat] = FEST.parse(order.lower(), self.view(each.seat), each)
        return self.decide(**moves)

    def orders(self) -> list[str]:
        """Everything that is legal now, as orders."""
        view = self.view(self.decision.seat)
        return [FEST.format(each, view) for each in FEST.legal(self.state, self.decision)]

    def can(self, order: str) -> bool:
        """Whether the order is legal now."""
        return self.read(order) in FEST.legal(self.state, self.decision)

    def auto(self) -> "Stage":
        """The autopilot answers for all that are asked."""
        assert isinstance(self.waiting, tuple)
        moves: dict[str, Action] = {}
        for each in self.waiting:
            options = FEST.legal(self.state, each)
            moves[each.seat] = FEST.autopilot(self.view(each.seat), each, options)
        return self.decide(**moves)

    def until(self, phase: str, in_round: int = 0) -> "Stage":
        """The autopilot plays on up to this phase, of this round or any; every draw is the lowest, shuffles change nothing."""
        while self.state.phase != phase or in_round not in (0, self.state.round):
            if not isinstance(self.waiting, Chance):
                self.auto()
                continue
            match self.chance.what:
                case ("shuffle", int(size)):
                    self.draw(*range(size))
                case ("die", _, int(dice)):
                    self.draw(*[1] * dice)
                case _:
                    self.draw(0)
        return self

    def heard(self, what: str, seat: Seat | None = None) -> list[Mapping[str, Any]]:
        """The details of all events of this kind that the seat may hear of."""
        return [each.detail for each in self.events if each.what == what and each.is_for(seat)]


def playing(
    a: Mapping[str, Any],
    b: Mapping[str, Any] | None = None,
    *,
    in_round: int = 1,
    theme: str = "exhibit",
    turn: Seat = "A",
    config: Mapping[str, Any] | None = None,
) -> Stage:
    """A match in the middle of a round, this seat to play; cards as text, points as will, sword, shield, jp."""
    settled = FEST.settle(config or {})
    programme = next(each for each in PROGRAMMES if each[in_round - 1] == theme)
    state = State(settled, {})
    state.seats = {"A": _side(a, state), "B": _side(b or {}, state)}
    state.round, state.theme, state.programme = in_round, theme, programme
    state.phase, state.turn, state.order = "play", turn, (turn, other(turn))
    return Stage(state)


def _side(given: Mapping[str, Any], state: State) -> Side:
    zones: dict[str, Any] = {
        key: (tuple(value.split()) if key in ("deck", "back") else words(value))
        if isinstance(value, str)
        else value
        for key, value in given.items()
    }
    deck_list = Counter(
        card
        for zone in ("deck", "hand", "reserve", "front", "back", "discard")
        for card in zones.get(zone, ())
    )
    fields: dict[str, Any] = {"points": [0, 0, 0, 0], "shuffles": 1, "deck": ()} | zones
    return Side(deck_list=dict(deck_list), tags=tags(deck_list, state.cards), **fields)
