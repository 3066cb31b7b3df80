"""Every problem has words, in both languages."""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from inspect import signature
from itertools import product
from pathlib import Path

import pytest

from app.engine import Lang
from app.engine.matches.orders import mistakes
from app.errors import BuildUnreadable, FieldName, Listing, Problem
from app.games import match_slugs, ruleset, slugs
from app.i18n import LANGS
from app.league.problems import KINDS, TABLES, explain

EXPLAINED_THERE = {"order", "nobody-to-meet", "open-card-missing"}
"""Beside where they are named: with the words of a game, of the laboratory, or of a card."""
TITLE = ("cup", "第一回飛脚杯", "First Hikyaku Cup")


@pytest.mark.parametrize(
    ("problem", "ja", "en"),
    [
        (
            Problem("empty-name"),
            "キャラクターの名前がありません。",
            "Your character has no name.",
        ),
        (
            Problem("name-too-long", length="70", most="64"),
            "名前が70文字あります。64文字までにしてください。",
            "The name has 70 characters; at most 64 are allowed.",
        ),
        (
            Problem("forbidden-character", signs=Listing(("U+202E", "U+0000"))),
            "見えない文字は使えません。U+202E、U+0000を消してください。",
            "Invisible characters are not allowed. Please remove U+202E, U+0000.",
        ),
        (
            Problem("season-closed", season=TITLE),
            "「第一回飛脚杯」の受付は終わりました。",
            "“First Hikyaku Cup” takes no more entries.",
        ),
        (
            Problem("sealed-until", season=TITLE, until=datetime(2026, 11, 28, 12, tzinfo=UTC)),
            "「第一回飛脚杯」は予告した締切より前に受付を終えたため、応募の封は2026年11月28日(土) 21:00 JSTまで開きません。それまで待つか、締切を変更してください（変更はプレイヤー全員に知らされます）。",
            "“First Hikyaku Cup” was closed before its announced deadline, so its entries stay sealed until Sat 28 Nov 2026, 21:00 JST. Wait until then, or move the deadline, which every player is told.",
        ),
        (
            Problem("unknown-season", season="Cap", suggestions=("Cup", "Mug")),
            "「Cap」という大会はありません。受付中：Cup、Mug",
            "There is no season “Cap”. Open at the moment: Cup, Mug.",
        ),
        (
            Problem("unknown-entry", entry="Tusday", suggestions=("Tuesday",)),
            "「Tusday」という名前や番号の応募はありません。Tuesdayのことですか？",
            "No entry has the name or number “Tusday”. Did you mean Tuesday?",
        ),
        (
            Problem("no-build", line=3),
            "3行目：構成が見つかりません。「構成：」で始まる行に書いてください。",
            "line 3: We found no build. Write it on a line that begins with “Build:”.",
        ),
    ],
)
def test_the_league_has_a_sentence(problem: Problem, ja: str, en: str) -> None:
    assert (explain(problem, "ja"), explain(problem, "en")) == (ja, en)


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("text", ["61", "エコ", "攻" * 9, f"攻/{'x' * 70}"])
def test_problems_of_a_build_are_explained_by_its_game(text: str, lang: Lang) -> None:
    game = ruleset("laplaplus")
    with pytest.raises(BuildUnreadable) as refusal:
        game.read_build(text)

    for problem in refusal.value.problems:
        assert explain(problem, lang, "laplaplus") == game.explain(problem, lang)


@pytest.mark.parametrize("game", [None, "laplaplus"])
def test_a_problem_that_nobody_knows_is_told_all_the_same(game: str | None) -> None:
    problem = Problem("from-the-future", words=("flux",))

    assert explain(problem, "en", game) == "Something is not right here (from-the-future): flux"
    assert explain(problem, "ja", game) == "ここに問題があります（from-the-future）：flux"


def test_words_with_braces_are_only_words() -> None:
    said = explain(Problem("name-taken", name="{0.__class__} %(name)s {all}"), "en")

    assert (
        said == "Another character of this season is already called “{0.__class__} %(name)s {all}”."
    )


@pytest.mark.parametrize(
    ("field", "en", "ja"),
    [
        *(("name", "Name", "名前"), ("url", "URL", "URL"), ("flavour 3", "Flavour 3", "技名3")),
        *(("victory", "Victory", "勝利"), ("something", "something", "something")),
    ],
)
def test_a_field_given_twice_is_called_as_a_mail_calls_it(field: str, en: str, ja: str) -> None:
    problem = Problem("repeated-field", field=FieldName(field))

    assert f"“{en}”" in explain(problem, "en")
    assert f"「{ja}」" in explain(problem, "ja")


def test_every_problem_that_the_program_names_has_words() -> None:
    """Of the league, of a game, of a list, or of orders. What a code is about differs: names, numbers, moments."""
    named = {
        code
        for file in Path("app").rglob("*.py")
        for code in re.findall(r'\bProblem\(\s*"([^"]+)"', file.read_text("utf-8"))
    }
    moment = "2026-11-28T12:00:00+00:00"
    about = [
        (*TITLE, *"12", moment),
        (*TITLE, moment, moment),
        ("6", *["5"] * 8),
        ("close", moment) * 2,
        (moment,) * 2,
    ]

    def has_words(code: str) -> bool:
        if code in KINDS:
            return True
        for words, game in product(about, (None, *slugs(), *match_slugs())):
            with suppress(LookupError, ValueError):
                problem = Problem(code, words=words, suggestions=("6", "5"))
                if all(f"({code})" not in explain(problem, lang, game) for lang in LANGS):
                    return True
        return code in vars(mistakes)["_SENTENCES"] or code in EXPLAINED_THERE

    assert {"empty-list", "season-closed", "unknown-number"} <= named
    assert sorted(code for code in named if not has_words(code)) == []


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """Every place where a problem is named: the place, its code, or the pattern of its codes, and the names that it gives.

    Those of builds, orders and lists are told by their games.
    """
    own = {*signature(Problem).parameters}
    for file in Path("app").rglob("*.py"):
        if {"engine", "games", "lab.py"} & {*file.parts}:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Name("Problem"), [code, *_], keywords):
                    given = {str(each.arg) for each in keywords} - own
                    pattern = re.sub(r"\{[^}]*\}", ".+", ast.unparse(code).strip("f'\""))
                    is_written = isinstance(code, ast.Constant | ast.JoinedStr)
                    yield f"{file}:{node.lineno}", pattern if is_written else ".+", given


def test_whoever_names_a_problem_fills_the_places_of_its_sentence() -> None:
    wrong = []
    for place, pattern, given in raised():
        kinds = [kind for code, kind in KINDS.items() if re.fullmatch(pattern, code)]
        if kinds and given not in [kind.names for kind in kinds]:
            wrong.append((place, pattern, given))

    assert wrong == []
    assert len([*raised()]) > 300


def test_no_problem_has_two_sentences() -> None:
    codes = [kind.code for table in TABLES for kind in table]

    assert sorted({*codes}) == sorted(codes)
