"""The online card plan as a game with decisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, ClassVar, Final

from app.engine.matches.game import (
    SEATS,
    Action,
    Chance,
    ConfigError,
    Decide,
    Game,
    Length,
    MatchDecision,
    MatchEvent,
    Options,
    OrderVariable,
    Pending,
    Search,
    Seat,
    View,
)
from app.engine.telling import TellingLine
from app.engine.words import Lang, Words
from app.games.ocg import (
    actions,
    autopilot,
    build,
    events,
    orders,
    plan,
    practice,
    turns,
)
from app.games.ocg.cards import BLADES, VERSIONS, WILDS, Card
from app.games.ocg.pool import POOLS
from app.games.ocg.side import DAMAGE, Side
from app.games.ocg.state import State, dump, load
from app.games.ocg.view import seen_by
from app.games.ocg.words import conditions, menus, picture, report, standing
from app.games.ocg.words.board import ShownSide, show
from app.games.ocg.words.cards import card_list
from app.games.ocg.words.deck import as_data, problems, read_build
from app.games.ocg.words.glossary import GLOSSARY
from app.games.ocg.words.lesson import LESSON
from app.games.ocg.words.variants import CHOICES

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
    versions = VERSIONS
    title = Words("オンラインカード案", "Online Card Plan")
    max_steps = 64
    verbs: ClassVar[Mapping[str, str]] = orders.GRAMMAR.verbs
    asked_of: ClassVar[Mapping[str, OrderVariable]] = conditions.ASKED_OF
    composed = _DECIDERS
    reasons: ClassVar[Mapping[str, Words]] = report.REASONS
    starters: ClassVar[Mapping[str, Any]] = {
        "Blades": {"decks": [BLADES]},
        "Wilds": {"decks": [WILDS]},
    }
    lesson = LESSON

    # --- builds -------------------------------------------------------------------------------------

    choices = CHOICES

    def __init__(self, version: str = "", own: Sequence[Mapping[str, Any]] = ()) -> None:
        super().__init__(version, own)
        self.pool: Final = POOLS.of(self.brought)
        self.grammar = orders.grammar_of(self.pool)
        self.asked = conditions.asked(self.pool)  # type: ignore[misc]
        self.asked_is = conditions.asked_is(self.pool)

    @property
    def cards(self) -> Mapping[str, Card]:
        return {**VERSIONS[self.rules], **self.pool.own}

    def settle(self, config: Mapping[str, Any]) -> dict[str, Any]:
        return build.settle({**config, **self.brought})

    def known(self, config: Mapping[str, Any]) -> Mapping[str, Card]:
        """The cards that there are in this configuration."""
        return {**self.cards, **POOLS.of(config).own}

    def under(self, config: Mapping[str, Any]) -> Mapping[str, Any]:
        """Decks have the cards and copies that this configuration allows."""
        settled = self.settle(config)
        known = self.known(settled)
        return {
            "cards": tuple(
                card
                for card in card_list(POOLS.of(settled))
                if card.id in known and build.most_copies(card.id, settled)
            ),
            "read_build": partial(read_build, config=settled, cards=known),
        }

    def validate_build(self, build_: Any, config: Mapping[str, Any]) -> list[Words]:
        """The configuration may also hold a `collection`: the copies that the player has, which no season limits."""
        settled = self.settle({key: config[key] for key in config if key != "collection"})
        return problems(build_, settled, config.get("collection"), self.known(settled))

    # --- the rules ----------------------------------------------------------------------------------

    def new(self, config: Mapping[str, Any], builds: Mapping[Seat, Any]) -> State:
        settled = self.settle(config)
        settled.pop("rarity", None)
        pool = POOLS.of(settled)
        sides: dict[Seat, Side] = {}
        for seat in SEATS:
            decks = tuple({**deck} for deck in builds[seat]["decks"])
            sides[seat] = Side(pool, decks, -1 if len(decks) > 1 else 0)
        if not all(any(deck.values()) for side in sides.values() for deck in side.decks):
            raise ConfigError([_NO_CARDS])
        state = State(settled, sides, "deck")
        turns.prepare(state)
        return state

    as_data = staticmethod(as_data)

    def reached(self, state: State) -> Mapping[Seat, int]:
        """Return how much more damage each seat can take before it loses."""
        return {seat: max(0, DAMAGE - len(state.sides[seat].damage)) for seat in SEATS}

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

    view = staticmethod(seen_by)
    dump = staticmethod(dump)
    load = staticmethod(load)

    def checkpoint(self, state: State) -> Sequence[Seat]:
        each = state.config.get("turns_per_exchange", 1)
        begins = state.phase == "orders" and (state.turn - 1) % each == 0
        return SEATS if begins else ()

    def length(self, config: Mapping[str, Any]) -> Length:
        """A turn is an exchange, or half of one; 80 cards last 25 turns."""
        each = self.settle(config).get("turns_per_exchange", 1)
        return Length(*(-(-turns // each) for turns in (5, 12, 25)))

    # --- orders -------------------------------------------------------------------------------------

    reasoned = staticmethod(autopilot.reasoned)
    autopilot = staticmethod(autopilot.decide)
    notions = staticmethod(practice.plays)
    search = Search(
        practice.imagine,
        practice.worth,
        STEPS,
        Words("形勢の差", "the difference in standing"),
        ahead=AHEAD,
        ideas=(practice.plays, practice.stances),
    )
    parse = staticmethod(orders.parse)
    compose = staticmethod(plan.compose)
    foiled = staticmethod(plan.foiled)
    format = staticmethod(orders.written)
    called = staticmethod(orders.called)
    turn = staticmethod(itemgetter("turn"))
    primer = standing.PRIMER
    goal = standing.GOAL
    glossary = GLOSSARY
    chapters = standing.CHAPTERS
    stands = staticmethod(standing.stands)
    so_far = staticmethod(standing.so_far)
    asks = staticmethod(standing.asks)
    wants = staticmethod(standing.wants)
    thing = staticmethod(conditions.thing)
    is_there = staticmethod(conditions.is_there)
    lay_out = ShownSide
    expected = staticmethod(plan.expected)
    menus = staticmethod(menus.menus)
    board = staticmethod(picture.board)

    def tell(
        self,
        events: Iterable[MatchEvent],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
    ) -> Iterator[TellingLine]:
        return report.tell(events, names, lang, seat, pool=self.pool)

    def show(self, sides: Mapping[Seat, ShownSide], what: str, detail: Mapping[str, Any]) -> None:
        show(sides, what, detail, self.pool)

    def kinds(self, action: Action) -> frozenset[str]:
        return _DECIDERS

    def passing(self, view: View, decision: MatchDecision) -> Action | None:
        return actions.empty()

    @property
    def styles(self) -> Mapping[str, Decide]:
        return {
            "charge": autopilot.charging,
            "guard": autopilot.guarding,
            "pass": lambda view, decision, options: actions.empty(),
        }


def _set_up(state: State) -> tuple[Seat, Chance]:
    """The seat that the set-up has come to, and its draw."""
    seat = next(seat for seat, side in state.sides.items() if turns.waits(side, state.phase))
    side = state.sides[seat]
    if state.phase == "deck":
        return seat, Chance(f"ocg/deckpick/{seat}", ("below", len(side.decks)))
    again = int(state.phase == "mulligan")
    return seat, Chance(f"ocg/shuffle/{seat}/{again}", ("shuffle", len(side.played)))


GAMES: Final = OnlineCard.by_all_rules()
