"""Reading and writing builds: every notation, and every problem with its place and words."""

import time
from typing import get_args

import pytest

from app.engine import Build, Lang, Notation
from app.errors import BuildUnreadable, Problem
from app.games.shiden_issen_2.abilities import Skill
from app.games.shiden_issen_2.build import explain, read_build, write_build
from app.games.shiden_issen_2.cards import SKILLS, STANDARD
from tests.games.shiden_issen_2.play import OBTAINABLE, build
from tests.support.tables import by_row

NOTATIONS: tuple[Notation, ...] = get_args(Notation)
LANGS: tuple[Lang, ...] = get_args(Lang)
TAKEN = [skill for skill in SKILLS if skill.obtainable]


def problems_in(text: str) -> tuple[Problem, ...]:
    with pytest.raises(BuildUnreadable) as refusal:
        read_build(text)
    return refusal.value.problems


def skills_in(text: str) -> str:
    """The skills of a readable text, one character each."""
    return "".join(STANDARD.by_id[skill].char for skill in read_build(text).cards)


# --- what can be read -------------------------------------------------------------------------


@by_row(
    ("text", "name"),
    [
        ("閃閃交硬果/ムライ", "ムライ"),
        ("【一閃】【一閃】【交錯】【+硬】【果断】/ムライ", "ムライ"),
        ("【一閃】【一閃】【交錯】【＋硬】【果断】／ムライ", "ムライ"),
        ("一閃 一閃 交錯 +硬 果断", None),
        ("一閃、一閃､交錯,＋硬，果断", None),
        ("Flash, Flash, Crossing, Plus Guard, Decisive Cut / Murai", "Murai"),
        ("flash FLASH crossing plus-guard decisive_cut", None),
        ("1, 1, 15, 22, 3", None),
        ("1 1 15 22 3", None),
        ("01 ① １５ 22 3", None),
        ("閃閃交+硬果断", None),
        ("一閃一閃交錯+硬果断", None),
        ("閃 閃 交 硬 果", None),
        ("【閃】 【一閃】, 15\nPlus Guard\n 果,/x", "x"),
        ("\ufeff# comment\n\n閃閃交硬果/a/b", "a/b"),
        ("閃閃交硬果/", None),
    ],
)
def test_every_way_of_writing_is_read(text: str, name: str | None) -> None:
    assert (skills_in(text), read_build(text).name) == ("閃閃交硬果", name)


@by_row("skill", TAKEN, ids=lambda skill: skill.id)
def test_a_skill_goes_by_its_character_names_identifier_and_number(skill: Skill) -> None:
    for text in (skill.char, skill.ja, skill.en, skill.id, str(skill.number), f"【{skill.ja}】"):
        assert read_build(f"{text} 閃 {text}, 閃, {text}") == Build(
            (skill.id, "flash", skill.id, "flash", skill.id)
        )


@by_row(
    ("text", "skills"),
    [
        ("怒涛 怒濤 怒 surge Surging-Waves", "怒怒怒怒怒"),
        ("どとう、かくしやいば どとうかだん +硬", "怒隠怒果硬"),
        ("Back Gate Ploy back_gate Back-Gate-Ploy BackGatePloy 搦手", "搦搦搦搦搦"),
        ("Violet Lightning Flash No-Mind no mind Inverted Scale", "紫閃無無逆"),
        ("+強＋硬+速 強 硬", "強硬速強硬"),
    ],
)
def test_other_spellings_of_the_same_skills(text: str, skills: str) -> None:
    assert skills_in(text) == skills


@pytest.mark.unmeasured
def test_no_two_skills_read_together_as_others() -> None:
    """Names one after the other are cut as they were joined, in every order."""
    for one in TAKEN:
        for other in TAKEN:
            spelt = [(one.ja, other.ja), (one.char, other.ja), (one.ja, other.char)]
            if one.reading and other.reading:
                spelt += [(one.reading, other.reading), (one.reading, other.char)]
            for left, right in spelt:
                text = f"{left}{right}{left}{right}{left}"
                assert skills_in(text) == f"{one.char}{other.char}" * 2 + one.char, text


