"""Orders in the making: what is offered can be chosen, taken out again and sent, in every game with decisions."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Final

import pytest

from app.engine.matches.draft import OrderDraft, SeatQuestion, added, listed, removed
from app.engine.matches.game import AUTOPILOT, Game, Seat, View
from app.engine.matches.grammar import OrderLine, Orders
from app.engine.matches.orders.orders import read_text
from app.engine.matches.orders.wording import in_language
from app.engine.matches.plans import planned
from app.games import match_game, match_slugs
from app.league.practice.practice import PracticeTable, action_of
from tests.support.match_games.bluff import Bluff
from tests.support.match_games.duel import Duel

GAMES: Final[Sequence[Game[Any]]] = (Bluff(), Duel(), *map(match_game, match_slugs()))
NAMES: Final[dict[Seat, str]] = {"A": "Alice", "B": "Bob"}
MOST: Final = 8
"""How many of the offers of a moment are tried."""
WAYS: Final = pytest.mark.parametrize("is_live", [True, False], ids=["at once", "as a plan"])
EACH: Final = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@cache
def asked(game: Game[Any], is_live: bool) -> Sequence[SeatQuestion]:
    """What a player is asked in a match that the house plays: for a plan at the begin of exchanges; of many moments some."""
    build, *_ = game.starters.values()
    table = PracticeTable(game, b"draft", "0" * 16, build, game.starters, "", AUTOPILOT)
    position, found = table.position([]), []
    while position.asking:
        if is_live or position.seat in game.checkpoint(position.match.state):
            found.append(position.asking._replace(is_live=is_live))
        position = position.after(table, "")
    return found[:: len(found) // 7 + 1]


def drafts(game: Game[Any], is_live: bool) -> Iterator[tuple[SeatQuestion, OrderDraft]]:
    """Orders that were made by choosing of what is offered, each time one more, at some moments of a match."""
    random = Random(7)
    for asking in asked(game, is_live):
        draft = OrderDraft.of(asking, Orders(), "en")
        for _ in range(5):
            yield asking, draft
            if not (orders := offers(draft)):
                break
            draft = with_one(asking, draft, random.choice(orders))


def offers(draft: OrderDraft) -> list[str]:
    """What can be added to it, as it is sent by a page."""
    words = [f"{menu.verb} {each.order}" for menu in draft.menus for each in menu.choices]
    return [*map(str.strip, words), *(menu.none for menu in draft.menus if menu.none)]


def with_one(asking: SeatQuestion, draft: OrderDraft, order: str) -> OrderDraft:
    lists = {menu.verb: menu for menu in draft.menus if menu.verb}
    return OrderDraft.of(asking, added(asking, draft.orders, order, lists), "en")


def some(orders: Sequence[str]) -> Sequence[str]:
    return orders[:: len(orders) // MOST + 1]


@WAYS
@EACH
def test_what_is_offered_stands_in_a_slot_when_it_is_chosen_and_can_be_taken_out_again(
    game: Game[Any], is_live: bool
) -> None:
    for asking, draft in drafts(game, is_live):
        for order in some(offers(draft)):
            then = with_one(asking, draft, order)
            lefts = [str(removed(then.orders, slot)) for slot in then.slots]

            if len(then.slots) == len(draft.slots) + 1:
                assert str(draft.orders) in lefts, order
            else:  # it has taken the place of the one that was there
                assert asking.takes_one
                assert (len(then.slots), lefts) == (1, [""])


@WAYS
@EACH
def test_nothing_is_offered_twice(game: Game[Any], is_live: bool) -> None:
    for _, draft in drafts(game, is_live):
        orders = offers(draft)
        assert len(orders) == len({*orders})


@EACH
def test_what_is_chosen_at_a_decision_can_be_done_as_soon_as_nothing_is_missing(
    game: Game[Any],
) -> None:
    """Every order that is offered then, too: the last one chosen takes the place of the others, or joins them."""
    for asking, draft in drafts(game, is_live=True):
        for order in some(offers(draft)):
            then = with_one(asking, draft, order)
            if then.missing <= 0:
                assert asking.decision
                assert asking.options
                decided = action_of(
                    str(then.orders),
                    game,
                    asking.view,
                    asking.decision,
                    asking.options,
                    asking.turn,
                )
                assert decided in asking.options, order


@EACH
def test_a_plan_of_what_is_offered_is_understood_line_by_line(game: Game[Any]) -> None:
    for asking, draft in drafts(game, is_live=False):
        actions = planned(draft.orders, game, asking.view, asking.turn)
        plain = [line for line in draft.orders.lines if str(line) == line.order]
        if draft.missing <= 0:
            assert len(actions) == len(plain)


@EACH
def test_the_house_plays_what_is_left_out(game: Game[Any]) -> None:
    """What it orders by itself at the decision that waits comes first; nothing is left out of what is answered at once."""
    for asking in asked(game, is_live=False):
        empty = OrderDraft.of(asking, Orders(), "en")
        assert asking.decision
        assert asking.options
        own = game.autopilot(asking.view, asking.decision, asking.options)
        live = asking._replace(is_live=True)
        assert (*OrderDraft.of(live, Orders(), "en").rest(live),) == ()
        assert (*empty.rest(asking),)[:1] == (game.format(own, asking.view),)


@WAYS
@EACH
def test_an_order_that_is_typed_stands_in_the_slot_of_one_that_is_chosen(
    game: Game[Any], is_live: bool
) -> None:
    """In whatever case and language."""
    for asking, draft in drafts(game, is_live):
        text = str(draft.orders)
        for typed in (text.lower(), text.upper(), in_language(text, game, "ja")):
            orders = read_text(typed, game, asking.view) if typed else Orders()
            assert OrderDraft.of(asking, orders, "en") == draft, typed


@WAYS
@EACH
def test_the_board_shows_how_it_would_stand(game: Game[Any], is_live: bool) -> None:
    for asking, draft in drafts(game, is_live):
        before = game.board(asking.view, NAMES, "en")
        is_shown = draft.board(asking, NAMES, "en") != before
        assert is_shown is (game.board(draft.view, NAMES, "en") != before)


def test_an_order_that_cannot_be_read_yet_stands_as_it_was_typed() -> None:
    """A line of a plan may speak of what is there only later."""
    asking, *_ = asked(GAMES[0], is_live=False)
    orders = Orders((OrderLine("play 9"),))

    assert OrderDraft.of(asking, orders, "en").orders == orders


def test_those_who_guard_have_a_slot_each_though_nobody_is_left_to_join_them() -> None:
    """Even one who is summoned only after the line that they stand in: they are called by name."""
    asking = next(each for each in asked(match_game("ocg"), is_live=True) if each.composed)
    draft = OrderDraft.of(asking, Orders(), "en")
    for n in (1, 2):
        summon = next(each for each in offers(draft) if each.startswith("summon"))
        for order in (summon, f"guard new{n}"):
            draft = with_one(asking, draft, order)
    said = [slot.words for slot in draft.slots]

    assert [words.split()[0] for words in said] == ["Summon", "Guard", "Guard", "Summon"]
    assert said[1].removeprefix("Guard with") == said[0].removeprefix("Summon")
    assert said[2].removeprefix("Guard with") == said[3].removeprefix("Summon")


def test_what_orders_nothing_adds_nothing() -> None:
    asking, *_ = asked(GAMES[0], is_live=True)
    orders = Orders((OrderLine("play 1"),))

    assert added(asking, orders, "then pass", {}) == orders


def test_a_list_of_a_game_without_a_grammar_is_the_words_behind_its_verb() -> None:
    assert listed(Bluff(), "play 1 2") == ["1", "2"]


def test_a_dozen_orders_of_the_house_are_foretold() -> None:
    class Endless(Bluff):
        def foreseen(self, view: View) -> Any:
            return asking.decision, asking.options

        def expected(self, view: View, actions: Any) -> View:
            return {**view, "round": view["round"] + 1}

    asking, *_ = asked(GAMES[0], is_live=False)

    endless = asking._replace(game=Endless())
    assert len([*OrderDraft.of(endless, Orders(), "en").rest(endless)]) == 12


@WAYS
def test_what_stands_beside_the_orders_has_a_slot_too_and_can_be_taken_out(is_live: bool) -> None:
    asking = asked(match_game("fest"), is_live)[0]
    text = "then pass\nstanding on\nready\nextend\nresign\noffer draw"
    orders = read_text(text, asking.game, asking.view)
    draft = OrderDraft.of(asking, orders, "en")

    assert [slot.words for slot in draft.slots] == [
        "Then pass",
        "Standing on",
        "Ready",
        "Extend",
        "Resign",
        "Offer draw",
    ]
    japanese = OrderDraft.of(asking, orders, "ja").slots
    assert (japanese[0].words, japanese[4].words) == ("あとはパス", "投了")
    assert str(removed(orders, draft.slots[4])) == text.replace("resign\n", "")
    assert str(removed(orders, draft.slots[0])) == text.removeprefix("then pass\n")
    assert (*draft.rest(asking),) == ()


def test_of_two_lists_the_first_that_can_be_done_counts_and_the_other_says_it_does_not() -> None:
    asking = asked(match_game("fest"), is_live=False)[0]
    first, second, *_ = OrderDraft.of(asking, Orders(), "en").menus[0].choices
    text = f"reserve {first.order}\nreserve {second.order}\nreserve {second.order} if my.hand > 9"
    orders = read_text(text, asking.game, asking.view)
    draft = OrderDraft.of(asking, orders, "en")

    used, unused, waits = (slot.words for slot in draft.slots)
    assert "not used" not in used + waits
    assert unused.endswith(" (not used)")
    assert str(removed(orders, draft.slots[1])).count("\n") == 1


def test_of_lines_typed_where_one_is_answered_the_first_that_can_be_done_counts() -> None:
    asking = asked(match_game("acts"), is_live=True)[-1]
    assert asking.options
    legal = asking.game.format(next(iter(asking.options)), asking.view)
    orders = read_text(f"move 11 to 12\n{legal}\npass", asking.game, asking.view)
    draft = OrderDraft.of(asking, orders, "ja")

    assert [each.words.endswith("（使われません）") for each in draft.slots] == [True, False, True]
