"""The back-member effects, as data: verbs for points, moves of cards, conditions, and what may be chosen.

`X` and `Y` are the first and the second attribute of an effect, whether printed on the card or chosen in play.
Conditions and choices are judged after the played card has left the hand.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar, Final, Literal

from app.engine.matches.game import Event, Seat
from app.engine.words import Words
from app.games.fest import events
from app.games.fest.abilities import ABILITIES, ATTRIBUTES, JP, SHIELD, SWORD, WILL, Points
from app.games.fest.side import Cards, Side, without

X, Y = -1, -2
Args = tuple[Any, ...]
"""Attributes as places 0 to 2, numbers, and ids of cards, in the order of the text."""
Counts = tuple[int, int, int]
"""How many abilities a card has of each attribute."""

HOUSE_TAG: Final = "#pbm-std"
GUEST_TAG: Final = "#standard"


@dataclass(slots=True)
class Moment:
    """What an effect is judged by and works on: the played card has left `hand`.

    `matching` has the abilities of each card that belong to the theme, `abilities` all of them.
    """

    own: Points
    foe: Points
    theme: str
    hand: Cards
    front: Cards
    reserve: Cards
    deck: int
    backs: int
    is_guarded: bool
    matching: Mapping[str, Counts]
    abilities: Mapping[str, Counts]
    die: int = 3
    guard: bool = False
    alibi: bool = False
    held: bool = False
    """An Umbrella of the opponent has kept points from being lowered."""


def _at(which: int, args: Args) -> int:
    place: int = which if which >= 0 else args[~which]
    return place


# --- verbs: what becomes of points ----------------------------------------------------------------------


class Verb(ABC):
    """What an effect does to points or status."""

    @abstractmethod
    def change(self, at: Moment, args: Args) -> None:
        """Do it; cards do not move."""


@dataclass(frozen=True, slots=True)
class Gain(Verb):
    """Own points of this kind rise, or fall if `points` is below 0."""

    which: int
    points: int

    def change(self, at: Moment, args: Args) -> None:
        at.own[_at(self.which, args)] += self.points


@dataclass(frozen=True, slots=True)
class GainAll(Verb):
    """All own attributes rise or fall."""

    points: int

    def change(self, at: Moment, args: Args) -> None:
        for attribute in (WILL, SWORD, SHIELD):
            at.own[attribute] += self.points


@dataclass(frozen=True, slots=True)
class Give(Verb):
    """The opponent's points of this kind rise."""

    which: int
    points: int

    def change(self, at: Moment, args: Args) -> None:
        at.foe[_at(self.which, args)] += self.points


@dataclass(frozen=True, slots=True)
class Hit(Verb):
    """The opponent's points of this kind fall, unless under an Umbrella."""

    which: int
    points: int

    def change(self, at: Moment, args: Args) -> None:
        if at.is_guarded:
            at.held = True
        else:
            at.foe[_at(self.which, args)] -= self.points


@dataclass(frozen=True, slots=True)
class Swap(Verb):
    """Own X and own Y exchange their values."""

    def change(self, at: Moment, args: Args) -> None:
        x, y = args
        at.own[x], at.own[y] = at.own[y], at.own[x]


@dataclass(frozen=True, slots=True)
class SwapFoe(Verb):
    """The opponent's X and Y exchange their values, unless under an Umbrella."""

    def change(self, at: Moment, args: Args) -> None:
        if at.is_guarded:
            at.held = True
        else:
            x, y = args
            at.foe[x], at.foe[y] = at.foe[y], at.foe[x]


@dataclass(frozen=True, slots=True)
class SwapAcross(Verb):
    """Own X and the opponent's Y exchange their values; the opponent's can only rise by it."""

    def change(self, at: Moment, args: Args) -> None:
        x, y = args
        at.own[x], at.foe[y] = at.foe[y], at.own[x]


@dataclass(frozen=True, slots=True)
class Lend(Verb):
    """As many points as are chosen go from own X to own Y."""

    def change(self, at: Moment, args: Args) -> None:
        x, y, n = args
        at.own[x] -= n
        at.own[y] += n


