"""How a player's orders answer decisions: plan, standing orders, `then`, autopilot; and the result of each line."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any, Final, Literal, NamedTuple, Self, get_args

from app.engine.matches.course import CourseAnswer
from app.engine.matches.game import (
    Action,
    By,
    Composition,
    Game,
    MatchCandidate,
    MatchDecision,
    Options,
    OrderError,
    View,
)
from app.engine.matches.grammar import OrderLine, Orders, Then
from app.engine.matches.orders.conditions import TurnFacts
from app.engine.words import Words

MOST_REPEATS: Final = 20
"""How often a line with `repeat` is carried out in a turn."""
_MOST_MEANINGS: Final = 100

Source = Literal["plan", "standing"]
_SOURCES: Final[tuple[Source, ...]] = get_args(Source)
_STANDING: Final = _SOURCES[1:]
Why = Literal["", "after", "if", "unless", "illegal"]

_WHY: Final[Mapping[Why, Words]] = {
    "": Words("出番がありませんでした。", "Its moment never came."),
    "after": Words(
        "{number}行目がまだ実行されていませんでした。", "Line {number} was not carried out."
    ),
    "if": Words("条件が成り立ちませんでした。", "Its condition was not met."),
    "unless": Words(
        "「でない限り」の条件が成り立っていました。", "The condition after its `unless` was met."
    ),
    "illegal": Words("できませんでした。", "It was not possible."),
}


class _Mark(NamedTuple):
    """The results of a line so far in this turn.

    It was carried out `times` times, `otherwise` of these with its `else`. `why` says why not, when it was last
    reached, in the game's words if it has any.
    """

    times: int = 0
    otherwise: int = 0
    why: Why = ""
    words: Words | None = None


_UNTRIED: Final = _Mark()


@dataclass(frozen=True, slots=True)
class _Fate:
    """A line of the turn's orders and its result."""

    source: Source
    place: int
    line: OrderLine
    mark: _Mark

    @property
    def done(self) -> str:
        """The order of the line that was carried out last; empty if none was."""
        if not self.mark.times:
            return ""
        return self.line.otherwise if self.mark.otherwise else self.line.order

    @property
    def words(self) -> Words:
        """The result in a sentence or two."""
        mark = self.mark
        if mark.times:
            return _carried_out(mark)
        said = _WHY[mark.why]
        words = Words(*(each.format(number=self.line.after) for each in said))
        if mark.words is None:
            return words
        return Words(f"{words.ja}{mark.words.ja}", f"{words.en} {mark.words.en}")


def _carried_out(mark: _Mark) -> Words:
    if mark.times == 1:
        ja, en = "実行しました", "Carried out"
    else:
        ja, en = f"{mark.times}回実行しました", f"Carried out {mark.times} times"
    if mark.otherwise == mark.times:
        return Words(f"「でなければ」の指示を{ja}。", f"{en}: the order behind its `else`.")
    if mark.otherwise:
        return Words(
            f"{ja}（うち{mark.otherwise}回は「でなければ」の指示）。",
            f"{en}, {mark.otherwise} of them the order behind its `else`.",
        )
    return Words(f"{ja}。", f"{en}.")


class _PlanLine(NamedTuple):
    """A line of the turn's orders with its place; `key` identifies its mark.

    `candidate` is the line as part of an action made from many lines, if its conditions hold and it was not carried
    out.
    """

    key: str
    source: Source
    place: int
    line: OrderLine
    candidate: MatchCandidate

    @classmethod
    def of(cls, source: Source, place: int, line: OrderLine) -> Self:
        """The line at this place of that block."""
        candidate = MatchCandidate(source, place, line, holds=True)
        return cls(f"{source}.{place}", source, place, line, candidate)


