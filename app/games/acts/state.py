"""The full truth of a match, and the same as plain data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field as zone, replace
from fractions import Fraction
from typing import Any, Literal, cast

from app.engine.matches.game import SEATS, MatchEvent, Over, Seat, other
from app.games.acts import events
from app.games.acts.cards import ETHER
from app.games.acts.field import Piece, capacity, masters
from app.games.acts.pool import POOLS, MatchCards

Phase = Literal["setup", "toss", "main", "speed", "defend", "refill", "over"]
_REFILL = 1


@dataclass(slots=True)
class Side:
    """The cards of a seat outside the field; `acts` and `ether` count its actions of this turn.

    `deck` has its top first; `hand` and `trash` are sorted. Others take their place, so that copies share them.
    """

    master: str
    deck: Sequence[str]
    hand: Sequence[str] = zone(default_factory=list)
    trash: Sequence[str] = zone(default_factory=list)
    acts: int = 0
    ether: int = 0

    def copy(self) -> "Side":
        """A copy that may be changed."""
        return Side(self.master, self.deck, self.hand, self.trash, self.acts, self.ether)

    def draw(self, count: int) -> Sequence[str]:
        """The cards drawn from the top: as many of these as there are."""
        drawn, self.deck = self.deck[:count], self.deck[count:]
        self.hand = sorted((*self.hand, *drawn))
        return drawn

    def spend(self, *cards: str) -> None:
        """These cards are in the hand no more."""
        self.hand = _without(self.hand, cards)

    def regain(self, count: int) -> None:
        """Remove ether from the trash."""
        self.trash = _without(self.trash, [ETHER] * count)

    def lose(self, *cards: str) -> None:
        """These cards are put into the trash."""
        self.trash = sorted((*self.trash, *cards))


def _without(cards: Sequence[str], gone: Sequence[str]) -> Sequence[str]:
    left = [*cards]
    for card in gone:
        left.remove(card)
    return left


@dataclass(slots=True)
class Flow:
    """An action between its declaration and its effect. All of it is public.

    `answers`: speed tools not resolved yet, each with the unit it names; the first is of the other seat. In an attack,
    `targets` are its targets, and `at` is the index of the one being decided. `were`: targets replaced by others.
    `cover`: what Smoke takes off, by square. `used`: defences with their squares. `negated`: targets that take nothing.
    `dolls`: the number of dolls whose Spite comes; the first of them is being decided.
    """

    action: dict[str, Any]
    answers: list[tuple[str, str]] = zone(default_factory=list)
    targets: list[int] = zone(default_factory=list)
    at: int = 0
    were: list[int] = zone(default_factory=list)
    cover: dict[int, int] = zone(default_factory=dict)
    used: list[tuple[int, str]] = zone(default_factory=list)
    negated: list[int] = zone(default_factory=list)
    dolls: int = 0

    def copy(self) -> "Flow":
        """A copy that may be changed."""
        return replace(
            self,
            answers=self.answers[:],
            targets=self.targets[:],
            were=self.were[:],
            cover={**self.cover},
            used=self.used[:],
            negated=self.negated[:],
        )

    @property
    def unit(self) -> int:
        """The square of the acting unit; 0 for a tool."""
        return int(self.action.get("unit", 0))

    @property
    def target(self) -> int:
        """The square being decided; before that, the first one declared. 0 if it is no attack."""
        if self.at < len(self.targets):
            return self.targets[self.at]
        return int(self.action.get("target", 0))

    def plain(self) -> dict[str, Any]:
        """Return the flow as plain data."""
        return {
            "action": {**self.action},
            "answers": [[*each] for each in self.answers],
            "targets": [str(each) for each in self.targets],
            "at": self.at,
            "were": [str(each) for each in self.were],
            "cover": {str(square): points for square, points in self.cover.items()},
            "used": [[str(square), skill] for square, skill in self.used],
            "negated": [str(each) for each in self.negated],
            "dolls": self.dolls,
        }

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> "Flow":
        """The flow of this plain data."""
        return cls(
            {**plain["action"]},
            [(card, on) for card, on in plain["answers"]],
            [int(each) for each in plain["targets"]],
            plain["at"],
            [int(each) for each in plain["were"]],
            {int(square): points for square, points in plain["cover"].items()},
            [(int(square), skill) for square, skill in plain["used"]],
            [int(each) for each in plain["negated"]],
            plain["dolls"],
        )


def _nothing_asked() -> dict[str, int]:
    return {"main": 0, "speed": 0, "defend": 0}


@dataclass(slots=True)
class State:
    """The full truth of a match. A step works on a copy.

    `shuffled` counts the decks that are; `n` the decisions of this turn by their kinds. `to_act` is the seat whose action
    it is, also while that is being answered.
    """

    config: dict[str, Any]
    sides: dict[Seat, Side]
    field: dict[int, Piece] = zone(default_factory=dict)
    turn: int = 0
    phase: Phase = "setup"
    shuffled: int = 0
    toss: Seat | None = None
    first: Seat | None = None
    to_act: Seat | None = None
    passes: int = 0
    n: dict[str, int] = zone(default_factory=_nothing_asked)
    flow: Flow | None = None
    over: Over | None = None

    def copy(self) -> "State":
        """A copy that may be changed."""
        return State(
            self.config,
            {seat: side.copy() for seat, side in self.sides.items()},
            {at: each.copy() for at, each in self.field.items()},
            self.turn,
            self.phase,
            self.shuffled,
            self.toss,
            self.first,
            self.to_act,
            self.passes,
            {**self.n},
            self.flow and self.flow.copy(),
            self.over,
        )

    @property
    def pool(self) -> MatchCards:
        """All cards of the match."""
        return POOLS.of(self.config)

    @property
    def actor(self) -> Seat:
        """The seat whose action it is, if any."""
        return cast("Seat", self.to_act)

    @property
    def tosser(self) -> Seat:
        """The winner of this turn's toss, where it is known."""
        return cast("Seat", self.toss)

    @property
    def declared(self) -> Flow:
        """The action that is being answered, where there is one."""
        return cast("Flow", self.flow)

    @property
    def asked(self) -> Seat:
        """The seat that a question of this phase is for."""
        if self.phase == "defend":
            return self.field[self.declared.target].owner
        if self.phase == "speed" and not self.declared.answers:
            return other(self.actor)
        return self.actor

    @property
    def wait(self) -> list[str]:
        """The label of the draw that is due, or the ids of the decisions that are open."""
        match self.phase:
            case "over":
                return []
            case "setup":
                return [f"acts/shuffle/{SEATS[self.shuffled]}/0"]
            case "toss":
                return [f"t{self.turn}.toss" if self.toss else f"acts/toss/t{self.turn}"]
            case "refill":
                return [f"t{self.turn}.refill.{seat}" for seat in SEATS if self.refill(seat)]
        return [f"t{self.turn}.{self.phase}.{self.n[self.phase]}"]

    def master_at(self, seat: Seat) -> int:
        """The square of this seat's master."""
        return masters(self.field)[seat]

    def refill(self, seat: Seat) -> int:
        """Return how much ether can come back from the trash at the end of the turn."""
        side = self.sides[seat]
        more = self.pool.held("refill", hand=side.hand, deck=side.deck, trash=side.trash)
        more += sum(each.face.traits.refill for each in self.field.values() if each.owner == seat)
        room = max(0, self.room(seat))
        return min(_REFILL + more, side.trash.count(ETHER), room)

    def room(self, seat: Seat) -> int:
        """Return how much more ether its master can hold; negative if it holds too much."""
        at = self.master_at(seat)
        master = self.field[at]
        return capacity(self.field, at) - master.ether if self.pool.is_elastic else master.room

    def drain(self, at: int, count: int, log: list[MatchEvent]) -> None:
        """Move ether of the unit there to the trash, usable ether first."""
        unit = self.field[at]
        off = min(unit.off, count)
        on = min(unit.on, count - off)
        unit.off, unit.on = unit.off - off, unit.on - on
        self.sides[unit.owner].lose(*[ETHER] * (off + on))
        log.append(events.ether_lost(unit.owner, unit.card, at, off + on))

    def discard(self, at: int, *, to_hand: bool = False) -> None:
        """Put the card on this square into its owner's trash or hand, and its ether and tools into
        the trash.
        """
        gone = self.field.pop(at)
        side = self.sides[gone.owner]
        side.lose(*[ETHER] * gone.ether)
        for tool, owner in gone.tools:
            self.sides[owner].lose(tool.id)
        if to_hand:
            side.hand = sorted((*side.hand, gone.card))
        else:
            side.lose(gone.card)

    def end(self, over: Over) -> None:
        """End the match. Actions in progress are dropped, and no counter goes back."""
        self.over = over
        self.phase = "over"
        self.to_act = self.flow = None