@dataclass(frozen=True, slots=True)
class Encore(Verb):
    """Own X rises for each ability of the theme with X that own front members have, `most` at most."""

    points: int
    most: int

    def change(self, at: Moment, args: Args) -> None:
        (x,) = args
        count = sum(at.matching[card][x] for card in at.front)
        at.own[x] += self.points * min(count, self.most)


@dataclass(frozen=True, slots=True)
class Preview(Verb):
    """For each ability of the theme that the chosen card has, its attribute rises."""

    points: int

    def change(self, at: Moment, args: Args) -> None:
        for attribute, count in enumerate(at.matching[args[0]]):
            at.own[attribute] += self.points * count


@dataclass(frozen=True, slots=True)
class Relieve(Verb):
    """For each ability of the front member that goes its attribute falls, for each of the new one's it rises."""

    points: int

    def change(self, at: Moment, args: Args) -> None:
        if args:
            front, card = args
            for attribute in (WILL, SWORD, SHIELD):
                more = at.abilities[card][attribute] - at.abilities[front][attribute]
                at.own[attribute] += self.points * more


@dataclass(frozen=True, slots=True)
class Roll(Verb):
    """Own X rises by a die and as much more; before it is rolled the die counts 3."""

    more: int

    def change(self, at: Moment, args: Args) -> None:
        at.own[args[0]] += at.die + self.more


@dataclass(frozen=True, slots=True)
class Umbrella(Verb):
    """Until the own next turn the opponent's effects cannot lower own points."""

    def change(self, at: Moment, args: Args) -> None:
        at.guard = True


@dataclass(frozen=True, slots=True)
class Alibi(Verb):
    """Own judging points are not halved at the end of this round."""

    def change(self, at: Moment, args: Args) -> None:
        at.alibi = True


# --- moves: what becomes of cards -----------------------------------------------------------------------


class Move(ABC):
    """What an effect does with cards."""

    @abstractmethod
    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[Event]:
        """Do it, and say what happened."""


@dataclass(frozen=True, slots=True)
class Show(Move):
    """The chosen card is shown and stays in the hand."""

    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[Event]:
        (card,) = args
        if card not in own.seen:
            own.mark(card)
        yield events.shown(seat, card, "hand", "hand")


@dataclass(frozen=True, slots=True)
class Tidy(Move):
    """A card is drawn, then the chosen one goes unseen under the deck; nobody knows the hand any more."""

    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[Event]:
        (drew,) = own.draw(1)
        back = args[1] if len(args) > 1 else None
        if back is not None:
            own.hand = without(own.hand, back)
            own.deck = (*own.deck, back)
            own.seen = ()
        yield from events.tidied(seat, drew, back)


@dataclass(frozen=True, slots=True)
class ChangeFront(Move):
    """A front member and a hand card exchange their places, if wanted."""

    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[Event]:
        if args:
            front, card = args
            own.exchange_front(front, card)
            yield events.shown(seat, front, "front", "hand")
            yield events.shown(seat, card, "hand", "front")


@dataclass(frozen=True, slots=True)
class ChangeReserve(Move):
    """A card of the reserve and a hand card exchange their places, both shown."""

    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[Event]:
        reserve, card = args
        own.exchange_reserve(reserve, card)
        yield events.shown(seat, reserve, "reserve", "hand")
        yield events.shown(seat, card, "hand", "reserve")


@dataclass(frozen=True, slots=True)
class DrawShown(Move):
    """The top card of the deck is drawn and shown."""

    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[Event]:
        (card,) = own.draw(1)
        own.mark(card)
        yield events.shown(seat, card, "deck", "hand")


# --- conditions -----------------------------------------------------------------------------------------


class Condition(ABC):
    """What must hold for an effect to be usable."""

    why: ClassVar[Words]
    """What is missing where it does not hold."""

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
    """It is the first own back member of this round."""

    why = Words(
        "このラウンドの最初のバックメンバーではありません",
        "it is not your first back member of this round",
    )

    def holds(self, at: Moment, args: Args) -> bool:
        return at.backs == 0


@dataclass(frozen=True, slots=True)
class LastCard(Condition):
    """The hand is empty now."""

    why = Words("手札がまだ残っています", "your hand is not empty then")

    def holds(self, at: Moment, args: Args) -> bool:
        return not at.hand


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
    """There is a card in the deck."""

    why = Words("デッキが空です", "your deck is empty")

    def holds(self, at: Moment, args: Args) -> bool:
        return at.deck > 0


