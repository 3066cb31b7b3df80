"""Colours, what cards give to characters, what commands do at once, and how areas work, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Literal

if TYPE_CHECKING:
    from app.games.ocg.side import Side

Aim = Literal["", "own", "enemy", "item", "discard"]
"""What a command is aimed at: nothing, an own character, an enemy one, an item on one, a card of the own discard."""
Target = int | str
"""A slot; for an item its slot and its id, `2.I01`; the id of a card."""
COLOURS: Final = ("white", "black", "blue", "red", "green")


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a character has: printed, by its items, by commands beside it and by the battlefield."""

    power: int = 0
    dur: int = 0
    swift: bool = False
    wall: bool = False
    pierce: int = 0
    recover: int = 0
    tough: int = 0
    feint: bool = False

    def __add__(self, other: "Bonus") -> "Bonus":
        return Bonus(
            self.power + other.power,
            self.dur + other.dur,
            self.swift or other.swift,
            self.wall or other.wall,
            self.pierce + other.pierce,
            self.recover + other.recover,
            self.tough + other.tough,
            self.feint or other.feint,
        )


NOTHING: Final = Bonus()


class Verb:
    """What a command does. It goes to the discard at once, or lies beside its user until the turn ends."""

    aim: ClassVar[Aim] = ""

    def meets(self, own: "Side", foe: "Side", target: Target) -> bool:
        """Whether the target can be met now; nothing is aimed at, unless said otherwise."""
        return True

    def apply(self, own: "Side", foe: "Side", target: Target) -> None:
        """Do it; what lies beside its user does nothing at once."""


NO_VERB: Final = Verb()
"""That of cards that are no commands."""


@dataclass(frozen=True, slots=True)
class Lend(Verb):
    """The user has this bonus until the end of the turn."""

    bonus: Bonus


@dataclass(frozen=True, slots=True)
class Draw(Verb):
    """Draw cards, as many as there are."""

    count: int

    def apply(self, own: "Side", foe: "Side", target: Target) -> None:
        own.draw(self.count)


@dataclass(frozen=True, slots=True)
class Heal(Verb):
    """Remove up to `points` damage from one own character."""

    aim = "own"
    points: int

    def meets(self, own: "Side", foe: "Side", target: Target) -> bool:
        return target in own.field

    def apply(self, own: "Side", foe: "Side", target: Target) -> None:
        own.at(target).heal(self.points)


@dataclass(frozen=True, slots=True)
class Hit(Verb):
    """Damage to one enemy character, which is no battle: Tough does not lower it."""

    aim = "enemy"
    points: int

    def meets(self, own: "Side", foe: "Side", target: Target) -> bool:
        return target in foe.field

    def apply(self, own: "Side", foe: "Side", target: Target) -> None:
        foe.at(target).damage += self.points


@dataclass(frozen=True, slots=True)
class Banish(Verb):
    """Discard one enemy character up to this level."""

    aim = "enemy"
    level: int

    def meets(self, own: "Side", foe: "Side", target: Target) -> bool:
        return target in foe.field and foe.at(target).level <= self.level

    def apply(self, own: "Side", foe: "Side", target: Target) -> None:
        foe.remove(target)


@dataclass(frozen=True, slots=True)
class BreakItem(Verb):
    """Discard one item on an enemy character."""

    aim = "item"

    def meets(self, own: "Side", foe: "Side", target: Target) -> bool:
        slot, item = str(target).split(".")
        return int(slot) in foe.field and item in foe.at(slot).items

    def apply(self, own: "Side", foe: "Side", target: Target) -> None:
        slot, item = str(target).split(".")
        bearer = foe.at(slot)
        items = [*bearer.items]
        items.remove(item)
        bearer.items = tuple(items)
        foe.discard.append(item)


@dataclass(frozen=True, slots=True)
class CallBack(Verb):
    """One character card comes back from the own discard to the hand."""

    aim = "discard"

    def meets(self, own: "Side", foe: "Side", target: Target) -> bool:
        return target in own.discard

    def apply(self, own: "Side", foe: "Side", target: Target) -> None:
        card = str(target)
        own.discard.remove(card)
        own.hand.append(card)


VERBS: Final[Mapping[str, type[Verb]]] = {
    "draw": Draw,
    "heal": Heal,
    "hit": Hit,
    "banish": Banish,
    "break-item": BreakItem,
    "call-back": CallBack,
}
"""What commands may do, by its name in own cards."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What an area does while it is the battlefield: characters of `colour`, or all, have the bonus.

    `most` cards are moved by a direct attack, if it says so.
    """

    bonus: Bonus = NOTHING
    colour: str = ""
    most: int | None = None
