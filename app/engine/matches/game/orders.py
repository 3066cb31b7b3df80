"""The orders of a game: how players write their decisions, and what conditions may ask.

An order is text, the same by mail, on a page and at the command line: canonical words, for which Japanese ones may
stand. `parse(format(a, v), v, d) == a`. States that look alike to a seat give the same readings, since everything is
read from a view. Lines for a whole turn have conditions, whose variables and tests belong to the game. A page offers
menus of possible orders. Everything else, such as numbers, `if` and `then`, is the same in all games.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import islice
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, NamedTuple

from app.engine.matches.basics import Action, MatchDecision, MatchEvent, Options, OrderError, View
from app.engine.matches.forms import OrderGrammar, unknown
from app.engine.matches.grammar import OrderLine
from app.engine.matches.menus import MOST, Menu, MenuChoice, bare
from app.engine.words import Lang, Words
from app.text.characters import normal


class OrderVariable(NamedTuple):
    """A word of conditions and its Japanese forms, separated by 、; the first is written.

    If it has a value: `of` gets it from a view or from a thing in it. It may also have words to compare the value
    with.
    """

    ja: str
    of: Callable[[Any], Any] | None = None
    words: Sequence[str] = ()


_ITSELF: Final = OrderVariable("")


class MatchCandidate(NamedTuple):
    """A line of this turn that may take part in an action made from many lines.

    `source` is its block, `plan` or `standing`, and `place` its place there from 0. `holds`: whether its conditions
    hold on the view at the decision. `is_done`: it was carried out earlier in the same exchange; such a line still
    counts where lines are counted, but takes no part.
    """

    source: Literal["plan", "standing"]
    place: int
    line: OrderLine
    holds: bool
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class Composition:
    """An action made from many lines. Without an action, `then` decides.

    `fired` are the candidates that take part, by their places in the given sequence, and whether by their `else`.
    `refused` says why others do not.
    """

    action: Action | None
    fired: Mapping[int, bool] = field(default_factory=dict)
    refused: Mapping[int, Words] = field(default_factory=dict)


class GameOrders(ABC):
    """How decisions are written as orders."""

    verbs: ClassVar[Mapping[str, str]]
    """Every word that may begin an order, Japanese ones included, with its canonical word."""
    grammar: OrderGrammar | None = None
    """The grammar of its orders in both languages. Without one, only the verbs are translated."""
    asked: ClassVar[Mapping[str, OrderVariable]] = {}
    """The variables and other words of conditions."""
    asked_of: ClassVar[Mapping[str, OrderVariable]] = {}
    """The variables of a thing: `22.damage`, in Japanese 「22のダメージ」."""
    asked_is: Mapping[str, OrderVariable] = MappingProxyType({})
    """The words after `is`. The value is None for a thing that is not there."""
    reactions: ClassVar[frozenset[str]] = frozenset()
    """The kinds of decision that only `react` lines answer."""
    routine: ClassVar[frozenset[str]] = frozenset()
    """Other kinds of decision to which `then` does not apply: without a line the autopilot answers."""
    composed: ClassVar[frozenset[str]] = frozenset()
    """The kinds of decision whose action is made from many lines by `compose`."""

    @cached_property
    def asked_ways(self) -> Mapping[str, str]:
        """The words of conditions by the Japanese ways to write them."""
        words = {**self.asked_is, **self.asked}
        ways = {normal(way): name for name, each in words.items() for way in each.ja.split("、")}
        return {way: name for way, name in ways.items() if way}

    @abstractmethod
    def parse(self, text: str, view: View, decision: MatchDecision | None, /) -> Action:
        """The action of this order (normalised text); without a decision, as far as it can be told.

        Without a decision only its form and what the view shows are checked. Raises `OrderError`.
        """

    def meanings(self, text: str, view: View, decision: MatchDecision, /) -> Iterable[Action]:
        """The actions that an order may mean at this decision; the first legal one is taken. Raises `OrderError`.

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
        """The action of these lines together, with lines of the plan before standing orders. See `composed`."""
        raise NotImplementedError

    def foiled(self, event: MatchEvent, order: str, view: View, /) -> Words | None:
        """Why this accepted order of the player had no effect, if the event tells them."""
        return None

    def turn(self, view: View, /) -> int | None:
        """The turn to which `turn 5:` before a line refers; None if it is the number of the exchange."""
        return None

    def moment(self, view: View, /) -> Words:
        """Where the match is, such as `turn 2`, for the subject of a letter; empty if players do not count so."""
        turn = self.turn(view)
        words = Words("", "") if turn is None else Words("ターン{turn}", "turn {turn}")
        return words.filled(turn=turn)

    @abstractmethod
    def format(self, action: Action, view: View, /) -> str:
        """The canonical order of an action."""

    def order_ja(self, order: str, /) -> str:
        """Canonical orders, one a line, as Japanese players write them."""
        if self.grammar:
            return self.grammar.in_japanese(order)
        verb, *rest = order.split(" ")
        ways = (way for way, each in self.verbs.items() if each == verb and not way.isascii())
        return " ".join((next(ways, verb), *rest))

    @abstractmethod
    def kinds(self, action: Action, /) -> frozenset[str]:
        """The kinds of decision that this action can answer. An order keeps them for the whole match."""

    def ordered(self, action: Action, view: View, /) -> Words:
        """The canonical order of an action, as players of either language type it."""
        order = self.format(action, view)
        return Words(self.order_ja(order), order)

    def called(self, view: View, slot: str, word: str, lang: Lang, /) -> str:
        """The name of a word in this slot of an order, from this view; empty if it has no other name."""
        return ""

    def in_words(self, order: str, view: View, lang: Lang, /) -> str:
        """Canonical orders, one a line, in words for a player: names instead of codes, without conditions.

        After the verb of a list any words of it may stand, even one. A line of a plan is told with the view expected
        before it, which shows what it names.
        """
        if not self.grammar:
            return self.order_ja(order) if lang == "ja" else order
        lines = map(bare, order.split("\n"))
        named = partial(self.called, view)
        return "\n".join(self.grammar.tell(line, named, lang) for line in lines)

    def passing(self, view: View, decision: MatchDecision, /) -> Action | None:
        """The action that does nothing, for `then pass`; None where the game has none."""
        return None

    def menus(
        self, view: View, decision: MatchDecision | None, options: Options | None, lang: Lang, /
    ) -> Sequence[Menu]:
        """The menus of a page, from the view alone. `decision` is None if only a plan is asked for.

        A game without menus of its own offers the orders of the options.
        """
        if options is None:
            return ()
        orders = dict.fromkeys(self.format(action, view) for action in islice(options, MOST))
        return (Menu(Words("指示", "Orders").to(lang), (*map(MenuChoice, orders),)),)

    def value(
        self, name: str, view: View, decision: MatchDecision | None = None, /
    ) -> int | str | None:
        """The value of a variable of a condition; None if it concerns something that is not there now.

        Raises `OrderError` for a name that the game does not know.
        """
        found: int | str | None
        asked = self.asked.get(name)
        whose, _, what = name.rpartition(".")
        if asked and asked.of:
            found = asked.of(view)
            return found
        if not whose or what not in self.asked_of:
            raise unknown(name, [*_called(self.asked), *_called(self.asked_of, ".")])
        thing, of = self.thing(whose, view), self.asked_of[what].of
        found = of(thing) if of and thing is not None else None
        return found

    def thing(self, word: str, view: View, /) -> Any:
        """The thing that this word of a condition names; None if it is not there. Raises `OrderError`."""
        raise unknown(word, _called(self.asked))

    def is_there(self, word: str, view: View, /) -> bool:
        """Whether the thing is there, for `exists`. Raises `OrderError`."""
        return self.thing(word, view) is not None

    def is_in_range(self, word: str, order: str, view: View, /) -> bool | None:
        """Whether the thing is in range of this order. Raises `OrderError`."""
        said = Words("このゲームに「射程内」はありません。", "This game does not know “in range”.")
        raise OrderError(len(word) + 2, said)

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
        """Whether the `test` (`is`, `exists`, `in range`) holds for a thing; `word` is what follows `is`.

        `order` is the order of the line: only `in range` may depend on it. A variable is also compared with a word by
        `is`: `battlefield = r05`. None if the thing is not there, which is false even with `not`. Raises `OrderError`
        for words that the game does not know; its position counts in `thing test word`.
        """
        if test == "exists":
            return self.is_there(thing, view)
        if test == "in range":
            return self.is_in_range(thing, order, view)
        place = len(thing) + len(test) + 3
        word = self.asked_ways.get(word, word)
        asked = self.asked.get(thing)
        if asked and asked.of and asked.words:
            if word not in asked.words:
                raise unknown(
                    word, _called({x: self.asked.get(x, _ITSELF) for x in asked.words}), place
                )
            value = asked.of(view)
            return None if value is None else str(value).lower() == word
        found = self.thing(thing, view)
        of = self.asked_is[word].of if word in self.asked_is else None
        if of is None:
            raise unknown(word, _called(self.asked_is), place)
        is_so: bool | None = of(found)
        return is_so


def _called(words: Mapping[str, OrderVariable], front: str = "") -> list[Words]:
    """The names of these words in either language, without those of cards."""
    return [
        Words(front + (each.ja.partition("、")[0] or word), front + word)
        for word, each in words.items()
        if each.ja or each is _ITSELF
    ]
