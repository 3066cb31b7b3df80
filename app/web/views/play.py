"""A table for choosing orders: what each piece can do, what is chosen so far, and who plays the rest."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Self

from markupsafe import Markup

from app.engine import Lang, Ruleset
from app.engine.matches.board import MatchBoard
from app.engine.matches.draft import OrderDraft, SeatQuestion, added, listed, removed
from app.engine.matches.game import Game, Seat
from app.engine.matches.grammar import Orders
from app.engine.matches.menus import Menu
from app.engine.matches.orders.blocks import rewritten
from app.engine.matches.orders.mistakes import explain
from app.engine.matches.orders.orders import read_text
from app.engine.matches.orders.wording import in_language
from app.engine.words import Words
from app.errors import OrdersUnreadable
from app.league.matches.plans import MOST_TEXT, too_long
from app.league.problems import explain as explain_problem
from app.web import markdown
from app.web.forms import Form

_BRACKET: Final = re.compile(r" ?[（(]")


class Deed(NamedTuple):
    """A possible order: as orders write it, as a player says it, its effect, and its target."""

    order: str
    words: str
    label: str
    aims: Sequence[str]
    harms: bool


def by_head(deeds: Iterable[Deed]) -> Mapping[str, Sequence[Deed]]:
    """Deeds by their words as far as these are alike: up to where brackets tell one way to do it from another."""
    found: dict[str, list[Deed]] = {}
    for deed in deeds:
        found.setdefault(_BRACKET.split(deed.words, maxsplit=1)[0], []).append(deed)
    return found


class RulesHere(NamedTuple):
    """The goal and a turn of a game, and the section of its rule book that a decision is about."""

    goal: Words
    section: Markup


def rules_here(rules: Ruleset, asking: SeatQuestion, lang: Lang) -> RulesHere | None:
    """The rules a player may want to read at this decision; None for a game without a rule book."""
    game, kind = asking.game, asking.decision.kind if asking.decision else ""
    number = game.chapters.get(kind) or game.chapters.get("", "")
    if not game.goal.en or not number:
        return None
    return RulesHere(game.goal, markdown.section(rules, lang, number))


@dataclass(frozen=True, slots=True)
class PlayTable:
    """What a player can choose: deeds by piece, and those without a piece by their menu.

    `of` is the number of slots, 0 if unknown. `rest` and `why` are sentences. `phases` are the named parts of a
    decision made of many orders, each with how much can still be chosen.
    """

    draft: OrderDraft
    board: MatchBoard
    asks: str
    sheets: Mapping[str, Mapping[str, Sequence[Deed]]]
    loose: Mapping[str, Sequence[Deed]]
    slots: Sequence[str]
    of: int
    rest: Sequence[str]
    phases: Sequence[tuple[str, int]]
    why: str = ""
    hand: frozenset[str] = frozenset()
    """What is in the own hand: where one like it lies on the table too, deeds are of the one in the hand."""

    @property
    def missing(self) -> int:
        """How many more have to be chosen before it can be sent."""
        return self.draft.missing

    @property
    def chosen(self) -> int:
        """How many slots have an order, not counting other lines."""
        return sum(not slot.beside for slot in self.draft.slots)

    @classmethod
    def of_draft(
        cls,
        asking: SeatQuestion,
        draft: OrderDraft,
        names: Mapping[Seat, str],
        lang: Lang,
        why: str = "",
        taught: str = "",
    ) -> Self:
        """The table with these orders on it.

        In a lesson only the next of the `taught` orders (one per line) is offered.
        """
        game = asking.game
        sheets: dict[str, list[Deed]] = {}
        loose: dict[str, list[Deed]] = {}
        so_far = {*_single(game, (line.order for line in draft.orders.lines))}
        following = next(
            (each for each in _single(game, taught.splitlines()) if each not in so_far), ""
        )
        for menu in draft.menus:
            for deed, piece in _deeds(asking, draft, menu, lang):
                if taught and deed.order != following:
                    continue
                found = sheets.setdefault(piece, []) if piece else loose.setdefault(menu.name, [])
                found.append(deed)
        most = [menu.most for menu in draft.menus if menu.least == menu.most > 1]
        rest = [game.in_words(each, draft.view, lang) for each in draft.rest(asking)]
        board = draft.board(asking, names, lang)
        return cls(
            draft,
            board,
            game.wants(asking.view, asking.takes_one).to(lang),
            {piece: by_head(deeds) for piece, deeds in sheets.items()},
            loose,
            [slot.words for slot in draft.slots],
            1 if asking.takes_one and not most else max(most, default=0),
            rest,
            [(menu.name, len(menu.choices)) for menu in draft.menus] if asking.composed else [],
            why,
            frozenset(
                piece.id
                for part in board.parts[-1:]
                for zone in part.zones
                if zone.key == "hand"
                for piece in zone.pieces
            ),
        )


def _deeds(
    asking: SeatQuestion, draft: OrderDraft, menu: Menu, lang: Lang
) -> Sequence[tuple[Deed, str]]:
    game, found = asking.game, []
    for each in menu.choices:
        order = f"{menu.verb} {each.order}".strip()
        words = game.in_words(order, draft.offered_on, lang)
        found.append((Deed(order, words, each.label, each.aims, each.harms), each.piece))
    if menu.none:
        words = game.in_words(menu.none, draft.offered_on, lang)
        found.append((Deed(menu.none, words, "", (), False), ""))
    return found


def _single(game: Game[Any], orders: Iterable[str]) -> Iterator[str]:
    """Canonical orders as they are chosen: of a list each of its words."""
    for line in orders:
        words = listed(game, line)
        yield from [f"{line.partition(' ')[0]} {word}" for word in words] or [line]


@dataclass(frozen=True, slots=True)
class TypedOrders:
    """The orders in the form after a button was pressed: the text, and its draft or every problem."""

    text: str
    draft: OrderDraft
    told: Sequence[str] = ()
    why: str = ""


def typed(asking: SeatQuestion, sent: Form, text: str, lang: Lang, taught: str = "") -> TypedOrders:
    """The text of the form after a button of a table: one choice more or less, or the house's suggestion.

    In a lesson the suggestion is `taught`. A text that is too long is not read.
    """
    game = asking.game
    if len(text) > MOST_TEXT:
        told = [explain_problem(too_long(text), lang)]
        return TypedOrders(text, OrderDraft.of(asking, Orders(), lang), told)
    try:
        orders = read_text(text, game, asking.view) if text.strip() else Orders()
        draft = OrderDraft.of(asking, orders, lang)
        why, before = "", orders
        if take := sent.text("take"):
            lists = {menu.verb: menu for menu in draft.menus if menu.verb}
            orders = added(asking, draft.orders, take, lists)
        elif (drop := sent.text("drop")) in map(str, range(len(draft.slots))):
            orders = removed(draft.orders, draft.slots[int(drop)])
        elif sent.text("act") == "hint" and taught:
            orders = read_text(taught, game, asking.view)
        elif sent.text("act") == "hint":
            orders, why = _suggested(asking, draft, lang)
    except OrdersUnreadable as refusal:
        told = [explain(each, lang) for each in refusal.problems]
        return TypedOrders(text, OrderDraft.of(asking, Orders(), lang), told)
    if orders is before:
        return TypedOrders(text, draft, why=why)
    said = rewritten(text, in_language(str(orders), game, lang))
    return TypedOrders(said, OrderDraft.of(asking, orders, lang), why=why)


def _suggested(asking: SeatQuestion, draft: OrderDraft, lang: Lang) -> tuple[Orders, str]:
    """The orders with what the house would do next, and why it would."""
    game, view, orders = asking.game, draft.view, draft.orders
    asked = game.foreseen(view)
    if (
        asking.decision
        and asking.options
        and (asking.takes_one or not orders.lines or asked is None)
    ):
        view, asked, orders = asking.view, (asking.decision, asking.options), Orders()
    if asked is None:
        return orders, ""
    advice = game.suggest(view, *asked)
    lines = read_text(game.format(advice.action, view), game, view).lines
    return replace(orders, lines=(*orders.lines, *lines)), advice.why.to(lang)
