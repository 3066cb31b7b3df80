"""Orders as people write them: what is understood, and what is refused where."""

from hashlib import sha256

import pytest

from app.engine.matches.grammar import OrderLine, Orders, receipt, sheet
from app.engine.matches.menus import Menu, MenuChoice
from app.engine.matches.orders.blocks import (
    MOST_BLOCKS,
    MOST_BYTES,
    MOST_COLUMNS,
    MOST_LINES,
    rewritten,
    split,
)
from app.engine.matches.orders.mistakes import explain
from app.engine.matches.orders.orders import MOST_PROBLEMS, answered, counting, read, read_text
from app.engine.matches.orders.wording import as_typed, in_language, menus_in_language
from app.errors import OrdersUnreadable, Problem
from app.text.distance import nearest
from tests.support.stall import VIEW, Stall
from tests.support.tables import by_row

GAME = Stall()

PLAIN = """game demo-1
turn 3
key 7f3a9c
1. play F01 if my.hand = 2 and not theme is song
2. play hana unless e.hand >= 5 after 1 else pass
react guard any
then auto
end
"""
PEOPLE = {
    "full-width": """ＧＡＭＥ　ｄｅｍｏ－１
ＴＵＲＮ：３
ＫＥＹ：７ｆ３ａ９ｃ
１．ｐｌａｙ　Ｆ０１　ｉｆ　ｍｙ．ｈａｎｄ　＝　２　ａｎｄ　ｎｏｔ　ｔｈｅｍｅ　ｉｓ　ｓｏｎｇ
２、ｐｌａｙ　ｈａｎａ　ｕｎｌｅｓｓ　ｅ．ｈａｎｄ≧５　ａｆｔｅｒ　１　ｅｌｓｅ　ｐａｓｓ
ｒｅａｃｔ　ｇｕａｒｄ　ａｎｙ
ｔｈｅｎ　ａｕｔｏ
ｅｎｄ""",
    "quoted letter, signature": f"""お世話になります。命令です。

{PLAIN}
よろしくお願いします。
-- \nBob
game demo-1
plya

> game demo-1
> turn 3
> 1. play F03
>> end
＞ play
""",
    "orders in one line": PLAIN.replace("\n2. ", " / 2. ").replace("\nreact", " / react"),
    "above a quote, no end": PLAIN.replace("end\n", "\n> 1. play F03\n> end\n"),
    "CRLF, blanks, comments": PLAIN.replace("\n", " ; ok\r\n\r\n \t\r\n"),
    "lines of a list": """game demo-1 turn 3 key 7f3a9c
 * 1) play F01
      if my.hand=2
      and not theme is song
 * 2) play hana
      unless e.hand>=5
      after 1
      else pass
 - react guard any
 • then auto.
--------
END.""",
    "Japanese": """試合：demo-1
ターン：3
鍵：7f3a9c
①もし my.hand = 2 かつ theme は song でない なら、出すF01。
②出す hana でない限り e.hand が 5以上、1の後、さもなければ パス。
反応 守る any
あとは自動
以上""",
    "header in disorder": """Game demo-1
Opponent: Bob
we have met before
key 7f3a9c
turn 3:
Deadline: soon
(1) pl\u00aday F01 if my.hand = 2 and not theme is song
2: PLAY\u3000HANA\u00a0unless e.hand => 5 after 1 else pass
\u200breact guard any
then\u00a0auto
game other-2
turn 3
pass
end""",
}


@by_row("way", PEOPLE)
def test_mail_with_quoted_text_signature_and_full_width_digits_parses_as_the_plain_one(
    way: str,
) -> None:
    plain, human = split(PLAIN).blocks[0], split(PEOPLE[way]).blocks[0]
    assert (human.match, human.turn, human.key) == ("demo-1", 3, "7f3a9c")
    assert read(human, GAME, VIEW) == read(plain, GAME, VIEW)


def test_of_two_plans_for_a_turn_the_first_is_used_if_the_second_has_an_error() -> None:
    later = PLAIN.replace("play F01", "plya F01")
    other = "game demo-2\nturn 3\npass\nend\n"
    standing = "game demo-1\nturn 3\nplay hana\nstanding on\nend\n"
    blocks = split(PLAIN + later + other + standing).blocks
    outcomes = [answered(block, GAME, VIEW) for block in blocks]
    found = counting(outcomes)
    assert found[("demo-1", 3, False)].block == blocks[0]
    assert found[("demo-2", 3, False)].block == blocks[2]
    assert found[("demo-1", 3, True)].block == blocks[3]
    assert outcomes[1].problems == (Problem("unknown-verb", 12, 4, ("plya",), ("play",)),)
    replaced = [answered(block, GAME, VIEW) for block in split(PLAIN + PLAIN).blocks]
    assert counting(replaced)[("demo-1", 3, False)].block.line == 9


