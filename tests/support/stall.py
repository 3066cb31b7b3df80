"""A game for tests of orders: all that its orders need, and no rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from app.engine.matches.game import (
    Action,
    Composition,
    Game,
    MatchCandidate,
    MatchDecision,
    Options,
    OrderError,
    View,
)
from app.engine.words import Words

CARDS = {"haru": "F01", "hana": "F02", "natsu": "F03"}
VIEW: View = {"turn": 3, "hand": ["F01", "F02"], "slots": [2, 5], "theme": "combat", "mine": 4}

PLAY = MatchDecision("t3.play", "A", "stall.play")
GUARD = MatchDecision("t3.guard", "A", "stall.guard")
PICK = MatchDecision("t3.pick", "A", "stall.pick")
SUM = MatchDecision("t3.sum", "A", "stall.sum")
KINDS = {"pass": "play", "play": "play", "guard": "guard", "pick": "pick", "add": "sum"}


@dataclass
class Listed:
    """Legal actions, all of them listed."""

    actions: Sequence[Action]
    complete: bool = True

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __contains__(self, action: object) -> bool:
        return action in self.actions

    def explain(self, action: Action) -> Words | None:
        return None if action in self else Words("その札はありません。", "It is not there.")


def options(decision: MatchDecision, view: View = VIEW) -> Listed:
    """What may be answered: cards in hand, slots that there are, any sum."""
    match decision.kind:
        case "stall.play":
            cards = [{"a": "play", "card": card} for card in view["hand"]]
            return Listed([*cards, {"a": "pass"}])
        case "stall.guard":
            return Listed([{"a": "guard", "slot": slot} for slot in view["slots"]])
        case "stall.pick":
            return Listed([{"a": "pick", "card": card} for card in view["hand"]])
        case _:
            return Listed([{"a": "add", "n": number} for number in range(11)])


class Stall(Game[None]):
    """`play CARD`, `pick CARD`, `guard SLOT` (a reaction), `guard any`, `add N` (many lines make one answer)."""

    id = "stall"
    rules = "stall@1"
    title = Words("屋台", "Stall")
    max_steps = 100
    verbs: ClassVar[Mapping[str, str]] = {
        **{verb: verb for verb in KINDS},
        "出す": "play",
        "守る": "guard",
        "戻す": "pick",
        "足す": "add",
        "パス": "pass",
    }
    reactions = frozenset({"stall.guard"})
    routine = frozenset({"stall.pick"})
    composed = frozenset({"stall.sum"})
    reasons: ClassVar[Mapping[str, Words]] = {}
    starters: ClassVar[Mapping[str, Any]] = {}

    def parse(self, text: str, view: View, decision: MatchDecision | None) -> Action:
        verb, *words = text.split(" ")
        if verb == "pass" and not words:
            return {"a": "pass"}
        if len(words) != 1:
            raise OrderError(len(text) + 1, Words("何を？", "What?"))
        word, at = words[0], len(verb) + 2
        if verb in ("guard", "add"):
            if not word.isdecimal() and (verb, word) != ("guard", "any"):
                raise OrderError(at, Words("数で書いてください。", "Write a number."))
            key = "slot" if verb == "guard" else "n"
            return {"a": verb, key: int(word) if word.isdecimal() else word}
        if decision is not None and word == "gone":
            raise OrderError(at, Words("今はありません。", "It is not there now."))
        named = [card for name, card in CARDS.items() if name.startswith(word)]
        cards = [card for card in CARDS.values() if card.lower() == word] or named
        if len(cards) != 1 and word != "gone":
            raise OrderError(
                at, Words(f"「{word}」という札はありません。", f"No card is called {word}.")
            )
        return {"a": verb, "card": cards[0] if cards else ""}

    def meanings(self, text: str, view: View, decision: MatchDecision) -> Iterable[Action]:
        if text != "guard any":
            return super().meanings(text, view, decision)
        return [{"a": "guard", "slot": slot} for slot in range(10)]

    def compose(
        self, lines: Sequence[MatchCandidate], view: View, decision: MatchDecision, options: Options
    ) -> Composition:
        """The sum of all lines that hold, as far as it is at most 10."""
        total, fired, refused = 0, {}, {}
        for at, each in enumerate(lines):
            order = each.line.order if each.holds else each.line.otherwise
            number = int(order.removeprefix("add ")) if order.startswith("add ") else 99
            if total + number <= 10:
                total += number
                fired[at] = not each.holds
            elif each.holds:
                refused[at] = Words("多すぎます。", "Too much.")
        return Composition({"a": "add", "n": total} if fired else None, fired, refused)

    def format(self, action: Action, view: View) -> str:
        return " ".join(str(value).lower() for value in action.values())

    def kinds(self, action: Action) -> frozenset[str]:
        return frozenset({f"stall.{KINDS[action['a']]}"})

    def passing(self, view: View, decision: MatchDecision) -> Action | None:
        return {"a": "pass"} if decision.kind == "stall.play" else None

    def autopilot(self, view: View, decision: MatchDecision, options: Options) -> Action:
        return next(iter(options))

    def value(
        self, name: str, view: View, decision: MatchDecision | None = None
    ) -> int | str | None:
        values = {
            "turn": view["turn"],
            "my.hand": len(view["hand"]),
            "e.hand": 3,
            "theme": view["theme"],
        }
        if name not in values and name != "e2.power":
            raise OrderError(
                1, Words(f"「{name}」という変数はありません。", f"No variable is called {name}.")
            )
        return values.get(name)

    def holds(
        self,
        thing: str,
        test: str,
        word: str,
        view: View,
        decision: MatchDecision | None = None,
        order: str = "",
    ) -> bool | None:
        if test == "is" and thing == "theme":
            if word not in ("combat", "song"):
                raise OrderError(len("theme is ") + 1, Words("combatかsong。", "combat or song."))
            return bool(view["theme"] == word)
        if test == "exists" and thing.upper() in CARDS.values():
            return thing.upper() in view["hand"]
        if test == "in range" and thing == "e2":
            return order.endswith("natsu")
        if thing == "ghost":
            return None
        raise OrderError(1, Words(f"「{thing}」は分かりません。", f"{thing} is not known."))

    # --- what orders do not need --------------------------------------------------------------------

    def settle(self, config: Mapping[str, Any]) -> dict[str, Any]:
        raise NotImplementedError

    def validate_build(self, build: Any, config: Mapping[str, Any]) -> list[Words]:
        raise NotImplementedError

    def new(self, config: Any, builds: Any) -> None:
        raise NotImplementedError

    def pending(self, state: None) -> Any:
        raise NotImplementedError

    def legal(self, state: None, decision: MatchDecision) -> Options:
        raise NotImplementedError

    def apply(self, state: None, moves: Any) -> Any:
        raise NotImplementedError

    def apply_chance(self, state: None, chance: Any, outcome: Any) -> Any:
        raise NotImplementedError

    def view(self, state: None, seat: Any) -> View:
        raise NotImplementedError

    def dump(self, state: None) -> dict[str, Any]:
        raise NotImplementedError

    def load(self, dumped: Mapping[str, Any]) -> None:
        raise NotImplementedError

    def checkpoint(self, state: None) -> Any:
        raise NotImplementedError

    def tell(self, events: Any, names: Any, lang: Any, seat: Any = None) -> Any:
        raise NotImplementedError

    def board(self, view: View, names: Any, lang: Any) -> Any:
        raise NotImplementedError
