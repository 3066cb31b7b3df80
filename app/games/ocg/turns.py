"""The turn: draw, area, main, battle and discard phase. Functions here change the state they get, which is a copy."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.engine.matches.game import MatchEvent, Seat, other
from app.games.ocg import events
from app.games.ocg.effects import Draw, Lend, Target, Verb
from app.games.ocg.side import HAND, Side
from app.games.ocg.state import Phase, State

_DRAWS: Final = 3
_FIRST: Final = 5


def shuffle(state: State, seat: Seat, order: Sequence[int], log: list[MatchEvent]) -> None:
    """The deck of the seat in this order, and its first five cards drawn; again, if it had no basic character."""
    side = state.sides[seat]
    if state.phase == "mulligan":
        log.append(events.mulligan(seat))
        side.mulligan = 1
    cards = side.played
    side.pile = [cards[place] for place in order]
    side.hand = []
    log.append(events.shuffled(seat, len(cards)))
    log.append(events.drawn(seat, side.draw(_FIRST)))
    _settle(state, log)
    prepare(state)


def waits(side: Side, phase: Phase) -> bool:
    """Whether the seat has yet to go through this phase of the set-up."""
    match phase:
        case "deck":
            return side.deck < 0
        case "shuffle":
            return not side.hand
    return not side.mulligan and not side.has_basic


def prepare(state: State) -> None:
    """Before the first turn: the next phase that a seat must go through."""
    phases: tuple[Phase, ...] = ("deck", "shuffle", "mulligan")
    sides = state.sides.values()
    ahead = (phase for phase in phases if any(waits(side, phase) for side in sides))
    state.phase = next(ahead, "initiative")


def begin(state: State, log: list[MatchEvent]) -> None:
    """The next turn begins: initiative, draw phase, and the area phase as far as nothing is drawn for it."""
    state.turn += 1
    if state.turn > 1:
        state.initiative = state.ordered[1]
    first = state.ordered[0]
    log.append(events.turn_began(state.turn, first))
    if _is_over(state, log, draws=True):
        return
    for seat, side in state.sides.items():
        log.append(events.drawn(seat, side.draw(_DRAWS)))
        for slot, each in side.field.items():
            recover = min(each.damage, each.strength(state.battlefield).recover)
            if recover:
                each.heal(recover)
                log.append(events.recovered(seat, slot, each.card.id, recover))
    candidates = state.candidates
    if len(candidates) > 1:
        state.phase = "area"
        _settle(state, log)
        return
    fight_on(state, candidates[0] if candidates else "", log)


def fight_on(state: State, area: str, log: list[MatchEvent]) -> None:
    """Set the battlefield. Characters without durability on it leave the field."""
    state.battlefield = area
    if area:
        log.append(events.battlefield_set(area))
    _sweep(state, log)
    _settle(state, log)
    state.phase = "orders"


def carry_out(
    state: State, orders: Mapping[Seat, Mapping[str, Any]], log: list[MatchEvent]
) -> None:
    """Carry out these orders, up to the next draw or decision."""
    places = _main(state, orders, log)
    _battle(state, orders, places, log)
    for seat, side in state.sides.items():
        for each in side.field.values():
            side.discard += each.beside
            each.beside = ()
        if side.lost:
            log.append(events.lost(seat, side.lost))
            side.lost = []
    log.append(events.battle_ended({seat: len(side.damage) for seat, side in state.sides.items()}))
    if not _is_over(state, log, draws=False):
        _cut_down(state, orders, log)
        begin(state, log)


def _is_over(state: State, log: list[MatchEvent], *, draws: bool) -> bool:
    """End the match if a seat meets a losing condition; both may. Return whether it has ended."""
    over = state.verdict(draws=draws)
    if over is None:
        return False
    state.over = over
    state.phase = "over"
    _settle(state, log)
    log.append(events.ended(over, state.lost(draws=draws)))
    return True


def _settle(state: State, log: list[MatchEvent]) -> None:
    """Sort all zones, and log for each seat what it has drawn."""
    for seat, side in state.sides.items():
        side.settle()
        if side.drew:
            log.append(events.drew(seat, side.drew))
            side.drew = []


def _sweep(state: State, log: list[MatchEvent]) -> None:
    """R13: discard characters without durability left outside a clash."""
    for seat, side in state.sides.items():
        for slot in [n for n, each in side.field.items() if each.left(state.battlefield) <= 0]:
            log.append(events.left(seat, slot, side.field[slot].card.id))
            side.remove(slot)


# --- main phase -----------------------------------------------------------------------------------------

_Places = dict[int | str, int]
"""The slots of the names in a seat's orders. A newcomer that did not arrive has none."""
_NOWHERE: Final = 0
_STEPS: Final = ("area", "summon", "class", "set", "command")