@dataclass(frozen=True, slots=True)
class Mandate:
    """Answers the decisions of a seat by its orders for this turn and its standing orders, and knows which lines are
    used up.

    `turn` is the number of the exchange. `default` applies if the orders have no `then`. The player is asked at most
    `asks` times a turn; `asked` counts them. The match waits for the decision `asking`, and no longer for `settled`.
    `typed` is the decision for which the orders were typed: their answer to it is the player's own (`live`).

    Standing orders may have hundreds of lines, and a match has dozens of decisions. Two caches serve a whole match:
    `kinds`, which kinds of decision each order answers, and `speaking`, which lines concern each kind.
    """

    orders: Orders = field(default_factory=Orders)
    standing: tuple[OrderLine, ...] = ()
    turn: int = 0
    default: Then = "auto"
    asks: int = 1
    marks: Mapping[str, _Mark] = field(default_factory=dict)
    asked: int = 0
    asking: str = ""
    settled: str = ""
    typed: str = ""
    kinds: dict[str, frozenset[str]] = field(default_factory=dict, compare=False, repr=False)
    speaking: dict[tuple[Source, str], list[_PlanLine]] = field(
        default_factory=dict, compare=False, repr=False
    )

    # --- from turn to turn --------------------------------------------------------------------------

    def renewed(self, turn: int, orders: Orders | None = None) -> "Mandate":
        """The mandate for a new turn, with new orders or none. Nothing is used up."""
        return Mandate(
            orders or Orders(),
            self.standing,
            turn,
            self.default,
            self.asks,
            kinds=self.kinds,
            speaking=self._of_standing(),
        )

    def replaced(self, orders: Orders) -> "Mandate":
        """The mandate with other orders for this turn. The number of questions to the player stays."""
        standing = {key: mark for key, mark in self.marks.items() if key.startswith("standing")}
        return replace(self, orders=orders, marks=standing, asking="", speaking=self._of_standing())

    def _of_standing(self) -> dict[tuple[Source, str], list[_PlanLine]]:
        """The part of `speaking` that stays valid with other orders for the turn."""
        return {key: held for key, held in self.speaking.items() if key[0] == "standing"}

    def _marked(self, marks: Mapping[str, _Mark]) -> "Mandate":
        """The mandate with these marks, and with no open question."""
        return Mandate(
            self.orders,
            self.standing,
            self.turn,
            self.default,
            self.asks,
            marks,
            self.asked,
            "",
            self.settled,
            self.typed,
            self.kinds,
            self.speaking,
        )

    def answering(self) -> "Mandate":
        """The mandate with its orders marked as typed for the waiting decision."""
        return replace(self, typed=self.asking)

    def overdue(self) -> "Mandate":
        """The mandate, no longer waiting for the player's answer."""
        return replace(self, asking="", settled=self.asking or self.settled)

    def dump(self) -> dict[str, Any]:
        """The used-up lines as plain data."""
        marks = {
            key: [mark.times, mark.otherwise, mark.why, mark.words]
            for key, mark in self.marks.items()
        }
        return {
            "asked": self.asked,
            "asking": self.asking,
            "settled": self.settled,
            "marks": marks,
        }

    def load(self, dumped: Mapping[str, Any]) -> "Mandate":
        """The mandate with the used-up lines of this dump."""
        marks = {
            key: _Mark(times, otherwise, why, Words(*words) if words else None)
            for key, (times, otherwise, why, words) in dumped["marks"].items()
        }
        asked, asking, settled = dumped["asked"], dumped["asking"], dumped["settled"]
        return replace(self, marks=marks, asked=asked, asking=asking, settled=settled)

    @property
    def fates(self) -> tuple[_Fate, ...]:
        """The result of every line in this turn."""
        return tuple(
            _Fate(source, place, line, self.marks.get(f"{source}.{place}", _UNTRIED))
            for source, place, line in self._lines()
        )

    # --- a decision ---------------------------------------------------------------------------------

    def answer(
        self, game: Game[Any], view: View, decision: MatchDecision, options: Options
    ) -> CourseAnswer:
        """The answer of the orders to this decision."""
        return CourseAnswer(*self.decide(game, view, decision, options))

    def decide(
        self, game: Game[Any], view: View, decision: MatchDecision, options: Options
    ) -> tuple[Action | None, By, "Mandate"]:
        """The first line that concerns the decision and can be carried out; else what `then` says.

        Lines of the plan come before standing orders. A `must` line that cannot be carried out ends the search.
        """
        find = self._composed if decision.kind in game.composed else self._first
        action, source, marks = find(game, view, decision, options)
        after = self if marks is self.marks and not self.asking else self._marked(marks)
        if action is not None:
            is_typed = source == "plan" and decision.id == self.typed
            return action, "live" if is_typed else source, after
        then = self._then(game, decision)
        if then == "ask" and decision.id == self.asking:
            return None, "plan", self
        if then == "ask" and decision.id != self.settled and self.asked < self.asks:
            return None, "plan", replace(self, asked=self.asked + 1, asking=decision.id)
        if then == "pass":
            passed = game.passing(view, decision)
            if passed is not None and passed in options:
                return passed, "plan", after
        return game.autopilot(view, decision, options), "auto", after

    def leaves(self, game: Game[Any], decision: MatchDecision) -> bool:
        """Whether the house answers, as it is known that no line concerns this kind of decision."""
        kind, lines = decision.kind, {"plan": self.orders.lines, "standing": self.standing}
        return (
            not self.asking
            and kind not in game.composed
            and all(self.speaking.get((each, kind)) == [] for each in _SOURCES if lines[each])
            and self._then(game, decision) == "auto"
        )

    def _then(self, game: Game[Any], decision: MatchDecision) -> Then:
        """What follows where no line answers this decision."""
        if decision.kind in game.reactions or decision.kind in game.routine or decision.secret:
            return "auto"
        return self.orders.then or self.default

    def _lines(self) -> Iterator[tuple[Source, int, OrderLine]]:
        for place, line in enumerate(self.orders.lines):
            yield "plan", place, line
        for place, line in enumerate(self.standing):
            yield "standing", place, line

    def _open(self, game: Game[Any], view: View, decision: MatchDecision) -> Iterator[_PlanLine]:
        """The lines of this turn that may concern the decision and are not used up.

        For an action made from many lines, used-up lines are included: the action must know of them.
        """
        turn = game.turn(view)
        turn = self.turn if turn is None else turn
        is_composed = decision.kind in game.composed
        for source in _SOURCES if self.orders.lines else _STANDING:
            for each in self._speaking(source, game, view, decision.kind):
                line = each.line
                if line.turn is not None and line.turn != turn:
                    continue
                mark = None if is_composed else self.marks.get(each.key)
                if mark is None or mark.times < (MOST_REPEATS if line.repeat else 1):
                    yield each

    def _speaking(self, source: Source, game: Game[Any], view: View, kind: str) -> list[_PlanLine]:
        """The lines of the plan, or of the standing orders, that concern this kind of decision, as far as can be
        told.
        """
        held = self.speaking.get((source, kind))
        if held is None:
            is_reaction, is_composed = kind in game.reactions, kind in game.composed
            lines = self.orders.lines if source == "plan" else self.standing
            held = self.speaking[source, kind] = [
                _PlanLine.of(source, place, line)
                for place, line in enumerate(lines)
                if line.react is is_reaction
                and (is_composed or self._is_meant(line.order, game, view, kind))
            ]
        return held

    def _first(
        self, game: Game[Any], view: View, decision: MatchDecision, options: Options
    ) -> tuple[Action | None, Source, Mapping[str, _Mark]]:
        changed: dict[str, _Mark] = {}
        facts = TurnFacts(game, view, decision)
        for key, source, _, line, _ in self._open(game, view, decision):
            known = self.kinds.get(line.order)
            kind = decision.kind
            if not (kind in known if known else self._is_meant(line.order, game, view, kind)):
                continue
            mark = self.marks.get(key, _UNTRIED)
            action, words, is_else = None, None, False
            why = self._kept_back(line, source, facts)
            if not why:
                action, words = _legal(game, line.order, view, decision, options)
                why = "illegal"
            if action is None and line.otherwise and why != "after":
                action, _ = _legal(game, line.otherwise, view, decision, options)
                is_else = True
            if action is not None:
                changed[key] = _Mark(mark.times + 1, mark.otherwise + is_else)
                return action, source, {**self.marks, **changed}
            if why != mark.why or words != mark.words:
                changed[key] = _Mark(mark.times, mark.otherwise, why, words)
            if line.must:
                break
        return None, "plan", {**self.marks, **changed} if changed else self.marks

    def _kept_back(self, line: OrderLine, source: Source, facts: TurnFacts) -> Why:
        """Why the line is not carried out regardless of its order; empty if nothing prevents it."""
        if line.after is not None and not self._is_done(line.after, source):
            return "after"
        return _refused(line, facts)

    def _is_meant(self, order: str, game: Game[Any], view: View, kind: str) -> bool:
        """Whether the order answers this kind of decision, or may do so."""
        kinds = self.kinds.get(order)
        if kinds is None:
            try:
                kinds = game.kinds(game.parse(order, view, None))
            except OrderError:
                return True
            self.kinds[order] = kinds
        return kind in kinds

    def _is_done(self, number: int, source: Source) -> bool:
        """Whether the line with this number in that block was carried out in this turn."""
        lines = self.orders.lines if source == "plan" else self.standing
        return any(
            line.number == number and self.marks.get(f"{source}.{place}", _UNTRIED).times
            for place, line in enumerate(lines)
        )

    def _is_used_up(self, held: _PlanLine) -> bool:
        """Whether a line of the plan was carried out in a turn before; standing orders hold in every turn."""
        if held.source == "standing" or held.line.repeat:
            return False
        return self.marks.get(held.key, _UNTRIED).times > 0

    def _composed(
        self, game: Game[Any], view: View, decision: MatchDecision, options: Options
    ) -> tuple[Action | None, Source, Mapping[str, _Mark]]:
        facts = TurnFacts(game, view, decision)
        held = [*self._open(game, view, decision)]
        whys = [_refused(each.line, facts) for each in held]
        lines = [
            MatchCandidate(each.source, each.place, each.line, not why, is_used_up)
            if (is_used_up := self._is_used_up(each)) or why
            else each.candidate
            for each, why in zip(held, whys, strict=True)
        ]
        made = game.compose(lines, view, decision, options)
        is_standing = bool(made.fired) and all(lines[at].source == "standing" for at in made.fired)
        marks = _Outcome(self.marks, held, lines, whys, made)
        return made.action, "standing" if is_standing else "plan", marks


