"""Orders and conditions as text. Squares are those of the player who writes."""

import re
from dataclasses import replace

import pytest

from app.engine.matches.game import OrderError
from app.engine.matches.orders.orders import read_text
from app.engine.matches.orders.wording import in_language
from app.games.acts.view import Sight
from app.games.acts.words.orders import read
from tests.games.acts.stage import GAME, action, after, asked, decided, is_legal, stage, view
from tests.support.tables import by_row

_FIELD = {
    22: "S06 2+1 10D",
    32: "S06 1+0",
    21: "S12 3+0 T05",
    11: "T10",
    23: "S14 3+1",
    13: "S05 1+1",
}
_STATE = stage(
    {**_FIELD, 12: "M04 6+0 20D"},
    {42: "S06 1+0", 41: "S01 1+0", 43: "T11"},
    hands=("E00 E00 S03 S06 S09 T01 T05 T10", "E00 E00 T08"),
)
_SEEN = view(_STATE)


@by_row(
    ("typed", "meant"),
    [
        ("make s09 at 33 with 3 from master", "make S09 at 33 with 3 from master"),
        ("メイク gravity at 33 with 1 from hand and 2 from master",
         "make S09 at 33 with 2 from master and 1 from hand"),
        ("make グラビ at 33 with 1 from hand", "make S09 at 33 with 0 from master and 1 from hand"),
        ("make S09 at 33 with 3", "make S09 at 33 with 3 from master"),
        ("make S09 at 33 with 3 ether from master", "make S09 at 33 with 3 from master"),
        ("make S09 at 33", "make S09 at 33 with 2 from master"),
        ("メイク S09 33に 3枚", "make S09 at 33 with 3 from master"),
        ("move 22 to 33", "move 22 to 33"),
        ("移動 master to 33", "move master to 33"),
        ("move マスター to 33", "move master to 33"),
        ("move s06 to 33", "move 32 to 33"),
        ("attack 32>e42", "attack 32 > e42"),
        ("攻撃 s06 > es06", "attack 32 > e42"),
        ("attack 22 > 12", "attack 22 > master"),
        ("attack 22 > 42", "attack 22 > e42"),
        ("attack 22 > 相手マスター", "attack 22 > e-master"),
        ("attack s12 with br > e42, e41", "attack 21 with Breath > e41 and e42"),
        ("attack s12 with ブレス > e43", "attack 21 with Breath > e43"),
        ("attack 22 with breath > et11", "attack 22 with Breath > e43"),
        ("skill master blink to 33", "skill master Blink to 33"),
        ("スキル s14 fe on 32 +1 -1on", "skill 23 Ferry on 32 +1 -1on"),
        ("skill 23 ferry on master +2on", "skill 23 Ferry on master +2on"),
        ("skill 23 mend on 22", "skill 23 Mend on 22"),
        ("tool repair on 22", "tool T01 on 22"),
        ("ツール t02", "tool T02"),
        ("tool t05 on e-master", "tool T05 on e-master"),
        ("tool ether well at 33", "tool T10 at 33"),
        ("エーテル hand 2, 22 +1, s12 -1on, 13 +1-2on", "ether hand 2, 13 +1 -2on, 21 -1on, 22 +1"),
        ("ether 22 +1", "ether 22 +1"),
        ("パス", "pass"),
        ("使わない", "no"),
        ("防御 13 with shell", "defend 13 with Shell"),
        ("defend 13 with phase", "defend 13 with Phase"),
        ("トス 先", "toss first"),
        ("toss 後", "toss second"),
        ("補充 2", "refill 2"),
    ],
)  # fmt: skip
def test_orders_are_read_as_they_are_typed(typed: str, meant: str) -> None:
    found = action(typed, _STATE)
    assert GAME.format(found, _SEEN) == meant
    assert action(meant, _STATE) == found
    assert GAME.kinds(found) == GAME.kinds(GAME.parse(typed, _SEEN, None))


