"""The cards and the starter decks, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, TypeVar

from app.games.acts.effects import (
    Aim,
    Blink,
    Carry,
    Draw,
    Effect,
    Fail,
    Mend,
    Ready,
    Recall,
    Smoke,
    Spend,
    Stay,
)

Kind = Literal["master", "servant", "tool", "ether"]
ToolKind = Literal["", "normal", "custom", "speed", "field"]
Attribute = Literal["phys", "light", "void", "grav"]
ETHER: Final = "E00"
SPEED: Final = ("T08", "T09")
_2R: Final = 1
_3R: Final = 2


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as a unit makes it; without a name the normal one. `reach` is a distance.

    It is measured from the unit, or from any own card `via`; `targets` is the most it has.
    """

    name: str
    cost: int
    atk: int
    attribute: Attribute = "phys"
    reach: int = _2R
    ignores: bool = False
    targets: int = 1
    via: str = ""


@dataclass(frozen=True, slots=True)
class Defence:
    """A defence skill of the unit attacked: it takes off points, all of one attribute, or negates.

    With `reach` it is no skill for itself: its unit takes the place of another own one so far away. With `of` it is
    destroyed to negate an attack on the own card of that id.
    """

    name: str
    cost: int
    takes: int = 0
    voids: str = ""
    negates: bool = False
    reach: int = 0
    of: str = ""

    @property
    def is_for_itself(self) -> bool:
        """Whether it protects its own unit."""
        return not self.reach and not self.of


@dataclass(frozen=True, slots=True)
class Active:
    """An active skill."""

    name: str
    cost: int
    effect: Effect
    once: bool = False


@dataclass(frozen=True, slots=True)
class Traits:
    """What passive and minus skills and attached tools do, as numbers; 0 for nothing."""

    refill: int = 0  # ether more from the trash at turn end
    brittle: int = 0  # more gravity damage
    loner: int = 0  # DEF less for own servants in 2R
    thrift: int = 0  # own normal and speed tools cost less
    beacon: int = 0  # ATK more for normal attacks of other own servants in 2R
    jam: int = 0  # ATK less for enemy units in 2R
    heavy: int = 0  # move actions cost more
    moves: int = 0  # most move actions in a turn
    glides: bool = False  # the first move action of a turn costs nothing
    spite: int = 0  # damage to the attacker that destroys it
    coat: int = 0  # DEF more for its bearer
    barrel: bool = False  # the normal attack of its bearer has 3R


NO_TRAITS: Final = Traits()


@dataclass(frozen=True, slots=True)
class Card:
    """A card. `life` is VIT or DUR, `size` the ether of a servant or the capacity of a master, `passive` names skills."""

    id: str
    kind: Kind
    name: str
    life: int = 0
    atk: int = 0
    dfn: int = 0
    size: int = 0
    gender: str = ""
    attacks: Mapping[str, Attack] = field(default_factory=dict)
    defences: Mapping[str, Defence] = field(default_factory=dict)
    actives: Mapping[str, Active] = field(default_factory=dict)
    passive: tuple[str, ...] = ()
    traits: Traits = NO_TRAITS
    tool: ToolKind = ""
    cost: int = 0
    effect: Effect = field(default=Stay())

    @property
    def needs_square(self) -> bool:
        """Whether an empty square in the master's 2R must be there to use it."""
        return self.tool in ("normal", "speed")


_Skill = Attack | Defence | Active
_Some = TypeVar("_Some", Attack, Defence, Active)


def _named(kind: type[_Some], skills: tuple[_Skill, ...]) -> Mapping[str, _Some]:
    """The skills of this kind by their names."""
    return MappingProxyType({each.name: each for each in skills if isinstance(each, kind)})


def _master(
    id: str,
    name: str,
    capacity: int,
    vit: int,
    atk: int,
    dfn: int,
    gender: str,
    *skills: _Skill,
    passive: tuple[str, ...] = (),
    traits: Traits = NO_TRAITS,
) -> Card:
    return Card(
        id,
        "master",
        name,
        vit,
        atk,
        dfn,
        capacity,
        gender,
        _named(Attack, skills),
        _named(Defence, skills),
        _named(Active, skills),
        passive,
        traits,
    )


def _servant(
    id: str,
    name: str,
    size: int,
    dur: int,
    atk: int,
    dfn: int,
    *skills: _Skill,
    passive: tuple[str, ...] = (),
    traits: Traits = NO_TRAITS,
) -> Card:
    return Card(
        id,
        "servant",
        name,
        dur,
        atk,
        dfn,
        size,
        "",
        _named(Attack, skills),
        _named(Defence, skills),
        _named(Active, skills),
        passive,
        traits,
    )


def _tool(
    id: str, name: str, tool: ToolKind, cost: int, effect: Effect, traits: Traits = NO_TRAITS
) -> Card:
    return Card(id, "tool", name, tool=tool, cost=cost, effect=effect, traits=traits)