UNDERSTOOD = {
    "play F01": "play f01",
    "出すF01": "play f01",
    "７． play F01": "7. play f01",
    "turn 5: play F01": "turn 5: play f01",
    "2. turn 5: play F01": "turn 5: 2. play f01",
    "turn5:3.play F01": "turn 5: 3. play f01",
    "ターン 5 : play F01": "turn 5: play f01",
    "play F01 if theme = combat": "play f01 if theme = combat",
    "play F01 if theme != song or e2.power > 3": "play f01 if theme != song or e2.power > 3",
    "play F01 if e2 in range and F01 exists": "play f01 if e2 in range and f01 exists",
    "play F01 if -3<my.hand": "play f01 if -3 < my.hand",
    "もし F01がいない なら play F02": "play f02 if not f01 exists",
    "F01 が いる なら play F02": "play f02 if f01 exists",
    "if my.hand = 2 then play F02": "play f02 if my.hand = 2",
    "play F01 もし e2が射程内": "play f01 if e2 in range",
    "play F01 もし my.hand が 3 未満": "play f01 if my.hand < 3",
    "my.hand = 2 でない限り、play F02": "play f02 unless my.hand = 2",
    "1. pass\nplay F02 1の後、必ず": "1. pass\nplay f02 after 1 must",
    "1. pass\nplay F02 after 1番": "1. pass\nplay f02 after 1",
    "play F02 repeat must": "play f02 repeat must",
    "play F02 繰り返し": "play f02 repeat",
    "あとはパス": "then pass",
    "then ask!": "then ask",
    "常時 登録": "standing on",
    "standing clear": "standing clear",
    "準備完了。": "ready",
    "延長\n投了\n引き分けを提案": "extend\nresign\noffer draw",
    "script Late Game": "script late game",
    "台本 夜の部": "script 夜の部",
    "script ΰ 슨。。": "script ΰ 슨",
    "# first\nplay F01、": "play f01",
    "play F01 、": "play f01",
    "guard 2": "react guard 2",  # it can be nothing else
    "guard 2 else guard 1": "react guard 2 else guard 1",
    "then auto\nthen auto": "then auto",
    "turn 3:\nplay F01": "play f01",
    "turn 3\nkey abc\nturn 3\nkey abc\nplay F01\nend\nnobody reads this": "play f01",
    "": "",
}


@by_row("typed", UNDERSTOOD)
def test_what_is_written_is_understood_and_written_alike(typed: str) -> None:
    orders = read_text(typed, GAME, VIEW)
    assert str(orders) == UNDERSTOOD[typed]
    assert read_text(str(orders), GAME, VIEW) == orders


