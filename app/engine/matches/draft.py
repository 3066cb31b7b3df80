"""A draft of orders as a page shows it: what is chosen so far, its expected result, and what can be added."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Self

from app.engine.matches.board import MatchBoard, compared
from app.engine.matches.game import Action, Game, MatchDecision, Options, OrderError, Seat, View
from app.engine.matches.grammar import OrderLine, Orders
from app.engine.matches.menus import Menu, of_now
from app.engine.matches.orders.orders import read_text
from app.engine.matches.orders.wording import in_language
from app.engine.matches.plans import planned
from app.engine.words import Lang, Words

_MOST_REST: Final = 12
"""At most this many orders of the house are shown for what a player leaves out."""
_MOST_FORETOLD: Final = 24
"""The expected board is computed after at most this many lines of a plan, for the words of the next one."""
_BESIDE: Final = ("then", "standing", "script", "ready", "extend", "resign", "draw")
"""What a block may say besides order lines."""
_UNUSED: Final = Words("{order}（使われません）", "{order} (not used)")


class SeatQuestion(NamedTuple):
    """What a seat sees when it is asked: the decision and its options, and whether it is answered at once."""

    game: Game[Any]
    view: View
    decision: MatchDecision | None
    options: Options | None
    turn: int
    is_live: bool

    @property
    def composed(self) -> MatchDecision | None:
        """The decision, if it is answered by many lines together."""
        decision = self.decision
        return decision if decision and decision.kind in self.game.composed else None

    @property
    def takes_one(self) -> bool:
        """Whether one order is the answer, so that another replaces it."""
        return self.is_live and self.composed is None


class DraftSlot(NamedTuple):
    """A choice in words, with its line among the orders and what is left of that line without it.

    `beside` names the part of the orders that it is, such as `resign`, if it is not one of their lines.
    """

    words: str
    line: int
    left: str = ""
    beside: str = ""


@dataclass(frozen=True, slots=True)
class OrderDraft:
    """The orders so far.

    `view` is what their player would see after them if the opponent did nothing. `menus` is what can be added, and
    `offered_on` the view on which it is offered: this one, or the one before if another order would replace these.
    `missing` more must be chosen before they can be sent.
    """

    orders: Orders
    view: View
    slots: tuple[DraftSlot, ...]
    menus: tuple[Menu, ...]
    offered_on: View
    missing: int

    @classmethod
    def of(cls, asking: SeatQuestion, orders: Orders, lang: Lang) -> Self:
        """The draft for these orders."""
        game, orders = asking.game, written(asking, orders)
        lines = orders.lines
        first = menus = game.menus(asking.view, asking.decision, asking.options, lang)
        actions = planned(orders, game, asking.view, asking.turn)
        expected = game.expected(asking.view, actions) if actions else asking.view
        is_list = bool(first) and all(menu.verb for menu in first)
        is_more = bool(actions) and not is_list and not asking.takes_one
        if is_more:
            menus = game.menus(expected, asking.composed, None, lang)
        lists = {menu.verb: menu for menu in (*first, *menus) if menu.verb}
        chosen = {verb: _words(asking, lines, verb) for verb in lists}
        missing = max(
            (lists[verb].least - len(some) for verb, some in chosen.items() if some), default=0
        )
        return cls(
            orders,
            expected,
            (*_slots(asking, expected, lines, lists, lang), *_besides(asking.game, orders, lang)),
            (*_left(of_now(menus) if asking.is_live else menus, {} if is_more else chosen),),
            expected if is_more else asking.view,
            missing,
        )

    def rest(self, asking: SeatQuestion) -> Iterator[str]:
        """What the house would order for what is left out, as far as it can be foretold: from now on, or up to the
        waiting decision.
        """
        if asking.is_live or self.orders.resign:
            return
        game, view = asking.game, self.view
        asked = game.foreseen(view)
        is_answered = bool(self.orders.lines) and self.missing <= 0
        if asked is None and asking.decision and asking.options and not is_answered:
            action = game.autopilot(asking.view, asking.decision, asking.options)
            yield game.format(action, asking.view)
        for _ in range(_MOST_REST):
            if asked is None:
                return
            action = game.autopilot(view, *asked)
            yield game.format(action, view)
            before, view = view, game.expected(view, [action])
            asked = game.foreseen(view) if view != before else None

    def board(self, asking: SeatQuestion, names: Mapping[Seat, str], lang: Lang) -> MatchBoard:
        """The board as it would stand, with what has changed on it."""
        before = asking.game.board(asking.view, names, lang)
        if self.view is asking.view:
            return before
        return compared(asking.game.board(self.view, names, lang), before)


def _words(asking: SeatQuestion, lines: Sequence[OrderLine], verb: str) -> list[str]:
    """The words in the list of this verb, to which another can be added."""
    return next(
        (listed(asking.game, each.order) for each in lines if _is_of_now(asking, each, verb)), []
    )


def _is_of_now(asking: SeatQuestion, line: OrderLine, verb: str) -> bool:
    """Whether it is an unconditional order of this verb for the current turn."""
    is_its = _verb(line.order) == verb
    return is_its and bool(planned(Orders((line,)), asking.game, asking.view, asking.turn))


def _verb(order: str) -> str:
    return order.partition(" ")[0]


def listed(game: Game[Any], order: str) -> list[str]:
    """The words after the verb of an order that is only a list; none for any other order."""
    return _list_in(game, order)[1]


def _list_in(game: Game[Any], order: str) -> tuple[str, list[str]]:
    """The separator and the words of an order that is only a list; none for any other order."""
    if not game.grammar:
        return " ", order.split()[1:]
    verb, said = game.grammar.words(order)
    (name, words), *more = [*said.items()] or [("", "")]
    slot = game.grammar.forms[verb].slots.get(name)
    return (slot.between.en, [*slot.values(words)]) if slot and slot.each and not more else ("", [])


def _slots(
    asking: SeatQuestion,
    expected: View,
    lines: Sequence[OrderLine],
    lists: Mapping[str, Menu],
    lang: Lang,
) -> Iterator[DraftSlot]:
    """A slot for each line, and for each word of a list, even if nothing more can be added to it.

    A line is worded by the board before it, a list by the expected board, since it may name what comes later. Only
    the first lines of a long plan are worded so: each costs as much as all before it.
    """
    game, view = asking.game, asking.view
    unused = {*_unused(asking, lines, lists)}
    so_far: list[Action] = []
    for at, line in enumerate(lines):
        verb, order = _verb(line.order), line.order
        if at in unused:
            said = _UNUSED.to(lang).format(order=game.in_words(order, view, lang))
            yield DraftSlot(said, at)
            continue
        between, words = _list_in(game, order)
        if verb not in lists and not (game.grammar and words[1:]):
            words = []
        for word in words:
            left = [*words]
            left.remove(word)
            rest = f"{verb} {between.join(left)}" if left else ""
            yield DraftSlot(game.in_words(f"{verb} {word}", expected, lang), at, rest)
        if not words:
            around = str(line) != order
            yield DraftSlot(game.in_words(order, view, lang) + " …" * around, at)
        if at < _MOST_FORETOLD and (
            new := planned(Orders((line,)), game, asking.view, asking.turn)
        ):
            so_far += new
            view = game.expected(asking.view, so_far)


def _unused(
    asking: SeatQuestion, lines: Sequence[OrderLine], lists: Mapping[str, Menu]
) -> Iterator[int]:
    """The lines that do not count if only one does: all but the first that is possible, or but the first."""
    found: dict[str, list[tuple[bool, int]]] = {}
    for at, line in enumerate(lines):
        verb = "" if asking.takes_one else _verb(line.order)
        if asking.takes_one or verb in lists:
            for action in planned(Orders((line,)), asking.game, asking.view, asking.turn):
                found.setdefault(verb, []).append((action not in (asking.options or ()), at))
    for some in found.values():
        yield from (at for _, at in sorted(some)[1:])


def _besides(game: Game[Any], orders: Orders, lang: Lang) -> Iterator[DraftSlot]:
    """A slot for everything besides the lines: resigning, or who plays the rest."""
    for name in _BESIDE:
        if said := str(replace(Orders(), **{name: getattr(orders, name)})):
            words = in_language(said, game, lang)
            yield DraftSlot(words[0].upper() + words[1:], -1, beside=name)


def _left(menus: Sequence[Menu], chosen: Mapping[str, Sequence[str]]) -> Iterator[Menu]:
    """The menus without what the list already has; of equal cards one is removed. A full list offers nothing."""
    for menu in menus:
        words = chosen.get(menu.verb, ())
        some = Counter(words)
        kept = []
        for each in menu.choices:
            some[each.order] -= 1
            if some[each.order] == -1:
                kept.append(each)
        if len(words) < menu.most:
            yield replace(menu, choices=(*kept,), none="" if words else menu.none)


def written(asking: SeatQuestion, orders: Orders) -> Orders:
    """The orders in the game's own spelling, as far as their meaning is clear."""
    return replace(orders, lines=tuple(_written(asking, line) for line in orders.lines))


