"""The types that all parts of a game with decisions share: seats, decisions, draws, events, the end."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeVar

from app.engine.words import Words

Seat = Literal["A", "B"]
SEATS: Final[tuple[Seat, Seat]] = ("A", "B")
Audience = Literal["all", "A", "B", "server"]
By = Literal["live", "plan", "standing", "auto"]
"""Who decided: the player (`live`), a line of the plan, a line of the standing orders, or the house (`auto`)."""

Action = Mapping[str, Any]
"""An answer to a decision: a JSON object with the verb as `a`, and its arguments."""
View = Mapping[str, Any]
"""What a seat, or a spectator, may know: a JSON object."""
Draw = tuple[Any, ...]
"""What is drawn: `("shuffle", n)`, `("die", sides, count)`, `("coin",)` or `("below", n)`."""


State = TypeVar("State")
"""The full truth of a match: an immutable value that no player sees."""


def other(seat: Seat) -> Seat:
    """The seat on the other side."""
    return "B" if seat == "A" else "A"


@dataclass(frozen=True, slots=True)
class MatchDecision:
    """A question to one seat. `id` is unique in the match.

    `secret`: whether it is asked depends on something hidden. The match then does not wait for it, or the opponent
    would learn of it.
    """

    id: str
    seat: Seat
    kind: str
    secret: bool = False

    @property
    def place(self) -> str:
        """The id without the seat. Decisions asked of both seats at once share it in a record."""
        return self.id.removesuffix(f".{self.seat}")


@dataclass(frozen=True, slots=True)
class Chance:
    """A labelled draw, answered by the dice and never by a player; no label comes twice in a match."""

    label: str
    what: Draw


@dataclass(frozen=True, slots=True)
class Over:
    """The end of a match: the score of each seat (1, 1/2 or 0, in sum 1), and the reason as a word."""

    score: Mapping[Seat, Fraction]
    reason: str

    @classmethod
    def won(cls, winner: Seat | None, reason: str) -> "Over":
        """A win of this seat; None is a draw."""
        half = Fraction(1, 2)
        score = {seat: half if winner is None else Fraction(seat == winner) for seat in SEATS}
        return cls(score, reason)

    @property
    def winner(self) -> Seat | None:
        """The seat that scored more; None for a draw."""
        return next((seat for seat in SEATS if self.score[seat] == 1), None)


Pending = Chance | tuple[MatchDecision, ...] | Over


@dataclass(frozen=True, slots=True)
class MatchEvent:
    """One thing that happened, and who may hear of it; `detail` is plain data."""

    what: str
    audience: Audience = "all"
    detail: Mapping[str, Any] = field(default_factory=dict)

    def is_for(self, seat: Seat | None) -> bool:
        """Whether this seat may hear of it; None is a spectator."""
        return self.audience in ("all", seat)


class GameStep(NamedTuple):
    """An event of a match with who decided its cause, by seat. The record knows that; events do not."""

    event: MatchEvent
    by: Mapping[Seat, By] = MappingProxyType({})

    def heard(self, seat: Seat | None) -> "GameStep | None":
        """The part that this seat may hear. How the opponent decided is left out."""
        if not self.event.is_for(seat):
            return None
        return GameStep(self.event, {each: by for each, by in self.by.items() if each == seat})


def heard(steps: Iterable[GameStep], seat: Seat | None) -> list[GameStep]:
    """What this seat may hear of these; None is a spectator."""
    return [told for each in steps if (told := each.heard(seat))]


class Options(Protocol):
    """The legal actions of a decision.

    Iterating gives all of them if `complete`, else a useful sample; `in` is exact in either case.
    """

    complete: bool

    def __iter__(self) -> Iterator[Action]: ...

    def __contains__(self, action: object) -> bool: ...

    def explain(self, action: Action) -> Words | None:
        """Why this action is not legal, from what the player can see; None if it is legal."""
        ...


class OrderError(ValueError):
    """An order cannot be read.

    `position` is the column in the normalised text, from 1; one past the end if something is missing. `words` say
    what is wrong and what may be written instead. `slots` are the parts of the order that may stand there, in
    Japanese and in English. `before` has the words of the slots before it, by the grammar of the game.
    """

    def __init__(
        self,
        position: int,
        words: Words,
        slots: Sequence[Sequence[str]] = (),
        before: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(position, words)
        self.position = position
        self.words = words
        self.slots = slots
        self.before = before


class ConfigError(ValueError):
    """A configuration does not fit the game; `problems` are sentences, one each."""

    def __init__(self, problems: Sequence[Words]) -> None:
        super().__init__(*(words.en for words in problems))
        self.problems = tuple(problems)


Decide = Callable[[View, MatchDecision, "Options"], Action]
"""Answers a decision from the view alone. The answer is deterministic and always legal."""
