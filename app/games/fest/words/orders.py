"""Orders as text: `play F05 B12 will shield 4` is read and written, names and Japanese words are understood."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from app.engine.matches.forms import (
    LISTED,
    Meanings,
    OrderForms,
    OrderGrammar,
    OrderSlot,
    card_named,
)
from app.engine.matches.game import Action, MatchDecision, OrderError, View
from app.engine.words import Lang, Words
from app.games.fest import autopilot, config, view
from app.games.fest.abilities import ATTRIBUTES
from app.games.fest.actions import FAIL
from app.games.fest.cards import HOUSE
from app.games.fest.choices import Choice, FrontAndCard, LowestAndCard, Tied, Unequal
from app.games.fest.effects import Use
from app.games.fest.words.names import ATTRIBUTES as ATTRIBUTE_NAMES, NONE, title

_CARD: Final = OrderSlot(Words("カード", "a card"), pattern=r"[^\s>]+")
_ATTRIBUTE: Final = OrderSlot(
    Words("属性（意、剣、盾）", "an attribute (will, sword, shield)"), (*ATTRIBUTE_NAMES.values(),)
)
_WHICH: Final = {
    **dict.fromkeys("cfr", _CARD),
    **dict.fromkeys("xy", _ATTRIBUTE),
    "n": OrderSlot(Words("1から5の数", "a number from 1 to 5"), pattern="0?[1-5]"),
}
"""The possible arguments of an effect, by the names of its choice."""
_NOTHING: Final = Words("", "")
_EXAMPLE: Final = Words("出す F05 B12 意 盾 4", "play F05 B12 will shield 4")


def _of_cards(example: Words) -> OrderSlot:
    each = OrderForms(
        {"card": _CARD}, _NOTHING, Words("{card}", "{card}"), "{card}", "{card}", example
    )
    pattern = r"(?!(?:none|なし|unmatched|最終ラウンド用)(?:\s|$))[^\s>].*"
    return OrderSlot(Words("カード", "a card"), pattern=pattern, each=each, between=Words(" ", " "))


def _forms(verb: Words, told: Words, en: str, ja: str, example: Words) -> OrderForms:
    """Return the spellings of an order, and its sentence."""
    slots = {
        "card": _CARD,
        "cards": _of_cards(example),
        "most": OrderSlot(Words("枚数", "a number"), pattern="0?[1-9]|[1-9][0-9]"),
        "effect": OrderSlot(
            Words("効果", "an effect"), pattern=r"(?!(?:fail|失敗)(?:\s|$))[^\s>]+"
        ),
        "args": OrderSlot(
            Words("対象", "what it is used on"),
            (*ATTRIBUTE_NAMES.values(), NONE),
            pattern=".+",
            is_open=True,
        ),
    }
    return OrderForms(slots, verb, told, en, ja, example)


GRAMMAR: Final = OrderGrammar(
    _forms(
        Words("温存", "reserve"),
        Words(
            "何も温存しない | 最終ラウンドにだけ合う札を{most}枚まで温存 | {cards}を温存",
            "Reserve nothing | Reserve up to {most} cards that fit the last round alone | Reserve {cards}",
        ),
        "none | unmatched {most} | {cards}",
        "なし | 最終ラウンド用 {most}(枚) | {cards}",
        Words("温存 F01 F05", "reserve F01 F05"),
    ),
    _forms(
        Words("フロント", "front"),
        Words("{cards}をフロントに", "{cards} to the front"),
        "{cards}",
        "{cards}",
        Words("フロント F01 F05 F13", "front F01 F05 F13"),
    ),
    _forms(
        Words("出す", "play"),
        Words(
            "{card}を捨てる | {card}を出す：{effect}[（{args}）]",
            "Throw {card} away | Play {card}: {effect}[ ({args})]",
        ),
        "{card} fail | {card} {effect}[ {args}]",
        "{card} 失敗 | {card} {effect}[ {args}]",
        _EXAMPLE,
    ),
    _forms(
        Words("戻す", "pick"),
        Words("{card}をデッキに戻す", "Put {card} back into the deck"),
        "{card}",
        "{card}",
        Words("戻す F01", "pick F01"),
    ),
    given=("card",),
)
_LEFT_OPEN: Final[Mapping[type[Choice], Words]] = {
    Tied: Words("[{x}]", "[{x}]"),
    LowestAndCard: Words("[{x}][ {c}]", "[{x}][ {c}]"),
    FrontAndCard: Words("{f} {c} | なし", "{f} {c} | none"),
}
"""The words after an effect if some may be left out. For other effects, each name of the choice is one word."""


@lru_cache(maxsize=1 << 5)
def _forms_behind(choice: type[Choice], *, is_printed: bool) -> OrderForms:
    every = "" if is_printed else " ".join(f"{{{name}}}" for name in choice.names)
    ja, en = Words(every, every) if is_printed else _LEFT_OPEN.get(choice, Words(every, every))
    return OrderForms(_WHICH, _NOTHING, _NOTHING, en, ja, _EXAMPLE)


def behind(use: Use) -> OrderForms:
    """Return the grammar of the words after an effect."""
    return _forms_behind(type(use.effect.choice), is_printed=bool(use.printed))


_SAID: Final = {**ATTRIBUTE_NAMES, NONE.en: NONE}
_ATTRIBUTES: Final = {
    word: name for name, words in ATTRIBUTE_NAMES.items() for word in (name, words.ja)
}


# --- reading --------------------------------------------------------------------------------------------


def read(text: str, seen: View, decision: MatchDecision | None) -> dict[str, Any]:
    """Return the action of a normalised order. Raises `OrderError`.

    Parts left open are filled in from the view, if the order answers a pending decision.
    """
    if decision is not None and not seen["config"]["cards"]:
        whole = _whole(text, tuple(view.own(seen)["deck_list"]))
        if whole is not None:
            return {**whole}
    return _read(text, seen, decision.kind if decision else "")


@lru_cache(maxsize=10_000)
def _whole(text: str, deck: tuple[str, ...]) -> Mapping[str, Any] | None:
    """The action of an order of a player with this deck that says all there is to say; else None.

    It is the same in every view. Standing orders are read at each decision: this makes them a third faster.
    """
    seen = {"viewer": "A", "seats": {"A": {"deck_list": deck}}, "config": {"cards": []}}
    try:
        action = _read(text, seen, "")
    except OrderError:
        return None
    use = HOUSE[action["card"]].use(action.get("effect", FAIL)) if action["a"] == "play" else None
    names = use.effect.choice.names if use and not use.printed else ()
    is_whole = "unmatched" not in action and {*action.get("args", ())} == {*names}
    return action if is_whole else None


def _read(text: str, seen: View, kind: str) -> dict[str, Any]:
    """Return the action of an order that answers a decision of this kind."""
    verb, forms, rest, place = GRAMMAR.start(text)
    said = forms.read(rest, _MEANINGS, seen, place)
    if verb == "pick":
        return {"a": verb, "card": said["card"]}
    if "most" in said:
        most = int(said["most"])
        if kind != "fest.reserve":
            return {"a": verb, "unmatched": most}
        return {"a": verb, "cards": autopilot.unmatched(seen, most)}
    if verb != "play":
        return {"a": verb, "cards": sorted(each["card"] for each in said.get("cards", ()))}
    if "effect" not in said:
        return {"a": verb, "card": said["card"], "effect": FAIL, "args": {}}
    use = said["effect"]
    try:
        end = len(text.rstrip()) + 1
        args = said["args"] if "args" in said else behind(use).read("", _MEANINGS, seen, end)
    except OrderError as lacking:
        before = forms.said(rest).words
        raise OrderError(
            lacking.position, lacking.words, (("args",), ("args",)), before
        ) from lacking
    args = _args(use, args, seen, kind)
    return {"a": verb, "card": said["card"], "effect": use.word, "args": args}


def _use(seen: View, word: str, said: Mapping[str, Any]) -> Use:
    """Return the effect of the card with this name."""
    card = config.cards(seen["config"])[said["card"]]
    use = card.use(word.upper())
    if use is None:
        first, second = (use.word for use in card.uses)
        raise OrderError(
            1,
            Words(
                f"{card.id}の効果は{first}か{second}です。",
                f"{card.id} has {first} and {second}; write one of them.",
            ),
        )
    return use


def _other(_: View, word: str, said: Mapping[str, Any]) -> str:
    """The second attribute of an effect."""
    if _ATTRIBUTES[word] == said["x"]:
        raise OrderError(
            1, Words("2つの属性は異なる必要があります。", "The two attributes must differ.")
        )
    return _ATTRIBUTES[word]


_MEANINGS: Final[Meanings] = {
    **dict.fromkeys(("card", *"cfr"), lambda seen, word, _: card_of(word, seen)),
    "effect": _use,
    "y": _other,
    "args": lambda seen, word, said: behind(said["effect"]).read(word, _MEANINGS, seen),
}


def _args(use: Use, said: Mapping[str, Any], seen: View, kind: str) -> dict[str, Any]:
    """Return the arguments by name. A tied attribute left out is the first possible one at its decision."""
    choice = use.effect.choice
    args = {name: said[name] for name in choice.names if name in said}
    if "n" in args:
        args["n"] = int(args["n"])
    if isinstance(choice, Unequal):
        args = dict(zip("xy", sorted(args.values(), key=ATTRIBUTES.index), strict=True))
    elif isinstance(choice, Tied | LowestAndCard) and "x" not in args and kind == "fest.play":
        args = {"x": ATTRIBUTES[choice.options(view.moment(seen))[0][0]], **args}
    return args


def card_of(word: str, seen: View) -> str:
    """The card of the player's own deck with this id, or with a name that alone begins so. Raises `OrderError`."""
    deck = sorted(view.own(seen)["deck_list"])
    if word.upper() in deck:
        return word.upper()
    known = config.cards(seen["config"])
    return card_named(word, {id: known[id].name for id in deck})


