"""Translates canonical orders into the reader's language, in words that are read as the same orders.

The canonical text is what is kept, sealed and played. These words are only for people.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from app.engine.matches.game import Game
from app.engine.matches.menus import Menu
from app.engine.matches.orders.vocabulary import CONDITION, HEADER, ORDER, WHOLE
from app.engine.words import Lang
from app.text.characters import lines_of, normal

_PREFIX: Final = re.compile(r"((?:turn \d+: )?(?:\d+\. )?)(react )?(.*)")
_AROUND: Final = re.compile(r" (if|unless|after|else|repeat|must)(?= |$)")
_CLAIM: Final = re.compile(
    r"( ?)(not )?(.*?)(?: (is|exists|in range|[<>=!]+)(?: (.*))?)?", re.DOTALL
)
_AFTER: Final = ORDER["after"][-1]
_BETWEEN: Final = re.compile(r" (and|or) ")


def in_language(text: str, game: Game[Any], lang: Lang) -> str:
    """Canonical lines of orders with their verbs and the words around them in this language."""
    if lang == "en":
        return text
    return "\n".join(_line(line, game) for line in text.split("\n"))


def as_typed(orders: str, text: str, game: Game[Any]) -> str:
    """Canonical lines of orders, each spelt as in this text if they differ only in case and width."""
    typed = {normal(line).strip(): line.strip() for line in lines_of(text)}
    return "\n".join(
        typed.get(normal(line)) or typed.get(normal(in_language(line, game, "ja"))) or line
        for line in orders.split("\n")
    )


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


def _line(line: str, game: Game[Any]) -> str:
    if line in WHOLE:
        return WHOLE[line][0]
    before, react, rest = _PREFIX.fullmatch(line).groups("")  # type: ignore[union-attr]
    order, *around = _AROUND.split(rest)
    said = game.order_ja(order)
    for word, what in zip(around[::2], around[1::2], strict=True):
        match word:
            case "else":
                said += f" {ORDER[word][0]} {game.order_ja(what.strip())}"
            case (
                "unless"
            ):  # in Japanese it stands behind what it speaks of, and both before the order
                claim = _condition(what, game).strip()
                if claim[0].isdigit() or claim.startswith((*game.verbs, *HEADER["turn"])):
                    # 攻撃者 would be read as 攻撃
                    claim = f"{ORDER['if'][0]} {claim}"
                said = f"{claim} {ORDER[word][0]} {said}"
            case "after":
                said += f" {what.strip()} {_AFTER}"
            case _:
                said += f" {ORDER[word][0]}{_condition(what, game)}"
    return f"{before}{ORDER['react'][0] + ' ' if react else ''}{said}"


def _condition(text: str, game: Game[Any]) -> str:
    """The claims after `if` with their joining words; empty for `must` and `repeat`, which have none."""
    parts = _BETWEEN.split(text)
    for at, part in enumerate(parts):
        parts[at] = f" {CONDITION[part][0]} " if at % 2 else _claim(part, game)
    return "".join(parts)


def _claim(text: str, game: Game[Any]) -> str:
    """One claim, by the words of the game for what it asks about."""
    before, no, thing, test, word = _CLAIM.fullmatch(text).groups("")  # type: ignore[union-attr]
    thing, word = (_asked(each, game) for each in (thing, word))
    match test:
        case "is":
            said = f"{thing} は {word}"
        case "exists":
            return f"{before}{thing} {CONDITION['not exists' if no else 'exists'][0]}"
        case "in range":
            said = f"{thing} {CONDITION[test][0]}"
        case _:
            said = f"{thing} {test} {word}".rstrip()
    return f"{before}{said}" + (f" {CONDITION['not'][0]}" if no else "")


def _asked(word: str, game: Game[Any]) -> str:
    """A word that a claim asks about or compares with, in Japanese."""
    asked = game.asked.get(word) or game.asked_is.get(word)
    whose, _, what = word.rpartition(".")
    if asked and asked.ja:
        return asked.ja.partition("、")[0]
    return f"{_asked(whose, game)}の{game.asked_of[what].ja}" if what in game.asked_of else word
