"""A plan as its table shows it: what its player would see, what may be added to it, and every order in words.

Laws of every game found, by drawn matches: a plan grows by what is offered.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any

from app.engine.matches.board import compared
from app.engine.matches.dice import canonical
from app.engine.matches.game import Game, MatchDecision, Options, View
from app.engine.matches.menus import Menu, MenuChoice, bare
from app.engine.matches.orders.orders import read_text
from app.engine.matches.plans import planned
from tests.games.test_match_laws import FOUND, LANGS
from tests.games.test_practice import decisions
from tests.support.tables import by_row

NAMES: Any = {"A": "Alice", "B": "ボブ"}
MATCHES = 4
MOST_LINES = 6
MOST_CHOICES = 40

every_game = by_row(("game", "deals"), FOUND, ids=[game.rules for game, _ in FOUND])


def added(lines: list[str], menu: Menu, choice: MenuChoice) -> list[str]:
    """The orders with this choice: one more line, or one more word of a list that is begun."""
    begun = [each for each in lines if menu.verb and each.startswith(f"{menu.verb} ")]
    if not begun:
        return [*lines, f"{menu.verb} {choice.order}".strip()]
    return [menu.between.join((each, choice.order)) if each in begun else each for each in lines]


def actions(game: Game[Any], lines: list[str], view: View) -> list[Any]:
    """What these lines plan; one action of those that make one together."""
    if game.composed and lines:
        return [game.parse("\n".join(lines), view, None)]
    return planned(read_text("\n".join(lines), game, view), game, view, game.turn(view) or 1)


def next_asked(
    game: Game[Any], view: View, shown: View, decision: MatchDecision, options: Options
) -> tuple[MatchDecision, Options]:
    """The decision that comes after a plan, as far as it is told; at first and of whole turns that which waits."""
    return (shown is not view and game.foreseen(shown)) or (decision, options)


def plans(game: Game[Any], deals: ModuleType) -> Iterator[tuple[Any, ...]]:
    """Drawn plans, line by line, with the view, what is expected, and what is offered there."""
    for n in range(MATCHES):
        random = Random(f"expected {n}")
        for state, decision in decisions(game, random, deals):
            if decision.kind in game.reactions or random.random() < 0.8:
                continue
            view, options = game.view(state, decision.seat), game.legal(state, decision)
            lines: list[str] = []
            while len(lines) < MOST_LINES:
                planned_ = actions(game, lines, view)
                shown = game.expected(view, planned_)
                asked = next_asked(game, view, shown, decision, options)
                menus = game.menus(shown, asked[0], options if shown is view else None, "en")
                if lines and shown is view:
                    break
                yield state, view, lines, planned_, shown, asked, menus
                some = [(menu, each) for menu in menus for each in menu.choices if not each.later]
                if not some:
                    break
                lines = added(lines, *random.choice(some))


@every_game
def test_whatever_is_offered_on_an_expected_view_is_legal_with_the_orders_so_far(
    game: Game[Any], deals: ModuleType
) -> None:
    random = Random(1)
    for state, view, lines, _, shown, (decision, options), menus in plans(game, deals):
        asked = next(each for each in game.pending(state) if game.view(state, each.seat) == view)  # type: ignore[union-attr]
        legal = game.legal(state, asked)
        for menu in menus:
            now = [each for each in menu.choices if not each.later]
            for each in random.sample(now, min(len(now), MOST_CHOICES)):
                if menu.least > 1:
                    continue
                text = bare(f"{menu.verb} {each.order}".strip())
                if decision == asked:  # the orders so far are one with this one
                    more = added(lines, menu, each)
                    text = "\n".join(more) if game.composed else more[-1]
                action = game.parse(text, shown, decision)
                assert action in (legal if decision == asked else options), (lines, text)


@every_game
def test_what_is_drawn_stays_unknown_and_nothing_else_is_lost(
    game: Game[Any], deals: ModuleType
) -> None:
    """The hand has no card that it did not have before but those that its player put there: what looks alike is expected alike."""
    for state, view, _, planned_, shown, _, _ in plans(game, deals):
        seat = next(each.seat for each in game.pending(state))  # type: ignore[union-attr]
        dealt = deals.redeal(state, seat, Random(2))
        same = game.view(dealt, seat)
        if same == view:
            assert canonical(game.expected(same, planned_)) == canonical(shown)
        assert game.expected(view, []) is view


@every_game
def test_an_expected_view_is_shown_like_any_other(game: Game[Any], deals: ModuleType) -> None:
    """A board with what has changed, sentences, and an answer of the house."""
    changed = Counter[bool]()
    for _, view, lines, _, shown, (decision, options), menus in plans(game, deals):
        for lang in LANGS:
            board = compared(game.board(shown, NAMES, lang), game.board(view, NAMES, lang))
            zones = [zone for part in board.parts for zone in part.zones]
            new = any(piece.is_new for zone in zones for piece in zone.all)
            change = any(each.change for part in board.parts for each in part.counters)
            assert lines or not (new or change)
            changed[new or change] += 1
            assert all("{" not in each for each in (*game.stands(shown), *game.asks(shown)))
        if lines and menus:
            game.autopilot(shown, decision, options)
    assert changed[False]


@every_game
def test_orders_are_told_in_words(game: Game[Any], deals: ModuleType) -> None:
    """Other orders in other words, in both languages, and a word of a list alone."""
    for _, view, _, _, shown, _, menus in plans(game, deals):
        for lang in LANGS:
            for menu in menus:
                orders = {f"{menu.verb} {each.order}".strip() for each in menu.choices}
                told = {order: game.in_words(order, shown, lang) for order in orders}
                assert all(told.values())
                assert not any("{" in each for each in told.values())
                if menu.none:
                    assert game.in_words(menu.none, view, lang)