# --- writing --------------------------------------------------------------------------------------------


def write(action: Action, seen: View) -> str:
    """The canonical order of an action."""
    verb = action["a"]
    if verb == "pick":
        words = {"card": action["card"]}
    elif verb != "play":
        cards = " ".join(action.get("cards", ()))
        words = {"most": str(action["unmatched"])} if "unmatched" in action else {}
        words |= {"cards": cards} if cards else {}
    else:
        words = {"card": action["card"]} | _written(action, seen)
    return GRAMMAR.write(verb, words)


def _written(action: Action, seen: View) -> dict[str, str]:
    """The effect that is played, and what it is used on."""
    word, args = action["effect"], action["args"]
    use = config.cards(seen["config"])[action["card"]].use(word)
    if use is None:
        return {}
    choice = use.effect.choice
    said = [str(args[name]) for name in choice.names if name in args]
    if isinstance(choice, FrontAndCard) and not args:
        said = [NONE.en]
    return {"effect": word} | ({"args": " ".join(said)} if said else {})


def called(seen: View, slot: str, word: str, lang: Lang) -> str:
    """Cards and effects by their names, and what an effect is used on one by one."""
    known = config.cards(seen["config"])
    if slot == "effect":
        uses = (known[id].use(word) for id in view.own(seen)["deck_list"] if id in known)
        return next((title(use).to(lang) for use in uses if use), word)
    said = (
        known[each].name if each in known else _SAID.get(each, Words(each, each))
        for each in word.split(" ")
    )
    return LISTED.to(lang).join(each.to(lang) for each in said)


def kinds(action: Action) -> frozenset[str]:
    """The kinds of decision that this action can answer."""
    return frozenset({f"fest.{action['a']}"})
