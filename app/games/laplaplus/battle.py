"""The reference engine: a battle as the rule book tells it.

Chapter numbers (§4, §5) are those of the rules' order: build, disclosure, turns, judgement; then the
machine that works off Actions, Events and damage. R numbers are the rulings of RULES.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVarTuple

from app.engine import Battle, Build, Event, Side
from app.games.laplaplus import effects, events as log
from app.games.laplaplus.abilities import Constraint, Option, Rule, Trigger
from app.games.laplaplus.cards import STANDARD, Card, CardPool
from app.games.laplaplus.windows import (
    DamageComing,
    Downed,
    Fired,
    ListMade,
    OrderPhase,
    Targeted,
    Window,
)

LAST_TURN: Final = 30
REASONS: Final = (
    "draw",
    "build_zero",
    "build_both_zero",
    "hp",
    "judgement_hp",
    "judgement_initiative",
)
"""Why a battle ended. Append only: outcome bytes index it."""

COSTS: Final[Mapping[Option | None, log.Cost]] = {
    Option.REMOVAL: "removal",
    Option.DOWNLESS: "none",
}
"""What an ability with this option costs, where it is not "down"."""

Ts = TypeVarTuple("Ts")


def play(home: Build, away: Build, pool: CardPool = STANDARD) -> Battle:
    """The whole battle with its log. Builds must be of cards of the pool, as `read_build` gives them."""
    events: list[Event] = []
    winner, reason, battle = _decide(home, away, events, pool)
    return Battle(winner, reason, battle.turn, (battle.home.hp, battle.away.hp), tuple(events))


def decide(home: Build, away: Build, pool: CardPool = STANDARD) -> tuple[Side | None, str]:
    """Return the winner and the reason: the same battle without a log, in less time."""
    winner, reason, _ = _decide(home, away, None, pool)
    return winner, reason


def _decide(
    home: Build, away: Build, events: list[Event] | None, pool: CardPool
) -> "tuple[Side | None, str, State]":
    battle = State(home, away, events, pool)
    try:
        winner, reason = battle.run()
    except Fallen as fallen:
        winner, reason = fallen.team.enemy.side, "hp"
    battle.within = 0
    battle.record(
        log.BattleEnded,
        winner.value if winner else "none",
        reason,
        battle.home.hp,
        battle.away.hp,
    )
    return winner, reason, battle


@dataclass(slots=True, eq=False)
class CardInPlay:
    """A card in play: it keeps its reference through every move."""

    card: Card
    team: "Team"
    ref: log.CardRef
    up: bool = True

    @property
    def in_play(self) -> bool:
        """Whether it has not been removed."""
        return self in self.team.row


class Team:
    """One side of the battle. `enemy` is set once both sides exist."""

    __slots__ = (
        "actions",
        "base_hp",
        "enemy",
        "events",
        "hp",
        "order",
        "row",
        "side",
        "speed_bonus",
    )

    enemy: "Team"

    def __init__(self, side: Side, build: Build, pool: CardPool) -> None:
        self.side = side
        self.hp = 0
        self.speed_bonus = 0
        self.line_up(
            [
                CardInPlay(pool.by_id[id], self, f"{side}.{place}")
                for place, id in enumerate(build.cards, 1)
            ]
        )

    def line_up(self, row: list[CardInPlay]) -> None:
        """These are the cards in play, from the top, each with its reference in `order`; base HP is the sum of their forces.

        `actions`: theirs with card and number, on one card the upper one first (R30); `events`: theirs by trigger.
        """
        self.row = row
        self.order = tuple([placed.ref for placed in row])
        self.base_hp = sum([placed.card.force for placed in row])
        self.actions = [(c, at, action) for c in row for at, action in enumerate(c.card.actions, 1)]
        self.events: dict[Trigger | None, list[tuple[CardInPlay, effects.Event]]] = {}
        for placed in row:
            for event in placed.card.events:
                self.events.setdefault(event.trigger, []).append((placed, event))

    @property
    def speed(self) -> int:
        """Base HP and what Quick added in this phase (R6)."""
        return self.base_hp + self.speed_bonus

    def above(self, card: CardInPlay) -> CardInPlay | None:
        """The card directly above; None for the top card. The card must be in play."""
        place = self.row.index(card)
        return self.row[place - 1] if place else None

    def below(self, card: CardInPlay) -> CardInPlay | None:
        """The card directly below; None for the lowest."""
        place = self.row.index(card) + 1
        return self.row[place] if place < len(self.row) else None


@dataclass(slots=True, eq=False)
class Damage:
    """A damage on its way to `to`."""

    serial: int
    source: CardInPlay
    to: Team
    points: int
    no_intercept: bool


class Fallen(Exception):
    """A side has no HP left. The battle stops at once (R20)."""

    def __init__(self, team: Team) -> None:
        self.team = team


class State:
    """A battle under way."""

    first: Team

    def __init__(
        self, home: Build, away: Build, events: list[Event] | None, pool: CardPool = STANDARD
    ) -> None:
        self.rules = pool.version
        self.events = events
        self.n = 0
        self.turn = 0
        self.within = 0
        self.damages = 0
        self.no_intercept = False
        self.home = Team(Side.HOME, home, pool)
        self.away = Team(Side.AWAY, away, pool)
        self.home.enemy, self.away.enemy = self.away, self.home

    def record(self, kind: Callable[[int, int, int, *Ts], Event], *args: *Ts) -> int:
        """Write an event into the log, if one is kept, and return its number."""
        n = self.n = self.n + 1
        if self.events is not None:
            self.events.append(kind(n, self.turn, self.within, *args))
        return n

    # --- §4 the battle ------------------------------------------------------------------------------

    def run(self) -> tuple[Side | None, str]:
        """From the build phase to the judgement. Raises `Fallen` when a side's HP runs out."""
        self.build_phase()
        if [c.card for c in self.home.row] == [c.card for c in self.away.row]:
            return None, "draw"  # before anything is checked (R4)
        zero = [team for team in (self.home, self.away) if team.hp <= 0]
        if len(zero) == 1:
            return zero[0].enemy.side, "build_zero"
        if zero:
            self.turn = 1
            self.order_phase()
            return self.first.side, "build_both_zero"
        for self.turn in range(1, LAST_TURN + 1):
            self.play_turn()
        return self.judgement()

    def build_phase(self) -> None:
        """HP starts at base HP; Build abilities follow from the top; then everything is disclosed."""
        home, away = self.home, self.away
        self.record(
            log.BattleBegan,
            self.rules,
            tuple(c.card.id for c in home.row),
            tuple(c.card.id for c in away.row),
        )
        for team in (home, away):
            team.hp = team.base_hp
            self.record(log.HpSet, team.side, team.base_hp, team.hp)
        for team in (home, away):
            for placed in team.row:
                for ability in placed.card.abilities:
                    if isinstance(ability, effects.Build):
                        ability.verb.apply(self, placed)
        self.record(log.BuildsDisclosed, home.hp, home.base_hp, away.hp, away.base_hp)

    def play_turn(self) -> None:
        """Order phase, an action phase for each side, up phase."""
        home, away = self.home, self.away
        self.order_phase()
        self.action_phase(self.first)
        self.action_phase(self.first.enemy)
        self.up_phase()
        self.record(
            log.TurnEnded,
            home.hp,
            away.hp,
            home.base_hp,
            away.base_hp,
            home.order,
            away.order,
            tuple([c.ref for team in (home, away) for c in team.row if not c.up]),
        )

    def order_phase(self) -> None:
        """Let Quick answer. Then the first comparison that differs decides which side is first."""
        self.home.speed_bonus = self.away.speed_bonus = 0
        opened = self.record(log.TurnBegan)
        self.work(OrderPhase(None, opened))
        self.first, by, position = self.compare()
        self.record(
            log.OrderDecided, self.first.side, by, position, self.home.speed, self.away.speed
        )

    def compare(self) -> tuple[Team, log.Comparison, int]:
        """Return the first side, the comparison that decided, and its position in the row (0: none).

        The forces of the whole row and its length are compared before any number (R5).
        """
        home, away = self.home, self.away
        if home.speed != away.speed:
            return (home if home.speed > away.speed else away), "speed", 0
        pairs = [(a.card, b.card) for a, b in zip(home.row, away.row, strict=False)]
        for position, (a, b) in enumerate(pairs, 1):
            if a.force != b.force:
                return (home if a.force > b.force else away), "force", position
        if len(home.row) != len(away.row):
            return (home if len(home.row) > len(away.row) else away), "length", len(pairs) + 1
        for position, (a, b) in enumerate(pairs, 1):
            if a.number != b.number:
                return (home if a.number < b.number else away), "number", position
        return self.first, "previous", 0  # rows that differ at the start are told apart on turn 1

    def action_phase(self, team: Team) -> None:
        """The highest Action that can fire does so, then the next is looked for from the top again (R29)."""
        self.record(log.ActionPhaseBegan, team.side)
        while ready := self.ready_action(team):
            self.fire_action(*ready)
        self.record(log.ActionPhaseEnded, team.side)

    def up_phase(self) -> None:
        """Every down card comes up, except those that a Static ability keeps down. This triggers nothing."""
        upped: dict[Side, list[log.CardRef]] = {Side.HOME: [], Side.AWAY: []}
        for team in (self.home, self.away):
            for placed in team.row:
                if not placed.up and Rule.NOT_UPPED not in placed.card.rules:
                    placed.up = True
                    upped[team.side].append(placed.ref)
        self.record(log.CardsUpped, tuple(upped[Side.HOME]), tuple(upped[Side.AWAY]))

    def judgement(self) -> tuple[Side, str]:
        """More HP wins; if equal, the side that would be first on turn 31 (R44, R45)."""
        home, away = self.home, self.away
        self.record(log.JudgementHeld, home.hp, away.hp)
        if home.hp != away.hp:
            return (home if home.hp > away.hp else away).side, "judgement_hp"
        self.turn = LAST_TURN + 1
        self.order_phase()
        self.turn = LAST_TURN
        return self.first.side, "judgement_initiative"

    # --- §5 Actions and Events ----------------------------------------------------------------------

    def ready_action(self, team: Team) -> tuple[CardInPlay, int, effects.Action] | None:
        """The highest Action that can fire now, with its card and its number there."""
        for ready in team.actions:
            card, _, action = ready
            if card.up and (action.constraint is None or self.allows(action.constraint, card)):
                return ready
        return None

    def allows(self, constraint: Constraint, card: CardInPlay) -> bool:
        """Whether an Action's constraint holds now."""
        team = card.team
        match constraint:
            case Constraint.TOP:
                return team.row[0] is card or self.ignores_top(card)
            case Constraint.HALF_HP:
                return team.hp <= team.base_hp // 2
        return constraint is not Constraint.SAME_CARD_UP or bool(self.common(team))

    def ignores_top(self, card: CardInPlay) -> bool:
        """Whether the card directly below, up or down, lifts this one's Top constraint (R42)."""
        below = card.team.below(card)
        return below is not None and Rule.ABOVE_IGNORES_TOP in below.card.rules

    def common(self, team: Team) -> list[CardInPlay]:
        """The up cards of the team that its enemy has up too, from the top."""
        theirs = {c.card for c in team.enemy.row if c.up}
        return [c for c in team.row if c.up and c.card in theirs]

    def fire_action(self, card: CardInPlay, number: int, action: effects.Action) -> None:
        """Cost, then effect: an Echo below has upped the card before the effect begins (R9)."""
        outer = self.within
        cost = COSTS.get(action.option, "down")
        self.within = self.record(log.ActionFired, card.ref, number, cost)
        self.pay(card, cost)
        self.no_intercept = action.option is Option.NO_INTERCEPT
        action.verb.apply(self, card)
        self.no_intercept = False
        self.within = outer

    def fire_event(self, card: CardInPlay, event: effects.Event, window: Window) -> None:
        """Cost, then the enemy's Dazzles if his ability was the trigger, then the effect (R14-R16, R19)."""
        outer = self.within
        cost = COSTS.get(event.option, "down")
        fired = self.record(log.EventFired, card.ref, window.kind, window.trigger, cost)
        self.within = fired
        self.pay(card, cost)
        dazzling = Fired(card.team, fired, card)
        if window.by is card.team.enemy:
            self.work(dazzling)
        if not dazzling.nullified:
            event.answer.apply(self, card, window)
        self.within = outer

    def pay(self, card: CardInPlay, cost: log.Cost) -> None:
        """Down, or removal, or nothing: before the effect."""
        if cost == "down":
            self.down(card, by=card, why="cost")
        elif cost == "removal":
            self.remove(card, by=card, why="cost")

    def work(self, window: Window) -> None:
        """Let Events answer, one at a time, until none is left.

        The search starts again after each, since anything may have changed (R7). A downless Event answers one trigger
        once; any other answers again if it is up again (R10).
        """
        first = window.by or self.home
        if window.ours not in first.events and window.theirs not in first.enemy.events:
            return  # as most windows
        answered: set[CardInPlay] = set()
        while found := self.answer(window, first, answered):
            card, event = found
            answered.add(card)
            self.fire_event(card, event, window)

    def answer(
        self, window: Window, first: Team, answered: set[CardInPlay]
    ) -> tuple[CardInPlay, effects.Event] | None:
        """The Event that answers now: of the side that caused the trigger first, from the top (R18)."""
        ours, theirs = first.events.get(window.ours, []), first.enemy.events.get(window.theirs, [])
        for found in (*ours, *theirs):
            card, event = found
            is_done = card in answered and event.option is Option.DOWNLESS
            if card.up and not is_done and window.hears(card, event):
                return found
        return None

    # --- §5 damage, targets, and what happens to cards ----------------------------------------------

    def damage(self, source: CardInPlay, to: Team, points: int) -> None:
        """Announce a damage, let Events change it, and take what is left from HP.

        Damage to oneself opens no window (R23). Raises `Fallen` as soon as HP is 0 or less (R20).
        """
        self.damages += 1
        damage = Damage(self.damages, source, to, points, self.no_intercept)
        opened = self.record(
            log.DamageAnnounced, damage.serial, source.ref, to.side, points, damage.no_intercept
        )
        if source.team is not to:
            self.work(DamageComing(source.team, opened, damage))
        if damage.points > 0:
            to.hp -= damage.points
            self.record(log.DamageDealt, damage.serial, source.ref, to.side, damage.points, to.hp)
            if to.hp <= 0:
                raise Fallen(to)

    def target_from(self, cards: list[CardInPlay], by: CardInPlay) -> CardInPlay | None:
        """Make a target list, let Brains narrow it, and target its highest card.

        None if nothing is on the list, or if the effect does not apply to the target.
        """
        opened = self.record(log.ListMade, by.ref, tuple([c.ref for c in cards]))
        window = ListMade(by.team, opened, cards)
        self.work(window)
        chosen = next(iter(window.cards), None)
        return chosen if chosen and self.target(chosen, by) else None

    def target(self, card: CardInPlay, by: CardInPlay, which: int = 1) -> bool:
        """Make the card a target; True if the effect applies to it: it is in play and no Trap ignored it."""
        opened = self.record(log.TargetChosen, card.ref, by.ref, which)
        window = Targeted(by.team, opened, card, by)
        self.work(window)
        return card.in_play and not window.ignored

    def down(self, card: CardInPlay, by: CardInPlay, why: log.Why = "effect") -> None:
        """Turn an up card down; Echo may answer. A down card stays as it is (R17)."""
        if card.up:
            card.up = False
            opened = self.record(log.CardDowned, card.ref, why, by.ref)
            self.work(Downed(by.team, opened, card))

    def up(self, card: CardInPlay, by: CardInPlay) -> None:
        """Turn a down card up. This triggers nothing."""
        if not card.up:
            card.up = True
            self.record(log.CardUpped, card.ref, by.ref)

    def remove(self, card: CardInPlay, by: CardInPlay, why: log.Why = "effect") -> None:
        """Take a card out of the game. Its row closes up; HP stays (R28); no Echo answers (R36)."""
        team = card.team
        team.row.remove(card)
        team.line_up(team.row)
        self.record(log.CardRemoved, card.ref, why, by.ref, team.base_hp, team.order)

    def sink(self, card: CardInPlay, by: CardInPlay) -> None:
        """Exchange a card with the one directly below it; both keep their state (R32)."""
        row = card.team.row
        place = row.index(card)
        row[place], row[place + 1] = row[place + 1], row[place]
        card.team.line_up(row)
        self.record(log.CardsSwapped, row[place].ref, card.ref, by.ref, card.team.order)
