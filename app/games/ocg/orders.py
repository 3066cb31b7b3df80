"""Orders as text: one line for each play, stance or discard, and the action made from such a text."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple

from app.engine.matches.forms import Meanings, OrderForms, OrderGrammar, OrderSlot, card_named
from app.engine.matches.game import Action, OrderError, View
from app.engine.words import Lang, Words
from app.games.ocg.actions import empty
from app.games.ocg.cards import Card
from app.games.ocg.pool import MOST_POOLS, POOLS, MatchCards
from app.games.ocg.view import fighters, seats

PLAYS: Final = frozenset({"summon", "class", "area", "set", "command"})

_MEANT: Final[Mapping[str, Callable[[Card], bool]]] = {
    "summon": lambda card: card.is_basic,
    "class": lambda card: card.is_class,
    "set": lambda card: card.kind == "item",
    "area": lambda card: card.kind == "area",
    "command": lambda card: card.kind == "command",
    "target": lambda card: card.kind == "char",
    "discard": lambda _: True,
}
_WHO: Final = OrderSlot(
    Words("キャラクター（2、new1、e2など）", "a character (2, new1, e2)"), pattern=r"[^\s>,]+"
)
_NOTHING: Final = Words("", "")
_TARGET: Final = OrderSlot(Words("対象", "a target"), pattern=".+")


def _card_of(pool: MatchCards) -> OrderSlot:
    """The slot of a card, by its id or its name."""
    names = (each.replace(",", "") for spelled in pool.spelled.values() for each in spelled)
    words = tuple(Words(each, each) for each in (*pool, *names))
    return OrderSlot(Words("カード", "a card"), words, pattern=".+?")


def _forms(
    card: OrderSlot, verb: Words, told: Words, en: str, ja: str, example: Words
) -> OrderForms:
    """Return the spellings of an order, and its sentence."""
    slots = {"card": card, "who": _WHO, "target": _TARGET}
    lists = {
        f"{name}s": OrderSlot(
            slot.name,
            pattern=".+",
            each=OrderForms(
                slots,
                _NOTHING,
                Words(f"{{{name}}}", f"{{{name}}}"),
                f"{{{name}}}",
                f"{{{name}}}",
                example,
            ),
        )
        for name, slot in slots.items()
    }
    return OrderForms(slots | lists, verb, told, en, ja, example)


_ORDERS: Final = (
    (
        Words("召喚", "summon"),
        Words("{card}を召喚", "Summon {card}"),
        "{card}",
        "{card}",
        Words("C05", "C05"),
    ),
    (
        Words("クラスチェンジ", "class"),
        Words("{who}を{card}にクラスチェンジ", "{who} becomes {card}"),
        "{card} on {who}",
        "{card} {who}に",
        Words("C11 2に", "C11 on 2"),
    ),
    (
        Words("セット", "set"),
        Words("{card}を{who}にセット", "Set {card} on {who}"),
        "{card} on {who}",
        "{card} {who}に",
        Words("I01 2に", "I01 on 2"),
    ),
    (
        Words("エリア", "area"),
        Words("{card}を戦場候補に", "{card} becomes a candidate"),
        "{card}",
        "{card}",
        Words("R01", "R01"),
    ),
    (
        Words("コマンド", "command"),
        Words("{who}が{card}を使う[（{targets}に）]", "{who} uses {card}[ on {targets}]"),
        "{card} by {who}[ > {targets}]",
        "{card} {who}で[ > {targets}]",
        Words("K04 1で > e2、e1", "K04 by 1 > e2, e1"),
    ),
    (
        Words("アタック", "attack"),
        Words("{whos}でアタック", "Attack with {whos}"),
        "{whos}",
        "{whos}",
        Words("1、new1", "1, new1"),
    ),
    (
        Words("ガード", "guard"),
        Words("{whos}でガード", "Guard with {whos}"),
        "{whos}",
        "{whos}",
        Words("2", "2"),
    ),
    (
        Words("捨てる", "discard"),
        Words("{cards}を捨てる", "Discard {cards}"),
        "{cards}",
        "{cards}",
        Words("R01、K05", "R01, K05"),
    ),
    (Words("パス", "pass"), Words("何もしない", "Do nothing"), "", "", _NOTHING),
)
"""Each verb with its sentence, the spellings after it, and an example."""


@lru_cache(maxsize=MOST_POOLS)
def grammar_of(pool: MatchCards) -> OrderGrammar:
    """Return the grammar of orders in a match with these cards."""
    card = _card_of(pool)
    return OrderGrammar(
        *(
            _forms(
                card,
                verb,
                told,
                en,
                ja,
                Words(f"{verb.ja} {example.ja}", f"{verb.en} {example.en}"),
            )
            for verb, told, en, ja, example in _ORDERS
        ),
        given=("card",),
        aims=("who", "targets"),
    )


GRAMMAR: Final = grammar_of(POOLS.house)
"""The grammar of orders with the cards of the game, used if the cards do not matter."""
_REFERENCE = re.compile(r"(|e|new)([0-9]{1,9})")
_ITEM = re.compile(r"e([0-9]{1,9})\.(\S+)")
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Part:
    """The meaning of one line: a play, or the names of a stance or a discard. `pass` has neither."""

    verb: str
    play: Mapping[str, Any]
    names: tuple[int | str, ...] = ()


class KnownCards(NamedTuple):
    """The cards of a match, known to its player by their ids; their `own` ones by their names, too."""

    pool: MatchCards
    own: tuple[str, ...]


def parse(text: str, view: View, *_: object) -> dict[str, Any]:
    """The action of all these lines together. Raises `OrderError`."""
    orders = empty()
    seen: set[str] = set()
    start = 0
    cards = own_cards(view)
    for row in text.split("\n"):
        if row.strip():
            part = part_of(row, cards, start)
            is_single = part.verb in ("attack", "guard", "discard")
            if (is_single and part.verb in seen) or (seen and "pass" in {*seen, part.verb}):
                raise OrderError(
                    start + 1,
                    Words(
                        "この行は、ほかの行と一緒には書けません。",
                        "This line does not go with the others.",
                    ),
                )
            seen.add(part.verb)
            if part.play:
                orders["plays"].append(dict(part.play))
            elif is_single:
                orders[part.verb] = [*part.names]
        start += len(row) + 1
    if not seen:
        raise OrderError(len(text) + 1, Words("指示がありません。", "There are no orders."))
    return orders


def written(action: Action, *_: object) -> str:
    """The canonical text of the orders."""
    rows = [*map(_row, action["plays"])]
    for verb, names in (("attack", "whos"), ("guard", "whos"), ("discard", "cards")):
        if action[verb]:
            rows.append(GRAMMAR.write(verb, {names: ", ".join(map(str, action[verb]))}))
    return "\n".join(rows) or "pass"


def _row(play: Mapping[str, Any]) -> str:
    words = {"card": play["card"]}
    if who := play.get("on") or play.get("by"):
        words["who"] = str(who)
    if targets := play.get("targets"):
        words["targets"] = ", ".join(map(str, targets))
    return GRAMMAR.write(play["p"], words)


_THEIRS: Final = Words("相手の{name}", "their {name}")
_ITEM_OF: Final = Words("{who}の{item}", "{item} of {who}")


def called(view: View, _: str, word: str, lang: Lang) -> str:
    """Cards and characters by name. In the view of a plan, newcomers too."""
    pool = POOLS.of(view["config"])
    if word.upper() in pool:
        return pool.name(word.upper(), lang)
    who, _, item = word.partition(".")
    is_foe = who.startswith("e")
    there = fighters(view, seats(view)[is_foe])
    found = {str(name): each.card.id for name, each in there.items()}.get(who.removeprefix("e"))
    if not found:
        return ""
    name = pool.name(found, lang)
    name = _THEIRS.to(lang).format(name=name) if is_foe else name
    return _ITEM_OF.to(lang).format(who=name, item=called(view, "", item, lang)) if item else name


# --- one line -------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def part_of(row: str, cards: KnownCards, start: int = 0) -> Part:
    """Return the meaning of this line for a player with these cards. `start`: its place in the text, from 0.

    Raises `OrderError`.
    """
    text = row.lower()
    verb, forms, rest, behind = grammar_of(cards.pool).start(text)
    if verb in ("attack", "guard") and rest.strip() in ("none", "なし"):  # as without this line
        return Part(verb, {})
    said = forms.read(rest, _MEANINGS, (verb, cards), start + behind)
    for names, name in (("whos", "who"), ("cards", "card")):
        if names in said:
            return Part(verb, {}, tuple(each[name] for each in said[names]))
    if not said:
        return Part(verb, {})
    play = {"p": verb, "card": said["card"]}
    if verb in ("class", "set"):
        play["on"] = said["who"]
    elif verb == "command":
        play |= {"by": said["who"], "targets": [each["target"] for each in said.get("targets", ())]}
    return Part(verb, play)


def _reference(text: str) -> int | str:
    """Return a character: `2` is the own one in this slot, `new1` a newcomer, `e2` an enemy."""
    found = _REFERENCE.fullmatch(text)
    if found is None:
        raise OrderError(
            1,
            Words(
                f"「{text}」はキャラクターの番号ではありません（2、new1、e2など）。",
                f"“{text}” is no character. Write 2, new1 or e2.",
            ),
        )
    of, number = found.groups()
    return f"{of}{int(number)}" if of else int(number)


def _target(text: str, cards: KnownCards) -> int | str:
    """A character, an item of one, or a card that is called back."""
    if _REFERENCE.fullmatch(text):
        return _reference(text)
    if (found := _ITEM.fullmatch(text)) and found[2].upper() in cards.pool:
        return f"e{int(found[1])}.{found[2].upper()}"
    return card_of(text, "target", cards)


def card_of(text: str, verb: str, cards: KnownCards) -> str:
    """The card with this id, or the one that a beginning of its name fits, among those of the own deck."""
    name = _BLANKS.sub(" ", text.replace(",", " ")).strip()
    if name.upper() in cards.pool:
        return name.upper()
    meant, pool = _MEANT[verb], cards.pool
    return card_named(name, {id: pool.spelled[id] for id in cards.own if meant(pool[id])})


_MEANINGS: Final[Meanings] = {
    "card": lambda reader, word, _: card_of(word, *reader),
    "who": lambda _reader, word, _: _reference(word),
    "target": lambda reader, word, _: _target(word, reader[1]),
}
"""To a reader: the verb, and the cards of the player."""


def own_cards(view: View) -> KnownCards:
    """The cards of the deck played, or of all decks while it is not drawn; a spectator's are all there are."""
    pool = POOLS.of(view["config"])
    decks = view["my"].get("decks", [pool])
    at = view["my"].get("deck", -1)
    return KnownCards(pool, _sorted((*chain(*(decks if at < 0 else [decks[at]])),)))


@lru_cache(maxsize=1 << 7)
def _sorted(ids: tuple[str, ...]) -> tuple[str, ...]:
    return (*sorted({*ids}),)
