"""The course of a match, in the order of the rules: a step brings a state to the next one that waits for something."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.engine.matches.game import (
    SEATS,
    Action,
    Chance,
    MatchDecision,
    MatchEvent,
    Over,
    Pending,
    Seat,
    other,
)
from app.games.fest import events
from app.games.fest.abilities import JP, PROGRAMMES, attribute, beats, clamp, halved
from app.games.fest.side import Side, added, without
from app.games.fest.state import State

FRONT_POINTS: Final = 3
MOST_TIEBREAKS: Final = 100
ROUNDS: Final = 3


def pending(state: State) -> Pending:
    """Return the pending decisions or draw of the match, or its end."""
    n, phase = state.round, state.phase
    if phase == "over":
        winner = next((each for each in SEATS if state.result["score"][each] == "1"), None)
        return Over.won(winner, state.result["reason"])
    if phase == "reserve":
        asked = [seat for seat in SEATS if state.limit(seat)]
        return tuple(MatchDecision(f"r{n}.reserve.{seat}", seat, "fest.reserve") for seat in asked)
    if phase == "front":
        asked = _choosing(state)
        return tuple(MatchDecision(f"r{n}.front.{seat}", seat, "fest.front") for seat in asked)
    if state.turn is None:
        if phase == "first":
            return Chance(f"fest/first/r{n}", ("coin",))
        return Chance("fest/programme", ("die", 6, 1))
    if phase == "play":
        return (MatchDecision(f"r{n}.play.{state.played + 1}", state.turn, "fest.play"),)
    if phase == "pick":
        return (MatchDecision(f"r{n}.pick.{state.played}", state.turn, "fest.pick"),)
    return _draw(state, state.turn)


def _choosing(state: State) -> list[Seat]:
    """The seats that have more cards than go to the front."""
    return [seat for seat in SEATS if len(state.seats[seat].hand) > state.size.front]


def _draw(state: State, seat: Seat) -> Chance:
    """Return the draw for this seat."""
    n = state.round
    side = state.seats[seat]
    match state.phase:
        case "shuffle" | "reshuffle":
            return Chance(f"fest/shuffle/{seat}/{side.shuffles}", ("shuffle", len(side.deck)))
        case "trim":
            return Chance(f"fest/trim/{seat}/{state.k}", ("below", len(side.hand)))
        case "effect":
            return Chance(f"fest/effect/r{n}/{seat}/{len(side.back)}", ("die", 6, 1))
        case "dice":
            return Chance(f"fest/dice/r{n}/{seat}", ("die", 6, max(0, side.points[JP])))
        case "final":
            return Chance(f"fest/dice/final/{seat}", ("die", 6, max(0, side.total)))
    return Chance(f"fest/tiebreak/{state.k}/{seat}", ("die", 6, 1))


class Step:
    """A step on a copy of a state; `events` are what happened."""

    def __init__(self, state: State) -> None:
        self.state = state.copy()
        self.sides = self.state.seats
        self.events: list[MatchEvent] = []

    # --- chance -----------------------------------------------------------------------------------------

    def drawn(self, outcome: Sequence[int]) -> None:
        """The pending draw came out so."""
        state, seat = self.state, self.state.turn
        if seat is None:
            if state.phase == "first":
                self._first(outcome[0])
            else:
                self._programme(outcome[0])
            return
        match state.phase:
            case "shuffle":
                self._shuffle(seat, outcome)
                if seat == "A":
                    state.turn = "B"
                else:
                    state.phase, state.turn = "first", None
            case "reshuffle":
                self._shuffle(seat, outcome)
                self._end_turn(seat)
            case "trim":
                side = self.sides[seat]
                card = side.hand[outcome[0]]
                side.take(card)
                side.discard = added(side.discard, card)
                self.events.append(events.trimmed(seat, card))
                self._trim()
            case "effect":
                self._booth(seat, outcome)
            case _:
                self._roll(seat, outcome)

    def _shuffle(self, seat: Seat, order: Sequence[int]) -> None:
        side = self.sides[seat]
        side.deck = tuple([side.deck[place] for place in order])
        side.shuffles += 1
        self.events.append(events.shuffled(seat, len(order)))

    def _first(self, coin: int) -> None:
        state = self.state
        first = SEATS[coin]
        state.order = (first, other(first))
        self.events.append(events.first_drawn(state.round, first))
        if state.round == 1:
            state.phase = "programme"
        else:
            self._begin_round()

    def _programme(self, die: int) -> None:
        state = self.state
        state.programme = PROGRAMMES[die - 1]
        state.theme = state.programme[0]
        self.events.append(events.programme_drawn(die, state.programme))
        self._begin_round()

    # --- a round ----------------------------------------------------------------------------------------

    def _begin_round(self) -> None:
        """1. Draw."""
        state = self.state
        self.events.append(events.round_began(state.round, state.theme, state.order[0]))
        for seat in SEATS:
            side = self.sides[seat]
            last = state.round == ROUNDS
            cards = side.draw(len(side.deck) if last else state.size.hand)
            kept = side.reserve if last else ()
            if last:
                side.hand = tuple(sorted(side.hand + kept))
                side.seen = tuple(sorted(side.seen + side.seen_reserve))
                side.reserve, side.seen_reserve = (), ()
            self.events += events.drawn(seat, (*cards, *kept), reserve=len(kept))
        self._trim()

    def _trim(self) -> None:
        """More cards than a hand has are thrown away, one by one."""
        state = self.state
        for seat in SEATS:
            if len(self.sides[seat].hand) > state.size.hand:
                state.k = state.k + 1 if state.turn == seat else 1
                state.phase, state.turn = "trim", seat
                return
        state.k, state.turn = 0, None
        state.phase = "reserve"
        if state.round == ROUNDS or not (state.limit("A") or state.limit("B")):
            self.call_fronts()

    def reserve(self, moves: Mapping[Seat, Action]) -> None:
        """2. Cards go into the reserve, and as many are drawn."""
        for seat, action in moves.items():
            side = self.sides[seat]
            cards = tuple(action["cards"])
            for card in cards:
                side.take(card)
            side.reserve = tuple(sorted(side.reserve + cards))
            self.events += events.reserved(seat, cards)
            self.events += events.drawn(seat, side.draw(len(cards)))
        self.call_fronts()

    def call_fronts(self) -> None:
        """Ask both seats for their front. If both must send all their cards, do so at once."""
        self.state.phase = "front"
        if not _choosing(self.state):
            self.front({})

    def front(self, moves: Mapping[Seat, Action]) -> None:
        """3. and 4. The fronts are revealed and score; a seat that had no choice sends all its cards."""
        state = self.state
        for seat in SEATS:
            side = self.sides[seat]
            side.front = tuple(moves[seat]["cards"]) if seat in moves else side.hand
            for card in side.front:
                side.take(card)
        fronts = {seat: self.sides[seat].front for seat in SEATS}
        self.events.append(events.fronts_revealed(fronts))
        matching = state.cards.matching[state.theme]
        for seat in SEATS:
            side = self.sides[seat]
            gained = [FRONT_POINTS * sum(matching[c][a] for c in side.front) for a in range(3)]
            for each in range(3):
                side.points[each] += gained[each]
            self.events.append(events.front_scored(seat, gained, side.points))
        for seat in SEATS:
            self.limit(seat)
        self._turn(state.order[0])

    def limit(self, seat: Seat) -> None:
        """The limit step of this seat."""
        points = self.sides[seat].points
        before = points[:]
        if clamp(points):
            self.events.append(events.limited(seat, before, points))

    # --- 5. turns ---------------------------------------------------------------------------------------

    def _turn(self, seat: Seat) -> None:
        """The turn of this seat, or of the first one after it that has a card."""
        state = self.state
        while self.sides["A"].hand or self.sides["B"].hand:
            side = self.sides[seat]
            if side.guard:
                side.guard = False
                self.events.append(events.umbrella_ended(seat))
            self.limit(seat)
            if side.hand:
                state.phase, state.turn = "play", seat
                return
            seat = other(seat)
        self.end_round()

    def _end_turn(self, seat: Seat) -> None:
        self.state.wait = {}
        self.limit(seat)
        self._turn(other(seat))

    def play(self, seat: Seat, action: Action) -> None:
        """Play a card with one of its effects, or discard it if none is usable."""
        state, side = self.state, self.sides[seat]
        card, word = action["card"], action["effect"]
        use = state.cards[card].use(word)
        at = state.moment(seat, card)
        side.take(card)
        side.plays += 1
        if use is None:
            side.discard = added(side.discard, card)
            self.events.append(events.failed(seat, card))
            was = side.points[:]
            side.points[JP] -= 1
            self.events.append(events.points_changed(seat, was, side.points, by=seat))
            self._end_turn(seat)
            return
        side.back = (*side.back, card)
        effect, args = use.effect, use.read(action["args"])
        known = {k: v for k, v in action["args"].items() if k not in effect.choice.sealed}
        self.events.append(events.played(seat, card, word, effect.code, known))
        if effect.waits == "effect":
            own = {"use": word} if effect.words else {}
            state.phase, state.wait = "effect", {**action["args"], **own}
            return
        before = self._points()
        for verb in effect.verbs:
            verb.change(at, args)
        side.guard |= at.guard
        side.no_halving |= at.alibi
        if at.held:
            self.events.append(events.umbrella_held(other(seat), seat))
        self._changed(before, seat)
        for move in effect.moves:
            self.events += move.move(seat, side, args)
        if effect.waits == "pick":
            (drew,) = _more(side.hand, at.hand)
            state.phase, state.wait = "pick", {"drawn": drew}
        else:
            self._end_turn(seat)

    def _points(self) -> dict[Seat, list[int]]:
        return {seat: self.sides[seat].points[:] for seat in SEATS}

    def _changed(self, before: Mapping[Seat, list[int]], by: Seat) -> None:
        for seat in SEATS:
            after = self.sides[seat].points
            if before[seat] != after:
                self.events.append(events.points_changed(seat, before[seat], after, by=by))

    def _booth(self, seat: Seat, dice: Sequence[int]) -> None:
        """The die of a Dice Booth."""
        state = self.state
        self.events.append(events.rolled(seat, "effect", dice))
        before = self._points()
        at = state.moment(seat)
        at.die = dice[0]
        use = state.cards[self.sides[seat].back[-1]].use(state.wait.get("use", _BOOTH))
        for verb in use.effect.verbs if use else ():
            verb.change(at, use.read(state.wait) if use else ())
        self._changed(before, seat)
        self._end_turn(seat)

    def pick(self, seat: Seat, action: Action) -> None:
        """Put the card of a second step into the deck, and shuffle it."""
        state, side, card = self.state, self.sides[seat], action["card"]
        side.hand = without(side.hand, card)
        if card != state.wait["drawn"] or side.seen.count(card) > 1:
            side.unmark(card)
        side.deck = tuple(sorted((*side.deck, card)))
        self.events.append(events.shown(seat, card, "hand", "deck"))
        state.phase, state.wait = "reshuffle", {}

    # --- 6. and 7. the end of a round -------------------------------------------------------------------

    def end_round(self) -> None:
        """The judging, and what follows from it."""
        self.judge()
        if self.state.config["scoring"] == "A":
            self.state.phase, self.state.turn = "dice", "A"
        else:
            self._close({seat: side.points[JP] for seat, side in self.sides.items()})

    def judge(self) -> None:
        """The highest attributes meet."""
        state, sides = self.state, self.sides
        for seat in SEATS:
            self.limit(seat)
        highest = {seat: max(sides[seat].points[:JP]) for seat in SEATS}
        attributes = {seat: attribute(sides[seat].points) for seat in SEATS}
        for seat in SEATS:
            sides[seat].points[JP] += highest[seat]
        jp = {seat: sides[seat].points[JP] for seat in SEATS}
        losing = [s for s in SEATS if beats(attributes[other(s)], attributes[s])]
        loser = losing[0] if losing else None
        is_halved = False
        if loser and not sides[loser].no_halving:
            sides[loser].points[JP] = halved(jp[loser])
            is_halved = jp[loser] > 0
        self.events.append(events.judged(state.round, highest, attributes, jp, loser, is_halved))

    def _roll(self, seat: Seat, dice: Sequence[int]) -> None:
        """Dice that both roll, A first."""
        state = self.state
        phase = state.phase
        state.dice[seat] = sum(dice)
        self.events.append(events.rolled(seat, "round" if phase == "dice" else phase, dice))
        if seat == "A":
            state.turn = "B"
            return
        rolled = {each: state.dice[each] or 0 for each in SEATS}
        if phase == "dice":
            self._close(rolled)
        elif phase == "final":
            self._result(rolled)
        elif rolled["A"] != rolled["B"]:
            self._over(_higher(rolled), "tiebreak")
        elif state.k < MOST_TIEBREAKS:
            self._tiebreak()
        else:
            self._over(None, "draw")

    def _close(self, gained: Mapping[Seat, int]) -> None:
        """The totals grow, the table is cleared; then the next round, or the end."""
        state, sides = self.state, self.sides
        for seat in SEATS:
            side = sides[seat]
            side.total += gained[seat]
            side.jp_sum += side.points[JP]
            side.discard = tuple(sorted(side.discard + side.front + side.back))
            side.front, side.back = (), ()
        state.dice = dict.fromkeys(SEATS)
        jp = {seat: sides[seat].points[JP] for seat in SEATS}
        totals = {seat: sides[seat].total for seat in SEATS}
        self.events.append(events.scored(state.round, jp, gained, totals))
        if state.round < ROUNDS:
            self._next_round(_higher(gained))
        elif state.config["scoring"] == "B":
            state.phase, state.turn = "final", "A"
        else:
            self._result(totals)

    def _next_round(self, first: Seat | None) -> None:
        state = self.state
        state.theme = state.programme[state.round]
        state.round += 1
        state.turn = None
        for side in self.sides.values():
            _clear(side)
        if first is None:
            state.order, state.phase = (), "first"
        else:
            state.order = (first, other(first))
            self._begin_round()

    # --- 8. the end -------------------------------------------------------------------------------------

    def _result(self, sums: Mapping[Seat, int]) -> None:
        jp = {seat: self.sides[seat].jp_sum for seat in SEATS}
        if winner := _higher(sums):
            self._over(winner, "points")
        elif not self.state.config["knockout"]:
            self._over(None, "draw")
        elif winner := _higher(jp):
            self._over(winner, "jp")
        else:
            self._tiebreak()

    def _tiebreak(self) -> None:
        state = self.state
        state.phase, state.turn = "tiebreak", "A"
        state.k += 1
        state.dice = dict.fromkeys(SEATS)

    def _over(self, winner: Seat | None, reason: str) -> None:
        over = Over.won(winner, reason)
        score = {seat: str(points) for seat, points in over.score.items()}
        state = self.state
        state.phase, state.turn = "over", None
        state.result = {"score": score, "reason": reason}
        self.events.append(events.ended(over))


def _more(hand: Sequence[str], before: Sequence[str]) -> list[str]:
    """The cards of a hand that were not there before."""
    left = [*hand]
    for card in before:
        left.remove(card)
    return left


def _higher(sums: Mapping[Seat, int]) -> Seat | None:
    """Return the seat with the greater sum; None if they are equal."""
    a, b = sums["A"], sums["B"]
    return None if a == b else "A" if a > b else "B"


def _clear(side: Side) -> None:
    """Points and statuses end with the round."""
    side.points = [0, 0, 0, 0]
    side.plays = 0
    side.guard = side.no_halving = False


_BOOTH: Final = "B21"
"""The one effect of the house that waits for a die."""


def decided(step: Step, moves: Mapping[str, Action]) -> Step:
    """The step after legal answers to all pending decisions, by their ids."""
    state = step.state
    if state.turn is None:
        place = f"r{state.round}.{state.phase}"
        by_seat = {seat: moves[id] for seat in SEATS if (id := f"{place}.{seat}") in moves}
        (step.reserve if state.phase == "reserve" else step.front)(by_seat)
    else:
        (action,) = moves.values()
        (step.play if state.phase == "play" else step.pick)(state.turn, action)
    return step


def checkpoint(state: State) -> Sequence[Seat]:
    """The seats that plan from here: reserve, front, and the order of all cards of a round."""
    if state.phase in ("reserve", "front"):
        waiting = pending(state)
        return [each.seat for each in waiting] if isinstance(waiting, tuple) else []
    if state.phase == "play" and not state.played:
        return [seat for seat in SEATS if state.seats[seat].hand]
    return []
