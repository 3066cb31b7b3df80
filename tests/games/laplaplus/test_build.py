"""Reading and writing builds: the grammar of rules §3, and every problem with its place and words."""

import time
from dataclasses import replace
from typing import get_args

import pytest

from app.engine import Build, Lang, Notation
from app.engine.notation import MAX_NAME
from app.errors import BuildUnreadable, Problem
from app.games.laplaplus.build import read_build, write_build
from app.games.laplaplus.cards import BY_ID, CARDS, Card
from app.games.laplaplus.problems import explain
from tests.support.tables import by_row

CHARS = "".join(card.char for card in CARDS)
NOTATIONS: tuple[Notation, ...] = get_args(Notation)
LANGS: tuple[Lang, ...] = get_args(Lang)


def problems_in(text: str) -> tuple[Problem, ...]:
    with pytest.raises(BuildUnreadable) as refusal:
        read_build(text)
    return refusal.value.problems


def cards_in(text: str) -> str:
    """The cards of a readable text, one character each."""
    return "".join(BY_ID[card].char for card in read_build(text).cards)


# --- What can be read -------------------------------------------------------------------------


@by_row(
    ("text", "cards", "name"),
    [
        ("攻響核核双硬癒罠/キャラ名", "攻響核核双硬癒罠", "キャラ名"),
        ("攻撃、エコー、コア", "攻響核", None),
        ("Attack, echo, Core / My Name", "攻響核", "My Name"),
        ("6, 10, 1", "攻響核", None),
        ("攻響, コア, 硬核", "攻響核硬核", None),
        ("/からっぽ", "", "からっぽ"),
        ("", "", None),
    ],
)
def test_every_way_of_writing_in_the_rules_is_read(text: str, cards: str, name: str | None) -> None:
    """The table of rules §3.2, and the empty build of §3.1."""
    assert (cards_in(text), read_build(text).name) == (cards, name)


@by_row("card", CARDS, ids=lambda card: card.id)
def test_a_card_goes_by_its_character_names_identifier_and_number(card: Card) -> None:
    for text in (card.char, card.ja, card.en, card.id, str(card.number)):
        assert read_build(text) == Build((card.id,))


@by_row(
    "text",
    [
        "Heavy Blow",
        "heavy-blow",
        "HEAVYBLOW",
        "heavy_blow",
        " h e a v y\tblow\u3000",
        "Ｈｅａｖｙ　Ｂｌｏｗ",
        "8",
        "08",
        "８",
        "⑧",
        "重",
    ],
)
def test_blanks_hyphens_case_and_width_make_no_difference(text: str) -> None:
    """Rules §3.3: NFKC, casefold, trim; names without blanks, `-` and `_`."""
    assert cards_in(text) == "重"


@by_row(
    ("text", "cards"),
    [
        ("Defence Power, Defense Power, DEFENSE-POWER", "防防防"),
        ("ﾘﾌﾚｸｼｮﾝ､ﾌｪｲﾝﾄ", "反偽"),
        ("ノックハ\u3099ック,ﾉｯｸﾊﾞｯｸ", "突突"),
        ("攻 響\t核\u3000双", "攻響核双"),
        ("罠", "罠"),
        ("罠罠", "罠罠"),
        ("\uf98a", "力"),
    ],
)
def test_other_spellings_of_the_same_cards(text: str, cards: str) -> None:
    assert cards_in(text) == cards


@by_row(
    "text",
    [
        "攻,響，核、双､硬",
        "攻\n響\n核\n双\n硬",
        "攻\r\n響\r核\n双\n硬\n",
        "攻,\n響\n,核 ,\n 双\n , 硬,",
        "\n攻\n\n# comment / 攻, zzz\n響\n　＃ コメント\n核双硬\n",
        "\ufeff攻響核双硬",
        "\ufeff# list\n攻響核双硬",
        "攻,響,核,双,硬,/",
    ],
)
def test_separators_line_breaks_and_comments(text: str) -> None:
    """Rules §3.2, §3.3: a comma beside a line break counts once, one separator may end the text."""
    assert cards_in(text) == "攻響核双硬"


