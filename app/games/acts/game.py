"""ACT:S as a game with decisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, ClassVar, Final

from app.engine.build import Build
from app.engine.matches.game import (
    SEATS,
    Action,
    Chance,
    Game,
    Length,
    MatchDecision,
    MatchEvent,
    Options,
    OrderVariable,
    Over,
    Pending,
    Search,
    Seat,
    View,
    other,
)
from app.engine.telling import TellingLine
from app.engine.versions import CARDS as KEY
from app.engine.words import Lang, Words
from app.games.acts import (
    actions,
    autopilot,
    outlooks,
    practice,
    turns,
)
from app.games.acts.cards import FAR_LIGHT, FIXTURES, RANK_AND_FILE, VERSIONS, Card
from app.games.acts.field import masters
from app.games.acts.pool import CHOICES, POOLS, SETTINGS
from app.games.acts.state import Side, State, dump, load, position
from app.games.acts.view import Sight, seen_by
from app.games.acts.words import conditions, menus, orders, picture, report, standing
from app.games.acts.words.board import ShownSide, show
from app.games.acts.words.cards import card_list
from app.games.acts.words.deck import ALL_CARDS, as_data, problems, read_build
from app.games.acts.words.glossary import GLOSSARY, card_words
from app.games.acts.words.lesson import LESSON

STEPS: Final = 900
"""A decision of the house that plays to win takes about as many steps: with some eight of them a turn takes a fifth of a second."""
MOST_IDEAS: Final = 40


class Acts(Game[State]):
    """Masters and servants on three by five squares; ether is cost and life. Each main turn is planned before its toss."""

    id = "acts"
    versions = VERSIONS
    title = Words("ACT:S", "ACT:S")
    max_steps = 251_680
    verbs: ClassVar[Mapping[str, str]] = orders.GRAMMAR.verbs
    asked: ClassVar[Mapping[str, OrderVariable]] = conditions.ASKED
    asked_of: ClassVar[Mapping[str, OrderVariable]] = conditions.ASKED_OF
    reactions = frozenset({actions.SPEED_KIND, actions.DEFEND})
    routine = frozenset({actions.TOSS, actions.REFILL})
    covers = Words(
        "1ターン全体の指示を書きます。二人は1回ずつ交互に行動し、あなたの番が来るたびに、上から見て最初に実行できる行を使います。使える行がなければ、パスが2回続くまで、おまかせで行動します。「あとはパス」の行があれば、パスします。",
        "Your orders are for the whole turn. Both players act in turn, one action each. When you act, the first line from the top that can be carried out is used. If none can, the house acts for you, until two passes in succession. With a line “then pass” you pass instead.",
    )
    reasons: ClassVar[Mapping[str, Words]] = report.REASONS
    starters: ClassVar[Mapping[str, Any]] = {
        "Rank and File": RANK_AND_FILE,
        "Far Light": FAR_LIGHT,
    }
    lesson = LESSON

    # --- builds -------------------------------------------------------------------------------------

    settings = SETTINGS
    choices = CHOICES

    def __init__(self, version: str = "", own: Sequence[Mapping[str, Any]] = ()) -> None:
        super().__init__(version, own)
        self.pool = POOLS.of({KEY: [*own]})
        self.card_words = card_words(self.pool)
        self.grammar = orders.grammar_of(self.pool)
        self.asked_is = conditions.asked_is(self.pool)
        self.lay_out = partial(ShownSide, pool=self.pool)

    @property
    def cards(self) -> Mapping[str, Card]:
        return self._known({KEY: self.own})

    def _known(self, config: Mapping[str, Any]) -> Mapping[str, Card]:
        """The cards of its version, and own ones of this configuration."""
        return {**self.versions[self.rules], **POOLS.of(config).own}

    def under(self, config: Mapping[str, Any]) -> Mapping[str, Any]:
        """Builds have the cards that this configuration allows."""
        settled = self.settle(config)
        known, has_all = self._known(settled), settled[KEY] == "fixtures"
        return {
            "cards": tuple(
                card
                for card in card_list(POOLS.of(settled))
                if card.id in known and (has_all or card.id not in FIXTURES)
            ),
            "read_build": partial(read_build, config=settled, cards=known),
        }

    def validate_build(self, build: Any, config: Mapping[str, Any]) -> list[Words]:
        settled = self.settle(config)
        return problems(build, settled, self._known(settled))

    # --- the rules ----------------------------------------------------------------------------------

    def new(self, config: Mapping[str, Any], builds: Mapping[Seat, Any]) -> State:
        sides: dict[Seat, Side] = {
            seat: Side(
                builds[seat]["master"],
                [id for id, copies in sorted(builds[seat]["deck"].items()) for _ in range(copies)],
            )
            for seat in SEATS
        }
        return State(self.settle(config), sides)

    def as_data(self, build: Build) -> dict[str, Any]:
        return as_data(build, self.pool)

    def exhibited(self, home: Build, away: Build) -> Mapping[str, Any]:
        return ALL_CARDS

    def reached(self, state: State) -> Mapping[Seat, int]:
        """Return the VIT left of both masters; negative if damage exceeds it."""
        left = {seat: state.pool[side.master].life for seat, side in state.sides.items()}
        return left | {seat: state.field[at].left for seat, at in masters(state.field).items()}

    def pending(self, state: State) -> Pending:
        if state.over:
            return state.over
        match state.phase:
            case "setup":
                deck = state.sides[SEATS[state.shuffled]].deck
                return Chance(state.wait[0], ("shuffle", len(deck)))
            case "toss" if state.toss is None:
                return Chance(state.wait[0], ("coin",))
            case "toss":
                return (MatchDecision(state.wait[0], state.tosser, actions.TOSS),)
            case "refill":
                return tuple(
                    MatchDecision(f"t{state.turn}.refill.{seat}", seat, actions.REFILL)
                    for seat in SEATS
                    if state.refill(seat)
                )
        is_secret = state.phase == "speed"
        return (MatchDecision(state.wait[0], state.asked, f"acts.{state.phase}", is_secret),)

    def legal(self, state: State, decision: MatchDecision) -> Options:
        seat = decision.seat
        limit = state.refill(seat) if decision.kind == actions.REFILL else 0
        return actions.Options(decision.kind, Sight.of(state, seat), limit)

    def apply(
        self, state: State, moves: Mapping[str, Action]
    ) -> tuple[State, Sequence[MatchEvent]]:
        after = state.copy()
        log: list[MatchEvent] = []
        if state.phase == "refill":
            ids = {seat: f"t{state.turn}.refill.{seat}" for seat in SEATS}
            counts = {seat: moves[id]["n"] for seat, id in ids.items() if id in moves}
            turns.refill(after, counts, log)
        else:
            (action,) = moves.values()
            turns.decide(after, action, log)
        return after, log

    def apply_chance(
        self, state: State, chance: Chance, outcome: Sequence[int]
    ) -> tuple[State, Sequence[MatchEvent]]:
        after = state.copy()
        log: list[MatchEvent] = []
        if state.phase == "setup":
            turns.shuffle(after, outcome, log)
        else:
            turns.toss(after, outcome[0], log)
        return after, log

    def stop(self, state: State, reason: str, loser: Seat | None) -> State:
        after = state.copy()
        after.end(Over.won(loser and other(loser), reason))
        return after

    view = staticmethod(seen_by)
    dump = staticmethod(dump)
    load = staticmethod(load)
    position = staticmethod(position)

    def checkpoint(self, state: State) -> Sequence[Seat]:
        return SEATS if state.phase == "toss" and state.toss is None else ()

    def length(self, config: Mapping[str, Any]) -> Length:
        """A turn is an exchange: the decks last 26 (R26)."""
        most = min(self.settle(config)["turn_limit"] or 26, 26)
        return Length(min(5, most), min(12, most), most)

    # --- orders -------------------------------------------------------------------------------------

    reasoned = staticmethod(autopilot.reasoned)
    house = staticmethod(autopilot.house)
    autopilot = staticmethod(autopilot.choose)
    notions = staticmethod(practice.notions)
    search = Search(
        practice.imagine,
        practice.worth,
        STEPS,
        Words("形勢の差", "the difference in standing"),
        ideas=(practice.ideas,),
        most_ideas=MOST_IDEAS,
        play_on=practice.play_on,
    )
    meanings = staticmethod(orders.read)
    format = staticmethod(orders.written)
    called = staticmethod(orders.named)
    turn = staticmethod(itemgetter("turn"))
    thing = staticmethod(conditions.thing)
    is_in_range = staticmethod(conditions.is_in_range)
    menus = staticmethod(menus.menus)
    primer = standing.PRIMER
    goal = standing.GOAL
    glossary = GLOSSARY
    chapters = standing.CHAPTERS
    stands = staticmethod(standing.stands)
    so_far = staticmethod(standing.so_far)
    asked_for = standing.ASKS
    wants = staticmethod(standing.wants)
    show = staticmethod(show)
    outlook = staticmethod(outlooks.outlook)
    expected = staticmethod(outlooks.expected)
    board = staticmethod(picture.board)

    def kinds(self, action: Action) -> frozenset[str]:
        return actions.kinds(action, self.pool)

    def tell(
        self,
        events: Iterable[MatchEvent],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
    ) -> Iterator[TellingLine]:
        return report.tell(events, names, lang, seat, self.pool)

    def foreseen(self, view: View) -> tuple[MatchDecision, Options] | None:
        """Return the first action of a main turn, which is planned before its toss."""
        if not view["seat"] or not view["field"] or view["over"]:
            return None
        decision = MatchDecision(f"t{view['turn']}.main", view["seat"], actions.MAIN)
        return decision, actions.Options(actions.MAIN, Sight.through(view), 0)

    def parse(self, text: str, view: View, decision: MatchDecision | None) -> Action:
        return next(iter(orders.read(text, view, decision)))

    def passing(self, view: View, decision: MatchDecision) -> Action | None:
        return actions.PASS if decision.kind == actions.MAIN else None


GAMES: Final = Acts.by_all_rules()