@dataclass(frozen=True, slots=True)
class NotLast(Condition):
    """There is another card in the hand."""

    why = Words("手札の最後の1枚では使えません", "it cannot be used with your last card")

    def holds(self, at: Moment, args: Args) -> bool:
        return bool(at.hand)


@dataclass(frozen=True, slots=True)
class HasFront(Condition):
    """There is an own front member."""

    why = Words("フロントメンバーがいません", "you have no front member")

    def holds(self, at: Moment, args: Args) -> bool:
        return bool(at.front)


@dataclass(frozen=True, slots=True)
class HasReserve(Condition):
    """There is a card in the reserve."""

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
    """What is chosen when an effect is played."""

    names: ClassVar[tuple[str, ...]] = ()
    """The arguments, in the order of the text."""
    sealed: ClassVar[tuple[str, ...]] = ()
    """Those that only their player may know."""
    why: ClassVar[Words]
    """What is missing where there is nothing to choose."""

    @abstractmethod
    def options(self, at: Moment) -> Sequence[Args]:
        """All that may be chosen, in order; where there is nothing, the effect is not usable."""


@dataclass(frozen=True, slots=True)
class Nothing(Choice):
    """There is nothing to choose."""

    def options(self, at: Moment) -> Sequence[Args]:
        return ((),)


@dataclass(frozen=True, slots=True)
class AnyAttribute(Choice):
    """Any attribute."""

    names = ("x",)

    def options(self, at: Moment) -> Sequence[Args]:
        return ((WILL,), (SWORD,), (SHIELD,))


@dataclass(frozen=True, slots=True)
class Tied(Choice):
    """One of those attributes that are highest or lowest, own ones or the opponent's: often there is one only."""

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
    """An attribute of which own front members have an ability of the theme."""

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
        return [(*x, c) for x in lowest for c in sorted({*at.hand})] if at.hand else lowest


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


# --- the table ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Effect:
    """What is said of an effect once, for all cards that have it.

    `blanks` are filled on the card: `z` is the theme that it is limited to, `x` and `y` are attributes.
    `waits` is the phase that comes before the turn can end.
    """

    code: str
    verbs: tuple[Verb, ...] = ()
    moves: tuple[Move, ...] = ()
    choice: Choice = Nothing()
    conditions: tuple[Condition, ...] = ()
    blanks: str = ""
    waits: Literal["effect", "pick"] | None = None

    @property
    def tag(self) -> str:
        """The tag of a card with this effect."""
        return HOUSE_TAG if self.code[0] == "B" else GUEST_TAG


