"""The decisions of the house: plain, the same each time, and made from the view alone.

Squares are compared as the seat numbers them.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from app.engine.matches.dice import canonical
from app.engine.matches.game import Action, MatchDecision, Options, Seat, View, other
from app.engine.words import Words
from app.games.acts.actions import (
    MOST_ACTS,
    MOST_ETHER,
    NO,
    PASS,
    REFILL,
    answers,
    making,
    moves,
    tools,
)
from app.games.acts.attacks import aims, attack_of, defences, taken
from app.games.acts.cards import ETHER, AreaAttack, Attack, Defence
from app.games.acts.field import (
    Field,
    attacks,
    damage,
    defence_of,
    free,
    in_reach,
    may_attack,
    may_move,
    move_cost,
    struck,
    units,
)
from app.games.acts.squares import distance, turned
from app.games.acts.state import Flow, State
from app.games.acts.view import Sight

_2R: Final = 1
_HEAVY: Final = 20
"""The least damage that is worth an answer."""
_KEPT: Final = 2
"""The usable ether that a master keeps when making and giving."""
_FEW: Final = 3
_CUT: Final = frozenset({"T03", "T06", "T10", "T11"})
"""Tools worth a Cut Power."""
_MIDDLE: Final = 2
_STRIKES: Final = (
    Words(
        "{mine}Dを与えます（ほかの攻撃は最大{best}D）。",
        "It does {mine}D. Other attacks do {best}D at most.",
    ),
    Words(
        "{mine}Dで対象を倒します（ほかの攻撃は最大{best}D）。",
        "It does {mine}D and destroys a target. Other attacks do {best}D at most.",
    ),
)
"""The reasons for an attack: it hurts, or it fells a unit."""
_MAKES: Final = (
    Words(
        "いまメイクできるのは、このサーヴァントだけです（サイズ{size}）。",
        "This is the only servant you can make now. Its size is {size}.",
    ),
    Words(
        "いまメイクできるいちばん大きいサーヴァントです（サイズ{size}、ほかは最大{then}）。",
        "It is the largest servant you can make now: size {size}. Others have {then} at most.",
    ),
)


def choose(view: View, decision: MatchDecision, options: Options) -> Action:
    """The answer of the house."""
    if decision.kind == REFILL:
        *_, most = options
        return most
    return answer(decision.kind, Sight.through(view))


def house(state: State, decision: MatchDecision) -> Action:
    """Return what `choose` finds for that seat, but without making a view."""
    if decision.kind == REFILL:
        return {"a": "refill", "n": state.refill(decision.seat)}
    return answer(decision.kind, Sight.of(state, decision.seat))


def answer(kind: str, sight: Sight) -> Action:
    """Return the answer for a decision of any kind but the refill, at which the house takes as much as it may."""
    match kind:
        case "acts.toss":
            return {"a": "first" if any(strikes_on_foes(sight)) else "second"}
        case "acts.main":
            return next(_House(sight).actions())
        case "acts.speed":
            return _speed(sight)
    return _defend(sight)


def reasoned(view: View, decision: MatchDecision, options: Options) -> tuple[Action, Words]:
    """The answer of the house, and why: the damage, the sizes and the counts that it compared."""
    action, sight = choose(view, decision, options), Sight.through(view)
    if decision.kind == "acts.defend":
        points = taken(sight.field, sight.declared, sight.declared.target)
        return action, Words(
            f"この攻撃のダメージは{points}です。", f"The attack does {points} damage."
        )
    blows = {canonical(each.action): dict(each.blows) for each in strikes_on_foes(sight)}
    mine = blows.pop(canonical(action), None)
    best = max((sum(each.values()) for each in blows.values()), default=0)
    if mine is not None:
        falls = any(sight.field[at].falls_to(mine[at]) for at in mine)
        return action, _STRIKES[falls].filled(mine=sum(mine.values()), best=best)
    if action["a"] == "make":
        size = sight.pool[action["card"]].size
        sizes = (sight.pool[id].size for id in {*sight.hand} - {action["card"]})
        then = max((each for each in sizes if each <= sight.master.off), default=0)
        return action, _MAKES[then > 0].filled(size=size, then=then)
    return action, Words(
        f"攻撃の前にしておく行動です（今できる攻撃のダメージは最大{best}）。",
        f"Do this before you attack; the best attack at the moment does {best} damage.",
    )


class Strike(NamedTuple):
    """An attack on enemy units, what it costs and what each target would take."""

    at: int
    attack: Attack
    blows: tuple[tuple[int, int], ...]

    @property
    def damage(self) -> int:
        """The damage to all targets together."""
        return sum(points for _, points in self.blows)

    @property
    def action(self) -> dict[str, Any]:
        """The action that declares it."""
        targets = sorted(at for at, _ in self.blows)[: self.attack.targets]
        return {
            "a": "attack",
            "unit": str(self.at),
            "skill": self.attack.name or None,
            **dict(zip(("target", "also"), map(str, targets), strict=False)),
        }


def strikes_on_foes(sight: Sight) -> Iterator[Strike]:
    """Yield all attacks of the seat that hit only enemy units."""
    field = sight.field
    foes = [at for at, _ in units(field, other(sight.seat))]
    for at, unit in units(field, sight.seat):
        for attack in attacks(unit):
            if not may_attack(unit, attack):
                continue
            reached = in_reach(field, at, attack)
            blows = [(foe, damage(field, at, attack, foe)) for foe in foes if foe in reached]
            if isinstance(attack, AreaAttack) and attack.sweeps:
                if blows and len(blows) == len(struck(field, at, attack, ())):
                    yield Strike(at, attack, (*blows,))
                continue
            for n, blow in enumerate(blows):
                yield Strike(at, attack, (blow,))
                if attack.targets > 1:
                    for also in blows[n + 1 :]:
                        yield Strike(at, attack, (blow, also))


def forward(square: int, seat: Seat) -> tuple[int, bool, int]:
    """Return a sort key for squares, as the seat numbers them: nearest to the front, then the middle."""
    own = turned(square, seat)
    return -(own // 10), own % 10 != _MIDDLE, own


class _House:
    """The rules for an action, in their order."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.field = sight.field
        self.seat = sight.seat
        self.home = sight.home
        self.master = sight.master
        self.strikes = [*strikes_on_foes(sight)]

    def own(self, square: int) -> int:
        """The square as the seat numbers it."""
        return turned(square, self.seat)

    def actions(self) -> Iterator[Action]:
        """Yield actions in order of preference; the first one is taken."""
        if self.sight.acts < MOST_ACTS:
            yield from self._attack(1)
            yield from self._attack(2)
            yield from self._attack(3)
            yield from self._make()
            yield from self._gather()
            yield from self._supply()
            yield from self._advance()
            yield from self._attack(8)
            yield from self._tool()
            yield from self._flee()
        yield PASS

    def _rank(self, strike: Strike) -> tuple[Any, ...]:
        targets = sorted(self.own(at) for at, _ in strike.blows)
        return -strike.damage, strike.attack.cost, self.own(strike.at), targets, strike.attack.name

    def _attack(self, rule: int) -> Iterator[Action]:
        fits = [each for each in self.strikes if self._is_worth(each, rule)]
        if fits:
            yield min(fits, key=self._rank).action

    def _is_worth(self, strike: Strike, rule: int) -> bool:
        field = self.field
        letter = "m" if rule in (1, 3) else "s"
        met = [(field[at], points) for at, points in strike.blows if field[at].letter == letter]
        match rule:
            case 1 | 2:
                return any(piece.falls_to(points) for piece, points in met)
            case 3:
                unit = field[strike.at]
                has_kept = (
                    strike.at != self.home
                    or defence_of(unit) is None
                    or unit.off > strike.attack.cost
                )
                return has_kept and any(points for _, points in met)
        return any(points >= _HEAVY for _, points in met)

    def _make(self) -> Iterator[Action]:
        """The largest servant that can be made, with ether to act if there is enough, in front of the master."""
        squares = free(self.field, self.home, _2R)
        off = self.master.off
        sizes = {
            id: card.size
            for id in {*self.sight.hand}
            if (card := self.sight.pool[id]).kind == "servant" and card.size <= off
        }
        if squares and sizes:
            id = min(sizes, key=lambda id: (-sizes[id], id))
            size = sizes[id]
            count = 2 * size if off - 2 * size >= _KEPT else size
            yield making(id, str(min(squares, key=lambda at: forward(at, self.seat))), count, 0)

    def _gather(self) -> Iterator[Action]:
        count = min(self.sight.hand.count(ETHER), self.sight.room)
        if count and self.sight.ether < MOST_ETHER:
            yield {"a": "ether", "hand": count, "move": []}

    def _supply(self) -> Iterator[Action]:
        """A servant beside the master that has no usable ether gets as much as its size."""
        if self.sight.ether >= MOST_ETHER:
            return
        poor = [
            (unit.face.size, self.own(at), at)
            for at, unit in units(self.field, self.seat)
            if unit.letter == "s"
            and not unit.off
            and distance(self.home, at) <= _2R
            and self.master.off - unit.face.size >= _KEPT
        ]
        if poor:
            size, _, at = min(poor)
            yield {"a": "ether", "hand": 0, "move": [[str(at), size, 0]]}

    def _advance(self) -> Iterator[Action]:
        """A servant comes nearer to the enemy master, if it can attack from there or cannot from here."""
        foe = self.sight.masters[other(self.seat)]
        found = []
        for at, unit in units(self.field, self.seat):
            if unit.letter == "m":
                continue
            cost = move_cost(unit)
            if not may_move(unit) or unit.off < cost:
                continue
            has_more = unit.off - cost >= min(each.cost for each in attacks(unit))
            if has_more or not any(
                strike.at == at and any(points for _, points in strike.blows)
                for strike in self.strikes
            ):
                found += [
                    (cost, self.own(at), self.own(to), at, to)
                    for to in free(self.field, at, _2R)
                    if distance(to, foe) < distance(at, foe)
                ]
        if found:
            *_, at, to = min(found)
            yield {"a": "move", "unit": str(at), "to": str(to)}

    def _tool(self) -> Iterator[Action]:
        uses = [*tools(self.sight)]
        hurt = [
            (-self.field[at].damage, self.own(at), each)
            for each in uses
            if each["card"] == "T01"
            for at in [int(each["on"])]
            if self.field[at].damage >= _HEAVY
        ]
        if hurt:
            yield min(hurt, key=lambda it: it[:2])[2]
        if len(self.sight.hand) <= _FEW:
            yield from (each for each in uses if each["card"] == "T02")
        for card in ("T05", "T06"):
            bare = [
                (-unit.face.size, self.own(at), each)
                for each in uses
                if each["card"] == card
                for at in [int(each["on"])]
                for unit in [self.field[at]]
                if unit.owner == self.seat
                and unit.letter == "s"
                and card not in [tool.id for tool, _ in unit.tools]
            ]
            if bare:
                yield min(bare, key=lambda it: it[:2])[2]

    def _flee(self) -> Iterator[Action]:
        """The master goes where fewer enemy units could attack him."""
        here = self._threats(self.field, self.home)
        if not here:
            return
        found = []
        for action in moves(self.sight, self.home, self.master):
            to = int(action["to"])
            there = {at: each for at, each in self.field.items() if at != self.home}
            number = self._threats(there | {to: self.master}, to)
            if number < here:
                found.append((number, self.own(to), action))
        if found:
            yield min(found, key=lambda it: it[:2])[2]

    def _threats(self, field: Field, at: int) -> int:
        """Return how many enemy units could declare an attack on this square."""
        if self.sight.foe_acts >= MOST_ACTS:
            return 0
        return sum(
            any(
                may_attack(unit, attack) and at in in_reach(field, foe, attack)
                for attack in attacks(unit)
            )
            for foe, unit in units(field, other(self.seat))
        )


