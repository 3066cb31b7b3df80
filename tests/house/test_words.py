"""Sentences are short, and one word stands for one thing: `app/docs/words.md` is the glossary."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from babel.messages.pofile import read_po

from app.docs import KINDS
from tests.support.sentences import TOP, documents, lengths, messages, sentences, words

DOCS: Final = TOP / "app/docs"
GLOSSARY: Final = (DOCS / "words.md").read_text("utf-8")
REFERENCE: Final = {*KINDS["Look up"], "decisions"}
"""Reference pages, in which readers look things up. All others are read from beginning to end."""


def rows() -> Iterator[list[str]]:
    """The rows of the glossary: term, Japanese, meaning, and the words it has replaced."""
    for line in GLOSSARY.splitlines():
        cells = [each.strip() for each in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] != "Term" and not cells[0].startswith("---"):
            yield cells


RETIRED: Final = [
    (word.strip(" `"), term)
    for term, _, _, instead in rows()
    for word in instead.split(",")
    if word.strip()
]


def japanese() -> Iterator[tuple[str, str]]:
    """Every Japanese text with its place: pages, rule books, messages."""
    for path in (*DOCS.glob("*.ja.md"), *(TOP / "app/games").glob("*/RULES.ja.md")):
        yield str(path.relative_to(TOP)), path.read_text("utf-8")
    with (TOP / "app/locale/ja.po").open("rb") as file:
        for each in read_po(file):
            for text in [each.string] if isinstance(each.string, str) else each.string or ():
                yield f"ja.po, {each.id}", text


def english() -> Iterator[tuple[str, str]]:
    """Every English text with its place: pages, rule books, messages."""
    for path, text in documents().items():
        yield str(path.relative_to(TOP)), text
    for text in messages():
        yield f"message {text}", text


@pytest.mark.parametrize(("word", "term"), RETIRED)
def test_a_word_that_was_retired_is_used_nowhere(word: str, term: str) -> None:
    """The words in the last column of the glossary. What users may type can still have them; 締め切ります
    is a verb.
    """
    if word.isascii():
        found, texts = re.compile(rf"(?i)\b{re.escape(word)}s?\b"), english()
    else:
        found, texts = re.compile(f"{re.escape(word)}(?!ま)"), japanese()
    read = (
        (place, re.sub("`[^`]*`", "", text)) for place, text in texts if "words.md" not in place
    )
    wrong = [place for place, text in read if found.search(text)]

    assert wrong == [], f"say {term}"


def test_the_glossary_has_each_term_once_with_its_japanese_and_its_meaning() -> None:
    terms = [row[0] for row in rows()]

    assert len(terms) == len({*terms}) > 40
    assert [row[0] for row in rows() if len(row) != 4 or not all(row[:3])] == []


def test_documents_are_read_without_taking_breath() -> None:
    found = lengths(documents().values())

    assert found.mean <= 16, found
    assert found.long <= 0.08, found


def test_messages_are_read_without_taking_breath() -> None:
    found = lengths(messages())

    assert found.mean <= 16, found
    assert found.long <= 0.08, found


def test_only_reference_pages_have_more_than_1500_words() -> None:
    counted = {
        path.stem: len(words(text)) for path, text in documents().items() if path.parent == DOCS
    }

    assert {name: n for name, n in counted.items() if n > 1500 and name not in REFERENCE} == {}
    assert sum(counted.values()) <= 32_000, counted


def test_every_page_is_of_one_kind() -> None:
    listed = [topic for topics in KINDS.values() for topic in topics]

    assert sorted(listed) == sorted({path.name.split(".")[0] for path in DOCS.glob("*.md")})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One. Two words! Three? Yes.", ["Two words!"]),
        ("- an item\n- another, `x. y`\n\n# A heading\n\nAfter it.", ["an item", "another, code", "After it."]),
        ("| a cell | two words. And more |", ["a cell", "two words.", "And more"]),
        ("A [link](to.md#it) of 1.5 hours, e.g. this; that: all one.", ["A [link] of 1.5 hours, e.g.", "this; that: all one."]),
        ("```text\nno sentence. here\n```\nIt is %(num)s.", ["It is word."]),
    ],
)  # fmt: skip
def test_only_a_full_stop_ends_a_sentence(text: str, found: list[str]) -> None:
    assert [*sentences(text)] == found
