"""Orders and conditions as text."""

import pytest

from app.engine.matches.game import OrderError
from tests.games.ocg.stage import GAME, orders, side, stage, view, who
from tests.support.tables import by_row

_STATE = stage(
    side(
        {1: who("C01", "C11"), 2: who("C03", damage=1), 4: who("C04", items="I01")},
        "C05 C16 K04 R01",
        damage=3,
        pile=20,
    ),
    side({2: who("C10"), 3: who("C08", "C15", items="I03")}, "C01 C02", damage=5, pile=11),
    turn=5,
    battlefield="R05",
)
_SEEN = view(_STATE)


@by_row(
    ("typed", "meant"),
    [
        ("summon c05", "summon C05"),
        ("召喚 c05", "summon C05"),
        ("召喚 剣士見習い", "summon C05"),
        ("クラスチェンジ トウマ on 2", "class C16 on 2"),
        ("捨てる 古い道場、野外観察", "discard R01, K05"),
        ("summon toma", "summon C05"),
        ("summon ine, gate", "summon C01"),
        ("class toma on 2", "class C16 on 2"),
        ("クラスチェンジ ine of the road guard on 02", "class C11 on 2"),
        ("セット wooden on new1", "set I01 on new1"),
        ("エリア old dojo", "area R01"),
        ("コマンド spark by 1>e2、 e1", "command K04 by 1 > e2, e1"),
        ("command rush by new2", "command K01 by new2"),
        ("command call back by 1 > kuma bear, c31", "command K07 by 1 > C09, C31"),
        ("command k08 by 1 > e2.i01", "command K08 by 1 > e2.I01"),
        ("command k04 by 1 > 2", "command K04 by 1 > 2"),
        ("アタック 1、 new1", "attack 1, new1"),
        ("ガード 2", "guard 2"),
        ("捨てる old dojo, field, ine marshal", "discard R01, K05, C31"),
        ("パス", "pass"),
        ("attack 1\n\n  guard 2\nsummon C05", "summon C05\nattack 1\nguard 2"),
        ("summon C05\nguard none", "summon C05"),
        ("アタック なし\nガード 2", "guard 2"),
    ],
)
def test_orders_are_read_as_they_are_typed(typed: str, meant: str) -> None:
    action = GAME.parse(typed, _SEEN, None)
    assert GAME.format(action, _SEEN) == meant
    assert GAME.parse(meant, _SEEN, None) == action
    assert GAME.kinds(action) == {"ocg.orders"}


@by_row(
    ("typed", "column"),
    [
        ("", 1),
        (" \n", 3),
        ("buy C05", 1),
        ("  buy C05", 3),
        ("summon", 7),
        ("summon ", 7),
        ("summon nobody", 8),
        ("summon kuma old bear", 8),
        ("summon s", 8),
        ("discard c05, ine", 14),
        ("class C11", 10),
        ("set I01 on me", 12),
        ("command K04 > e1", 13),
        ("command K04 by e > e1", 16),
        ("command K04 by 1 > e1, ", 23),
        ("command K08 by 1 > e2.X01", 20),
        ("attack 1, x", 11),
        ("attack 1\nattack 2", 10),
        ("pass\nattack 2", 6),
        ("attack 2\npass", 10),
        ("pass now", 6),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(typed: str, column: int) -> None:
    with pytest.raises(OrderError) as refused:
        GAME.parse(typed, _SEEN, None)
    assert refused.value.position == column


def test_names_are_those_of_the_deck_played_or_of_all_while_it_is_not_drawn() -> None:
    decks = [{"C01": 1}, {"C08": 1}]
    played = side(deck=decks)
    assert orders("summon ine", stage(played))["plays"] == [{"p": "summon", "card": "C01"}]
    with pytest.raises(OrderError):
        orders("summon suzu", stage(played))
    assert orders("summon suzu", stage({**played, "deck": -1}))["plays"][0]["card"] == "C08"
    spectator = GAME.view(stage(played), None)
    assert GAME.parse("summon toma", spectator, None)["plays"][0]["card"] == "C05"


@by_row(
    ("name", "value"),
    [
        ("turn", 5),
        ("initiative", 1),
        ("battlefield", "R05"),
        ("my.damage", 3),
        ("my.pile", 20),
        ("my.hand", 4),
        ("my.chars", 3),
        ("my.attackers", 2),
        ("my.guards", 4),
        ("e.damage", 5),
        ("e.pile", 11),
        ("e.hand", 2),
        ("e.chars", 2),
        ("e.ready", 1),
        ("1.power", 3),
        ("2.dur", 3),
        ("4.power", 3),
        ("e3.level", 1),
        ("e3.dur", 6),
        ("3.power", None),
    ],
)
def test_variables_come_from_the_view(name: str, value: int | str | None) -> None:
    assert GAME.value(name, _SEEN) == value


@by_row("name", ["my.ready", "e.guards", "luck", "my.luck", "1.luck", "r05"])
def test_other_variables_are_not_known(name: str) -> None:
    with pytest.raises(OrderError):
        GAME.value(name, _SEEN)


@by_row(
    ("thing", "test", "word", "holds"),
    [
        ("c05", "exists", "", True),
        ("c01", "exists", "", False),
        ("toma ford", "exists", "", True),
        ("ine", "exists", "", True),
        ("イネ", "exists", "", True),
        ("リン", "exists", "", False),
        ("1", "is", "イネ", True),
        ("suzu", "exists", "", True),
        ("rin", "exists", "", False),
        ("e3", "exists", "", True),
        ("3", "exists", "", False),
        ("1", "is", "white", True),
        ("1", "is", "ine", True),
        ("1", "is", "c11", True),
        ("1", "is", "c01", False),
        ("4", "is", "swift", True),
        ("e3", "is", "swift", True),
        ("e3", "is", "wall", True),
        ("e2", "is", "wall", False),
        ("e1", "is", "wall", None),
        ("battlefield", "is", "r05", True),
        ("battlefield", "is", "r01", False),
    ],
)
def test_tests_ask_the_view(thing: str, test: str, word: str, holds: bool | None) -> None:
    assert GAME.holds(thing, test, word, _SEEN) is holds


@by_row(
    ("thing", "test", "word", "column"),
    [
        ("1", "in range", "", 3),
        ("ine", "is", "white", 1),
        ("1", "is", "hungry", 6),
        ("battlefield", "is", "c01", 16),
        ("battlefield", "is", "old", 16),
        ("nobody", "exists", "", 1),
    ],
)
def test_other_tests_are_not_known(thing: str, test: str, word: str, column: int) -> None:
    with pytest.raises(OrderError) as refused:
        GAME.holds(thing, test, word, _SEEN)
    assert refused.value.position == column


def test_a_spectator_has_nothing_in_hand() -> None:
    assert GAME.holds("c05", "exists", "", GAME.view(_STATE, None)) is False
