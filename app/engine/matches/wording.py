"""Orders in the language of their reader: the canonical text in words that are read as the same orders.

The canonical text is what is kept, sealed and played; these words are for people alone.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from app.engine.matches.game import Game
from app.engine.matches.menus import Menu
from app.engine.matches.vocabulary import CONDITION, ORDER, WHOLE
from app.engine.words import Lang

_PREFIX: Final = re.compile(r"((?:turn \d+: )?(?:\d+\. )?)(react )?(.*)")
_AROUND: Final = re.compile(r" (if|unless|after|else|repeat|must)(?= |$)")
_BETWEEN: Final = re.compile(r" (and|or) ")


def in_language(text: str, game: Game[Any], lang: Lang) -> str:
    """Canonical lines of orders with their verbs and the words around them in this language."""
    if lang == "en":
        return text
    words = dict(game.words_ja)
    for way, verb in game.verbs.items():
        if not way.isascii():
            words.setdefault(verb, way)
    return "\n".join(_line(line, words) for line in text.split("\n"))


def menus_in_language(menus: Sequence[Menu], game: Game[Any], lang: Lang) -> Sequence[Menu]:
    """Menus whose choices write orders in this language."""
    return [
        replace(
            menu,
            verb=in_language(menu.verb, game, lang),
            none=in_language(menu.none, game, lang),
            choices=tuple(
                replace(
                    each, order=each.order if menu.verb else in_language(each.order, game, lang)
                )
                for each in menu.choices
            ),
        )
        for menu in menus
    ]


def _line(line: str, words: dict[str, str]) -> str:
    if line in WHOLE:
        return WHOLE[line][0]
    before, react, rest = _PREFIX.fullmatch(line).groups("")  # type: ignore[union-attr]
    order, *around = _AROUND.split(rest)
    said = f"{before}{ORDER['react'][0] + ' ' if react else ''}{_order(order, words)}"
    for word, what in zip(around[::2], around[1::2], strict=True):
        match word:
            case "else":
                said += f" {ORDER[word][0]} {_order(what.strip(), words)}"
            case "unless" | "after":  # in Japanese these stand behind what they speak of
                said += f" {word}{what}"
            case _:
                cond = _BETWEEN.sub(lambda found: f" {CONDITION[found[1]][0]} ", what)
                said += f" {ORDER[word][0]}{cond}"
    return said


def _order(order: str, words: dict[str, str]) -> str:
    return " ".join(words.get(word, word) for word in order.split(" "))
