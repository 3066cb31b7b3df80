"""The cards on the field, and how they change each other's numbers."""

from collections.abc import Iterable, Iterator, Mapping, Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Final

from app.engine.matches.game import Seat
from app.games.acts.cards import NO_TRAITS, AreaAttack, Attack, Card, Defence, OwnTraits, Ward
from app.games.acts.squares import around, distance, keyed, line, within

_REACH: Final = 1
_TOUGH: Final = 10
"""The damage that destroys a tool on a square."""


@dataclass(slots=True)
class Piece:
    """A card on the field: a master, a servant, or a tool on a square, which has only an owner.

    `face`: the printed card. `off`: usable ether. `on`: spent ether. `tools`: attached tools, each with its owner.
    `moved`, `attacked` and `once` count move actions, normal attacks and skills of this turn.
    """

    face: Card
    owner: Seat
    damage: int = 0
    off: int = 0
    on: int = 0
    tools: tuple[tuple[Card, Seat], ...] = ()
    moved: int = 0
    attacked: int = 0
    once: tuple[str, ...] = ()

    def copy(self) -> "Piece":
        """A copy that may be changed."""
        return Piece(
            self.face,
            self.owner,
            self.damage,
            self.off,
            self.on,
            self.tools,
            self.moved,
            self.attacked,
            self.once,
        )

    @property
    def card(self) -> str:
        """The id of the card."""
        return self.face.id

    @property
    def is_unit(self) -> bool:
        """Whether it is a master or a servant."""
        return self.face.kind != "tool"

    @property
    def letter(self) -> str:
        """The kind as aims name it: `m`, `s`, or `t` for a tool."""
        return self.face.kind[0]

    @property
    def ether(self) -> int:
        """Usable and spent."""
        return self.off + self.on

    @property
    def room(self) -> int:
        """How much more ether a master can hold."""
        return self.face.size - self.off - self.on

    @property
    def left(self) -> int:
        """VIT or DUR without the damage."""
        return self.face.life - self.damage

    def falls_to(self, damage: int) -> bool:
        """Whether so much more damage is more than it has left, or destroys the tool."""
        return damage > self.left if self.is_unit else damage >= _TOUGH

    def pay(self, cost: int) -> None:
        """Spend usable ether."""
        self.off -= cost
        self.on += cost

    def can_give(self, other: "Piece", off: int, on: int) -> bool:
        """Whether both have what goes to the other, or comes back."""
        return (
            self.off - off >= 0
            and self.on - on >= 0
            and other.off + off >= 0
            and other.on + on >= 0
        )

    def give(self, other: "Piece", off: int, on: int) -> None:
        """Give ether to another unit; negative numbers take it back."""
        self.off -= off
        self.on -= on
        other.off += off
        other.on += on

    def plain(self) -> dict[str, Any]:
        """Return the piece as plain data."""
        if not self.is_unit:
            return {"card": self.card, "owner": self.owner}
        return {
            "card": self.card,
            "owner": self.owner,
            "damage": self.damage,
            "off": self.off,
            "on": self.on,
            "tools": [[tool.id, owner] for tool, owner in self.tools] if self.tools else [],
            "moved": self.moved,
            "attacked": self.attacked,
            "once": [*self.once],
        }

    @classmethod
    def read(cls, plain: Mapping[str, Any], cards: Mapping[str, Card]) -> "Piece":
        """The piece of this plain data, in a match with these cards."""
        if "damage" not in plain:
            return cls(cards[plain["card"]], plain["owner"])
        return cls(
            cards[plain["card"]],
            plain["owner"],
            plain["damage"],
            plain["off"],
            plain["on"],
            tuple((cards[card], owner) for card, owner in plain["tools"]),
            plain["moved"],
            plain["attacked"],
            tuple(plain["once"]),
        )


Field = Mapping[int, Piece]


def masters(field: Field) -> dict[Seat, int]:
    """The squares of the masters, who are on the field from the first turn to the end."""
    return {each.owner: at for at, each in field.items() if each.face.kind == "master"}


def units(field: Field, seat: Seat) -> Iterator[tuple[int, Piece]]:
    """The master and the servants of this seat with their squares, in ascending order."""
    for at in sorted(field):
        each = field[at]
        if each.owner == seat and each.face.kind != "tool":
            yield at, each


def free(field: Field, at: int, reach: int) -> list[int]:
    """The empty squares up to this distance."""
    return [each for each in within(at, reach) if each not in field]


# --- costs and reaches ----------------------------------------------------------------------------------


def move_cost(unit: Piece) -> int:
    """Return the cost of the unit's next move action."""
    card = unit.face
    if card.kind == "master" or (card.traits.glides and not unit.moved):
        return 0
    return card.size + card.traits.heavy + sum(each.traits.heavy for each, _ in unit.tools)


