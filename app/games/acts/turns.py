"""The turn: start, toss, actions with their answers, end. Functions here change the state they get, which is a copy."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.engine.matches.game import SEATS, MatchEvent, Over, Seat, other
from app.games.acts import attacks, events
from app.games.acts.actions import answers, tool_cost
from app.games.acts.cards import ETHER
from app.games.acts.effects import Smoke
from app.games.acts.field import Piece, is_passive, move_cost
from app.games.acts.squares import HOME
from app.games.acts.state import Flow, State
from app.games.acts.view import Sight

_FIRST_HAND: Final = 5
_ANSWERS: Final = 2

Log = list[MatchEvent]
Action = Mapping[str, Any]


def decide(state: State, action: Action, log: Log) -> None:
    """The answer to the decision that is open, whichever kind but the refill."""
    match state.phase:
        case "toss":
            choose(state, action["a"], log)
        case "main":
            act(state, action, log)
        case "speed":
            answer(state, action, log)
        case _:
            defend(state, action, log)


# --- setup, start and end -------------------------------------------------------------------------------


def shuffle(state: State, order: Sequence[int], log: Log) -> None:
    """The next deck is in this order; after the second, masters are turned up and the first turn begins."""
    seat = SEATS[state.shuffled]
    side = state.sides[seat]
    side.deck = [side.deck[place] for place in order]
    log.append(events.shuffled(seat))
    state.shuffled += 1
    if state.shuffled < len(SEATS):
        return
    for seat, side in state.sides.items():
        master = state.pool[side.master]
        state.field[HOME[seat]] = Piece(master, seat, off=master.size)
    log.append(events.unveiled({seat: side.master for seat, side in state.sides.items()}))
    for seat, side in state.sides.items():
        log.extend(events.drawn(seat, side.draw(_FIRST_HAND)))
    _begin(state, log)


def _begin(state: State, log: Log) -> None:
    """The next turn: both draw; who cannot loses."""
    state.turn += 1
    state.n = dict.fromkeys(state.n, 0)
    state.toss = state.first = state.to_act = None
    state.phase = "toss"
    log.append(events.turn_began(state.turn))
    lost = [seat for seat, side in state.sides.items() if not side.deck]
    for seat, side in state.sides.items():
        if side.deck:
            log.extend(events.drawn(seat, side.draw(1)))
    if lost:
        _end(state, lost, "deckout", log)
    else:
        _trim(state, log)


def _end(state: State, losers: Sequence[Seat], reason: str, log: Log) -> None:
    """The end: lost by one seat, or drawn."""
    over = Over.won(other(losers[0]) if len(losers) == 1 else None, reason)
    state.end(over)
    log.append(events.ended(over))


def toss(state: State, side: int, log: Log) -> None:
    """Store the result of the toss: heads is seat A, tails is seat B."""
    state.toss = SEATS[side]
    log.append(events.tossed(SEATS[side]))


def choose(state: State, word: str, log: Log) -> None:
    """The winner of the toss acts first or second."""
    seat = state.tosser
    state.first = state.to_act = seat if word == "first" else other(seat)
    log.append(events.chose(seat, state.first))
    state.phase = "main"
    state.n["main"] += 1


def _end_turn(state: State, log: Log) -> None:
    """After two passes: the limit, or all ether is usable again and counts of the turn are forgotten."""
    state.passes = 0
    limit = state.config["turn_limit"]
    if limit and state.turn >= limit:
        left = {seat: state.field[state.master_at(seat)].left for seat in SEATS}
        lost = [seat for seat in SEATS if left[seat] <= left[other(seat)]]
        _end(state, lost, "limit", log)
        return
    for each in state.field.values():
        each.pay(-each.on)
        each.moved = each.attacked = 0
        each.once = ()
    for side in state.sides.values():
        side.acts = side.ether = 0
    state.to_act = None
    log.append(events.turn_ended())
    if any(state.refill(seat) for seat in SEATS):
        state.phase = "refill"
    else:
        _begin(state, log)


def refill(state: State, counts: Mapping[Seat, int], log: Log) -> None:
    """Return ether from the trash to the masters, and begin the next turn."""
    for seat, count in counts.items():
        side = state.sides[seat]
        side.regain(count)
        state.field[state.master_at(seat)].off += count
        if count:
            log.append(events.refilled(seat, count))
    _begin(state, log)


# --- actions --------------------------------------------------------------------------------------------


def act(state: State, action: Action, log: Log) -> None:
    """Carry out the action of the acting seat, up to the first question."""
    seat = state.actor
    side = state.sides[seat]
    if action["a"] == "pass":
        log.append(events.passed(seat))
        if state.passes:
            _end_turn(state, log)
        else:
            state.passes = 1
            _next(state, log)
        return
    state.passes = 0
    side.acts += 1
    match action["a"]:
        case "make":
            _make(state, seat, action, log)
        case "move":
            _move(state, seat, action, log)
        case "ether":
            _ether(state, seat, action, log)
        case _:
            _declare(state, seat, action, log)
            return
    _next(state, log)


def _next(state: State, log: Log) -> None:
    """The other seat acts."""
    _trim(state, log)
    state.flow = None
    state.to_act = other(state.actor)
    state.phase = "main"
    state.n["main"] += 1


def _trim(state: State, log: Log) -> None:
    """Move ether above a reduced capacity of a master to the trash (R25)."""
    for seat in SEATS if state.pool.is_elastic else ():
        at = state.master_at(seat)
        over = min(-state.room(seat), state.field[at].ether)
        if over > 0:
            state.drain(at, over, log)


def _make(state: State, seat: Seat, action: Action, log: Log) -> None:
    card, at = state.pool[action["card"]], int(action["at"])
    count = action["master"] + action["hand"]
    state.field[state.master_at(seat)].off -= action["master"]
    state.sides[seat].spend(card.id, *[ETHER] * action["hand"])
    state.field[at] = Piece(card, seat, off=count - card.size, on=card.size)
    log.append(events.made(seat, action))


def _move(state: State, seat: Seat, action: Action, log: Log) -> None:
    at, to = int(action["unit"]), int(action["to"])
    unit = state.field.pop(at)
    unit.pay(move_cost(unit))
    unit.moved += 1
    state.field[to] = unit
    log.append(events.relocated(seat, unit.card, at, to))


def _ether(state: State, seat: Seat, action: Action, log: Log) -> None:
    home = state.master_at(seat)
    master = state.field[home]
    state.sides[seat].ether += 1
    state.sides[seat].spend(*[ETHER] * action["hand"])
    master.off += action["hand"]
    for square, off, on in action["move"]:
        master.give(state.field[int(square)], off, on)
    log.append(events.ether_moved(seat, action["hand"], action["move"], home))


def _declare(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Pay for an attack, an active skill or a tool. After that it can be answered."""
    state.flow = Flow({**action})
    match action["a"]:
        case "attack":
            unit = state.field[int(action["unit"])]
            skill = action["skill"]
            attack = attacks.attack_of(state.field, state.flow)
            unit.pay(attack.cost)
            unit.attacked += skill is None
            met = [(at, state.field[at].card) for at in attacks.aims(state.field, state.flow)]
            log.append(events.attacked(seat, unit.card, int(action["unit"]), skill, met))
        case "skill":
            unit = state.field[int(action["unit"])]
            active = unit.face.actives[action["skill"]]
            unit.pay(active.cost)
            if active.once:
                unit.once = (*sorted((*unit.once, active.name)),)
            log.append(events.used(seat, unit.card, int(action["unit"]), active.name))
        case _:
            _pay_tool(state, seat, action, log)
    _offer(state, log)