@by_row(
    ("typed", "column"),
    [
        ("", 1),
        ("  buy S05", 3),
        ("pass now", 6),
        ("make S06", 9),
        ("make S06 at 24 with 2 from master", 13),
        ("make nobody at 22 with 2 from master", 6),
        ("make s at 22 with 2 from master", 6),
        ("move 22", 8),
        ("move me to 33", 6),
        ("attack 22 with nothing > e42", 16),
        ("attack 22 e42", 11),
        ("ether 22 +1, 23", 16),
        ("ether hand, 23 +1", 11),
        ("tool recall on 22", 6),
        ("toss third", 6),
        ("refill some", 8),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(typed: str, column: int) -> None:
    for decision in (None, asked(_STATE)):
        with pytest.raises(OrderError) as refused:
            GAME.parse(typed, _SEEN, decision)
        assert refused.value.position == column


@by_row(
    "order",
    [
        "make s06 at 22 with 3 from master and 1 from hand",
        "メイク s06 22に マスターから3枚 手札から1枚",
        "move 22 to 33",
        "移動 22 33へ",
        "attack 21 with breath > e41 and e43",
        "攻撃 21 ブレス > e41",
        "skill 23 ferry on 32 +1 -1on",
        "スキル 23 フェリー 32に +1",
        "skill master blink to 33",
        "tool t01 on 22",
        "tool t10 at 33",
        "ether hand 2",
        "ether 22 +1",
        "defend master with parry",
        "toss first",
        "refill 1",
    ],
)
def test_a_word_that_is_wrong_is_named_where_it_stands(order: str) -> None:
    """Whichever word of an order it is; the sentence names what may stand there, each in one language alone."""
    for word in re.finditer(r"\S+", order):
        with pytest.raises(OrderError) as refused:
            read(f"{order[: word.start()]}xyzzy{order[word.end() :]}", _SEEN, None)
        assert refused.value.position == word.start() + 1
        assert not re.search("[ぁ-ヶ一-龠]", refused.value.words.en)


def test_the_nearest_word_that_may_stand_there_is_named() -> None:
    for typed, meant in (
        ("make s06 att 22 with 1 from hand", "“at”"),
        ("make s06 at 22 with 1 from hnad", "“hand”"),
        ("toss frist", "“first”"),
        ("atack 21 > e41", "“attack”"),
    ):
        with pytest.raises(OrderError, match=f"Is it {meant}"):
            read(typed, _SEEN, None)


def test_who_is_not_there_is_missed_only_when_it_is_to_be_done() -> None:
    for order, column in (
        ("attack 22 > e53", 13),
        ("move s01 to 33", 6),
        ("attack 22 > target", 13),
    ):
        assert GAME.kinds(GAME.parse(order, _SEEN, None)) == {"acts.main"}
        with pytest.raises(OrderError) as refused:
            action(order, _STATE)
        assert refused.value.position == column


def test_a_tool_answers_a_kind_of_its_own() -> None:
    assert GAME.kinds(GAME.parse("tool smoke on 22", GAME.view(_STATE, None), None)) == {
        "acts.speed"
    }
    assert GAME.kinds(GAME.parse("tool t09", _SEEN, None)) == {"acts.speed"}
    assert GAME.kinds({"a": "no"}) == {"acts.speed", "acts.defend"}
    assert GAME.kinds({"a": "refill", "n": 1}) == {"acts.refill"}


def test_squares_of_seat_b_are_turned() -> None:
    state = after(_STATE, "pass")
    assert action("attack 22 > e32", state) == {"a": "attack", "unit": "42", "skill": None, "target": "32"}  # fmt: skip
    assert GAME.format(action("move 22 to 33", state), view(state, "B")) == "move 22 to 33"
    assert action("move 22 to 31", state)["to"] == "33"


def test_any_is_the_first_own_unit_that_can() -> None:
    state = stage({32: "S01 1+0"}, {42: "S05 1+0", 41: "S02 1+0", 43: "S02 1+0"}, hands=("", "T08"))
    state = after(state, "attack 32 > e42")
    plan = "react tool T08 on any\nreact defend any with Body Block if target is servant"
    assert decided(plan, state) == ("tool T08 on master", "plan")
    state = after(state, "no")
    assert decided(plan, state) == ("defend 21 with Body Block", "plan")
    assert decided("react defend target with Shell if damage >= 10", state) == ("no", "auto")
    assert (
        decided("react defend target with Shell if attacker is S01", state)[0]
        == "defend 22 with Shell"
    )
    assert read("defend any with shell", view(state, "B"), asked(state))[0]["unit"] == "52"


def test_then_is_for_actions_and_the_house_for_the_rest() -> None:
    assert decided("then pass", _STATE) == ("pass", "plan")
    state = after(stage({32: "S01 1+0"}, {42: "S05 1+0"}), "attack 32 > e42")
    assert decided("then pass", state)[1] == "auto"
    assert GAME.passing(view(state, "B"), asked(state)) is None
    assert GAME.turn(_SEEN) == 3


@by_row(
    ("name", "value"),
    [
        ("turn", 3),
        ("acts", 3),
        ("first", 1),
        ("e.passed", 0),
        ("damage", None),
        ("lethal", None),
        ("my.hand", 8),
        ("my.deck", 20),
        ("my.off", 6),
        ("my.vit", 50),
        ("my.servants", 5),
        ("my.tools", 1),
        ("e.hand", 3),
        ("e.vit", 60),
        ("e.tools", 1),
        ("22.off", 2),
        ("22.on", 1),
        ("22.damage", 10),
        ("22.dur", 40),
        ("s06.row", 3),
        ("es06.row", 4),
        ("e-master.dur", 60),
        ("master.off", 6),
        ("11.row", 1),
        ("11.off", None),
        ("33.off", None),
        ("e33.off", None),
        ("attacker.off", None),
    ],
)
def test_variables_come_from_the_view(name: str, value: int | None) -> None:
    assert GAME.value(name, _SEEN) == value


def test_variables_of_an_attack() -> None:
    state = after(stage({32: "S11 3+0"}, {42: "S08 2+0"}, hands=("", "T08")), "attack 32 > e42")
    for each in (state, after(state, "no")):
        seen = view(each, "B")
        names = ("damage", "lethal", "attacker.off", "target.dur", "e.passed")
        assert [GAME.value(name, seen) for name in names] == [60, 1, 0, 40, 0]
    declared = after(stage({}, hands=("T02", "T09")), "tool T02")
    seen = view(declared, "B")
    assert (GAME.value("damage", seen), GAME.value("target.off", seen)) == (None, None)
    passed = after(_STATE, "pass")
    assert GAME.value("e.passed", view(passed, "B")) == 1
    assert GAME.value("first", view(passed, "B")) == 0


def test_variables_before_the_first_turn() -> None:
    state = GAME.new({}, {seat: {"master": "M01", "deck": {"E00": 30}} for seat in ("A", "B")})
    seen = view(state)
    assert [GAME.value(name, seen) for name in ("first", "my.vit", "e.off", "my.deck")] == [None, None, None, 30]  # fmt: skip


@by_row("name", ["luck", "my.luck", "22.luck", "me.off", "99.off"])
def test_other_variables_are_not_known(name: str) -> None:
    with pytest.raises(OrderError):
        GAME.value(name, _SEEN)


@by_row(
    ("thing", "test", "word", "holds"),
    [
        ("e42", "exists", "", True),
        ("e33", "exists", "", False),
        ("22", "exists", "", True),
        ("s01", "exists", "", False),
        ("es01", "exists", "", True),
        ("e42", "is", "servant", True),
        ("e42", "is", "s06", True),
        ("e42", "is", "s01", False),
        ("e43", "is", "tool", True),
        ("master", "is", "master", True),
        ("master", "is", "m04", True),
        ("33", "is", "empty", True),
        ("22", "is", "empty", False),
        ("e33", "is", "servant", None),
        ("attacker", "is", "s01", None),
    ],
)
def test_tests_ask_the_view(thing: str, test: str, word: str, holds: bool | None) -> None:
    assert GAME.holds(thing, test, word, _SEEN) is holds


@by_row(
    ("thing", "order", "holds"),
    [
        ("e42", "attack 32 > e42", True),
        ("e-master", "attack 32 > e-master", False),
        ("e-master", "attack 32 with shot > e-master", None),
        ("e42", "attack s12 with breath > e42", True),
        ("e42", "attack s02 > e42", None),
        ("32", "skill master blink to 33", True),
        ("e42", "skill master blink to 33", False),
        ("e42", "skill 22 blink to 33", None),
        ("32", "move 22 to 33", True),
        ("e42", "move 22 to 33", False),
        ("e42", "pass", None),
        ("e42", "buy", None),
        ("e33", "attack 32 > e33", None),
    ],
)
def test_in_range_is_of_the_unit_and_skill_of_the_line(
    thing: str, order: str, holds: bool | None
) -> None:
    assert GAME.holds(thing, "in range", "", _SEEN, None, order) is holds


@by_row(
    ("thing", "word", "column"), [("me", "servant", 1), ("22", "hungry", 7), ("master", "x", 11)]
)
def test_other_tests_are_not_known(thing: str, word: str, column: int) -> None:
    with pytest.raises(OrderError) as refused:
        GAME.holds(thing, "is", word, _SEEN)
    assert refused.value.position == column


def test_legal_orders_are_written_and_read_for_both_seats() -> None:
    for state in (_STATE, after(_STATE, "pass")):
        decision = asked(state)
        seen = view(state, decision.seat)
        for each in GAME.legal(state, decision):
            assert GAME.parse(GAME.format(each, seen), seen, decision) == each
    assert is_legal("pass", _STATE)


@by_row(
    ("order", "said"),
    [
        ("make S06 at 21 with 3 from master and 1 from hand", "メイク S06 21に マスターから3枚 手札から1枚"),
        ("make s06 at 21 with 4 from master", "メイク s06 21に マスターから4枚"),
        ("move master to 33", "移動 マスター 33へ"),
        ("attack 22 > e-master", "攻撃 22 > 相手マスター"),
        ("attack 21 with Breath > e41 and e42", "攻撃 21 ブレス > e41、e42"),
        ("skill master Blink to 33", "スキル マスター ブリンク 33へ"),
        ("skill 23 Ferry on 32 +1 -1on", "スキル 23 フェリー 32に +1 -1済"),
        ("skill 23 Mend on 22", "スキル 23 メンド 22に"),
        ("tool T01 on 22", "ツール T01 22に"),
        ("tool T10 at 33", "ツール T10 33へ"),
        ("tool T02", "ツール T02"),
        ("ether hand 2, 13 +1 -2on, 21 -1on", "エーテル 手札2枚、13に+1 -2済、21に-1済"),
        ("defend 13 with Phase", "防御 13 フェイズ"),
        ("toss first", "トス 先攻"),
        ("refill 2", "補充 2枚"),
        ("pass", "パス"),
        ("no", "使わない"),
    ],
)  # fmt: skip
def test_orders_are_said_as_japanese_players_write_them_and_mean_the_same(
    order: str, said: str
) -> None:
    assert GAME.order_ja(order) == said
    assert read(said, _SEEN, None) == read(order, _SEEN, None)


@by_row(
    ("when", "said"),
    [
        ("damage >= 20", "ダメージ >= 20"),
        ("lethal = 1 or target is master", "致死 = 1 または 対象 は マスター"),
        ("not target is servant", "対象 は サーヴァント でない"),
        ("not e42 exists and my.vit < e.vit", "e42 がいない かつ 自分のVIT < 相手のVIT"),
        ("e-master in range", "相手マスター が射程内"),
        ("not e-master in range", "相手マスター が射程内 でない"),
        ("e.passed = 1 and 22.off >= 2", "相手パス = 1 かつ 22の使用可 >= 2"),
        ("target.dur < e-master.on", "対象の残り < 相手マスターの使用済"),
        ("s06.row = 3 or 22.damage > 10", "s06の行 = 3 または 22のダメージ > 10"),
        ("e42 is empty and acts < 3", "e42 は 空き かつ 行動数 < 3"),
    ],
)
def test_conditions_are_said_in_japanese_and_mean_the_same(when: str, said: str) -> None:
    """What is kept and sealed is the canonical text, in whichever language it came."""
    line = f"attack 22 > e42 if {when}"
    shown = in_language(line, GAME, "ja")

    assert shown == f"攻撃 22 > e42 もし {said}"
    assert read_text(shown, GAME, _SEEN) == read_text(line, GAME, _SEEN)


@by_row(
    ("line", "said"),
    [
        ("attack 22 > e42 unless e42 is servant", "e42 は サーヴァント でない限り 攻撃 22 > e42"),
        ("react defend master with Parry unless damage < 20",
         "反応 ダメージ < 20 でない限り 防御 マスター パリィ"),
        ("react no unless attacker is s06", "反応 もし 攻撃者 は s06 でない限り 使わない"),
        ("2. pass if acts > 1 unless first = 1 after 1 must",
         "2. 先攻 = 1 でない限り パス もし 行動数 > 1 1 番の後 必ず"),
    ],
)  # fmt: skip
def test_what_stands_around_an_order_is_said_in_japanese_and_means_the_same(
    line: str, said: str
) -> None:
    plan = f"1. pass\n{line}"
    shown = in_language(plan, GAME, "ja").split("\n")

    assert shown[1] == said
    again, before = (read_text(each, GAME, _SEEN).lines[1] for each in ("\n".join(shown), plan))
    assert GAME.order_ja(again.order) == GAME.order_ja(before.order)
    assert replace(again, order=before.order) == before


def test_what_cannot_be_read_is_left_as_it_is() -> None:
    assert GAME.order_ja("move 22") == "move 22"
    assert (GAME.order_ja(""), GAME.order_ja("move")) == ("", "移動")
    assert GAME.order_ja("ether hand two, 13 +1") == "エーテル hand two、13に+1"


def test_a_view_is_taken_in_once_however_many_lines_ask_of_it() -> None:
    seen = view(_STATE)
    assert Sight.through(seen) is Sight.through(seen)
    assert Sight.through(dict(seen)) == Sight.through(seen)