REFUSED: dict[str, list[tuple[str, int, int, tuple[str, ...]]]] = {
    "plya F01": [("unknown-verb", 1, 1, ("play",))],
    "ｐｌａｙ　Ｆ９９": [("order", 1, 6, ())],
    "㌔ play": [("unknown-verb", 1, 1, ())],
    "play ㌔": [("order", 1, 6, ())],
    "㌔ play F01 if x": [("unknown-verb", 1, 1, ()), ("no-test", 1, 15, ())],
    "play": [("order", 1, 5, ())],
    "play F01 if": [("no-test", 1, 12, ())],
    "play F01 if my.hand =": [("no-test", 1, 13, ())],
    "play F01 if = 2": [("no-test", 1, 13, ())],
    "play F01 if not": [("no-test", 1, 13, ())],
    "play F01 if my.hand = 2 and": [("no-test", 1, 28, ())],
    "play F01 if (my.hand = 2)": [("brackets", 1, 13, ())],
    "play F01 if my.hnad = 2": [("order", 1, 13, ())],
    "play F01 if my.hand < nowhere": [("order", 1, 23, ())],
    "play F01 if theme is blue": [("order", 1, 22, ())],
    "play F01 if what exists": [("order", 1, 13, ())],
    "play F01 if my.hand = 2 if my.hand = 2": [("twice", 1, 25, ())],
    "play F01 else": [("no-order", 1, 14, ())],
    "play F01 repeat 3": [("not-expected", 1, 17, ())],
    "play F01 if my.hand = 2 or theme": [("no-test", 1, 28, ())],
    "play F01 after": [("after-what", 1, 15, ())],
    "play F01 after him": [("after-what", 1, 16, ())],
    "play F01 after 1 2": [("not-expected", 1, 18, ())],
    "play F01 else guard 2": [("reaction", 1, 15, ())],
    "react play F01": [("no-reaction", 1, 7, ("play f01",))],
    "react": [("no-order", 1, 6, ())],
    "3.": [("no-order", 1, 3, ())],
    "1. turn 5:": [("no-order", 1, 11, ())],
    "turn five: play F01": [("turn-number", 1, 6, ())],
    "turn": [("turn-number", 1, 5, ())],
    "turn 5 play F01": [("turn-colon", 1, 7, ())],
    "play F01\n1. turn 5": [("turn-colon", 2, 10, ())],
    "turn 5: ready": [("not-by-turn", 1, 9, ())],
    "turn 5: script x": [("not-by-turn", 1, 9, ())],
    "then": [("unknown-line", 1, 1, ("then ask", "then auto", "then pass"))],
    "resing": [("unknown-verb", 1, 1, ("resign",))],
    "then auto\nthen ask": [("twice", 2, 1, ())],
    "script": [("no-name", 1, 7, ())],
    "script a\nscript b": [("twice", 2, 1, ())],
    f"script {'a' * 70}": [("name-too-long", 1, 8, ("6",))],
    "turn 3\nturn 4\nkey a\nkey b": [("twice", 2, 6, ()), ("twice", 4, 5, ())],
    "x" * 31: [("unknown-verb", 1, 1, ())],
    "ab" * 600: [("line-too-long", 1, 1001, ("1000",))],
    "if my.hand = 2": [("no-order", 1, 1, ())],
}


@by_row("typed", REFUSED)
def test_every_problem_is_named_at_its_place_in_the_text_as_typed(typed: str) -> None:
    assert list(map(_short, _refused(typed))) == REFUSED[typed]


def _refused(typed: str) -> tuple[Problem, ...]:
    with pytest.raises(OrdersUnreadable) as refusal:
        read_text(typed, GAME, VIEW)
    for problem in refusal.value.problems:
        assert explain(problem, "ja") != explain(problem, "en")
    return refusal.value.problems


def _short(problem: Problem) -> tuple[str, int, int, tuple[str, ...]]:
    return problem.code, problem.line, problem.column, problem.suggestions


def test_problems_of_all_lines_are_named_by_place() -> None:
    problems = _refused("play F01 after x if x\n\nplya F01\n; nothing\nplay F77")
    assert [(each.line, each.column) for each in problems] == [(1, 16), (1, 21), (3, 1), (5, 6)]
    assert explain(problems[2], "en") == (
        "line 3, column 1: “plya” is not an order. Start the line with the verb. Did you mean “play”?"
    )
    assert explain(problems[2], "ja") == (
        "3行目1文字目：「plya」という指示はありません。行は動詞から書いてください。「play」ではありませんか？"
    )


def test_a_game_without_reactions_says_so() -> None:
    game = Stall()
    game.reactions = frozenset()  # type: ignore[misc]
    with pytest.raises(OrdersUnreadable) as refusal:
        read_text("react guard 2", game, VIEW)
    assert [problem.code for problem in refusal.value.problems] == ["no-reactions"]


def test_talk_behind_orders_without_end_is_told_to_write_end() -> None:
    block = split("game demo-1\nplay F01\nRegards, Bob").blocks[0]
    assert [each.code for each in answered(block, GAME, VIEW).problems] == ["no-end"]


@by_row(
    ("text", "code", "line"),
    [
        ("Hello, I like this game very much.", "no-block", 0),
        ("> game demo-1\n> play F01\n> end", "only-quoted", 1),
        ("＞＞　ｇａｍｅ　ｄｅｍｏ－１", "only-quoted", 1),
        ("game <demo>\npass", "no-block", 0),
        ("turn 3\npass", "no-block", 0),
        ("", "no-block", 0),
    ],
)
def test_a_mail_without_orders_says_why(text: str, code: str, line: int) -> None:
    blocks, problems = split(text)
    assert blocks == ()
    assert [(each.code, each.line) for each in problems] == [(code, line)]


def test_a_game_may_be_named_with_a_remark_in_brackets() -> None:
    assert split("game demo-1 (against Bob)\npass").blocks[0].match == "demo-1"