def _pay_tool(state: State, seat: Seat, action: Action, log: Log) -> None:
    master = state.field[state.master_at(seat)]
    master.pay(tool_cost(Sight.of(state, seat), state.pool[action["card"]]))
    state.sides[seat].spend(action["card"])
    on = int(action.get("on") or action.get("at") or 0)
    log.append(events.tool_used(seat, action["card"], on))


# --- answers --------------------------------------------------------------------------------------------


def _offer(state: State, log: Log) -> None:
    """Ask the player who may answer, if there is anything to answer with. Otherwise carry the action out."""
    flow = state.declared
    state.phase = "speed"
    if len(flow.answers) < _ANSWERS and any(answers(Sight.of(state, state.asked))):
        state.n["speed"] += 1
    else:
        _resolve(state, log)


def answer(state: State, action: Action, log: Log) -> None:
    """Use a speed tool as an answer, or none."""
    if action["a"] == "no":
        _resolve(state, log)
        return
    seat = state.asked
    _pay_tool(state, seat, action, log)
    state.declared.answers.append((action["card"], action.get("on", "")))
    _offer(state, log)


def _resolve(state: State, log: Log) -> None:
    """The last in takes effect first; then the action itself, unless it fails."""
    flow, seat = state.declared, state.actor
    fails = False
    for owner, (card, on) in reversed([*zip((other(seat), seat), flow.answers, strict=False)]):
        effect = state.pool[card].effect
        if fails:
            log.append(events.failed(card))
            fails = False
        elif isinstance(effect, Smoke):
            flow.cover[int(on)] = effect.points
        elif effect.is_answer:
            fails = True
        elif on and int(on) not in state.field:
            log.append(events.failed(card))
        else:
            effect.apply(state, owner, state.master_at(owner), {"on": on}, log)
        state.sides[owner].lose(card)
    flow.answers = []
    if flow.action["a"] == "attack":
        targets = attacks.aims(state.field, flow) if flow.unit in state.field else []
        flow.targets = [at for at in targets if at in state.field]
        if flow.targets:
            _ask(state, log)
        else:
            _next(state, log)
        return
    needed = [int(flow.action[key]) for key in ("unit", "on") if key in flow.action]
    if fails or not state.field.keys() >= {*needed}:
        what = flow.action["skill"] if flow.action["a"] == "skill" else flow.action["card"]
        log.append(events.failed(what))
        if flow.action["a"] == "tool":
            state.sides[seat].lose(what)
        _next(state, log)
        return
    if flow.action["a"] == "skill":
        unit = state.field[flow.unit]
        effect = unit.face.actives[flow.action["skill"]].effect
        effect.apply(state, seat, flow.unit, flow.action, log)
    else:
        _work(state, seat, flow.action, log)
    _next(state, log)


