"""What a finished match teaches: where it turned, and one other decision that would have won it for the loser.

All hands are open by then. A changed match uses the draws of the record as long as they are the same, and draws of
the same dice after that. Both players decide as in the record if that is legal, else as the house does. The search is
limited by counted steps of the rules, so the same record gives the same answer on any machine.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, Final, Generic, NamedTuple

from app.engine.matches.course import Match
from app.engine.matches.dice import Dice
from app.engine.matches.game import (
    Action,
    Chance,
    Draw,
    Game,
    MatchDecision,
    Over,
    Search,
    Seat,
    State,
    other,
)
from app.engine.matches.record import Line
from app.engine.matches.steps import cut
from app.engine.words import Lang, Words

STEPS: Final = 8_000
"""The most steps of the rules that are played for one match."""
_IDEAS: Final = 16
"""The most other actions that are tried at one decision."""

_LANGS: Final[tuple[Lang, Lang]] = ("ja", "en")


@dataclass(frozen=True, slots=True)
class PastDecision(Generic[State]):
    """A decision of the loser: its step in the replay, its exchange, and the action.

    `worth` is the value of the position before it, as the house counts.
    """

    step: int
    turn: int
    state: State
    decision: MatchDecision
    action: Action
    order: Words
    worth: int


class WinningChange(NamedTuple):
    """A change that would have won: the action, the order, and the reason of the new end."""

    moment: PastDecision[Any]
    action: Action
    order: Words
    reason: Words


class Hindsight(NamedTuple):
    """What a match that `loser` lost teaches. `unit` is what `worth` counts.

    `turned` is the last decision before which the match was level; if it never was, the one that cost most. `after`
    is the loser's next decision, if there was one.
    """

    loser: Seat
    unit: Words
    turned: PastDecision[Any] | None
    after: PastDecision[Any] | None
    change: WinningChange | None


def hindsight(
    game: Game[State], lines: Sequence[Line], builds: Mapping[Seat, Any], dice: Dice
) -> Hindsight | None:
    """What a finished match teaches; None if nobody lost it, or if its game is not searched."""
    ended = Match.resume(game, lines, builds).ended
    if game.search is None or ended is None or ended.winner is None:
        return None
    loser = other(ended.winner)
    replay = _Replay(game, game.search, lines, builds, dice, loser)
    return Hindsight(loser, game.search.unit, *_turned(replay.moments), replay.change())


def _turned(
    moments: Sequence[PastDecision[State]],
) -> tuple[PastDecision[State] | None, PastDecision[State] | None]:
    """The moment at which it turned, and the next one."""
    level = [at for at, each in enumerate(moments) if each.worth >= 0]
    falls = [before.worth - after.worth for before, after in pairwise(moments)]
    if not level and not falls:
        return None, None
    at = level[-1] if level else falls.index(max(falls))
    return moments[at], next(iter(moments[at + 1 :]), None)


class _Replay(Generic[State]):
    """A replay of the record in which other decisions are tried."""

    def __init__(
        self,
        game: Game[State],
        search: Search[State],
        lines: Sequence[Line],
        builds: Mapping[Seat, Any],
        dice: Dice,
        loser: Seat,
    ) -> None:
        self.game, self.search, self.dice, self.loser = game, search, dice, loser
        self.left = STEPS
        self.drawn: dict[tuple[str, Draw], Sequence[int]] = {}
        self.decided: dict[tuple[str, Seat], Action] = {}
        self.moments: list[PastDecision[State]] = []
        match = Match.begin(game, lines[0], builds)
        for step, some in enumerate(cut(lines[1:]), 1):
            for line in some:
                if line["t"] == "chance":
                    self.drawn[line["label"], tuple(line["what"])] = line["out"]
                elif line["t"] == "move":
                    self._decided(match, line["moves"], step)
                match, _ = match.after(line)

    def _decided(self, match: Match[State], moves: Mapping[Seat, Action], step: int) -> None:
        pending, state = match.pending, match.state
        for each in pending if isinstance(pending, tuple) else ():
            action = self.decided[each.place, each.seat] = moves[each.seat]
            if each.seat == self.loser:
                order = self._order(state, action)
                worth = self.search.worth(state, self.loser)
                self.moments.append(
                    PastDecision(step, match.turn, state, each, action, order, worth)
                )

    def _order(self, state: State, action: Action) -> Words:
        game, view = self.game, self.game.view(state, self.loser)
        order = game.format(action, view)
        return Words(*(game.in_words(order, view, lang) for lang in _LANGS))

    def change(self) -> WinningChange | None:
        """The latest decision with an alternative that wins, as far as the steps reach."""
        for moment in reversed(self.moments):
            for idea in self._ideas(moment):
                over = self._played(moment, idea)
                if over and over.winner == self.loser:
                    reason = self.game.reasons[over.reason]
                    return WinningChange(moment, idea, self._order(moment.state, idea), reason)
        return None

    def _ideas(self, moment: PastDecision[State]) -> Iterator[Action]:
        """What the loser might have done instead: the choice of the house, then its other ideas, each once."""
        game, decision, found = self.game, moment.decision, [moment.action]
        view, options = game.view(moment.state, self.loser), game.legal(moment.state, decision)
        house = [game.autopilot(view, decision, options)]
        finders = [find(view, moment.action) for find in self.search.ideas] or [options]
        for idea in chain(house, *finders, game.notions(view, moment.action)):
            if len(found) > _IDEAS or self.left < 0:
                return
            if idea not in found and idea in options:
                found.append(idea)
                yield idea

    def _played(self, moment: PastDecision[State], idea: Action) -> Over | None:
        """The end of the match with this action at that decision; None if the steps are used up first."""
        game, state = self.game, moment.state
        chosen = {moment.decision.id: idea}
        while not isinstance(pending := game.pending(state), Over):
            self.left -= 1
            if self.left < 0:
                return None
            if isinstance(pending, Chance):
                known = self.drawn.get((pending.label, pending.what))
                state, _ = game.apply_chance(state, pending, known or self.dice.draw(pending))
            else:
                moves = {
                    each.id: chosen.get(each.id) or self._answer(state, each) for each in pending
                }
                state, _ = game.apply(state, moves)
        return pending

    def _answer(self, state: State, decision: MatchDecision) -> Action:
        """The decision of the record if it is legal now, else that of the house."""
        options = self.game.legal(state, decision)
        recorded = self.decided.get((decision.place, decision.seat))
        if recorded is not None and recorded in options:
            return recorded
        return self.game.house(state, decision)