# --- answers --------------------------------------------------------------------------------------------


def _speed(sight: Sight) -> Action:
    """Use Smoke for the master, or for a unit that it saves; use No Power against an action worth stopping."""
    flow = sight.declared
    action = flow.action
    usable = [each for each in answers(sight) if each["card"] in sight.pool.answers]
    if flow.answers or not usable:
        return NO
    if action["a"] == "attack":
        targets = aims(sight.field, flow)
        saved = [
            (sight.field[at].letter != "m", turned(at, sight.seat), n)
            for n, each in enumerate(usable)
            for at in [int(each["on"])]
            if at in targets and _is_saved(sight, flow, at)
        ]
        return usable[min(saved)[2]] if saved else NO
    if action["a"] == "tool":
        return usable[0] if action["card"] in _CUT else NO
    cost = sight.field[flow.unit].face.actives[action["skill"]].cost
    return usable[0] if cost >= _HIGH else NO


_HIGH: Final = 2


def _is_saved(sight: Sight, flow: Flow, at: int) -> bool:
    unit, points = sight.field[at], taken(sight.field, flow, at)
    if unit.letter == "m" and points >= _HEAVY:
        return True
    return unit.falls_to(points) and not unit.falls_to(points - _HEAVY)


def _defend(sight: Sight) -> Action:
    """Defend against deadly damage, and a master also against heavy damage. No unit has two skills for itself."""
    flow, field = sight.declared, sight.field
    target = flow.target
    unit = field[target]
    points = taken(field, flow, target)
    usable = [*defences(field, flow)]
    skill = next((each for _, each in usable if each.is_for_itself), None)
    others = [
        (each.cost, turned(at, sight.seat), each.name, at)
        for at, each in usable
        if not each.is_for_itself
    ]
    saves = _saves(skill, flow, field, points) if skill else 0
    is_deadly = unit.falls_to(points)
    is_heavy = unit.letter == "m" and points >= _HEAVY and not flow.used
    if skill and is_deadly and not unit.falls_to(points - saves):
        return _defence(target, skill.name)
    if is_deadly:
        is_wanted = unit.letter == "m"
    elif is_heavy and skill and (saves >= _HEAVY or skill.cost == 1):
        return _defence(target, skill.name)
    else:
        is_wanted = is_heavy
    if is_wanted and others:
        *_, name, at = min(others)
        return _defence(at, name)
    return NO


def _defence(at: int, skill: str) -> Action:
    return {"a": "defend", "unit": str(at), "skill": skill}


def _saves(skill: Defence, flow: Flow, field: Field, points: int) -> int:
    """Return how much of the damage this defence would take off."""
    if skill.negates or (not flow.dolls and skill.voids == attack_of(field, flow).attribute):
        return points
    return min(points, skill.takes)
