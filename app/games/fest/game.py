"""The school festival as a game with decisions."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from app.engine.matches.game import (
    SEATS,
    Action,
    Chance,
    Decision,
    Event,
    Game,
    Options,
    Pending,
    Seat,
    View,
)
from app.engine.words import Words
from app.games.fest import actions, autopilot, build, config, festival, state, view
from app.games.fest.cards import DECKS
from app.games.fest.side import Side
from app.games.fest.state import State


class Fest(Game[State]):
    """Two classes, three themes."""

    id = "fest"
    rules = "fest@1.01-p1"
    title = Words("学園祭", "School Festival")
    max_steps = 400
    verbs: ClassVar[Mapping[str, str]] = {
        verb: verb for verb in ("reserve", "front", "play", "pick")
    } | {"温存": "reserve", "フロント": "front", "出す": "play", "戻す": "pick"}
    reasons: ClassVar[Mapping[str, Words]] = {
        "points": Words("得点の差", "points"),
        "jp": Words("審査点の差", "judging points"),
        "tiebreak": Words("決着のダイス", "tie-break dice"),
        "draw": Words("引き分け", "draw"),
        "resign": Words("投了", "resignation"),
        "forfeit": Words("不戦", "forfeit"),
    }
    starters: ClassVar[Mapping[str, Any]] = {name: {"deck": DECKS[name]} for name in ("D1", "D2")}

    def settle(self, config_: Mapping[str, Any]) -> dict[str, Any]:
        return config.settle(config_)

    def validate_build(self, build_: Any, config_: Mapping[str, Any]) -> list[Words]:
        return build.problems(build_, self.settle(config_))

    def new(self, config_: Mapping[str, Any], builds: Mapping[Seat, Any]) -> State:
        settled = self.settle(config_)
        known = config.cards(settled)
        sides: dict[Seat, Side] = {}
        for seat in SEATS:
            deck = builds[seat]["deck"]
            sides[seat] = Side(deck, state.tags(deck, known), state.spread(deck))
        return State(settled, sides)

    def pending(self, state_: State) -> Pending:
        return festival.pending(state_)

    def legal(self, state_: State, decision: Decision) -> Options:
        return actions.legal(state_, decision)

    def apply(self, state_: State, moves: Mapping[str, Action]) -> tuple[State, Sequence[Event]]:
        step = festival.decided(state_, moves)
        return step.state, step.events

    def apply_chance(
        self, state_: State, chance: Chance, outcome: Sequence[int]
    ) -> tuple[State, Sequence[Event]]:
        step = festival.Step(state_)
        step.drawn(outcome)
        return step.state, step.events

    def view(self, state_: State, seat: Seat | None) -> View:
        return view.view(state_, seat)

    def dump(self, state_: State) -> dict[str, Any]:
        return state.dump(state_)

    def load(self, dumped: Mapping[str, Any]) -> State:
        return state.load(dumped)

    def checkpoint(self, state_: State) -> Sequence[Seat]:
        return festival.checkpoint(state_)

    def autopilot(self, seen: View, decision: Decision, options: Options) -> Action:
        return autopilot.choose(seen, decision)