def _work(state: State, seat: Seat, action: Action, log: Log) -> None:
    """The tool works: from the trash, on its unit or on its square."""
    tool = state.pool[action["card"]]
    match tool.tool:
        case "custom":
            unit = state.field[int(action["on"])]
            tools = (*unit.tools, (tool, seat))
            unit.tools = (*sorted(tools, key=lambda each: (each[0].id, each[1])),)
        case "field":
            state.field[int(action["at"])] = Piece(tool, seat)
        case _:
            tool.effect.apply(state, seat, state.master_at(seat), action, log)
            state.sides[seat].lose(tool.id)


# --- attacks --------------------------------------------------------------------------------------------


def _ask(state: State, log: Log) -> None:
    """The owners of the targets are asked, one after the other, as long as there is a defence; then it hits."""
    flow = state.declared
    while flow.at < len(flow.targets):
        usable = [*attacks.defences(state.field, flow)]
        for at, skill in usable:
            if is_passive(skill):
                unit = state.field[at]
                flow.used.append((at, skill.name))
                log.append(events.defended(unit.owner, unit.card, at, skill.name, flow.target))
        if not all(is_passive(skill) for _, skill in usable):
            state.phase = "defend"
            state.n["defend"] += 1
            return
        flow.at += 1
    _hit(state, log)


def defend(state: State, action: Action, log: Log) -> None:
    """A defence for the target, or no more of them."""
    flow = state.declared
    if action["a"] == "no":
        flow.at += 1
        _ask(state, log)
        return
    at, target = int(action["unit"]), flow.target
    unit = state.field[at]
    skill = unit.face.defences[action["skill"]]
    unit.pay(skill.cost)
    flow.used.append((at, skill.name))
    log.append(events.defended(unit.owner, unit.card, at, skill.name, target))
    if skill.reach:
        flow.were.append(target)
        flow.targets[flow.at] = at
    elif skill.negates or skill.of:
        flow.negated.append(target)
        flow.at += 1
    if skill.of:
        _destroy(state, at, log)
    _ask(state, log)


def _destroy(state: State, at: int, log: Log) -> None:
    gone = state.field[at]
    log.append(events.destroyed(gone.owner, gone.card, at))
    state.discard(at)


def _hit(state: State, log: Log) -> None:
    """Deal all damage at once; then losses, destructions, and the Spite of fallen dolls."""
    field, flow = state.field, state.declared
    blows = {
        at: attacks.taken(field, flow, at)
        for at in flow.targets
        if at in field and at not in flow.negated
    }
    for at, points in blows.items():
        piece = field[at]
        left = piece.left - points if piece.is_unit else 0
        log.append(events.hurt(piece.owner, piece.card, at, points, left))
    fallen = [at for at, points in blows.items() if field[at].falls_to(points)]
    for at, points in blows.items():
        if field[at].is_unit:
            field[at].damage += points
    lost = [field[at].owner for at in fallen if field[at].letter == "m"]
    if lost:
        _end(state, lost, "vit", log)
        return
    dolls = sum(field[at].face.traits.spite for at in fallen)
    flow.dolls = flow.dolls - 1 if flow.dolls else dolls
    for at in fallen:
        _destroy(state, at, log)
    if flow.dolls and flow.unit in field:
        _spite(state, log)
    else:
        _next(state, log)


def _spite(state: State, log: Log) -> None:
    """Start the Spite of the next doll against the attacker. Reductions can be used again."""
    flow = state.declared
    attacker = state.field[flow.unit]
    flow.targets, flow.at = [flow.unit], 0
    flow.used, flow.negated, flow.cover = [], [], {}
    log.append(events.spited(attacker.owner, attacker.card, flow.unit))
    _ask(state, log)