# --- what is wrong ----------------------------------------------------------------------------


def wrong(
    code: str, column: int, word: str, *suggestions: str, line: int = 1
) -> tuple[Problem, ...]:
    return (Problem(code, line, column, (word,), suggestions),)


PLUS = ("plus_power", "plus_guard", "plus_speed", "plus_counter", "plus_temper", "plus_shield")

PROBLEMS = {
    # not five
    "": wrong("count", 0, "0", "5", line=0),
    "閃閃": wrong("count", 0, "2", "3", line=0),
    "/x": wrong("count", 0, "0", "5", line=0),
    "閃閃交硬果閃閃": wrong("count", 6, "7", "2"),
    "一閃 一閃 一閃\n一閃 一閃 一閃": wrong("count", 7, "6", "1", line=2),
    "【一閃】【  】【交錯】【】【閃】": wrong("count", 0, "3", "2", line=0),
    # not to be taken
    "閃凡打空虚閃閃": wrong("not-obtainable", 2, "凡打") + wrong("not-obtainable", 4, "空虚"),
    "Plain Hit 閃閃閃閃": wrong("not-obtainable", 1, "Plain Hit"),
    "10 33 1 1 1": wrong("not-obtainable", 1, "10") + wrong("not-obtainable", 4, "33"),
    # part of names
    "plus 閃閃閃閃": wrong("ambiguous-skill", 1, "plus", *PLUS),
    "閃閃, ＋ ,閃": wrong("ambiguous-skill", 5, "＋", *PLUS),
    "power, 閃閃": wrong("unknown-skill", 1, "power", "plus_power"),
    # near a name
    "交差, 閃": wrong("unknown-skill", 1, "交差", "crossing"),
    "Flash Flish Flash": wrong("unknown-skill", 7, "Flish", "flash"),
    "閃 Violet  Lightnin 閃": wrong("unknown-skill", 3, "Violet  Lightnin", "violet_lightning"),
    "待ち伏せ, 閃": wrong("unknown-skill", 1, "待ち伏せ", "ambush"),
    "影打ち 閃閃閃閃": wrong("unknown-skill", 1, "影打ち", "shadow_strike"),
    "【一閃】【一門】": wrong("unknown-skill", 6, "一門", "flash"),
    # a run with wrong characters
    "閃閃x硬果": wrong("unknown-character", 3, "x"),
    "閃閃交+果": wrong("unknown-character", 4, "+", *PLUS),
    "閃x一閃y雷": wrong("unknown-character", 2, "x") + wrong("unknown-character", 5, "y"),
    # like nothing
    "zz 閃 qq": wrong("unknown-skill", 1, "zz", OBTAINABLE)
    + wrong("unknown-skill", 6, "qq", OBTAINABLE),
    "Flish zzzz 閃閃閃閃": wrong("unknown-skill", 1, "Flish", "flash")
    + wrong("unknown-skill", 7, "zzzz", OBTAINABLE),
    "12345": wrong("unknown-skill", 1, "12345", OBTAINABLE),
    "-": wrong("unknown-skill", 1, "-", OBTAINABLE),
    "閃閃閃閃閃xyz?!?": wrong("unknown-skill", 1, "閃閃閃閃閃xyz?!?", OBTAINABLE),
    # a name without its slash
    "閃閃交硬果 ムライ": wrong("name-without-slash", 7, "ムライ"),
    "閃閃交硬果ムライ": wrong("name-without-slash", 6, "ム"),
    "閃閃交硬果\nMurai the plus": wrong("name-without-slash", 1, "Murai", line=2),
    "閃 x 閃交硬果 ムライ": wrong("unknown-skill", 3, "x", OBTAINABLE)
    + wrong("name-without-slash", 10, "ムライ"),
    "閃閃交硬 ムライ": wrong("unknown-skill", 6, "ムライ", OBTAINABLE),
    "閃閃交硬果 ムライ/ムライ": wrong("unknown-skill", 7, "ムライ", OBTAINABLE),
    "閃閃交硬凡 ムライ": wrong("not-obtainable", 5, "凡")
    + wrong("name-without-slash", 7, "ムライ"),
    # commas, slashes, names
    "閃,,閃閃閃閃": wrong("empty-word", 3, ","),
    "閃閃交硬果/a\n閃": wrong("text-after-name", 1, "閃", line=2)
    + wrong("count", 1, "6", "1", line=2),
    "閃閃交硬果/" + "長" * 70: wrong("name-too-long", 71, "長" * 70, "6"),
    # characters nobody can see
    "閃閃\u200b交硬果": wrong("forbidden-character", 3, "U+200B"),
    "閃閃交硬果/a\u202eb": wrong("forbidden-character", 8, "U+202E"),
    "fla\u200bsh 閃閃閃閃": wrong("forbidden-character", 4, "U+200B"),
}
"""Text, and everything that is wrong with it."""


