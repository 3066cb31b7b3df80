"""The conditions and choices of effects, as data. Both are checked after the played card has left the hand."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar, Final, Literal

from app.engine.words import Words
from app.games.fest.abilities import JP, SHIELD, SWORD, WILL
from app.games.fest.verbs import Args, Moment

# --- conditions -----------------------------------------------------------------------------------------


class Condition(ABC):
    """A condition for using an effect."""

    why: ClassVar[Words]
    """What is missing if the condition fails."""

    @abstractmethod
    def holds(self, at: Moment, args: Args) -> bool:
        """Whether it holds; `args` are the printed ones."""


@dataclass(frozen=True, slots=True)
class FoeAbove(Condition):
    """The opponent's highest attribute has at least this many points."""

    why = Words("相手の属性点がすべて0以下です", "the opponent has no attribute points")
    least: int

    def holds(self, at: Moment, args: Args) -> bool:
        return max(at.foe[:JP]) >= self.least


@dataclass(frozen=True, slots=True)
class FirstBack(Condition):
    """The card must be the first own back member of this round."""

    why = Words(
        "このラウンドの最初のバックメンバーではありません",
        "this is not your first back member of the round",
    )

    def holds(self, at: Moment, args: Args) -> bool:
        return at.backs == 0


@dataclass(frozen=True, slots=True)
class LastCard(Condition):
    """The hand is empty now."""

    why = Words("手札がほかに残っています", "you still have other cards in hand")

    def holds(self, at: Moment, args: Args) -> bool:
        return not (at.hand or at.unknown)


@dataclass(frozen=True, slots=True)
class Behind(Condition):
    """The own highest attribute is below the opponent's."""

    why = Words(
        "自分の最高の属性点が相手より低くありません",
        "your highest attribute is not below the opponent's",
    )

    def holds(self, at: Moment, args: Args) -> bool:
        return max(at.own[:JP]) < max(at.foe[:JP])


@dataclass(frozen=True, slots=True)
class HasDeck(Condition):
    """The deck must have a card."""

    why = Words("デッキが空です", "your deck is empty")

    def holds(self, at: Moment, args: Args) -> bool:
        return at.deck > 0


@dataclass(frozen=True, slots=True)
class NotLast(Condition):
    """The hand must have another card."""

    why = Words("手札の最後の1枚では使えません", "it cannot be used with your last card")

    def holds(self, at: Moment, args: Args) -> bool:
        return bool(at.hand or at.unknown)


@dataclass(frozen=True, slots=True)
class HasFront(Condition):
    """There must be an own front member."""

    why = Words("フロントメンバーがいません", "you have no front member")

    def holds(self, at: Moment, args: Args) -> bool:
        return bool(at.front)


@dataclass(frozen=True, slots=True)
class HasReserve(Condition):
    """The reserve must have a card."""

    why = Words("温存札がありません", "your reserve is empty")

    def holds(self, at: Moment, args: Args) -> bool:
        return bool(at.reserve)


@dataclass(frozen=True, slots=True)
class FoeBelow(Condition):
    """The opponent's Y is below own X."""

    why = Words(
        "相手の属性点が自分より低くありません", "the opponent's points are not below yours there"
    )

    def holds(self, at: Moment, args: Args) -> bool:
        x, y = args
        return at.foe[y] < at.own[x]


# --- choices --------------------------------------------------------------------------------------------


class Choice(ABC):
    """The choice made when an effect is played."""

    names: ClassVar[tuple[str, ...]] = ()
    """The names of the arguments, in the order of the text."""
    sealed: ClassVar[tuple[str, ...]] = ()
    """The arguments that only their player may know."""
    why: ClassVar[Words]
    """What is missing if there is nothing to choose."""

    @abstractmethod
    def options(self, at: Moment) -> Sequence[Args]:
        """Return all choices in order. If there are none, the effect is not usable."""


@dataclass(frozen=True, slots=True)
class Nothing(Choice):
    """A choice without arguments."""

    def options(self, at: Moment) -> Sequence[Args]:
        return ((),)


NOTHING: Final = Nothing()


@dataclass(frozen=True, slots=True)
class AnyAttribute(Choice):
    """Any attribute."""

    names = ("x",)

    def options(self, at: Moment) -> Sequence[Args]:
        return ((WILL,), (SWORD,), (SHIELD,))


@dataclass(frozen=True, slots=True)
class Tied(Choice):
    """Choose one of the highest or lowest attributes, own or the opponent's. Often there is only one."""

    names = ("x",)
    of: Literal["own-highest", "own-lowest", "foe-highest"]

    def options(self, at: Moment) -> Sequence[Args]:
        points = (at.foe if self.of == "foe-highest" else at.own)[:JP]
        extreme = min(points) if self.of == "own-lowest" else max(points)
        return [(x,) for x, value in enumerate(points) if value == extreme]


@dataclass(frozen=True, slots=True)
class Unequal(Choice):
    """Two own attributes with different values."""

    names = ("x", "y")
    why = Words("自分の属性点がすべて同じです", "all your attributes are equal")

    def options(self, at: Moment) -> Sequence[Args]:
        pairs = ((WILL, SWORD), (WILL, SHIELD), (SWORD, SHIELD))
        return [(x, y) for x, y in pairs if at.own[x] != at.own[y]]


@dataclass(frozen=True, slots=True)
class Loan(Choice):
    """Own attribute X that has at least n points, another one Y, and n of at most this many."""

    names = ("x", "y", "n")
    why = Words("移せる属性点がありません", "you have no attribute points to move")
    most: int

    def options(self, at: Moment) -> Sequence[Args]:
        return [
            (x, y, n)
            for x, y in product((WILL, SWORD, SHIELD), repeat=2)
            if x != y
            for n in range(1, min(self.most, at.own[x]) + 1)
        ]


@dataclass(frozen=True, slots=True)
class InFront(Choice):
    """An attribute for which the player's front has an ability of the theme."""

    names = ("x",)
    why = Words(
        "フロントメンバーにこのテーマの能力がありません",
        "your front members have no ability of this theme",
    )

    def options(self, at: Moment) -> Sequence[Args]:
        return [(x,) for x in range(3) if any(at.matching[card][x] for card in at.front)]


@dataclass(frozen=True, slots=True)
class Matching(Choice):
    """A hand card with an ability of the theme."""

    names = ("c",)
    why = Words(
        "このテーマの能力を持つ手札がほかにありません",
        "no other card in your hand has an ability of this theme",
    )

    def options(self, at: Moment) -> Sequence[Args]:
        return [(card,) for card in sorted({*at.hand}) if any(at.matching[card])]


@dataclass(frozen=True, slots=True)
class LowestAndCard(Choice):
    """A lowest own attribute, and a hand card, if there is one."""

    names = ("x", "c")
    sealed = ("c",)

    def options(self, at: Moment) -> Sequence[Args]:
        lowest = Tied("own-lowest").options(at)
        return (
            [(*x, c) for x in lowest for c in sorted({*at.hand})]
            if at.hand or at.unknown
            else lowest
        )


@dataclass(frozen=True, slots=True)
class FrontAndCard(Choice):
    """Nothing, or a front member and a hand card."""

    names = ("f", "c")

    def options(self, at: Moment) -> Sequence[Args]:
        return [(), *product(sorted({*at.front}), sorted({*at.hand}))]


@dataclass(frozen=True, slots=True)
class ReserveAndCard(Choice):
    """A card of the reserve, and a hand card."""

    names = ("r", "c")

    def options(self, at: Moment) -> Sequence[Args]:
        return [*product(sorted({*at.reserve}), sorted({*at.hand}))]
