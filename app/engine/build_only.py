"""A game without decisions as a match: over as soon as the builds are in."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from app.engine.battle import Battle, Side
from app.engine.build import Build
from app.engine.matches.board import MatchBoard
from app.engine.matches.game import (
    SEATS,
    Action,
    Game,
    MatchDecision,
    MatchEvent,
    OrderError,
    Over,
    Pending,
    Seat,
    View,
)
from app.engine.ruleset import Ruleset
from app.engine.telling import TellingLine
from app.engine.words import Lang, Words
from app.errors import BuildUnreadable

_SIDE = {"A": Side.HOME, "B": Side.AWAY}
_NO_DECISIONS = Words("このゲームには決めることがありません。", "This game has no decisions.")
_NO_TEXT = Words("構成は文字で書いてください。", "A build is written as a text.")


@dataclass(frozen=True, slots=True)
class Builds:
    """The state: what both seats play, in canonical notation."""

    A: str
    B: str


class BuildOnly(Game[Builds]):
    """A ruleset under the contract of games with decisions, with no decision in it. Seat A is at home.

    A build is its text in canonical notation.
    """

    max_steps = 0
    verbs: ClassVar[Mapping[str, str]] = {}

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.id = ruleset.slug
        self.rules = ruleset.rules_version
        self.title = ruleset.title

    @property
    def reasons(self) -> Mapping[str, Words]:
        return self.ruleset.endings

    @property
    def starters(self) -> Mapping[str, Any]:
        return {"sample": self._written(self.ruleset.sample_build())}

    def validate_build(self, build: Any, config: Mapping[str, Any]) -> list[Words]:
        if not isinstance(build, str):
            return [_NO_TEXT]
        try:
            read = self.ruleset.read_build(build)
        except BuildUnreadable as refusal:
            return [
                Words(self.ruleset.explain(problem, "ja"), self.ruleset.explain(problem, "en"))
                for problem in refusal.problems
            ]
        written = self._written(read)
        return (
            [] if written == build else [Words(f"正しい書き方：{written}", f"Write it {written}.")]
        )

    def parse(self, text: str, view: View, decision: MatchDecision | None) -> Action:
        raise OrderError(1, _NO_DECISIONS)

    def _never(self, *_: Any, **__: Any) -> Any:
        raise AssertionError(_NO_DECISIONS.en)

    legal = apply = apply_chance = autopilot = format = kinds = value = holds = _never

    def _written(self, build: Build) -> str:
        return self.ruleset.write_build(build.nameless())

    def new(self, config: Mapping[str, Any], builds: Mapping[Seat, Any]) -> Builds:
        self.settle(config)
        return Builds(builds["A"], builds["B"])

    def battle(self, state: Builds) -> Battle:
        """The match, with every event."""
        return self.ruleset.play(self.ruleset.read_build(state.A), self.ruleset.read_build(state.B))

    def pending(self, state: Builds) -> Pending:
        battle = self.battle(state)
        winner: Seat | None = next((seat for seat in SEATS if _SIDE[seat] is battle.winner), None)
        return Over.won(winner, battle.reason)

    def view(self, state: Builds, seat: Seat | None) -> View:
        battle = self.battle(state)
        return {"builds": self.dump(state), "log": [event.as_dict() for event in battle.events]}

    def dump(self, state: Builds) -> dict[str, Any]:
        return {"A": state.A, "B": state.B}

    def load(self, dumped: Mapping[str, Any]) -> Builds:
        return Builds(dumped["A"], dumped["B"])

    def checkpoint(self, state: Builds) -> Sequence[Seat]:
        return ()

    def tell(
        self,
        events: Iterable[MatchEvent],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
    ) -> Iterator[TellingLine]:
        """Nothing: the ruleset tells the story of a battle."""
        return iter(())

    def board(self, view: View, names: Mapping[Seat, str], lang: Lang) -> MatchBoard:
        return MatchBoard(tuple(f"{names[seat]}: {view['builds'][seat]}" for seat in SEATS))