EFFECTS: Final[Mapping[str, Effect]] = {
    effect.code: effect
    for effect in (
        Effect("B01", (Gain(WILL, 4),)),
        Effect("B02", (Gain(SWORD, 4),)),
        Effect("B03", (Gain(SHIELD, 4),)),
        Effect("B04", (GainAll(2),)),
        Effect("B05", (Hit(WILL, 4),)),
        Effect("B06", (Hit(SWORD, 4),)),
        Effect("B07", (Hit(SHIELD, 4),)),
        Effect("B08", (Hit(X, 4),), choice=Tied("foe-highest"), conditions=(FoeAbove(1),)),
        Effect("B09", (Gain(JP, 2),)),
        Effect("B10", (Hit(JP, 2),)),
        Effect("B11", (Swap(),), choice=Unequal()),
        Effect("B12", (Lend(),), choice=Loan(5)),
        Effect("B13", (Encore(2, most=3),), choice=InFront()),
        Effect("B14", (Gain(X, 5),), choice=Tied("own-lowest")),
        Effect("B15", (Preview(3),), (Show(),), choice=Matching()),
        Effect("B16", (GainAll(3),), conditions=(FirstBack(),)),
        Effect("B17", (Gain(X, 6),), choice=Tied("own-highest"), conditions=(LastCard(),)),
        Effect("B18", (Gain(X, 6),), choice=AnyAttribute(), conditions=(Behind(),)),
        Effect("B19", (Gain(X, 2), Umbrella()), choice=Tied("own-lowest")),
        Effect("B20", (Gain(JP, -1), Alibi())),
        Effect("B21", (Roll(1),), choice=AnyAttribute(), waits="effect"),
        Effect("B22", (Gain(X, 2),), (Tidy(),), choice=LowestAndCard(), conditions=(HasDeck(),)),
        Effect("B23", (GainAll(-2), Gain(X, 9)), choice=AnyAttribute()),  # X +7, the other two -2
        Effect("S01", (Gain(X, 2),), blanks="x"),
        Effect("S02", (Hit(X, 2),), blanks="x"),
        Effect("S03", (Gain(JP, 2),), blanks="z"),
        Effect("S04", (Hit(X, 4),), blanks="zx"),
        Effect("S05", (Swap(),), blanks="xy"),
        Effect(
            "S06", (SwapAcross(), Gain(JP, -1)), conditions=(NotLast(), FoeBelow()), blanks="zxy"
        ),
        Effect("S07", (SwapFoe(),), blanks="zxy"),
        Effect(
            "S08",
            (Relieve(3),),
            (ChangeFront(),),
            choice=FrontAndCard(),
            conditions=(NotLast(), HasFront()),
        ),
        Effect("S09", (Gain(JP, -1), Hit(JP, 1))),
        Effect("S10", (Gain(JP, 1), Give(JP, 1))),
        Effect("S11", moves=(DrawShown(),), conditions=(NotLast(), HasDeck()), waits="pick"),
        Effect(
            "S12",
            moves=(ChangeReserve(),),
            choice=ReserveAndCard(),
            conditions=(NotLast(), HasReserve()),
        ),
    )
}
"""The tags #pbm-std (B01 to B23) and #standard (S01 to S12)."""


@dataclass(frozen=True, slots=True)
class Printed:
    """An effect as it stands on a card, with its blanks filled in."""

    code: str
    z: str | None = None
    x: str | None = None
    y: str | None = None

    @property
    def effect(self) -> Effect:
        """What the code says."""
        return EFFECTS[self.code]

    @property
    def args(self) -> Args:
        """The printed attributes."""
        return tuple(ATTRIBUTES.index(blank) for blank in (self.x, self.y) if blank)


@dataclass(frozen=True, slots=True)
class Use:
    """One of the two effects of a card, and the word that an order calls it by."""

    word: str
    effect: Effect
    theme: str | None
    printed: Args

    def written(self, args: Args) -> dict[str, Any]:
        """The chosen arguments as an action has them."""
        if self.printed:
            return {}
        names = self.effect.choice.names
        return {
            name: ATTRIBUTES[arg] if name in "xy" else arg
            for name, arg in zip(names, args, strict=False)
        }

    def read(self, written: Mapping[str, Any]) -> Args:
        """The arguments of a legal action; those that are missing are the last."""
        if self.printed:
            return self.printed
        return tuple(
            ATTRIBUTES.index(written[name]) if name in "xy" else written[name]
            for name in self.effect.choice.names
            if name in written
        )

    def options(self, at: Moment) -> Sequence[Args]:
        """The arguments it may be used with now, in order; none if it is not usable."""
        if self.theme is not None and self.theme != at.theme:
            return ()
        for condition in self.effect.conditions:
            if not condition.holds(at, self.printed):
                return ()
        return (self.printed,) if self.printed else self.effect.choice.options(at)

    def obstacle(self, at: Moment) -> Words | None:
        """Why it is not usable now; None if it is."""
        if self.theme is not None and self.theme != at.theme:
            return Words("このテーマでは使えません", "it is for another theme")
        for condition in self.effect.conditions:
            if not condition.holds(at, self.printed):
                return condition.why
        return None if self.options(at) else self.effect.choice.why


def counted(abilities: Sequence[str | None], theme: str | None = None) -> Counts:
    """How many of these abilities each attribute has; with a theme only those that belong to it."""
    found = [0, 0, 0]
    for name in abilities:
        if name is not None and theme in (None, ABILITIES[name].theme):
            found[ABILITIES[name].attribute] += 1
    will, sword, shield = found
    return will, sword, shield
