"""Orders as text: `play F05 B12 will shield 4` is read and written, names and Japanese words are understood."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from app.engine.matches.game import Action, MatchDecision, OrderError, View
from app.engine.matches.orders.forms import card_named, verb_of
from app.engine.words import Words
from app.games.fest import autopilot, config, view
from app.games.fest.abilities import ATTRIBUTES, THEMES, attribute
from app.games.fest.actions import FAIL
from app.games.fest.cards import HOUSE, Card
from app.games.fest.choices import Choice, FrontAndCard, LowestAndCard, Tied, Unequal
from app.games.fest.effects import Use
from app.games.fest.words.names import ATTRIBUTES as ATTRIBUTE_NAMES, THEMES as THEME_NAMES

VERBS: Final[Mapping[str, str]] = {
    "reserve": "reserve",
    "front": "front",
    "play": "play",
    "pick": "pick",
    "温存": "reserve",
    "フロント": "front",
    "出す": "play",
    "戻す": "pick",
}
_NONE: Final = ("none", "なし")
_FAIL: Final = (FAIL, "失敗")
_ATTRIBUTES: Final = {
    word: name for name, words in ATTRIBUTE_NAMES.items() for word in (name, words.ja)
}
_THEMES: Final = {word: name for name, words in THEME_NAMES.items() for word in (name, words.ja)}
WORDS_JA: Final = {
    **dict((_NONE, _FAIL)),
    **{name: words.ja for name, words in (*ATTRIBUTE_NAMES.items(), *THEME_NAMES.items())},
}
"""The other words of canonical orders in Japanese."""
ASKED_JA: Final = {
    "round": "ラウンド",
    "theme": "テーマ",
    "first": "先手、先攻",
    **WORDS_JA,
    **{
        f"{side}.{what}": f"{whose}{called}"
        for side, whose in (("my", "自分の"), ("e", "相手の"))
        for what, called in (
            *((name, words.ja) for name, words in ATTRIBUTE_NAMES.items()),
            ("jp", "審査点"),
            ("total", "総得点"),
            ("max", "最大"),
            ("min", "最小"),
            ("top", "一番高い属性"),
            ("hand", "手札"),
            ("deck", "デッキ"),
            ("reserve", "温存札"),
        )
    },
}
"""What conditions may ask about, in Japanese."""
_NUMBER: Final = re.compile("[0-9]{1,2}")
_MOST_LENT: Final = 5


# --- reading --------------------------------------------------------------------------------------------


def read(text: str, seen: View, decision: MatchDecision | None) -> dict[str, Any]:
    """The action of a normalised order. Raises `OrderError`.

    What is left open is filled in from the view, where the decision is there that it answers.
    """
    if decision is not None and not seen["config"]["cards"]:
        whole = _whole(text, tuple(view.own(seen)["deck_list"]))
        if whole is not None:
            return {**whole}
    return _Reader(text, seen, decision).read()


@lru_cache(maxsize=10_000)
def _whole(text: str, deck: tuple[str, ...]) -> Mapping[str, Any] | None:
    """The action of an order to play a card of this deck that says all there is to say; else None.

    It is the same in every view. Standing orders are read at each decision: this makes them a third faster.
    """
    seen = {"viewer": "A", "seats": {"A": {"deck_list": deck}}, "config": {"cards": []}}
    try:
        action = _Reader(text, seen, None).read()
    except OrderError:
        return None
    if action["a"] != "play" or action["effect"] == FAIL:
        return None
    use = HOUSE[action["card"]].use(action["effect"])
    is_whole = use is not None and {*action["args"]} == {
        *(() if use.printed else use.effect.choice.names)
    }
    return action if is_whole else None


@lru_cache(maxsize=10_000)
def _words(text: str) -> tuple[tuple[int, str], ...]:
    """The words of an order, each with its column: standing orders are read again at each decision."""
    return tuple((found.start() + 1, found[0].lower()) for found in re.finditer(r"\S+", text))


class _Reader:
    """The words of an order, one after the other."""

    def __init__(self, text: str, seen: View, decision: MatchDecision | None) -> None:
        self.words = [*_words(text)]
        self.end = len(text.rstrip()) + 1
        self.seen = seen
        self.kind = decision.kind if decision else ""

    @property
    def place(self) -> int:
        """The column of the next word, or one past the end."""
        return self.words[0][0] if self.words else self.end

    @property
    def next(self) -> str:
        """The next word; empty at the end."""
        return self.words[0][1] if self.words else ""

    def take(self) -> str:
        return self.words.pop(0)[1]

    def wrong(self, ja: str, en: str) -> OrderError:
        """What is wrong with the next word."""
        return OrderError(self.place, Words(ja, en))

    def read(self) -> dict[str, Any]:
        verb = verb_of(self.next, self.place, VERBS)
        self.take()
        action: dict[str, Any] = {"a": verb}
        if verb == "reserve":
            action |= self.reserve()
        elif verb == "front":
            action |= {"cards": self.cards()}
        elif verb == "pick":
            action |= {"card": self.card()}
        else:
            action |= self.play()
        if self.words:
            raise self.wrong(f"「{self.next}」が余分です。", f"“{self.next}” is too much here.")
        return action

    def reserve(self) -> dict[str, Any]:
        if self.next in _NONE:
            self.take()
            return {"cards": []}
        if self.next != "unmatched":
            return {"cards": self.cards()}
        self.take()
        most = self.number()
        if self.kind != "fest.reserve":
            return {"unmatched": most}
        return {"cards": autopilot.unmatched(self.seen, most)}

    def play(self) -> dict[str, Any]:
        card = self.card()
        if self.next in _FAIL:
            self.take()
            return {"card": card, "effect": FAIL, "args": {}}
        use = self.use(config.cards(self.seen["config"])[card])
        return {"card": card, "effect": use.word, "args": self.args(use)}

    def use(self, card: Card) -> Use:
        use = card.use(self.next.upper())
        if use is None:
            first, second = (use.word for use in card.uses)
            raise self.wrong(
                f"{card.id}の効果は{first}か{second}です。",
                f"{card.id} has {first} and {second}; write one of them.",
            )
        self.take()
        return use

    def args(self, use: Use) -> dict[str, Any]:
        choice = use.effect.choice
        if use.printed:
            return {}
        if isinstance(choice, FrontAndCard) and self.next in _NONE:
            self.take()
            return {}
        return dict(self.chosen(choice))

    def chosen(self, choice: Choice) -> Iterator[tuple[str, Any]]:
        """The arguments by their names; a tied attribute may be left out, and a card where none may be left."""
        x = ""
        for name in choice.names:
            if name == "x" and isinstance(choice, Tied | LowestAndCard):
                if self.next in _ATTRIBUTES:
                    yield name, self.attribute()
                elif self.kind == "fest.play":
                    at = view.moment(self.seen)
                    yield name, ATTRIBUTES[choice.options(at)[0][0]]
            elif name == "x":
                x = self.attribute()
                if not isinstance(choice, Unequal):
                    yield name, x
            elif name == "y":
                if self.next in _ATTRIBUTES and _ATTRIBUTES[self.next] == x:
                    raise self.wrong(
                        "2つの属性は異なる必要があります。", "The two attributes must differ."
                    )
                y = self.attribute()
                if isinstance(choice, Unequal):
                    x, y = sorted((x, y), key=ATTRIBUTES.index)
                    yield "x", x
                yield name, y
            elif name == "n":
                yield name, self.number(_MOST_LENT)
            elif self.words or not isinstance(choice, LowestAndCard):
                yield name, self.card()

    def attribute(self) -> str:
        if self.next not in _ATTRIBUTES:
            raise self.wrong(
                "属性 will(意)、sword(剣)、shield(盾) のどれかを書いてください。",
                "Write an attribute: will, sword or shield.",
            )
        return _ATTRIBUTES[self.take()]

    def number(self, most: int = 99) -> int:
        if not _NUMBER.fullmatch(self.next) or not 1 <= int(self.next) <= most:
            raise self.wrong(
                f"1から{most}までの数を書いてください。", f"Write a number from 1 to {most}."
            )
        return int(self.take())

    def cards(self) -> list[str]:
        cards = [self.card()]
        while self.words:
            cards.append(self.card())
        return sorted(cards)

    def card(self) -> str:
        if not self.words:
            raise self.wrong("カードを書いてください。", "A card is missing.")
        card = card_of(self.next, self.seen, self.place)
        self.take()
        return card


# --- cards by name --------------------------------------------------------------------------------------


def card_of(word: str, seen: View, place: int = 1) -> str:
    """The card of the player's own deck with this id, or with a name that alone begins so. Raises `OrderError`."""
    deck = sorted(view.own(seen)["deck_list"])
    if word.upper() in deck:
        return word.upper()
    known = config.cards(seen["config"])
    return card_named(word, {id: known[id].name for id in deck}, place)


