"""The parts of cards: kinds of ability, triggers, constraints, options.

Plain data: the reference engine, the compiled kernel and the card pages read the same table.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.games.laplaplus.effects import Answer, Verb


class Family(StrEnum):
    """The heading under which a card is listed; Category Brain looks at it."""

    CORE = "core"
    DAMAGE = "damage"
    CARD_CONTROL = "card_control"
    CARD_DISTURB = "card_disturb"
    DAMAGE_CONTROL = "damage_control"
    BRAIN = "brain"
    OTHER = "other"


class Trigger(StrEnum):
    """The triggers that an Event answers."""

    ORDER_PHASE = "order-phase"
    ABOVE_DOWNED = "above-downed"
    OWN_LIST = "own-list"
    THIS_TARGETED = "this-targeted"
    DAMAGE_TO_ENEMY = "damage-to-enemy"
    DAMAGE_TO_SELF = "damage-to-self"
    ENEMY_EVENT = "enemy-event"


class Constraint(StrEnum):
    """`<Top>` and `<L:…>`: the condition for an ability to fire."""

    TOP = "top"
    HALF_HP = "half-hp"
    SAME_CARD_UP = "same-card-up"
    SOURCE_IN_PLAY = "source-in-play"


class Option(StrEnum):
    """The ways in which an ability differs from the usual."""

    NO_INTERCEPT = "no-intercept"
    REMOVAL = "removal"
    DOWNLESS = "downless"


class Rule(StrEnum):
    """The rules that a Static ability sets, whether its card is up or down (R42)."""

    NOT_UPPED = "not-upped"
    ABOVE_IGNORES_TOP = "above-ignores-top"


@dataclass(frozen=True, slots=True)
class Action:
    """Fires in its side's action phase, while its constraint holds."""

    verb: "Verb"
    constraint: Constraint | None = None
    option: Option | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """Fires in answer to its trigger; damage below `at_least` does not trigger it."""

    trigger: Trigger
    answer: "Answer[Any]"
    constraint: Constraint | None = None
    option: Option | None = None
    at_least: int = 1


@dataclass(frozen=True, slots=True)
class Build:
    """Fires once while the character is built; costs nothing."""

    verb: "Verb"


@dataclass(frozen=True, slots=True)
class Static:
    """Never fires and always holds."""

    rule: Rule
