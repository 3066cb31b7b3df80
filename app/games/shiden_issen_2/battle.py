"""The reference engine: it follows the rule book step by step.

The order is that of the rules: the round and its phases; the skill used, with speed and points; damage, interceptors,
other effects, destruction; verdict. R numbers are the rulings of RULES.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Concatenate, Final, NoReturn, ParamSpec

from app.engine import Battle, Build, Event, Side
from app.games.shiden_issen_2 import events as log
from app.games.shiden_issen_2.abilities import (
    LIFTED_AT_THE_END,
    STACKING,
    Aim,
    Constraint,
    Count,
    Effect,
    Number,
    Rule,
    Status,
    Type,
    When,
)
from app.games.shiden_issen_2.cards import BLANK, EMPTINESS, STANDARD, SkillPool
from app.games.shiden_issen_2.sides import Character, Slot, Use

SLOTS: Final = 5
LAST_ROUND: Final = 200
"""No battle gets this far under these rules: by round 145 the last skill has gone."""
REASONS: Final = ("attack", "simultaneous", "end", "loop", "cap")
"""The phase in which a battle ended, or that it would never end. Append only: outcome bytes index it."""

P = ParamSpec("P")
_log = logging.getLogger(__name__)


def play(home: Build, away: Build, pool: SkillPool = STANDARD) -> Battle:
    """The whole battle with its log, which begins with the version of the rules. Builds must be of five skills of the pool, as `read_build` gives them."""
    events: list[Event] = []
    decision, battle = _decide(State(home, away, events, pool))
    return Battle(decision.winner, decision.reason, battle.turn, battle.hp, tuple(events))


def decide(home: Build, away: Build, pool: SkillPool = STANDARD) -> tuple[Side | None, str]:
    """Return the winner and the reason: the same battle without a log, in less time."""
    decision, _ = _decide(State(home, away, None, pool))
    return decision.winner, decision.reason


def _decide(battle: "State") -> "tuple[Decided, State]":
    try:
        battle.run()
    except Decided as decision:
        battle.end(decision)
        return decision, battle


class Decided(Exception):
    """The battle is over: later phases of the round do not happen."""

    def __init__(self, winner: Side | None, reason: str, *, both_empty: bool = False) -> None:
        self.winner = winner
        self.reason = reason
        self.both_empty = both_empty


class State:
    """A battle under way; `turn` is the number of the round."""

    def __init__(
        self, home: Build, away: Build, events: list[Event] | None, pool: SkillPool = STANDARD
    ) -> None:
        self.pool = pool
        self.events = events
        self.n = 0
        self.turn = 0
        self.within = 0
        self.home = Character(Side.HOME, home, pool)
        self.away = Character(Side.AWAY, away, pool)
        self.home.enemy, self.away.enemy = self.away, self.home
        self.both = (self.home, self.away)
        self.positions: set[object] = set()

    @property
    def hp(self) -> tuple[int, int]:
        """Return how many skills home and away have left."""
        return len(self.home.owned), len(self.away.owned)

    def record(
        self,
        kind: Callable[Concatenate[int, int, int, P], Event],
        *args: P.args,
        **fields: P.kwargs,
    ) -> int:
        """Write an event into the log, if one is kept, and return its number."""
        self.n += 1
        if self.events is not None:
            self.events.append(kind(self.n, self.turn, self.within, *args, **fields))
        return self.n

    # --- rounds and phases --------------------------------------------------------------------------

    def run(self) -> NoReturn:
        """Round after round, until `Decided` is raised."""
        self.record(
            log.BattleBegan,
            rules=self.pool.version,
            home=tuple(slot.skill.id for slot in self.home.slots),
            away=tuple(slot.skill.id for slot in self.away.slots),
        )
        while True:
            self.turn += 1
            self.play_round()
            self.guard()

    def play_round(self) -> None:
        """Start, order, attacks of both sides one after the other or at once, chain attacks, end."""
        self.start_phase()
        if first := self.order_phase():
            self.attack_phase(first)
            self.attack_phase(first.enemy)
        else:
            self.simultaneous_phase()
        self.chain_attacks()
        self.end_phase()

    def start_phase(self) -> None:
        """No-Mind and Initiative in the slot of this round take effect."""
        self.home.marked, self.away.marked = [], []
        self.record_round()
        self.record(log.PhaseBegan, phase="start", attacker="none", is_extra=False)
        for character in self.both:
            slot = self.slot_of_round(character)
            if slot and slot.skill.effects[When.ROUND]:
                self.within = self.record(log.AttachmentWorked, skill=slot.ref)
                self.spend(slot)
                self.apply(slot.skill.effects[When.ROUND], slot)
                self.within = 0

    def order_phase(self) -> Character | None:
        """Return the first side; None if both act at once.

        スタン: "この効果は、先攻決定フェイズの結果に影響する他のあらゆる効果に対して優先される。" (R28)
        """
        self.record(log.PhaseBegan, phase="order", attacker="none", is_extra=False)
        compared = [next(self.usable(character), None) for character in self.both]
        speeds = [self.speed(slot, in_order=True) if slot else 0 for slot in compared]
        first, by = self.compare(*speeds)
        refs = [
            slot.ref if slot else "" if self.must_pass(character) else character.plain.ref
            for character, slot in zip(self.both, compared, strict=True)
        ]
        self.record(
            log.OrderDecided,
            first=first.side if first else "none",
            by=by,
            home=refs[0],
            home_speed=speeds[0],
            away=refs[1],
            away_speed=speeds[1],
        )
        return first

    def compare(self, home_speed: int, away_speed: int) -> tuple[Character | None, log.OrderBy]:
        """Return the first side, and whether stun, initiative or speed decided."""
        home, away = self.home, self.away
        stunned = [c for c in self.both if Status.STUN in c.statuses]
        if len(stunned) == 1:
            return stunned[0].enemy, "stun"
        ready = [c for c in self.both if Status.INITIATIVE in c.statuses]
        if len(ready) == 1:
            return ready[0], "initiative"
        if home_speed == away_speed:
            return None, "equal"
        return (home if home_speed > away_speed else away), "speed"

    def attack_phase(self, attacker: Character, *, is_extra: bool = False) -> None:
        """The attacker uses a skill. If nobody owns any afterwards, he has lost."""
        self.record(log.PhaseBegan, phase="attack", attacker=attacker.side, is_extra=is_extra)
        self.act(attacker)
        self.check("attack", attacker)

    def simultaneous_phase(self, *, is_extra: bool = False) -> None:
        """Let both sides use a skill at once."""
        self.record(log.PhaseBegan, phase="simultaneous", attacker="none", is_extra=is_extra)
        self.act(*self.both)
        self.check("simultaneous")

    def chain_attacks(self) -> None:
        """A side with a Chain Attack in the slot of this round attacks once more (R26)."""
        chains = [
            slot
            for character in self.both
            if (slot := self.slot_of_round(character)) and Rule.ATTACKS_AGAIN in slot.skill.rules
        ]
        for slot in chains:
            self.record(log.AttachmentWorked, skill=slot.ref)
        if len(chains) == 1:
            self.attack_phase(chains[0].owner, is_extra=True)
        elif chains:
            self.simultaneous_phase(is_extra=True)

    def end_phase(self) -> None:
        """@ statuses that end; A what was marked or is limited and used, at one moment (R12); B wasting."""
        self.record(log.PhaseBegan, phase="end", attacker="none", is_extra=False)
        for character in self.both:
            for status in LIFTED_AT_THE_END:
                self.lift(character, status)
        for character in self.both:
            going = [s for s in character.owned if s.is_due or s.skill in character.marked]
            self.destroy(going, "end")
        for character in self.both:
            if Status.WASTING in character.statuses:
                left = (slot for slot in character.owned if slot.skill is not EMPTINESS)
                if slot := next(left, None):
                    self.change(slot, EMPTINESS.id)
        self.check("end")

    def slot_of_round(self, character: Character) -> Slot | None:
        """Return the slot whose level is the number of the round; None after the fifth (R32)."""
        return character.slots[self.turn - 1] if self.turn <= SLOTS else None

    # --- which skill, how fast, how strong ----------------------------------------------------------

    def usable(self, character: Character) -> Iterator[Slot]:
        """Yield the attack and support skills that can be used in this round, starting at the head."""
        for slot in character.slots:
            rests = self.turn % 2 and Rule.RESTS_IN_ODD_ROUNDS in slot.skill.rules
            if slot.type in (Type.ATTACK, Type.SUPPORT) and not rests:
                yield slot

    def must_pass(self, character: Character) -> bool:
        """Whether all attack and support skills rest, so that there is not even a plain hit (R1)."""
        return not any(self.usable(character)) and any(
            slot.type in (Type.ATTACK, Type.SUPPORT) for slot in character.slots
        )

    def select(self, character: Character) -> Slot | None:
        """Return the first usable skill, or the last one under Rear Haze (R5, R6); else the plain hit, or None."""
        usable = list(self.usable(character))
        if not usable:
            return None if self.must_pass(character) else character.plain
        if haze := character.first_with(Rule.USES_LAST):
            self.record(log.AttachmentWorked, skill=haze.ref)
            return usable[-1]
        return usable[0]

    def speed(self, slot: Slot, *, in_order: bool = False) -> int:
        """The speed at this moment; dismay spares the order phase (R7)."""
        speed = self.value(slot.skill.speed, slot) + slot.helper.bonus.speed
        if slot.level and slot.type is Type.ATTACK:
            statuses = slot.owner.statuses
            if Status.DISMAY in statuses and not in_order:
                return 0
            if Status.RESOLUTION in statuses:
                speed += 2
        return speed

    def points(self, slot: Slot, against_speed: int = 0) -> int:
        """The points at this moment: interceptors have their printed number only (R8)."""
        if slot.skill.points is None:
            return 0
        points = self.value(slot.skill.points, slot, against_speed)
        if slot.level and slot.type is Type.ATTACK:
            statuses = slot.owner.statuses
            points += slot.helper.bonus.points
            points += (Status.RESOLUTION in statuses) + statuses.get(Status.WRATH, 0)
        return points

    def value(self, number: Number, slot: Slot, against_speed: int = 0) -> int:
        """Return the value of a printed number, with its floor applied (R23)."""
        value = number.base + number.levels * slot.level
        match number.count:
            case Count.ROUND:
                value += self.turn
            case Count.OWN_ATTACKS:
                value += sum(other.type is Type.ATTACK for other in slot.owner.slots)
            case Count.SPEED_OF_ATTACK:
                value += against_speed
        return max(value, number.at_least)

    # --- a phase in which somebody acts -------------------------------------------------------------

    def act(self, *acting: Character) -> None:
        """Let one side or both use a skill: damage, other effects, and at last the destruction of everything hit."""
        selected: list[Slot | None] = []
        for character in acting:
            self.lift_all(character)
            selected.append(self.select(character))
        uses = [self.use(character, slot) for character, slot in zip(acting, selected, strict=True)]
        self.work_effects([use for use in uses if use])
        for character in (acting[0], acting[0].enemy):
            self.destroy([slot for slot in character.owned if slot.is_hit], "damage")
        for use in uses:
            if use and use.wrath:
                self.lift(use.slot.owner, Status.WRATH, use.wrath)

    def lift_all(self, character: Character) -> None:
        """Phosphorescence: all statuses of both sides go, good ones too (R21)."""
        phosphor = character.first_with(Rule.LIFTS_ALL)
        if phosphor:
            self.within = self.record(log.AttachmentWorked, skill=phosphor.ref)
            for side in (character, character.enemy):
                for status in Status:
                    self.lift(side, status)
            self.within = 0

    def use(self, character: Character, slot: Slot | None) -> Use | None:
        """Use the skill: spend a limited one, log its helper, and deal the damage of an attack."""
        if not slot:
            self.record(log.Passed, side=character.side)
            return None
        n = self.within = self.record(log.SkillUsed, skill=slot.ref)
        use = Use(slot, slot.skill, slot.helper, 0, n)
        self.spend(slot)
        is_attack = slot.skill.type is Type.ATTACK
        self.note_helper(slot, is_attack=is_attack)
        if is_attack:
            if slot.level:
                use.wrath = character.statuses.get(Status.WRATH, 0)
                self.note_statuses(slot)
            self.deal_damage(use)
        self.within = 0
        return use

    def note_helper(self, slot: Slot, *, is_attack: bool) -> None:
        """Log which attachment helps this use, and spend it if it is limited."""
        helper = slot.helper
        adds = helper.effects[When.LEFT_USED] or Rule.HOLDS_BACK in helper.rules
        if slot.right and (adds or (is_attack and (helper.bonus.points or helper.bonus.speed))):
            self.record(log.AttachmentHelped, attachment=slot.right.ref, skill=slot.ref)
            self.spend(slot.right)

    def note_statuses(self, slot: Slot) -> None:
        """Log which statuses make this attack stronger, faster or slower."""
        statuses = slot.owner.statuses
        if Status.RESOLUTION in statuses:
            self.record(
                log.StatusHelped, status=Status.RESOLUTION, skill=slot.ref, points=1, speed=2
            )
        if wrath := statuses.get(Status.WRATH):
            self.record(
                log.StatusHelped, status=Status.WRATH, skill=slot.ref, points=wrath, speed=0
            )
        if Status.DISMAY in statuses:
            self.record(log.AttackSlowed, skill=slot.ref)

    def work_effects(self, uses: list[Use]) -> None:
        """Effects other than damage: of the skills used, then of the interceptors that fired (R10, R17)."""
        for use in uses:
            self.within = use.n
            happening = [
                effect
                for effect in use.skill.effects[When.USED]
                if not (effect.constraint is Constraint.NOT_INTERCEPTED and use.fired)
            ]
            self.apply(happening, use.slot)
            if use.slot.right:
                self.apply(use.helper.effects[When.LEFT_USED], use.slot.right)
        for use in uses:
            if use.fired:
                slot, skill, self.within = use.fired
                self.apply(skill.effects[When.USED], slot)
        self.within = 0

    # --- damage -------------------------------------------------------------------------------------

    def deal_damage(self, use: Use) -> None:
        """The damage of an attack skill, point by point, until an interceptor fires.

        "迎撃スキルが発動した場合、攻撃スキルによるダメージの処理を強制的に中断する。"
        """
        slot, enemy = use.slot, use.slot.owner.enemy
        points, speed = self.points(slot), self.speed(slot)
        self.record(
            log.DamageAnnounced, source=slot.ref, target=enemy.side, points=points, speed=speed
        )
        if self.voids(enemy, slot, by_attack=True):
            return
        holds_back = Rule.HOLDS_BACK in use.helper.rules
        for target in islice(self.targets(slot), points):
            self.hit(target, slot)
            if target.type is not Type.INTERCEPTOR:
                continue
            if holds_back and slot.right:
                holds_back = False  # spent on one that is too slow, too
                self.record(log.InterceptorHeldBack, skill=target.ref, by=slot.right.ref)
                continue
            own_speed = self.speed(target)
            if own_speed < speed:
                self.record(log.InterceptorTooSlow, skill=target.ref, speed=own_speed)
                continue
            self.intercept(use, target, own_speed, speed)
            return

    def voids(self, target: Character, source: Slot, *, by_attack: bool) -> bool:
        """Whether a status stops all of this damage.

        No-mind stops any (R19), a barrier that of one attack skill, whatever its points (R20) - but not
        that of an interceptor (R9).
        """
        if Status.NO_MIND in target.statuses:
            voiding, left = Status.NO_MIND, 1
        elif by_attack and Status.BARRIER in target.statuses:
            voiding, left = Status.BARRIER, self.take(target, Status.BARRIER, 1)
        else:
            return False
        self.record(log.DamageVoided, source=source.ref, target=target.side, by=voiding, left=left)
        return True

    def targets(self, slot: Slot, attack: Slot | None = None) -> Iterable[Slot]:
        """The skills that a damage of this one hits, one for each point."""
        enemy = slot.owner.enemy
        match slot.skill.aim:
            case Aim.THE_ATTACK if attack:
                return [attack]
            case Aim.OWN_LEVEL:
                before = slot.level - 1
                order = enemy.slots[before:] + enemy.slots[:before]
                return [target for target in order if target.skill is not BLANK]
        return enemy.owned

    def hit(self, target: Slot, source: Slot) -> None:
        """Put a damage counter on a skill. A second one changes nothing."""
        target.is_hit = True
        self.record(log.SkillHit, source=source.ref, skill=target.ref)

    def intercept(self, use: Use, slot: Slot, speed: int, attack_speed: int) -> None:
        """Fire the interceptor in `slot` at the attack, which is interrupted.

        Its damage triggers no interceptor (R24).
        """
        attack = use.slot
        points = self.points(slot, attack_speed)
        fired = self.record(
            log.InterceptorFired, skill=slot.ref, against=attack.ref, speed=speed, points=points
        )
        use.fired = slot, slot.skill, fired
        self.within = fired
        self.spend(slot)
        if points and not self.voids(attack.owner, slot, by_attack=False):
            for target in islice(self.targets(slot, attack), points):
                if target.level:
                    self.hit(target, slot)
                else:
                    self.record(log.PlainHitUnbroken, source=slot.ref, skill=target.ref)  # (R18)
        self.within = use.n
        self.record(log.AttackInterrupted, skill=attack.ref)

    # --- what happens to skills and characters ------------------------------------------------------

    def apply(self, effects: Iterable[Effect], slot: Slot) -> None:
        """Let these effects of the slot happen."""
        for effect in effects:
            effect.verb.apply(self, slot)

    def spend(self, slot: Slot) -> None:
        """Mark a limited skill that was used or took effect: it goes in the end phase."""
        if slot.skill.limited and not slot.is_due:
            slot.is_due = True
            self.record(log.LimitedSpent, skill=slot.ref)

    def mark(self, slot: Slot, by: Slot) -> None:
        """Remember the name of this skill until the end phase (R4), even if `by` falls before (R3)."""
        slot.owner.marked.append(slot.skill)
        self.record(log.HeadMarked, skill=slot.ref, name=slot.skill.id, by=by.ref)

    def change(self, slot: Slot, into: str) -> None:
        """Make the skill another one. Level and damage counter stay with the slot (R16)."""
        before, slot.skill = slot.skill, self.pool.by_id[into]
        if before is not slot.skill:
            self.record(log.SkillChanged, skill=slot.ref, before=before.id, after=into)

    def destroy(self, slots: Iterable[Slot], why: log.Why) -> None:
        """Destroy these skills of one side at one moment. A +硬 falls in place of the skill on its left.

        "そのスキルと同一のタイミングでこのスキルが破壊される場合であっても、この効果は発揮される。" Slots come from the left, so a +硬 can protect before it is
        destroyed itself.
        """
        for slot in slots:
            slot.is_hit = False
            if slot.skill is BLANK:
                continue  # a +硬 that has fallen already
            falling = slot
            if slot.right and Rule.FALLS_INSTEAD in slot.helper.rules:
                falling = slot.right
                if why == "end":
                    slot.is_due = False  # as good as new; saved from damage it stays due
                self.record(log.SkillSaved, skill=slot.ref, by=falling.ref, why=why)
            self.remove(falling, why)

    def remove(self, slot: Slot, why: log.Why) -> None:
        """Leave a blank. 逆鱗 gives its owner a stack, however it went (R31)."""
        skill, slot.skill = slot.skill, BLANK
        slot.is_hit = slot.is_due = False
        left = len(slot.owner.owned)
        self.within = self.record(
            log.SkillDestroyed, skill=slot.ref, name=skill.id, why=why, left=left
        )
        self.apply(skill.effects[When.DESTROYED], slot)
        self.within = 0

    def give(self, to: Character, status: Status, count: int, by: Slot) -> None:
        """Give a character a status. A status that does not stack has no effect the second time."""
        has = to.statuses.get(status, 0)
        if has and status not in STACKING:
            return
        to.statuses[status] = has + count
        self.record(
            log.StatusGained,
            side=to.side,
            status=status,
            count=count,
            now=has + count,
            by=by.ref,
        )

    def lift(self, character: Character, status: Status, count: int | None = None) -> None:
        """A character loses a status: all of it, or this many stacks (R2)."""
        has = character.statuses.get(status, 0)
        if has:
            count = has if count is None else count
            left = self.take(character, status, count)
            self.record(
                log.StatusLifted, side=character.side, status=status, count=count, left=left
            )

    def take(self, character: Character, status: Status, count: int) -> int:
        """Take this many stacks away. Returns how many are left."""
        left = character.statuses.pop(status) - count
        if left:
            character.statuses[status] = left
        return left

    # --- the verdict --------------------------------------------------------------------------------

    def check(self, phase: str, attacker: Character | None = None) -> None:
        """Raise `Decided` if a side has no skill left: that side loses.

        If neither has one, the attacker loses; without an attacker it is a draw.
        """
        empty = [character for character in self.both if not character.owned]
        if len(empty) == 1:
            raise Decided(empty[0].enemy.side, phase)
        if empty:
            raise Decided(attacker.enemy.side if attacker else None, phase, both_empty=True)

    def guard(self) -> None:
        """End what would never end (R35). From round 6 on, only the parity of the round matters.

        Under these rules neither can happen, so it is logged.
        """
        reason = position = None
        if self.turn > SLOTS:
            position = (self.turn % 2, *(side.standing for side in self.both))
            reason = "loop" if position in self.positions else None
            self.positions.add(position)
        if self.turn >= LAST_ROUND:
            reason = reason or "cap"
        if reason:
            _log.error("A battle without end (%s): %s", reason, position)
            raise Decided(None, reason)

    def record_round(self) -> None:
        """Log the state of both sides at the beginning of the round."""
        home, home_statuses = self.home.standing
        away, away_statuses = self.away.standing
        self.record(
            log.RoundBegan,
            home=home,
            away=away,
            home_statuses=home_statuses,
            away_statuses=away_statuses,
            home_hp=self.hp[0],
            away_hp=self.hp[1],
        )

    def end(self, decision: Decided) -> None:
        """Log how the battle ended."""
        self.within = 0
        self.record(
            log.BattleEnded,
            winner=decision.winner or "none",
            reason=decision.reason,
            both_empty=decision.both_empty,
            home_hp=self.hp[0],
            away_hp=self.hp[1],
        )
