"""The verbs of the cards: what Actions and Build abilities do, and how Events answer; and these kinds of ability.

An Event's answer knows the window it answers; everything else is said by the numbers on the card.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, TypeVar

from app.engine.words import Words
from app.engine.workshop.schema import CardFault, ChoiceField, DeedField, NumberField
from app.games.laplaplus import events as log
from app.games.laplaplus.abilities import (
    CONSTRAINTS,
    OPTIONS,
    RULES,
    TRIGGERS,
    Constraint,
    Option,
    Rule,
    Trigger,
)
from app.games.laplaplus.windows import (
    DamageComing,
    Downed,
    Fired,
    ListMade,
    OrderPhase,
    Targeted,
    Window,
)

if TYPE_CHECKING:
    from app.games.laplaplus.battle import CardInPlay, State

W = TypeVar("W", bound=Window)
MOST_POINTS: Final = 99
_POINTS: Final = NumberField(Words("点数", "points"), 1, MOST_POINTS)


@dataclass(frozen=True, slots=True)
class Verb(ABC):
    """The effect of an Action or a Build ability."""

    @abstractmethod
    def apply(self, battle: "State", card: "CardInPlay") -> None:
        """Do it, as `card`."""


@dataclass(frozen=True, slots=True)
class Answer(ABC, Generic[W]):
    """The effect of an Event."""

    @abstractmethod
    def apply(self, battle: "State", card: "CardInPlay", window: W) -> None:
        """Do it, as `card`, about what opened the window."""


# --- HP ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HitEnemy(Verb):
    """Deal `points` damage to the enemy, `times` times; each hit is a separate damage."""

    points: Annotated[int, _POINTS]
    times: Annotated[int, NumberField(Words("回数", "times"), 1, 4)] = 1
    """With more of them the kernel's bound on answers of a turn would not be proven."""

    def apply(self, battle: "State", card: "CardInPlay") -> None:
        """Hits go on even if the card has been removed meanwhile (R24)."""
        for _ in range(self.times):
            battle.damage(card, card.team.enemy, self.points)


@dataclass(frozen=True, slots=True)
class HitSelf(Verb):
    """Deal `points` damage to the own side."""

    points: Annotated[int, _POINTS]

    def apply(self, battle: "State", card: "CardInPlay") -> None:
        """No Event matches damage to oneself (R23)."""
        battle.damage(card, card.team, self.points)


@dataclass(frozen=True, slots=True)
class DispelOvers(Verb):
    """Deal `points` damage to each side with more HP than base HP: the second side first, then the first."""

    points: Annotated[int, _POINTS]

    def apply(self, battle: "State", card: "CardInPlay") -> None:
        """Damage each side above its base HP; each is checked at its turn (R26)."""
        for team in (battle.first.enemy, battle.first):
            if team.hp > team.base_hp:
                battle.damage(card, team, self.points)


@dataclass(frozen=True, slots=True)
class HealToBase(Verb):
    """HP goes back to base HP."""

    def apply(self, battle: "State", card: "CardInPlay") -> None:
        """The card has left by now and counts no more for base HP; HP never sinks by this (R27)."""
        before = card.team.hp
        card.team.hp = max(before, card.team.base_hp)
        battle.record(log.HpRestored, card.ref, before, card.team.hp)


@dataclass(frozen=True, slots=True)
class RaiseInitialHp(Verb):
    """Initial HP grows by half of base HP, rounded down."""

    def apply(self, battle: "State", card: "CardInPlay") -> None:
        """Base HP itself is unchanged, so each adds the same (R1)."""
        points = card.team.base_hp // 2
        card.team.hp += points
        battle.record(log.InitialHpRaised, card.ref, points, card.team.hp)


# --- damage on its way ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChangeDamage(Answer[DamageComing]):
    """The damage changes by `points`; at 0 or less it vanishes."""

    points: Annotated[int, NumberField(Words("点数", "points"), -MOST_POINTS, MOST_POINTS)]

    def faults(self) -> Iterator[CardFault]:
        """A change is one."""
        if not self.points:
            said = (
                "-99から99までの、0でない整数を書いてください。",
                "write a whole number from -99 to 99, but not 0.",
            )
            yield CardFault("points", Words(*said))

    def apply(self, battle: "State", card: "CardInPlay", window: DamageComing) -> None:
        """At once, so the order in the row matters (R22)."""
        damage = window.damage
        before = damage.points
        damage.points += self.points
        battle.record(log.DamageChanged, damage.serial, card.ref, before, damage.points)
        if damage.points <= 0:
            battle.record(log.DamageVanished, damage.serial, card.ref)


