"""The parts of skills: types, statuses, printed numbers, moments, rules.

Plain data: the reference engine, the compiled kernel and the pages of skills read the same table.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from app.games.shiden_issen_2.effects import Verb


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
class Effect:
    """An effect other than damage, at its moment."""

    when: When
    verb: "Verb"
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