_LISTED: Final = (
    Card(ETHER, "ether", "Ether"),
    _master(
        "M01", "Akane Tsuzumi", 6, 60, 20, 10, "f",
        Attack("Drumfire", 2, 30, reach=_3R),
        Defence("Bracing Beat", 1, takes=10),
        Active("Rally", 1, Ready(Aim("s", reach=_3R), 2), once=True),
    ),
    _master(
        "M02", "Gensai Muto", 7, 60, 10, 10, "m",
        Attack("Well Stream", 2, 30, "light"),
        passive=("Deep Reservoir", "Brittle"),
        traits=Traits(refill=1, brittle=10),
    ),
    _master(
        "M03", "Iveta Crane", 5, 60, 40, 10, "f",
        Attack("Heel Drop", 2, 50),
        Defence("Parry", 1, takes=20),
        passive=("Loner",),
        traits=Traits(loner=10),
    ),
    _master(
        "M04", "Sable, Unit Zero", 6, 70, 20, 0, "n",
        Defence("Phase", 3, negates=True),
        Active("Blink", 2, Blink(Aim(reach=_3R)), once=True),
        passive=("Tinkerer",),
        traits=Traits(thrift=1),
    ),
    _servant("S01", "Pawnlet", 1, 40, 20, 0),
    _servant("S02", "Rivet Hound", 1, 30, 20, 10, Defence("Body Block", 1, reach=_2R)),
    _servant("S03", "Spark Imp", 1, 20, 10, 0, Attack("Arc", 1, 20, "light", _3R)),
    _servant("S04", "Lantern Moth", 1, 20, 10, 0, Active("Mend", 1, Mend(Aim("ms", reach=_2R), 10))),
    _servant("S05", "Shield Crab", 2, 60, 20, 20, Defence("Shell", 1, takes=20)),
    _servant("S06", "Lancer Frame", 2, 50, 40, 10),
    _servant(
        "S07", "Gun Carriage", 2, 40, 20, 10,
        Attack("Shot", 2, 40, reach=_3R),
        passive=("Heavy",),
        traits=Traits(heavy=1),
    ),
    _servant("S08", "Void Jelly", 2, 40, 20, 0, Defence("Phase Out", 2, negates=True)),
    _servant("S09", "Gravity Mole", 2, 50, 30, 10, Attack("Pull Down", 2, 30, "grav", ignores=True)),
    _servant(
        "S10", "Signal Tower", 2, 40, 0, 10, passive=("Beacon",), traits=Traits(beacon=10)
    ),
    _servant(
        "S11", "Siege Golem", 3, 80, 60, 20, passive=("Slow Feet",), traits=Traits(moves=1)
    ),
    _servant("S12", "Prism Drake", 3, 60, 40, 10, Attack("Breath", 3, 40, "light", _3R, targets=2)),
    _servant("S13", "Hex Doll", 1, 20, 20, 0, passive=("Spite",), traits=Traits(spite=20)),
    _servant(
        "S14", "Courier Drone", 1, 20, 10, 0,
        Active("Ferry", 1, Carry(Aim("ms", reach=_3R))),
        passive=("Light Frame",),
        traits=Traits(glides=True),
    ),
    _tool("T01", "Repair Kit", "normal", 2, Mend(Aim("ms", reach=_3R), 20)),
    _tool("T02", "Supply Drop", "normal", 1, Draw(count=2)),
    _tool("T03", "Overload", "normal", 2, Spend(Aim("", "s", _3R))),
    _tool("T04", "Recall Signal", "normal", 1, Recall(Aim("s"))),
    _tool("T05", "Plated Coat", "custom", 1, Stay(Aim("ms", "ms")), Traits(coat=10)),
    _tool("T06", "Long Barrel", "custom", 2, Stay(Aim("ms", "ms")), Traits(barrel=True)),
    _tool("T07", "Tar Weight", "custom", 2, Stay(Aim("s", "s")), Traits(heavy=2)),
    _tool("T08", "Smoke Charge", "speed", 1, Smoke(Aim("ms"), 20)),
    _tool("T09", "Cut Power", "speed", 2, Fail()),
    _tool("T10", "Ether Well", "field", 2, Stay(), Traits(refill=1)),
    _tool("T11", "Jammer Mast", "field", 2, Stay(), Traits(jam=10)),
    _master(
        "X01", "Chiyuki", 6, 50, 30, 10, "f",
        Attack("Attack!", 1, 30, ignores=True),
        Attack("Oz Attack", 1, 40, via="X02"),
        Defence("Chiyuki Barrier", 1, takes=10, voids="grav"),
    ),
    _servant(
        "X02", "Oz", 1, 40, 30, 10,
        Attack("Laser Cannon", 2, 20, "light", _3R, ignores=True),
        Defence("Evasion", 2, negates=True),
        Active("Attach", 1, Blink(Aim(reach=_2R), "X01")),
        Defence("Partner", 0, of="X01"),
    ),
)  # fmt: skip
CARDS: Final[Mapping[str, Card]] = MappingProxyType({card.id: card for card in _LISTED})
FIXTURES: Final = frozenset({"X01", "X02"})
"""The cards of the original, not for every match."""


def _counted(copies: Mapping[int, str]) -> dict[str, int]:
    return dict(sorted((id, n) for n, ids in copies.items() for id in ids.split()))


RANK_AND_FILE: Final = {
    "master": "M01",
    "deck": _counted({8: "E00", 3: "S01 S02 S06", 2: "S05 S07 S11 S13 T01 T05", 1: "T08"}),
}
FAR_LIGHT: Final = {
    "master": "M02",
    "deck": _counted({9: "E00", 3: "S03", 2: "S04 S08 S09 S10 S12 S14 T02 T06", 1: "T09 T10"}),
}
