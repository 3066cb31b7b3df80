"""A test that looks for words on a page and fails shows the lines that matter."""

import pytest

from tests.support.nearest import told

PAGE = "\n".join(
    [
        "<html>",
        *(f"<li>Character {number} sleeps in room {number}.</li>" for number in range(200)),
        "<p>" + "A long word of welcome. " * 40 + "<b>Alice</b> wins 3 of 4 battles." + " So." * 99,
        "</html>",
    ]
)


def test_of_a_long_text_the_nearest_lines_are_shown() -> None:
    first, *lines = told("in", "Alice wins 3 of 5 battles.", PAGE) or []

    assert first == "'Alice wins 3 of 5 battles.' in a text of 203 lines; nearest to it:"
    (line,) = [each for each in lines if each.startswith("202: ")]
    assert "<b>Alice</b> wins 3 of 4 battles." in line
    assert max(map(len, lines)) < 200


def test_a_page_is_named_by_its_title() -> None:
    first, *_ = told("in", "Alice", PAGE.replace("<html>", "<html>\n<title>Not here</title>")) or [
        ""
    ]

    assert first == "'Alice' in the page 'Not here'; nearest to it:"


def test_of_what_should_not_be_there_the_places_are_shown() -> None:
    first, *lines = told("not in", "room 1", PAGE) or []

    assert first == "'room 1' not in a text of 203 lines; there it stands:"
    assert lines[0] == "3: <li>Character 1 sleeps in room 1.</li>"
    assert len(lines) == 3


@pytest.mark.parametrize(
    ("op", "sought", "text"),
    [("==", PAGE, PAGE), ("in", "a", "short"), ("in", 1, [1] * 999), ("in", b"x", PAGE.encode())],
    ids=["equal", "short", "a list", "bytes"],
)
def test_anything_else_is_shown_as_it_is(op: str, sought: object, text: object) -> None:
    assert told(op, sought, text) is None


def test_that_is_what_pytest_says() -> None:
    with pytest.raises(AssertionError, match=r"(?s)in a text of 203 lines.*3 of 4 battles"):
        assert "Alice wins 3 of 5 battles." in PAGE
