"""The parts of effects, as data: verbs change points, moves change cards.

`X` and `Y` are the first and the second attribute of an effect, whether printed on the card or chosen in play.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final

from app.engine.matches.game import MatchEvent, Seat
from app.engine.words import Words
from app.engine.workshop.schema import CardFault, ChoiceField, NumberField
from app.games.fest import events
from app.games.fest.abilities import JP, SHIELD, SWORD, WILL, Points
from app.games.fest.side import Cards, Side, without

X, Y = -1, -2
Args = tuple[Any, ...]
"""The arguments of an effect in the order of its text: attributes as 0 to 2, numbers, and ids of cards."""
Counts = tuple[int, int, int]
"""The number of a card's abilities by attribute."""


@dataclass(slots=True)
class Moment:
    """The facts by which an effect is checked, and which it changes. The played card is no longer in `hand`.

    `matching`: the number of each card's abilities that fit the theme. `abilities`: the number of all of them.
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
    unknown: int = 0
    """How many unknown cards the hand has, when a plan is previewed."""
    die: int = 3
    guard: bool = False
    alibi: bool = False
    held: bool = False
    """An Umbrella of the opponent has kept points from being lowered."""


_POINTS: Final = Words("点", "points")


_WHICH: Final = ChoiceField(
    Words("どの点", "which points"),
    {
        "will": Words("意", "will"),
        "sword": Words("剣", "sword"),
        "shield": Words("盾", "shield"),
        "jp": Words("審査点", "judging points"),
        "x": Words("一つ目の属性", "the first attribute"),
        "y": Words("二つ目の属性", "the second attribute"),
    },
    {"will": WILL, "sword": SWORD, "shield": SHIELD, "jp": JP, "x": X, "y": Y},
)
_ONE_TO_NINE: Final = NumberField(_POINTS, 1, 9)
_EITHER_WAY: Final = NumberField(_POINTS, -9, 9)


def _nothing(points: int) -> Iterator[CardFault]:
    if not points:
        yield CardFault("points", Words("0では何も変わりません。", "0 changes nothing."))


def _at(which: int, args: Args) -> int:
    place: int = which if which >= 0 else args[~which]
    return place


# --- verbs: changes of points --------------------------------------------------------------------------


TWO: Final = frozenset({"two", "printed-two"})
"""The ways to choose two attributes, X and Y."""
_ANY_ONE: Final = TWO | {"any", "front", "printed"}
OWN: Final = _ANY_ONE | {"own-highest", "own-lowest", "lowest-and-card"}
"""The ways to choose X among the own attributes."""
FOE: Final = _ANY_ONE | {"foe-highest"}


def _chosen(which: int, one: frozenset[str]) -> frozenset[str]:
    """The choices for these points: an order makes one of them."""
    return TWO if which == Y else one if which == X else frozenset()


class Verb(ABC):
    """A part of an effect that changes points or status."""

    chosen: ClassVar[frozenset[str]] = frozenset()
    """The ways to choose. An effect needs one of them; none if empty."""
    called: ClassVar[Words]
    """The name of the verb, shown where an effect is put together."""
    said: ClassVar[Words]
    """The sentence.

    `{x}` and `{y}`: chosen attributes. `{which}`: the points meant. Other blanks: the verb's figures.
    """

    @property
    def needs(self) -> frozenset[str]:
        """The choices of this effect as printed: an order makes one of them."""
        return self.chosen

    @abstractmethod
    def change(self, at: Moment, args: Args) -> None:
        """Do it; cards do not move."""


@dataclass(frozen=True, slots=True)
class Gain(Verb):
    """Own points of this kind rise, or fall if `points` is below 0."""

    called = Words("自分の点を増減する", "your points rise or fall")
    said = Words("自分の{which}{points}。", "Your {which} {points}.")

    which: Annotated[int, _WHICH]
    points: Annotated[int, _EITHER_WAY]

    @property
    def needs(self) -> frozenset[str]:
        return _chosen(self.which, OWN)

    def faults(self) -> Iterator[CardFault]:
        yield from _nothing(self.points)

    def change(self, at: Moment, args: Args) -> None:
        at.own[_at(self.which, args)] += self.points


@dataclass(frozen=True, slots=True)
class GainAll(Verb):
    """Raise or lower all own attributes."""

    called = Words("自分の三属性を増減する", "all your attributes rise or fall")
    said = Words(
        "自分の意・剣・盾をそれぞれ{points}。", "Your will, sword and shield {points} each."
    )

    points: Annotated[int, _EITHER_WAY]

    def faults(self) -> Iterator[CardFault]:
        yield from _nothing(self.points)

    def change(self, at: Moment, args: Args) -> None:
        for attribute in (WILL, SWORD, SHIELD):
            at.own[attribute] += self.points


@dataclass(frozen=True, slots=True)
class Give(Verb):
    """The opponent's points of this kind rise."""

    called = Words("相手の点を増やす", "the opponent's points rise")
    said = Words("相手の{which}＋{points}。", "The opponent's {which} +{points}.")

    which: Annotated[int, _WHICH]
    points: Annotated[int, _ONE_TO_NINE]

    @property
    def needs(self) -> frozenset[str]:
        return _chosen(self.which, FOE)

    def change(self, at: Moment, args: Args) -> None:
        at.foe[_at(self.which, args)] += self.points


