"""Orders in a sentence: cards by their names, verbs anywhere or left out; one reading that may be given now is taken."""

import pytest

from app.engine.matches.game import MatchDecision
from app.games import ruleset
from app.games.fest.game import FEST
from app.mail.reading.order_words import OrderWords
from tests.games.acts import stage as acts
from tests.games.fest import stage as fest
from tests.games.ocg import stage as ocg

_TABLE = ocg.stage(
    ocg.side({1: ocg.who("C01"), 2: ocg.who("C04"), 3: ocg.who("C05")}, "C08 C10 C12 K01 K04"),
    ocg.side({1: ocg.who("C07"), 2: ocg.who("C09")}, "C01"),
)
_ASKED = MatchDecision("t3.orders.A", "A", "ocg.orders")
OCG = OrderWords(
    ocg.GAME,
    ruleset("ocg").cards,
    ocg.view(_TABLE),
    [(_ASKED, ocg.GAME.legal(_TABLE, _ASKED))],
)
"""Ine, Sho and Toma stand on the table, Suzu, Mio, another Sho, a Rush and a Spark are in hand."""
_FIELD = acts.stage({21: "S09 2+0", 22: "S12 3+0"}, {33: "S05 4+0"}, ("S06 T09", ""))
ACTS = OrderWords(acts.GAME, ruleset("acts").cards, acts.GAME.view(_FIELD, "A"))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("I summon Mio, Brook Snake and give Mio a Rush", "summon c10 / command k01 by new1"),
        ("lay Crow Duelist on 2 and attack with 3", "class c12 on 2 / attack 3"),
        ("class Sho (C12) on 2, Spark (K04) by 1 at e1, and 3 attacks", "class c12 on 2 / command k04 by 1 > e1 / attack 3"),
        ("attack with Sho", "attack 2"),
        ("Ine and Toma attack, please", "attack 1, 3"),
        ("ショウとトウマでアタック", "attack 2, 3"),
        ("小川の蛇ミオと鐘つきのスズを召喚します", "summon c10 / summon c08"),
        ("C10を召喚", "summon c10"),
        ("C10 C08", "summon c10 / summon c08"),
        ("全員でアタック！", "attack 1, 2, 3"),
        ("attack with all of them", "attack 1, 2, 3"),
        ("guard nobody and attack with 1", "guard none / attack 1"),
        ("ガード なし", "guard なし"),
        ("アタックはしません", "attack none"),
    ],
)  # fmt: skip
def test_cards_are_called_by_their_names_and_verbs_stand_anywhere(said: str, meant: str) -> None:
    assert OCG.read(said).replace("\n", " / ") == meant
    assert OCG.may_be(said)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("I'd like to go first and make the Lancer Frame on 22 with 3 ether from the master.", "toss first / make s06 at 22 with 3 from master"),
        ("make S06 at 22 with three from master", "make s06 at 22 with 3 from master"),
    ],
)  # fmt: skip
def test_words_that_an_order_lists_are_found_in_their_slots(said: str, meant: str) -> None:
    assert ACTS.read(said).replace("\n", " / ") == meant


@pytest.mark.parametrize(
    "said",
    [
        "show",
        "ok",
        "See you at 3!",
        "attack 1, not 2",
        "C10ではなくC08を召喚",
        "I wonder whether Sho likes it there",
        "attack",
    ],
)
def test_other_words_and_denied_ones_are_no_orders(said: str) -> None:
    assert not OCG.read(said)


def test_all_on_auto_is_no_order_for_every_place_of_a_game_without_places() -> None:
    asked = MatchDecision("r1.play.1", "A", "fest.play")
    table = fest.playing({"hand": "F22 F05"})
    options = FEST.legal(table.state, asked)
    words = OrderWords(FEST, ruleset("fest").cards, table.view("A"), [(asked, options)])

    assert not words.may_be("全部おまかせ")
    assert not words.may_be("all on auto")
