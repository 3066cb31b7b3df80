"""The cards of one seat in their zones, and its characters."""

from dataclasses import dataclass, field as zone
from typing import Final

from app.games.ocg.cards import Card
from app.games.ocg.effects import NOTHING, Bonus, Lend
from app.games.ocg.pool import MatchCards

HAND: Final = 7
"""The most cards that stay in a hand."""
DAMAGE: Final = 20
"""The damage with which a match is lost."""


@dataclass(slots=True)
class Character:
    """A character on the field: its cards from the bottom, its damage, and its items in order of id.

    `beside`: the commands that last this turn; empty between two steps. `pool`: the cards to look these up.
    """

    pool: MatchCards = zone(repr=False, compare=False)
    arrived: int
    cards: tuple[str, ...]
    damage: int = 0
    items: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    @property
    def card(self) -> Card:
        """The card on top."""
        return self.pool[self.cards[-1]]

    @property
    def level(self) -> int:
        """The level of the card on top."""
        return self.card.level

    def strength(self, area: str) -> Bonus:
        """Return all numbers of the character on this battlefield, with the commands beside it."""
        total = self.pool.strength(self.cards[-1], self.items, area)
        for command in self.beside:
            verb = self.pool[command].verb
            total += verb.bonus if isinstance(verb, Lend) else NOTHING
        return total

    def left(self, area: str) -> int:
        """Its durability left; no command changes it."""
        return self.pool.strength(self.cards[-1], self.items, area).dur - self.damage

    def heal(self, points: int) -> None:
        """Remove up to so much damage."""
        self.damage = max(0, self.damage - points)


@dataclass(slots=True)
class Side:
    """The cards of one seat. A step changes a copy, never a side that another state holds.

    `pile`: the top first. `candidates`: in order of play. `field`: by slot, in order. All other zones are sorted.
    """

    pool: MatchCards = zone(repr=False, compare=False)
    decks: tuple[dict[str, int], ...]
    deck: int
    mulligan: int = 0
    pile: list[str] = zone(default_factory=list)
    hand: list[str] = zone(default_factory=list)
    field: dict[int, Character] = zone(default_factory=dict)
    candidates: list[str] = zone(default_factory=list)
    discard: list[str] = zone(default_factory=list)
    damage: list[str] = zone(default_factory=list)
    removed: list[str] = zone(default_factory=list)
    drew: list[str] = zone(default_factory=list)
    """The cards drawn and not logged yet; empty between two steps."""
    lost: list[str] = zone(default_factory=list)
    """Cards that the pile lost in this battle, and not told of yet."""

    def copy(self) -> "Side":
        """A copy that may be changed."""
        return Side(
            self.pool,
            self.decks,
            self.deck,
            self.mulligan,
            self.pile[:],
            self.hand[:],
            {
                slot: Character(each.pool, each.arrived, each.cards, each.damage, each.items)
                for slot, each in self.field.items()
            },
            self.candidates[:],
            self.discard[:],
            self.damage[:],
            self.removed,
        )

    def settle(self) -> None:
        """Open zones and the hand are sorted again."""
        self.hand.sort()
        self.discard.sort()
        self.damage.sort()

    @property
    def played(self) -> list[str]:
        """The cards of the deck played, in the order that a shuffle starts from."""
        return [id for id, copies in sorted(self.decks[self.deck].items()) for _ in range(copies)]

    @property
    def has_basic(self) -> bool:
        """Whether a character in the hand can be summoned."""
        return any(self.pool[id].is_basic for id in self.hand)

    def at(self, slot: int | str) -> Character:
        """The character in this slot."""
        return self.field[int(slot)]

    def draw(self, count: int) -> int:
        """Draw cards from the top, as many as there are. Return how many."""
        drawn, self.pile = self.pile[:count], self.pile[count:]
        self.hand += drawn
        self.drew += drawn
        return len(drawn)

    def hurt(self, count: int) -> int:
        """Move cards from the top of the pile to the damage zone, as many as there are. Return how many."""
        lost, self.pile = self.pile[:count], self.pile[count:]
        self.damage += lost
        self.lost += lost
        return len(lost)

    def arrive(self, card: str, turn: int) -> int:
        """The character enters; its slot, the lowest that is free."""
        slot = next(n for n in range(1, len(self.field) + 2) if n not in self.field)
        self.field[slot] = Character(self.pool, turn, (card,))
        self.field = dict(sorted(self.field.items()))
        return slot

    def remove(self, slot: int | str, *, faint: bool = False) -> None:
        """The character leaves with all that lies with it; only if it faints its top card is damage."""
        gone = self.field.pop(int(slot))
        *beneath, top = gone.cards
        (self.damage if faint else self.discard).append(top)
        self.discard += (*beneath, *gone.items, *gone.beside)

    def is_on_field(self, who: str) -> bool:
        """Whether a character of this name is on this side's field."""
        return any(each.card.who == who for each in self.field.values())

    @property
    def excess(self) -> list[str]:
        """The hand in the order of its discards: the highest level first, then the lowest id."""
        return sorted(self.hand, key=lambda id: (-self.pool[id].level, id))
