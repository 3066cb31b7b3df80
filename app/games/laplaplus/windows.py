"""Windows: the moments in which Events may answer (§5.1 of the rules: order, downed, list, target,
damage, fired).

A window stays open until no card answers. The event that opened it waits.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from app.games.laplaplus.abilities import Constraint, Trigger
from app.games.laplaplus.events import WindowKind

if TYPE_CHECKING:
    from app.games.laplaplus.battle import CardInPlay, Damage, Team
    from app.games.laplaplus.effects import Event


@dataclass(slots=True)
class Window(ABC):
    """`by` is the side whose ability is the trigger (neither's in the order phase), `trigger` the number of its event.

    Only Events with one of `triggers` can answer.
    """

    kind: ClassVar[WindowKind]
    triggers: ClassVar[frozenset[Trigger]]

    by: "Team | None"
    trigger: int

    @abstractmethod
    def hears(self, card: "CardInPlay", event: "Event") -> bool:
        """Would the Event of this up card, which has one of our triggers, answer now?"""


@dataclass(slots=True)
class OrderPhase(Window):
    """The order phase has begun."""

    kind: ClassVar[WindowKind] = "order"
    triggers: ClassVar[frozenset[Trigger]] = frozenset({Trigger.ORDER_PHASE})

    def hears(self, card: "CardInPlay", event: "Event") -> bool:
        """Return True: every Quick answers."""
        return True


@dataclass(slots=True)
class Downed(Window):
    """`card` went from up to down."""

    kind: ClassVar[WindowKind] = "downed"
    triggers: ClassVar[frozenset[Trigger]] = frozenset({Trigger.ABOVE_DOWNED})

    card: "CardInPlay"

    def hears(self, card: "CardInPlay", event: "Event") -> bool:
        """An Echo directly below, as long as the card is still down (R11)."""
        return not self.card.up and card.team.above(card) is self.card


@dataclass(slots=True)
class ListMade(Window):
    """An Action has made a target list. `cards`: the cards on it now."""

    kind: ClassVar[WindowKind] = "list"
    triggers: ClassVar[frozenset[Trigger]] = frozenset({Trigger.OWN_LIST})

    cards: "list[CardInPlay]"

    def hears(self, card: "CardInPlay", event: "Event") -> bool:
        """The Brains of the list's owner."""
        return card.team is self.by


@dataclass(slots=True)
class Targeted(Window):
    """`card` has been made the target of an effect of `source`."""

    kind: ClassVar[WindowKind] = "target"
    triggers: ClassVar[frozenset[Trigger]] = frozenset({Trigger.THIS_TARGETED})

    card: "CardInPlay"
    source: "CardInPlay"
    ignored: bool = False

    def hears(self, card: "CardInPlay", event: "Event") -> bool:
        """A Trap that is the target of an enemy's effect."""
        return card is self.card and card.team is not self.by


@dataclass(slots=True)
class DamageComing(Window):
    """A damage from one side's ability to the other side has been announced; no HP has changed yet."""

    kind: ClassVar[WindowKind] = "damage"
    triggers: ClassVar[frozenset[Trigger]] = frozenset(
        {Trigger.DAMAGE_TO_ENEMY, Trigger.DAMAGE_TO_SELF}
    )

    damage: "Damage"

    def hears(self, card: "CardInPlay", event: "Event") -> bool:
        """The dealer's and the receiver's cards, while the damage is large enough (R22, R25)."""
        damage = self.damage
        if event.trigger is Trigger.DAMAGE_TO_ENEMY:
            listens = card.team is self.by
        else:
            listens = card.team is damage.to and not damage.no_intercept
        return (
            listens
            and damage.points >= event.at_least
            and (event.constraint is not Constraint.SOURCE_IN_PLAY or damage.source.in_play)
        )


@dataclass(slots=True)
class Fired(Window):
    """An Event of `card` has fired in answer to an ability of its enemy; its effect is still to come."""

    kind: ClassVar[WindowKind] = "fired"
    triggers: ClassVar[frozenset[Trigger]] = frozenset({Trigger.ENEMY_EVENT})

    card: "CardInPlay"
    nullified: bool = False

    def hears(self, card: "CardInPlay", event: "Event") -> bool:
        """The Dazzles of the side whose ability the Event answers (R13, R15, R16)."""
        return card.team is not self.by
