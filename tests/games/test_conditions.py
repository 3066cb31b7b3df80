"""What conditions ask about, in both languages, in every game with decisions."""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from app.engine.matches.game import SEATS, Game
from app.engine.matches.orders.mistakes import explain
from app.engine.matches.orders.orders import read_text
from app.engine.matches.orders.wording import in_language
from app.engine.words import Lang
from app.errors import OrdersUnreadable
from app.games import match_game, match_slugs, ruleset
from tests.games.test_practice import decisions
from tests.support.tables import by_row

LANGS: tuple[Lang, Lang] = ("en", "ja")
GAMES = [game for game in map(match_game, match_slugs()) if game.asked]


def seen(game: Game[Any]) -> tuple[Any, str]:
    """The view of some decision, and an order for it."""
    state, decision = next(iter(decisions(game, Random(3))))
    view = game.view(state, decision.seat)
    options = game.legal(state, decision)
    return view, game.format(game.autopilot(view, decision, options), view).split("\n")[0]


def when(text: str, game: Game[Any], view: Any) -> str:
    (line,) = read_text(text, game, view).lines
    return str(line.when)


def test_the_games_that_are_asked_in_japanese() -> None:
    assert [game.id for game in GAMES] == ["acts", "fest", "ocg"]


@by_row("game", GAMES, ids=[game.id for game in GAMES])
def test_every_variable_is_said_in_japanese_and_means_the_same(game: Game[Any]) -> None:
    view, order = seen(game)
    for name, asked in game.asked.items():
        if asked.of is None:
            continue  # it is compared with, or stands on the board
        line = f"{order} if {name} = 1"
        for way in asked.ja.split("、"):
            typed = in_language(line, game, "ja").replace(asked.ja.partition("、")[0], way)
            assert f"もし {way} = 1" in typed
            assert when(typed, game, view) == when(line, game, view)


@by_row("game", GAMES, ids=[game.id for game in GAMES])
def test_who_is_first_is_asked_by_the_same_word_in_every_game(game: Game[Any]) -> None:
    view, order = seen(game)
    assert when(f"{order} もし 先攻 = 1", game, view) in ("first = 1", "initiative = 1")


@pytest.mark.parametrize(
    ("slug", "asked", "said"),
    [
        ("fest", "theme is combat", "テーマ は 戦闘"),
        (
            "fest",
            "e.top is will or my.max < e.max",
            "相手の一番高い属性 は 意 または 自分の最大 < 相手の最大",
        ),
        ("ocg", "1.power > e2.dur and e2 is wall", "1の攻撃力 > e2の耐久力 かつ e2 は 壁"),
    ],
)
def test_conditions_are_said_in_japanese(slug: str, asked: str, said: str) -> None:
    game = match_game(slug)
    view, order = seen(game)
    line = f"{order} if {asked}"
    shown = in_language(line, game, "ja")

    assert shown.endswith(f"もし {said}")
    assert when(shown, game, view) == when(line, game, view)


@pytest.mark.parametrize(
    "form", ["{order} もし {said}", "もし {said} なら {order}", "{said} のときは {order}"]
)
@pytest.mark.parametrize(
    ("slug", "said", "asked"),
    [
        ("acts", "先攻　＝　１　かつ　ターン　＞＝　３", "first = 1 and turn >= 3"),
        ("acts", "相手マスター は 空き ではない", "not e-master is empty"),
        ("ocg", "先手 = 1 かつ ターン ≧ 3 または 自分の手札 が 2以下", "initiative = 1 and turn >= 3 or my.hand <= 2"),
        ("ocg", "ｅ１ は 速攻 でない かつ 相手の山札＜自分の山札", "not e1 is swift and e.pile < my.pile"),
        ("fest", "テーマ は 戦闘 ではない かつ 先攻 = 1", "not theme is combat and first = 1"),
        ("fest", "相手の一番高い属性　は　剣", "e.top is sword"),
    ],
)  # fmt: skip
def test_conditions_are_typed_in_japanese(slug: str, said: str, asked: str, form: str) -> None:
    """Before the order or behind it, with full-width letters too."""
    game = match_game(slug)
    view, order = seen(game)

    assert when(form.format(order=game.order_ja(order), said=said), game, view) == asked


@by_row("game", GAMES, ids=[game.id for game in GAMES])
def test_an_unknown_word_of_a_condition_is_answered_with_those_there_are(game: Game[Any]) -> None:
    view, order = seen(game)
    with pytest.raises(OrdersUnreadable) as refusal:
        read_text(f"{order} if my.hnad = 1", game, view)
    (problem,) = refusal.value.problems

    assert problem.column == len(order) + 5
    assert "“my.hnad” is not known here" in explain(problem, "en")
    assert explain(problem, "en").endswith("Is it “my.hand”?")
    assert explain(problem, "ja").endswith("「自分の手札」ですか？")


@pytest.mark.parametrize(
    ("slug", "line", "said"),
    [
        ("acts", "pass unless turn >= 3", "もし ターン >= 3 でない限り パス"),
        ("acts", "pass unless 22 exists", "もし 22 がいる でない限り パス"),
        ("ocg", "attack 1 unless 1 is wall", "もし 1 は 壁 でない限り アタック 1"),
    ],
)
def test_what_a_line_begins_with_is_no_turn_and_no_number(slug: str, line: str, said: str) -> None:
    game = match_game(slug)
    view, _ = seen(game)

    assert in_language(line, game, "ja") == said
    assert str(read_text(said, game, view)) == line


def test_a_condition_of_a_turn_is_no_order_for_a_turn() -> None:
    game = match_game("acts")
    view, _ = seen(game)

    assert when("ターン >= 3 のときは パス", game, view) == "turn >= 3"


def test_a_name_that_begins_with_the_word_of_a_variable_is_the_card() -> None:
    """「剣」 is an attribute, and how the name of a senior of the kendo club begins."""
    game = match_game("fest")
    deck = ruleset("fest").starters("ja")["招待日"]
    state = game.new(
        game.settle({"allowed_tags": ["#pbm-std", "#standard"]}),
        {seat: {"deck": Counter(deck.cards)} for seat in SEATS},
    )
    view = game.view(state, "A")

    assert when("play G07 失敗 もし 剣 がいる", game, view) == "剣 exists"


@by_row("game", GAMES, ids=[game.id for game in GAMES])
def test_the_rule_book_names_what_can_be_asked_and_has_orders_that_are_read(
    game: Game[Any],
) -> None:
    """In both languages; of what is asked of both sides that of one's own is named."""
    english, japanese = (ruleset(game.id).rules(lang) for lang in LANGS)
    for name, asked in game.asked.items():
        if asked.of and not name.startswith("e."):
            assert f"`{name}" in english, name
            assert any(f"`{way}" in japanese for way in asked.ja.split("、")), name
    grammar = game.grammar
    assert grammar
    for text, is_said in ((english, str.isascii), (japanese, lambda verb: not verb.isascii())):
        found = re.findall("`([^`\n]+ [^`\n]+)`", text)
        orders = [
            each for each in found if (verb := each.split()[0]) in game.verbs and is_said(verb)
        ]
        assert len(orders) > 5
        for start in map(grammar.start, orders):
            assert start.forms.said(start.rest).mistake is None, start
