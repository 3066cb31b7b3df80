"""What effects do, as data: verbs change points, moves change cards.

`X` and `Y` are the first and the second attribute of an effect, whether printed on the card or chosen in play.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.engine.matches.game import MatchEvent, Seat
from app.games.fest import events
from app.games.fest.abilities import SHIELD, SWORD, WILL, Points
from app.games.fest.side import Cards, Side, without

X, Y = -1, -2
Args = tuple[Any, ...]
"""Attributes as places 0 to 2, numbers, and ids of cards, in the order of the text."""
Counts = tuple[int, int, int]
"""How many abilities a card has of each attribute."""


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
    unknown: int = 0
    """Cards in the hand that nobody knows, where a plan is looked at."""
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
    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[MatchEvent]:
        """Do it, and say what happened."""


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

    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[MatchEvent]:
        reserve, card = args
        own.exchange_reserve(reserve, card)
        yield events.shown(seat, reserve, "reserve", "hand")
        yield events.shown(seat, card, "hand", "reserve")


@dataclass(frozen=True, slots=True)
class DrawShown(Move):
    """The top card of the deck is drawn and shown."""

    def move(self, seat: Seat, own: Side, args: Args) -> Iterator[MatchEvent]:
        (card,) = own.draw(1)
        own.mark(card)
        yield events.shown(seat, card, "deck", "hand")
