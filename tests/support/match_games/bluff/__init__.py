"""はったり: the smallest game with everything that a match may have: hidden hands, a die, a choice at the same time, a board.

It is what a game of one's own costs: rules, orders in both languages, picture, house and reports, and a season's ruleset.

Each seat has a deck of five cards, numbers from 0 to 5, shuffled; a hand of three. Twice both play a card at the
same time. Whoever played the lower one and holds a 0 may throw it in, and then nobody is hit; the opponent must not
learn whether anybody was asked. Else the hit costs the difference. At the end each seat rolls a die, and one more for every three
points lost; the lower sum wins.
"""

from collections import Counter as Counts
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from operator import itemgetter
from pathlib import Path
from typing import Any, ClassVar, Final

from app.engine import Build, CardInfo, Lang, Notation, Ruleset, TellingLine, Terms, Tone, Words
from app.engine.decks import SENTENCES, DeckReading, DeckSpellings, explain, written
from app.engine.matches.board import BoardPart, Counter, MatchBoard, MatchPiece, Square, Zone
from app.engine.matches.dice import Dice
from app.engine.matches.game import (
    SEATS,
    Action,
    Chance,
    Game,
    MatchDecision,
    MatchEvent,
    Options,
    OrderError,
    OrderVariable,
    Over,
    Pending,
    Search,
    Seat,
    View,
    dealt,
    other,
)
from app.engine.matches.menus import Menu
from app.errors import Problem

ROUNDS: Final = 2
DECK: Final = 5
HAND: Final = 3
Cards = tuple[int, ...]
IDS: Final = ("zero", "one", "two", "three", "four", "five")
NAMES: Final = {id: Words(f"札{n}", id.title()) for n, id in enumerate(IDS)}
CARDS: Final = tuple(
    CardInfo(n, id, "〇一二三四五"[n], NAMES[id], Words("札", "Cards"), (), Words(*[f"{n}"] * 2))
    for n, id in enumerate(IDS)
)
SIGNS: Final = {card.id: card.char for card in CARDS}
SPELLINGS: Final = DeckSpellings(NAMES, {sign: id for id, sign in SIGNS.items()})
TOLD: Final[Mapping[str, tuple[Tone, Words]]] = {
    "dealt": (Tone.NOTE, Words("手札：{hand}。", "Dealt: {hand}.")),
    "played": (Tone.TURN, Words("第{round}回：{A}対{B}", "Round {round}: {A} against {B}")),
    "asked": (Tone.NOTE, Words("受け流せます。", "A parry is possible.")),
    "parried": (Tone.ANSWER, Words("{who}は受け流しました。", "{who} parries.")),
    "hit": (Tone.BLOW, Words("{who}は{points}点失いました。", "{who} loses {points}.")),
    "drawn": (Tone.NOTE, Words("{card}を引きました。", "Drawn: {card}.")),
    "rolled": (Tone.ACT, Words("{who}のサイコロ：{dice}。", "{who} rolls {dice}.")),
}


