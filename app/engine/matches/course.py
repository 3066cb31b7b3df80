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
"""Who answers: plans and the house at once; plans, asked for at each checkpoint; the player at each decision."""


class CourseAnswer(NamedTuple):
    """What a plan says to a decision, and the plan after it.

    Without an action, the player must be asked. `plan` is the one to go on with if the answer is taken: that what
    it used up is used up counts only from then on. Where the player is asked, `plan` has counted the asking.
    """

    action: Action | None
    by: By
    plan: "CoursePlan"


class CoursePlan(Protocol):
    """What answers the decisions of one seat: an immutable value."""

    def answer(
        self, game: Game[Any], view: View, decision: MatchDecision, options: Options
    ) -> CourseAnswer: ...

    def renewed(self, turn: int) -> "CoursePlan":
        """The plan from a checkpoint on where it is not asked for: what stands anew, nothing used up."""
        ...


@dataclass(frozen=True, slots=True)
class CourseHouse:
    """The plan of those who have none: the autopilot answers; or in practice another player of the house."""

    opponent: MatchOpponent | None = None

    def answer(
        self, game: Game[Any], view: View, decision: MatchDecision, options: Options
    ) -> CourseAnswer:
        decide = self.opponent.decide if self.opponent else game.autopilot
        return CourseAnswer(decide(view, decision, options), "auto", self)

    def renewed(self, turn: int) -> "CoursePlan":
        return self


class Asking:
    """The plan of those who decide all by themselves."""

    def answer(
        self, game: Game[Any], view: View, decision: MatchDecision, options: Options
    ) -> CourseAnswer:
        return CourseAnswer(None, "live", self)

    def renewed(self, turn: int) -> "CoursePlan":
        return self


HOUSE: Final = CourseHouse()
ASKING: Final = Asking()
Plans = Mapping[Seat, CoursePlan]
"""The plans of both seats; one without a plan is played by the house, or in tempo `live` asked."""
_NOTHING_TYPED: Final[Mapping[str, Action]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Match(Generic[State]):
    """A match as far as it was played: what its record comes to.

    `n` is the number of the last line and `h` its hash; `turn` counts the checkpoints that it came to. `ended`
    stands from the end on, by the rules or otherwise.
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
        """The match that these lines of its own record come to; see `proof` for those of others."""
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
        """The match as plain data. It is a cache: the record comes to the same."""
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
        """What two programs must have equal."""
        return record.digest(self.game, self.state)

    @property
    def pending(self) -> Pending:
        """What it waits for."""
        return self.ended or self.game.pending(self.state)

    @property
    def asked(self) -> Sequence[Seat]:
        """The seats whose plans are asked for here; none where it is no checkpoint."""
        return () if self.ended else self.game.checkpoint(self.state)

    def after(self, line: Line, due: Pending | None = None) -> tuple[Self, Sequence[GameStep]]:
        """The match after a line that holds here, and what happened. Raises `ValueError` where it has no place.

        `due` is what it waits for, where that is known already.
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
    """What came of letting a match go on: new lines of its record, and what happened in which of them.

    It goes on with `plans`. `waits` are the decisions that their players must be asked.
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
    """The match has come to its next checkpoint, to a decision that waits, or to its end.

    With plans it goes on from the checkpoint where it stands; without, it has only come to one. `typed` are actions
    that players chose for a decision, by its id. What is secret never waits: where a plan would ask, the house
    answers. Where one of two decisions waits, nothing is kept of the other.
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
    """What the server did stands in the record; a resignation, a forfeit or an agreed draw has ended the match."""
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
    """What is done at this decision; an action that was typed, but is not legal, does not count."""
    game, seat = match.game, decision.seat
    options = game.legal(match.state, decision)
    plan = plans.get(seat) or (ASKING if tempo == "live" else HOUSE)
    action = typed.get(decision.id)
    if action is not None and action in options:
        return CourseAnswer(action, "live", plan)
    view = game.view(match.state, seat)
    answer = plan.answer(game, view, decision, options)
    if answer.action is None and (decision.secret or tempo == "script"):
        return HOUSE.answer(game, view, decision, options)._replace(plan=plan)
    return answer
