"""The orders of a game: how players write what they decide, and what conditions may ask.

An order is text, the same by mail, on a page and at the command line: canonical words, which Japanese ones may stand for.
`parse(format(a, v), v, d) == a`; states that look alike to a seat give the same readings, since all is read from a view.
Lines that stand for a whole turn have conditions, whose variables and tests are the game's. A page offers menus
of what can be ordered. What is not said here, numbers and `if` and `then`, is the same in all games.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from app.engine.matches.basics import Action, MatchDecision, MatchEvent, Options, View
from app.engine.matches.forms import OrderGrammar
from app.engine.matches.grammar import OrderLine
from app.engine.matches.menus import Menu, of_orders
from app.engine.words import Lang, Words


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


class GameOrders(ABC):
    """How decisions are written down."""

    verbs: ClassVar[Mapping[str, str]]
    """Every word that may begin an order, Japanese ones too, and the canonical one that it stands for."""
    grammar: ClassVar[OrderGrammar | None] = None
    """How its orders stand in both languages; of a game without one the verbs alone are said in Japanese."""
    asked_ja: ClassVar[Mapping[str, str]] = {}
    """What conditions ask about, and the words that they compare it with, each as Japanese players write it too.

    Of several ways, between 、, the first is written.
    """
    asked_of_ja: ClassVar[Mapping[str, str]] = {}
    """What conditions ask of a thing that they name before a dot, as Japanese players write it behind its name and の."""
    reactions: ClassVar[frozenset[str]] = frozenset()
    """The kinds of decision that `react` lines answer, and no others."""
    routine: ClassVar[frozenset[str]] = frozenset()
    """Other kinds of decision for which `then` does not speak: without a line the autopilot answers."""
    composed: ClassVar[frozenset[str]] = frozenset()
    """The kinds of decision whose action is made from many lines by `compose`."""

    @abstractmethod
    def parse(self, text: str, view: View, decision: MatchDecision | None, /) -> Action:
        """The action that this order names, normalised text in; without a decision as far as it can be told.

        Without a decision only its form and what the view shows are checked. Raises `OrderError`.
        """

    def meanings(self, text: str, view: View, decision: MatchDecision, /) -> Iterable[Action]:
        """What an order may mean at this decision, the first legal one is meant; raises `OrderError`.

        For orders that leave something open: `defend any with Body Block`.
        """
        return (self.parse(text, view, decision),)

    def compose(
        self,
        lines: Sequence[MatchCandidate],
        view: View,
        decision: MatchDecision,
        options: Options,
        /,
    ) -> Composition:
        """The action of these lines together, those of the plan before the standing ones; see `composed`."""
        raise NotImplementedError

    def foiled(self, event: MatchEvent, order: str, view: View, /) -> Words | None:
        """Why this order of the player's came to nothing after it was taken, if that is what the event tells them."""
        return None

    def turn(self, view: View, /) -> int | None:
        """The turn that `turn 5:` before a line speaks of; None if that is the number of the exchange."""
        return None

    @abstractmethod
    def format(self, action: Action, view: View, /) -> str:
        """The canonical order of an action."""

    def order_ja(self, order: str, /) -> str:
        """An order with a canonical verb, as Japanese players write the same one."""
        if self.grammar:
            return self.grammar.in_japanese(order)
        verb, *rest = order.split(" ")
        ways = (way for way, each in self.verbs.items() if each == verb and not way.isascii())
        return " ".join((next(ways, verb), *rest))

    @abstractmethod
    def kinds(self, action: Action, /) -> frozenset[str]:
        """The kinds of decision that this action can answer: the same for an order in all of a match."""

    def ordered(self, action: Action, view: View, /) -> Words:
        """The canonical order of an action, as players of either language type it."""
        order = self.format(action, view)
        return Words("\n".join(map(self.order_ja, order.split("\n"))), order)

    def passing(self, view: View, decision: MatchDecision, /) -> Action | None:
        """The action that does nothing, for `then pass`; None where the game has none."""
        return None

    def menus(
        self, view: View, decision: MatchDecision | None, options: Options | None, lang: Lang, /
    ) -> Sequence[Menu]:
        """What a page offers to be chosen, from the view alone; `decision` is None where a plan is asked for and nothing else.

        Without menus of its own a game offers the orders of the options.
        """
        if options is None:
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
        self, name: str, view: View, decision: MatchDecision | None = None, /
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
        /,
    ) -> bool | None:
        """Whether the `test` (`is`, `exists`, `in range`) holds of a thing; `word` is what stands after `is`.

        `order` is the order of the line: `in range` alone may depend on it. A variable is compared with a word by
        `is` too: `battlefield = r05`. None if the thing is not there, which is false with `not` as well.
        Raises `OrderError` for words that the game does not know; its position counts in `thing test word`.
        """