def may_move(unit: Piece) -> bool:
    """Whether it has a move action left in this turn."""
    most = 1 if unit.letter == "m" else unit.face.traits.moves
    return not most or unit.moved < most


def normal_attack(unit: Piece) -> Attack:
    """The attack that it makes without a skill."""
    return attacks(unit)[0]


def attacks(unit: Piece) -> tuple[Attack, ...]:
    """Return all attacks of the unit, the normal one first."""
    is_long = unit.tools and any(each.traits.barrel for each, _ in unit.tools)
    return unit.face.strikes[1 if is_long else 0]


def may_attack(unit: Piece, attack: Attack) -> bool:
    """Whether the unit can pay for this attack, and may still make it in this turn."""
    is_over = not attack.name and unit.attacked and unit.letter == "m"
    return unit.off >= attack.cost and not is_over


def in_reach(field: Field, at: int, attack: Attack) -> AbstractSet[int]:
    """The squares that this attack of the unit reaches, but not its own."""
    owner = field[at].owner
    if isinstance(attack, AreaAttack) and attack.squares:
        return keyed(at, attack.squares, owner)
    if isinstance(attack, AreaAttack) and (attack.row or attack.column):
        return line(attack.row, attack.column, owner) - {at}
    if not attack.via:
        return around(at, attack.reach)
    origins = [
        square for square, each in field.items() if each.card == attack.via and each.owner == owner
    ]
    return {square for origin in origins for square in within(origin, attack.reach)} - {at}


def struck(field: Field, at: int, attack: Attack, named: Iterable[int]) -> list[int]:
    """Return the squares that this attack strikes: those named, or all cards in reach."""
    if not isinstance(attack, AreaAttack) or not attack.sweeps:
        return [*named]
    found = sorted(in_reach(field, at, attack) & field.keys())
    owner = field[at].owner
    return [each for each in found if not (attack.spares and field[each].owner == owner)]


def strikes(field: Field, at: int) -> Iterator[tuple[Attack, list[int]]]:
    """The attacks that the unit can make now, each with the squares of the cards that it can meet; of what it sweeps the first."""
    unit = field[at]
    for attack in attacks(unit):
        if may_attack(unit, attack):
            reached = sorted(in_reach(field, at, attack) & field.keys())
            met = struck(field, at, attack, reached)
            yield attack, met[:1] if isinstance(attack, AreaAttack) and attack.sweeps else met


# --- damage ---------------------------------------------------------------------------------------------


def strength(field: Field, at: int, attack: Attack, more: int = 0) -> int:
    """ATK of this attack with all that changes it, so much `more` for what it meets."""
    unit = field[at]
    atk, beacon = attack.atk + more, 0
    for square, each in field.items():
        traits = each.face.traits
        if traits is NO_TRAITS:
            continue
        if traits.jam and each.owner != unit.owner and distance(at, square) <= _REACH:
            atk -= traits.jam
        if (
            traits.beacon
            and square != at
            and not attack.name
            and each.owner == unit.owner
            and unit.letter == "s"
            and distance(at, square) <= _REACH
        ):
            beacon = traits.beacon
    return max(0, atk + beacon)


def toughness(field: Field, at: int) -> int:
    """DEF of a card with all that changes it."""
    unit = field[at]
    dfn = unit.face.dfn
    if unit.tools:
        dfn += sum(each.traits.coat for each, _ in unit.tools)
    if unit.letter == "s":
        for square, each in field.items():
            loner = each.face.traits.loner
            if loner and each.owner == unit.owner and distance(at, square) <= _REACH:
                dfn -= loner
    return max(0, dfn)


def damage(field: Field, at: int, attack: Attack, target: int) -> int:
    """Return the damage of this attack to the target, before reductions."""
    more = 0
    if isinstance(attack, AreaAttack) and attack.gender == field[target].face.gender:
        more = attack.more
    points = strength(field, at, attack, more)
    if not attack.ignores:
        points = max(0, points - toughness(field, target))
    if points and attack.attribute == "grav":
        points += field[target].face.traits.brittle
    return points


def defence_of(unit: Piece) -> Defence | None:
    """The defence skill that it has for itself."""
    own = (each for each in unit.face.defences.values() if each.is_for_itself)
    return next((each for each in own if not is_passive(each)), None)


def is_passive(skill: Defence) -> bool:
    """Whether it acts by itself."""
    return isinstance(skill, Ward) and skill.passive


def capacity(field: Field, at: int) -> int:
    """Return how much ether the master there can hold, by its card and all cards on the field (R25)."""
    master = field[at]
    faces = [pair for each in field.values() for pair in ((each.face, each.owner), *each.tools)]
    more = sum(
        face.traits.capacity if owner == master.owner else -face.traits.press
        for face, owner in faces
        if isinstance(face.traits, OwnTraits)
    )
    return max(0, master.face.size + more)
