"""The house: it plays for absent players, and can be played against for practice.

The autopilot is a function of the view: deterministic, always legal, fast. The tengu plays to win. It tries its ideas
in imagined worlds, states that match its view, and keeps the idea with the best result. Each world imagines the
hidden part anew, and all ideas are tried in the same worlds. From there the autopilot plays on for both seats. The
tengu knows nothing beyond its view. Its search is limited by counted steps, not by time, so the same view gives the
same answer on any machine.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import islice
from typing import Any, ClassVar, Final, Generic, NamedTuple

from app.engine.matches.basics import (
    Action,
    Chance,
    Decide,
    MatchDecision,
    Options,
    Over,
    Seat,
    State,
    View,
    other,
)
from app.engine.matches.dice import Dice, canonical
from app.engine.matches.game.lesson import MatchLesson
from app.engine.matches.game.orders import GameOrders
from app.engine.matches.game.rules import GameRules
from app.engine.words import Words

AUTOPILOT: Final = "autopilot"
CAREFUL: Final = "careful"
"""The level at which the autopilot advises."""
_AUTOPILOT: Final = (
    Words("道場の相手", "House"),
    Words(
        "無理をせず、いつも同じ考え方で打ちます。はじめての方に。",
        "Careful, and always the same. Good for a first match.",
    ),
)
TENGU: Final = "tengu"
_TENGU: Final = (
    Words("天狗", "Tengu"),
    Words(
        "道場いちばんの腕自慢です。何手か先を読んで、勝ちにきます。",
        "Strong: looks some turns ahead and plays to win, without seeing your hand.",
    ),
)
WON: Final = 1_000_000
"""The value of a won match. A game's value of a running match must be less."""


Advise = Callable[[View, MatchDecision, Options], tuple[Action, Words]]
"""An answer to a decision, and why in a sentence."""


class MatchAdvice(NamedTuple):
    """The suggestion of the house: the order as players type it in either language, and why, in a sentence."""

    action: Action
    order: Words
    why: Words


@dataclass(frozen=True, slots=True)
class MatchOpponent:
    """An opponent of the house for practice. Only the autopilot plays for absent players."""

    name: Words
    about: Words
    """How it plays, in a sentence."""
    decide: Decide
    advise: Advise | None = None
    """Gives its answer with the reason. None if only the autopilot gives reasons."""