@by_row(("text", "problems"), PROBLEMS.items(), ids=lambda value: ascii(value)[:40])
def test_what_is_wrong_is_told_with_place_words_and_suggestions(
    text: str, problems: tuple[Problem, ...]
) -> None:
    assert problems_in(text) == problems


def test_all_problems_are_told_at_once_by_place() -> None:
    text = "閃閃閃閃閃凡,,交差\nplus, 閃x閃/a\u200bb" + "c" * 64 + "\nzzz"

    assert [(problem.code, problem.line, problem.column) for problem in problems_in(text)] == [
        ("not-obtainable", 1, 6),
        ("count", 1, 6),
        ("empty-word", 1, 8),
        ("unknown-skill", 1, 9),
        ("ambiguous-skill", 2, 1),
        ("unknown-character", 2, 8),
        ("forbidden-character", 2, 12),
        ("name-too-long", 2, 75),
        ("text-after-name", 3, 1),
        ("unknown-skill", 3, 1),
    ]


@by_row("text", ["閃" * 21846, "x" * 65537])
def test_a_text_over_64_kib_is_refused_unread(text: str) -> None:
    assert [problem.code for problem in problems_in(text)] == ["text-too-long"]


@pytest.mark.parametrize(
    "text",
    ["x" * 65536, "閃" * 21845, "," * 65536, "brian " * 10000, "閃閃x" * 9000, "【" * 20000, "x " * 20000],
    ids=lambda text: ascii(text[:3]),
)  # fmt: skip
@pytest.mark.unmeasured
def test_garbage_is_refused_at_once(text: str) -> None:
    """Usually less than a second of this process's own time, however busy the machine is."""
    start = time.process_time()

    assert problems_in(text)
    assert time.process_time() - start < 10


# --- writing ----------------------------------------------------------------------------------


@by_row(
    ("notation", "text"),
    [
        ("characters", "閃交硬紫怒/天狗"),
        ("ja", "一閃、交錯、+硬、紫電、怒濤/天狗"),
        ("en", "Flash, Crossing, Plus Guard, Violet Lightning, Surging Waves/天狗"),
        ("identifiers", "flash, crossing, plus_guard, violet_lightning, surge/天狗"),
        ("numbers", "1, 15, 22, 5, 9/天狗"),
    ],
)
def test_a_build_is_written_in_every_notation(notation: Notation, text: str) -> None:
    assert write_build(Build(build("閃交硬紫怒").cards, "天狗"), notation) == text


# --- explaining -------------------------------------------------------------------------------

