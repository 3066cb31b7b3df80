"""決闘: the smallest game with decisions. Of three hands two are drawn; both play one at a time at once, then dice decide."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar, Final

from app.engine import Lang, Ruleset, TellingLine, Tone, Words
from app.engine.matches.board import MatchBoard
from app.engine.matches.game import (
    SEATS,
    Action,
    Chance,
    ConfigError,
    Game,
    MatchDecision,
    MatchEvent,
    Options,
    OrderError,
    Over,
    Pending,
    Seat,
    View,
    other,
)
from tests.support.games import janken

CARDS: Final = ("paper", "rock", "scissors")
REASONS: Final = ("points", "dice", "level", "resign", "forfeit", "draw")
_ROUNDS: Final = 2


@dataclass(frozen=True)
class State:
    """`hands` are None until they are dealt; `points` counts the rounds won."""

    decks: tuple[tuple[str, ...], tuple[str, ...]]
    hands: tuple[tuple[str, ...] | None, ...] = (None, None)
    round: int = 1
    points: tuple[int, int] = (0, 0)
    dice: tuple[int, ...] = ()
    rounds: int = _ROUNDS


@dataclass
class Choice:
    """One of the hands that are left."""

    hand: tuple[str, ...]
    complete: bool = True

    def __iter__(self) -> Iterator[Action]:
        return ({"a": "play", "card": card} for card in self.hand)

    def __contains__(self, action: object) -> bool:
        return action in list(self)

    def explain(self, action: Action) -> Words | None:
        """Why not."""
        return None if action in self else Words("手札にありません。", "It is not in your hand.")


class Duel(Game[State]):
    """Two rounds."""

    id = "duel"
    rules = "duel@1"
    title = Words("決闘", "Duel")
    max_steps = 10
    verbs: ClassVar[Mapping[str, str]] = {"play": "play", "出す": "play"}
    reasons = MappingProxyType({each: Words(each, each) for each in REASONS})
    starters = MappingProxyType({"one of each": [*CARDS]})

    def settle(self, config: Mapping[str, Any]) -> dict[str, Any]:
        """`rounds` is the only key."""
        settled: dict[str, Any] = {"rounds": _ROUNDS, **config}
        if settled.keys() != {"rounds"} or settled["rounds"] not in (1, 2):
            raise ConfigError([Words("ラウンドは1か2です。", "It has one round or two.")])
        return settled

    def validate_build(self, build: Any, config: Mapping[str, Any]) -> list[Words]:
        """Three hands."""
        return [] if len(build) == 3 else [Words("手は3つです。", "A build has three hands.")]

    def new(self, config: Mapping[str, Any], builds: Mapping[Seat, Any]) -> State:
        """Before the cards are dealt."""
        rounds = self.settle(config)["rounds"]
        return State((tuple(sorted(builds["A"])), tuple(sorted(builds["B"]))), rounds=rounds)

    def pending(self, state: State) -> Pending:
        """Deal, play, dice."""
        for seat, hand in zip(SEATS, state.hands, strict=True):
            if hand is None:
                return Chance(f"duel/shuffle/{seat}", ("shuffle", 3))
        if state.round <= state.rounds:
            place = f"r{state.round}.play"
            return tuple(MatchDecision(f"{place}.{seat}", seat, "duel.play") for seat in SEATS)
        one, two = state.points
        if one != two:
            return Over.won("A" if one > two else "B", "points")
        if not state.dice:
            return Chance("duel/dice", ("die", 6, 2))
        first, second = state.dice
        if first == second:
            return Over.won(None, "level")
        return Over.won("A" if first > second else "B", "dice")

    def legal(self, state: State, decision: MatchDecision) -> Options:
        """The choices in the hand."""
        return Choice(state.hands[SEATS.index(decision.seat)] or ())

    def apply(
        self, state: State, moves: Mapping[str, Action]
    ) -> tuple[State, Sequence[MatchEvent]]:
        """Both are shown, and the better one has a point."""
        place = f"r{state.round}.play"
        played = {seat: moves[f"{place}.{seat}"]["card"] for seat in SEATS}
        hands = []
        for seat, hand in zip(SEATS, state.hands, strict=True):
            left = list(hand or ())
            left.remove(played[seat])
            hands.append(tuple(left))
        points = [
            before + ((played[seat], played[other(seat)]) in janken.BEATS)
            for seat, before in zip(SEATS, state.points, strict=True)
        ]
        after = replace(
            state, hands=tuple(hands), round=state.round + 1, points=(points[0], points[1])
        )
        shown = {"round": state.round, "A": played["A"], "B": played["B"]}
        return after, [MatchEvent("shown", "all", shown)]

    def apply_chance(
        self, state: State, chance: Chance, outcome: Sequence[int]
    ) -> tuple[State, Sequence[MatchEvent]]:
        """A hand is dealt to one, or both throw."""
        if chance.label == "duel/dice":
            one, two = outcome
            return replace(state, dice=(one, two)), [
                MatchEvent("thrown", "all", {"A": one, "B": two})
            ]
        place = SEATS.index("A" if chance.label.endswith("A") else "B")
        deck = state.decks[place]
        hand = tuple(sorted(deck[i] for i in outcome[:2]))
        hands = list(state.hands)
        hands[place] = hand
        return replace(state, hands=tuple(hands)), [
            MatchEvent("dealt", SEATS[place], {"hand": list(hand)})
        ]

    def view(self, state: State, seat: Seat | None) -> View:
        """The seat's own hand, and the cards that both have played."""
        hand = state.hands[SEATS.index(seat)] if seat else None
        return {
            "round": state.round,
            "points": list(state.points),
            "dice": list(state.dice),
            "hand": list(hand or ()),
            "seat": seat,
        }

    def dump(self, state: State) -> dict[str, Any]:
        """As lists."""
        return {
            key: [list(each) if isinstance(each, tuple) else each for each in value]
            if isinstance(value, tuple)
            else value
            for key, value in asdict(state).items()
        }

    def load(self, dumped: Mapping[str, Any]) -> State:
        """As tuples."""
        return State(
            decks=(tuple(dumped["decks"][0]), tuple(dumped["decks"][1])),
            hands=tuple(None if hand is None else tuple(hand) for hand in dumped["hands"]),
            round=dumped["round"],
            points=(dumped["points"][0], dumped["points"][1]),
            dice=tuple(dumped["dice"]),
            rounds=dumped["rounds"],
        )

    def checkpoint(self, state: State) -> Sequence[Seat]:
        """Each round."""
        is_dealt = None not in state.hands
        return SEATS if is_dealt and state.round <= state.rounds else ()

    def autopilot(self, view: View, decision: MatchDecision, options: Options) -> Action:
        """The first of the hand."""
        return next(iter(options))

    def parse(self, text: str, view: View, decision: MatchDecision | None) -> Action:
        """`play rock`."""
        verb, _, card = text.partition(" ")
        if self.verbs.get(verb) != "play":
            raise OrderError(1, Words("「play 手」と書いてください。", "Write `play` and a hand."))
        if card not in CARDS:
            said = Words(f"「{card}」という手はありません。", f"“{card}” is no hand.")
            raise OrderError(len(verb) + 2, said)
        return {"a": "play", "card": card}

    def format(self, action: Action, view: View) -> str:
        """`play rock`."""
        return f"play {action['card']}"

    def kinds(self, action: Action) -> frozenset[str]:
        """There is one."""
        return frozenset({"duel.play"})

    def value(
        self, name: str, view: View, decision: MatchDecision | None = None
    ) -> int | str | None:
        """The round."""
        if name != "round":
            raise OrderError(1, Words("変数は round だけです。", "The only variable is `round`."))
        round_: int = view["round"]
        return round_

    def holds(
        self,
        thing: str,
        test: str,
        word: str,
        view: View,
        decision: MatchDecision | None = None,
        order: str = "",
    ) -> bool | None:
        """Whether a hand is there."""
        return thing in view["hand"]

    def tell(
        self,
        events: Iterable[MatchEvent],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
    ) -> Iterator[TellingLine]:
        """One line an event."""
        for n, event in enumerate(events, 1):
            yield TellingLine(n, 1, 0, Tone.ACT, f"{event.what} {dict(event.detail)}")

    def board(self, view: View, names: Mapping[Seat, str], lang: Lang) -> MatchBoard:
        """One line."""
        return MatchBoard((f"round {view['round']}: {view['points'][0]}-{view['points'][1]}",))


GAMES = (Duel(),)
RULESETS: tuple[Ruleset, ...] = (
    replace(
        janken.RULESETS[0],
        slug="duel",
        title=Duel.title,
        rules_version=Duel.rules,
        endings={**janken.RULESETS[0].endings, **Duel.reasons},
        match=GAMES[0],
    ),
)