class _Outcome(Mapping[str, _Mark]):
    """The marks after an action made from many lines. They are computed when asked for: matches in tempo `script`
    never ask.
    """

    def __init__(
        self,
        before: Mapping[str, _Mark],
        held: Sequence[_PlanLine],
        lines: Sequence[MatchCandidate],
        whys: Sequence[Why],
        made: Composition,
    ) -> None:
        self._told = before, held, lines, whys, made

    @cached_property
    def _marks(self) -> dict[str, _Mark]:
        before, held, lines, whys, made = self._told
        marks = dict(before)
        for at, (each, line, why) in enumerate(zip(held, lines, whys, strict=True)):
            if line.is_done:
                continue
            was = marks.get(each.key, _UNTRIED)
            if at in made.fired:
                mark = _Mark(was.times + 1, was.otherwise + made.fired[at])
            else:
                mark = _Mark(was.times, was.otherwise, why or "illegal", made.refused.get(at))
            marks[each.key] = mark
        return marks

    def __getitem__(self, key: str) -> _Mark:
        return self._marks[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._marks)

    def __len__(self) -> int:
        return len(self._marks)


def _refused(line: OrderLine, facts: TurnFacts) -> Why:
    """Why the conditions of a line are false; empty if they hold."""
    if line.when is not None and not facts.hold(line.when, line.order):
        return "if"
    if line.unless is not None and facts.hold(line.unless, line.order):
        return "unless"
    return ""