def _main(
    state: State, orders: Mapping[Seat, Mapping[str, Any]], log: list[MatchEvent]
) -> dict[Seat, _Places]:
    """Areas, summons, class changes, sets and commands; in each step the initiative first."""
    places: dict[Seat, _Places] = {
        seat: {slot: slot for slot in side.field} for seat, side in state.sides.items()
    }
    ordered = state.ordered
    kinds = {play["p"] for seat in ordered for play in orders[seat]["plays"]}
    for step in (step for step in _STEPS if step in kinds):
        for seat in ordered:
            plays = [play for play in orders[seat]["plays"] if play["p"] == step]
            for n, play in enumerate(plays, start=1):
                if _play(state, seat, play, places[seat], f"new{n}", log):
                    _sweep(state, log)
                else:
                    log.append(events.skipped(seat, play))
    return places


def _play(
    state: State,
    seat: Seat,
    play: Mapping[str, Any],
    places: _Places,
    new: str,
    log: list[MatchEvent],
) -> bool:
    """Carry out the play if it is still possible, and return whether it was. Legality is not checked again."""
    side = state.sides[seat]
    card = side.pool[play["card"]]
    done = {"p": play["p"], "card": card.id}
    match play["p"]:
        case "area":
            side.candidates.append(card.id)
        case "summon":
            rivals = state.sides.values() if state.config["unique"] == "field" else (side,)
            if any(each.is_on_field(card.who) for each in rivals):
                return False
            places[new] = done["slot"] = side.arrive(card.id, state.turn)
        case "class":
            done |= {"on": play["on"], "over": side.field[play["on"]].cards[-1]}
            side.field[play["on"]].cards += (card.id,)
        case "set":
            slot = places.get(play["on"], _NOWHERE)
            if slot not in side.field:
                return False
            bearer = side.field[slot]
            bearer.items = tuple(sorted((*bearer.items, card.id)))
            done |= {"on": slot, "over": bearer.cards[-1]}
        case _:
            return _command(state, seat, play, places, log)
    side.hand.remove(card.id)
    log.append(events.played(seat, done))
    return True


def _command(
    state: State, seat: Seat, play: Mapping[str, Any], places: _Places, log: list[MatchEvent]
) -> bool:
    """Its user must be there; the first target that can still be met is taken."""
    side, foe = state.sides[seat], state.sides[other(seat)]
    card = play["card"]
    verb = side.pool[card].verb
    user = places.get(play["by"], _NOWHERE)
    if user not in side.field:
        return False
    met = target_of(play, side, foe, places)
    if met is None:
        return False
    done = {"p": "command", "card": card, "by": user, "user": side.field[user].cards[-1]}
    if verb.aim:
        done["target"] = met
    if verb.aim in ("own", "enemy", "item"):
        whose = side if verb.aim == "own" else foe
        done["met"] = whose.field[int(str(met).partition(".")[0])].cards[-1]
    side.hand.remove(card)
    log.append(events.played(seat, done))
    if isinstance(verb, Lend):
        side.field[user].beside += (card,)
        return True
    side.discard.append(card)
    had = len(side.pile)
    verb.apply(side, foe, met)
    if isinstance(verb, Draw):
        log.append(events.drawn(seat, had - len(side.pile)))
    return True


