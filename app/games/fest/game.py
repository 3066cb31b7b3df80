"""The school festival as a game with decisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final

from app.engine.matches.board import MatchBoard
from app.engine.matches.game import (
    SEATS,
    Action,
    Chance,
    Game,
    Length,
    MatchDecision,
    MatchEvent,
    MatchOpponent,
    Options,
    Pending,
    Seat,
    View,
)
from app.engine.matches.menus import Menu
from app.engine.matches.search import TENGU, Search
from app.engine.telling import TellingLine
from app.engine.words import Lang, Words
from app.games.fest import actions, autopilot, festival, menus, orders, practice
from app.games.fest import build as decks
from app.games.fest import config as configs
from app.games.fest import state as states
from app.games.fest import view as views
from app.games.fest.cards import DECKS
from app.games.fest.side import Side
from app.games.fest.state import State
from app.games.fest.words import diagram as diagrams
from app.games.fest.words import layout, report
from app.games.fest.words import outlook as outlooks

STEPS: Final = 600
"""Tried by the house at a decision when it plays to win."""
AHEAD: Final = 4


class Fest(Game[State]):
    """Two classes, three themes."""

    id = "fest"
    rules = "fest@1.01-p1"
    title = Words("学園祭", "School Festival")
    max_steps = 400
    verbs: ClassVar[Mapping[str, str]] = orders.VERBS
    words_ja: ClassVar[Mapping[str, str]] = orders.WORDS_JA
    reasons: ClassVar[Mapping[str, Words]] = {
        "points": Words("得点の差", "points"),
        "jp": Words("審査点の差", "judging points"),
        "tiebreak": Words("決着のダイス", "tie-break dice"),
        "draw": Words("引き分け", "draw"),
        "resign": Words("投了", "resignation"),
        "forfeit": Words("不戦", "forfeit"),
    }
    starters: ClassVar[Mapping[str, Any]] = {name: {"deck": DECKS[name]} for name in ("D1", "D2")}

    def settle(self, config: Mapping[str, Any]) -> dict[str, Any]:
        return configs.settle(config)

    def validate_build(self, build: Any, config: Mapping[str, Any]) -> list[Words]:
        return decks.problems(build, self.settle(config))

    def new(self, config: Mapping[str, Any], builds: Mapping[Seat, Any]) -> State:
        settled = self.settle(config)
        known = configs.cards(settled)
        sides: dict[Seat, Side] = {}
        for seat in SEATS:
            deck = builds[seat]["deck"]
            sides[seat] = Side(deck, states.tags(deck, known), states.spread(deck))
        return State(settled, sides)

    def pending(self, state: State) -> Pending:
        return festival.pending(state)

    def legal(self, state: State, decision: MatchDecision) -> Options:
        return actions.legal(state, decision)

    def apply(
        self, state: State, moves: Mapping[str, Action]
    ) -> tuple[State, Sequence[MatchEvent]]:
        step = festival.decided(state, moves)
        return step.state, step.events

    def apply_chance(
        self, state: State, chance: Chance, outcome: Sequence[int]
    ) -> tuple[State, Sequence[MatchEvent]]:
        step = festival.Step(state)
        step.drawn(outcome)
        return step.state, step.events

    def view(self, state: State, seat: Seat | None) -> View:
        return views.view(state, seat)

    def dump(self, state: State) -> dict[str, Any]:
        return states.dump(state)

    def load(self, dumped: Mapping[str, Any]) -> State:
        return states.load(dumped)

    def checkpoint(self, state: State) -> Sequence[Seat]:
        return festival.checkpoint(state)

    def length(self, config: Mapping[str, Any]) -> Length:
        """Two reserves, three fronts and three plans of the back members."""
        return Length(8, 8, 8)

    def autopilot(self, view: View, decision: MatchDecision, options: Options) -> Action:
        return autopilot.choose(view, decision)

    @cached_property
    def opponents(self) -> Mapping[str, MatchOpponent]:
        search = Search(self, practice.imagine, practice.worth, steps=STEPS, ahead=AHEAD)
        return {**super().opponents, TENGU: search.opponent}

    def parse(self, text: str, view: View, decision: MatchDecision | None) -> Action:
        return orders.read(text, view, decision)

    def format(self, action: Action, view: View) -> str:
        return orders.write(action, view)

    def kinds(self, action: Action) -> frozenset[str]:
        return orders.kinds(action)

    def menus(
        self, view: View, decision: MatchDecision | None, options: Options | None, lang: Lang
    ) -> Sequence[Menu]:
        return menus.menus(view, decision, lang)

    def value(
        self, name: str, view: View, decision: MatchDecision | None = None
    ) -> int | str | None:
        return orders.value(name, view)

    def holds(
        self,
        thing: str,
        test: str,
        word: str,
        view: View,
        decision: MatchDecision | None = None,
        order: str = "",
    ) -> bool | None:
        return orders.holds(thing, test, word, view)

    def tell(
        self,
        events: Iterable[MatchEvent],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
    ) -> Iterator[TellingLine]:
        return report.tell(events, names, lang)

    def outlook(
        self, view: View, plan: Sequence[Action], names: Mapping[Seat, str], lang: Lang
    ) -> Iterator[TellingLine]:
        return outlooks.outlook(view, plan, names, lang)

    def diagram(self, view: View, names: Mapping[Seat, str], lang: Lang) -> str:
        return diagrams.diagram(view, names, lang)

    def board(self, view: View, names: Mapping[Seat, str], lang: Lang) -> MatchBoard:
        return layout.board(view, names, lang)


FEST = Fest()