EXPLAINED = [
    (
        "閃閃",
        "A build has five skills, this one has 2. Add 3.",
        "スキルは5つですが、2個しかありません。あと3個書いてください。",
    ),
    (
        "閃閃交硬果果",
        "line 1, column 6: A build has five skills, this one has 6. Take out 1.",
        "1行目6文字目：スキルは5つですが、6個あります。ここから1個減らしてください。",
    ),
    (
        "閃閃凡硬果",
        'line 1, column 3: "凡" cannot be taken. It comes up only in battles.',
        "1行目3文字目：「凡」は取得できないスキルです。戦闘の中でだけ現れます。",
    ),
    (
        "交差",
        'line 1, column 1: "交差" is not a skill. Did you mean Crossing (交)?',
        "1行目1文字目：「交差」というスキルはありません。交錯(交)のことですか？",
    ),
    (
        "閃閃x硬果",
        f'line 1, column 3: No skill is written "x". The 31 characters for skills are {OBTAINABLE}.',
        f"1行目3文字目：「x」で表されるスキルはありません。一文字表記に使えるのは次の31文字です：{OBTAINABLE}",
    ),
    (
        "zzz",
        f'line 1, column 1: "zzz" is not a skill. The 31 characters for skills are {OBTAINABLE}.',
        f"1行目1文字目：「zzz」というスキルはありません。一文字表記に使えるのは次の31文字です：{OBTAINABLE}",
    ),
    (
        "閃・閃",
        'line 1, column 2: No skill is written "・". Divide skills by blanks or commas, without other marks.',
        "1行目2文字目：「・」で表されるスキルはありません。スキルは空白か「、」で区切り、ほかの記号は付けないでください。",
    ),
    (
        "「一閃」「一閃」",
        'line 1, column 1: "「一閃」「一閃」" is not a skill. Divide skills by blanks or commas, without other marks.',
        "1行目1文字目：「「一閃」「一閃」」というスキルはありません。スキルは空白か「、」で区切り、ほかの記号は付けないでください。",
    ),
    (
        "閃閃交硬果 ムライ",
        'line 1, column 7: "ムライ" stands after the five skills. If the name begins here, write it apart from the skills, or behind a slash.',
        "1行目7文字目：5つのスキルのあとに「ムライ」があります。ここからが名前なら、スキルとは別に書くか、前に「/」を付けてください。",
    ),
    (
        "scale, lightnings",
        'line 1, column 1: "scale" is not a skill. Did you mean Inverted Scale (逆)?',
        "1行目1文字目：「scale」というスキルはありません。逆鱗(逆)のことですか？",
    ),
    (
        "pl",
        (
            'line 1, column 1: "pl" is part of the names of several skills. Write one in full: '
            "Target Splitting (的), Back-Gate Ploy (搦), Plague (疫), Plus Power (強), Plus Guard (硬), "
            "Plus Speed (速), Plus Counter (反), Plus Temper (錬) or Plus Shield (盾)."
        ),
        (
            "1行目1文字目：「pl」だけでは、どのスキルか決まりません。的割(的)、搦手(搦)、疫病(疫)、+強(強)、+硬(硬)、"
            "+速(速)、+反(反)、+錬(錬)、+盾(盾)のうち、どれかを略さずに書いてください。"
        ),
    ),
    (
        "閃閃,,閃閃閃",
        'line 1, column 4: There is no skill before this ",". Delete one ",".',
        "1行目4文字目：この「,」の前にスキルがありません。「,」を1つ消してください。",
    ),
    (
        "閃閃交/天狗\n閃閃",
        'line 2, column 1: "閃閃" comes after the name. Put the name last, after the skills.',
        "2行目1文字目：名前のあとに「閃閃」があります。名前はスキルのあと、最後に書いてください。",
    ),
    (
        "閃閃交硬果/" + "長" * 70,
        "line 1, column 71: A name has at most 64 characters. Take out 6.",
        "1行目71文字目：名前は64文字までです。6文字減らしてください。",
    ),
    (
        "閃閃交硬果\u202e",
        "line 1, column 6: Invisible characters are not allowed. Delete this U+202E.",
        "1行目6文字目：見えない文字や表示できない文字は使えません。U+202Eを消してください。",
    ),
    (
        "x" * 70000,
        "The text is too long (70000 bytes). Keep it within 65536 bytes.",
        "文章が長すぎます（70000バイト）。65536バイトまでにしてください。",
    ),
]


@by_row(("text", "en", "ja"), EXPLAINED, ids=lambda value: ascii(value)[:40])
def test_a_problem_is_told_in_one_sentence_with_the_way_out(text: str, en: str, ja: str) -> None:
    problem = problems_in(text)[0]

    assert (explain(problem, "en"), explain(problem, "ja")) == (en, ja)


def test_every_code_is_explained_above() -> None:
    told = {problems_in(text)[0].code for text, _, _ in EXPLAINED}

    assert told >= {problem.code for found in PROBLEMS.values() for problem in found}