@dataclass(frozen=True, slots=True)
class Hit(Verb):
    """The opponent's points of this kind fall, unless under an Umbrella."""

    called = Words("相手の点を減らす", "the opponent's points fall")
    said = Words("相手の{which}−{points}。", "The opponent's {which} −{points}.")

    which: Annotated[int, _WHICH]
    points: Annotated[int, _ONE_TO_NINE]

    @property
    def needs(self) -> frozenset[str]:
        return _chosen(self.which, FOE)

    def change(self, at: Moment, args: Args) -> None:
        if at.is_guarded:
            at.held = True
        else:
            at.foe[_at(self.which, args)] -= self.points


@dataclass(frozen=True, slots=True)
class Swap(Verb):
    """Own X and own Y exchange their values."""

    called = Words("自分の二属性を入れ替える", "two of your attributes change places")
    chosen = TWO
    said = Words("自分の{x}と{y}の値を入れ替える。", "Your {x} and {y} exchange their values.")

    def change(self, at: Moment, args: Args) -> None:
        x, y = args
        at.own[x], at.own[y] = at.own[y], at.own[x]


@dataclass(frozen=True, slots=True)
class SwapFoe(Verb):
    """The opponent's X and Y exchange their values, unless under an Umbrella."""

    called = Words("相手の二属性を入れ替える", "two of the opponent's attributes change places")
    chosen = frozenset({"printed-two"})
    said = Words(
        "相手の{x}と{y}の値を入れ替える。", "The opponent's {x} and {y} exchange their values."
    )

    def change(self, at: Moment, args: Args) -> None:
        if at.is_guarded:
            at.held = True
        else:
            x, y = args
            at.foe[x], at.foe[y] = at.foe[y], at.foe[x]


@dataclass(frozen=True, slots=True)
class SwapAcross(Verb):
    """Own X and the opponent's Y exchange their values; the opponent's can only rise by it."""

    called = Words("相手の属性と入れ替える", "exchange with the opponent's attribute")
    chosen = frozenset({"printed-two"})
    said = Words(
        "自分の{x}と相手の{y}の値を入れ替える。",
        "Your {x} and the opponent's {y} exchange their values.",
    )

    def change(self, at: Moment, args: Args) -> None:
        x, y = args
        at.own[x], at.foe[y] = at.foe[y], at.own[x]


@dataclass(frozen=True, slots=True)
class Lend(Verb):
    """Move a chosen number of points from own X to own Y."""

    called = Words("属性点を移す", "move points between attributes")
    chosen = frozenset({"loan"})
    said = Words(
        "一つ目の属性から二つ目の属性へn点を移す。",
        "n points move from the first attribute to the second.",
    )

    def change(self, at: Moment, args: Args) -> None:
        x, y, n = args
        at.own[x] -= n
        at.own[y] += n


@dataclass(frozen=True, slots=True)
class Encore(Verb):
    """Own X rises for each ability of the theme with X that own front members have, `most` at most."""

    called = Words("フロントの能力を数える", "count abilities of your front")
    chosen = frozenset({"front"})
    said = Words(
        "自分のフロントにある、テーマに合うその属性の能力1つにつき＋{points}（{most}つまで）。",
        "It gets +{points} for each ability of the theme in your front that has it, {most} at most.",
    )

    points: Annotated[int, _ONE_TO_NINE]
    most: Annotated[int, NumberField(Words("上限の数", "most"), 1, 6)] = 3

    def change(self, at: Moment, args: Args) -> None:
        (x,) = args
        count = sum(at.matching[card][x] for card in at.front)
        at.own[x] += self.points * min(count, self.most)


@dataclass(frozen=True, slots=True)
class Preview(Verb):
    """For each ability of the theme that the chosen card has, its attribute rises."""

    called = Words("手札を見せて加点する", "show a hand card for points")
    chosen = frozenset({"card"})
    said = Words(
        "手札のほかの1枚を見せる（手札に残る）。テーマに合う能力1つにつき、その属性＋{points}。",
        "Show another hand card (it stays in your hand): for each ability of the theme on it, its attribute +{points}.",
    )

    points: Annotated[int, _ONE_TO_NINE]

    def change(self, at: Moment, args: Args) -> None:
        for attribute, count in enumerate(at.matching[args[0]]):
            at.own[attribute] += self.points * count