def target_of(play: Mapping[str, Any], own: Side, foe: Side, places: _Places) -> Target | None:
    """The first target of a command that can still be met; 0 for one that is aimed at nothing."""
    verb = own.pool[play["card"]].verb
    targets = [_aimed(verb, each, places) for each in play["targets"]] if verb.aim else [_NOWHERE]
    return next((each for each in targets if verb.meets(own, foe, each)), None)


def _aimed(verb: Verb, target: int | str, places: _Places) -> Target:
    """Return the target meant by the orders: `e2` is a slot, `e2.I01` an item in one."""
    match verb.aim:
        case "own":
            return places.get(target, _NOWHERE)
        case "enemy":
            return int(str(target)[1:])
        case "item":
            return str(target)[1:]
    return target


# --- battle phase ---------------------------------------------------------------------------------------


def _battle(
    state: State,
    orders: Mapping[Seat, Mapping[str, Any]],
    places: Mapping[Seat, _Places],
    log: list[MatchEvent],
) -> None:
    """Let each attacker, in the order listed, meet the first guard that can counter, or the player."""
    attackers: dict[Seat, list[int]] = {}
    guards: dict[Seat, list[int]] = {}
    counters: dict[Seat, dict[int, int]] = {}
    for seat, side in state.sides.items():
        at = places[seat]
        attackers[seat], listed = (
            [at[each] for each in orders[seat][stance] if at.get(each) in side.field]
            for stance in ("attack", "guard")
        )
        rest = [slot for slot in side.field if slot not in (*attackers[seat], *listed)]
        guards[seat] = listed + rest
        counters[seat] = {
            slot: 2 if each.strength(state.battlefield).wall else int(each.arrived < state.turn)
            for slot, each in side.field.items()
        }
    for seat, slots in attackers.items():
        foe = other(seat)
        for slot in slots:
            _attack(state, seat, slot, guards[foe], counters[foe], log)


def _attack(
    state: State,
    seat: Seat,
    slot: int,
    guards: Sequence[int],
    counters: dict[int, int],
    log: list[MatchEvent],
) -> None:
    area = state.battlefield
    side, foe = state.sides[seat], state.sides[other(seat)]
    attacker = side.field[slot]
    mine = attacker.strength(area)
    able = () if mine.feint else guards
    guard = next((each for each in able if each in foe.field and counters[each]), None)
    if guard is None:
        ground = side.pool[area].ground if area else None
        most = ground.most if ground else None
        count = foe.hurt(mine.power if most is None else min(most, mine.power))
        log.append(events.attacked(seat, slot, attacker.card.id, count))
        return
    counters[guard] -= 1
    defender = foe.field[guard]
    theirs = defender.strength(area)
    dealt = max(0, mine.power - theirs.tough)
    taken = max(0, theirs.power - mine.tough)
    defender.damage += dealt
    attacker.damage += taken
    pierced = foe.hurt(mine.pierce)
    against = (guard, defender.card.id)
    log.append(events.clashed(seat, slot, attacker.card.id, against, dealt, taken, pierced))
    for whose, at, each in ((seat, slot, attacker), (other(seat), guard, defender)):
        if each.left(area) <= 0:
            log.append(events.fainted(whose, at, each.card.id))
            state.sides[whose].remove(at, faint=True)


# --- discard phase --------------------------------------------------------------------------------------


def _cut_down(
    state: State, orders: Mapping[Seat, Mapping[str, Any]], log: list[MatchEvent]
) -> None:
    """Hands come down to seven: by the cards listed, then by the highest level."""
    for seat, side in state.sides.items():
        above = len(side.hand) - HAND
        if above <= 0:
            continue
        gone = orders[seat]["discard"][:above]
        for card in gone:
            side.hand.remove(card)
        rest = side.excess[: above - len(gone)]
        for card in rest:
            side.hand.remove(card)
        side.discard += gone + rest
        log.append(events.discarded(seat, gone + rest))
