"""The online card plan as a game with decisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, ClassVar, Final

from app.engine import telling
from app.engine.matches.board import MatchBoard
from app.engine.matches.game import (
    SEATS,
    Action,
    Chance,
    Composition,
    ConfigError,
    Decide,
    Game,
    Length,
    MatchCandidate,
    MatchDecision,
    MatchEvent,
    MatchOpponent,
    Options,
    Pending,
    Seat,
    View,
)
from app.engine.matches.search import TENGU, Search
from app.engine.words import Lang, Words
from app.games.ocg import (
    actions,
    autopilot,
    build,
    conditions,
    events,
    orders,
    plan,
    practice,
    turns,
)
from app.games.ocg.cards import BLADES, WILDS
from app.games.ocg.side import Side
from app.games.ocg.state import State, dump, load
from app.games.ocg.view import seen_by
from app.games.ocg.words import diagram, layout, report

STEPS: Final = 600
"""Tried by the house at a decision when it plays to win: a tenth of a second."""
AHEAD: Final = 2
_DECIDERS = frozenset({actions.KIND})
_NO_CARDS: Final = Words(
    "カードのないデッキでは対戦できません。", "A deck without cards cannot be played."
)


class OnlineCard(Game[State]):
    """Characters, class changes and a pile that is life and clock."""

    id = "ocg"
    rules = "ocg@2006-p2"
    title = Words("オンラインカード案", "Online Card Plan")
    max_steps = 64
    verbs: ClassVar[Mapping[str, str]] = orders.VERBS
    composed = _DECIDERS
    reasons: ClassVar[Mapping[str, Words]] = report.REASONS
    starters: ClassVar[Mapping[str, Any]] = {
        "Blades": {"decks": [BLADES]},
        "Wilds": {"decks": [WILDS]},
    }

    # --- builds -------------------------------------------------------------------------------------

    def settle(self, config: Mapping[str, Any]) -> dict[str, Any]:
        return build.settle(config)

    def validate_build(self, build_: Any, config: Mapping[str, Any]) -> list[Words]:
        """The configuration may also hold a `collection`: the copies that the player has, which no season limits."""
        settled = self.settle({key: config[key] for key in config if key != "collection"})
        return build.problems(build_, settled, config.get("collection"))

    # --- the rules ----------------------------------------------------------------------------------

    def new(self, config: Mapping[str, Any], builds: Mapping[Seat, Any]) -> State:
        sides: dict[Seat, Side] = {}
        for seat in SEATS:
            decks = tuple({**deck} for deck in builds[seat]["decks"])
            sides[seat] = Side(decks, -1 if len(decks) > 1 else 0)
        if not all(any(deck.values()) for side in sides.values() for deck in side.decks):
            raise ConfigError([_NO_CARDS])
        settled = self.settle(config)
        turns_per_exchange = settled.get("turns_per_exchange", 1)
        state = State(settled["unique"], sides, "deck", turns_per_exchange=turns_per_exchange)
        turns.prepare(state)
        return state

    def pending(self, state: State) -> Pending:
        if state.over:
            return state.over
        match state.phase:
            case "deck" | "shuffle" | "mulligan":
                return _set_up(state)[1]
            case "initiative":
                return Chance("ocg/initiative", ("coin",))
            case "area":
                return Chance(f"ocg/area/t{state.turn}", ("below", len(state.candidates)))
        return tuple(
            MatchDecision(f"t{state.turn}.orders.{seat}", seat, actions.KIND) for seat in SEATS
        )

    def legal(self, state: State, decision: MatchDecision) -> Options:
        return actions.Orders(partial(seen_by, state, decision.seat))

    def apply(
        self, state: State, moves: Mapping[str, Action]
    ) -> tuple[State, Sequence[MatchEvent]]:
        after = state.copy()
        log: list[MatchEvent] = []
        given = {seat: moves[f"t{state.turn}.orders.{seat}"] for seat in SEATS}
        turns.carry_out(after, given, log)
        return after, log

    def apply_chance(
        self, state: State, chance: Chance, outcome: Sequence[int]
    ) -> tuple[State, Sequence[MatchEvent]]:
        after = state.copy()
        log: list[MatchEvent] = []
        match state.phase:
            case "deck":
                seat = _set_up(state)[0]
                after.sides[seat].deck = outcome[0]
                log.append(events.deck_picked(seat, outcome[0]))
                turns.prepare(after)
            case "shuffle" | "mulligan":
                turns.shuffle(after, _set_up(state)[0], outcome, log)
            case "initiative":
                after.initiative = SEATS[outcome[0]]
                turns.begin(after, log)
            case _:
                turns.fight_on(after, after.candidates[outcome[0]], log)
        return after, log

    def view(self, state: State, seat: Seat | None) -> View:
        return seen_by(state, seat)

    def dump(self, state: State) -> dict[str, Any]:
        return dump(state)

    def load(self, dumped: Mapping[str, Any]) -> State:
        return load(dumped)

    def checkpoint(self, state: State) -> Sequence[Seat]:
        begins = state.phase == "orders" and (state.turn - 1) % state.turns_per_exchange == 0
        return SEATS if begins else ()

    def length(self, config: Mapping[str, Any]) -> Length:
        """A turn is an exchange, or half of one; 80 cards last 25 turns."""
        each = self.settle(config).get("turns_per_exchange", 1)
        return Length(*(-(-turns // each) for turns in (5, 12, 25)))

    # --- orders -------------------------------------------------------------------------------------

    def autopilot(self, view: View, decision: MatchDecision, options: Options) -> Action:
        return autopilot.decide(view)

    def parse(self, text: str, view: View, decision: MatchDecision | None) -> Action:
        return orders.parse(text, view)

    def compose(
        self, lines: Sequence[MatchCandidate], view: View, decision: MatchDecision, options: Options
    ) -> Composition:
        return plan.compose(lines, view)

    def foiled(self, event: MatchEvent, order: str, view: View) -> Words | None:
        return plan.foiled(event, order, view)

    def turn(self, view: View) -> int | None:
        turn: int = view["turn"]
        return turn

    def format(self, action: Action, view: View) -> str:
        return orders.written(action)

    def kinds(self, action: Action) -> frozenset[str]:
        return _DECIDERS

    def passing(self, view: View, decision: MatchDecision) -> Action | None:
        return actions.empty()

    def value(
        self, name: str, view: View, decision: MatchDecision | None = None
    ) -> int | str | None:
        return conditions.value(name, view)

    def holds(
        self,
        thing: str,
        test: str,
        word: str,
        view: View,
        decision: MatchDecision | None = None,
        order: str = "",
    ) -> bool | None:
        return conditions.holds(thing, test, word, view)

    @cached_property
    def opponents(self) -> Mapping[str, MatchOpponent]:
        search = Search(
            self,
            practice.imagine,
            practice.worth,
            steps=STEPS,
            ahead=AHEAD,
            ideas=(practice.plays, practice.stances),
        )
        return {**super().opponents, TENGU: search.opponent}

    @property
    def styles(self) -> Mapping[str, Decide]:
        return {
            "charge": lambda view, decision, options: autopilot.charging(view),
            "guard": lambda view, decision, options: autopilot.guarding(view),
            "pass": lambda view, decision, options: actions.empty(),
        }

    # --- words --------------------------------------------------------------------------------------

    def tell(
        self,
        events: Iterable[MatchEvent],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
    ) -> Iterator[telling.TellingLine]:
        return report.tell(events, names, lang)

    def diagram(self, view: View, names: Mapping[Seat, str], lang: Lang) -> str:
        return diagram.diagram(view, names, lang)

    def board(self, view: View, names: Mapping[Seat, str], lang: Lang) -> MatchBoard:
        return layout.board(view, names, lang)


def _set_up(state: State) -> tuple[Seat, Chance]:
    """The seat that the set-up has come to, and its draw."""
    seat = next(seat for seat, side in state.sides.items() if turns.waits(side, state.phase))
    side = state.sides[seat]
    if state.phase == "deck":
        return seat, Chance(f"ocg/deckpick/{seat}", ("below", len(side.decks)))
    again = int(state.phase == "mulligan")
    return seat, Chance(f"ocg/shuffle/{seat}/{again}", ("shuffle", len(side.played)))


OCG: Final = OnlineCard()