def _legal(
    game: Game[Any], order: str, view: View, decision: MatchDecision, options: Options
) -> tuple[Action | None, Words | None]:
    """The first legal action that the order may mean, or why there is none."""
    try:
        actions = game.meanings(order, view, decision)
    except OrderError as unreadable:
        return None, unreadable.words
    first: Words | None = None
    for action in islice(actions, _MOST_MEANINGS):
        words = options.explain(action)
        if words is None:
            return action, None
        first = first or words
    return None, first


class Forecast(NamedTuple):
    """What the orders would do first, as far as the view tells.

    `fate` is the line, None if `then` decides. `order` is the canonical order of the `action`. Without an `action`
    the player would be asked, or it cannot be known yet; `order` is then what the line says.
    """

    by: By | Literal["ask"]
    order: str
    action: Action | None
    fate: _Fate | None


def forecast(
    mandate: Mandate,
    game: Game[Any],
    view: View,
    decision: MatchDecision | None = None,
    options: Options | None = None,
) -> Forecast:
    """What these orders would do first: at this decision or, if none is open, at the next."""
    if decision is None or options is None:
        return _outlook(mandate, game, view)
    action, by, after = mandate.decide(game, view, decision, options)
    if action is None:
        return Forecast("ask", "", None, None)
    fired = (
        fate
        for fate, was in zip(after.fates, mandate.fates, strict=True)
        if fate.mark.times > was.mark.times
    )
    return Forecast(by, game.format(action, view), action, next(fired, None))


def planned(orders: Orders, game: Game[Any], view: View, turn: int) -> list[Action]:
    """The unconditional actions of a plan for this turn, in order, as far as they can be told now."""
    if not orders.is_plan:
        return []
    now = game.turn(view)
    found = []
    for line in orders.lines:
        waits = line.react or line.when or line.unless or line.after is not None
        if not waits and line.turn in (None, turn if now is None else now):
            with suppress(OrderError):
                found.append(game.parse(line.order, view, None))
    return found


def _outlook(mandate: Mandate, game: Game[Any], view: View) -> Forecast:
    """The first line whose conditions hold now."""
    facts = TurnFacts(game, view, None)
    for fate in mandate.fates:
        line = fate.line
        if line.react or line.after is not None or fate.mark.times:
            continue
        if not _refused(line, facts):
            return Forecast(fate.source, line.order, None, fate)
        if line.otherwise:
            return Forecast(fate.source, line.otherwise, None, fate)
    return Forecast("auto", "", None, None)