@dataclass(frozen=True, slots=True)
class Relieve(Verb):
    """For each ability of the front member that goes its attribute falls, for each of the new one's it rises."""

    called = Words("フロントを交代する", "substitute a front member")
    chosen = frozenset({"front-and-card"})
    said = Words(
        "自分のフロント1枚を手札に戻し、手札の別の1枚を代わりに出してよい。戻る能力1つにつきその属性−{points}、出る能力1つにつきその属性＋{points}（テーマは問わない）。",
        "You may take one of your front members into your hand and put another hand card in its place: for each ability that leaves, its attribute −{points}; for each that comes, +{points}, whatever the theme.",
    )

    points: Annotated[int, _ONE_TO_NINE]

    def change(self, at: Moment, args: Args) -> None:
        if args:
            front, card = args
            for attribute in (WILL, SWORD, SHIELD):
                more = at.abilities[card][attribute] - at.abilities[front][attribute]
                at.own[attribute] += self.points * more


@dataclass(frozen=True, slots=True)
class Roll(Verb):
    """Own X rises by a die and as much more; before it is rolled the die counts 3."""

    called = Words("サイコロを振る", "roll a die")
    chosen = OWN | FOE - TWO
    said = Words(
        "サイコロを1個振る。自分の{x}に、出た目{more}の点を足す。",
        "Roll a die: your {x} gets what it shows, {more}.",
    )

    more: Annotated[int, NumberField(Words("目に足す点", "more than the die shows"), -3, 6)]

    def change(self, at: Moment, args: Args) -> None:
        at.own[args[0]] += at.die + self.more


@dataclass(frozen=True, slots=True)
class Umbrella(Verb):
    """Until the own next turn the opponent's effects cannot lower own points."""

    called = Words("相手の効果から守る", "be safe from the opponent's effects")
    said = Words(
        "次の自分の番が始まるまで、相手の効果で自分の属性点と審査点は下がらない。",
        "Until your next turn begins, the opponent's effects cannot lower your points.",
    )

    def change(self, at: Moment, args: Args) -> None:
        at.guard = True


@dataclass(frozen=True, slots=True)
class Alibi(Verb):
    """Own judging points are not halved at the end of this round."""

    called = Words("審査点を半分にしない", "do not let your points be halved")
    said = Words(
        "このラウンドの終わりに、自分の審査点は半分にならない。",
        "Your judging points are not halved at the end of this round.",
    )

    def change(self, at: Moment, args: Args) -> None:
        at.alibi = True


# --- moves: changes of cards ---------------------------------------------------------------------------


class Move(ABC):
    """A part of an effect that moves cards."""

    chosen: ClassVar[frozenset[str]] = frozenset()
    said: ClassVar[Words] = Words("", "")

    @property
    def needs(self) -> frozenset[str]:
        """The choices of this effect: an order makes one of them."""
        return self.chosen

    @abstractmethod
    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[MatchEvent]:
        """Carry out the move, and log what happened."""


@dataclass(frozen=True, slots=True)
class Show(Move):
    """The chosen card is shown and stays in the hand."""

    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[MatchEvent]:
        (card,) = args
        if card not in own.seen:
            own.mark(card)
        yield events.shown(seat, card, "hand", "hand")


@dataclass(frozen=True, slots=True)
class Tidy(Move):
    """A card is drawn, then the chosen one goes unseen under the deck; nobody knows the hand any more."""

    called = Words("引いて、手札をデッキの下へ", "draw, and a hand card goes under the deck")
    chosen = frozenset({"lowest-and-card"})
    said = Words(
        "手札を1枚選んでから1枚引き、選んだカードをデッキの一番下に置く。手札がなければ引くだけ。",
        "Choose a hand card, draw one, and put the chosen one under your deck; with an empty hand you only draw.",
    )

    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[MatchEvent]:
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

    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[MatchEvent]:
        if args:
            front, card = args
            own.exchange_front(front, card)
            yield events.shown(seat, front, "front", "hand")
            yield events.shown(seat, card, "hand", "front")


@dataclass(frozen=True, slots=True)
class ChangeReserve(Move):
    """A card of the reserve and a hand card exchange their places, both shown."""

    called = Words("温存札と入れ替える", "exchange with your reserve")
    chosen = frozenset({"reserve-and-card"})
    said = Words(
        "温存札を1枚選んで手札に加え、見せる。それから手札の別の1枚を見せて温存札にする。",
        "Take any card of your reserve into your hand and show it. Then show another hand card and put it into your reserve.",
    )

    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[MatchEvent]:
        reserve, card = args
        own.exchange_reserve(reserve, card)
        yield events.shown(seat, reserve, "reserve", "hand")
        yield events.shown(seat, card, "hand", "reserve")


@dataclass(frozen=True, slots=True)
class DrawShown(Move):
    """The top card of the deck is drawn and shown."""

    called = Words("1枚引いて1枚戻す", "draw one, put one back")
    said = Words(
        "1枚引いて見せる。それから手札の別の1枚を見せてデッキに戻し、デッキをシャッフルする。",
        "Draw a card and show it. Then show another hand card, put it into your deck and shuffle.",
    )

    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[MatchEvent]:
        (card,) = own.draw(1)
        own.mark(card)
        yield events.shown(seat, card, "deck", "hand")
