"""The events of a battle of ラプラプラス: the log from which reports and pictures are made.

A card is called `home.3`: the third card of home's build. It keeps this reference through swaps and removals.
"""

from dataclasses import dataclass
from typing import Literal

from app.engine import Event, Side, made_often

CardRef = str
"""`home.3`, `away.1`"""

Cost = Literal["down", "removal", "none"]
Why = Literal["cost", "effect"]
WindowKind = Literal["order", "downed", "list", "target", "damage", "fired"]
Comparison = Literal["speed", "force", "length", "number", "previous"]


@made_often
@dataclass(frozen=True, slots=True)
class BattleBegan(Event):
    """The rows are laid out, every card up; `home` and `away` are identifiers from the top."""

    rules: str
    home: tuple[str, ...]
    away: tuple[str, ...]


@made_often
@dataclass(frozen=True, slots=True)
class HpSet(Event):
    """A side's HP became its base HP."""

    side: Side
    base_hp: int
    hp: int


@made_often
@dataclass(frozen=True, slots=True)
class InitialHpRaised(Event):
    """A Build ability raised the HP to start with."""

    card: CardRef
    points: int
    hp: int


@made_often
@dataclass(frozen=True, slots=True)
class BuildsDisclosed(Event):
    """Both sides now know both builds, HP and base HP."""

    home_hp: int
    home_base_hp: int
    away_hp: int
    away_base_hp: int


@made_often
@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """The order phase begins: speed bonuses are 0 again."""


@made_often
@dataclass(frozen=True, slots=True)
class SpeedRaised(Event):
    """`speed` is the side's speed with all its bonuses of this phase."""

    card: CardRef
    points: int
    speed: int


@made_often
@dataclass(frozen=True, slots=True)
class OrderDecided(Event):
    """`by`: the comparison that decided, at the `position` from the top (0: none)."""

    first: Side
    by: Comparison
    position: int
    home_speed: int
    away_speed: int


@made_often
@dataclass(frozen=True, slots=True)
class ActionPhaseBegan(Event):
    """This side now acts."""

    side: Side


@made_often
@dataclass(frozen=True, slots=True)
class ActionPhaseEnded(Event):
    """This side has no Action left that could fire."""

    side: Side


@made_often
@dataclass(frozen=True, slots=True)
class ActionFired(Event):
    """The `ability`-th Action of the card fired."""

    card: CardRef
    ability: int
    cost: Cost


@made_often
@dataclass(frozen=True, slots=True)
class EventFired(Event):
    """The card's Event answered the event `trigger`, which opened a window of this kind."""

    card: CardRef
    window: WindowKind
    trigger: int
    cost: Cost


@made_often
@dataclass(frozen=True, slots=True)
class EventNullified(Event):
    """The Event of `card` that fired as event `fired` has no effect, because of `by`."""

    fired: int
    card: CardRef
    by: CardRef


@made_often
@dataclass(frozen=True, slots=True)
class CardDowned(Event):
    """The card went from up to down."""

    card: CardRef
    why: Why
    by: CardRef


@made_often
@dataclass(frozen=True, slots=True)
class CardUpped(Event):
    """An effect brought the card from down to up."""

    card: CardRef
    by: CardRef


@made_often
@dataclass(frozen=True, slots=True)
class CardRemoved(Event):
    """The card left the game. `order`: the rest of its row. `base_hp`: their sum."""

    card: CardRef
    why: Why
    by: CardRef
    base_hp: int
    order: tuple[CardRef, ...]


@made_often
@dataclass(frozen=True, slots=True)
class CardsSwapped(Event):
    """Two neighbours changed places; `order` is the row afterwards."""

    risen: CardRef
    sunk: CardRef
    by: CardRef
    order: tuple[CardRef, ...]


@made_often
@dataclass(frozen=True, slots=True)
class ListMade(Event):
    """An Action of `by` made a list of targets, from the top; it may be empty."""

    by: CardRef
    cards: tuple[CardRef, ...]


@made_often
@dataclass(frozen=True, slots=True)
class ListNarrowed(Event):
    """A Brain kept only the cards it prefers: a family or a card's identifier."""

    by: CardRef
    preferred: str
    cards: tuple[CardRef, ...]


@made_often
@dataclass(frozen=True, slots=True)
class TargetChosen(Event):
    """`which` is 1, or 2 for the second target of one effect."""

    card: CardRef
    by: CardRef
    which: int


@made_often
@dataclass(frozen=True, slots=True)
class EffectIgnored(Event):
    """The effect of `by` does not apply to `card`."""

    card: CardRef
    by: CardRef


@made_often
@dataclass(frozen=True, slots=True)
class DamageAnnounced(Event):
    """A damage is about to be dealt; `damage` is its serial number in the battle."""

    damage: int
    source: CardRef
    target: Side
    points: int
    no_intercept: bool


@made_often
@dataclass(frozen=True, slots=True)
class DamageChanged(Event):
    """A card made a damage larger or smaller."""

    damage: int
    by: CardRef
    points_before: int
    points: int


@made_often
@dataclass(frozen=True, slots=True)
class DamageCancelled(Event):
    """A card cancelled a damage of this many points."""

    damage: int
    by: CardRef
    points: int


@made_often
@dataclass(frozen=True, slots=True)
class DamageVanished(Event):
    """A damage sank to 0 or less and is no damage any more."""

    damage: int
    by: CardRef


@made_often
@dataclass(frozen=True, slots=True)
class DamageDealt(Event):
    """`source` hit `target`; `hp_left` is what the report shows after the blow."""

    damage: int
    source: CardRef
    target: Side
    points: int
    hp_left: int


@made_often
@dataclass(frozen=True, slots=True)
class HpRestored(Event):
    """A card brought its side's HP back to base HP; both are equal if there was nothing to heal."""

    card: CardRef
    hp_before: int
    hp: int


@made_often
@dataclass(frozen=True, slots=True)
class CardsUpped(Event):
    """The up phase: these cards came up."""

    home: tuple[CardRef, ...]
    away: tuple[CardRef, ...]


@made_often
@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """The board after a turn: the checksum of the fold."""

    home_hp: int
    away_hp: int
    home_base_hp: int
    away_base_hp: int
    home_order: tuple[CardRef, ...]
    away_order: tuple[CardRef, ...]
    down: tuple[CardRef, ...]


@made_often
@dataclass(frozen=True, slots=True)
class JudgementHeld(Event):
    """Thirty turns are over, and no side has lost."""

    home_hp: int
    away_hp: int


@made_often
@dataclass(frozen=True, slots=True)
class BattleEnded(Event):
    """The battle is decided."""

    winner: Literal["home", "away", "none"]
    reason: str
    home_hp: int
    away_hp: int