# --- writing --------------------------------------------------------------------------------------------


def write(action: Action, seen: View) -> str:
    """The canonical order of an action."""
    verb = action["a"]
    if verb == "pick":
        return f"pick {action['card']}"
    if "unmatched" in action:
        return f"reserve unmatched {action['unmatched']}"
    if verb != "play":
        return " ".join((verb, *(action["cards"] or ("none",))))
    card, word, args = action["card"], action["effect"], action["args"]
    use = config.cards(seen["config"])[card].use(word)
    words = ["play", card, word]
    if use is not None:
        choice = use.effect.choice
        words += [str(args[name]) for name in choice.names if name in args]
        if isinstance(choice, FrontAndCard) and not args:
            words.append("none")
    return " ".join(words)


def kinds(action: Action) -> frozenset[str]:
    """The kinds of decision that this action can answer."""
    return frozenset({f"fest.{action['a']}"})


# --- conditions -----------------------------------------------------------------------------------------


def value(name: str, seen: View, *_decision: object) -> int | str | None:
    """The value of a variable. Raises `OrderError`."""
    if name == "round":
        return int(seen["round"])
    if name == "theme":
        theme: str | None = seen["theme"]
        return theme
    if name == "first":
        order = seen["order"]
        return int(order[0] == seen["viewer"]) if order else None
    whose, _, what = name.partition(".")
    if whose not in ("my", "e"):
        raise _unknown(name)
    side = view.own(seen) if whose == "my" else view.foe(seen)
    points = side["attr"]
    match what:
        case "will" | "sword" | "shield":
            return int(points[what])
        case "jp" | "total":
            return int(side[what])
        case "max":
            return int(max(points.values()))
        case "min":
            return int(min(points.values()))
        case "hand" | "deck" | "reserve":
            return view.count(side[what])
    raise _unknown(name)


