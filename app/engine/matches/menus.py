"""Menus of orders to choose instead of typing, and the line of text for a choice."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

from app.engine.matches.forms import OrderGrammar
from app.engine.words import Lang, Words

MOST: Final = 200
"""At most this many orders of a decision are offered; others must be typed."""
_AROUND: Final = re.compile(r"^react | (?:if|unless) .*")


@dataclass(frozen=True, slots=True)
class MenuChoice:
    """An order, or a word of one after the verb of its menu. `label` says what it would do.

    `piece` is the board's name of the card or unit that gets the order, if any. `aims` are the pieces and squares
    that it targets. A choice that `harms` its own player says so in its label and comes last. One for `later` is
    useful only in a plan.
    """

    order: str
    label: str = ""
    piece: str = ""
    aims: tuple[str, ...] = ()
    harms: bool = False
    later: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """Choices that each are an order; or, with a `verb`, words of which `least` to `most` form one order.

    `between` separates the words. `none` is the order for choosing nothing, if there is one.
    """

    name: str
    choices: tuple[MenuChoice, ...]
    verb: str = ""
    least: int = 1
    most: int = 1
    none: str = ""
    between: str = " "

    def line(self, places: Sequence[int]) -> str:
        """The order made of the choices at these places; empty if they make none."""
        chosen = [self.choices[at].order for at in places if at < len(self.choices)]
        if not self.verb:
            return chosen[0] if chosen else ""
        return f"{self.verb} {self.between.join(chosen)}" if chosen else self.none


def by_verb(
    grammar: OrderGrammar, choices: Iterable[MenuChoice], names: Mapping[str, Words], lang: Lang
) -> list[Menu]:
    """A menu for each name of verbs, in this order. A choice without a piece takes those of its order."""
    found: dict[Words, list[MenuChoice]] = {name: [] for name in names.values()}
    for each in sorted(choices, key=attrgetter("harms")):
        order = bare(each.order)
        piece, aims = grammar.touched(order)
        choice = each if each.piece else replace(each, piece=piece, aims=aims)
        found[names[order.partition(" ")[0]]].append(choice)
    return [Menu(name.to(lang), (*those[:MOST],)) for name, those in found.items() if those]


def bare(line: str) -> str:
    """The order of a line, without its condition and other additions."""
    return _AROUND.sub("", line)


def of_now(menus: Sequence[Menu]) -> list[Menu]:
    """The menus for a decision that is answered at once: without choices for later."""
    return [
        replace(menu, choices=now)
        for menu in menus
        if (now := tuple(each for each in menu.choices if not each.later))
    ]


def offered(menus: Sequence[Menu]) -> Iterator[str]:
    """The orders that can be chosen, one for each word if they are made of words, without conditions and other
    additions.
    """
    for menu in menus:
        for each in menu.choices:
            yield bare(f"{menu.verb} {each.order}".strip())