def ending(over: Over | None) -> dict[str, Any] | None:
    """The end as plain data."""
    if over is None:
        return None
    return {"reason": over.reason, "score": {seat: str(over.score[seat]) for seat in SEATS}}


def stack(flow: Flow | None, actor: Seat | None) -> list[list[str]]:
    """The tools declared and not resolved, each with its owner, the first declared first."""
    if flow is None or actor is None:
        return []
    owners = (other(actor), actor)
    answers = [[card, owner] for (card, _), owner in zip(flow.answers, owners, strict=False)]
    if flow.action["a"] == "tool":
        return [[flow.action["card"], actor], *answers]
    return answers


def summary(state: State) -> dict[str, Any]:
    """Return what everyone may know of a match, without its sides."""
    return {
        "turn": state.turn,
        "phase": state.phase,
        "toss": state.toss,
        "first": state.first,
        "to_act": state.to_act,
        "passes": state.passes,
        "over": ending(state.over),
        "field": {str(at): each.plain() for at, each in state.field.items()},
    }


def position(state: State) -> dict[str, Any]:
    """Return the data from which the digest of the state is made."""
    described = summary(state) | {
        "n": {**state.n},
        "wait": state.wait,
        "stack": stack(state.flow, state.to_act),
    }
    for seat, side in state.sides.items():
        described[seat] = {
            "master": side.master,
            "deck": [*side.deck],
            "hand": [*side.hand],
            "trash": [*side.trash],
            "acts": side.acts,
            "ether": side.ether,
        }
    return described