@dataclass(frozen=True, slots=True)
class Side:
    """The cards of a seat. `deck` has its top first, `played` is its card of this round."""

    deck: Cards
    hand: Cards = ()
    shuffled: bool = False
    played: int | None = None
    lost: int = 0
    sum: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The truth; `turn` is the seat that may parry, or else None."""

    A: Side
    B: Side
    round: int = 1
    turn: Seat | None = None

    def side(self, seat: Seat) -> Side:
        return self.A if seat == "A" else self.B

    def with_(self, seat: Seat, **changes: Any) -> "State":
        side = replace(self.side(seat), **changes)
        return replace(self, A=side) if seat == "A" else replace(self, B=side)


class Choices:
    """All that may be answered."""

    complete = True

    def __init__(self, actions: Sequence[Action]) -> None:
        self.actions = actions

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __contains__(self, action: object) -> bool:
        return any(repr(action) == repr(each) for each in self.actions)

    def explain(self, action: Action) -> Words | None:
        return None if action in self else Words("その札はありません。", "You have no such card.")


class Bluff(Game[State]):
    """Rules."""

    id = "bluff"
    rules = "bluff@1"
    title = Words("はったり", "Bluff")
    max_steps = 2 + 2 * ROUNDS + 2
    verbs: ClassVar[Mapping[str, str]] = {
        "play": "play",
        "出す": "play",
        "parry": "parry",
        "受け流す": "parry",
        "no": "no",
        "受けない": "no",
    }
    asked: ClassVar[Mapping[str, OrderVariable]] = {
        "round": OrderVariable("ラウンド", itemgetter("round")),
        "my.lost": OrderVariable("失点", lambda view: view[view["seat"]]["lost"]),
        "hit": OrderVariable("自分の札", lambda view: view[view["seat"]]["played"]),
    }
    turn_begins = ("played", "round")
    reactions = frozenset({"bluff.parry"})
    reasons: ClassVar[Mapping[str, Words]] = {
        "dice": Words("賽の目", "dice"),
        "resign": Words("投了", "resigned"),
        "forfeit": Words("不戦敗", "forfeited"),
        "draw": Words("引き分け", "drawn"),
    }
    starters: ClassVar[Mapping[str, Any]] = {"plain": [1, 2, 3, 4, 5], "sly": [0, 0, 3, 5, 5]}

    def as_data(self, build: Build) -> list[int]:
        return sorted(map(IDS.index, build.cards))

    def validate_build(self, build: Any, config: Mapping[str, Any]) -> list[Words]:
        if not isinstance(build, list):
            return [Words("リストではありません。", "This is no list.")]
        problems = []
        if len(build) != DECK:
            problems.append(Words("5枚でなければなりません。", "There must be five cards."))
        if not all(type(card) is int and 0 <= card <= 5 for card in build):
            problems.append(Words("0から5の数です。", "A card is a number from 0 to 5."))
        return problems

    def new(self, config: Mapping[str, Any], builds: Mapping[Seat, Any]) -> State:
        self.settle(config)
        return State(Side(tuple(sorted(builds["A"]))), Side(tuple(sorted(builds["B"]))))

    def pending(self, state: State) -> Pending:
        for seat in SEATS:
            if not state.side(seat).shuffled:
                return Chance(f"bluff/shuffle/{seat}", ("shuffle", DECK))
        if state.turn:
            name = f"r{state.round}.parry.{state.turn}"
            return (MatchDecision(name, state.turn, "bluff.parry", secret=True),)
        if state.round <= ROUNDS:
            return tuple(MatchDecision(f"r{state.round}.play.{s}", s, "bluff.play") for s in SEATS)
        for seat in SEATS:
            if (side := state.side(seat)).sum is None:
                return Chance(f"bluff/dice/{seat}", ("die", 6, 1 + side.lost // 3))
        of_a, of_b = state.A.sum or 0, state.B.sum or 0
        return Over.won(None if of_a == of_b else "A" if of_a < of_b else "B", "dice")

    def legal(self, state: State, decision: MatchDecision) -> Options:
        if decision.kind == "bluff.parry":
            return Choices([{"a": "parry"}, {"a": "no"}])
        hand = dict.fromkeys(state.side(decision.seat).hand)
        return Choices([{"a": "play", "card": card} for card in hand])

    def apply(
        self, state: State, moves: Mapping[str, Action]
    ) -> tuple[State, Sequence[MatchEvent]]:
        if state.turn:
            (action,) = moves.values()
            return self._answered(state, state.turn, parried=action["a"] == "parry")
        cards = {name[-1]: action["card"] for name, action in moves.items()}
        for seat in SEATS:
            hand = [*state.side(seat).hand]
            hand.remove(cards[seat])
            state = state.with_(seat, hand=tuple(hand), played=cards[seat])
        shown = MatchEvent("played", detail={"round": state.round, **cards})
        low = next((seat for seat in SEATS if cards[seat] < cards[other(seat)]), None)
        if low and 0 in state.side(low).hand:
            return replace(state, turn=low), [shown, MatchEvent("asked", low)]
        state, events = self._answered(state, low, parried=False)
        return state, [shown, *events]

    def _answered(
        self, state: State, low: Seat | None, *, parried: bool
    ) -> tuple[State, Sequence[MatchEvent]]:
        events = []
        if low and parried:
            state = state.with_(low, hand=tuple(card for card in state.side(low).hand if card))
            events.append(MatchEvent("parried", detail={"seat": low}))
        elif low:
            hit = (state.side(other(low)).played or 0) - (state.side(low).played or 0)
            state = state.with_(low, lost=state.side(low).lost + hit)
            events.append(MatchEvent("hit", detail={"seat": low, "points": hit}))
        for seat in SEATS:
            side = state.side(seat)
            state = state.with_(
                seat, played=None, hand=tuple(sorted(side.hand + side.deck[:1])), deck=side.deck[1:]
            )
            events.append(MatchEvent("drawn", seat, {"card": side.deck[0]}))
        return replace(state, turn=None, round=state.round + 1), events

    def apply_chance(
        self, state: State, chance: Chance, outcome: Sequence[int]
    ) -> tuple[State, Sequence[MatchEvent]]:
        _, what, name = chance.label.split("/")
        seat: Seat = "A" if name == "A" else "B"
        side = state.side(seat)
        if what == "dice":
            return state.with_(seat, sum=sum(outcome)), [
                MatchEvent("rolled", detail={"seat": seat, "dice": [*outcome]})
            ]
        deck = tuple(side.deck[place] for place in outcome)
        hand = tuple(sorted(deck[:HAND]))
        event = MatchEvent("dealt", seat, {"hand": [*hand]})
        return state.with_(seat, deck=deck[HAND:], hand=hand, shuffled=True), [event]

    def view(self, state: State, seat: Seat | None) -> View:
        shown: dict[str, Any] = {"seat": seat, "round": state.round}
        for each in SEATS:
            side = asdict(state.side(each))
            deck, hand = side["deck"], side["hand"]
            side["deck"] = sorted(deck) if each == seat else len(deck)
            side["hand"] = [*hand] if each == seat else len(hand)
            shown[each] = side
        return shown

    def dump(self, state: State) -> dict[str, Any]:
        dumped = asdict(state)
        for seat in SEATS:
            dumped[seat] |= {zone: [*dumped[seat][zone]] for zone in ("deck", "hand")}
        return dumped

    def load(self, dumped: Mapping[str, Any]) -> State:
        of_a, of_b = (
            Side(**dumped[seat] | {zone: tuple(dumped[seat][zone]) for zone in ("deck", "hand")})
            for seat in SEATS
        )
        return State(of_a, of_b, dumped["round"], dumped["turn"])

    def checkpoint(self, state: State) -> Sequence[Seat]:
        is_due = state.B.shuffled and state.turn is None and state.round <= ROUNDS
        return SEATS if is_due else ()

    def autopilot(self, view: View, decision: MatchDecision, options: Options) -> Action:
        if decision.kind == "bluff.parry":
            return {"a": "parry"}
        return {"a": "play", "card": max(view[decision.seat]["hand"])}

    def parse(self, text: str, view: View, decision: MatchDecision | None) -> Action:
        verb, *rest = text.split()
        match self.verbs.get(verb), rest:
            case "play", [card] if card in "012345":
                return {"a": "play", "card": int(card)}
            case "play", _:
                raise OrderError(len(verb) + 2, Words("札は0から5です。", "Cards are 0 to 5."))
            case ((("parry" | "no") as word), []):
                return {"a": word}
        raise OrderError(1, Words("play か parry か no です。", "Write play, parry or no."))

    def format(self, action: Action, view: View) -> str:
        return " ".join(map(str, action.values()))

    def menus(
        self, view: View, decision: MatchDecision | None, options: Options | None, lang: Lang
    ) -> Sequence[Menu]:
        """A card is touched in the hand."""
        return [
            replace(
                menu, choices=tuple(replace(each, piece=each.order[5:]) for each in menu.choices)
            )
            for menu in super().menus(view, decision, options, lang)
        ]

    def kinds(self, action: Action) -> frozenset[str]:
        return frozenset({"bluff.play" if action["a"] == "play" else "bluff.parry"})

    search: ClassVar[Search[Any] | None] = Search(
        lambda view, dice, _: imagined(view, dice),
        lambda state, seat: state.side(other(seat)).lost - state.side(seat).lost,
        40,
        Words("失点の差", "the lead in points lost"),
        ahead=2,
    )

    def passing(self, view: View, decision: MatchDecision) -> Action | None:
        return {"a": "no"} if decision.kind == "bluff.parry" else None

    def is_there(self, word: str, view: View) -> bool:
        if word in "012345":
            return int(word) in view[view["seat"]]["hand"]
        return super().is_there(word, view)

    def tell(
        self,
        events: Iterable[MatchEvent],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
    ) -> Iterator[TellingLine]:
        for n, event in enumerate(events, start=1):
            tone, words = TOLD[event.what]
            said = {"who": names.get(event.detail.get("seat", "A"), ""), **event.detail}
            said |= {key: ", ".join(map(str, said[key])) for key in ("hand", "dice") if key in said}
            yield TellingLine(n, said.get("round", 0), 0, tone, words.to(lang).format(**said))

    def board(self, view: View, names: Mapping[Seat, str], lang: Lang) -> MatchBoard:
        """Two squares with what was played, and a hand on either side."""

        def part(seat: Seat) -> BoardPart:
            hand = view[seat]["hand"]
            cards = () if isinstance(hand, int) else tuple(MatchPiece(str(n), str(n)) for n in hand)
            size = hand if isinstance(hand, int) else len(hand)
            lost = Counter(Words("失点", "lost").to(lang), view[seat]["lost"])
            title = Words("手札", "hand").to(lang)
            zone = Zone(title, cards, size, is_secret=True, key="hand")
            return BoardPart(seat, names[seat], (lost,), (zone,))

        def square(seat: Seat) -> Square:
            card = view[seat]["played"]
            cards = () if card is None else (MatchPiece(str(card), str(card), owner=seat),)
            return Square(seat, cards)

        title = Words("場", "table").to(lang)
        table = Zone(title, grid=((square("A"), square("B")),), key="table")
        near: Seat = view["seat"] or "A"
        common = BoardPart(None, "", zones=(table,))
        heading = Words(f"第{view['round']}回", f"round {view['round']}").to(lang)
        return MatchBoard((heading,), (part(other(near)), common, part(near)))


def imagined(view: View, dice: Dice) -> State:
    """A state that this view may be of: the other seat has any cards."""
    seat: Seat = view["seat"]
    foe = view[other(seat)]
    any_cards = [int(card) for card in dealt("001122334455", dice, "theirs")]
    theirs = foe | {"hand": any_cards[: foe["hand"]], "deck": any_cards[-foe["deck"] :]}
    deck = dealt([*map(str, view[seat]["deck"])], dice, "own")
    mine = view[seat] | {"deck": [*map(int, deck)]}
    turn = seat if view[seat]["played"] is not None else None
    return GAMES[0].load({**view, "turn": turn, seat: mine, other(seat): theirs})


# --- seasons --------------------------------------------------------------------------------------------


def read_build(text: str) -> Build:
    """Five cards and a name. Raises `BuildUnreadable` with every problem."""
    reading = DeckReading(spellings=SPELLINGS)
    reading.read(text)
    if reading.is_understood and len(reading.cards) != DECK:
        reading.problems.append(Problem("count", words=(str(len(reading.cards)),)))
    build = reading.build()
    return replace(build, cards=tuple(sorted(build.cards)))


def write_build(build: Build, notation: Notation = "characters") -> str:
    text = written(sorted(Counts(build.cards).items()), notation, SIGNS, NAMES)
    return text if build.name is None else f"{text}/{build.name}"


COUNT: Final = {"count": Words("5枚ですが、{word}枚です。", "There are five cards, not {word}.")}
GAMES: Final = (Bluff(),)
RULESETS: Final = (
    Ruleset.of(
        GAMES[0],
        CARDS,
        folder=Path(__file__).parent,
        sizes=range(DECK, DECK + 1),
        read_build=read_build,
        write_build=write_build,
        explain=lambda problem, lang: explain(problem, lang, SENTENCES | COUNT, NAMES, "one"),
        terms=Terms(turn=Words("回", "round"), turns=Words("回", "rounds")),
        sample_text="〇〇三五五",
    ),
)