@dataclass(frozen=True, slots=True)
class ReflectDamage(Answer[DamageComing]):
    """The damage is cancelled; as much damage to the enemy."""

    def apply(self, battle: "State", card: "CardInPlay", window: DamageComing) -> None:
        """Send all points that are left back as new damage, with this card as its source (R25)."""
        damage = window.damage
        points, damage.points = damage.points, 0
        battle.record(log.DamageCancelled, damage.serial, card.ref, points)
        battle.damage(card, card.team.enemy, points)


@dataclass(frozen=True, slots=True)
class RemoveSource(Answer[DamageComing]):
    """The card that is the source of the damage is removed; the damage itself goes on (R24)."""

    def apply(self, battle: "State", card: "CardInPlay", window: DamageComing) -> None:
        """The source is a target: a Trap may answer (R46)."""
        target = window.damage.source
        if battle.target(target, card):
            battle.remove(target, by=card)


# --- cards ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RemoveThis(Verb):
    """This card is removed."""

    def apply(self, battle: "State", card: "CardInPlay") -> None:
        """Remove the card. It was downed as its cost, but an Echo may have upped it since (R36)."""
        battle.remove(card, by=card)


@dataclass(frozen=True, slots=True)
class DownEnemyCard(Verb):
    """List: the enemy's up cards. The target is downed."""

    def apply(self, battle: "State", card: "CardInPlay") -> None:
        """If a Trap's answer was nullified, it is down already, and nothing more happens to it (R17)."""
        target = battle.target_from([c for c in card.team.enemy.row if c.up], card)
        if target:
            battle.down(target, by=card)


@dataclass(frozen=True, slots=True)
class RemoveEnemyCard(Verb):
    """List: all enemy cards. The target is removed."""

    def apply(self, battle: "State", card: "CardInPlay") -> None:
        """An empty list is no hindrance: the cost is paid and nothing happens (R31)."""
        target = battle.target_from(list(card.team.enemy.row), card)
        if target:
            battle.remove(target, by=card)


@dataclass(frozen=True, slots=True)
class SinkEnemyCard(Verb):
    """List: all enemy cards but the lowest. The target changes places with the card below it."""

    def apply(self, battle: "State", card: "CardInPlay") -> None:
        """The partner is the next card of the row, on the list or not, and is no target (R32)."""
        target = battle.target_from(card.team.enemy.row[:-1], card)
        if target:
            battle.sink(target, by=card)


@dataclass(frozen=True, slots=True)
class DownSameCards(Verb):
    """The highest own up card that the enemy has up too is downed, then his highest up copy of it."""

    def apply(self, battle: "State", card: "CardInPlay") -> None:
        """Down a card of this side and the enemy's copy of it. The card may pick itself.

        Its Echo answers before the second target is chosen (R34).
        """
        own = battle.common(card.team)[0]  # there is one: its Limitation holds, and it paid nothing
        battle.target(own, card, which=1)  # no Trap answers its own side
        battle.down(own, by=card)
        copy = next(c for c in card.team.enemy.row if c.up and c.card is own.card)
        if battle.target(copy, card, which=2):
            battle.down(copy, by=card)


@dataclass(frozen=True, slots=True)
class UpAbove(Answer[Downed]):
    """The card that was downed is upped."""

    def apply(self, battle: "State", card: "CardInPlay", window: Downed) -> None:
        """If something else has upped it meanwhile, nothing happens (R17)."""
        battle.up(window.card, by=card)


@dataclass(frozen=True, slots=True)
class IgnoreEffect(Answer[Targeted]):
    """The effect does not apply to this card; `points` damage to the enemy."""

    points: Annotated[int, _POINTS]

    def apply(self, battle: "State", card: "CardInPlay", window: Targeted) -> None:
        """Upped by an Echo it answers again: it is still the target (R12)."""
        window.ignored = True
        battle.record(log.EffectIgnored, card.ref, window.source.ref)
        battle.damage(card, card.team.enemy, self.points)