def dump(state: State) -> dict[str, Any]:
    """The state as plain data: its position, and an action that is being answered."""
    dumped: dict[str, Any] = {"config": {**state.config}, "position": position(state)}
    if state.flow is not None:
        dumped["flow"] = state.flow.plain()
    return dumped


def load(dumped: Mapping[str, Any]) -> State:
    """The state that was dumped, or that a position alone describes."""
    at = dumped["position"]
    over = None
    if at["over"] is not None:
        score: dict[Seat, Fraction] = {seat: Fraction(at["over"]["score"][seat]) for seat in SEATS}
        over = Over(score, at["over"]["reason"])
    is_set_up = at["phase"] != "setup"
    config = {**dumped["config"]}
    pool = POOLS.of(config)
    return State(
        config,
        {seat: _side(at[seat]) for seat in SEATS},
        {int(square): Piece.read(each, pool) for square, each in at["field"].items()},
        at["turn"],
        at["phase"],
        len(SEATS) if is_set_up else SEATS.index(at["wait"][0].split("/")[2]),
        at["toss"],
        at["first"],
        at["to_act"],
        at["passes"],
        {**at["n"]},
        Flow.read(dumped["flow"]) if "flow" in dumped else None,
        over,
    )


def _side(plain: Mapping[str, Any]) -> Side:
    return Side(
        plain["master"],
        [*plain["deck"]],
        [*plain["hand"]],
        [*plain["trash"]],
        plain["acts"],
        plain["ether"],
    )
