"""Charts say in numbers and words what they show."""

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from app.web.views.statistics.charts import bars, circle, gain, shade


def drawn(markup: str) -> LexborHTMLParser:
    return LexborHTMLParser(markup)


def rects(markup: str) -> list[LexborNode]:
    return drawn(markup).css("rect")


def test_columns_are_as_high_as_their_counts() -> None:
    heights = [float(rect.attributes["height"] or 0) for rect in rects(bars([0, 2, 4], "t", "d"))]

    assert heights[0] == 0
    assert heights[2] == 2 * heights[1] > 0


def test_every_column_has_its_number_and_the_picture_its_words() -> None:
    picture = drawn(bars([0, 2, 41], "Characters <by> score", "most in the middle"))
    numbers = [text.text() for text in picture.css("text:not(.tick)")]
    whole = picture.css_first("svg")

    assert numbers == ["", "2", "41"]
    assert whole is not None
    assert whole.attributes["role"] == "img"
    assert whole.attributes["aria-label"] == "Characters <by> score: most in the middle"
    assert [node.text() for node in picture.css("title, desc")] == [
        "Characters <by> score",
        "most in the middle",
    ]


def test_nothing_to_count_is_an_empty_picture() -> None:
    assert {rect.attributes["height"] for rect in rects(bars([0, 0], "t", "d"))} == {"0.0"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.2, ("more", "50", "50.0")),
        (0.1, ("more", "50", "25.0")),
        (-0.2, ("less", "0.0", "50.0")),
        (-0.05, ("less", "37.5", "12.5")),
    ],
)
def test_gains_go_to_the_right_and_losses_to_the_left(
    value: float, expected: tuple[str, str, str]
) -> None:
    (rect,) = rects(gain(value, 0.2))

    assert (rect.attributes["class"], rect.attributes["x"], rect.attributes["width"]) == expected


def test_without_any_gain_there_is_no_bar() -> None:
    (rect,) = rects(gain(0.0, 0))

    assert rect.attributes["width"] == "0"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "none"),
        (0, "even"),
        (1, "even"),
        (4, "more1"),
        (-7, "less2"),
        (12, "more3"),
        (-90, "less3"),
    ],
)
def test_a_cell_is_shaded_in_three_steps_each_way(value: float | None, expected: str) -> None:
    assert shade(value, 12) == expected


def test_where_nothing_is_gained_all_is_even() -> None:
    assert shade(0, 0) == "even"


def test_a_circle_has_three_members_and_three_arrows() -> None:
    picture = drawn(circle([1, "2<", 3]))

    assert [text.text() for text in picture.css("text")] == ["1", "2<", "3"]
    assert len(picture.css("path.arrow")) == 3
