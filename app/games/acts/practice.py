"""The house as a strong player: the worlds it imagines, the actions it tries, and the value of each result."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from app.engine.matches.dice import Dice
from app.engine.matches.game import WON, Action, MatchDecision, MatchEvent, Seat, View, dealt, other
from app.games.acts import actions, turns
from app.games.acts.autopilot import answer, forward, strikes_on_foes
from app.games.acts.cards import ETHER, FAR_LIGHT, FIXTURES, RANK_AND_FILE, Card
from app.games.acts.field import Field, Piece, attacks, damage, free, move_cost, units
from app.games.acts.squares import distance, turned
from app.games.acts.state import State, load
from app.games.acts.view import Sight, world

_2R: Final = 1
_COPIES: Final = 3
_ETHER_OF: Final = (9, 25)
"""Of 25 unknown cards, 9 are assumed to be ether."""
_SQUARES: Final = 2
"""The most squares on which a servant is tried, those in front first."""
_HINDERING: Final = ("T03", "T07")
"""The tools that are used on enemy units."""
_VIT, _DUR, _SIZE = 30, 6, 60
"""The worth of a master's life point, of a servant's, and of a point of its size."""
_ETHER, _IN_HAND, _IN_TRASH, _CARD = 100, 70, 15, 40
"""The worth of an ether on the field, in the hand and in the trash, and of any other card."""
_NOW, _SOON = 12, 6
"""The worth of a point of damage on the enemy master next turn: from here, and after a move."""
_TIMES: Final = 3
"""The most attacks of a unit that count in a turn."""


# --- worlds ---------------------------------------------------------------------------------------------


def imagine(view: View, dice: Dice, cards: Mapping[str, Card]) -> State:
    """Return a state that this view allows. The opponent's deck is a starter that fits, or else any cards."""
    mine: Seat = view["seat"]
    size = view[other(mine)]["hand_n"]
    hidden = dealt(_unseen(view, dice, cards), dice, "theirs")
    dumped = world(view, hidden[:size], hidden[size:], dealt(view[mine]["deck_rest"], dice, "mine"))
    return load(dumped)


def _unseen(view: View, dice: Dice, cards: Mapping[str, Card]) -> list[str]:
    """Return the possible cards in the opponent's hand and deck."""
    foe: Seat = other(view["seat"])
    count = view[foe]["hand_n"] + view[foe]["deck_n"]
    seen = Counter(card for card in view[foe]["trash"] if card != ETHER)
    for each in view["field"].values():
        seen.update([each["card"]] * (each["owner"] == foe and each["card"] != view[foe]["master"]))
        seen.update(card for card, owner in each.get("tools", ()) if owner == foe)
    for starter in (RANK_AND_FILE, FAR_LIGHT):
        rest = Counter(starter["deck"])
        rest.subtract(seen)
        if view[foe]["master"] == starter["master"] and min(rest.values()) >= 0:
            pool = dealt([*rest.elements()], dice, "deck")[:count]
            return pool + [ETHER] * (count - len(pool))
    some = (each for each in cards.values() if each.kind in ("servant", "tool"))
    rest = Counter({each.id: _COPIES for each in some if each.id not in FIXTURES})
    rest.subtract(seen)
    share, of = _ETHER_OF
    ether = count * share // of
    return [ETHER] * ether + dealt([*(+rest).elements()], dice, "deck")[: count - ether]


# --- ideas ----------------------------------------------------------------------------------------------


def ideas(view: View, _best: Action) -> Iterator[Action]:
    """Yield other actions to try: first those that strike, then those that build, move and help."""
    sight = Sight.through(view)
    match view["phase"]:
        case "toss":
            yield from ({"a": "first"}, {"a": "second"})
        case "speed":
            yield from (*actions.answers(sight), actions.NO)
        case "defend":
            yield from (*actions.guards(sight), actions.NO)
        case "main":
            yield actions.PASS
            yield from (each.action for each in strikes_on_foes(sight))
            yield from _makes(sight)
            yield from _moves(sight)
            yield from (each for each in actions.tools(sight) if _is_sensible(each, sight))
            for at, unit in units(sight.field, sight.seat):
                yield from (each for each in actions.skills(sight, at, unit) if "give" not in each)
            yield from _ethers(sight)


