"""Two entries side by side."""

from app.engine import AWAY, DRAW, HOME
from app.statistics.comparison import Both, compare
from tests.letters.test_highlights import a_run, in_order, with_result


def test_where_two_differ_most_comes_first() -> None:
    """0 beat all but 4, who beat it; 1 beat all below it but 3, who drew; both met only 2, 3, 4 and 5."""
    field = with_result(with_result(in_order(6), 0, 4, AWAY), 1, 3, DRAW)
    found = compare(a_run(field), 0, 1)

    assert found.direct == HOME
    assert list(found.met) == [
        Both(4, AWAY, HOME),
        Both(3, HOME, DRAW),
        Both(2, HOME, HOME),
        Both(5, HOME, HOME),
    ]
    assert (found.better, found.worse, found.same) == (1, 1, 2)


def test_two_alone_have_nobody_in_common() -> None:
    found = compare(a_run(in_order(2)), 1, 0)

    assert (found.direct, found.met, found.same) == (AWAY, [], 0)
