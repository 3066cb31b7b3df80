"""Windows: the moments in which Events may answer (§5.1 of the rules: order, downed, list, target,
damage, fired).

A window stays open until no card answers. The event that opened it waits.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from app.games.laplaplus.abilities import Constraint, Trigger
from app.games.laplaplus.events import WindowKind

if TYPE_CHECKING:
    from app.games.laplaplus.battle import CardInPlay, Damage, Team
    from app.games.laplaplus.effects import Event


@dataclass(slots=True)
class Window:
    """`by` is the side whose ability is the trigger (neither's in the order phase), `trigger` the number of its event.

    Its own Events answer with the trigger `ours`, its enemy's with `theirs`.
    """

    kind: ClassVar[WindowKind]
    ours: ClassVar[Trigger | None] = None
    theirs: ClassVar[Trigger | None] = None

    by: "Team | None"
    trigger: int

    def hears(self, card: "CardInPlay", event: "Event") -> bool:
        """Would the Event of this up card, whose trigger is that of its side, answer now?"""
        return True


@dataclass(slots=True)
class OrderPhase(Window):
    """The order phase has begun: every Quick answers."""

    kind: ClassVar[WindowKind] = "order"
    ours: ClassVar[Trigger | None] = Trigger.ORDER_PHASE
    theirs: ClassVar[Trigger | None] = Trigger.ORDER_PHASE


@dataclass(slots=True)
class Downed(Window):
    """`card` went from up to down."""

    kind: ClassVar[WindowKind] = "downed"
    ours: ClassVar[Trigger | None] = Trigger.ABOVE_DOWNED
    theirs: ClassVar[Trigger | None] = Trigger.ABOVE_DOWNED

    card: "CardInPlay"

    def hears(self, card: "CardInPlay", event: "Event") -> bool:
        """An Echo directly below, as long as the card is still down (R11)."""
        return not self.card.up and card.team.above(card) is self.card


@dataclass(slots=True)
class ListMade(Window):
    """An Action has made a target list; its owner's Brains answer. `cards`: the cards on it now."""

    kind: ClassVar[WindowKind] = "list"
    ours: ClassVar[Trigger | None] = Trigger.OWN_LIST

    cards: "list[CardInPlay]"


@dataclass(slots=True)
class Targeted(Window):
    """`card` has been made the target of an effect of `source`."""

    kind: ClassVar[WindowKind] = "target"
    theirs: ClassVar[Trigger | None] = Trigger.THIS_TARGETED

    card: "CardInPlay"
    source: "CardInPlay"
    ignored: bool = False

    def hears(self, card: "CardInPlay", event: "Event") -> bool:
        """A Trap that is the target of an enemy's effect."""
        return card is self.card


@dataclass(slots=True)
class DamageComing(Window):
    """A damage from one side's ability to the other side has been announced; no HP has changed yet."""

    kind: ClassVar[WindowKind] = "damage"
    ours: ClassVar[Trigger | None] = Trigger.DAMAGE_TO_ENEMY
    theirs: ClassVar[Trigger | None] = Trigger.DAMAGE_TO_SELF

    damage: "Damage"

    def hears(self, card: "CardInPlay", event: "Event") -> bool:
        """The dealer's and the receiver's cards, while the damage is large enough (R22, R25)."""
        damage = self.damage
        return (
            damage.points >= event.at_least
            and not (damage.no_intercept and card.team is damage.to)
            and (event.constraint is not Constraint.SOURCE_IN_PLAY or damage.source.in_play)
        )


@dataclass(slots=True)
class Fired(Window):
    """An Event of `card` has fired in answer to an ability of its enemy; its effect is still to come.

    The Dazzles of the side whose ability it answers hear it (R13, R15, R16).
    """

    kind: ClassVar[WindowKind] = "fired"
    theirs: ClassVar[Trigger | None] = Trigger.ENEMY_EVENT

    card: "CardInPlay"
    nullified: bool = False
