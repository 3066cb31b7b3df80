"""Orders in the making, as a page shows them: what is chosen so far, how it would stand then, and what can be added."""

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
"""So many orders of the house are foretold for what a player leaves out."""
_MOST_FORETOLD: Final = 24
"""After so many lines of a plan it is foretold how the board stands, for the words of the next one."""
_BESIDE: Final = ("then", "standing", "script", "ready", "extend", "resign", "draw")
"""What may stand among orders besides their lines."""
_UNUSED: Final = Words("{order}（使われません）", "{order} (not used)")


class SeatQuestion(NamedTuple):
    """What a seat sees when it is asked: the decision that waits with what may be answered, and whether that is answered at once."""

    game: Game[Any]
    view: View
    decision: MatchDecision | None
    options: Options | None
    turn: int
    is_live: bool

    @property
    def composed(self) -> MatchDecision | None:
        """The decision, where many lines together answer it."""
        decision = self.decision
        return decision if decision and decision.kind in self.game.composed else None

    @property
    def takes_one(self) -> bool:
        """Whether a single order is the answer: another takes its place."""
        return self.is_live and self.composed is None


class DraftSlot(NamedTuple):
    """A choice that was made: in words, with its line among the orders, and what is left of that line without it.

    `beside` is what it is of the orders where it is none of their lines, `resign`.
    """

    words: str
    line: int
    left: str = ""
    beside: str = ""


@dataclass(frozen=True, slots=True)
class OrderDraft:
    """Orders so far.

    `view` is what their player would see after them if the opponent did nothing; `menus` what can be added, and `offered_on`
    the view on which that is offered: this one, or that of before where another order takes the place of these.
    `missing`: so many more must be chosen before they can be sent.
    """

    orders: Orders
    view: View
    slots: tuple[DraftSlot, ...]
    menus: tuple[Menu, ...]
    offered_on: View
    missing: int

    @classmethod
    def of(cls, asking: SeatQuestion, orders: Orders, lang: Lang) -> Self:
        """What these orders come to."""
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
        """What the house would order for what is left out, as far as that can be foretold: from here on, or to the decision that waits."""
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
    """The words of the list of this verb that a further one joins."""
    return next(
        (listed(asking.game, each.order) for each in lines if _is_of_now(asking, each, verb)), []
    )


def _is_of_now(asking: SeatQuestion, line: OrderLine, verb: str) -> bool:
    """Whether it is an order of this verb for now that depends on nothing."""
    is_its = _verb(line.order) == verb
    return is_its and bool(planned(Orders((line,)), asking.game, asking.view, asking.turn))


def _verb(order: str) -> str:
    return order.partition(" ")[0]


def listed(game: Game[Any], order: str) -> list[str]:
    """The words behind the verb of an order that does nothing but list them; none of any other order."""
    return _list_in(game, order)[1]


def _list_in(game: Game[Any], order: str) -> tuple[str, list[str]]:
    """What stands between the words of an order that does nothing but list them, and these words; none of any other order."""
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
    """A slot for each line, for a list one for each of its words; also where nothing can join it any more.

    A line is said as the board stands before it, a list as it is expected to stand: it may name what comes later.
    Of a long plan only the first lines are: each costs as much as all before it.
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
    """The lines that do not count, where one of several does: the first that can be done, or else the first."""
    found: dict[str, list[tuple[bool, int]]] = {}
    for at, line in enumerate(lines):
        verb = "" if asking.takes_one else _verb(line.order)
        if asking.takes_one or verb in lists:
            for action in planned(Orders((line,)), asking.game, asking.view, asking.turn):
                found.setdefault(verb, []).append((action not in (asking.options or ()), at))
    for some in found.values():
        yield from (at for _, at in sorted(some)[1:])


def _besides(game: Game[Any], orders: Orders, lang: Lang) -> Iterator[DraftSlot]:
    """A slot for everything that stands beside the lines: that the player resigns, or who plays the rest."""
    for name in _BESIDE:
        if said := str(replace(Orders(), **{name: getattr(orders, name)})):
            words = in_language(said, game, lang)
            yield DraftSlot(words[0].upper() + words[1:], -1, beside=name)


def _left(menus: Sequence[Menu], chosen: Mapping[str, Sequence[str]]) -> Iterator[Menu]:
    """The menus without what is in its list already, of cards that are alike one; a list that is full offers nothing."""
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
    """The same with every order as the game writes it, as far as it can be told what it means."""
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
    """The orders with this one more: a word of a list joins the line of its verb.

    Where a single order is asked for it takes the place of any other. Raises `OrdersUnreadable`.
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
    """The orders without the choice of this slot."""
    if slot.beside:
        return replace(orders, **{slot.beside: getattr(Orders(), slot.beside)})
    lines = [*orders.lines]
    lines[slot.line : slot.line + 1] = (
        [replace(lines[slot.line], order=slot.left)] if slot.left else []
    )
    return replace(orders, lines=(*lines,))
