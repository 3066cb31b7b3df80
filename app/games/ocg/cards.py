"""The cards and the starter decks, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from app.games.ocg.abilities import NOTHING, Bonus
from app.games.ocg.effects import (
    NO_VERB,
    Banish,
    BreakItem,
    CallBack,
    Draw,
    Ground,
    Heal,
    Hit,
    Lend,
    Verb,
)

Kind = Literal["char", "item", "command", "area"]


@dataclass(frozen=True, slots=True)
class Card:
    """A card. `who` is the name of a character, common to the cards of its line; `name` is that of the card alone.

    `bonus` is what a character has printed, or what an item gives its bearer.
    """

    id: str
    kind: Kind
    name: str
    colour: str
    level: int
    rarity: str
    who: str = ""
    bonus: Bonus = NOTHING
    verb: Verb = NO_VERB
    ground: Ground | None = None

    @property
    def is_basic(self) -> bool:
        """Whether it is summoned from the hand."""
        return self.kind == "char" and self.level == 0

    @property
    def is_class(self) -> bool:
        """Whether it is laid on a character of its name, one level lower."""
        return self.kind == "char" and self.level > 0


def _char(
    id: str,
    who: str,
    words: str,
    colour: str,
    level: int,
    power: int,
    dur: int,
    rarity: str = "C",
    *,
    swift: bool = False,
    wall: bool = False,
    pierce: int = 0,
    recover: int = 0,
    tough: int = 0,
) -> Card:
    name = f"{who} {words}" if words.startswith("of ") else f"{who}, {words}"
    bonus = Bonus(power, dur, swift, wall, pierce, recover, tough)
    return Card(id, "char", name, colour, level, rarity, who, bonus)


def _item(id: str, name: str, colour: str, level: int, bonus: Bonus, rarity: str = "C") -> Card:
    return Card(id, "item", name, colour, level, rarity, bonus=bonus)


def _command(id: str, name: str, colour: str, level: int, verb: Verb, rarity: str = "C") -> Card:
    return Card(id, "command", name, colour, level, rarity, verb=verb)


def _area(id: str, name: str, colour: str, ground: Ground, rarity: str = "C") -> Card:
    return Card(id, "area", name, colour, 0, rarity, ground=ground)


_LISTED: Final = (
    _char("C01", "Ine", "Gate Sweeper", "white", 0, 1, 3),
    _char("C02", "Rin", "Lantern Girl", "red", 0, 2, 2),
    _char("C03", "Kame", "Pond Turtle", "blue", 0, 0, 4, wall=True),
    _char("C04", "Sho", "Sparrow Courier", "black", 0, 1, 1, swift=True),
    _char("C05", "Toma", "Apprentice Blade", "red", 0, 2, 2),
    _char("C06", "Yae", "Hedge Witch", "black", 0, 1, 2, recover=1),
    _char("C07", "Haya", "Stray Wolf", "green", 0, 3, 1),
    _char("C08", "Suzu", "Bell Ringer", "white", 0, 1, 3),
    _char("C09", "Kuma", "Bear Cub", "green", 0, 1, 3),
    _char("C10", "Mio", "Brook Snake", "blue", 0, 2, 2),
    _char("C11", "Ine", "of the Road Guard", "white", 1, 2, 5),
    _char("C12", "Sho", "Crow Duelist", "black", 1, 3, 3, "U", swift=True),
    _char("C13", "Rin", "Ember Scribe", "red", 1, 4, 2),
    _char("C14", "Haya", "Pack Leader", "green", 1, 3, 3, "U", pierce=1),
    _char("C15", "Suzu", "Chapel Wall", "white", 1, 1, 6, "U", wall=True),
    _char("C16", "Toma", "Ford Fencer", "red", 1, 3, 4),
    _char("C17", "Kuma", "Brown Bear", "green", 1, 2, 5),
    _char("C18", "Mio", "River Snake", "blue", 1, 3, 4),
    _char("C19", "Yae", "Night Witch", "black", 1, 2, 4, "U", recover=1),
    _char("C20", "Kame", "Moat Turtle", "blue", 1, 1, 6, "U", wall=True),
    _char("C21", "Ine", "Knight of the Ford", "white", 2, 4, 5, "R"),
    _char("C22", "Rin", "Storm Caller", "red", 2, 5, 3, "R", pierce=1),
    _char("C23", "Kuma", "Old Bear", "green", 2, 4, 5, "R", recover=1),
    _char("C24", "Mio", "Lake Serpent", "blue", 2, 4, 5, "R"),
    _char("C31", "Ine", "Marshal", "white", 3, 5, 6, "S", tough=1),
    _char("C32", "Mio", "Sky Serpent", "blue", 3, 6, 5, "S", swift=True),
    _item("I01", "Wooden Sword", "red", 0, Bonus(power=1)),
    _item("I02", "Iron Buckler", "white", 0, Bonus(dur=2)),
    _item("I03", "Feather Boots", "blue", 0, Bonus(swift=True), "U"),
    _item("I04", "Healing Charm", "green", 0, Bonus(recover=1)),
    _item("I05", "Barbed Spear", "black", 1, Bonus(pierce=1), "U"),
    _item("I06", "Great Axe", "red", 1, Bonus(power=2, dur=-1), "U"),
    _item("I07", "Tower Shield", "white", 2, Bonus(tough=1), "R"),
    _command("K01", "Rush", "red", 0, Lend(Bonus(power=2))),
    _command("K02", "Brace", "white", 0, Lend(Bonus(tough=2))),
    _command("K03", "First Aid", "white", 0, Heal(3)),
    _command("K04", "Spark", "red", 0, Hit(2)),
    _command("K05", "Field Study", "blue", 0, Draw(2), "U"),
    _command("K06", "Feint", "black", 1, Lend(Bonus(feint=True)), "U"),
    _command("K07", "Call Back", "black", 1, CallBack(), "U"),
    _command("K08", "Break Gear", "green", 1, BreakItem(), "U"),
    _command("K09", "Banish", "black", 2, Banish(1), "R"),
    _area("R01", "Old Dojo", "white", Ground(Bonus(power=1), "white")),
    _area("R02", "Deep Wood", "green", Ground(Bonus(dur=1), "green")),
    _area("R03", "Mana Well", "blue", Ground(Bonus(power=1), "blue")),
    _area("R04", "Night Fog", "black", Ground(most=2), "U"),
    _area("R05", "Arena", "red", Ground(Bonus(power=1)), "U"),
    _area("R06", "Quiet Meadow", "green", Ground(Bonus(recover=1)), "U"),
)
CARDS: Final[Mapping[str, Card]] = MappingProxyType({card.id: card for card in _LISTED})
WHO: Final[Mapping[str, str]] = MappingProxyType(
    {card.who.lower(): card.who for card in _LISTED if card.who}
)
"""The names of characters, by their normalised spelling."""


def _counted(copies: Mapping[int, str]) -> dict[str, int]:
    return dict(sorted((id, n) for n, ids in copies.items() for id in ids.split()))


BLADES: Final = _counted(
    {
        3: "C01 C02 C05 C08 C11 C13 K04",
        2: "C04 C12 C15 C16 C21 I01",
        1: "C22 C31 I02 K01 K02 K03 R01",
    }
)
WILDS: Final = _counted(
    {
        4: "C07",
        3: "C06 C09 C10 C14 C17 C18 K04",
        2: "C03 C19 C23 C24 I05 K01",
        1: "C32 I04 R02",
    }
)
