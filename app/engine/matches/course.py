"""The course of a match: plans answer its decisions, the dice its draws, and every step is a line of its record."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, Self, get_args

from app.engine.matches import record
from app.engine.matches.dice import Dice
from app.engine.matches.game import (
    SEATS,
    Action,
    By,
    Chance,
    Game,
    GameStep,
    MatchDecision,
    MatchEvent,
    MatchOpponent,
    Options,
    Over,
    Pending,
    Seat,
    State,
    View,
    heard,
    other,
)
from app.engine.matches.record import Admin, Ending, Line

Tempo = Literal["script", "turn", "live"]
"""How decisions are answered: all at once by plans and the house; by plans, asked for at each checkpoint; or live, by
the player.
"""


class CourseAnswer(NamedTuple):
    """A plan's answer to a decision, and the plan after it.

    Without an action, the player must be asked; `plan` has then counted the question. Otherwise `plan` is the one to
    go on with if the answer is accepted: only then are its lines used up.
    """

    action: Action | None
    by: By
    plan: "CoursePlan"


class CoursePlan(Protocol):
    """What answers the decisions of one seat: an immutable value."""

    def answer(
        self, game: Game[Any], view: View, decision: MatchDecision, options: Options
    ) -> CourseAnswer: ...

    def leaves(self, game: Game[Any], decision: MatchDecision) -> bool:
        """Whether the autopilot answers this decision in any case, and the plan stays as it is."""
        return False

    def renewed(self, turn: int) -> "CoursePlan":
        """The plan after a checkpoint at which it was not asked for: standing orders are fresh, and no line is used
        up.
        """
        ...


@dataclass(frozen=True, slots=True)
class CourseHouse:
    """The plan of a player without one: the autopilot answers, or another player of the house in practice."""

    opponent: MatchOpponent | None = None

    def answer(
        self, game: Game[Any], view: View, decision: MatchDecision, options: Options
    ) -> CourseAnswer:
        decide = self.opponent.decide if self.opponent else game.autopilot
        return CourseAnswer(decide(view, decision, options), "auto", self)

    def leaves(self, game: Game[Any], decision: MatchDecision) -> bool:
        return self.opponent is None

    def renewed(self, turn: int) -> "CoursePlan":
        return self


class Asking(CoursePlan):
    """The plan of a player who answers every decision personally."""

    def answer(
        self, game: Game[Any], view: View, decision: MatchDecision, options: Options
    ) -> CourseAnswer:
        return CourseAnswer(None, "live", self)

    def renewed(self, turn: int) -> "CoursePlan":
        return self


HOUSE: Final = CourseHouse()
ASKING: Final = Asking()
Plans = Mapping[Seat, CoursePlan]
"""The plans of both seats. The house plays a seat without a plan; in tempo `live` its player is asked."""
_NOTHING_TYPED: Final[Mapping[str, Action]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Match(Generic[State]):
    """A match in the position that its record leads to.

    `n` is the number of the last line and `h` its hash; `turn` counts the checkpoints so far. `ended` is set once the
    match is over, by the rules or otherwise.
    """

    game: Game[State]
    head: Line
    state: State
    h: str
    n: int = 0
    turn: int = 0
    ended: Over | None = None

    @classmethod
    def begin(cls, game: Game[State], head: Line, builds: Mapping[Seat, Any]) -> Self:
        """The match before its first draw. Raises `ConfigError`."""
        game = game.of(head["config"])
        state = game.new(head["config"], builds)
        return cls(game, head, state, head["h"], turn=int(bool(game.checkpoint(state))))

    @classmethod
    def resume(cls, game: Game[State], lines: Iterable[Line], builds: Mapping[Seat, Any]) -> Self:
        """The match after these lines of its own record. For records of other sites see `proof`."""
        head, *rest = lines
        match = cls.begin(game, head, builds)
        for line in rest:
            match, _ = match.after(line)
        return match

    @classmethod
    def load(cls, game: Game[State], head: Line, snapshot: Mapping[str, Any]) -> Self:
        """The match of this snapshot."""
        over = snapshot["over"]
        ended = over and Over(
            {seat: Fraction(over["score"][seat]) for seat in SEATS}, over["reason"]
        )
        game = game.of(head["config"])
        state = game.load(snapshot["state"])
        return cls(game, head, state, snapshot["h"], snapshot["step"], snapshot["turn"], ended)

    def snapshot(self) -> dict[str, Any]:
        """The match as plain data. It is a cache: the record leads to the same match."""
        over = self.ended and {"score": record.score(self.ended), "reason": self.ended.reason}
        return {
            "game": self.game.id,
            "rules": self.game.rules,
            "config": self.head["config"],
            "step": self.n,
            "state": self.game.dump(self.state),
            "turn": self.turn,
            "h": self.h,
            "over": over,
        }

    @property
    def digest(self) -> str:
        """The digest of the state, which must be the same in every implementation."""
        return record.digest(self.game, self.state)

    @property
    def pending(self) -> Pending:
        """What it waits for."""
        return self.ended or self.game.pending(self.state)

    @property
    def asked(self) -> Sequence[Seat]:
        """The seats whose plans are asked for here; none if this is not a checkpoint."""
        return () if self.ended else self.game.checkpoint(self.state)

    def after(self, line: Line, due: Pending | None = None) -> tuple[Self, Sequence[GameStep]]:
        """The match after this line, and what happened. Raises `ValueError` if the line is not possible here.

        `due` is what the match waits for, if the caller already knows.
        """
        game, state, n = self.game, self.state, line.get("n", self.n)
        events: Sequence[MatchEvent] = ()
        kind, pending = line["t"], due or self.pending
        match kind, pending:
            case "chance", Chance() as chance:
                state, events = game.apply_chance(state, chance, line["out"])
            case "move", tuple() as decisions:
                moves = {each.id: line["moves"][each.seat] for each in decisions}
                state, events = game.apply(state, moves)
            case "admin", _ if line["what"] in get_args(Ending):
                loser: Seat | None = line.get("seat")
                state = game.stop(state, line["what"], loser)
                ended = Over.won(loser and other(loser), line["what"])
                return replace(self, state=state, h=line["h"], n=n, ended=ended), ()
            case "over", Over() as over:
                return replace(self, h=line["h"], n=n, ended=over), ()
            case (("admin" | "reveal"), _):
                return replace(self, h=line["h"], n=n), ()
            case _:
                raise ValueError(f"a line {kind} where the match waits for {pending}")
        turn = self.turn + bool(game.checkpoint(state))
        by = line.get("by", {})
        happened = [GameStep(event, by) for event in events]
        return type(self)(game, self.head, state, line["h"], n, turn), happened


@dataclass(frozen=True, slots=True)
class Advance(Generic[State]):
    """The result of `advance`: new lines of the record, and what happened in each.

    The match goes on with `plans`. `waits` are the decisions that players must be asked.
    """

    match: Match[State]
    lines: tuple[Line, ...]
    steps: tuple[tuple[int, GameStep], ...] = ()
    plans: Plans = field(default_factory=dict)
    waits: tuple[MatchDecision, ...] = ()

    def heard(self, seat: Seat | None) -> list[GameStep]:
        """What this seat may hear of it; None is a spectator."""
        return heard((step for _, step in self.steps), seat)


def advance(
    match: Match[State],
    plans: Plans | None,
    dice: Dice,
    tempo: Tempo = "turn",
    typed: Mapping[str, Action] = _NOTHING_TYPED,
) -> Advance[State]:
    """Play the match on to its next checkpoint, to a decision that waits for a player, or to its end.

    With plans it goes on from the checkpoint where it is. Without plans it only plays to one. `typed` are actions
    that players chose, by the id of the decision. A secret decision never waits: if the plan would ask, the house
    answers. If one of two simultaneous decisions waits, the answer to the other is not kept.
    """
    lines: list[Line] = []
    steps: list[tuple[int, GameStep]] = []
    held = dict(plans or {})
    stops, turn = tempo == "turn", match.turn
    while not match.ended:
        if stops and (lines or plans is None) and match.asked:
            break
        if turn != match.turn:
            turn = match.turn
            held = {seat: plan.renewed(turn) for seat, plan in held.items()}
        due, n = match.pending, match.n + 1
        if isinstance(due, Chance):
            line = record.chance(n, due, dice.draw(due))
        elif isinstance(due, Over):
            line = record.over(n, due)
        else:
            answers = {each.seat: _answer(match, each, held, tempo, typed) for each in due}
            waits = tuple(each for each in due if answers[each.seat].action is None)
            held |= {each.seat: answers[each.seat].plan for each in waits or due}
            if waits:
                return Advance(match, tuple(lines), tuple(steps), held, waits)
            line = record.move(
                n,
                due[0].place,
                {seat: answer.by for seat, answer in answers.items()},
                {seat: answer.action or {} for seat, answer in answers.items()},
            )
        lines.append(record.chained(match.h, line))
        match, happened = match.after(lines[-1], due)
        steps += [(match.n, step) for step in happened]
    return Advance(match, tuple(lines), tuple(steps), held)


def note(match: Match[State], what: Admin, seat: Seat | None = None) -> Advance[State]:
    """Add what the server did to the record. A resignation, a forfeit or an agreed draw ends the match."""
    if match.ended:
        raise ValueError("the match is over")
    line = record.chained(match.h, record.admin(match.n + 1, what, seat))
    match, _ = match.after(line)
    if match.ended is None:
        return Advance(match, (line,))
    last = record.chained(match.h, record.over(match.n + 1, match.ended))
    return Advance(match.after(last)[0], (line, last))


def _answer(
    match: Match[Any],
    decision: MatchDecision,
    plans: Plans,
    tempo: Tempo,
    typed: Mapping[str, Action],
) -> CourseAnswer:
    """The action for this decision. A typed action counts only if it is legal."""
    game, seat = match.game, decision.seat
    plan = plans.get(seat) or (ASKING if tempo == "live" else HOUSE)
    action = typed.get(decision.id)
    if action is None and plan.leaves(game, decision):
        return CourseAnswer(game.house(match.state, decision), "auto", plan)
    options = game.legal(match.state, decision)
    if action is not None and action in options:
        return CourseAnswer(action, "live", plan)
    view = game.view(match.state, seat)
    answer = plan.answer(game, view, decision, options)
    if answer.action is None and (decision.secret or tempo == "script"):
        return HOUSE.answer(game, view, decision, options)._replace(plan=plan)
    return answer