def holds(thing: str, test: str, word: str, seen: View, *_: object) -> bool | None:
    """Whether the test holds of the thing. Raises `OrderError`."""
    if test == "exists":
        return card_of(thing, seen) in view.own(seen)["hand"]
    if test != "is" or thing not in ("theme", "my.top", "e.top"):
        raise _unknown(thing)
    place = len(f"{thing} {test} ") + 1
    if thing == "theme":
        if word not in _THEMES:
            raise OrderError(
                place,
                Words(
                    "テーマは exhibit(展示)、academics(学問)、combat(戦闘) です。",
                    f"A theme is {', '.join(THEMES[:-1])} or {THEMES[-1]}.",
                ),
            )
        return None if seen["theme"] is None else seen["theme"] == _THEMES[word]
    if word not in _ATTRIBUTES and word not in _NONE:
        raise OrderError(
            place,
            Words(
                "属性 will(意)、sword(剣)、shield(盾) か none(なし) です。",
                "It is will, sword, shield or none.",
            ),
        )
    side = view.own(seen) if thing == "my.top" else view.foe(seen)
    top = attribute(view.points(side))
    return (None if top is None else ATTRIBUTES[top]) == _ATTRIBUTES.get(word)


def _unknown(name: str) -> OrderError:
    known = "round, theme, first, my.will, my.sword, my.shield, my.jp, my.total, my.max, my.min, my.hand, my.deck, my.reserve, my.top"
    return OrderError(
        1,
        Words(
            f"「{name}」は使えません。使えるもの: {known}、相手は e. で。",
            f"“{name}” is not known. There are: {known}; for the opponent with e. instead of my.",
        ),
    )
