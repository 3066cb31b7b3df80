"""The legal actions of each kind of decision, in exactly the shape that records keep."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeGuard

from app.engine.matches.game import Action, MatchDecision, Options, View
from app.engine.words import Words
from app.games.fest import config as configs, view
from app.games.fest.cards import Cards
from app.games.fest.effects import Use
from app.games.fest.side import without
from app.games.fest.state import State
from app.games.fest.verbs import Args, Moment

FAIL = "fail"


def play(card: str, use: Use, args: Args) -> dict[str, Any]:
    """The action of playing a card with this effect."""
    return {"a": "play", "card": card, "effect": use.word, "args": use.written(args)}


def fail(card: str) -> dict[str, Any]:
    """The action of throwing away a card that has no usable effect."""
    return {"a": "play", "card": card, "effect": FAIL, "args": {}}


def _has_keys(action: object, verb: str, *keys: str) -> TypeGuard[Action]:
    return isinstance(action, Mapping) and {*action} == {"a", *keys} and action["a"] == verb


def _is_multiset(value: object, hand: Sequence[str]) -> bool:
    """Whether it is a sorted list of cards that are in the hand."""
    return (
        isinstance(value, list)
        and all(isinstance(card, str) for card in value)
        and sorted(value) == value
        and Counter(value) <= Counter(hand)
    )


class _Subsets:
    """Some cards of the hand, sorted; `least` and `most` of them."""

    complete = True

    def __init__(self, verb: str, hand: Sequence[str], least: int, most: int) -> None:
        self.verb, self.hand, self.least, self.most = verb, hand, least, most

    def __iter__(self) -> Iterator[Action]:
        for count in range(self.least, self.most + 1):
            for cards in sorted({*combinations(self.hand, count)}):
                yield {"a": self.verb, "cards": [*cards]}

    def __contains__(self, action: object) -> bool:
        return (
            _has_keys(action, self.verb, "cards")
            and _is_multiset(action["cards"], self.hand)
            and self.least <= len(action["cards"]) <= self.most
        )

    def explain(self, action: Action) -> Words | None:
        """Why it is not legal."""
        if action in self:
            return None
        cards = action.get("cards")
        if action.get("a") != self.verb or not isinstance(cards, list):
            return _other_kind(self.verb)
        missing = sorted((Counter(map(str, cards)) - Counter(self.hand)).elements())
        if missing:
            return _not_in_hand(" ".join(missing))
        if self.least == self.most:
            return Words(
                f"ちょうど{self.most}枚選んでください。", f"Choose exactly {self.most} cards."
            )
        return Words(f"{self.most}枚まで温存できます。", f"You may keep at most {self.most} cards.")


class Picks:
    """Any hand card but the one that was just drawn."""

    complete = True

    def __init__(self, hand: Sequence[str], drawn: str) -> None:
        self.cards = sorted({*(without(tuple(hand), drawn) if drawn in hand else hand)})

    def __iter__(self) -> Iterator[Action]:
        return ({"a": "pick", "card": card} for card in self.cards)

    def __contains__(self, action: object) -> bool:
        return _has_keys(action, "pick", "card") and action["card"] in self.cards

    def explain(self, action: Action) -> Words | None:
        """Why it is not legal."""
        if action in self:
            return None
        if action.get("a") != "pick":
            return _other_kind("pick")
        return Words(
            "引いたカード以外の手札から選んでください：" + " ".join(self.cards),
            "Choose a hand card other than the one just drawn: " + " ".join(self.cards),
        )


class Plays:
    """Each hand card with each usable effect and its arguments. A card without a usable effect is discarded."""

    complete = True

    def __init__(self, cards: Cards, at: Moment) -> None:
        self.cards, self.at, self.hand = cards, at, at.hand

    def uses(self) -> Iterator[tuple[str, Use, Args]]:
        """Yield every use of usable effects, in order."""
        for card in sorted({*self.hand}):
            self.at.hand = without(self.hand, card)
            for use in self.cards[card].uses:
                for args in use.options(self.at):
                    yield card, use, args

    def __iter__(self) -> Iterator[Action]:
        for card in sorted({*self.hand}):
            some = [
                play(card, use, args)
                for use in self.cards[card].uses
                for args in self.of(card, use)
            ]
            yield from some or [fail(card)]

    def fails(self, card: str) -> bool:
        """Whether a hand card surely has no usable effect."""
        return not (self.at.unknown or any(self.of(card, use) for use in self.cards[card].uses))

    def of(self, card: str, use: Use) -> Sequence[Args]:
        """Return the possible arguments of this effect of a hand card."""
        self.at.hand = without(self.hand, card)
        return use.options(self.at)

    def __contains__(self, action: object) -> bool:
        if not _has_keys(action, "play", "card", "effect", "args"):
            return False
        card, word, args = action["card"], action["effect"], action["args"]
        if not isinstance(card, str) or card not in self.hand or not isinstance(args, Mapping):
            return False
        if any(type(arg) not in (int, str) for arg in args.values()):
            return False
        if word == FAIL:
            return not args and self.fails(card)
        use = self.cards[card].use(word)
        return use is not None and any(
            dict(args) == use.written(each) for each in self.of(card, use)
        )

    def explain(self, action: Action) -> Words | None:
        """Why it is not legal."""
        card, word = action.get("card"), action.get("effect")
        if action.get("a") != "play":
            return _other_kind("play")
        if not isinstance(card, str) or card not in self.hand:
            return _not_in_hand(str(card))
        if action in self:
            return None
        if word == FAIL:
            return Words(
                f"{card}には使える効果があります。", f"{card} has an effect that can be used."
            )
        use = self.cards[card].use(str(word))
        if use is None:
            words = "、".join(use.word for use in self.cards[card].uses)
            return Words(
                f"{card}の効果は{words}です。", f"{card} has {words.replace('、', ' and ')}."
            )
        self.at.hand = without(self.hand, card)
        if why := use.obstacle(self.at):
            return Words(
                f"{use.word}は使えません：{why.ja}。", f"{use.word} cannot be used: {why.en}."
            )
        return Words(
            f"{use.word}をそのようには使えません。", f"{use.word} cannot be used like that now."
        )


@lru_cache(maxsize=1_000)  # standing orders are told so of the same cards again and again
def _not_in_hand(cards: str) -> Words:
    return Words(f"手札に{cards}がありません。", f"{cards} is not in your hand.")


def _other_kind(verb: str) -> Words:
    return Words(f"いま求められているのは{verb}です。", f"What is asked for now is {verb}.")


def reserves(hand: Sequence[str], limit: int) -> Options:
    """Return the choices for the reserve."""
    return _Subsets("reserve", hand, 0, limit)


def fronts(hand: Sequence[str], size: int, least: int | None = None) -> Options:
    """Return the choices for the front: exactly `size` cards, or at least `least` of them."""
    return _Subsets("front", hand, size if least is None else least, size)


def coming(seen: View) -> Options:
    """Return the possible answers for this viewer while cards are played: plays, or the card to put back."""
    if seen["phase"] == "pick":
        return Picks(view.own(seen)["hand"], seen["wait"]["drawn"])
    return Plays(configs.cards(seen["config"]), view.moment(seen))


def legal(state: State, decision: MatchDecision) -> Options:
    """Return the possible answers to a pending decision."""
    seat = decision.seat
    hand = state.seats[seat].hand
    match decision.kind:
        case "fest.reserve":
            return reserves(hand, state.limit(seat))
        case "fest.front":
            return fronts(hand, state.size.front)
        case "fest.pick":
            return Picks(hand, state.wait["drawn"])
    return Plays(state.cards, state.moment(seat))