def notions(view: View, _best: Action) -> Iterator[Action]:
    """Two blows for a main turn, the strongest first, and servants."""
    sight = Sight.through(view)
    blows = sorted(strikes_on_foes(sight), key=lambda each: -each.damage)
    yield from (each.action for each in blows[:2])
    yield from islice(_makes(sight), 8)


def _makes(sight: Sight) -> Iterator[Action]:
    """Servants in front of the master, the largest first, with ether to act and without."""
    squares = sorted(free(sight.field, sight.home, _2R), key=lambda at: forward(at, sight.seat))
    servants = {id for id in sight.hand if sight.pool[id].kind == "servant"}
    for id in sorted(servants, key=lambda id: (-sight.pool[id].size, id)):
        for count in (2 * sight.pool[id].size, sight.pool[id].size):
            of_master = min(sight.master.off, count)
            for at in squares[:_SQUARES]:
                yield actions.making(id, str(at), of_master, count - of_master)


def _moves(sight: Sight) -> Iterator[Action]:
    """Yield moves of the master, and of servants except backwards."""
    for at, unit in units(sight.field, sight.seat):
        row = turned(at, sight.seat) // 10
        for each in actions.moves(sight, at, unit):
            if unit.letter == "m" or turned(int(each["to"]), sight.seat) // 10 >= row:
                yield each


def _is_sensible(action: Action, sight: Sight) -> bool:
    """Whether a tool helps an own unit, or hinders one of the enemy."""
    if "on" not in action:
        return True
    is_own = sight.field[int(action["on"])].owner == sight.seat
    return is_own is (action["card"] not in _HINDERING)


def _ethers(sight: Sight) -> Iterator[Action]:
    """Yield transfers of ether: all that fits from the hand, alone or with some for one servant, or back from it."""
    fit = min(sight.hand.count(ETHER), sight.room)
    yield {"a": "ether", "hand": fit, "move": []}
    for at, unit in units(sight.field, sight.seat):
        for count in (unit.face.size, 2 * unit.face.size, -unit.off):
            yield {"a": "ether", "hand": fit if count > 0 else 0, "move": [[str(at), count, 0]]}


# --- how it goes on -------------------------------------------------------------------------------------


def play_on(state: State, decision: MatchDecision, idea: Action) -> tuple[int, int]:
    """Return the value of the turn after this action, with the autopilot playing both sides, and the number of steps."""
    after, log, steps = state.copy(), list[MatchEvent](), 1
    turns.decide(after, idea, log)
    while after.turn == state.turn and after.phase in ("main", "speed", "defend"):
        sight = Sight.of(after, after.asked)
        turns.decide(after, answer(f"acts.{after.phase}", sight), log)
        steps += 1
    if after.over:
        margin = after.over.score[decision.seat] - after.over.score[other(decision.seat)]
        return int(margin * WON), steps
    return worth(after, decision.seat), steps


# --- what is good ---------------------------------------------------------------------------------------


def worth(state: State, seat: Seat) -> int:
    """Life, ether and cards, and what units threaten, against the opponent's."""
    return _standing(state, seat) - _standing(state, other(seat))


def _standing(state: State, seat: Seat) -> int:
    side, foe = state.sides[seat], state.master_at(other(seat))
    ether = side.hand.count(ETHER)
    total = _IN_HAND * ether + _IN_TRASH * side.trash.count(ETHER)
    total += _CARD * (len(side.hand) - ether)
    for at, unit in units(state.field, seat):
        total += _ETHER * unit.ether + _threat(state.field, at, unit, foe)
        if unit.letter == "m":
            total += _VIT * unit.left
        else:
            total += _SIZE * unit.face.size + _DUR * unit.left
    return total


def _threat(field: Field, at: int, unit: Piece, foe: int) -> int:
    """Return the worth of the damage that the unit could do to the enemy master next turn."""
    far = distance(at, foe)
    best = 0
    for attack in attacks(unit):
        if attack.via or unit.ether < attack.cost:
            continue
        points = damage(field, at, attack, foe)
        if far <= attack.reach:
            times = min(_TIMES, unit.ether // attack.cost) if attack.cost else 1
            best = max(best, _NOW * points * times)
        elif far <= attack.reach + 1 and unit.ether >= attack.cost + move_cost(unit):
            best = max(best, _SOON * points)
        else:
            best = max(best, _SOON * points // (2 + far))
    return best
