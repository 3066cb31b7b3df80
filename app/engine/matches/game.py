"""The contract between a game with decisions and everything else.

A match is one play of such a game between two seats. The rules are pure: a state, and what was decided or
drawn, give the next state and the events between. Nobody but the server sees a state; a page, a letter,
an order and an autopilot see a `view` of it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

from app.engine import telling
from app.engine.matches.board import MatchBoard, opened
from app.engine.matches.grammar import OrderLine
from app.engine.matches.menus import Menu, of_orders
from app.engine.words import Lang, Words

Seat = Literal["A", "B"]
SEATS: Final[tuple[Seat, Seat]] = ("A", "B")
Audience = Literal["all", "A", "B", "server"]
By = Literal["live", "plan", "standing", "auto"]
"""Who decided: the player for this very decision, a line of the plan, of the standing orders, or the house."""

Action = Mapping[str, Any]
"""An answer to a decision: a JSON object with the verb as `a`, and its arguments."""
View = Mapping[str, Any]
"""What a seat, or a spectator, may know: a JSON object."""
Draw = tuple[Any, ...]
"""What is drawn: `("shuffle", n)`, `("die", sides, count)`, `("coin",)` or `("below", n)`."""


State = TypeVar("State")
"""The full truth of a match: an immutable value that no player sees."""


AUTOPILOT: Final = "autopilot"
_AUTOPILOT: Final = (
    Words("ハウス", "House"),
    Words(
        "欠席者の代わりもつとめるハウスの定石です。いつも同じ考え方で、無理をしません。",
        "The house as it plays for the absent: plain, the same each time, and careful.",
    ),
)


def other(seat: Seat) -> Seat:
    """The seat on the other side."""
    return "B" if seat == "A" else "A"


@dataclass(frozen=True, slots=True)
class MatchDecision:
    """A request to one seat; `id` is unique in the match.

    `secret`: that it is asked at all depends on what is hidden from the opponent, who must not learn of it
    by waiting.
    """

    id: str
    seat: Seat
    kind: str
    secret: bool = False

    @property
    def place(self) -> str:
        """The id without the seat: what a record calls the decisions that are asked at once."""
        return self.id.removesuffix(f".{self.seat}")


@dataclass(frozen=True, slots=True)
class Chance:
    """A labelled draw, answered by the dice and never by a player; no label comes twice in a match."""

    label: str
    what: Draw


@dataclass(frozen=True, slots=True)
class Over:
    """The end: the score of each seat, 1, 1/2 or 0, which sum to 1, and the reason as a word."""

    score: Mapping[Seat, Fraction]
    reason: str

    @classmethod
    def won(cls, winner: Seat | None, reason: str) -> "Over":
        """Won by that seat, or drawn."""
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


class Options(Protocol):
    """The legal actions of a decision.

    Iterating gives all of them if `complete`, else a useful sample; `in` is exact in either case.
    """

    complete: bool

    def __iter__(self) -> Iterator[Action]: ...

    def __contains__(self, action: object) -> bool: ...

    def explain(self, action: Action) -> Words | None:
        """Why an action, as `parse` gives it, is not legal, from what the player can see; None if it is."""
        ...


class OrderError(ValueError):
    """An order cannot be read.

    `position` is the column in the normalised text, counted from 1; where something is missing, one past
    the end. `words` say what is wrong and what may be written instead.
    """

    def __init__(self, position: int, words: Words) -> None:
        super().__init__(position, words)
        self.position = position
        self.words = words


class ConfigError(ValueError):
    """A configuration does not fit the game; `problems` are sentences, one each."""

    def __init__(self, problems: Sequence[Words]) -> None:
        super().__init__(*(words.en for words in problems))
        self.problems = tuple(problems)


class MatchCandidate(NamedTuple):
    """A line that may take part in an action made from many, of this turn.

    `source` is the block it stands in, `plan` or `standing`, and `place` its place there from 0;
    `holds`: whether its conditions do, on the view at the decision. `is_done`: it was carried out for a decision before,
    in the same exchange; such a line counts where lines are counted, and takes no part.
    """

    source: Literal["plan", "standing"]
    place: int
    line: OrderLine
    holds: bool
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class Composition:
    """An action made from many lines. Without one, `then` decides.

    `fired` are the candidates that take part, by their places in the sequence given, and whether with their
    `else`; `refused` says of others why they do not.
    """

    action: Action | None
    fired: Mapping[int, bool] = field(default_factory=dict)
    refused: Mapping[int, Words] = field(default_factory=dict)


Decide = Callable[[View, MatchDecision, "Options"], Action]
"""An answer to a decision: deterministic, from the view alone, always legal."""


class Length(NamedTuple):
    """How many exchanges a match takes in tempo `turn`: usually from `few` to `many`, never more than `most`."""

    few: int
    many: int
    most: int


@dataclass(frozen=True, slots=True)
class MatchOpponent:
    """A player of the house to practise against; who is absent is never played for by any but the autopilot."""

    name: Words
    about: Words
    """How it plays, in a sentence."""
    decide: Decide


class Game(ABC, Generic[State]):
    """A game with decisions: its rules, how its orders read, and how it looks.

    The laws that every game keeps are tested with random matches: everything here is pure and deterministic;
    every set of options has at least one; `load(dump(s)) == s`; `parse(format(a, v), v, d) == a`; states that look
    alike to a seat give it the same options, the same autopilot and the same readings; an event tells its
    audience nothing that their views do not; a match ends within `max_steps`; the autopilot is legal.
    `in` is exact for anything whatever: only an action in exactly its shape is legal, `true` is not 1.

    For these tests `tests/games/<folder>/deals.py` has `deal(random) -> (config, builds)`, a match of any kind,
    and `redeal(state, seat, random) -> state`, one that looks alike to the seat, all that is hidden from it dealt anew.
    """

    id: str
    rules: str
    """The version of the rules, with the game's name: every change of meaning is a new one."""
    title: Words
    max_steps: ClassVar[int]
    """No match has more lines of chance and of moves than this."""
    verbs: ClassVar[Mapping[str, str]]
    """Every word that may begin an order, Japanese ones too, and the canonical one that it stands for."""
    asked_ja: ClassVar[Mapping[str, str]] = {}
    """What conditions ask about, and the words that they compare it with, each as Japanese players write it too."""
    asked_of_ja: ClassVar[Mapping[str, str]] = {}
    """What conditions ask of a thing that they name before a dot, as Japanese players write it behind its name and の."""
    words_ja: ClassVar[Mapping[str, str]] = {}
    """Other words of canonical orders, and how Japanese readers read and may write them."""
    reactions: ClassVar[frozenset[str]] = frozenset()
    """The kinds of decision that `react` lines answer, and no others."""
    routine: ClassVar[frozenset[str]] = frozenset()
    """Other kinds of decision for which `then` does not speak: without a line the autopilot answers."""
    covers: ClassVar[Words | None] = None
    """What the lines of a plan are for, and what happens where they run out; for a game of which a player might not guess."""
    composed: ClassVar[frozenset[str]] = frozenset()
    """The kinds of decision whose action is made from many lines by `compose`."""

    @property
    @abstractmethod
    def reasons(self) -> Mapping[str, Words]:
        """Why a match ends, in a word or two; also `resign`, `forfeit` and `draw`."""

    @property
    @abstractmethod
    def starters(self) -> Mapping[str, Any]:
        """Builds to begin with, by name, all of them legal in the default configuration."""

    # --- builds -------------------------------------------------------------------------------------

    @abstractmethod
    def settle(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """The configuration with all its keys. Raises `ConfigError`, which names every problem."""

    @abstractmethod
    def validate_build(self, build: Any, config: Mapping[str, Any]) -> list[Words]:
        """Every problem of a build, which is plain data; none if it is legal."""

    # --- the rules ----------------------------------------------------------------------------------

    @abstractmethod
    def new(self, config: Mapping[str, Any], builds: Mapping[Seat, Any]) -> State:
        """The state before the first draw. Raises `ConfigError`."""

    @abstractmethod
    def pending(self, state: State) -> Pending:
        """What the match waits for: one draw; one decision, or one of each seat at the same time; or nothing."""

    @abstractmethod
    def legal(self, state: State, decision: MatchDecision) -> Options:
        """What may be answered; never empty."""

    @abstractmethod
    def apply(
        self, state: State, moves: Mapping[str, Action]
    ) -> tuple[State, Sequence[MatchEvent]]:
        """The state after the answers to all pending decisions, by their ids, and what happened."""

    @abstractmethod
    def apply_chance(
        self, state: State, chance: Chance, outcome: Sequence[int]
    ) -> tuple[State, Sequence[MatchEvent]]:
        """The state after the pending draw, and what happened."""

    def stop(self, state: State, reason: str, loser: Seat | None) -> State:
        """The state of a match that is given up, forfeited or agreed to be drawn; most games leave it as it is."""
        return state

    @abstractmethod
    def view(self, state: State, seat: Seat | None) -> View:
        """What this seat may know; without a seat, what both may."""

    @abstractmethod
    def dump(self, state: State) -> dict[str, Any]:
        """The state as plain data: integers, texts, booleans, nothing, lists and objects of them."""

    @abstractmethod
    def load(self, dumped: Mapping[str, Any]) -> State:
        """The state that was dumped."""

    def position(self, state: State) -> dict[str, Any]:
        """What the digest of a state is taken from."""
        return self.dump(state)

    @abstractmethod
    def checkpoint(self, state: State) -> Sequence[Seat]:
        """The seats whose plans are asked for before the match goes on from here; often none."""

    def length(self, config: Mapping[str, Any]) -> Length | None:
        """How long a match takes in this configuration; None for a game that does not say."""
        return None

    # --- orders -------------------------------------------------------------------------------------

    @abstractmethod
    def autopilot(self, view: View, decision: MatchDecision, options: Options) -> Action:
        """What the house would do for this seat: deterministic, from the view alone, always legal."""

    @property
    def opponents(self) -> Mapping[str, MatchOpponent]:
        """The players of the house to practise against, by a word; the first unless another is named."""
        return {AUTOPILOT: MatchOpponent(*_AUTOPILOT, self.autopilot)}

    @property
    def styles(self) -> Mapping[str, Decide]:
        """Other ways to play, by a word, which figures of balance set against the autopilot."""
        return {}

    @abstractmethod
    def parse(self, text: str, view: View, decision: MatchDecision | None) -> Action:
        """The action that this order names, normalised text in; without a decision as far as it can be told.

        Without a decision only its form and what the view shows are checked. Raises `OrderError`.
        """

    def meanings(self, text: str, view: View, decision: MatchDecision) -> Iterable[Action]:
        """What an order may mean at this decision, the first legal one is meant; raises `OrderError`.

        For orders that leave something open: `defend any with Body Block`.
        """
        return (self.parse(text, view, decision),)

    def compose(
        self, lines: Sequence[MatchCandidate], view: View, decision: MatchDecision, options: Options
    ) -> Composition:
        """The action of these lines together, those of the plan before the standing ones; see `composed`."""
        raise NotImplementedError

    def foiled(self, event: MatchEvent, order: str, view: View) -> Words | None:
        """Why this order of the player's came to nothing after it was taken, if that is what the event tells them."""
        return None

    def turn(self, view: View) -> int | None:
        """The turn that `turn 5:` before a line speaks of; None if that is the number of the exchange."""
        return None

    @abstractmethod
    def format(self, action: Action, view: View) -> str:
        """The canonical order of an action."""

    def order_ja(self, order: str) -> str:
        """An order with a canonical verb, as Japanese players write the same one."""
        words = dict(self.words_ja)
        for way, verb in self.verbs.items():
            if not way.isascii():
                words.setdefault(verb, way)
        return " ".join(words.get(word, word) for word in order.split(" "))

    @abstractmethod
    def kinds(self, action: Action) -> frozenset[str]:
        """The kinds of decision that this action can answer: the same for an order in all of a match."""

    def passing(self, view: View, decision: MatchDecision) -> Action | None:
        """The action that does nothing, for `then pass`; None where the game has none."""
        return None

    def menus(
        self, view: View, decision: MatchDecision | None, options: Options | None, lang: Lang
    ) -> Sequence[Menu]:
        """What a page offers to be chosen, from the view alone; `decision` is None where a plan is asked for and nothing else.

        Without menus of its own a game offers the orders of the options.
        """
        if decision is None or options is None:
            return ()
        orders = (self.format(action, view) for action in options)
        return (
            of_orders(
                Words("命令", "Orders").to(lang),
                orders,
                lambda line: self.parse(line, view, decision) in options,
            ),
        )

    @abstractmethod
    def value(
        self, name: str, view: View, decision: MatchDecision | None = None
    ) -> int | str | None:
        """The value of a variable of a condition; None if it stands for something that is not there now.

        Raises `OrderError` for a name that the game does not know.
        """

    @abstractmethod
    def holds(
        self,
        thing: str,
        test: str,
        word: str,
        view: View,
        decision: MatchDecision | None = None,
        order: str = "",
    ) -> bool | None:
        """Whether the `test` (`is`, `exists`, `in range`) holds of a thing; `word` is what stands after `is`.

        `order` is the order of the line: `in range` alone may depend on it. A variable is compared with a word by
        `is` too: `battlefield = r05`. None if the thing is not there, which is false with `not` as well.
        Raises `OrderError` for words that the game does not know; its position counts in `thing test word`.
        """

    # --- words --------------------------------------------------------------------------------------

    @abstractmethod
    def tell(
        self,
        events: Iterable[MatchEvent],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
    ) -> Iterator[telling.TellingLine]:
        """What happened in sentences, from events alone that the reader may hear of.

        Where seats name a place differently, as `seat` does; without one as seat A, like the view of a spectator.
        """

    def outlook(
        self, view: View, plan: Sequence[Action], names: Mapping[Seat, str], lang: Lang
    ) -> Iterator[telling.TellingLine]:
        """A dry look at a plan: what these actions would come to one after the other, from the view of their player alone.

        Games in which that says little tell nothing.
        """
        return iter(())

    @abstractmethod
    def diagram(self, view: View, names: Mapping[Seat, str], lang: Lang) -> str:
        """The view as text: lines of at most 72 columns, a wide character taking two."""

    def board(self, view: View, names: Mapping[Seat, str], lang: Lang) -> MatchBoard:
        """The view as a page draws it: from the view alone, so it tells nothing else. Without its own it is the diagram."""
        return MatchBoard(text=self.diagram(view, names, lang))

    def open_board(self, state: State, names: Mapping[Seat, str], lang: Lang) -> MatchBoard:
        """The state as a page draws it where nothing is hidden any more: each side as its own player sees it."""
        common, *sides = (
            self.board(self.view(state, seat), names, lang) for seat in (None, *SEATS)
        )
        return opened(common, dict(zip(SEATS, sides, strict=True)))
