"""The cards and points of one seat, and what the opponent has seen of its hand."""

from bisect import insort
from dataclasses import dataclass, field, fields
from operator import attrgetter

from app.games.fest.abilities import Points

Cards = tuple[str, ...]


def added(cards: Cards, card: str) -> Cards:
    """Sorted cards with one more."""
    more = [*cards]
    insort(more, card)
    return tuple(more)


def without(cards: Cards, card: str) -> Cards:
    """Return the cards without one copy of this card, which must be there."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


@dataclass(slots=True)
class Side:
    """The cards and points of one seat. A step changes a copy, never a side that another state holds.

    `deck`: the top first. `back`: in order of play. All other zones and both lists of marks are sorted.
    """

    deck_list: dict[str, int]
    tags: Cards
    deck: Cards
    hand: Cards = ()
    reserve: Cards = ()
    front: Cards = ()
    back: Cards = ()
    discard: Cards = ()
    points: Points = field(default_factory=lambda: [0, 0, 0, 0])
    jp_sum: int = 0
    total: int = 0
    guard: bool = False
    no_halving: bool = False
    plays: int = 0
    shuffles: int = 0
    seen: Cards = ()
    seen_reserve: Cards = ()

    def copy(self) -> "Side":
        """A copy that may be changed."""
        mine = Side(*_values(self))
        mine.points = self.points[:]
        return mine

    def mark(self, card: str) -> None:
        """The opponent has seen this card in the hand."""
        self.seen = added(self.seen, card)

    def unmark(self, card: str) -> None:
        """A card has left the hand: with it goes a mark, if there is one."""
        if card in self.seen:
            self.seen = without(self.seen, card)

    def take(self, card: str) -> None:
        """The card leaves the hand."""
        self.hand = without(self.hand, card)
        self.unmark(card)

    def draw(self, count: int) -> Cards:
        """The cards drawn from the top, as many of these as there are."""
        drawn, self.deck = self.deck[:count], self.deck[count:]
        self.hand = tuple(sorted(self.hand + drawn))
        return drawn

    def exchange_front(self, front: str, card: str) -> None:
        """A front member comes into the hand, for all to see, and a hand card takes its place."""
        self.take(card)
        self.front = added(without(self.front, front), card)
        self.hand = added(self.hand, front)
        self.mark(front)

    def exchange_reserve(self, reserve: str, card: str) -> None:
        """A card of the reserve comes into the hand and a hand card into the reserve, for all to see."""
        self.take(card)
        self.hand = added(self.hand, reserve)
        self.mark(reserve)
        if reserve in self.seen_reserve:
            self.seen_reserve = without(self.seen_reserve, reserve)
        self.reserve = added(without(self.reserve, reserve), card)
        self.seen_reserve = added(self.seen_reserve, card)


_values = attrgetter(*(each.name for each in fields(Side)))
