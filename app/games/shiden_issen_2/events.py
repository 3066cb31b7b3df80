"""The events of a battle of 紫電一閃 弐: the log from which reports and pictures are made.

A skill is named by its slot: `home.3` is the skill in home's third slot, even after it has changed. Slot 0 is the plain
hit of a character with neither attack nor support skills.
"""

from dataclasses import dataclass
from typing import Literal

from app.engine import Event, Side, made_often

SlotRef = str
"""`home.3`, `away.0`"""

Phase = Literal["start", "order", "attack", "simultaneous", "end"]
Nobody = Literal["none"]
OrderBy = Literal["stun", "initiative", "speed", "equal"]
Why = Literal["damage", "end"]


@made_often
@dataclass(frozen=True, slots=True)
class BattleBegan(Event):
    """The skills are in their slots. `home` and `away`: identifiers from the head."""

    rules: str
    home: tuple[str, ...]
    away: tuple[str, ...]


@made_often
@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round began. The event repeats the board, so that a replay of the log can be checked.

    A blank slot is an empty identifier. A stacked status is listed once for each level. HP: the number of skills left.
    """

    home: tuple[str, ...]
    away: tuple[str, ...]
    home_statuses: tuple[str, ...]
    away_statuses: tuple[str, ...]
    home_hp: int
    away_hp: int


@made_often
@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """A phase begins. `attacker` has the attack right; `is_extra`: Chain Attack made it."""

    phase: Phase
    attacker: Side | Nobody
    is_extra: bool


@made_often
@dataclass(frozen=True, slots=True)
class AttachmentWorked(Event):
    """An attachment took effect by itself."""

    skill: SlotRef


@made_often
@dataclass(frozen=True, slots=True)
class StatusGained(Event):
    """A side received a status, `count` times; `now` is how often it has it."""

    side: Side
    status: str
    count: int
    now: int
    by: SlotRef


@made_often
@dataclass(frozen=True, slots=True)
class StatusLifted(Event):
    """A side lost a status, `count` times; `left` is how often it still has it."""

    side: Side
    status: str
    count: int
    left: int


@made_often
@dataclass(frozen=True, slots=True)
class OrderDecided(Event):
    """The side that is first, and the reason. `home` and `away` are the skills compared, empty for none."""

    first: Side | Nobody
    by: OrderBy
    home: SlotRef
    home_speed: int
    away: SlotRef
    away_speed: int


@made_often
@dataclass(frozen=True, slots=True)
class SkillUsed(Event):
    """A side used an attack or support skill."""

    skill: SlotRef


@made_often
@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A side has attack or support skills, but cannot use them in this round."""

    side: Side


@made_often
@dataclass(frozen=True, slots=True)
class LimitedSpent(Event):
    """A limited skill was used or took effect: the end phase of this round destroys it."""

    skill: SlotRef


@made_often
@dataclass(frozen=True, slots=True)
class AttachmentHelped(Event):
    """An attachment helps the skill on its left, which is being used."""

    attachment: SlotRef
    skill: SlotRef


@made_often
@dataclass(frozen=True, slots=True)
class StatusHelped(Event):
    """A status of its user makes the attack stronger or faster."""

    status: str
    skill: SlotRef
    points: int
    speed: int


@made_often
@dataclass(frozen=True, slots=True)
class AttackSlowed(Event):
    """Dismay makes the speed of the attack 0."""

    skill: SlotRef


@made_often
@dataclass(frozen=True, slots=True)
class DamageAnnounced(Event):
    """An attack skill is about to deal this many points, at this speed."""

    source: SlotRef
    target: Side
    points: int
    speed: int


@made_often
@dataclass(frozen=True, slots=True)
class DamageVoided(Event):
    """A status of `target` stopped all of this damage; `left` is how often it still has it."""

    source: SlotRef
    target: Side
    by: str
    left: int


@made_often
@dataclass(frozen=True, slots=True)
class SkillHit(Event):
    """A damage counter was put on the skill."""

    source: SlotRef
    skill: SlotRef


@made_often
@dataclass(frozen=True, slots=True)
class InterceptorTooSlow(Event):
    """The interceptor was hit by an attack that is faster than itself."""

    skill: SlotRef
    speed: int


@made_often
@dataclass(frozen=True, slots=True)
class InterceptorHeldBack(Event):
    """The interceptor was hit and does not fire, because of the attachment `by`."""

    skill: SlotRef
    by: SlotRef


@made_often
@dataclass(frozen=True, slots=True)
class InterceptorFired(Event):
    """The interceptor fired at the attack skill that hit it; `points` is the damage it deals."""

    skill: SlotRef
    against: SlotRef
    speed: int
    points: int


@made_often
@dataclass(frozen=True, slots=True)
class PlainHitUnbroken(Event):
    """Crossing looked for the attack skill that hit it, and that was a plain hit."""

    source: SlotRef
    skill: SlotRef


@made_often
@dataclass(frozen=True, slots=True)
class AttackInterrupted(Event):
    """An interceptor fired: the rest of the damage of this attack is not dealt."""

    skill: SlotRef


@made_often
@dataclass(frozen=True, slots=True)
class HeadMarked(Event):
    """`name` is the identifier of the head skill that was marked for the end phase."""

    skill: SlotRef
    name: str
    by: SlotRef


@made_often
@dataclass(frozen=True, slots=True)
class SkillChanged(Event):
    """The skill in this slot became another one."""

    skill: SlotRef
    before: str
    after: str


@made_often
@dataclass(frozen=True, slots=True)
class SkillSaved(Event):
    """The skill would have been destroyed; the attachment `by` is destroyed instead."""

    skill: SlotRef
    by: SlotRef
    why: Why


@made_often
@dataclass(frozen=True, slots=True)
class SkillDestroyed(Event):
    """The slot is blank now; `left` is how many skills its side still owns."""

    skill: SlotRef
    name: str
    why: Why
    left: int


@made_often
@dataclass(frozen=True, slots=True)
class BattleEnded(Event):
    """The battle is decided. `both_empty`: neither side owns a skill any more."""

    winner: Side | Nobody
    reason: str
    both_empty: bool
    home_hp: int
    away_hp: int
