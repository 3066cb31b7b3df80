"""The legal actions at a decision: listed and checked by what the seat may know."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, TypeGuard

from app.engine.matches.game import Action, Seat
from app.engine.words import Words
from app.games.acts.attacks import defences
from app.games.acts.cards import ETHER, Card
from app.games.acts.effects import Aim, Blink, Carry
from app.games.acts.field import (
    Piece,
    free,
    in_reach,
    may_attack,
    may_move,
    move_cost,
    normal_attack,
    strikes,
    struck,
    units,
)
from app.games.acts.pool import MatchCards
from app.games.acts.squares import NAMED, distance
from app.games.acts.view import Sight

MOST_ACTS: Final = 60
"""The most actions of a seat in a turn, without passes."""
MOST_ETHER: Final = 3
"""Ether actions of a seat in a turn."""
PASS: Final[Action] = {"a": "pass"}
NO: Final[Action] = {"a": "no"}
_2R: Final = 1

TOSS, MAIN, SPEED_KIND, DEFEND, REFILL = (
    f"acts.{kind}" for kind in ("toss", "main", "speed", "defend", "refill")
)


class Options:
    """The legal actions of a decision. Amounts of ether are too many to list: of them iterating gives a sample."""

    def __init__(self, kind: str, sight: Sight, limit: int = 0) -> None:
        self.kind = kind
        self.sight = sight
        self.limit = limit
        self.complete = kind != MAIN

    def __iter__(self) -> Iterator[Action]:
        match self.kind:
            case "acts.toss":
                yield from ({"a": "first"}, {"a": "second"})
            case "acts.refill":
                yield from ({"a": "refill", "n": n} for n in range(self.limit + 1))
            case "acts.main":
                yield from listed(self.sight)
            case "acts.speed":
                yield from answers(self.sight)
                yield NO
            case _:
                yield from guards(self.sight)
                yield NO

    def __contains__(self, action: object) -> bool:
        return _is_shaped(action) and self._refusal(action) is None

    def explain(self, action: Action) -> Words | None:
        """Return why the action is not legal; None if it is."""
        return self._refusal(action) if _is_shaped(action) else _SHAPE

    def _refusal(self, action: Action) -> Words | None:
        """Return why an action of the right shape is not legal; None if it is."""
        if action["a"] not in _ANSWERED_BY[self.kind]:
            return _NOT_NOW
        match self.kind:
            case "acts.main":
                return _refuse_action(action, self.sight)
            case "acts.speed":
                if action != NO and action not in answers(self.sight):
                    return _refuse_answer(action, self.sight)
            case "acts.defend":
                if action != NO and action not in guards(self.sight):
                    return _NO_DEFENCE
            case "acts.refill":
                if not 0 <= action["n"] <= self.limit:
                    return Words(f"0から{self.limit}までです。", f"It is 0 to {self.limit}.")
        return None


# --- lists ----------------------------------------------------------------------------------------------


def listed(sight: Sight) -> Iterator[Action]:
    """The actions of a main turn; of amounts of ether some."""
    if sight.acts < MOST_ACTS:
        yield from _makes(sight)
        for at, unit in units(sight.field, sight.seat):
            yield from moves(sight, at, unit)
            yield from strikes_of(sight, at)
            yield from skills(sight, at, unit)
        yield from tools(sight)
        yield from ethers(sight)
    yield PASS


def _makes(sight: Sight) -> Iterator[Action]:
    master = sight.master
    in_hand = sight.hand.count(ETHER)
    squares = [str(each) for each in free(sight.field, sight.home, _2R)]
    for id in sorted({*sight.hand}):
        card = sight.pool[id]
        if card.kind == "servant":
            for count in (card.size, 2 * card.size):
                of_master = min(count, master.off)
                if count - of_master <= in_hand:
                    for at in squares:
                        yield making(id, at, of_master, count - of_master)


def making(card: str, at: str, master: int, hand: int) -> dict[str, Any]:
    """The action that makes a servant."""
    return {"a": "make", "card": card, "at": at, "master": master, "hand": hand}


def moves(sight: Sight, at: int, unit: Piece) -> Iterator[Action]:
    """The move actions of a unit."""
    if may_move(unit) and unit.off >= move_cost(unit):
        for to in free(sight.field, at, _2R):
            yield {"a": "move", "unit": str(at), "to": str(to)}


def strikes_of(sight: Sight, at: int) -> Iterator[Action]:
    """The attacks of a unit."""
    for attack, targets in strikes(sight.field, at):
        action = {"a": "attack", "unit": str(at), "skill": attack.name or None}
        for target in targets:
            yield {**action, "target": str(target)}
            if attack.targets > 1:
                for also in targets:
                    if target < also:
                        yield {**action, "target": str(target), "also": str(also)}


def aimed(sight: Sight, aim: Aim, origin: int) -> Iterator[int]:
    """Yield the squares of the units that can be targets, measured from this square."""
    for at in sorted(sight.field):
        each = sight.field[at]
        if each.letter in _letters(aim, each, sight.seat) and distance(origin, at) <= aim.reach:
            yield at


def _letters(aim: Aim, piece: Piece, seat: Seat) -> str:
    return aim.own if piece.owner == seat else aim.enemy


def skills(sight: Sight, at: int, unit: Piece) -> Iterator[Action]:
    """Yield the active skills of a unit with every possible target."""
    for skill in unit.face.actives.values():
        if unit.off < skill.cost or (skill.once and skill.name in unit.once):
            continue
        action = {"a": "skill", "unit": str(at), "skill": skill.name}
        effect = skill.effect
        match effect:
            case Blink():
                if not effect.card or sight.master.card == effect.card:
                    for to in free(sight.field, at, effect.aim.reach):
                        yield {**action, "to": str(to)}
            case Carry():
                for on in aimed(sight, effect.aim, at):
                    if on != at:
                        for give in _gifts(sight, unit, skill.cost, sight.field[on]):
                            yield {**action, "on": str(on), "give": give}
            case _:
                for on in aimed(sight, effect.aim, at):
                    if on != at:
                        yield {**action, "on": str(on)}


def _gifts(sight: Sight, unit: Piece, cost: int, other: Piece) -> Iterator[list[int]]:
    """Yield every transfer of ether from the unit to the other after it has paid; negative numbers come back."""
    off, on = unit.off - cost, unit.on + cost
    for more in range(-other.off, off + 1):
        for spent in range(-other.on, on + 1):
            if (
                (more or spent)
                and _may_have(sight, unit, -more - spent)
                and _may_have(sight, other, more + spent)
            ):
                yield [more, spent]


def _may_have(sight: Sight, unit: Piece, more: int) -> bool:
    """Whether the unit can hold this much more ether: a master up to its capacity, a servant with at least one left."""
    return more <= sight.room if unit.letter == "m" else unit.ether + more >= 1


def tool_cost(holder: Sight, tool: Card) -> int:
    """Return the cost of this tool for the seat."""
    if tool.tool not in ("normal", "speed"):
        return tool.cost
    own = (
        [each for _, each in units(holder.field, holder.seat)]
        if holder.pool.own
        else [holder.master]
    )
    thrift = sum(each.face.traits.thrift for each in own) + holder.held("thrift")
    return max(0, tool.cost - thrift)


def _uses(sight: Sight, card: Card) -> Iterator[Action]:
    """Yield this tool with every possible target."""
    action = {"a": "tool", "card": card.id}
    if card.tool == "field":
        yield from ({**action, "at": str(at)} for at in free(sight.field, sight.home, _2R))
    elif card.effect.aim.own or card.effect.aim.enemy:
        for on in aimed(sight, card.effect.aim, sight.home):
            yield {**action, "on": str(on)}
    else:
        yield action


def tools(sight: Sight) -> Iterator[Action]:
    """Yield the tools that can be used as an action."""
    for id in sorted({*sight.hand}):
        if id not in sight.pool.answers and _refuse_card(id, sight) is None:
            yield from _uses(sight, sight.pool[id])


def answers(sight: Sight) -> Iterator[Action]:
    """Yield the speed tools that can answer the declared action."""
    for id in fitting(sight):
        if _refuse_card(id, sight) is None:
            yield from _uses(sight, sight.pool[id])


def fitting(sight: Sight) -> list[str]:
    """Return the speed tools in the hand that suit the declared action, which may or may not be an attack."""
    flow = sight.declared
    is_attack = not flow.answers and flow.action["a"] == "attack"
    return [
        id
        for id in sorted(sight.pool.speed.intersection(sight.hand))
        if id not in sight.pool.answers or sight.pool[id].effect.answers_attack == is_attack
    ]


def guards(sight: Sight) -> Iterator[Action]:
    """The defences for the unit that is asked about."""
    for at, skill in defences(sight.field, sight.declared):
        yield {"a": "defend", "unit": str(at), "skill": skill.name}


def ethers(sight: Sight) -> Iterator[Action]:
    """Some ether actions: a card from the hand, all that fit, and single cards to a servant or back."""
    if sight.ether >= MOST_ETHER:
        return
    home = sight.home
    fit = min(sight.hand.count(ETHER), sight.room)
    for hand in sorted({1, fit} & {*range(1, fit + 1)}):
        yield {"a": "ether", "hand": hand, "move": []}
    for at, _ in units(sight.field, sight.seat):
        if at != home and distance(home, at) <= _2R:
            for off, on in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                action = {"a": "ether", "hand": 0, "move": [[str(at), off, on]]}
                if _carries(action, sight):
                    yield action


def _carries(action: Action, sight: Sight) -> bool:
    """Whether the result of an ether action is allowed."""
    master, field = sight.master, sight.field
    off, on = master.off + action["hand"], master.on
    for square, more, spent in action["move"]:
        unit = field[NAMED[square]]
        off, on = off - more, on - spent
        if unit.off + more < 0 or unit.on + spent < 0 or unit.ether + more + spent < 1:
            return False
    return off >= 0 and on >= 0 and off + on - master.ether <= sight.room


# --- legality -------------------------------------------------------------------------------------------


_SHAPE: Final = Words("この形の行動はありません。", "No action has this shape.")
_NOT_NOW: Final = Words("今はできません。", "It is not possible now.")
_NO_DEFENCE: Final = Words("この防御は今は使えません。", "This defence cannot be used now.")
_NO_UNIT: Final = Words("そこに自分のユニットはいません。", "No unit of yours is there.")
_NOT_IN_HAND: Final = Words("そのカードは手札にありません。", "That card is not in your hand.")
_NO_SQUARE: Final = Words(
    "マスターの2レンジ内の空きマスではありません。",
    "That is not an empty square within 2R of your master.",
)
_NO_ROOM: Final = Words(
    "マスターの2レンジ内に空きマスがありません。",
    "There is no empty square within 2R of your master.",
)
_NO_ETHER: Final = Words("使用可のエーテルが足りません。", "There is not enough ready ether.")
_TOO_FAR: Final = Words("そのマスには届きません。", "That square is out of reach.")
_NO_TARGET: Final = Words("それは対象にできません。", "That cannot be the target.")
_AGAIN: Final = Words("このターンにはもうできません。", "It cannot be done again in this turn.")
_NO_SKILL: Final = Words(
    "そのユニットはこのスキルを持っていません。", "That unit has no such skill."
)
_LAST: Final = Words(
    "このターンの行動は60回に達しました。パスだけできます。",
    "This turn has had its sixty actions. Only a pass is possible.",
)
_ORDERED: Final = Words(
    "2つの対象は別のもので、マスの順に書きます。",
    "Two targets must differ and be in the order of their squares.",
)
_TOO_LITTLE: Final = Words(
    "サイズ以上のエーテルが必要です。", "It needs as much ether as its size."
)
_WRONG_ETHER: Final = Words(
    "マスターは所持量まで、サーヴァントは1e以上です。",
    "A master holds no more than its capacity, a servant at least 1e.",
)
_SPEED_ONLY: Final = Words(
    "スピードツールは、相手の行動に答えるときだけ使えます。",
    "A speed tool only answers an action of the opponent.",
)
_NO_ANSWER: Final = Words(
    "この行動には、それでは答えられません。", "That does not answer this action."
)

_ARGUMENTS: Final[Mapping[str, Mapping[str, tuple[type, ...]]]] = {
    "make": {"card": (str,), "at": (str,), "master": (int,), "hand": (int,)},
    "move": {"unit": (str,), "to": (str,)},
    "attack": {"unit": (str,), "skill": (str, type(None)), "target": (str,), "also": (str,)},
    "skill": {"unit": (str,), "skill": (str,), "on": (str,), "to": (str,), "give": (list,)},
    "tool": {"card": (str,), "on": (str,), "at": (str,)},
    "ether": {"hand": (int,), "move": (list,)},
    "defend": {"unit": (str,), "skill": (str,)},
    "refill": {"n": (int,)},
    "pass": {},
    "no": {},
    "first": {},
    "second": {},
}
_MAY_LACK: Final[Mapping[str, frozenset[str]]] = {
    "attack": frozenset({"also"}),
    "skill": frozenset({"on", "to", "give"}),
    "tool": frozenset({"on", "at"}),
}
_SHAPES: Final = {verb: {"a": (str,), **shape} for verb, shape in _ARGUMENTS.items()}
_NEEDED: Final = {verb: shape.keys() - _MAY_LACK.get(verb, ()) for verb, shape in _SHAPES.items()}
_SQUARES: Final = frozenset({"unit", "at", "to", "target", "also", "on"})
_ANSWERED_BY: Final[Mapping[str, frozenset[str]]] = {
    "acts.toss": frozenset({"first", "second"}),
    "acts.main": frozenset({"make", "move", "attack", "skill", "tool", "ether", "pass"}),
    "acts.speed": frozenset({"tool", "no"}),
    "acts.defend": frozenset({"defend", "no"}),
    "acts.refill": frozenset({"refill"}),
}


def kinds(action: Action, pool: MatchCards) -> frozenset[str]:
    """The kinds of decision that this action can answer, in a match with these cards."""
    if action["a"] == "tool":
        id = action["card"]
        may_answer = id in pool.speed or id not in pool
        return frozenset([SPEED_KIND] * may_answer + [MAIN] * (id not in pool.answers))
    return frozenset(kind for kind, verbs in _ANSWERED_BY.items() if action["a"] in verbs)


def _is_shaped(action: object) -> TypeGuard[dict[str, Any]]:
    """Whether the value has the exact shape of an action, legal or not."""
    if type(action) is not dict or type(action.get("a")) is not str:
        return False
    squares = _squares_of(action["a"], (*action,), (*map(type, action.values()),))
    if squares is None or not all(action[key] in NAMED for key in squares):
        return False
    if "give" in action:
        return all(type(each) is int for each in action["give"])
    return "move" not in action or all(
        type(each) is list and [type(part) for part in each] == [str, int, int] and each[0] in NAMED
        for each in action["move"]
    )


@lru_cache(maxsize=1024)
def _squares_of(
    verb: str, keys: tuple[object, ...], types: tuple[type, ...]
) -> tuple[str, ...] | None:
    """The fields that name a square, if an action of this verb may have these fields of these types; else None."""
    shape = _SHAPES.get(verb)
    if shape is None or not _NEEDED[verb] <= {*keys} <= shape.keys():
        return None
    named = dict(zip(keys, types, strict=True))
    if not all(named[key] in allowed for key, allowed in shape.items() if key in named):
        return None
    return tuple(key for key in shape if key in named and key in _SQUARES)


def _refuse_action(action: Action, sight: Sight) -> Words | None:
    """The first reason why an action of a main turn is not legal."""
    if action["a"] == "pass":
        return None
    if sight.acts >= MOST_ACTS:
        return _LAST
    if "unit" in action:
        unit = sight.field.get(NAMED[action["unit"]])
        if unit is None or unit.owner != sight.seat or not unit.is_unit:
            return _NO_UNIT
    return _REFUSALS[action["a"]](action, sight)


def _refuse_make(action: Action, sight: Sight) -> Words | None:
    card = sight.pool.get(action["card"])
    if card is None or card.kind != "servant" or card.id not in sight.hand:
        return _NOT_IN_HAND
    if NAMED[action["at"]] not in free(sight.field, sight.home, _2R):
        return _NO_SQUARE
    of_master, of_hand = action["master"], action["hand"]
    if not (0 <= of_master <= sight.master.off and 0 <= of_hand <= sight.hand.count(ETHER)):
        return _NO_ETHER
    return _TOO_LITTLE if of_master + of_hand < card.size else None


def _refuse_move(action: Action, sight: Sight) -> Words | None:
    at, to = NAMED[action["unit"]], NAMED[action["to"]]
    unit = sight.field[at]
    if not may_move(unit):
        return _AGAIN
    if unit.off < move_cost(unit):
        return _NO_ETHER
    return None if to not in sight.field and distance(at, to) <= _2R else _TOO_FAR


def _refuse_attack(action: Action, sight: Sight) -> Words | None:
    at = NAMED[action["unit"]]
    unit = sight.field[at]
    if action["skill"] is None:
        attack = normal_attack(unit)
    else:
        attack = unit.face.attacks.get(action["skill"], normal_attack(unit))
    if action["skill"] != (attack.name or None):
        return _NO_SKILL
    if unit.off < attack.cost:
        return _NO_ETHER
    if not may_attack(unit, attack):
        return _AGAIN
    targets = [NAMED[action[key]] for key in ("target", "also") if key in action]
    if len(targets) > attack.targets or targets != sorted({*targets}):
        return _ORDERED
    reached = in_reach(sight.field, at, attack)
    for target in targets:
        if target == at or target not in sight.field:
            return _NO_TARGET
        if target not in reached:
            return _TOO_FAR
        if target not in struck(sight.field, at, attack, targets):
            return _NO_TARGET
    return None


def _refuse_skill(action: Action, sight: Sight) -> Words | None:
    at = NAMED[action["unit"]]
    unit = sight.field[at]
    skill = unit.face.actives.get(action["skill"])
    if skill is None:
        return _NO_SKILL
    if unit.off < skill.cost:
        return _NO_ETHER
    if skill.once and skill.name in unit.once:
        return _AGAIN
    return None if action in skills(sight, at, unit) else _NO_TARGET


def _refuse_tool(action: Action, sight: Sight) -> Words | None:
    if refused := _refuse_card(action["card"], sight):
        return refused
    card = sight.pool[action["card"]]
    if card.effect.is_answer:
        return _SPEED_ONLY
    return None if action in _uses(sight, card) else _NO_TARGET


def _refuse_answer(action: Action, sight: Sight) -> Words:
    """Return why this tool cannot answer."""
    if refused := _refuse_card(action["card"], sight):
        return refused
    return _NO_TARGET if action["card"] in fitting(sight) else _NO_ANSWER


def _refuse_card(id: str, sight: Sight) -> Words | None:
    """Why this is no tool in the hand that can be paid."""
    card = sight.pool.get(id)
    if card is None or card.kind != "tool" or id not in sight.hand:
        return _NOT_IN_HAND
    if sight.master.off < tool_cost(sight, card):
        return _NO_ETHER
    if card.needs_square and not free(sight.field, sight.home, _2R):
        return _NO_ROOM
    return None


def _refuse_ether(action: Action, sight: Sight) -> Words | None:
    if sight.ether >= MOST_ETHER:
        return _AGAIN
    if not 0 <= action["hand"] <= sight.hand.count(ETHER):
        return _NOT_IN_HAND
    squares = [NAMED[square] for square, _, _ in action["move"]]
    is_empty = not action["hand"] and not squares
    if is_empty or any(not off and not on for _, off, on in action["move"]):
        return _SHAPE
    if squares != sorted({*squares}):
        return _ORDERED
    for at in squares:
        unit = sight.field.get(at)
        if unit is None or unit.owner != sight.seat or unit.letter != "s":
            return _NO_UNIT
        if distance(sight.home, at) > _2R:
            return _TOO_FAR
    return None if _carries(action, sight) else _WRONG_ETHER


_REFUSALS: Final[Mapping[str, Callable[[Action, Sight], Words | None]]] = {
    "make": _refuse_make,
    "move": _refuse_move,
    "attack": _refuse_attack,
    "skill": _refuse_skill,
    "tool": _refuse_tool,
    "ether": _refuse_ether,
}
