"""Orders that are chosen instead of typed: what a page offers, and the line of text that comes of a choice."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

from app.engine.matches.forms import OrderGrammar
from app.engine.words import Lang, Words

MOST: Final = 200
"""So many orders of a decision are offered; any others are typed."""
_AROUND: Final = re.compile(r"^react | (?:if|unless) .*")


@dataclass(frozen=True, slots=True)
class MenuChoice:
    """An order, or behind the verb of its menu a word of one, as orders write it; `label` says what would come of it.

    `piece` is what the board calls the card or the unit that it is given to, none of an order like passing; `aims` are the
    pieces and squares that it is aimed at. Of one that `harms` who orders it, the label says so, and it stands last; one
    for `later` is of use in a plan alone.
    """

    order: str
    label: str = ""
    piece: str = ""
    aims: tuple[str, ...] = ()
    harms: bool = False
    later: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """Choices of which each is an order; or with a `verb` words, `least` to `most` of them, that make one together.

    `between` stands between them; `none` is the order of whoever chooses nothing, where that is one.
    """

    name: str
    choices: tuple[MenuChoice, ...]
    verb: str = ""
    least: int = 1
    most: int = 1
    none: str = ""
    between: str = " "

    def line(self, places: Sequence[int]) -> str:
        """The order that these choices make, by their places; empty if they make none."""
        chosen = [self.choices[at].order for at in places if at < len(self.choices)]
        if not self.verb:
            return chosen[0] if chosen else ""
        return f"{self.verb} {self.between.join(chosen)}" if chosen else self.none


def by_verb(
    grammar: OrderGrammar, choices: Iterable[MenuChoice], names: Mapping[str, Words], lang: Lang
) -> list[Menu]:
    """A menu for the verbs that have one name, in the order of these; what a choice does not say of pieces its order does."""
    found: dict[Words, list[MenuChoice]] = {name: [] for name in names.values()}
    for each in sorted(choices, key=attrgetter("harms")):
        order = bare(each.order)
        piece, aims = grammar.touched(order)
        choice = each if each.piece else replace(each, piece=piece, aims=aims)
        found[names[order.partition(" ")[0]]].append(choice)
    return [Menu(name.to(lang), (*those[:MOST],)) for name, those in found.items() if those]


def bare(line: str) -> str:
    """The order of a line alone, without what stands around it."""
    return _AROUND.sub("", line)


def of_now(menus: Sequence[Menu]) -> list[Menu]:
    """The same for a decision that is answered at once: without what is for later."""
    return [
        replace(menu, choices=now)
        for menu in menus
        if (now := tuple(each for each in menu.choices if not each.later))
    ]


def offered(menus: Sequence[Menu]) -> Iterator[str]:
    """The orders that can be chosen, and of those that are made of words one for each word; without what stands around them."""
    for menu in menus:
        for each in menu.choices:
            yield bare(f"{menu.verb} {each.order}".strip())
