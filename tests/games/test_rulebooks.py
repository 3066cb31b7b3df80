"""What every rule book keeps: the goal and a turn first, the same chapters in both languages, each ruling once.

What the tables of a game say of its book stands in the `test_rulebook.py` of that game.
"""

import re
from typing import get_args

import pytest

from app import games
from app.engine import Lang

LANGS: tuple[Lang, ...] = get_args(Lang)
RULINGS = {"laplaplus": 46, "shiden-issen-2": 35, "fest": 41, "ocg": 41, "acts": 41}
LISTS = {
    "Examples",
    "Worked battles",
    "Glossary",
    "Terms",
    "例",
    "実戦例",
    "対戦例",
    "用語対照",
    "用語",
}
MARK = r"(?<![A-Za-z0-9])R([1-9]\d*)"
every_game = pytest.mark.parametrize("slug", RULINGS)


def book(slug: str, lang: Lang) -> str:
    return games.ruleset(slug).rules(lang)


def test_these_are_all_games() -> None:
    assert {*RULINGS} == {*games.slugs()}


@every_game
def test_it_begins_with_the_goal_and_a_turn(slug: str) -> None:
    for lang in LANGS:
        head = book(slug, lang).partition("\n## ")[0]

        assert re.match(r"# .+\n\n\*\*(Goal:|目的：)\*\* ", head)
        assert len(re.findall(r"^\d\. ", head, re.MULTILINE)) == 5
        assert len(head.split()) <= 170
        assert len(head) <= (900 if lang == "en" else 500)


@every_game
def test_every_chapter_but_examples_and_terms_opens_with_an_example(slug: str) -> None:
    for lang in LANGS:
        chapters = re.split(r"\n## \d+\. ", book(slug, lang))[1:]
        others = [each for each in chapters if not re.match(r".+\n\n\*\*(Example:|例：)\*\*", each)]

        assert {each.partition("\n")[0] for each in others} <= LISTS


@every_game
def test_every_ruling_is_told_once_and_every_mark_points_to_one(slug: str) -> None:
    rulings = [*range(1, RULINGS[slug] + 1)]
    for lang in LANGS:
        told = re.findall(r"^- \*\*R(\d+)\*\* ", book(slug, lang), re.MULTILINE)

        assert sorted(map(int, told)) == rulings
        assert re.findall(r"\*\*R(\d+)\*\*", book(slug, lang)) == told
        assert {*re.findall(MARK, book(slug, lang))} == {*told}


@pytest.mark.parametrize("slug", games.match_slugs())
def test_the_chapters_of_a_game_with_decisions_point_to_all_of_them(slug: str) -> None:
    for lang in LANGS:
        before, _, rulings = book(slug, lang).partition("\n- **R1** ")

        assert rulings
        assert {*map(int, re.findall(MARK, before))} == {*range(1, RULINGS[slug] + 1)}


@pytest.mark.parametrize("slug", games.match_slugs())
def test_a_game_with_decisions_says_its_goal_in_five_sentences_and_where_its_book_goes_on(
    slug: str,
) -> None:
    game = games.match_game(slug)
    assert [each.count(stop) for each, stop in zip(game.goal, "。.", strict=True)] == [5, 5]
    for lang in LANGS:
        sections = {*re.findall(r"^###? (\d[\d.]*\d|\d)", book(slug, lang), re.MULTILINE)}
        assert {*game.chapters.values()} <= sections
    assert game.chapters[""]


@every_game
def test_both_languages_have_the_same_chapters(slug: str) -> None:
    ja, en = (re.findall(r"^##+ (\d[\d.]*)", book(slug, lang), re.MULTILINE) for lang in LANGS)

    assert ja == en != []
