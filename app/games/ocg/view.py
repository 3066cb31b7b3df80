"""The view of a seat, made from the state, and the questions that can be asked of it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from app.engine.matches.game import SEATS, Seat, View, other
from app.games.ocg.cards import Card
from app.games.ocg.effects import Bonus
from app.games.ocg.pool import POOLS, MatchCards
from app.games.ocg.state import State, summary, table

Name = int | str
"""A slot, or in orders and where they are looked at `new1` for the character of the first summon."""


class _FrozenView(dict[str, Any]):
    """A view, which nobody changes: its characters are taken in once, however many lines of orders ask of them."""

    __slots__ = ("fighters",)

    def __init__(self, seen: Mapping[str, Any]) -> None:
        super().__init__(seen)
        self.fighters: dict[Seat, Mapping[Name, Fighter]] = {}


def seen_by(state: State, seat: Seat | None) -> _FrozenView:
    """Return what this seat may know; without a seat, what both may know."""
    seen = _FrozenView(summary(state))
    seen["seat"] = seat or ""
    for each, side in state.sides.items():
        seen[each] = table(side)
        seen[each]["pile"] = len(side.pile)
        seen[each]["hand"] = len(side.hand)
    seen["my"] = {}
    if seat:
        mine = state.sides[seat]
        seen["my"] = {
            "hand": mine.hand[:],
            "pile": sorted(mine.pile),
            "decks": [{**deck} for deck in mine.decks],
            "deck": mine.deck,
        }
    return seen


class Fighter:
    """A character as a view shows it, or as it will be after some plays. Commands do not count. Nobody changes it."""

    __slots__ = ("area", "card", "damage", "has", "is_new", "items", "pool")

    def __init__(
        self,
        pool: MatchCards,
        card: str,
        items: tuple[str, ...],
        damage: int,
        area: str,
        *,
        is_new: bool,
    ) -> None:
        self.pool = pool
        self.card: Card = pool[card]
        self.items = items
        self.damage = damage
        self.area = area
        self.is_new = is_new
        self.has: Bonus = pool.strength(card, items, area)

    @property
    def level(self) -> int:
        """The level of the card on top."""
        return self.card.level

    @property
    def left(self) -> int:
        """Its durability left."""
        return self.has.dur - self.damage

    @property
    def may_attack(self) -> bool:
        """Whether it can attack in this turn."""
        return not self.has.wall and (not self.is_new or self.has.swift)

    @property
    def counters(self) -> int:
        """How often it can counter in this turn if it guards."""
        if self.has.wall:
            return 2
        return 0 if self.is_new else 1

    def changed(self, card: str) -> "Fighter":
        """Return the fighter with this class card."""
        return Fighter(self.pool, card, self.items, self.damage, self.area, is_new=self.is_new)

    def bearing(self, item: str) -> "Fighter":
        """Return the fighter with this item set."""
        items = tuple(sorted((*self.items, item)))
        return Fighter(self.pool, self.card.id, items, self.damage, self.area, is_new=self.is_new)


def seats(view: View) -> tuple[Seat, Seat]:
    """The seat that looks, and the other."""
    seat = SEATS[view["seat"] == "B"]
    return seat, other(seat)


def fighters(view: View, seat: Seat) -> Mapping[Name, Fighter]:
    """The characters of this seat by their slots, newcomers of a plan last."""
    taken_in = view.fighters if isinstance(view, _FrozenView) else {}
    if seat not in taken_in:
        taken_in[seat] = _fighters(view, seat)
    return taken_in[seat]


def _fighters(view: View, seat: Seat) -> dict[Name, Fighter]:
    pool, area, field = POOLS.of(view["config"]), view["battlefield"], view[seat]["field"]
    return {
        int(slot) if slot.isdigit() else slot: _fighter(
            pool, each["cards"][-1], tuple(each["items"]), each["damage"], area, not slot.isdigit()
        )
        for slot, each in sorted(field.items(), key=lambda each: (len(each[0]), each[0]))
    }


@lru_cache(maxsize=1 << 14)
def _fighter(
    pool: MatchCards, card: str, items: tuple[str, ...], damage: int, area: str, is_new: bool
) -> Fighter:
    return Fighter(pool, card, items, damage, area, is_new=is_new)


@lru_cache(maxsize=1 << 10)
def newcomer(pool: MatchCards, card: str, area: str) -> Fighter:
    """The character that this card of the pool will be when summoned on this battlefield."""
    return Fighter(pool, card, (), 0, area, is_new=True)


def names_taken(view: View) -> set[str]:
    """Return the names of characters on the field, which cannot be summoned."""
    whose = SEATS if view["config"]["unique"] == "field" else seats(view)[:1]
    return {each.card.who for seat in whose for each in fighters(view, seat).values()}