# --- lists, order, Events ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prefer(Answer[ListMade]):
    """If the list holds cards that are like the card directly above this one, all others leave it."""

    @abstractmethod
    def likeness(self, card: "CardInPlay") -> str:
        """Return what two cards must have in common."""

    def apply(self, battle: "State", card: "CardInPlay", window: ListMade) -> None:
        """On top there is no card above, and nothing is preferred (R39)."""
        above = card.team.above(card)
        if not above:
            return
        preferred = self.likeness(above)
        kept = [c for c in window.cards if self.likeness(c) == preferred]
        if kept and len(kept) < len(window.cards):
            window.cards = kept
            battle.record(log.ListNarrowed, card.ref, preferred, tuple([c.ref for c in kept]))


@dataclass(frozen=True, slots=True)
class PreferFamily(Prefer):
    """Cards of the same family; "other" is a family too (R38)."""

    def likeness(self, card: "CardInPlay") -> str:
        """The family."""
        return card.card.family.value


@dataclass(frozen=True, slots=True)
class PreferNumber(Prefer):
    """Copies of the same card (R37)."""

    def likeness(self, card: "CardInPlay") -> str:
        """The kind of card."""
        return card.card.id


@dataclass(frozen=True, slots=True)
class RaiseSpeed(Answer[OrderPhase]):
    """`points` more speed until the order phase ends."""

    points: Annotated[int, _POINTS]

    def apply(self, battle: "State", card: "CardInPlay", window: OrderPhase) -> None:
        """Base HP is untouched (R6)."""
        card.team.speed_bonus += self.points
        battle.record(log.SpeedRaised, card.ref, self.points, card.team.speed)


@dataclass(frozen=True, slots=True)
class Nullify(Answer[Fired]):
    """The Event has no effect; what it paid stays paid (R14)."""

    def apply(self, battle: "State", card: "CardInPlay", window: Fired) -> None:
        """On an Event that is nullified already: nothing (R13)."""
        if not window.nullified:
            window.nullified = True
            battle.record(log.EventNullified, window.trigger, window.card.ref, card.ref)


# --- abilities --------------------------------------------------------------------------------------

VERBS: Final[tuple[type[Verb | Answer[Any]], ...]] = (
    HitEnemy, HitSelf, DispelOvers, HealToBase, RemoveThis, DownEnemyCard, RemoveEnemyCard, SinkEnemyCard, DownSameCards,
    RaiseInitialHp, ChangeDamage, ReflectDamage, RemoveSource, UpAbove, IgnoreEffect, PreferFamily, PreferNumber,
    RaiseSpeed, Nullify,
)  # fmt: skip
_DO: Final = Words("効果", "what it does")
_CONSTRAINT: Final = ChoiceField.of(Words("条件", "condition"), CONSTRAINTS)
_OPTION: Final = ChoiceField.of(Words("付くもの", "option"), OPTIONS)


@dataclass(frozen=True, slots=True)
class Action:
    """Fires in its side's action phase, while its constraint holds."""

    verb: Annotated[Verb, DeedField(_DO, VERBS)]
    constraint: Annotated[Constraint | None, _CONSTRAINT] = None
    option: Annotated[Option | None, _OPTION] = None


@dataclass(frozen=True, slots=True)
class Event:
    """Fires in answer to its trigger; damage below `at_least` does not trigger it."""

    trigger: Annotated[Trigger, ChoiceField.of(Words("きっかけ", "trigger"), TRIGGERS)]
    answer: Annotated[Answer[Any], DeedField(_DO, VERBS)]
    constraint: Annotated[Constraint | None, _CONSTRAINT] = None
    option: Annotated[Option | None, _OPTION] = None
    at_least: Annotated[int, NumberField(Words("少なくとも", "at least"), 1, MOST_POINTS)] = 1


@dataclass(frozen=True, slots=True)
class Build:
    """Fires once while the character is built; costs nothing."""

    verb: Annotated[Verb, DeedField(_DO, VERBS)]


@dataclass(frozen=True, slots=True)
class Static:
    """Never fires and always holds."""

    rule: Annotated[Rule, ChoiceField.of(Words("常態", "rule"), RULES)]