@by_row(
    ("text", "name"),
    [
        ("核/", None),
        ("核/ \u3000\t", None),
        ("核", None),
        ("核／ 天 狗 ", "天 狗"),
        ("核/a/b／c", "a/b／c"),
        ("核/ﾃﾝｸﾞ Ａ①", "ﾃﾝｸﾞ Ａ①"),
        ("核/#1", "#1"),
        ("核/" + "長" * MAX_NAME, "長" * MAX_NAME),
        ("核/👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("核/❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
    ],
)
def test_the_name_is_kept_as_typed_except_for_outer_blanks(text: str, name: str | None) -> None:
    """Rules §3.3: split at the first slash, the rest of that line is the name."""
    assert read_build(text) == Build(("core",), name)


# --- What is wrong ----------------------------------------------------------------------------


def wrong(
    code: str, column: int, word: str, *suggestions: str, line: int = 1
) -> tuple[Problem, ...]:
    return (Problem(code, line, column, (word,), suggestions),)


BRAINS = ("category_brain", "specific_brain")
POWERS = ("attack_power", "defence_power")

PROBLEMS = {
    # digits only, and no number of a card
    "99": wrong("number-out-of-range", 1, "99", "9,9"),
    "0": wrong("number-out-of-range", 1, "0"),
    "攻, ００": wrong("number-out-of-range", 4, "００"),
    "123": wrong("number-out-of-range", 1, "123", "12,3", "1,23"),
    # circled digits are a number each
    "①②": wrong("unknown-card", 1, "①②", "1,2"),
    "①②2": wrong("unknown-card", 1, "①②2", "1,2,2"),
    "61012": wrong("number-out-of-range", 1, "61012", "6,10,12"),
    "2925299": wrong("number-out-of-range", 1, "2925299", "2,9,25,2,9,9"),
    "2" * 17: wrong("number-out-of-range", 1, "2" * 17),
    "9" * 9: wrong("number-out-of-range", 1, "9" * 9),
    "1" * 9999: wrong("number-out-of-range", 1, "1" * 9999),
    # part of the names of two or more cards
    "ブレイン": wrong("ambiguous-card", 1, "ブレイン", *BRAINS),
    "ﾌﾞﾚｲﾝ": wrong("ambiguous-card", 1, "ﾌﾞﾚｲﾝ", *BRAINS),
    "POWER": wrong("ambiguous-card", 1, "POWER", *POWERS),
    "撃": wrong("ambiguous-card", 1, "撃", "attack", "flurry", "heavy_blow", "attack_power"),
    # part of one card's name
    "欺瞞": wrong("unknown-card", 1, "欺瞞", "self_deception"),
    "攻,  blow ,響": wrong("unknown-card", 5, "blow", "heavy_blow"),
    # near a card's name
    "腐食": wrong("unknown-card", 1, "腐食", "corrosion"),
    "refection": wrong("unknown-card", 1, "refection", "reflection"),
    "シルド": wrong("unknown-card", 1, "シルド", "shield"),
    "攻x": wrong("unknown-card", 1, "攻x", "attack"),
    "力撃": wrong("unknown-card", 1, "力撃", "attack", "flurry", "heavy_blow"),
    "heavy\u3000\tblew": wrong("unknown-card", 1, "heavy  blew", "heavy_blow"),
    # at least half notation characters
    "攻響x": wrong("unknown-character", 3, "x"),
    "攻蝕響": wrong("unknown-character", 2, "蝕", "corrosion"),
    "攻響目": wrong("unknown-character", 3, "目", "dazzle"),
    "核響ﾊﾞ": wrong("unknown-character", 3, "ﾊﾞ", "overs_dispel", "knockback"),
    "響-攻核": wrong("unknown-character", 2, "-"),
    "攻 x響\u3000y": wrong("unknown-character", 3, "x") + wrong("unknown-character", 6, "y"),
    # else
    "x": wrong("unknown-card", 1, "x", CHARS),
    "-": wrong("unknown-card", 1, "-", CHARS),
    "_ -": wrong("unknown-card", 1, "_ -", CHARS),
    "攻響xyz": wrong("unknown-card", 1, "攻響xyz", CHARS),
    "攻響?!?": wrong("unknown-card", 1, "攻響?!?", CHARS),
    "z" * 500: wrong("unknown-card", 1, "z" * 500, CHARS),
    "Attack Echo Core": wrong("unknown-card", 1, "Attack Echo Core", "attack,echo,core"),
    "6 10 1": wrong("unknown-card", 1, "6 10 1", "6,10,1"),
    "Attack Echo what": wrong("unknown-card", 1, "Attack Echo what", CHARS),
    # two separators with nothing between, or nothing before
    "攻,,響": wrong("empty-word", 3, ","),
    "攻, 、響": wrong("empty-word", 4, "、"),
    ",攻": wrong("empty-word", 1, ","),
    "\n，攻": wrong("empty-word", 1, "，", line=2),
    "攻,\n,響": wrong("empty-word", 1, ",", line=2),
    "攻\n,,響": wrong("empty-word", 2, ",", line=2),
    "攻,,\n響": wrong("empty-word", 3, ","),
    "攻,,": wrong("empty-word", 3, ","),
    ",": wrong("empty-word", 1, ","),
    ",/x": wrong("empty-word", 1, ","),
    # another card line follows the name
    "攻/a\n\n# b\n 響 ": wrong("text-after-name", 2, "響", line=4),
    "攻/\n響": wrong("text-after-name", 1, "響", line=2),
    "攻/a\n響/b\n核": wrong("text-after-name", 1, "響/b", line=2),
    # more than 8 cards
    "攻響核核双硬癒罠眩": wrong("too-many-cards", 9, "眩", "1"),
    "攻 響 核 核 双 硬 癒 罠 眩 盾": wrong("too-many-cards", 17, "眩", "2"),
    "1,2,3,4\n5,6,7,8\n Dazzle,1": wrong("too-many-cards", 2, "Dazzle", "2", line=3),
    # names
    "/" + "長" * 70: wrong("name-too-long", 66, "長" * 70, "6"),
    "核/ a\u202eb": wrong("forbidden-character", 5, "U+202E"),
    # characters nobody can see
    "攻\x00響": wrong("forbidden-character", 2, "U+0000"),
    "\ud800攻": wrong("forbidden-character", 1, "U+D800"),
    "攻\u200b": wrong("forbidden-character", 2, "U+200B"),
    "攻\ufe0f響": wrong("forbidden-character", 2, "U+FE0F"),
    "攻\x0b響": wrong("forbidden-character", 2, "U+000B"),
    "攻\u2028響": wrong("forbidden-character", 2, "U+2028"),
    "攻\x85響": wrong("forbidden-character", 2, "U+0085"),
    "\u200b": wrong("forbidden-character", 1, "U+200B"),
    "攻\ufeff響": wrong("forbidden-character", 2, "U+FEFF"),
    "攻\U000e0100": wrong("forbidden-character", 2, "U+E0100"),
    "refe\u202ection": (
        wrong("unknown-card", 1, "refeU+202Ection", "reflection")
        + wrong("forbidden-character", 5, "U+202E")
    ),
}
"""Text, and everything that is wrong with it (rules §3.4)."""


@by_row(("text", "problems"), PROBLEMS.items(), ids=lambda value: ascii(value)[:40])
def test_what_is_wrong_is_told_with_place_words_and_suggestions(
    text: str, problems: tuple[Problem, ...]
) -> None:
    assert problems_in(text) == problems


def test_all_problems_are_told_at_once_by_place() -> None:
    """Rules §3.4: none stops the reading. Ten cards are read: 9 攻, and 響 in a run with a wrong character."""
    text = "攻攻攻攻攻攻攻攻攻,,99\nbrain, 響蝕 /a\u200bb" + "c" * 64 + "\nzzz"

    assert [(problem.code, problem.line, problem.column) for problem in problems_in(text)] == [
        ("too-many-cards", 1, 9),
        ("empty-word", 1, 11),
        ("number-out-of-range", 1, 12),
        ("ambiguous-card", 2, 1),
        ("unknown-card", 2, 8),
        ("forbidden-character", 2, 13),
        ("name-too-long", 2, 76),
        ("text-after-name", 3, 1),
        ("unknown-card", 3, 1),
    ]


def test_wrong_characters_in_a_run_leave_the_others_what_they_are() -> None:
    """攻攻攻攻攻攻攻攻 is full; x is wrong; 響 is the ninth card all the same (rules §3.4)."""
    assert [problem.code for problem in problems_in("攻攻攻攻攻攻攻攻x響")] == [
        "unknown-character",
        "too-many-cards",
    ]


def test_columns_count_what_was_typed_and_not_the_byte_order_mark() -> None:
    """7 for ﾘﾌﾚｸｼｮﾝ, a comma, 7 for ﾉｯｸﾊﾞｯｸ although it is read as six, a comma: 17 is next (rules §3.4)."""
    (problem,) = problems_in("\ufeffﾘﾌﾚｸｼｮﾝ,ﾉｯｸﾊﾞｯｸ,?")

    assert (problem.line, problem.column) == (1, 17)


@by_row("text", ["核" * 21846, "x" * 65537, "\ud800" * 21846])
def test_a_text_over_64_kib_is_refused_unread(text: str) -> None:
    assert problems_in(text) == (
        Problem(
            "text-too-long",
            words=(str(len(text.encode(errors="surrogatepass"))),),
            suggestions=("65536",),
        ),
    )


@by_row(
    "text",
    [
        "x" * 65536,
        "あ" * 21845,
        "\0" * 65536,
        "a" + "\u0301\u0323" * 16383,
        "," * 65536,
        "brian," * 10000,
        "攻響x" * 9000,
        "1" * 65536,
    ],
    ids=lambda text: ascii(text[:3]),
)
@pytest.mark.unmeasured
def test_garbage_is_refused_at_once(text: str) -> None:
    """Usually a tenth of a second of this process's own time, however busy the machine is."""
    start = time.process_time()

    assert problems_in(text)
    assert time.process_time() - start < 10


# --- Writing ----------------------------------------------------------------------------------


@by_row(
    ("notation", "text"),
    [
        ("characters", "攻響核/天狗"),
        ("ja", "攻撃、エコー、コア/天狗"),
        ("en", "Attack, Echo, Core/天狗"),
        ("identifiers", "attack, echo, core/天狗"),
        ("numbers", "6, 10, 1/天狗"),
    ],
)
def test_a_build_is_written_in_every_notation(notation: Notation, text: str) -> None:
    assert write_build(Build(("attack", "echo", "core"), "天狗"), notation) == text


def test_the_canonical_text_is_the_one_with_characters() -> None:
    """Rules §3.5."""
    assert write_build(Build(("attack", "core"), "x")) == "攻核/x"
    assert write_build(Build(())) == ""


@by_row(
    ("build", "notation"),
    [
        (Build(()), "numbers"),
        (Build((), "#/"), "ja"),
        (Build(("core",)), "numbers"),
        (Build(("trap",), "/"), "characters"),
    ],
)
def test_what_is_written_reads_as_the_same_build(build: Build, notation: Notation) -> None:
    """Rules §3.5, for every notation."""
    assert read_build(write_build(build, notation)) == build


# --- Explaining -------------------------------------------------------------------------------

EXPLAINED = [
    (
        "攻,refection",
        'line 1, column 3: "refection" is not a card. Did you mean Reflection (反)?',
        "1行目3文字目：「refection」というカードはありません。リフレクション(反)のことですか？",
    ),
    (
        "力撃",
        'line 1, column 1: "力撃" is not a card. Did you mean Attack (攻), Flurry (連) or Heavy Blow (重)?',
        "1行目1文字目：「力撃」というカードはありません。攻撃(攻)、連撃(連)、重撃(重)のことですか？",
    ),
    (
        "x",
        f'line 1, column 1: "x" is not a card. The {len(CHARS)} characters for cards are {CHARS}.',
        f"1行目1文字目：「x」というカードはありません。一文字表記に使えるのは次の{len(CHARS)}文字です：{CHARS}",
    ),
    (
        "6 10 1",
        'line 1, column 1: "6 10 1" is not a card. Separate cards by commas: 6,10,1',
        "1行目1文字目：「6 10 1」というカードはありません。コンマで区切ってください：6,10,1",
    ),
    (
        "123",
        (
            f'line 1, column 1: There is no card with the number "123": numbers run from 1 to {len(CHARS)}. '
            "Separate cards by commas: 12,3 or 1,23"
        ),
        (
            f"1行目1文字目：「123」という番号のカードはありません。番号は1から{len(CHARS)}までです。"
            "コンマで区切ってください：12,3、1,23"
        ),
    ),
    (
        "0",
        (
            f'line 1, column 1: There is no card with the number "0": numbers run from 1 to {len(CHARS)}. '
            "Write the number or the name of a card."
        ),
        (
            f"1行目1文字目：「0」という番号のカードはありません。番号は1から{len(CHARS)}までです。"
            "カードの番号か名前を書いてください。"
        ),
    ),
    (
        "power",
        (
            'line 1, column 1: "power" is part of the names of several cards. '
            "Write one in full: Attack Power (力) or Defence Power (防)."
        ),
        (
            "1行目1文字目：「power」だけでは、どのカードか決まりません。"
            "攻撃力(力)、防御力(防)のうち、どれかを略さずに書いてください。"
        ),
    ),
    (
        "攻響\n蝕硬癒",
        'line 2, column 1: No card is written "蝕". Did you mean Corrosion (腐)?',
        "2行目1文字目：「蝕」で表されるカードはありません。腐蝕(腐)のことですか？",
    ),
    (
        "攻響x",
        f'line 1, column 3: No card is written "x". The {len(CHARS)} characters for cards are {CHARS}.',
        f"1行目3文字目：「x」で表されるカードはありません。一文字表記に使えるのは次の{len(CHARS)}文字です：{CHARS}",
    ),
    (
        "攻,,響",
        'line 1, column 3: There is no card before this ",". Delete one ",".',
        "1行目3文字目：この「,」の前にカードがありません。「,」を1つ消してください。",
    ),
    (
        "/天狗\n攻",
        'line 2, column 1: "攻" comes after the name. Put the name last, after the cards.',
        "2行目1文字目：名前のあとに「攻」があります。名前はカードのあと、最後に書いてください。",
    ),
    (
        "核" * 10,
        'line 1, column 9: A build has at most 8 cards, and "核" is the ninth. Take out 2.',
        "1行目9文字目：カードは8枚までですが、「核」が9枚目です。2枚減らしてください。",
    ),
    (
        "/" + "長" * 70,
        "line 1, column 66: A name has at most 64 characters. Take out 6.",
        "1行目66文字目：名前は64文字までです。6文字減らしてください。",
    ),
    (
        "核\u202e",
        "line 1, column 2: Invisible characters are not allowed. Delete this U+202E.",
        "1行目2文字目：見えない文字や表示できない文字は使えません。U+202Eを消してください。",
    ),
    (
        "x" * 70000,
        "The text is too long (70000 bytes). Keep it within 65536 bytes.",
        "文章が長すぎます（70000バイト）。65536バイトまでにしてください。",
    ),
    (
        "{word}" * 10,
        (
            f'line 1, column 1: "{"{word}" * 6}{{wor…" is not a card. '
            f"The {len(CHARS)} characters for cards are {CHARS}."
        ),
        (
            f"1行目1文字目：「{'{word}' * 6}{{wor…」というカードはありません。"
            f"一文字表記に使えるのは次の{len(CHARS)}文字です：{CHARS}"
        ),
    ),
]


@by_row(("text", "en", "ja"), EXPLAINED, ids=lambda value: ascii(value)[:40])
def test_a_problem_is_told_in_one_sentence_with_the_way_out(text: str, en: str, ja: str) -> None:
    (problem,) = problems_in(text)

    assert (explain(problem, "en"), explain(problem, "ja")) == (en, ja)


def test_every_code_of_the_rules_is_explained_above() -> None:
    told = {problem.code for text, _, _ in EXPLAINED for problem in problems_in(text)}

    assert told >= {problem.code for found in PROBLEMS.values() for problem in found}


def test_the_line_is_left_out_where_it_is_not_given() -> None:
    (problem,) = problems_in("0")
    problem = replace(problem, line=0)

    assert explain(problem, "en").startswith("column 1: ")
    assert explain(problem, "ja").startswith("1文字目：")