@dataclass(frozen=True, slots=True)
class Search(Generic[State]):
    """How a game is searched: its worlds, its ideas, and the value of a state.

    `ideas` are asked for one after another: each varies the best action so far, the autopilot's at first. Without
    `ideas`, the legal actions are tried.
    """

    imagine: Callable[[View, Dice, Mapping[str, Any]], State]
    """Makes a state that matches the view; these dice deal the hidden cards from these cards."""
    worth: Callable[[State, Seat], int]
    """The value of a state for this seat."""
    steps: int
    """The most steps of the rules that are tried for one decision."""
    unit: Words
    """What `worth` counts."""
    ahead: int = 0
    """How many decisions each world is played on."""
    ideas: Sequence[Callable[[View, Action], Iterable[Action]]] = ()
    most_ideas: int = 24
    worlds: int = 2
    """The number of worlds for all ideas. The better half gets twice as many more, and so on."""
    play_on: Callable[[State, MatchDecision, Action], tuple[int, int]] | None = None
    """The value of a world for the seat after an action and the steps used, for a game with its own way to play on.
    """

    def decide(
        self, game: "GameHouse[State]", view: View, decision: MatchDecision, options: Options
    ) -> Action:
        """The best action found: legal, and always the same for this view."""
        return self._found(game, view, decision, options)[0].idea

    def advise(
        self, game: "GameHouse[State]", view: View, decision: MatchDecision, options: Options
    ) -> tuple[Action, Words]:
        """The best action found, with its result and that of the next best. The autopilot's advice if nothing was
        compared.
        """
        best, *others = self._found(game, view, decision, options)
        if not best.worlds:
            return best.idea, game.reasoned(view, decision, options)[1]
        then, ours, theirs = game.ordered(others[0].idea, view), best.mean, others[0].mean
        ja, en = (each.replace("\n", " / ") for each in then)
        return best.idea, Words(
            f"ありうる場面{best.worlds}通りで試した{self.unit.ja}の平均は{ours.ja}、次に良い「{ja}」では{theirs.ja}です。",
            f"Tried in {best.worlds} worlds that may be, {self.unit.en}: {ours.en} on average; the next best, “{en}”: {theirs.en}.",
        )

    def _found(
        self, game: "GameHouse[State]", view: View, decision: MatchDecision, options: Options
    ) -> list["_Idea"]:
        """The ideas that were compared to the end, the best first; the autopilot's alone if there were no others."""
        name = decision.kind if decision.secret else decision.id  # it may count what is hidden
        seed = sha256(b"hikyaku-search-1\0" + canonical([game.rules, name, view]))
        worlds = _Worlds(game, self, view, decision, seed.digest())
        found = [_Idea(game.autopilot(view, decision, options))]
        finders = self.ideas or (lambda _, __: options,)
        for find in finders:
            best = found[0].idea
            ideas = [best]
            for idea in islice(find(view, best), 4 * self.most_ideas):
                if len(ideas) < self.most_ideas and idea not in ideas and idea in options:
                    ideas.append(idea)
            if len(ideas) > 1:
                found = worlds.best(ideas, self.steps // len(finders))
        return found


class _Idea(NamedTuple):
    """An idea, the number of worlds in which it was tried, and the sum of its results."""

    idea: Action
    sum: int = 0
    worlds: int = 0

    @property
    def mean(self) -> Words:
        """Its average result."""
        if abs(self.sum) * 2 < WON * self.worlds:
            mean = f"{self.sum / self.worlds:+.1f}"
            return Words(mean, mean)
        return Words("勝ち", "a win") if self.sum > 0 else Words("負け", "a loss")


class _Worlds(Generic[State]):
    """The worlds of a decision, in which ideas are tried out."""

    def __init__(
        self,
        game: "GameHouse[State]",
        search: Search[State],
        view: View,
        decision: MatchDecision,
        seed: bytes,
    ) -> None:
        self.game = game
        self.search = search
        self.view = view
        self.decision = decision
        self.seed = seed
        self.left = 0

    def best(self, ideas: list[Action], steps: int) -> list[_Idea]:
        """Try the better half in more worlds, until two are left and compared or the steps are used up.

        All compared ideas have been tried in the same worlds. Of equal ones the earlier leader is preferred.
        """
        self.left = steps
        tried = [_Idea(idea) for idea in ideas]
        count = self.search.worlds
        while True:
            for number in range(tried[0].worlds, tried[0].worlds + count):
                dice = Dice(sha256(self.seed + number.to_bytes(4)).digest())
                state = self.search.imagine(self.view, dice, self.game.cards)
                scores = []
                for each in tried:
                    if self.left <= 0:
                        return sorted(tried, key=lambda each: -each.sum)
                    scores.append(self.after(state, each.idea, dice))
                tried = [
                    _Idea(each.idea, each.sum + score, number + 1)
                    for each, score in zip(tried, scores, strict=True)
                ]
            tried.sort(key=lambda each: -each.sum)
            if len(tried) == 2:
                return tried
            tried, count = tried[: (len(tried) + 1) // 2], 2 * count

    def after(self, state: State, idea: Action, dice: Dice) -> int:
        """The value of the state some decisions after this action, with the autopilot playing on for both."""
        game, search, decision = self.game, self.search, self.decision
        if search.play_on:
            worth, steps = search.play_on(state, decision, idea)
            self.left -= steps
            return worth
        ahead = search.ahead
        chosen: dict[str, Action] = {decision.id: idea}
        while not isinstance(pending := game.pending(state), Over):
            self.left -= 1
            if isinstance(pending, Chance):
                state, _ = game.apply_chance(state, pending, dice.draw(pending))
                continue
            if ahead <= 0:
                return search.worth(state, decision.seat)
            ahead -= 1
            moves = {each.id: chosen.get(each.id) or game.house(state, each) for each in pending}
            state, _ = game.apply(state, moves)
        margin = pending.score[decision.seat] - pending.score[other(decision.seat)]
        return int(margin * WON)


def dealt(cards: Sequence[str], dice: Dice, label: str) -> list[str]:
    """These cards in an order of these dice."""
    order = dice.draw(Chance(f"search/{label}", ("shuffle", len(cards))))
    return [cards[place] for place in order]


class GameHouse(GameRules[State], GameOrders):
    """How the house plays."""

    search: ClassVar[Search[Any] | None] = None
    """How the tengu searches. None if the game has no tengu."""

    @abstractmethod
    def autopilot(self, view: View, decision: MatchDecision, options: Options, /) -> Action:
        """The action of the house for this seat: deterministic, from the view alone, always legal."""

    def house(self, state: State, decision: MatchDecision, /) -> Action:
        """What the autopilot answers to the view of this seat; a game may find it without making the view."""
        view = self.view(state, decision.seat)
        return self.autopilot(view, decision, self.legal(state, decision))

    @property
    def opponents(self) -> Mapping[str, MatchOpponent]:
        """The opponents for practice, by their words in addresses. The first is the default."""
        found = {AUTOPILOT: MatchOpponent(*_AUTOPILOT, self.autopilot)}
        if self.search:
            search = self.search
            found[TENGU] = MatchOpponent(
                *_TENGU, partial(search.decide, self), partial(search.advise, self)
            )
        return found

    lesson: ClassVar[MatchLesson | None] = None
    """The guided first match for a new player."""

    def notions(self, view: View, best: Action, /) -> Iterable[Action]:
        """Other ideas instead of the best action, the most promising first. Not all need be legal."""
        return ()

    def foreseen(self, view: View, /) -> tuple[MatchDecision, Options] | None:
        """The first decision that a plan will be asked, for a game that asks for plans before any decision waits."""
        return None

    def reasoned(
        self, view: View, decision: MatchDecision, options: Options, /
    ) -> tuple[Action, Words]:
        """The autopilot's action and its reason, from the values that it compared."""
        return self.autopilot(view, decision, options), Words(
            "ここではいつもこうします。", "The house always does so here."
        )

    def suggest(
        self, view: View, decision: MatchDecision, options: Options, level: str = CAREFUL
    ) -> MatchAdvice:
        """The action of the house for this seat and its reason. `level` names another opponent than the careful one."""
        advise = self.reasoned if level == CAREFUL else self.opponents[level].advise
        action, why = (advise or self.reasoned)(view, decision, options)
        return MatchAdvice(action, self.ordered(action, view), why)

    @property
    def styles(self) -> Mapping[str, Decide]:
        """Other styles of play by name. Measurements of balance compare them with the autopilot."""
        return {}