def _written(asking: SeatQuestion, line: OrderLine) -> OrderLine:
    game, view = asking.game, asking.view
    try:
        order = game.format(game.parse(line.order, view, None), view)
    except OrderError:
        return line
    return line if "\n" in order else replace(line, order=order)


# --- choosing -------------------------------------------------------------------------------------------


def added(asking: SeatQuestion, orders: Orders, order: str, lists: Mapping[str, Menu]) -> Orders:
    """Add an order. A word of a list joins the line of its verb.

    If a single order is asked for, it replaces any other. Raises `OrdersUnreadable`.
    """
    game = asking.game
    new = written(asking, read_text(order, game, asking.view)).lines
    if not new:
        return orders
    verb = _verb(new[0].order)
    lines = [*orders.lines]
    at = next((n for n, each in enumerate(lines) if _is_of_now(asking, each, verb)), None)
    if verb in lists and at is not None:
        between, words = _list_in(game, new[0].order)
        order = f"{verb} {between.join(listed(game, lines[at].order) + words)}"
        lines[at] = replace(lines[at], order=order)
    elif asking.takes_one:
        lines = [*new]
    else:
        lines += new
    return replace(orders, lines=(*lines,))


def removed(orders: Orders, slot: DraftSlot) -> Orders:
    """Remove the choice of this slot from the orders."""
    if slot.beside:
        return replace(orders, **{slot.beside: getattr(Orders(), slot.beside)})
    lines = [*orders.lines]
    lines[slot.line : slot.line + 1] = (
        [replace(lines[slot.line], order=slot.left)] if slot.left else []
    )
    return replace(orders, lines=(*lines,))