def test_texts_of_any_size_are_answered_within_bounds() -> None:
    huge = "play F01\n" * (MOST_BYTES // 8)
    assert [each.code for each in _refused(huge)] == ["text-too-long"]
    for wrong in ("plya F01\n" * 80, "play F01 if " + "not " * 200, "pass\n" + "else pass " * 90):
        codes = [each.code for each in _refused(f"{wrong}\n" * 3 + "else pass " * 60)]
        assert codes[MOST_PROBLEMS:] == ["too-many-problems"]
    _refused("\ufdfa" * MOST_COLUMNS)
    assert len(split("game a\npass\n" * (MOST_BLOCKS + 5)).blocks) == MOST_BLOCKS
    assert len(split(f"game a\n{'pass' + chr(10)}" + "pass\n" * 1000).blocks[0].rows) == MOST_LINES
    assert split("game a\n" + "x" * (MOST_COLUMNS + 1)).blocks[0].problems[0].line == 2
    assert split("\ufdfa" * 200_000).blocks == ()
    assert split("a" + "\u0301" * 400_000).blocks == ()


def test_a_japanese_reader_reads_the_same_orders_in_japanese() -> None:
    """Every word of the grammar, and what a player is shown may be sent again."""
    text = """turn 5: 1. play f01 if my.hand = 2 and not theme is song or f01 exists
2. play hana unless e.hand >= 5 after 1 else pass repeat
react guard any must
play f02 repeat must
then ask
ready
extend
resign
offer draw"""
    orders = read_text(text, GAME, VIEW)
    said = in_language(str(orders), GAME, "ja")

    assert read_text(said, GAME, VIEW) == orders
    assert "出す f01 もし my.hand = 2 かつ theme は song でない または f01 がいる" in said
    assert said.split("\n")[2:] == [
        "反応 守る any 必ず",
        "出す f02 繰り返し 必ず",
        "あとは質問",
        "準備完了",
        "延長",
        "投了",
        "引き分けを提案",
    ]
    assert in_language(str(orders), GAME, "en") == str(orders)


def test_choices_write_orders_in_the_language_of_their_reader() -> None:
    menus = (
        Menu("What", (MenuChoice("pass"), MenuChoice("play f01"))),
        Menu("Cards", (MenuChoice("f01"), MenuChoice("f02")), "play", 0, 2, "pass"),
    )
    whole, made = menus_in_language(menus, GAME, "ja")

    assert [each.order for each in whole.choices] == ["パス", "出す f01"]
    assert (made.line((0, 1)), made.line(())) == ("出す f01 f02", "パス")
    assert [*menus_in_language(menus, GAME, "en")] == [*menus]


def test_a_sheet_has_a_receipt() -> None:
    orders = Orders((OrderLine("play f01", 1),), "ask")
    text = "game demo-1\nturn 3\n1. play f01\nthen ask\nend\n"
    assert sheet(str(orders), "demo-1", 3) == text
    assert receipt(orders, "demo-1", 3) == sha256(text.encode()).hexdigest()


def test_standing_orders_keep_only_the_numbers_that_are_used() -> None:
    orders = read_text("1. play F01\n2. play F02 after 1\nstanding on", GAME, VIEW)
    assert [line.number for line in orders.to_stand] == [1, None]
    assert not orders.is_plan
    assert not read_text("ready", GAME, VIEW).is_plan
    assert read_text("then ask", GAME, VIEW).is_plan


def test_words_nearest_to_a_slip_are_found() -> None:
    assert nearest("paly", ["play", "pass"]) == ("play",)
    assert nearest("x", ["play"]) == ()
    assert nearest("出だす", ["出す", "戻す"]) == ("出す",)
    assert nearest("y" * 31, ["y" * 31]) == ()


def test_orders_are_shown_as_their_player_typed_them() -> None:
    """But for the case and the width of letters it is the same line; any other stands as it was understood."""
    text = "game demo-1\n  Play F01\n出す　Ｆ０２\nplya F03"
    assert (
        as_typed("play f01\nplay f02\nplay f03", text, GAME) == "Play F01\n出す　Ｆ０２\nplay f03"
    )


def test_orders_are_rewritten_below_the_header_that_is_read_and_the_notes() -> None:
    text = "# first\nturn 1\nold\ngame demo-1\nTurn: 2\nkey abc\nold / old\nend\n> quoted"

    assert rewritten(text, "new") == "# first\ngame demo-1\nTurn: 2\nkey abc\nnew\nend"
    assert rewritten("turn 3\nold\n＃注", "新") == "turn 3\n＃注\n新"
    assert rewritten("old", "") == ""
