"""The rule book against the tables: rulings and chapters in both languages, every effect and card as it is."""

import re
from pathlib import Path
from typing import get_args

import pytest

import app
from app.engine import Lang, Words
from app.games.fest.names import EFFECTS, effect_words

LANGS: tuple[Lang, ...] = get_args(Lang)
languages = pytest.mark.parametrize("lang", LANGS)
ALWAYS = Words("いつでも", "always")


def book(lang: Lang) -> str:
    folder = Path(app.__file__).parent / "games" / "fest"
    return (folder / f"RULES.{lang}.md").read_text(encoding="utf-8")


def table(lang: Lang, chapter: str) -> list[list[str]]:
    """The rows of the table in this chapter, without its head."""
    text = re.split(r"\n##+ ", book(lang).partition(f"### {chapter} ")[2])[0]
    rows = [line.strip("| \n").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return rows[1:]


@languages
def test_the_summary_has_five_points(lang: Lang) -> None:
    head = book(lang).partition("\n## ")[0]

    assert head.startswith("# ")
    assert len(re.findall(r"^- ", head, re.MULTILINE)) == 5


@languages
def test_all_rulings_are_told_and_every_mark_points_to_one(lang: Lang) -> None:
    told = re.findall(r"^- \*\*R(\d+)\*\* ", book(lang), re.MULTILINE)
    pointed_to = set(re.findall(r"\bR(\d+)", book(lang).partition("## 8. ")[0]))

    assert sorted(map(int, told)) == [*range(1, 42)]
    assert pointed_to == set(told)


def test_both_languages_have_the_same_chapters() -> None:
    ja, en = (re.findall(r"^##+ (\d[\d.]*)", book(lang), re.MULTILINE) for lang in LANGS)

    assert ja == en != []


@languages
def test_every_effect_stands_in_the_list_of_its_tag(lang: Lang) -> None:
    rows = table(lang, "5.1") + table(lang, "5.2")
    told = {row[0].partition("[")[0]: row[1:] for row in rows}

    assert [*told] == [*EFFECTS]
    for code in EFFECTS:
        words = effect_words({"code": code})
        expected = (words.name, words.needs if words.needs.en else ALWAYS, words.text)
        assert told[code] == [each.to(lang) for each in expected]
