"""What a skill is made of: types, statuses, printed numbers, moments, verbs, rules.

Plain data: the reference engine, the compiled kernel, the text of a skill and the reading of own skills go by the same records.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from app.engine import Words
from app.engine.versions import CardSpan

if TYPE_CHECKING:
    from app.games.shiden_issen_2.battle import State
    from app.games.shiden_issen_2.sides import Slot


class Type(StrEnum):
    """The heading under which a skill is listed, and how it comes into play."""

    ATTACK = "attack"
    SUPPORT = "support"
    INTERCEPTOR = "interceptor"
    ATTACHMENT = "attachment"
    BLANK = "blank"  # the place of a destroyed skill


class Status(StrEnum):
    """The statuses of a character, in the order in which a report shows them."""

    RESOLUTION = "resolution"
    BARRIER = "barrier"
    WRATH = "wrath"
    NO_MIND = "no_mind"
    INITIATIVE = "initiative"
    STUN = "stun"
    DISMAY = "dismay"
    WASTING = "wasting"


TYPES: Final = {
    Type.ATTACK: Words("攻撃", "Attack"),
    Type.SUPPORT: Words("補助", "Support"),
    Type.INTERCEPTOR: Words("迎撃", "Interceptor"),
    Type.ATTACHMENT: Words("付帯", "Attachment"),
}

STACKING: Final = frozenset({Status.BARRIER, Status.WRATH})
LIFTED_AT_THE_END: Final = (Status.NO_MIND, Status.INITIATIVE)
"""These last until the end phase."""


class Count(StrEnum):
    """The X of a skill."""

    ROUND = "round"
    OWN_ATTACKS = "own-attacks"
    SPEED_OF_ATTACK = "speed-of-attack"


@dataclass(frozen=True, slots=True)
class Number:
    """A printed number: `base`, and `levels` times LV, and X; at least `at_least`."""

    base: int = 0
    levels: int = 0
    count: Count | None = None
    at_least: int = 0


class Aim(StrEnum):
    """Which skill a damage hits first, and in which order it goes on."""

    HEAD = "head"
    OWN_LEVEL = "own-level"
    THE_ATTACK = "the-attack"


class When(StrEnum):
    """The moment of an effect."""

    USED = "used"  # the skill was used or has fired: after the damage
    LEFT_USED = "left-used"  # the skill on the left was used: after the damage
    ROUND = "round"  # start phase of round LV
    DESTROYED = "destroyed"


class Constraint(StrEnum):
    """The condition for an effect to happen."""

    NOT_INTERCEPTED = "not-intercepted"


class Rule(StrEnum):
    """The changes that a skill makes to the rules as long as it stands."""

    RESTS_IN_ODD_ROUNDS = "rests-in-odd-rounds"
    MAKES_INTERCEPTOR = "makes-interceptor"
    FALLS_INSTEAD = "falls-instead"
    HOLDS_BACK = "holds-back"
    USES_LAST = "uses-last"
    LIFTS_ALL = "lifts-all"
    ATTACKS_AGAIN = "attacks-again"


@dataclass(frozen=True, slots=True)
class Verb(ABC):
    """What a skill does besides damage."""

    @abstractmethod
    def apply(self, battle: "State", by: "Slot") -> None:
        """Do it, for the owner of this slot."""


@dataclass(frozen=True, slots=True)
class Receive(Verb):
    """The owner receives a status, `count` times if it stacks."""

    status: Status
    count: int = 1

    def apply(self, battle: "State", by: "Slot") -> None:
        """Barriers received now are too late for damage of the same phase (R27)."""
        battle.give(by.owner, self.status, self.count, by)


@dataclass(frozen=True, slots=True)
class Inflict(Verb):
    """The opponent receives a status."""

    status: Status

    def apply(self, battle: "State", by: "Slot") -> None:
        """No-mind and barriers stop damage only (R11)."""
        battle.give(by.owner.enemy, self.status, 1, by)


@dataclass(frozen=True, slots=True)
class MarkHead(Verb):
    """Name the opponent's head skill: in the end phase all its skills of this name are destroyed."""

    def apply(self, battle: "State", by: "Slot") -> None:
        """A skill with a damage counter may still be the head (R16)."""
        battle.mark(by.owner.enemy.head, by)


@dataclass(frozen=True, slots=True)
class ChangeHead(Verb):
    """The opponent's head skill, unless it is limited, changes into the skill with this identifier."""

    into: str

    def apply(self, battle: "State", by: "Slot") -> None:
        """Where the head is limited nothing happens: no other skill is looked for (R15)."""
        head = by.owner.enemy.head
        if not head.skill.limited:
            battle.change(head, self.into)


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect other than damage, at its moment."""

    when: When
    verb: Verb
    constraint: Constraint | None = None


@dataclass(frozen=True, slots=True)
class Bonus:
    """Always added to the abilities of the skill on the left."""

    points: int = 0
    speed: int = 0


@dataclass(frozen=True, slots=True)
class Static:
    """Holds as long as the skill stands."""

    rule: Rule


ZERO: Final = Number()


@dataclass(frozen=True, slots=True, eq=False)
class Skill(CardSpan):
    """A kind of skill. `points` is None if it deals no damage; `helps` are the types it helps from their right.

    `reading` is the Japanese name in hiragana; the skills with a + have none. `text` is what no ability says.
    """

    number: int
    id: str
    char: str
    ja: str
    en: str
    type: Type
    reading: str = ""
    text: Words | None = None
    limited: bool = False
    obtainable: bool = True
    helps: tuple[Type, ...] = ()
    speed: Number = ZERO
    points: Number | None = None
    aim: Aim = Aim.HEAD
    abilities: tuple[Effect | Bonus | Static, ...] = ()

    effects: Mapping[When, tuple[Effect, ...]] = field(init=False)
    bonus: Bonus = field(init=False)
    rules: frozenset[Rule] = field(init=False)

    def __post_init__(self) -> None:
        """Sort the abilities by kind, once."""
        effects = [a for a in self.abilities if isinstance(a, Effect)]
        kinds = {
            "effects": {when: tuple(e for e in effects if e.when is when) for when in When},
            "bonus": next((a for a in self.abilities if isinstance(a, Bonus)), Bonus()),
            "rules": frozenset(a.rule for a in self.abilities if isinstance(a, Static)),
        }
        for name, value in kinds.items():
            object.__setattr__(self, name, value)
